import { EndSlot, hinge, Mechanism } from "@rigor/engine/constrain";
import { RigidSystem } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { JointFrame } from "../../../../src/constrain/joint-coordinates/joint-frame.js";
import { addWheel, turnAbout } from "../../../support/joints.js";

test("axes go along with what carries them, and so do their rates", () => {
  const system = new RigidSystem();
  addWheel(system, 1, 1);
  const mechanism = new Mechanism(system);
  const [end] = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 1] })).ends;
  const frame = new JointFrame(end, Float64Array.of(0, 1, 0), Float64Array.of(1, 0, 0));
  expect(Array.from(frame.axes.subarray(0, 9))).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0]);
  // a quarter about z: y is where −x was
  system.place(0, [1, 2, 3], turnAbout([0, 0, 1], Math.PI / 2), [0, 0, 0], [0, 0, 2]);
  end.locate(mechanism);
  frame.update();
  const expected = [-1, 0, 0, 0, 0, 1, 0, 1, 0, 0, -2, 0, 0, 0, 0, -2, 0, 0];
  frame.axes.forEach((value, k) => {
    expect(value).toBeCloseTo(expected[k], 15);
  });
  expect(Array.from(end.at.subarray(EndSlot.point, 3))).toEqual([1, 2, 3]);
});
