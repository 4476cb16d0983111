import { cylindrical, Mechanism, slider } from "@rigor/engine/constrain";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, turnAbout } from "../../../support/joints.js";

describe("the travel of a joint", () => {
  test("is zero where it was added at one place, or the distance of two points, or what the user says", () => {
    const system = new RigidSystem();
    addWheel(system, 1, 1, [3, 0, 0]);
    const mechanism = new Mechanism(system);
    const x = [2, 0, 0];
    expect(mechanism.add(slider({ a: { body: 0 }, at: [1, 1, 1], axis: x })).travel.value).toBe(0);
    const rail = { a: { body: 0, point: [1, 0, 0] }, b: { point: [0, 0, 0] }, axis: x };
    expect(mechanism.add(slider(rail)).travel.value).toBe(4);
    const sleeve = mechanism.add(cylindrical({ ...rail, travel: -2 }));
    expect(sleeve.travel.value).toBe(-2);
    sleeve.travel.restart(1);
    expect(sleeve.travel.value).toBe(1);
    expect(() => mechanism.add(slider({ ...rail, travel: Number.NaN }))).toThrow(/travel: must be a finite number/);
  });

  test("is along the axis of b, which may turn and move itself", () => {
    const system = new RigidSystem();
    addWheel(system, 1, 1, [1, 0, 0]);
    addWheel(system, 1, 1);
    const mechanism = new Mechanism(system);
    const { travel } = mechanism.add(slider({ a: { body: 0 }, b: { body: 1 }, at: [1, 0, 0], axis: [1, 0, 0] }));
    // everything turned by 0.4 about z and the first moved outward by 0.5
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const rotation = turnAbout([0, 0, 1], 0.4);
    system.place(1, [0, 0, 0], rotation, [0, 0, 0], [0, 0, 2]);
    system.place(0, [1.5 * c, 1.5 * s, 0], rotation, [-3 * s + 0.7 * c, 3 * c + 0.7 * s, 0], [0, 0, 2]);
    // rounding
    expect(travel.value).toBeCloseTo(0.5, 15);
    expect(travel.rate).toBeCloseTo(0.7, 15);
    expect(mechanism.measureError().position).toBeLessThan(1e-15);
    expect(mechanism.measureError().velocity).toBeLessThan(1e-15);
  });
});
