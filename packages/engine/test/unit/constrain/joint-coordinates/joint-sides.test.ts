import { hinge, type JointOptions, Mechanism, slider, universal, weld } from "@rigor/engine/constrain";
import { boxMass, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createJointWorld, turnAbout } from "../../../support/joints.js";

/** Two boxes, one of them given in a frame that is not that of its centre. */
function createPair(): Mechanism {
  const system = new RigidSystem();
  const rotation = turnAbout([0, 0, 1], Math.PI / 2);
  system.addBody({ mass: boxMass({ size: [1, 2, 3] }), position: [1, 0, 0], rotation });
  system.addBody({ mass: 2, inertia: [1, 2, 2.5], center: [0.5, 0, 0], position: [0, 3, 0] });
  return new Mechanism(system);
}

const z = [0, 0, 1];

describe("where a joint is", () => {
  // body 0 is turned by a quarter about z: its x is the world's y
  const ways: Record<string, JointOptions> = {
    "once, in the world": { a: { body: 0 }, b: { body: 1 }, at: [1, 2, 0], axis: z },
    "on both sides": {
      a: { body: 0, point: [2, 0, 0], axis: z },
      b: { body: 1, point: [1, -1, 0], axis: z },
    },
    "on a, and the axis in the world": { a: { body: 0, point: [2, 0, 0] }, b: { body: 1 }, axis: z },
    "on b alone": { a: { body: 0 }, b: { body: 1, point: [1, -1, 0], axis: z } },
    "points on the sides, the axis in the world": {
      a: { body: 0, point: [2, 0, 0] },
      b: { body: 1, point: [1, -1, 0] },
      axis: [0, 0, 5],
    },
  };

  test.each(Object.entries(ways))("%s", (_, options) => {
    const mechanism = createPair();
    const { ends } = mechanism.add(hinge(options));
    // rounding of the rotation
    for (const { at } of ends) {
      for (let k = 0; k < 3; k++) expect(at[k]).toBeCloseTo([1, 2, 0][k], 14);
    }
    expect(mechanism.measureError().position).toBeLessThan(2e-15);
  });

  test("a side without a name is the world", () => {
    const mechanism = createPair();
    const joint = mechanism.add(hinge({ a: { body: 0, point: [2, 0, 0] }, b: { point: [1, 2, 0.5] }, axis: z }));
    expect(joint.ends[1].name).toBe("world");
    expect(mechanism.measureError().position).toBeCloseTo(0.5, 15);
  });

  test("sides that do not fit come together, axes the right way round", () => {
    const mechanism = createPair();
    // 2.8 rad between the axes: opposite ones would be nearer
    const axis = [Math.sin(2.8), 0, Math.cos(2.8)];
    mechanism.add(hinge({ a: { body: 0, point: [2, 0, 0], axis: z }, b: { body: 1, point: [0, 0, 0], axis } }));
    const joint = mechanism.add(hinge({ a: { body: 1, point: [1, 0, 0], axis: z }, b: { point: [0, 0, 0], axis: z } }));
    expect(mechanism.measureError().position).toBeGreaterThan(1);
    mechanism.assemble();
    expect(mechanism.measureError().position).toBeLessThan(2e-14);
    joint.ends[0].locate(mechanism);
    // R of the end: its z is the world's
    expect(joint.ends[0].at[17]).toBeCloseTo(1, 14);
  });
});

describe("what is refused", () => {
  const a = { body: 0 };
  const cases: [string, JointOptions, RegExp][] = [
    ["no place", { a, axis: z }, /constraints\[0\]\.at: must be given/],
    ["no axis", { a, at: z }, /constraints\[0\]\.axis: must be given/],
    ["a zero axis", { a, at: z, axis: [0, 0, 0] }, /\.axis: must not be the zero vector/],
    ["a place too much", { a: { body: 0, point: z }, b: { point: z }, at: z, axis: z }, /\.at: must be left out/],
    ["an axis too much", { a: { body: 0, axis: z }, b: { axis: z }, at: z, axis: z }, /\.axis: must be left out/],
    ["opposite axes", { a: { body: 0, axis: z }, b: { axis: [0, 0, -1] }, at: z }, /\.b\.axis: must not be opposite/],
    ["a body with itself", { a, b: { body: 0 }, at: z, axis: z }, /\.b: must be another thing than a, got "body 0"/],
    ["the world with itself", { a: {}, at: z, axis: z }, /\.b: must be another thing than a, got "world"/],
    ["no such body", { a: { body: 7 }, at: z, axis: z }, /constraints\[0\]\.a\.body: must be a body from 0 to 3/],
    ["a particle", { a: { particle: 0 }, at: z, axis: z }, /\.a: must be something that turns, got "particle 0"/],
    ["a particle as b", { a, b: { particle: 0 }, at: z, axis: z }, /\.b: must be something that turns/],
    ["a misspelt key", { a, at: z, axes: z } as unknown as JointOptions, /\.axes: must be an option, got "axes"/],
    ["a misspelt key of a side", { a: { body: 0, pont: z } as object, axis: z }, /\.a\.pont: must be an option/],
    ["a bare point", { a: z as object, axis: z }, /\.a: must be a side of a joint, got \[0, 0, 1\]/],
    ["two things at once", { a: { body: 0, particle: 0 }, axis: z }, /\.a: must be one thing, got "body and particle"/],
    ["a point that is none", { a: { body: 0, point: [1, 2] }, axis: z }, /\.a\.point: must be three finite numbers/],
  ];

  test.each(cases)("%s", (_, options, message) => {
    const { mechanism } = createJointWorld();
    expect(() => mechanism.add(hinge(options))).toThrow(message);
    expect(mechanism.constraints.length).toBe(0);
  });

  test("by others than hinges", () => {
    const { mechanism } = createJointWorld();
    const particle = { a: { particle: 0 }, at: z };
    expect(() => mechanism.add(weld(particle))).toThrow(/\.a: must be something that turns/);
    expect(() => mechanism.add(weld({ a: { particle: 0 } }))).toThrow(/\.a: must be something that turns/);
    expect(() => mechanism.add(weld({ a: { body: 0, axis: z } }))).toThrow(/\.a\.axis: must be left out/);
    expect(() => mechanism.add(weld({ a: 3 as never }))).toThrow(/\.a: must be a side of a joint, got 3/);
    expect(() => mechanism.add(weld({ a, rotation: [0, 0, 0, 0] }))).toThrow(/\.rotation: must be a quaternion/);
    expect(() => mechanism.add(universal({ ...particle, axes: [z, [1, 0, 0]] }))).toThrow(
      /must be something that turns/,
    );
    expect(() => mechanism.add(universal({ a, at: z }))).toThrow(/\.axes: must be given/);
    expect(() => mechanism.add(universal({ a, at: z, axes: [z, [1, 0, 1]] }))).toThrow(/must be perpendicular/);
    expect(() => mechanism.add(universal({ a: { body: 0, axis: z }, at: z, axes: [z, z] }))).toThrow(
      /must be left out/,
    );
    expect(() => mechanism.add(universal({ a: { body: 0, axis: z }, b: { axis: z }, at: z }))).toThrow(
      /not be parallel/,
    );
    expect(() => mechanism.add(slider({ a, b: { particle: 0 }, axis: z }))).toThrow(/make it a of slider/);
    expect(mechanism.constraints.length).toBe(0);
  });
});
