import { vec3 } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const vector = fc.tuple(number, number, number);
type Vector = [number, number, number];

/** The vectors one after the other, behind a guard entry that nothing may touch. */
function pack(...vectors: Vector[]): Float64Array {
  return new Float64Array([77, ...vectors.flat(), 77]);
}

const at = (w: Float64Array, i: number): Vector => [w[i], w[i + 1], w[i + 2]];

/** Plain formulas to compare with. */
const plain = {
  add: (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
  subtract: (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  cross: (a: Vector, b: Vector): Vector => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ],
};

const binary = {
  add: { run: vec3.add, plain: plain.add },
  subtract: { run: vec3.subtract, plain: plain.subtract },
  cross: { run: vec3.cross, plain: plain.cross },
  "addScaled by 0.3": {
    run: (out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number) =>
      vec3.addScaled(out, o, a, i, 0.3, b, j),
    plain: (a: Vector, b: Vector): Vector => [a[0] + 0.3 * b[0], a[1] + 0.3 * b[1], a[2] + 0.3 * b[2]],
  },
  "lerp at 0.3": {
    run: (out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number) =>
      vec3.lerp(out, o, a, i, b, j, 0.3),
    plain: (a: Vector, b: Vector): Vector => [
      0.7 * a[0] + 0.3 * b[0],
      0.7 * a[1] + 0.3 * b[1],
      0.7 * a[2] + 0.3 * b[2],
    ],
  },
};

const single = {
  copy: { run: vec3.copy, plain: (a: Vector): Vector => a },
  negate: { run: vec3.negate, plain: (a: Vector): Vector => [-a[0], -a[1], -a[2]] },
  "scale by 3": {
    run: (out: Float64Array, o: number, a: Float64Array, i: number) => vec3.scale(out, o, a, i, 3),
    plain: (a: Vector): Vector => [3 * a[0], 3 * a[1], 3 * a[2]],
  },
};

describe("formulas, with the output anywhere", () => {
  for (const [name, { run, plain: reference }] of Object.entries(binary)) {
    test(name, () => {
      fc.assert(
        fc.property(vector, vector, fc.integer({ min: 1, max: 7 }), (a, b, o) => {
          // o = 1 is on a, 4 on b, 7 beyond, the others overlap a, b or both
          const w = pack(a, b, [0, 0, 0]);
          const before = Float64Array.from(w);
          run(w, o, w, 1, w, 4);
          expect(at(w, o)).toEqual(reference(a, b));
          for (let k = 0; k < w.length; k++) if (k < o || k > o + 2) expect(w[k]).toBe(before[k]);
        }),
        { seed: 1, numRuns: 300 },
      );
    });
  }
  for (const [name, { run, plain: reference }] of Object.entries(single)) {
    test(name, () => {
      fc.assert(
        fc.property(vector, fc.integer({ min: 1, max: 4 }), (a, o) => {
          const w = pack(a, [0, 0, 0]);
          run(w, o, w, 1);
          expect(at(w, o)).toEqual(reference(a));
        }),
        { seed: 1, numRuns: 100 },
      );
    });
  }

  test("set, and the ends of lerp", () => {
    const w = pack([0, 0, 0], [0.1, 0.2, 0.3], [1e17, 7, -3]);
    vec3.set(w, 1, 1, 2, 3);
    expect([...w.subarray(0, 5)]).toEqual([77, 1, 2, 3, 0.1]);
    vec3.lerp(w, 1, w, 4, w, 7, 0);
    expect(at(w, 1)).toEqual([0.1, 0.2, 0.3]);
    vec3.lerp(w, 1, w, 4, w, 7, 1);
    expect(at(w, 1)).toEqual([1e17, 7, -3]);
  });
});

describe("numbers", () => {
  test("dot, triple product and squares", () => {
    const w = pack([1, 2, 3], [4, -5, 6], [7, 8, -10]);
    expect(vec3.dot(w, 1, w, 4)).toBe(12);
    expect(vec3.tripleProduct(w, 1, w, 4, w, 7)).toBe(1 * (50 - 48) + 2 * (42 + 40) + 3 * (32 + 35));
    expect(vec3.lengthSquared(w, 1)).toBe(14);
    expect(vec3.distanceSquared(w, 1, w, 4)).toBe(9 + 49 + 9);
    expect(vec3.distance(w, 1, w, 4)).toBe(Math.sqrt(67));
  });

  test("length holds from the smallest double to the largest", () => {
    for (const s of [1, 2 ** -1074, 2 ** -1060, 2 ** -500, 2 ** -449, 2 ** 494, 2 ** 495, 2 ** 1000, 2 ** 1020]) {
      const w = pack([2 * s, -3 * s, 6 * s], [0, 0, 0]);
      expect(vec3.length(w, 1)).toBe(7 * s);
      expect(vec3.distance(w, 1, w, 4)).toBe(7 * s);
    }
    expect(vec3.length(pack([0, -0, 0]), 1)).toBe(0);
    expect(vec3.length(pack([Number.POSITIVE_INFINITY, 1, 0]), 1)).toBe(Number.POSITIVE_INFINITY);
    expect(vec3.length(pack([Number.NaN, 1, 0]), 1)).toBeNaN();
  });
});

describe("directions", () => {
  test("normalize, at every size", () => {
    for (const s of [1, 2 ** -1074, 2 ** -600, 2 ** -449, 2 ** 494, 2 ** 1020]) {
      const w = pack([2 * s, -3 * s, 6 * s]);
      expect(vec3.normalize(w, 1, w, 1)).toBe(true);
      expect(at(w, 1)).toEqual([2 / 7, -3 / 7, 6 / 7]);
    }
  });

  test("normalize without a direction", () => {
    for (const bad of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      const w = pack([bad, 0, 0]);
      expect(vec3.normalize(w, 1, w, 1)).toBe(false);
      expect(at(w, 1)).toEqual([0, 0, 0]);
    }
  });

  test("a normalized vector has unit length to 2 ulp", () => {
    // three quotients, each within half an ulp, and a length formula within one
    fc.assert(
      fc.property(vector, (a) => {
        const w = pack(a);
        fc.pre(vec3.normalize(w, 1, w, 1));
        expect(Math.abs(vec3.length(w, 1) - 1)).toBeLessThanOrEqual(4.5e-16);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  test("anyPerpendicular is a unit vector at a right angle", () => {
    const special: Vector[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
      [1, 1, 1],
      [1, -1, 0],
      [2 ** -1074, 0, 0],
      [0, 2 ** 1020, 2 ** 1020],
    ];
    const check = (a: Vector): void => {
      const w = pack(a, [0, 0, 0]);
      vec3.anyPerpendicular(w, 4, w, 1);
      vec3.normalize(w, 1, w, 1);
      // three quotients and a length, as above
      expect(Math.abs(vec3.length(w, 4) - 1)).toBeLessThanOrEqual(4.5e-16);
      // two products of unit components, each of which carries an ulp
      expect(Math.abs(vec3.dot(w, 1, w, 4))).toBeLessThanOrEqual(2.3e-16);
      vec3.anyPerpendicular(w, 1, w, 1);
      expect(at(w, 1).every(Number.isFinite)).toBe(true);
    };
    for (const a of special) check(a);
    fc.assert(
      fc.property(vector, (a) => {
        fc.pre(a.some((x) => x !== 0));
        check(a);
      }),
      { seed: 1, numRuns: 1000 },
    );
    const w = pack([0, 0, 0]);
    vec3.anyPerpendicular(w, 1, w, 1);
    expect(at(w, 1)).toEqual([1, 0, 0]);
  });

  test("angleBetween is accurate from 1e-12 to π − 1e-12, where acos is blind", () => {
    for (const angle of [1e-12, 1e-8, 1e-3, 1, Math.PI / 2, 3, Math.PI - 1e-3, Math.PI - 1e-8, Math.PI - 1e-12]) {
      const w = pack([3, 0, 0], [0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0]);
      // the unit vectors carry an ulp each: absolute errors of 4e-16
      expect(Math.abs(vec3.angleBetween(w, 1, w, 4) - angle)).toBeLessThan(4.5e-16);
    }
    const w = pack([1e300, 0, 0], [-1e-300, 0, 0], [0, 0, 0]);
    expect(vec3.angleBetween(w, 1, w, 1)).toBe(0);
    expect(vec3.angleBetween(w, 1, w, 4)).toBe(Math.PI);
    expect(vec3.angleBetween(w, 1, w, 7)).toBe(0);
  });
});
