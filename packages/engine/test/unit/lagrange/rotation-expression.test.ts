import { constantRotation, RotationExpression, turnAbout } from "@rigor/engine/lagrange";
import { createRng, nextInRange, nextRotation, quat, type RigorError, traceFunction, vector } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

describe("rotations of expressions", () => {
  test("agree with quaternions of numbers", () => {
    const rng = createRng(1);
    for (let round = 0; round < 50; round++) {
      const p = new Float64Array(4);
      nextRotation(p, 0, rng);
      const axis = [0, 1, 2].map(() => nextInRange(rng, -1, 1));
      const v = Float64Array.from({ length: 3 }, () => nextInRange(rng, -2, 2));
      const angle = Float64Array.of(nextInRange(rng, -7, 7));
      const tape = traceFunction(1, ([x]) => {
        const both = constantRotation(p).times(turnAbout(axis, x));
        return [both.q, both.w, both.rotate(Array.from(v)), both.rotate(vector(v[0], v[1], v[2]))];
      });
      const out = new Float64Array(10);
      tape.evaluate(out, 0, angle, 0);
      const q = new Float64Array(4);
      const expected = new Float64Array(3);
      const size = Math.hypot(...axis);
      quat.fromAxisAngle(
        q,
        0,
        Float64Array.from(axis, (x) => x / size),
        0,
        angle[0],
      );
      quat.multiply(q, 0, p, 0, q, 0);
      quat.rotateVector(expected, 0, q, 0, v, 0);
      // a dozen roundings of numbers of order one
      for (let k = 0; k < 4; k++) expect(Math.abs(out[k] - q[k])).toBeLessThan(1e-15);
      for (let k = 0; k < 6; k++) expect(Math.abs(out[4 + k] - expected[k % 3])).toBeLessThan(4e-15);
    }
  });

  test("are made by the functions that return them", () => {
    expect(turnAbout([0, 0, 2], 0)).toBeInstanceOf(RotationExpression);
    expect(turnAbout([0, 0, 2], 0).w.number).toBe(1);
  });

  test.each<[string, () => unknown, string]>([
    ["no axis", () => turnAbout([0, 0, 0], 1), "no-direction"],
    ["no quaternion", () => constantRotation([0, 0, 0, 0]), "not-a-rotation"],
    ["three numbers", () => constantRotation([0, 0, 1]), "not-a-rotation"],
    ["not finite", () => constantRotation([0, Number.NaN, 0, 1]), "not-a-rotation"],
  ])("%s is an error", (_name, make, code) => {
    try {
      make();
    } catch (error) {
      expect((error as RigorError).code).toBe(code);
      return;
    }
    expect.unreachable();
  });
});
