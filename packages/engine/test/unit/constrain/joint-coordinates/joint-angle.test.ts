import { type Hinge, hinge, type JointOptions, Mechanism, universal } from "@rigor/engine/constrain";
import { dopri5, integrate, rk4 } from "@rigor/engine/ode";
import { createRotatePath, RigidSystem } from "@rigor/engine/rigid";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addWheel, turnAbout } from "../../../support/joints.js";

const z = [0, 0, 1];

/** A wheel on a hinge along z, turned by `angle`, at a rate. */
function createWheel(rate = 0, options: { angle?: number } = {}): { mechanism: Mechanism; joint: Hinge } {
  const system = new RigidSystem();
  system.addBody({ mass: 1, inertia: [1, 1, 1], angularVelocity: [0, 0, rate] });
  const mechanism = new Mechanism(system);
  return { mechanism, joint: mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z, ...options })) };
}

describe("what it is", () => {
  test("a against b, right-handed about the axis, zero when added", () => {
    fc.assert(
      fc.property(fc.double({ min: -3.1, max: 3.1, noNaN: true }), fc.boolean(), (angle, isSwapped) => {
        const system = new RigidSystem();
        addWheel(system, 1, 1, [1, 0, 0]);
        const mechanism = new Mechanism(system);
        const sides: JointOptions = isSwapped ? { a: {}, b: { body: 0 } } : { a: { body: 0 } };
        const joint = mechanism.add(hinge({ ...sides, at: [1, 0, 0], axis: z }));
        expect(joint.angle.value).toBe(0);
        system.place(0, [1, 0, 0], turnAbout(z, angle), [0, 0, 0], [0.3, 0.2, 2]);
        const sign = isSwapped ? -1 : 1;
        // rounding of the rotation
        expect(joint.angle.value).toBeCloseTo(sign * angle, 14);
        expect(joint.angle.rate).toBeCloseTo(sign * 2, 14);
      }),
      { numRuns: 50 },
    );
  });

  test("what the user says it is, full turns included", () => {
    const { joint } = createWheel(0, { angle: 20 });
    expect(joint.angle.value).toBe(20);
    joint.angle.restart(-7);
    expect(joint.angle.value).toBe(-7);
    expect(() => joint.angle.restart(Number.NaN)).toThrow(/angle: must be a finite number, got NaN/);
    expect(() => createWheel(0, { angle: Infinity })).toThrow(
      /constraints\[0\]\.angle: must be a finite number, got Infinity/,
    );
  });
});

describe("full turns", () => {
  test("are counted on from step to step, forth and back", () => {
    for (const rate of [20, -20]) {
      const { mechanism, joint } = createWheel(rate);
      integrate(dopri5(mechanism, { tolerance: 1e-7 }), 3);
      // 10 turns at the tolerance of the run
      expect(Math.abs(joint.angle.value - 3 * rate)).toBeLessThan(5e-6);
    }
  });

  test("are foreseen from the rate, where a step has more than one of them", () => {
    const system = new RigidSystem();
    system.addBody({ path: createRotatePath({ axis: z, rate: 100 }) });
    const mechanism = new Mechanism(system);
    const joint = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    // 25 rad a step: what is driven is where it is, however long the steps
    integrate(rk4(mechanism, { step: 0.25 }), 10);
    expect(joint.angle.value).toBeCloseTo(1000, 12);
  });

  test("are not made up where the state is set back by more than a step", () => {
    const { mechanism, joint } = createWheel(1);
    const start = new Float64Array(mechanism.dimension + 1);
    mechanism.getState(start);
    integrate(dopri5(mechanism), 3);
    mechanism.setState(start);
    expect(joint.angle.value).toBe(0);
    // beyond half a turn only the user knows
    integrate(dopri5(mechanism), 15);
    mechanism.setState(start);
    joint.angle.restart(0);
    integrate(dopri5(mechanism), 10);
    expect(joint.angle.value).toBeCloseTo(10, 6);
  });
});

test("the angles of a universal joint are those of its two arms", () => {
  const system = new RigidSystem();
  addWheel(system, 1, 1);
  const mechanism = new Mechanism(system);
  const joint = mechanism.add(universal({ a: { body: 0 }, at: [0, 0, 0], axes: [[1, 0, 0], z], angles: [0.1, 0.2] }));
  expect(joint.angles.map(({ value }) => value)).toEqual([0.1, 0.2]);
  // about the arm of the world by 0.5, and then about its own by 0.7
  const [zx, zz] = [turnAbout(z, 0.5), turnAbout([1, 0, 0], 0.7)];
  const rotation = [zx[3] * zz[0], zx[2] * zz[0], zx[2] * zz[3], zx[3] * zz[3]];
  system.place(0, [0, 0, 0], rotation, [0, 0, 0], [2 * Math.cos(0.5), 2 * Math.sin(0.5), 3]);
  expect(joint.angles[0].value).toBeCloseTo(0.8, 14);
  expect(joint.angles[1].value).toBeCloseTo(0.7, 14);
  expect(joint.angles[0].rate).toBeCloseTo(2, 14);
  expect(joint.angles[1].rate).toBeCloseTo(3, 14);
  expect(mechanism.measureError().position).toBeLessThan(1e-15);
});
