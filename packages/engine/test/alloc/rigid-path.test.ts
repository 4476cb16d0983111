/** Paths of controlled bodies leave nothing on the heap. */
import { type BodyPath, createKeyFramePath, createMotionPath, createRotatePath } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { pathFrameLength } from "../../src/rigid/path/body-path.js";
import { bytesPerCall } from "../support/allocation.js";

describe("no garbage", () => {
  const times = [0, 1, 3, 4];
  const positions = [
    [0, 0, 0],
    [1, 0, 2],
    [3, 1, 0],
    [0, 0, 0],
  ];
  const rotations = [
    [0, 0, 0, 1],
    [1, 0, 0, 1],
    [1, 2, 0, 1],
    [0, 0, 1, 1],
  ];
  const paths: Record<string, BodyPath> = {
    rotate: createRotatePath({ axis: [1, 2, 3], rate: 2, position: [1, 0, 0], center: [0, 0, 0] }),
    motion: createMotionPath((time, frame) => {
      frame[0] = time[0] * time[0];
    }),
    single: createKeyFramePath({ times: [0], positions: [[1, 2, 3]] }),
  };
  for (const interpolation of ["linear", "smooth"] as const) {
    for (const repeat of ["hold", "loop"] as const) {
      paths[`${interpolation} ${repeat}`] = createKeyFramePath({ times, positions, rotations, interpolation, repeat });
    }
  }
  test.each(Object.entries(paths))("%s", (_name, path) => {
    const time = Float64Array.of(-1);
    const frame = new Float64Array(pathFrameLength);
    const call = () => {
      time[0] = time[0] > 8 ? -2 : time[0] + 0.0131;
      path(time, frame);
    };
    expect(bytesPerCall(call, 3000)).toBe(0);
  });
});
