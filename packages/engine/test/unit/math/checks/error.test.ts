import {
  fail,
  RigorError,
  requireFinite,
  requireInteger,
  requireLength,
  requireNonNegative,
  requirePositive,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

/** The message a call throws, or undefined. */
function messageOf(call: () => void): string | undefined {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(RigorError);
    return (error as RigorError).message;
  }
  return undefined;
}

describe("RigorError", () => {
  test("says place, rule, value and cure", () => {
    const message = messageOf(() => fail("not-positive", "bodies[3].mass", "must be > 0", -2, 'use "fixed": true'));
    expect(message).toBe('bodies[3].mass: must be > 0, got -2; use "fixed": true');
  });

  test("carries every fault, one a line", () => {
    const error = new RigorError([
      { code: "empty", path: "a", must: "must not be empty", value: "" },
      { code: "not-finite", path: "b", must: "must be finite", value: Number.NaN, cure: "give a number" },
    ]);
    expect(error.message).toBe('a: must not be empty, got ""\nb: must be finite, got NaN; give a number');
    expect(error.code).toBe("empty");
    expect(error.name).toBe("RigorError");
    expect(error.faults).toHaveLength(2);
    expect(error).toBeInstanceOf(Error);
    expect(new RigorError([]).code).toBe("unknown");
  });

  test("shows values of every kind", () => {
    const shown = (value: unknown): string | undefined => messageOf(() => fail("x", "p", "must not be", value));
    expect(shown(-0)).toBe("p: must not be, got -0");
    expect(shown(undefined)).toBe("p: must not be, got undefined");
    expect(shown(null)).toBe("p: must not be, got null");
    expect(shown(true)).toBe("p: must not be, got true");
    expect(shown("x")).toBe('p: must not be, got "x"');
    expect(shown(Math.max)).toBe("p: must not be, got function max");
    expect(shown(() => 1)).toBe("p: must not be, got function (anonymous)");
    expect(shown([1, 2])).toBe("p: must not be, got [1, 2]");
    expect(shown(new Float64Array(9))).toBe("p: must not be, got [0, 0, 0, 0, 0, 0, 0, 0, … (9 entries)]");
    expect(shown({})).toBe("p: must not be, got {}");
    expect(shown({ a: 1, b: 2 })).toBe("p: must not be, got { a, b }");
  });
});

describe("requirements", () => {
  const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  test("finite", () => {
    for (const x of [0, -0, -1e308, 5e-324]) expect(messageOf(() => requireFinite("x", x))).toBeUndefined();
    for (const x of bad) expect(messageOf(() => requireFinite("x", x))).toBe(`x: must be a finite number, got ${x}`);
  });

  test("positive", () => {
    for (const x of [5e-324, 1, 1e308]) expect(messageOf(() => requirePositive("x", x))).toBeUndefined();
    for (const x of [...bad, 0, -1])
      expect(messageOf(() => requirePositive("x", x, "mend it"))).toMatch(/> 0.*; mend it$/);
  });

  test("non-negative", () => {
    for (const x of [0, -0, 5e-324, 1e308]) expect(messageOf(() => requireNonNegative("x", x))).toBeUndefined();
    for (const x of [...bad, -5e-324]) expect(messageOf(() => requireNonNegative("x", x))).toMatch(/>= 0/);
  });

  test("whole numbers in a range", () => {
    for (const x of [-2, 0, 7]) expect(messageOf(() => requireInteger("n", x, -2, 7))).toBeUndefined();
    for (const x of [...bad, -3, 8, 0.5])
      expect(messageOf(() => requireInteger("n", x, -2, 7))).toMatch(/from -2 to 7/);
  });

  test("length", () => {
    expect(messageOf(() => requireLength("a", [1, 2], 2))).toBeUndefined();
    expect(messageOf(() => requireLength("a", new Float64Array(3), 2))).toBe("a: must have length 2, got 3");
  });
});
