/** Every joint, between every two kinds of things: C, J and γ against differences along a curve. */
import {
  coupling,
  cylindrical,
  gear,
  hinge,
  type JointSide,
  type Mechanism,
  motor,
  rack,
  screw,
  slider,
  traceTime,
  universal,
  weld,
} from "@rigor/engine/constrain";
import { createRng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { checkConstraints, scatter } from "../../../support/constraint-check.js";
import { createJointWorld, type Gimbal } from "../../../support/joints.js";

const place = { at: [0.3, 0.2, -0.1], axis: [1, 2, 3] };
const cross = {
  at: place.at,
  axes: [
    [1, 0, 1],
    [0, 1, 0],
  ] as [number[], number[]],
};
const other = { a: { body: 2 }, at: [1, 1, 1], axis: [0, 1, 0] };
const wave = traceTime((t) => t.times(3).sin());

const joints: Record<string, (mechanism: Mechanism, a: JointSide, b: JointSide) => void> = {
  hinge: (m, a, b) => m.add(hinge({ a, b, ...place })),
  slider: (m, a, b) => m.add(slider({ a, b, ...place })),
  cylindrical: (m, a, b) => m.add(cylindrical({ a, b, ...place })),
  universal: (m, a, b) => m.add(universal({ a, b, ...cross })),
  weld: (m, a, b) => m.add(weld({ a, b, at: place.at })),
  "weld at another rotation": (m, a, b) => m.add(weld({ a, b, at: place.at, rotation: [0.1, 0.2, 0.3, 1] })),
  screw: (m, a, b) => m.add(screw({ a, b, ...place, pitch: 0.7 })),
  "gear of hinges": (m, a, b) => {
    const first = m.add(hinge({ a, b, ...place }));
    const second = m.add(hinge({ ...other, b }));
    m.add(gear({ a: first.angle, b: second.angle, ratio: -1.5 }));
  },
  "gear of wheels": (m, a, b) => m.add(gear({ a, b: { body: 2 }, carrier: b, axis: [0, 1, 0], ratio: 2 })),
  rack: (m, a, b) => {
    const pinion = m.add(hinge({ a, b, ...place }));
    m.add(rack({ rack: m.add(slider(other)).travel, pinion: pinion.angle, radius: 0.3 }));
  },
  "coupling of travels": (m, a, b) => {
    const first = m.add(cylindrical({ a, b, ...place }));
    m.add(coupling({ a: first.travel, b: m.add(slider(other)).travel, ratio: 0.4 }));
  },
  "motor with a speed": (m, a, b) => m.add(motor(m.add(hinge({ a, b, ...place })).angle, { speed: wave })),
  "servo on a travel": (m, a, b) => m.add(motor(m.add(slider({ a, b, ...place })).travel, { position: wave })),
  "servos on a universal joint": (m, a, b) => {
    const { angles } = m.add(universal({ a, b, ...cross }));
    m.add(motor(angles[0], { position: wave }));
    m.add(motor(angles[1], { position: wave }));
  },
};

const pairs: Record<string, (gimbal: Gimbal) => [JointSide, JointSide]> = {
  "two bodies": () => [{ body: 0 }, { body: 1 }],
  "a body and the world": () => [{ body: 0 }, {}],
  "the world and a body": () => [{}, { body: 1 }],
  "a body and one on a path": () => [{ body: 0 }, { body: 3 }],
  "one on a path and a body": () => [{ body: 3 }, { body: 0 }],
  "a body and coordinates": (on) => [{ body: 0 }, { on }],
  "coordinates and a body": (on) => [{ on }, { body: 1 }],
};

describe.each(Object.entries(joints))("%s", (_, join) => {
  test.each(Object.entries(pairs))("between %s", (_name, pick) => {
    for (let seed = 1; seed <= 2; seed++) {
      const { mechanism, gimbal } = createJointWorld();
      join(mechanism, ...pick(gimbal));
      const rng = createRng(seed);
      scatter(mechanism, rng);
      const errors = checkConstraints(mechanism, rng, 0.01);
      // differences of numbers of order 1 to 10 over 0.01 s: rounding over 0.01, and over 0.01²
      expect(errors.rate).toBeLessThan(2e-13);
      expect(errors.acceleration).toBeLessThan(5e-11);
      // paths from functions have accelerations to 1e-12
      expect(errors.rateOfRate).toBeLessThan(2.5e-12);
    }
  });
});

test("a bead on a straight rail of a body has two rows", () => {
  const { mechanism } = createJointWorld();
  const rail = mechanism.add(slider({ a: { particle: 0 }, b: { body: 0 }, axis: [1, 2, 3] }));
  expect(rail.rows).toBe(2);
  scatter(mechanism, createRng(1));
  const errors = checkConstraints(mechanism, createRng(1), 0.01);
  expect(errors.rate).toBeLessThan(6e-15);
  expect(errors.acceleration).toBeLessThan(1e-11);
});
