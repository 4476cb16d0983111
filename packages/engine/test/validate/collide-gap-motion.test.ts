/**
 * ḋ and d̈ of touching pairs of every two kinds of shape: from the contact's own data, and as differences of the gap that
 * collision detection finds along the motion.
 */
import { describe, expect, test } from "vitest";
import {
  ContactBuffer,
  collideShapes,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createSphere,
  findContacts,
  frameSize,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
} from "../../src/collide/index.js";
import { computeGapMotion } from "../../src/contact/index.js";
import { createRng, nextInRange, nextRotation, type Rng } from "../../src/math/index.js";
import { dopri5, integrate } from "../../src/ode/index.js";
import { appliedForce, bodySize, givenMass, gravity, RigidSystem } from "../../src/rigid/index.js";

const shapes: Record<string, (rng: Rng) => Shape> = {
  sphere: (rng) => createSphere({ radius: nextInRange(rng, 0.3, 1) }),
  capsule: (rng) => createCapsule({ radius: nextInRange(rng, 0.2, 0.5), height: nextInRange(rng, 0.5, 2) }),
  cylinder: (rng) => createCylinder({ radius: nextInRange(rng, 0.3, 1), height: nextInRange(rng, 0.5, 2) }),
  cone: (rng) => createCone({ radius: nextInRange(rng, 0.3, 1), height: nextInRange(rng, 0.5, 2) }),
  box: (rng) => createBox({ size: [0, 1, 2].map(() => nextInRange(rng, 0.5, 2)) }),
  hull: (rng) => createConvex({ vertices: Array.from({ length: 36 }, () => nextInRange(rng, -1, 1)) }),
};

function makeSystem(rng: Rng): RigidSystem {
  const system = new RigidSystem();
  const random = (size: number) => [0, 1, 2].map(() => nextInRange(rng, -size, size));
  for (let i = 0; i < 2; i++) {
    const rotation = new Float64Array(4);
    nextRotation(rotation, 0, rng);
    const mass = givenMass({ mass: nextInRange(rng, 1, 3), inertia: [2, 2.5, 3] });
    const position = i === 0 ? [4, 0, 0] : [0, 0, 0];
    system.addBody({ mass, position, rotation, velocity: random(0.5), angularVelocity: random(1) });
    system.addForce(appliedForce({ body: i, force: random(5), at: random(1), name: `push ${i}` }));
  }
  system.addForce(gravity());
  return system;
}

const frames = new Float64Array(2 * frameSize);
const result = new PairResult();
const cache = new PairCache(1);

/** Collision detection at the present state, from scratch. */
function detect(system: RigidSystem, a: Shape, b: Shape): number {
  for (let i = 0; i < 2; i++) {
    frames.set(system.state.subarray(bodySize * i, bodySize * i + 3), frameSize * i);
    frames.set(system.rotation.subarray(9 * i, 9 * i + 9), frameSize * i + 3);
  }
  cache.reset(0);
  collideShapes(result, a, frames, 0, b, frames, frameSize, cache, 0, 1e-9);
  return result.values[PairSlot.gap];
}

/** Moves A along the normal until the two touch. */
function bringTogether(system: RigidSystem, a: Shape, b: Shape): void {
  for (let round = 0; round < 60; round++) {
    const gap = detect(system, a, b);
    if (Math.abs(gap) < 1e-14) return;
    for (let k = 0; k < 3; k++) system.state[k] -= gap * result.values[PairSlot.normal + k];
    system.derive();
  }
}

/** First and second derivative of the gap, by differences of order 6; NaN where the features change on the way. */
function difference(system: RigidSystem, a: Shape, b: Shape, h: number): [number, number] {
  const start = new Float64Array(system.dimension + 1);
  system.getState(start);
  const d = [-3, -2, -1, 0, 1, 2, 3].map((k) => {
    system.setState(start);
    integrate(dopri5(system, { tolerance: 1e-14 }), k * h);
    return detect(system, a, b);
  });
  system.setState(start);
  const sixth = d[0] - 6 * d[1] + 15 * d[2] - 20 * d[3] + 15 * d[4] - 6 * d[5] + d[6];
  if (Math.abs(sixth) > 1e-12) return [Number.NaN, Number.NaN];
  const rate = (d[6] - 9 * d[5] + 45 * d[4] - 45 * d[2] + 9 * d[1] - d[0]) / (60 * h);
  const acceleration =
    (2 * d[6] - 27 * d[5] + 270 * d[4] - 490 * d[3] + 270 * d[2] - 27 * d[1] + 2 * d[0]) / (180 * h * h);
  return [rate, acceleration];
}

const pairs = Object.keys(shapes).flatMap((a, i) =>
  Object.keys(shapes)
    .slice(i)
    .map((b) => [a, b]),
);

describe("the motion of the gap", () => {
  test.each(pairs)("%s and %s", (nameA, nameB) => {
    const rng = createRng(11);
    const out = new Float64Array(3);
    const contacts = new ContactBuffer();
    let compared = 0;
    let worst = 0;
    const rounds = /box|hull/.test(nameA) ? 80 : 30;
    for (let round = 0; round < rounds; round++) {
      const swapped = round % 2 === 1;
      const [a, b] = [shapes[swapped ? nameB : nameA](rng), shapes[swapped ? nameA : nameB](rng)];
      const system = makeSystem(rng);
      bringTogether(system, a, b);
      contacts.clear();
      detect(system, a, b);
      if (findContacts(contacts, result, a, frames, 0, b, frames, frameSize, cache, 0, 1e-9) !== 1) continue;
      system.computeForces();
      computeGapMotion(out, 0, system, 0, 1, contacts, 0);
      const [rate, acceleration] = difference(system, a, b, 1e-3);
      if (Number.isNaN(rate)) continue;
      compared++;
      worst = Math.max(worst, Math.abs(out[1] - rate), Math.abs(out[2] - acceleration) / 100);
    }
    // of boxes and hulls brought together along the line of two corners few meet in one contact that lasts
    expect(compared).toBeGreaterThan(7);
    // of the acceleration: the rounding of a gap, 1e-15, over (1 ms)², and as much again from the sixth order
    expect(worst).toBeLessThan(5e-11);
  });
});
