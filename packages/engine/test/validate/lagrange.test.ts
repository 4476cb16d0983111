/** Generalized bodies against references, closed forms, and the same things held together by constraints. */
import {
  distance,
  kineticEnergy,
  Mechanism,
  pointOnCircle,
  pointOnCurve,
  pointOnHelix,
  totalEnergy,
} from "@rigor/engine/constrain";
import {
  circleWire,
  createBead,
  createGeneralizedBody,
  createPendulum,
  createSphericalPendulum,
  type GeneralizedBody,
  helixWire,
  turnAbout,
  type Wire,
} from "@rigor/engine/lagrange";
import type { Expression } from "@rigor/engine/math";
import { adams, dopri5, euler, integrate, midpoint, type Problem, radau5, rk4, type Stepper } from "@rigor/engine/ode";
import { boxMass, RigidSystem, translateMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import * as reference from "../oracles/lagrange-references.js";
import { createHeavySystem, g } from "../support/mechanisms.js";

function contain<B extends GeneralizedBody>(body: B): { mechanism: Mechanism; body: B } {
  const mechanism = new Mechanism(new RigidSystem());
  return { mechanism, body: mechanism.addCoordinates(body) };
}

/** What holds part i, at the state. */
function feel(mechanism: Mechanism, body: GeneralizedBody, part: number): Float64Array {
  const out = new Float64Array(6);
  mechanism.derivative(new Float64Array(mechanism.dimension));
  body.readReaction(out, 0, mechanism, part);
  return out;
}

describe("planar pendulums", () => {
  test.each([
    ["double", reference.doublePendulum, [5e-13, 4e-12, 2e-11]],
    ["double, of unequal rods", reference.doublePendulumB, [4e-11, 6e-11, 1e-9]],
    ["five-fold", reference.fivefoldPendulum, [5e-13, 4e-12, 2e-11]],
  ])("%s: angles, rates and tensions", (_name, { masses, lengths, angles, rates, g, rows }, slack) => {
    const { mechanism, body } = contain(createPendulum({ masses, lengths, angles, rates, gravity: [0, -g, 0] }));
    const stepper = adams(mechanism, { tolerance: 1e-13 });
    for (const { t, theta, thetaDot, tensions } of rows) {
      integrate(stepper, t);
      // three times what the method leaves at this tolerance; the motions magnify a change at the start by 12, 76 and 18
      for (let k = 0; k < theta.length; k++) {
        expect(Math.abs(body.u[k] - theta[k])).toBeLessThan(slack[0]);
        expect(Math.abs(body.rate[k] - thetaDot[k])).toBeLessThan(slack[1]);
      }
      // what holds the weights from k on is the pull of rod k
      const pull = [0, 0];
      for (let k = theta.length - 1; k >= 0; k--) {
        const force = feel(mechanism, body, k);
        pull[0] += force[0];
        pull[1] += force[1];
        const tension = -Math.sin(body.u[k]) * pull[0] + Math.cos(body.u[k]) * pull[1];
        const across = Math.cos(body.u[k]) * pull[0] + Math.sin(body.u[k]) * pull[1];
        expect(Math.abs(tension - tensions[k])).toBeLessThan(slack[2]);
        // a rod pulls along itself: rounding
        expect(Math.abs(across)).toBeLessThan(2e-14);
      }
    }
  });
});

describe("a spherical pendulum", () => {
  const { length, polar, speed, g, rows } = reference.sphericalPendulum;
  // y of the pendulum becomes z, and its z becomes −y: φ runs the other way round
  const rotation = [1, 0, 0, 1];
  const azimuthRate = -speed / (length * Math.sin(polar));
  const options = { length, mass: 2, polar, azimuthRate, rotation, gravity: [0, 0, -g] };

  test("place, velocity, azimuth and tension", () => {
    const { mechanism, body } = contain(createSphericalPendulum(options));
    const stepper = adams(mechanism, { tolerance: 1e-13 });
    for (const { t, position, velocity, azimuth, tension } of rows) {
      integrate(stepper, t);
      // here and below, about three times what the method leaves
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(body.position[k] - position[k])).toBeLessThan(1e-12);
        expect(Math.abs(body.velocity[k] - velocity[k])).toBeLessThan(5e-12);
      }
      expect(Math.abs(body.u[1] + azimuth)).toBeLessThan(1e-12);
      const force = feel(mechanism, body, 0);
      expect(Math.abs(Math.hypot(force[0], force[1], force[2]) - 2 * tension)).toBeLessThan(4e-11);
    }
  });
});

describe("a physical pendulum", () => {
  test("a box on an axis: the angle as a quadrature says", () => {
    const a = 0.6;
    const mass = translateMass(boxMass({ size: [0.2, 1, 0.3], mass: 2 }), [0, -a, 0]);
    const { mechanism, body } = contain(
      createGeneralizedBody({
        coordinates: [2],
        parts: ([u]) => [{ position: [0, 0, 0], rotation: turnAbout([0, 0, 1], u) }],
        masses: [mass],
        gravity: [0, -g, 0],
      }),
    );
    // θ̈ = −(m g a / I) sin θ; from 2 rad the period is 4 K(sin 1) √(I / m g a), K by the arithmetic-geometric mean
    const inertia = (2 * (0.04 + 1)) / 12 + 2 * a * a;
    let [x, y] = [1, Math.cos(1)];
    for (let k = 0; k < 6; k++) [x, y] = [(x + y) / 2, Math.sqrt(x * y)];
    const period = ((2 * Math.PI) / x) * Math.sqrt(inertia / (2 * g * a));
    integrate(adams(mechanism, { tolerance: 1e-13 }), period);
    expect(Math.abs(body.u[0] - 2)).toBeLessThan(2e-13);
    expect(Math.abs(body.rate[0])).toBeLessThan(1e-12);
  });
});

describe("beads", () => {
  test("on a circle, round and round: the reference", () => {
    const { radius, mass, g, rate, rows } = reference.beadOnCircle;
    const bead = createBead({
      wire: circleWire({ radius }),
      mass,
      coordinate: -Math.PI / 2,
      rate,
      gravity: [0, -g, 0],
    });
    const { mechanism, body } = contain(bead);
    const stepper = adams(mechanism, { tolerance: 1e-13 });
    for (const { t, theta, thetaDot, N } of rows) {
      integrate(stepper, t);
      expect(Math.abs(body.u[0] + Math.PI / 2 - theta)).toBeLessThan(4e-11);
      expect(Math.abs(body.rate[0] - thetaDot)).toBeLessThan(6e-11);
      const force = feel(mechanism, body, 0);
      const inwards = -force[0] * Math.cos(body.u[0]) - force[1] * Math.sin(body.u[0]);
      expect(Math.abs(inwards - N)).toBeLessThan(1e-9);
    }
  });

  test("on a hoop that turns: the reference", () => {
    const { radius, turning, g, angle, rows } = reference.beadOnRotatingHoop;
    const wire: Wire = (u, t) => {
      const [side, way] = [u.sin().times(radius), t.times(turning)];
      return [side.times(way.cos()), u.cos().times(-radius), side.times(way.sin())];
    };
    const { mechanism, body } = contain(createBead({ wire, mass: 1, coordinate: angle, gravity: [0, -g, 0], time: 0 }));
    const stepper = adams(mechanism, { tolerance: 1e-13 });
    for (const { t, theta, thetaDot } of rows) {
      integrate(stepper, t);
      expect(Math.abs(body.u[0] - theta)).toBeLessThan(3e-11);
      expect(Math.abs(body.rate[0] - thetaDot)).toBeLessThan(1e-10);
      // its own clock is the clock, but for rounding
      expect(Math.abs(body.u[1] - t)).toBeLessThan(2e-15);
      // what the hoop does is paid for by whoever turns it: energy less Ω times the angular momentum is kept
      const [x, , z] = body.position;
      const momentum = z * body.velocity[0] - x * body.velocity[2];
      const start = 0.5 * (turning * Math.sin(angle)) ** 2 - g * Math.cos(angle);
      const kept = totalEnergy(mechanism) + turning * momentum;
      expect(Math.abs(kept - (start - (turning * Math.sin(angle)) ** 2))).toBeLessThan(1e-11);
    }
  });

  const parabola: Wire = (u: Expression) => [u, u.squared().times(0.5), u.sin()];
  test.each<[string, Wire, number, number, (p: ArrayLike<number>) => Parameters<Mechanism["add"]>[0]]>([
    [
      "a circle",
      circleWire({ radius: 1.5, rotation: [0.3, 0, 0, 1] }),
      0.3,
      1,
      () => pointOnCircle({ a: { particle: 0 }, b: [0, 0, 0], axis: [0, -0.6 / 1.09, 0.91 / 1.09] }),
    ],
    [
      "a helix",
      helixWire({ radius: 1.5, pitch: 2, rotation: [-1, 0, 0, 1] }),
      0.3,
      1,
      () => pointOnHelix({ a: { particle: 0 }, b: [0, 0, 0], axis: [0, 1, 0], pitch: 2 }),
    ],
    [
      "any curve",
      parabola,
      0.8,
      -0.5,
      () =>
        pointOnCurve({
          a: { particle: 0 },
          b: [0, 0, 0],
          curve: (u) => [u, u.squared().times(0.5), u.sin()],
          start: 0.8,
        }),
    ],
  ])("implicit and parametric, side by side, on %s", (_name, wire, coordinate, rate, make) => {
    const { mechanism, body } = contain(createBead({ wire, mass: 2, coordinate, rate, gravity: [0, -g, 0] }));
    const implicit = new Mechanism(createHeavySystem());
    const { particles } = implicit.system;
    particles.addParticle({ mass: 2, position: body.position.slice(), velocity: body.velocity.slice() });
    const constraint = implicit.add(make(body.position));
    const steppers = [dopri5(mechanism, { tolerance: 1e-12 }), dopri5(implicit, { tolerance: 1e-12 })];
    const force = new Float64Array(6);
    for (let t = 0.5; t <= 3; t += 0.5) {
      for (const stepper of steppers) integrate(stepper, t);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(particles.state[k] - body.position[k])).toBeLessThan(5e-12);
        expect(Math.abs(particles.state[3 + k] - body.velocity[k])).toBeLessThan(2e-11);
      }
      // and the wire does the same to both
      implicit.derivative(new Float64Array(implicit.dimension));
      implicit.readReaction(force, 0, constraint);
      const own = feel(mechanism, body, 0);
      for (let k = 0; k < 3; k++) expect(Math.abs(force[k] - own[k])).toBeLessThan(2e-10);
    }
  });
});

describe("hybrids (5.1)", () => {
  test("a pendulum whose lower half is a particle on a rod", () => {
    const { masses, lengths, angles, rates, g, rows } = reference.doublePendulumB;
    const mechanism = new Mechanism(new RigidSystem());
    const { particles } = mechanism.system;
    const gravity = [0, -g, 0];
    const upper = createPendulum({ masses: [2], lengths: [1], angles: [angles[0]], rates: [rates[0]], gravity });
    mechanism.addCoordinates(upper);
    const [x, y] = upper.position;
    const [vx, vy] = upper.velocity;
    const position = [x + lengths[1] * Math.sin(angles[1]), y - lengths[1] * Math.cos(angles[1]), 0];
    particles.addParticle({ mass: masses[1], position, velocity: [vx, vy, 0] });
    particles.addForce({
      name: "weight",
      apply: ({ force }) => {
        force[1] -= masses[1] * g;
      },
    });
    const rod = mechanism.add(distance({ a: { particle: 0 }, b: { on: upper } }));
    const stepper = adams(mechanism, { tolerance: 1e-13 });
    const force = new Float64Array(6);
    for (const { t, theta, tensions } of rows) {
      integrate(stepper, t);
      expect(Math.abs(upper.u[0] - theta[0])).toBeLessThan(1e-10);
      expect(Math.abs(particles.state[0] - upper.position[0] - lengths[1] * Math.sin(theta[1]))).toBeLessThan(2e-10);
      // projections end there
      expect(mechanism.measureError().position).toBeLessThan(1e-13);
      mechanism.derivative(new Float64Array(mechanism.dimension));
      mechanism.readReaction(force, 0, rod);
      expect(Math.abs(Math.hypot(force[0], force[1], force[2]) - tensions[1])).toBeLessThan(1e-8);
    }
  });

  test("on a hoop that turns, tied to a particle: the constraint holds", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const wire: Wire = (u, t) => {
      const way = t.times(2);
      return [u.sin().times(way.cos()), u.cos().negate(), u.sin().times(way.sin())];
    };
    const bead = mechanism.addCoordinates(createBead({ wire, mass: 1, coordinate: 0.5, time: 0 }));
    const { particles } = mechanism.system;
    const [x, y, z] = bead.position;
    const [vx, vy, vz] = bead.velocity;
    particles.addParticle({ mass: 1, position: [x, y - 1, z], velocity: [vx, vy, vz] });
    mechanism.add(distance({ a: { particle: 0 }, b: { on: bead } }));
    integrate(dopri5(mechanism, { tolerance: 1e-10 }), 3);
    const { position, velocity } = mechanism.measureError();
    // rounding
    expect(position).toBeLessThan(1e-15);
    expect(velocity).toBeLessThan(1e-15);
    const gap = Math.hypot(...[0, 1, 2].map((k) => particles.state[k] - bead.position[k]));
    expect(Math.abs(gap - 1)).toBeLessThan(1e-15);
    // its velocities are those of the wire: not changed by the projections
    expect(bead.rate[1]).toBe(1);
  });
});

describe("in motion", () => {
  const create = () => {
    const { masses, lengths, angles } = reference.fivefoldPendulum;
    return contain(createPendulum({ masses, lengths, angles, gravity: [0, -g, 0] }));
  };
  const exact = create();
  integrate(dopri5(exact.mechanism, { tolerance: 1e-13 }), 0.3);

  function measure(make: (problem: Problem, step: number) => Stepper, step: number): number {
    const { mechanism, body } = create();
    integrate(make(mechanism, step), 0.3);
    return Math.max(...body.u.map((x, k) => Math.abs(x - exact.body.u[k])));
  }

  test.each<[string, (problem: Problem, step: number) => Stepper, number, number, number]>([
    // name, method, step, order, how far from it at this step
    ["euler", (p, step) => euler(p, { step }), 0.3 / 1024, 1, 0.005],
    ["midpoint", (p, step) => midpoint(p, { step }), 0.3 / 128, 2, 0.005],
    ["rk4", (p, step) => rk4(p, { step }), 0.3 / 32, 4, 0.08],
  ])("%s has its order", (_name, make, step, order, slack) => {
    expect(Math.abs(Math.log2(measure(make, step) / measure(make, step / 2)) - order)).toBeLessThan(slack);
  });

  test("implicit and multistep methods arrive there too", () => {
    for (const make of [adams, radau5]) {
      const { mechanism, body } = create();
      integrate(make(mechanism, { tolerance: 1e-9 }), 0.3);
      expect(Math.max(...body.u.map((x, k) => Math.abs(x - exact.body.u[k])))).toBeLessThan(4e-9);
    }
  });

  test("energy is kept for ten seconds", () => {
    const { mechanism } = create();
    const energy = totalEnergy(mechanism);
    integrate(adams(mechanism, { tolerance: 1e-11 }), 10);
    expect(kineticEnergy(mechanism)).toBeGreaterThan(0.1);
    expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(6e-11);
  });
});
