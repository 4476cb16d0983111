import { quat } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cylinderMass } from "../../../../src/rigid/mass/mass-axial.js";
import { combineMass, rotateMass, scaleMass, translateMass } from "../../../../src/rigid/mass/mass-combine.js";
import { meshMass } from "../../../../src/rigid/mass/mass-mesh.js";
import { pointsMass } from "../../../../src/rigid/mass/mass-points.js";
import { boxMass, sphereMass } from "../../../../src/rigid/mass/mass-shapes.js";
import { createBox, differ, moveMesh, quaternion, vector } from "../../../support/meshes.js";

const length = fc.double({ min: 0.1, max: 5, noNaN: true });

describe("combineMass", () => {
  test("one part in its place is the part, to the last bit", () => {
    const box = boxMass({ size: [0.3, 0.7, 1.9] });
    expect(combineMass([{ of: box }])).toEqual(box);
    expect(combineMass([{ of: box, rotation: [0, 0, 0, 1], position: [0, 0, 0] }])).toEqual(box);
  });

  test("two halves of a box are the box, wherever it is cut and however it is turned", () => {
    fc.assert(
      fc.property(
        fc.tuple(length, length, length),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        quaternion,
        (size, cut, q) => {
          const [a, b, c] = size;
          const left = { of: boxMass({ size: [a * cut, b, c] }), position: [(a * cut - a) / 2, 0, 0] };
          const right = { of: boxMass({ size: [a - a * cut, b, c] }), position: [(a * cut) / 2, 0, 0] };
          const whole = boxMass({ size });
          // 5.8e-16 measured
          expect(differ(combineMass([left, right]), whole)).toBeLessThan(2e-15);
          expect(differ(rotateMass(combineMass([left, right]), q), rotateMass(whole, q))).toBeLessThan(2e-15);
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  test("a box put somewhere is the mesh of that box", () => {
    fc.assert(
      fc.property(fc.tuple(length, length, length), quaternion, vector, (size, q, p) => {
        const mesh = moveMesh(
          createBox(
            size.map((x) => -x / 2),
            size.map((x) => x / 2),
          ),
          q,
          p,
        );
        const placed = combineMass([{ of: boxMass({ size }), position: p, rotation: q }]);
        // slender boxes with corners rounded 5 m away: 9.2e-15 measured
        expect(differ(meshMass(mesh), placed)).toBeLessThan(2e-14);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  test("the order of the parts and the way they are grouped do not matter", () => {
    const place = fc.record({ position: vector, rotation: quaternion });
    fc.assert(
      fc.property(place, place, place, (p, q, r) => {
        const a = { of: boxMass({ size: [1, 2, 3] }), ...p };
        const b = { of: cylinderMass({ radius: 1, height: 2 }), ...q };
        const c = { of: sphereMass({ radius: 1.5, shell: true, density: 900 }), ...r };
        const all = combineMass([a, b, c]);
        // 3.5e-16 measured
        expect(differ(combineMass([c, a, b]), all)).toBeLessThan(1e-15);
        expect(differ(combineMass([{ of: combineMass([a, c]) }, b]), all)).toBeLessThan(1e-15);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("moving everything moves the result", () => {
    fc.assert(
      fc.property(vector, quaternion, vector, quaternion, (p, q, shift, turn) => {
        const of = boxMass({ size: [1, 2, 3] });
        const parts = [{ of }, { of, position: p, rotation: q }];
        const moved = translateMass(rotateMass(combineMass(parts), turn), shift);
        const place = new Float64Array(3);
        const both = new Float64Array(4);
        quat.rotateVector(place, 0, Float64Array.from(turn), 0, Float64Array.from(p), 0);
        quat.multiply(both, 0, Float64Array.from(turn), 0, Float64Array.from(q), 0);
        const apart = combineMass([
          { of, position: shift, rotation: turn },
          { of, position: place.map((x, k) => x + shift[k]), rotation: both },
        ]);
        expect(differ(moved, apart)).toBeLessThan(2e-15);
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  test("a hole gives back what was put in", () => {
    const box = boxMass({ size: [1, 2, 3], density: 1 });
    const hole = { of: sphereMass({ radius: 0.4, density: 1 }), position: [0.1, 0.3, -0.2] };
    const drilled = combineMass([{ of: box }, { ...hole, subtract: true }]);
    expect(drilled.mass).toBeCloseTo(6 - (4 / 3) * Math.PI * 0.064, 14);
    expect(differ(combineMass([{ of: drilled }, hole]), box)).toBeLessThan(1e-15);
  });

  test("a body far away keeps its digits", () => {
    const parts = (offset: number) => [
      { of: boxMass({ size: [1, 1, 1] }), position: [offset, 0, 0] },
      { of: boxMass({ size: [2, 1, 1] }), position: [offset + 1.5, 0, 0] },
    ];
    const [near, far] = [0, 2 ** 20].map((offset) => combineMass(parts(offset)));
    // the centre is a whole number here, so nothing is lost
    expect([...far.inertia]).toEqual([...near.inertia]);
  });

  test("scaleMass is the same body of another density", () => {
    const scaled = scaleMass(boxMass({ size: [1, 2, 3], mass: 3 }), 7);
    expect(differ(scaled, boxMass({ size: [1, 2, 3], mass: 7 }))).toBeLessThan(5e-16);
    expect(scaled.mass).toBe(7);
  });

  const box = boxMass({ size: [1, 1, 1], density: 1 });
  const point = pointsMass({ positions: [[0, 0, 0]], mass: 1 });
  test.each([
    ["no list", undefined, "no-parts"],
    ["no parts", [], "no-parts"],
    ["no part", [undefined], "no-options"],
    ["a part without properties", [{}], "no-options"],
    ["a part with an unknown key", [{ of: box, at: [0, 0, 0] }], "unknown-option"],
    ["a bad position", [{ of: box, position: [1, 2] }], "not-a-vector"],
    ["a rotation of length zero", [{ of: box, rotation: [0, 0, 0, 0] }], "not-a-rotation"],
    ["a rotation of three numbers", [{ of: box, rotation: [1, 0, 0] }], "not-a-rotation"],
    ["a rotation with a NaN", [{ of: box, rotation: [0, 0, 0, Number.NaN] }], "not-a-rotation"],
    ["nothing left", [{ of: box }, { of: box, subtract: true }], "no-mass-left"],
    ["less than nothing", [{ of: box, subtract: true }], "no-mass-left"],
    [
      "a hole outside",
      [{ of: box }, { of: scaleMass(box, 0.5), position: [3, 0, 0], subtract: true }],
      "impossible-hole",
    ],
    ["more than a double holds", [{ of: scaleMass(box, 1e308) }, { of: scaleMass(box, 1e308) }], "out-of-range"],
    ["parts too far apart", [{ of: box }, { of: box, position: [1e170, 0, 0] }], "out-of-range"],
    ["points too near together", [{ of: point }, { of: point, position: [1e-170, 0, 0] }], "out-of-range"],
    ["a bad tensor", [{ of: { ...box, inertia: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 3) } }], "triangle-inequality"],
  ])("refuses %s", (_, parts, code) => {
    expect(() => combineMass(parts as never)).toThrow(expect.objectContaining({ code }));
  });

  test("messages name the part", () => {
    expect(() => combineMass([{ of: box }, { of: box, rotation: [0, 0, 0, 0] }])).toThrow(
      "parts[1].rotation: must be a quaternion [x, y, z, w], not zero, got [0, 0, 0, 0]; [0, 0, 0, 1] is no rotation",
    );
    expect(() => scaleMass(box, -1)).toThrow("mass: must be a finite number > 0, got -1");
    const large = boxMass({ size: [1e100, 1e100, 1e100], mass: 1 });
    expect(() => scaleMass(large, 1e200)).toThrow("scaleMass.inertia: must come to finite numbers, and not to zero");
    const small = boxMass({ size: [1e-100, 1e-100, 1e-100], mass: 1 });
    expect(() => scaleMass(small, 1e-200)).toThrow("scaleMass.inertia: must come to finite numbers, and not to zero");
  });
});
