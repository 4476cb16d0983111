/** Paths of controlled bodies: closed forms, differences, refusals. */
import { RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import {
  type BodyPath,
  createMotionPath,
  createRotatePath,
  PathSlot,
  pathFrameLength,
} from "../../../../src/rigid/path/body-path.js";
import { createKeyFramePath, type KeyFrameOptions } from "../../../../src/rigid/path/key-frames.js";

function evaluate(path: BodyPath, t: number): number[] {
  const frame = new Float64Array(pathFrameLength).fill(Number.NaN);
  path(Float64Array.of(t), frame);
  return Array.from(frame);
}

/** The largest difference, entry by entry. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(...Array.from(a, (x, k) => Math.abs(x - b[k])));
}

/** [x y z, q, v, ω, a, α] of a turn about z through (1, 0, 0), from (3, 0, 5), at 2 rad/s. */
function turnAboutZ(t: number): number[] {
  const [c, s] = [Math.cos(2 * t), Math.sin(2 * t)];
  const q = [0, 0, Math.sin(t), Math.cos(t)];
  return [1 + 2 * c, 2 * s, 5, ...q, -4 * s, 4 * c, 0, 0, 0, 2, -8 * c, -8 * s, 0, 0, 0, 0];
}

test("the slots lie one behind the other", () => {
  expect(Object.values(PathSlot)).toEqual([0, 3, 7, 10, 13, 16]);
  expect(pathFrameLength).toBe(PathSlot.angularAcceleration + 3);
});

describe("createRotatePath", () => {
  const path = createRotatePath({ axis: [0, 0, 3], rate: 2, position: [3, 0, 5], center: [1, 0, -7] });

  test("circles about an axis through a point", () => {
    // 4 ulp of 8, the largest number: the angle, its sine, the turned arm and two products
    for (const t of [-3, 0, 0.1, 1, 2.5]) expect(distance(evaluate(path, t), turnAboutZ(t))).toBeLessThan(4e-15);
  });

  test("turns on the spot without a center", () => {
    const frame = evaluate(createRotatePath({ axis: [0, 1, 0], rate: 1, position: [1, 2, 3] }), 0.7);
    const q = [0, Math.sin(0.35), 0, Math.cos(0.35)];
    expect(distance(frame, [1, 2, 3, ...q, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])).toBeLessThan(2e-16);
  });

  test("turns whatever rotation the body has first: half a turn about x, then a quarter about y, is one about (1, 0, −1)/√2", () => {
    const frame = evaluate(createRotatePath({ axis: [0, 1, 0], rate: Math.PI / 2, rotation: [2, 0, 0, 0] }), 1);
    expect(distance(frame.slice(3, 7), [Math.SQRT1_2, 0, -Math.SQRT1_2, 0])).toBeLessThan(2e-16);
  });

  test("keeps copies of what it is given", () => {
    const position = [3, 0, 5];
    const copy = createRotatePath({ axis: [0, 0, 3], rate: 2, position, center: [1, 0, -7] });
    position[0] = 9;
    expect(evaluate(copy, 1)).toEqual(evaluate(path, 1));
  });

  test("refuses an axis without direction and numbers that are not finite", () => {
    expect(() => createRotatePath({ axis: [0, 0, 0], rate: 1 })).toThrow(/rotate\.axis: must not be the zero vector/);
    expect(() => createRotatePath({ axis: [0, 0], rate: 1 })).toThrow(/rotate\.axis: must be three finite numbers/);
    expect(() => createRotatePath({ axis: [0, 1, 0], rate: Number.NaN })).toThrow(/rotate\.rate/);
    expect(() => createRotatePath({ axis: [0, 1, 0], rate: 1, center: [1, 2, Infinity] })).toThrow(/rotate\.center/);
    expect(() => createRotatePath({ axis: [0, 1, 0], rate: 1, rotation: [0, 0, 0, 0] })).toThrow(/zero quaternion/);
    expect(() => createRotatePath(undefined as never)).toThrow(RigorError);
  });
});

describe("createMotionPath", () => {
  const pose: BodyPath = (time, frame) => {
    const t = time[0];
    // a rotation that is not of unit length, and changes its sign
    const size = t > 1 ? -3 : 2;
    frame[0] = 1 + 2 * Math.cos(2 * t);
    frame[1] = 2 * Math.sin(2 * t);
    frame[2] = 5;
    frame[5] = size * Math.sin(t);
    frame[6] = size * Math.cos(t);
  };

  test("finds the derivatives to the digits it promises", () => {
    const path = createMotionPath(pose);
    let [v, a] = [0, 0];
    for (let t = -2; t < 2; t += 0.0625) {
      const frame = evaluate(path, t);
      const exact = turnAboutZ(t);
      const sign = Math.sign(frame[5] * exact[5] + frame[6] * exact[6]);
      for (let k = 3; k < 7; k++) frame[k] *= sign;
      expect(distance(frame.slice(0, 7), exact.slice(0, 7))).toBeLessThan(3e-16);
      v = Math.max(v, distance(frame.slice(7, 13), exact.slice(7, 13)));
      a = Math.max(a, distance(frame.slice(13), exact.slice(13)));
    }
    // rounding, 10⁻¹⁶ X/s and 10⁻¹⁵ X/s² with X = 5: the truncation is 100 times smaller (measured: 5.5e-14 and 2e-11)
    expect(v).toBeLessThan(1e-13);
    expect(a).toBeLessThan(4e-11);
  });

  test("2e-14 m/s and 2e-11 m/s² of a motion of a metre and a radian a second", () => {
    const path = createMotionPath((time, frame) => {
      const t = time[0];
      frame[0] = Math.cos(t);
      frame[1] = Math.sin(t);
      frame[5] = Math.sin(t / 2);
      frame[6] = Math.cos(t / 2);
    });
    const worst = [0, 0, 0, 0];
    for (let t = -2; t < 2; t += 0.01) {
      const [c, s] = [Math.cos(t), Math.sin(t)];
      const exact = [-s, c, 0, 0, 0, 1, -c, -s, 0, 0, 0, 0];
      const got = evaluate(path, t).slice(PathSlot.velocity);
      for (let k = 0; k < 12; k++) {
        const row = Math.floor(k / 3);
        worst[row] = Math.max(worst[row], Math.abs(got[k] - exact[k]));
      }
    }
    const [v, omega, a, alpha] = worst;
    // measured: 1.4e-14 and 5e-12
    expect(v).toBeLessThan(2e-14);
    expect(a).toBeLessThan(2e-11);
    // half angles are sampled, and their rounding is doubled (measured: 3.8e-14 and 1.1e-11)
    expect(omega).toBeLessThan(5e-14);
    expect(alpha).toBeLessThan(2e-11);
  });

  test("at the eighth order", () => {
    const errors = [1 / 4, 1 / 8].map((spacing) => {
      const path = createMotionPath(pose, spacing);
      const frame = evaluate(path, 0.3);
      const exact = turnAboutZ(0.3);
      return [distance(frame.slice(7, 10), exact.slice(7, 10)), distance(frame.slice(13, 16), exact.slice(13, 16))];
    });
    // the next term takes away (Ωs)²/3 of the error or less: 8 % at the larger spacing, 0.1 in the order
    for (const k of [0, 1]) {
      expect(Math.abs(Math.log2(errors[0][k] / errors[1][k]) - 8)).toBeLessThan(0.1);
    }
  });

  test("a tumbling body: α is not the derivative of a fixed axis", () => {
    // q = exp(t e₃) exp(t² e₁ / 2): ω = e₃ + t R e₁, α = R e₁ + t e₃ × R e₁ with R e₁ = (cos t, sin t, 0)
    const path = createMotionPath((time, frame) => {
      const t = time[0];
      const [c, s, d, r] = [Math.cos(t / 2), Math.sin(t / 2), Math.cos((t * t) / 4), Math.sin((t * t) / 4)];
      frame[3] = c * r;
      frame[4] = s * r;
      frame[5] = s * d;
      frame[6] = c * d;
    });
    for (const t of [-1, 0, 0.4, 2]) {
      // rounding, as above with X = 1; measured 1.6e-14 and 5e-12
      const [c, s] = [Math.cos(t), Math.sin(t)];
      const frame = evaluate(path, t);
      expect(distance(frame.slice(10, 13), [t * c, t * s, 1])).toBeLessThan(5e-14);
      expect(distance(frame.slice(16), [c - t * s, s + t * c, 0])).toBeLessThan(1.5e-11);
    }
  });

  test("a function that writes nothing rests at the origin", () => {
    expect(
      evaluate(
        createMotionPath(() => {}),
        3,
      ),
    ).toEqual([0, 0, 0, 0, 0, 0, 1, ...new Array(12).fill(0)]);
  });

  test("refuses what is no motion", () => {
    expect(() => createMotionPath(undefined as never)).toThrow(/motion: must be a function/);
    expect(() => createMotionPath(pose, 0)).toThrow(/motion\.spacing/);
    expect(() => createMotionPath((_t, frame) => void frame.fill(0))).toThrow(/rotation at t = 0.*zero quaternion/);
    expect(() => createMotionPath((_t, frame) => void frame.fill(Number.NaN, 0, 2))).toThrow(/position at t = 0/);
  });
});

describe("createKeyFramePath refuses", () => {
  const good: KeyFrameOptions = {
    times: [0, 1],
    positions: [
      [0, 0, 0],
      [1, 0, 0],
    ],
  };
  const turned = {
    times: [0, 1],
    rotations: [
      [0, 0, 0, 1],
      [0, 0, 0, 0],
    ],
  };
  test.each<[string, unknown, RegExp]>([
    ["no options", undefined, /keyframes: must be an object/],
    ["no times", { ...good, times: [] }, /keyframes\.times: must be a list of at least one time/],
    ["times that stand still", { ...good, times: [1, 1] }, /keyframes\.times\[1\]: must be > 1, .*got 1; sort/],
    ["times that go back", { ...good, times: [1, 0] }, /keyframes\.times\[1\]: must be > 1/],
    ["a time that is not finite", { ...good, times: [0, Infinity] }, /keyframes\.times\[1\]: must be a finite/],
    ["too few positions", { ...good, times: [0, 1, 2] }, /keyframes\.positions: must have length 3, got 2/],
    ["too few rotations", { ...good, rotations: [[0, 0, 0, 1]] }, /keyframes\.rotations: must have length 2, got 1/],
    ["neither of them", { times: [0, 1] }, /keyframes\.positions: must be given, or rotations/],
    ["a position of two numbers", { times: [0], positions: [[1, 2]] }, /keyframes\.positions\[0\]: must be three/],
    ["a zero quaternion", turned, /keyframes\.rotations\[1\]: must not be the zero quaternion/],
    ["a quaternion of three numbers", { times: [0], rotations: [[0, 0, 1]] }, /rotations\[0\]: must be .*four finite/],
    ["position beside positions", { ...good, position: [0, 0, 0] }, /keyframes\.position: must be left out/],
    ["rotation beside rotations", { times: [0], rotations: [[0, 0, 0, 1]], rotation: [0, 0, 0, 1] }, /left out/],
    ["another interpolation", { ...good, interpolation: "cubic" }, /must be "linear" or "smooth", got "cubic"/],
    ["another repetition", { ...good, repeat: "bounce" }, /keyframes\.repeat: must be "hold" or "loop"/],
    [
      "rest on linear keys",
      { ...good, ends: "rest" },
      /keyframes\.ends: must be left out unless interpolation is "smooth"/,
    ],
    [
      "a misspelt key",
      { ...good, repeats: "loop" },
      /keyframes\.repeats: must be an option, got "repeats"; there are times/,
    ],
    ["other ends", { ...good, ends: "soft" }, /keyframes\.ends: must be "free" or "rest"/],
  ])("%s", (_name, options, message) => {
    expect(() => createKeyFramePath(options as KeyFrameOptions)).toThrow(message);
    expect(() => createKeyFramePath(options as KeyFrameOptions)).toThrow(RigorError);
  });
});
