/** Constraints on points against references and closed forms. Gravity is along −y, or along −z where the source says so. */
import {
  distance,
  Mechanism,
  nail,
  type Place,
  pointOnCircle,
  pointOnCurve,
  pointOnHelix,
  pointOnSphere,
  pulley,
  rope,
  totalEnergy,
} from "@rigor/engine/constrain";
import { dopri5, integrate, type Stepper } from "@rigor/engine/ode";
import { drag } from "@rigor/engine/particles";
import { angularMomentum, boxMass, createRotatePath, gravity, linearMomentum, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import {
  beadOnCircle,
  beadOnHoop,
  catenary,
  conicalPendulum,
  hangingChain,
  pendulumFromLevel,
  pendulumFromTop,
  sphericalPendulum,
} from "../oracles/constrain-points.js";
import { maxDifference } from "../support/rigid.js";

/** A mechanism with one particle of 1 kg, under gravity. */
function createBead(g: readonly number[], position: readonly number[], velocity: readonly number[] = [0, 0, 0]) {
  const system = new RigidSystem();
  system.addForce(gravity(g));
  system.particles.addParticle({ mass: 1, position, velocity });
  return new Mechanism(system);
}

/** Where particle j is, after the bodies. */
function readParticle({ system }: Mechanism, j = 0): number[] {
  return Array.from(system.particles.state.subarray(6 * j, 6 * j + 3));
}

/** The forces of the constraints on their first ends. */
function readForces(mechanism: Mechanism): number[][] {
  mechanism.derivative(new Float64Array(mechanism.dimension));
  const reaction = new Float64Array(6);
  return mechanism.constraints.map((constraint) => {
    mechanism.readReaction(reaction, 0, constraint);
    return Array.from(reaction.subarray(0, 3));
  });
}

function solve(mechanism: Mechanism, tolerance = 1e-12): Stepper {
  return dopri5(mechanism, { tolerance });
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const length = (a: readonly number[]) => Math.sqrt(dot(a, a));

describe("pendulums", () => {
  // steps of 1e-12, some hundreds of them; a passage near the top multiplies what has gathered by 1/sin 1° or so, and there
  // are three
  test.each([
    ["from level", pendulumFromLevel, 1e-9, 1e-9],
    ["from the top", pendulumFromTop, 2e-6, 1e-5],
  ])("a rod, %s", (_, { theta0, g, rows }, bound, tensionBound) => {
    const mechanism = createBead([0, -g, 0], [Math.sin(theta0), -Math.cos(theta0), 0]);
    mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0], length: 1 }));
    const stepper = solve(mechanism);
    for (const row of rows) {
      integrate(stepper, row.t);
      const { state } = mechanism.system.particles;
      const tension = -dot(readForces(mechanism)[0], readParticle(mechanism));
      expect(maxDifference(state.subarray(0, 6), [row.x, row.y, 0, row.vx, row.vy, 0])).toBeLessThan(bound);
      expect(Math.abs(tension - row.tension)).toBeLessThan(tensionBound);
      // what the projection is asked for
      expect(mechanism.measureError().position).toBeLessThan(1e-13);
    }
  });

  test("in space", () => {
    const { theta0, speed, g, rows } = sphericalPendulum;
    const mechanism = createBead([0, 0, -g], [Math.sin(theta0), 0, -Math.cos(theta0)], [0, speed, 0]);
    mechanism.add(pointOnSphere({ a: { particle: 0 } }));
    const stepper = solve(mechanism);
    for (const row of rows) {
      integrate(stepper, row.t);
      const { state } = mechanism.system.particles;
      // 6e-11 and 1.3e-10 after 10 s
      expect(maxDifference(state.subarray(0, 6), [...row.pos, ...row.vel])).toBeLessThan(1.5e-10);
      expect(Math.abs(length(readForces(mechanism)[0]) - row.tensionPerMass)).toBeLessThan(3e-10);
    }
  });

  test("a cone", () => {
    const { theta, g, speed, omega, tensionPerMass } = conicalPendulum;
    const [r, y] = [Math.sin(theta), -Math.cos(theta)];
    const mechanism = createBead([0, -g, 0], [r, y, 0], [0, 0, -speed]);
    mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    integrate(solve(mechanism), 5);
    const expected = [r * Math.cos(5 * omega), y, -r * Math.sin(5 * omega)];
    expect(maxDifference(readParticle(mechanism), expected)).toBeLessThan(1e-11);
    expect(Math.abs(length(readForces(mechanism)[0]) - tensionPerMass)).toBeLessThan(5e-11);
  });
});

describe("beads", () => {
  test("on a circle", () => {
    const { speed, g, rows } = beadOnCircle;
    const mechanism = createBead([0, -g, 0], [0, -1, 0], [speed, 0, 0]);
    mechanism.add(pointOnCircle({ a: { particle: 0 }, axis: [0, 0, 1], radius: 1 }));
    const stepper = solve(mechanism);
    for (const row of rows) {
      integrate(stepper, row.t);
      const N = -dot(readForces(mechanism)[0], readParticle(mechanism));
      // of four turns; N is steep in the angle
      expect(maxDifference(readParticle(mechanism), [row.x, row.y, 0])).toBeLessThan(3e-10);
      expect(Math.abs(N - row.N)).toBeLessThan(1e-8);
    }
  });

  test("on a hoop that turns", () => {
    const { rate, g, theta0, rows } = beadOnHoop;
    const [x, y] = [Math.sin(theta0), -Math.cos(theta0)];
    const mechanism = createBead([0, -g, 0], [x, y, 0], [0, 0, -rate * x]);
    mechanism.system.addBody({ path: createRotatePath({ axis: [0, 1, 0], rate }) });
    mechanism.add(pointOnCircle({ a: { particle: 0 }, b: { body: 0 }, axis: [0, 0, 1], radius: 1 }));
    const stepper = solve(mechanism);
    for (const { t, theta } of rows) {
      integrate(stepper, t);
      const s = Math.sin(theta);
      const expected = [s * Math.cos(rate * t), -Math.cos(theta), -s * Math.sin(rate * t)];
      expect(maxDifference(readParticle(mechanism), expected)).toBeLessThan(1.5e-10);
    }
  });

  const r = 0.7;
  const pitch = 0.9;
  const c = pitch / (2 * Math.PI);
  const helices: Record<string, (b: Place) => ReturnType<typeof pointOnHelix>> = {
    helix: (b) => pointOnHelix({ a: { particle: 0 }, b, axis: [0, 0, 1], radius: r, pitch }),
    curve: (b) =>
      pointOnCurve({ a: { particle: 0 }, b, curve: (s) => [s.cos().times(r), s.sin().times(r), s.times(c)] }),
  };
  test.each(Object.keys(helices))("on a helix, by its %s", (name) => {
    // along the wire ü = −g sin β, sin β = c/√(r² + c²), whether the helix turns at a constant rate or not
    for (const rate of [0, 2]) {
      const mechanism = createBead([0, 0, -9.81], [r, 0, 0], [0, rate * r, 0]);
      mechanism.system.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate }) });
      mechanism.add(helices[name]({ body: 0 }));
      integrate(solve(mechanism), 3);
      const phi = (-0.5 * 9.81 * c * 9) / (r * r + c * c);
      const angle = phi + 3 * rate;
      const expected = [r * Math.cos(angle), r * Math.sin(angle), c * phi];
      expect(maxDifference(readParticle(mechanism), expected)).toBeLessThan(5e-11);
    }
  });
});

describe("chains at rest", () => {
  function createChain(points: readonly (readonly number[])[], mass: number, g: number, length: number) {
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    const mechanism = new Mechanism(system);
    for (const [x, y] of points) system.particles.addParticle({ mass, position: [x, y, 0] });
    for (let k = 1; k < points.length; k++) {
      mechanism.add(distance({ a: { particle: k - 1 }, b: { particle: k }, length }));
    }
    return mechanism;
  }

  test("tensions of an uneven catenary, held by nails", () => {
    const { points, tensions, endForce, mass, g, length: l } = catenary;
    const mechanism = createChain(points, mass, g, l);
    const last = points.length - 1;
    for (const particle of [0, last]) mechanism.add(nail({ a: { particle } }));
    const forces = readForces(mechanism);
    const found = forces.slice(0, tensions.length).map(length);
    const rates = new Float64Array(mechanism.dimension);
    mechanism.derivative(rates);
    // a few roundings of 80 N; the positions are given to 16 digits
    expect(maxDifference(found, tensions)).toBeLessThan(2e-13);
    expect(maxDifference(rates, new Float64Array(rates.length))).toBeLessThan(1e-13);
    // the left nail holds the end of the chain and the mass that is there
    expect(maxDifference(forces[tensions.length], [-endForce[0], mass * g - endForce[1], 0])).toBeLessThan(2e-13);
  });

  test("an uneven catenary comes to rest from any shape", () => {
    const { points, tensions, mass, g, length: l } = catenary;
    // a zigzag, not even of the right length
    const start = points.map(([x], k) => [x, (0.7 * x) / 2.5 + (k % 2 === 0 ? 0 : 0.1), 0]);
    const mechanism = createChain(start, mass, g, l);
    const last = points.length - 1;
    mechanism.add(nail({ a: { particle: 0 }, at: [0, 0, 0] }));
    mechanism.add(nail({ a: { particle: last }, at: [2.5, 0.7, 0] }));
    mechanism.system.particles.addForce(drag({ coefficient: 12 }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-10 }), 40);
    // drag brings it to rest but for the noise of its steps
    points.forEach(([x, y], k) => {
      expect(maxDifference(readParticle(mechanism, k), [x, y, 0])).toBeLessThan(2e-10);
    });
    expect(maxDifference(readForces(mechanism).slice(0, 7).map(length), tensions)).toBeLessThan(1e-8);
  });

  test("tensions of a chain that hangs down", () => {
    const { mass, g, tensions } = hangingChain;
    const mechanism = createChain(
      [0, 1, 2, 3, 4, 5].map((k) => [0, -k]),
      mass,
      g,
      1,
    );
    mechanism.add(nail({ a: { particle: 0 } }));
    // roundings of 100 N
    expect(maxDifference(readForces(mechanism).slice(0, 5).map(length), tensions)).toBeLessThan(1e-13);
  });
});

describe("ropes", () => {
  /** Particles that hang at x = 0, 1, … */
  function createHanging(masses: readonly number[]) {
    const system = new RigidSystem();
    system.addForce(gravity([0, -10, 0]));
    masses.forEach((mass, x) => {
      system.particles.addParticle({ mass, position: [x, -3, 0] });
    });
    return new Mechanism(system);
  }

  test.each([1, 2.5])("Atwood's machine with a ratio of %d", (ratio) => {
    const [m, M] = [3, 2];
    const mechanism = createHanging([m, M]);
    mechanism.add(pulley({ a: { particle: 0 }, b: { particle: 1 }, overA: [0, 0, 0], overB: [1, 0, 0], ratio }));
    // A sinks by x while B rises by x/ρ
    const a = (10 * (m - M / ratio)) / (m + M / ratio / ratio);
    const tension = readForces(mechanism)[0][1];
    integrate(solve(mechanism), 0.5);
    // roundings of 20 N and of 3 m
    expect(Math.abs(tension - m * (10 - a))).toBeLessThan(1e-14);
    expect(maxDifference(readParticle(mechanism, 0), [0, -3 - a / 8, 0])).toBeLessThan(2e-15);
    expect(maxDifference(readParticle(mechanism, 1), [1, -3 + a / 8 / ratio, 0])).toBeLessThan(2e-15);
  });

  test("a tackle: the load hangs on two strands", () => {
    const [m, M] = [5, 2];
    const mechanism = createHanging([m, M]);
    mechanism.add(rope({ through: [[0, 0, 0], { particle: 0 }, [0, 0, 0], [1, 0, 0], { particle: 1 }] }));
    const a = (10 * (m - 2 * M)) / (m + 4 * M);
    integrate(solve(mechanism), 0.5);
    expect(maxDifference(readParticle(mechanism, 0), [0, -3 - a / 8, 0])).toBeLessThan(2e-15);
    expect(maxDifference(readParticle(mechanism, 1), [1, -3 + a / 4, 0])).toBeLessThan(2e-15);
  });

  test("energy and momentum of bodies on a rope over a pulley that flies with them", () => {
    const system = new RigidSystem();
    const mass = boxMass({ size: [0.5, 0.7, 0.3], mass: 2 });
    system.addBody({ mass, position: [0, 0, 0], angularVelocity: [0.5, 1, -0.3] });
    system.addBody({ mass, position: [-1, -2, 0], velocity: [0, 0.5, 1], angularVelocity: [1, 0, 2] });
    system.addBody({ mass, position: [1, -3, 0.5], velocity: [0.3, 1, 0], angularVelocity: [0, 2, 1] });
    const mechanism = new Mechanism(system);
    const [overA, overB] = [-0.25, 0.25].map((x) => ({ body: 0, point: [x, -0.35, 0] }));
    const [a, b] = [1, 2].map((body) => ({ body, point: [0.1, 0.35, 0.1] }));
    mechanism.add(pulley({ a, b, overA, overB, ratio: 1.5 }));
    mechanism.assemble();
    const momentum = () => {
      const out = new Float64Array(6);
      linearMomentum(out, 0, system);
      angularMomentum(out, 3, system);
      return out;
    };
    const before = { energy: totalEnergy(mechanism), momentum: momentum() };
    integrate(solve(mechanism), 5);
    expect(Math.abs(totalEnergy(mechanism) / before.energy - 1)).toBeLessThan(5e-12);
    // P by rounding alone; x × P with the error of x
    const after = momentum();
    expect(maxDifference(after.subarray(0, 3), before.momentum)).toBeLessThan(5e-15);
    expect(maxDifference(after.subarray(3), before.momentum.subarray(3))).toBeLessThan(4e-13);
    expect(mechanism.measureError().position).toBeLessThan(1e-13);
  });
});
