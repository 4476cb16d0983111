import { RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requireInertia } from "../../../../src/rigid/mass/inertia-check.js";
import { rotateMass } from "../../../../src/rigid/mass/mass-combine.js";
import { pointsMass } from "../../../../src/rigid/mass/mass-points.js";
import { givenMass, requireMassProperties } from "../../../../src/rigid/mass/mass-properties.js";
import { boxMass } from "../../../../src/rigid/mass/mass-shapes.js";
import { quaternion, vector } from "../../../support/meshes.js";

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RigorError) return error.code;
    throw error;
  }
  return "none";
}

describe("requireInertia", () => {
  test.each([
    ["not nine numbers", [1, 2, 3], "wrong-length"],
    ["a NaN", [1, 0, 0, 0, Number.NaN, 0, 0, 0, 1], "not-finite"],
    ["an infinity", [1, 0, 0, 0, Infinity, 0, 0, 0, 1], "not-finite"],
    ["not symmetric", [2, 0.1, 0, 0, 2, 0, 0, 0, 2], "not-symmetric"],
    ["a negative moment", [-1, 0, 0, 0, 2, 0, 0, 0, 2], "negative-inertia"],
    ["a negative eigenvalue behind positive moments", [1, 2, 0, 2, 1, 0, 0, 0, 2], "negative-inertia"],
    ["a moment above the sum of the others", [1, 0, 0, 0, 1, 0, 0, 0, 2.001], "triangle-inequality"],
    ["the same behind a rotation", [1.5005, 0.5005, 0, 0.5005, 1.5005, 0, 0, 0, 1], "triangle-inequality"],
  ])("%s", (_, inertia, code) => {
    expect(codeOf(() => requireInertia("body.inertia", inertia))).toBe(code);
  });

  test("every message has place, value and cure", () => {
    expect(() => requireInertia("body.inertia", [1, 0, 0, 0, 1, 0, 0, 0, 5])).toThrow(
      "body.inertia: must have no principal moment above the sum of the others, got [5, 1, 1]; no matter is spread like that",
    );
    expect(() => requireInertia("body.inertia", [2, 0.5, 0, 0, 2, 0, 0, 0, 2])).toThrow(
      "body.inertia: must be symmetric: [1] and [3] are the same, got [0.5, 0]; each product of inertia",
    );
  });

  test.each([
    ["nothing", [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["a rod", [1, 0, 0, 0, 0, 0, 0, 0, 1]],
    ["a plate", [1, 0, 0, 0, 1, 0, 0, 0, 2]],
    ["rounding in the products", [1, 1e-14, 0, 0, 1, 0, 0, 0, 1]],
  ])("%s is possible", (_, inertia) => {
    expect(() => requireInertia("inertia", inertia)).not.toThrow();
  });

  test("no set of points is ever refused, however flat and however turned", () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 6 }), quaternion, (positions, q) => {
        requireMassProperties("points", rotateMass(pointsMass({ positions, mass: 3 }), q));
        const plate = positions.map(([x, y]) => [x, y, 0]);
        requireMassProperties("plate", rotateMass(pointsMass({ positions: plate, mass: 3 }), q));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("givenMass", () => {
  test("takes nine numbers, three rows, or three moments", () => {
    const inertia = [2, 0.5, 0, 0.5, 3, 0, 0, 0, 4];
    const flat = givenMass({ mass: 2, center: [1, 2, 3], inertia });
    expect(flat).toEqual({ mass: 2, center: Float64Array.of(1, 2, 3), inertia: Float64Array.from(inertia) });
    const rows = [inertia.slice(0, 3), inertia.slice(3, 6), inertia.slice(6)];
    expect(givenMass({ mass: 2, center: [1, 2, 3], inertia: rows })).toEqual(flat);
    expect([...givenMass({ mass: 2, inertia: [2, 3, 4] }).inertia]).toEqual([2, 0, 0, 0, 3, 0, 0, 0, 4]);
  });

  test.each([
    [{ mass: 0, inertia: [1, 1, 1] }, "not-positive"],
    [{ mass: 1, inertia: [1, 1] }, "wrong-length"],
    [
      {
        mass: 1,
        inertia: [
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
      "wrong-length",
    ],
    [{ mass: 1, inertia: [1, 1, 3] }, "triangle-inequality"],
    [{ mass: 1, inertia: [1, 1, Number.NaN] }, "not-finite"],
    [{ mass: 1, center: [0, 0], inertia: [1, 1, 1] }, "not-a-vector"],
    [{ mass: 1, inertia: undefined }, "no-options"],
    [{ mass: 1, inertia: [1, 1, 1], centre: [0, 0, 0] }, "unknown-option"],
  ])("refuses %j", (options, code) => {
    expect(codeOf(() => givenMass(options as never))).toBe(code);
  });
});

describe("mass or density", () => {
  test("the default density is that of water", () => {
    expect(boxMass({ size: [1, 2, 3] }).mass).toBe(6000);
    expect(boxMass({ size: [1, 2, 3], density: 2 }).mass).toBe(12);
    expect(boxMass({ size: [1, 2, 3], mass: 5 }).mass).toBe(5);
  });

  test("the same tensor either way", () => {
    const byDensity = boxMass({ size: [1, 2, 4], density: 8 });
    expect(byDensity).toEqual(boxMass({ size: [1, 2, 4], mass: 64 }));
  });

  test.each([
    [{ size: [1, 1, 1], mass: 1, density: 1 }, "two-amounts"],
    [{ size: [1, 1, 1], mass: 0 }, "not-positive"],
    [{ size: [1, 1, 1], density: -1 }, "not-positive"],
    [{ size: [1, 1, 1], density: Number.NaN }, "not-positive"],
    [{ size: [1e150, 1e150, 1e150] }, "out-of-range"],
    [{ size: [1e-150, 1e-150, 1e-150] }, "out-of-range"],
    [{ size: [1e200, 1, 1], mass: 1 }, "out-of-range"],
    [{ size: [1e-170, 1e-170, 1e-170], mass: 1 }, "out-of-range"],
    [{ size: [1, 1e-170, 1e-170], mass: 1 }, "out-of-range"],
    [{ size: [1, 1, 1], shell: true }, "no-amount"],
  ])("%j: %s", (options, code) => {
    expect(codeOf(() => boxMass(options as never))).toBe(code);
  });

  test("a mass alone needs no volume that a double can hold", () => {
    expect(boxMass({ size: [1e150, 1e150, 1e150], mass: 6 }).inertia[0]).toBeCloseTo(1e300, -286);
  });

  test("messages have the cure", () => {
    expect(() => boxMass({ size: [1, 1, 1], mass: 1, density: 2 })).toThrow(
      "box: must have a mass or a density, not both, got [1, 2]; one follows from the other and the shape: leave one out",
    );
    expect(() => boxMass({ size: [1, 1, 1], shell: true })).toThrow(
      "box.density: must be given in kg/m², got undefined; there is no usual one for a surface: give mass or density",
    );
  });
});
