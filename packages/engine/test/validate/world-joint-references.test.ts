/**
 * Joints in whole worlds, at the tolerance that worlds come with, beside references of 26 digits and more: places, speeds, what
 * joints carry. Bounds are 1e-8 of the largest number of a row times what a change at the start has grown to by then.
 */
import { createBox } from "@rigor/engine/collide";
import {
  ball,
  type Constraint,
  distance,
  hinge,
  jointTorque,
  pointOnCircle,
  pointOnSphere,
  slider,
} from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { Springs } from "@rigor/engine/particles";
import { createRotatePath } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
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
import { boxOnBall, physicalPendulum, sliderCrank } from "../oracles/joints.js";
import {
  doublePendulum,
  doublePendulumB,
  fivefoldPendulum,
  type PendulumReference,
} from "../oracles/lagrange-references.js";
import { andrews, findAndrewsBodies } from "../oracles/squeezer.js";
import { turnAbout } from "../support/joints.js";
import { maxDifference } from "../support/rigid.js";

const relative = 1e-8;
const { sin, cos, hypot } = Math;

/** The largest difference, beside the largest number. */
function compare(found: ArrayLike<number>, exact: readonly number[]): number {
  return maxDifference(found, exact) / Math.max(...exact.map(Math.abs));
}

function advance(world: World, t: number): void {
  const { status, worst } = world.advanceTo(t);
  expect(status).toBe("done");
  expect(worst.constraintError).toBeLessThan(1e-9);
  expect(worst.energyError).toBeLessThan(1e-7);
  expect(worst.fallbacks).toEqual([]);
}

const carriedBy = (world: World, joint: Constraint) => world.getReactions().get(joint)!;
const placeOf = ({ system }: World, j = 0) => Array.from(system.particles.state.subarray(6 * j, 6 * j + 3));
const stateOf = ({ system }: World, j = 0) => Array.from(system.particles.state.subarray(6 * j, 6 * j + 6));

describe("pendulums", () => {
  // of θ₀ at 179°, as the period changes with it: 2 · 4/(ω δ) rad a period, for δ = 1°, by what it has of speed
  const amplified = [1, 8, 40, 370];

  test.each([
    ["from level", pendulumFromLevel, [1, 1, 1, 1]],
    ["from the top", pendulumFromTop, amplified],
  ] as const)("a rod, %s", (_, { theta0, g, rows }, growth) => {
    const world = new World({ gravity: [0, -g, 0] });
    world.addParticle({ mass: 1, position: [sin(theta0), -cos(theta0), 0] });
    const rod = world.add(distance({ a: { particle: 0 }, b: [0, 0, 0], length: 1 }));
    rows.forEach((row, k) => {
      advance(world, row.t);
      expect(compare(stateOf(world), [row.x, row.y, 0, row.vx, row.vy, 0])).toBeLessThan(growth[k] * relative);
      const force = carriedBy(world, rod);
      const tension = -(force[0] * row.x + force[1] * row.y);
      expect(Math.abs(tension / row.tension - 1)).toBeLessThan(growth[k] * relative);
    });
  });

  const chains: [string, PendulumReference][] = [
    ["double", doublePendulum],
    ["double, unlike", doublePendulumB],
    ["of five", fivefoldPendulum],
  ];

  test.each(chains)("%s: particles on rods", (_, { masses, lengths, angles, rates, g, sensitivity, rows }) => {
    const world = new World({ gravity: [0, -g, 0] });
    const place = [0, 0, 0];
    const velocity = [0, 0, 0];
    const rods = masses.map((mass, k) => {
      place[0] += lengths[k] * sin(angles[k]);
      place[1] -= lengths[k] * cos(angles[k]);
      velocity[0] += lengths[k] * cos(angles[k]) * rates[k];
      velocity[1] += lengths[k] * sin(angles[k]) * rates[k];
      world.addParticle({ mass, position: place, velocity });
      const b = k === 0 ? [0, 0, 0] : { particle: k - 1 };
      return world.add(distance({ a: { particle: k }, b, length: lengths[k] }));
    });
    for (const row of rows) {
      advance(world, row.t);
      const expected = [0, 0];
      const tensions = rods.map((rod, k) => {
        const along = [-sin(row.theta[k]), cos(row.theta[k])];
        expected[0] -= lengths[k] * along[0];
        expected[1] -= lengths[k] * along[1];
        expect(maxDifference(placeOf(world, k).slice(0, 2), expected)).toBeLessThan(sensitivity * relative);
        const force = carriedBy(world, rod);
        return force[0] * along[0] + force[1] * along[1];
      });
      expect(compare(tensions, row.tensions)).toBeLessThan(sensitivity * relative);
    }
  });

  test.each(chains)("%s: angles as coordinates", (_, { masses, lengths, angles, rates, g, sensitivity, rows }) => {
    const world = new World();
    const options = { lengths, masses, angles, rates, gravity: [0, -g, 0] };
    const pendulum = world.addCoordinates(createPendulum(options));
    for (const { t, theta, thetaDot } of rows) {
      advance(world, t);
      expect(compare(pendulum.u, [...theta])).toBeLessThan(sensitivity * relative);
      expect(compare(world.mechanism.own.subarray(theta.length), [...thetaDot])).toBeLessThan(sensitivity * relative);
    }
  });

  test("in space, and on a cone", () => {
    for (const { theta0, speed, g, rows } of [
      sphericalPendulum,
      { ...conicalPendulum, theta0: conicalPendulum.theta, rows: [turnOnCone(5)] },
    ]) {
      const world = new World({ gravity: [0, 0, -g] });
      world.addParticle({ mass: 1, position: [sin(theta0), 0, -cos(theta0)], velocity: [0, speed, 0] });
      const joint = world.add(pointOnSphere({ a: { particle: 0 } }));
      for (const row of rows) {
        advance(world, row.t);
        expect(compare(stateOf(world), [...row.pos, ...row.vel])).toBeLessThan(relative);
        const [x, y, z] = carriedBy(world, joint);
        expect(Math.abs(hypot(x, y, z) / row.tensionPerMass - 1)).toBeLessThan(relative);
      }
    }
  });

  test("a box on a hinge", () => {
    const { size, mass, distance: d, angle, gravity: g, rows } = physicalPendulum;
    const world = new World({ gravity: [0, 0, -g] });
    const position = [d * sin(angle), 0, -d * cos(angle)];
    const body = world.addBody({ shape: createBox({ size }), mass, position, rotation: turnAbout([0, -1, 0], angle) });
    const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, -1, 0], angle }));
    for (const row of rows) {
      advance(world, row.t);
      expect(compare([joint.angle.value, joint.angle.rate], [row.angle, row.rate])).toBeLessThan(relative);
      expect(compare(carriedBy(world, joint), [...row.force, 0, 0, 0])).toBeLessThan(relative);
    }
  });

  test("a box on a ball joint: place, rotation, rates, what the joint carries", () => {
    const { size, mass, g, start, first, rows, energy } = boxOnBall;
    const world = new World({ gravity: [0, 0, -g] });
    const { x: position, rotation, v: velocity, omega: angularVelocity } = start;
    const body = world.addBody({ shape: createBox({ size }), mass, position, rotation, velocity, angularVelocity });
    const joint = world.add(ball({ a: { body, point: [-size[0] / 2, 0, 0] }, b: [0, 0, 0] }));
    world.settle();
    expect(compare(carriedBy(world, joint), [...first, 0, 0, 0])).toBeLessThan(1e-14);
    const { kinetic, potential } = world.getEnergy();
    expect(Math.abs(kinetic + potential - energy)).toBeLessThan(1e-14);
    for (const row of rows) {
      advance(world, row.t);
      const { state, velocity: v, angularVelocity: omega } = world.system;
      expect(maxDifference(state.subarray(0, 3), row.x)).toBeLessThan(relative);
      expect(compare([...v.subarray(0, 3), ...omega.subarray(0, 3)], [...row.v, ...row.omega])).toBeLessThan(relative);
      const found = world.system.getPose(body).rotation;
      const sign = found.reduce((sum, q, k) => sum + q * row.rotation[k], 0) > 0 ? 1 : -1;
      expect(
        maxDifference(
          Array.from(found, (q) => sign * q),
          row.rotation,
        ),
      ).toBeLessThan(relative);
      expect(compare(carriedBy(world, joint), [...row.force, 0, 0, 0])).toBeLessThan(relative);
    }
  });
});

/** The conical pendulum at t. */
function turnOnCone(t: number) {
  const { theta, omega, speed, tensionPerMass } = conicalPendulum;
  const [c, s] = [cos(omega * t), sin(omega * t)];
  return { t, pos: [sin(theta) * c, sin(theta) * s, -cos(theta)], vel: [-speed * s, speed * c, 0], tensionPerMass };
}

describe("beads", () => {
  test("on a circle", () => {
    const { speed, g, rows } = beadOnCircle;
    const world = new World({ gravity: [0, -g, 0] });
    world.addParticle({ mass: 1, position: [0, -1, 0], velocity: [speed, 0, 0] });
    const wire = world.add(pointOnCircle({ a: { particle: 0 }, axis: [0, 0, 1], radius: 1 }));
    for (const row of rows) {
      advance(world, row.t);
      expect(maxDifference(placeOf(world), [row.x, row.y, 0])).toBeLessThan(relative);
      const force = carriedBy(world, wire);
      // of v²/R, 49 N
      expect(Math.abs(-(force[0] * row.x + force[1] * row.y) - row.N)).toBeLessThan(49 * relative);
    }
  });

  test("on a hoop that turns", () => {
    const { rate, g, theta0, rows } = beadOnHoop;
    const world = new World({ gravity: [0, -g, 0] });
    const hoop = world.addBody({ path: createRotatePath({ axis: [0, 1, 0], rate }) });
    const position = [sin(theta0), -cos(theta0), 0];
    world.addParticle({ mass: 1, position, velocity: [0, 0, -rate * position[0]] });
    world.add(pointOnCircle({ a: { particle: 0 }, b: { body: hoop }, axis: [0, 0, 1], radius: 1 }));
    for (const { t, theta, thetaDot } of rows) {
      advance(world, t);
      const [x, y, z, vx, vy, vz] = stateOf(world);
      const [c, s] = [cos(rate * t), sin(rate * t)];
      const found = [x * c - z * s, y, (vx * c - vz * s) * cos(theta) + vy * sin(theta)];
      expect(compare(found, [sin(theta), -cos(theta), thetaDot])).toBeLessThan(relative);
    }
  });
});

describe("chains at rest", () => {
  test.each([
    ["an uneven catenary", catenary, true],
    [
      "a chain that hangs down",
      { ...hangingChain, length: 1, points: [0, 1, 2, 3, 4, 5].map((k) => [0, -k]), endForce: [0, -100] },
      false,
    ],
  ] as const)(
    "%s: what its links carry, and that it stays",
    (_, { points, tensions, endForce, mass, g, length }, isHeld) => {
      const world = new World({ gravity: [0, -g, 0] });
      const free = points.slice(1, isHeld ? -1 : undefined);
      for (const [x, y] of free) world.addParticle({ mass, position: [x, y, 0] });
      const links = tensions.map((_tension, k) => {
        const [a, b] = [k, k + 1].map((n) => {
          return n === 0 || n > free.length ? [...points[n], 0] : { particle: n - 1 };
        });
        return k === 0 ? world.add(distance({ a: b, b: a, length })) : world.add(distance({ a, b, length }));
      });
      world.settle();
      const found = links.map((link) => hypot(...carriedBy(world, link).subarray(0, 3)));
      expect(compare(found, [...tensions])).toBeLessThan(1e-14);
      const [x, y] = carriedBy(world, links[0]);
      expect(maxDifference([-x, -y], endForce)).toBeLessThan(1e-12);
      advance(world, 10);
      free.forEach(([px, py], k) => {
        expect(maxDifference(placeOf(world, k), [px, py, 0])).toBeLessThan(1e-9);
      });
    },
  );
});

describe("machines", () => {
  test("slider and crank", () => {
    const { lengths, masses, gravity: g, angles, rates, rows, guide } = sliderCrank;
    const world = new World({ gravity: [0, -g, 0] });
    const at = [0, 0, 0];
    const speed = [0, 0, 0];
    for (let k = 0; k < 2; k++) {
      const [l, I] = [lengths[k], (masses[k] * lengths[k] * lengths[k]) / 12];
      const half = [(l / 2) * cos(angles[k]), (l / 2) * sin(angles[k]), 0];
      const turn = [-half[1] * rates[k], half[0] * rates[k], 0];
      world.addBody({
        mass: masses[k],
        inertia: [I, I, I],
        position: at.map((x, i) => x + half[i]),
        rotation: turnAbout([0, 0, 1], angles[k]),
        velocity: speed.map((v, i) => v + turn[i]),
        angularVelocity: [0, 0, rates[k]],
      });
      for (let i = 0; i < 3; i++) {
        at[i] += 2 * half[i];
        speed[i] += 2 * turn[i];
      }
    }
    const pin = [lengths[0] * cos(angles[0]), lengths[0] * sin(angles[0]), 0];
    const end = [at[0], 0, 0];
    world.addBody({ mass: masses[2], inertia: [1, 1, 1], position: end, velocity: [speed[0], 0, 0] });
    const axis = [0, 0, 1];
    const crank = world.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis, angle: angles[0] }));
    const rod = world.add(hinge({ a: { body: 1 }, b: { body: 0 }, at: pin, axis, angle: angles[1] - angles[0] }));
    world.add(hinge({ a: { body: 2 }, b: { body: 1 }, at: end, axis }));
    const rail = world.add(slider({ a: { body: 2 }, at: end, axis: [1, 0, 0], travel: end[0] }));
    rows.forEach((row, k) => {
      advance(world, row.t);
      const found = [crank.angle.value, rod.angle.value + crank.angle.value, rail.travel.value, rail.travel.rate];
      expect(compare(found, [row.crank, row.rod, row.x, row.v])).toBeLessThan(relative);
      expect(Math.abs(carriedBy(world, rail)[1] / guide[k] - 1)).toBeLessThan(relative);
    });
  });

  test("Andrews' squeezer: accelerations and what its loops carry, at first and at 0.03 s", () => {
    const { m, I, start, end, C, D, P } = andrews;
    const world = new World({ gravity: [0, 0, 0] });
    const bodies = findAndrewsBodies().map(({ angle, center }, k) => {
      const rotation = turnAbout([0, 0, 1], angle);
      return world.addBody({ mass: m[k], inertia: [I[k], I[k], I[k]], position: [...center, 0], rotation });
    });
    const join = (a: number, b: number | null, [x, y]: readonly number[]) => {
      const other = b === null ? {} : { b: { body: bodies[b] } };
      return world.add(hinge({ a: { body: bodies[a] }, ...other, at: [x, y, 0], axis: [0, 0, 1] }));
    };
    const joints = andrews.joints.map(([a, b, at]) => join(a, b, at));
    const loops = [2, 3, 5].map((k) => join(k, 1, P));
    world.mechanism.addForce(jointTorque(joints[0].angle, andrews.torque));
    const { system } = world;
    const { position, rotation } = system.getPose(bodies[2]);
    const [x, y, angle] = [D[0] - position[0], D[1] - position[1], 2 * Math.atan2(rotation[2], rotation[3])];
    const [c, s] = [cos(angle), sin(angle)];
    const anchor = system.addAnchor(bodies[2], [x * c + y * s, y * c - x * s, 0]);
    const post = system.particles.addParticle({ position: [...C, 0], fixed: true });
    const springs = system.particles.addForce(new Springs());
    springs.connect(system.particles, anchor, post, { stiffness: andrews.stiffness, length: andrews.length });

    const out = new Float64Array(6);
    const readAccelerations = () => {
      const of = bodies.map((body) => {
        world.readAcceleration(out, 0, body);
        return out[5];
      });
      // Θ, Φ and Ω are those of a body against another
      return [of[0], of[1] - of[0], of[2], of[3] - of[4], of[4], of[5] - of[6], of[6]];
    };
    const readLoops = () => loops.flatMap((loop) => [...carriedBy(world, loop).subarray(0, 2)]);
    world.settle();
    expect(compare(readAccelerations(), [...start.accelerations])).toBeLessThan(1e-11);
    expect(compare(readLoops(), [...start.loops])).toBeLessThan(1e-13);
    advance(world, end.t);
    world.settle();
    const q = joints.map((joint, k) => joint.angle.value + start.q[k]);
    const rates = joints.map((joint) => joint.angle.rate);
    expect(compare(q, [...end.q])).toBeLessThan(relative);
    expect(compare(rates, [...end.rates])).toBeLessThan(relative);
    expect(compare(readAccelerations(), [...end.accelerations])).toBeLessThan(relative);
    expect(compare(readLoops(), [...end.loops])).toBeLessThan(relative);
  });
});
