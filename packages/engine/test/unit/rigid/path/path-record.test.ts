/** Paths and forces tell what they were made from. */
import {
  appliedForce,
  createKeyFramePath,
  createMotionPath,
  createRotatePath,
  damping,
  findPathRecord,
  RigidSystem,
  wind,
} from "@rigor/engine/rigid";
import { expect, test } from "vitest";

test("paths with a closed form and through keys do, others do not", () => {
  const turn = { axis: [0, 1, 0], rate: 2 };
  const keys = {
    times: [0, 1],
    positions: [
      [0, 0, 0],
      [1, 0, 0],
    ],
  };
  const single = { times: [0], positions: [[0, 0, 0]] };
  expect(findPathRecord(createRotatePath(turn))).toEqual({ type: "rotate", options: turn });
  expect(findPathRecord(createKeyFramePath(keys))).toEqual({ type: "keyframes", options: keys });
  expect(findPathRecord(createKeyFramePath(single))).toEqual({ type: "keyframes", options: single });
  expect(findPathRecord(createMotionPath(() => {}))).toBeUndefined();
});

test("a system tells what a body follows", () => {
  const system = new RigidSystem();
  const path = createRotatePath({ axis: [0, 1, 0], rate: 2 });
  const [driven, fixed] = [system.addBody({ path }), system.addBody({ fixed: true })];
  expect([driven, fixed].map((i) => system.kinematics.findPath(i))).toEqual([path, undefined]);
});

test("forces do, unless they change in time", () => {
  expect(damping({ linear: 1, angular: 2 }).parameters).toEqual({ linear: 1, angular: 2, velocity: [0, 0, 0] });
  expect(wind({ velocity: [1, 2, 3], drag: 4 }).parameters).toEqual({ linear: 4, angular: 0, velocity: [1, 2, 3] });
  expect(appliedForce({ body: 0, force: [1, 0, 0], at: [0, 1, 0] }).parameters).toEqual({
    force: [1, 0, 0],
    at: [0, 1, 0],
    frame: "world",
    pointFrame: "body",
  });
  expect(
    appliedForce({
      body: 0,
      force: (time, out) => {
        out[0] = time[0];
      },
    }).parameters,
  ).toBeUndefined();
});
