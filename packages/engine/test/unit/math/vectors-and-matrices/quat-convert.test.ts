import { createRng, nextInRange, nextRotation, quat, vec3 } from "@rigor/engine/math";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { exact } from "../../../support/exact-functions.js";

const rng = createRng(6);
const epsilon = 2 ** -52;
const D = Decimal.clone({ precision: 50 });

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 0; k < a.length; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}

/** The distance as rotations: q and −q are the same. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.min(
    distance(a, b),
    distance(
      a,
      Array.from(b, (x) => -x),
    ),
  );
}

/** q scaled to unit length, and its matrix, each worked out to 50 digits and rounded once. */
function exactRotation(entries: ArrayLike<number>): { q: number[]; m: number[] } {
  const raw = Array.from(entries, (x) => new D(exact(x).toString()));
  const size = D.sqrt(raw.reduce((sum, x) => sum.plus(x.pow(2)), new D(0)));
  const [x, y, z, s] = raw.map((entry) => entry.div(size));
  const one = (a: Decimal, b: Decimal): number => new D(1).minus(a.pow(2).plus(b.pow(2)).times(2)).toNumber();
  const two = (a: Decimal, b: Decimal, c: Decimal, sign: number): number =>
    a.times(b).plus(s.times(c).times(sign)).times(2).toNumber();
  const first = [one(y, z), two(x, y, z, -1), two(x, z, y, 1)];
  const second = [two(x, y, z, 1), one(x, z), two(y, z, x, -1)];
  const third = [two(x, z, y, -1), two(y, z, x, 1), one(x, y)];
  return { q: [x, y, z, s].map((entry) => entry.toNumber()), m: [...first, ...second, ...third] };
}

function fromMatrix(m: number[]): Float64Array {
  const out = new Float64Array(4);
  quat.fromMatrix(out, 0, Float64Array.from(m), 0);
  return out;
}

/** Which of the four branches of `matrix_to_quaternion` a matrix takes. */
function branchOf(m: number[]): number {
  if (m[0] + m[4] + m[8] >= 0) return 0;
  if (m[0] >= m[4] && m[0] >= m[8]) return 1;
  return m[4] >= m[8] ? 2 : 3;
}

function randomRotation(): Float64Array {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  return q;
}

describe("matrix and quaternion, section 4", () => {
  const check = (entries: ArrayLike<number>): number => {
    const { q, m } = exactRotation(entries);
    const out = new Float64Array(9);
    quat.toMatrix(out, 0, Float64Array.from(q), 0);
    // 1 − 2y² − 2z²: entries of q half an ulp off, then four roundings of numbers up to 2
    expect(distance(out, m)).toBeLessThan(3 * epsilon);
    // entries of m are half an ulp off; the division is by a number of at least ½ · 4
    expect(apart(fromMatrix(m), q)).toBeLessThan(1.5 * epsilon);
    // and back again
    expect(apart(fromMatrix([...out]), q)).toBeLessThan(3 * epsilon);
    return branchOf(m);
  };

  test("random rotations, through all four branches", () => {
    const seen = [0, 0, 0, 0];
    for (let n = 0; n < 1500; n++) seen[check(randomRotation())]++;
    // all are likely (measured: 296 for the least)
    expect(Math.min(...seen)).toBeGreaterThan(290);
  });

  test("half turns about the axes, the diagonals, and anything", () => {
    const seen = [0, 0, 0, 0];
    for (const x of [-1, 0, 1, 0.5, 1e-8, 1e-200]) {
      for (const y of [-1, 0, 1, 0.3, 1e-8]) {
        for (const z of [-1, 0, 1, 0.7, 1e-8]) {
          if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < 0.1) continue;
          for (const s of [0, 1e-300, 1e-17, 1e-9, -1e-9]) seen[check([x, y, z, s])]++;
        }
      }
    }
    expect(seen[0]).toBe(0);
    // measured: 180 for the least
    expect(Math.min(...seen.slice(1))).toBeGreaterThan(170);
  });

  test("quarter turns, exactly", () => {
    const h = Math.SQRT1_2;
    // a quotient and the rounding of √½
    expect(apart(fromMatrix([1, 0, 0, 0, 0, -1, 0, 1, 0]), [h, 0, 0, h])).toBeLessThan(epsilon);
    expect(apart(fromMatrix([0, 0, 1, 0, 1, 0, -1, 0, 0]), [0, h, 0, h])).toBeLessThan(epsilon);
    expect(apart(fromMatrix([0, -1, 0, 1, 0, 0, 0, 0, 1]), [0, 0, h, h])).toBeLessThan(epsilon);
    expect([...fromMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1])]).toEqual([0, 0, 0, 1]);
    expect([...fromMatrix([1, 0, 0, 0, -1, 0, 0, 0, -1])]).toEqual([1, 0, 0, 0]);
    expect([...fromMatrix([-1, 0, 0, 0, 1, 0, 0, 0, -1])]).toEqual([0, 1, 0, 0]);
    expect([...fromMatrix([-1, 0, 0, 0, -1, 0, 0, 0, 1])]).toEqual([0, 0, 1, 0]);
  });

  test("on the boundaries between branches", () => {
    // trace 0: a third of a turn, s = ½; the cyclic permutations have it exactly
    expect(apart(fromMatrix([0, 0, 1, 1, 0, 0, 0, 1, 0]), [0.5, 0.5, 0.5, 0.5])).toBe(0);
    expect(apart(fromMatrix([0, 1, 0, 0, 0, 1, 1, 0, 0]), [-0.5, -0.5, -0.5, 0.5])).toBe(0);
    const seen = [0, 0, 0, 0];
    for (let n = 0; n < 300; n++) {
      // s within a few ulp of half of |q|, on either side
      const v = randomRotation();
      vec3.normalize(v, 0, v, 0);
      const s = Math.sqrt(1 / 3) * (1 + epsilon * Math.round(nextInRange(rng, -4, 4)));
      seen[check([v[0], v[1], v[2], s])]++;
      // two or three entries of the diagonal equal to within a few ulp
      const nudge = (): number => 1 + epsilon * Math.round(nextInRange(rng, -4, 4));
      const w = nextInRange(rng, -0.5, 0.5);
      seen[check([1, nudge(), 0.4, w])]++;
      seen[check([0.4, 1, -nudge(), w])]++;
      seen[check([nudge(), -0.4, 1, w])]++;
      seen[check([nudge(), nudge(), nudge(), w])]++;
    }
    // measured: 141 for the least
    expect(Math.min(...seen)).toBeGreaterThan(140);
  });

  test("a matrix that has drifted still gives a unit quaternion", () => {
    for (let n = 0; n < 200; n++) {
      const { q, m } = exactRotation(randomRotation());
      const drifted = m.map((x) => x + 1e-6 * nextInRange(rng, -1, 1));
      const out = fromMatrix(drifted);
      // four quotients by the length, half an ulp each
      expect(Math.abs(quat.length(out, 0) - 1)).toBeLessThan(2 * epsilon);
      // the matrix is off by 1e-6 an entry, and its entries are twice products of those of q (measured: 8.5e-7)
      expect(apart(out, q)).toBeLessThan(1e-6);
    }
  });

  test("with the output anywhere", () => {
    for (let o = 0; o <= 9; o++) {
      const { m, q } = exactRotation(randomRotation());
      const w = new Float64Array([...m, ...new Array(9).fill(0)]);
      quat.fromMatrix(w, o, w, 0);
      expect([...w.subarray(o, o + 4)]).toEqual([...fromMatrix(m)]);
      const u = new Float64Array([...q, ...new Array(16).fill(0)]);
      const expected = new Float64Array(9);
      quat.toMatrix(expected, 0, Float64Array.from(q), 0);
      quat.toMatrix(u, o, u, 0);
      expect([...u.subarray(o, o + 9)]).toEqual([...expected]);
    }
  });
});

describe("exponential and logarithm", () => {
  const sizes = [2 ** -1074, 1e-310, 1e-200, 1e-20, 1e-8, 1e-4, 0.1, 1, 2, 3, 3.1, Math.PI - 1e-5, Math.PI - 1e-9];

  test("exp of subnormal vectors halves each entry, to the nearest double", () => {
    const out = new Float64Array(4);
    for (const [x, y] of [
      [1, 0],
      [2, 0],
      [1, 3],
      [6, 1],
      [1000, 7],
    ]) {
      quat.fromRotationVector(out, 0, Float64Array.of(x * 2 ** -1074, y * 2 ** -1074, 0), 0);
      expect([...out]).toEqual([0.5 * (x * 2 ** -1074), 0.5 * (y * 2 ** -1074), 0, 1]);
    }
  });

  test("exp against sin and cos to 40 digits", () => {
    for (const size of [...sizes, Math.PI, 4, 6.28, 7, 100, 1e10]) {
      for (let n = 0; n < 20; n++) {
        const r = new Float64Array(3);
        const axis = randomRotation();
        vec3.normalize(axis, 0, axis, 0);
        vec3.scale(r, 0, axis, 0, size);
        const [x, y, z] = Array.from(r, (entry) => new D(exact(entry).toString()));
        const theta = D.sqrt(x.pow(2).plus(y.pow(2)).plus(z.pow(2)));
        if (theta.isZero()) continue;
        const k = D.sin(theta.div(2)).div(theta);
        const out = new Float64Array(4);
        quat.fromRotationVector(out, 0, r, 0);
        const reference = [x.times(k), y.times(k), z.times(k), D.cos(theta.div(2))];
        // |r| is an ulp off, which for a large angle is an angle
        const bound = 2 * epsilon + 2 * epsilon * size;
        for (let e = 0; e < 4; e++) expect(Math.abs(out[e] - reference[e].toNumber())).toBeLessThan(bound);
        // and small rotation vectors keep their relative accuracy, down to the last subnormal
        if (size < 1) {
          for (let e = 0; e < 3; e++) {
            const error = Math.abs(out[e] - reference[e].toNumber());
            // sine, quotient and product, an ulp each; and one rounding among the subnormals
            expect(error).toBeLessThanOrEqual(4 * epsilon * Math.abs(out[e]) + 2 ** -1074);
          }
        }
      }
    }
  });

  test("log undoes exp, relative to the angle, up to half a turn", () => {
    for (const size of sizes) {
      for (let n = 0; n < 50; n++) {
        const w = new Float64Array(11);
        const axis = randomRotation();
        vec3.normalize(axis, 0, axis, 0);
        vec3.scale(w, 0, axis, 0, size);
        quat.fromRotationVector(w, 4, w, 0);
        for (const sign of [1, -1]) {
          for (let k = 4; k < 8; k++) w[k] *= sign;
          quat.toRotationVector(w, 8, w, 4);
          // halving the last subnormal loses its bit
          const bound = 5 * epsilon * size + 2 ** -1073;
          expect(distance(w.subarray(8, 11), w.subarray(0, 3))).toBeLessThanOrEqual(bound);
        }
      }
    }
  });

  test("log of the identity, of a half turn, of a quaternion of any length", () => {
    const log = (entries: number[]): number[] => {
      const out = new Float64Array(3);
      quat.toRotationVector(out, 0, Float64Array.from(entries), 0);
      return [...out];
    };
    expect(log([0, 0, 0, 1])).toEqual([0, 0, 0]);
    expect(log([0, 0, 1, 0])).toEqual([0, 0, Math.PI]);
    expect(log([0, 0, -1, 0])).toEqual([0, 0, -Math.PI]);
    // an atan2 within an ulp of π/2, and a product
    expect(distance(log([0, 3, 0, 3]), [0, Math.PI / 2, 0])).toBeLessThan(2 * epsilon);
    expect(distance(log([0, 3e-150, 0, -3e-150]), [0, -Math.PI / 2, 0])).toBeLessThan(2 * epsilon);
  });

  test("axis and angle, both ways", () => {
    const w = new Float64Array(16);
    for (let n = 0; n < 300; n++) {
      const axis = randomRotation();
      vec3.normalize(w, 0, axis, 0);
      const angle = nextInRange(rng, 0, Math.PI);
      quat.fromAxisAngle(w, 4, axis, 0, angle);
      quat.toAxisAngle(w, 8, w, 4);
      // two normalisations of the axis; a sine, a cosine and an atan2 for the angle: an ulp each (measured: 1 ε)
      expect(distance(w.subarray(8, 11), w.subarray(0, 3))).toBeLessThan(3 * epsilon);
      expect(Math.abs(w[11] - angle)).toBeLessThan(3 * epsilon);
      // the long way round is reported as the short one about the opposite axis; 2π − angle carries two ulp of its own
      quat.fromAxisAngle(w, 4, axis, 0, 2 * Math.PI - angle);
      quat.toAxisAngle(w, 8, w, 4);
      expect(Math.abs(w[11] - angle)).toBeLessThan(5 * epsilon);
    }
    quat.toAxisAngle(w, 0, new Float64Array([0, 0, 0, 1]), 0);
    expect([...w.subarray(0, 4)]).toEqual([1, 0, 0, 0]);
    quat.fromAxisAngle(w, 0, new Float64Array(3), 0, 1);
    expect([...w.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
    quat.fromAxisAngle(w, 0, new Float64Array([0, 1e200, 0]), 0, Math.PI);
    // cos(π/2) of the double next to π/2 is 6e-17
    expect(distance(w.subarray(0, 4), [0, 1, 0, 0])).toBeLessThan(epsilon);
  });

  test("with the output anywhere", () => {
    const angled = (out: Float64Array, o: number, a: Float64Array, i: number): void =>
      quat.fromAxisAngle(out, o, a, i, 0.7);
    for (const f of [quat.fromRotationVector, quat.toRotationVector, quat.toAxisAngle, angled]) {
      for (let o = 0; o <= 4; o++) {
        const q = randomRotation();
        const expected = new Float64Array(4);
        f(expected, 0, q, 0);
        const w = new Float64Array(8);
        w.set(q);
        f(w, o, w, 0);
        const size = f === quat.toRotationVector ? 3 : 4;
        expect([...w.subarray(o, o + size)]).toEqual([...expected.subarray(0, size)]);
      }
    }
  });
});

describe("fromVectors", () => {
  const w = new Float64Array(20);

  /** The largest error in carrying the direction of a to that of b. */
  function errorOf(a: number[], b: number[]): number {
    w.set(a, 0);
    w.set(b, 3);
    quat.fromVectors(w, 6, w, 0, w, 3);
    // four entries within an ulp each, seen through the length
    expect(Math.abs(quat.length(w, 6) - 1)).toBeLessThan(3 * epsilon);
    vec3.normalize(w, 0, w, 0);
    vec3.normalize(w, 3, w, 3);
    quat.rotateVector(w, 10, w, 6, w, 0);
    return distance(w.subarray(10, 13), w.subarray(3, 6));
  }

  test("takes a to b by the shortest way", () => {
    for (let n = 0; n < 1000; n++) {
      const a = [...randomRotation()].slice(0, 3);
      const b = [...randomRotation()].slice(0, 3);
      // the roundings of an axis, a half-angle and a rotation (measured: 4.5 ε)
      expect(errorOf(a, b)).toBeLessThan(5 * epsilon);
      const angle = vec3.angleBetween(w, 0, w, 3);
      quat.toAxisAngle(w, 13, w, 6);
      // angles up to 3, whose ulp is 2 ε (measured: 2 ε)
      expect(Math.abs(w[16] - angle)).toBeLessThan(5 * epsilon);
    }
  });

  test("nearly parallel and nearly opposite, down to round-off", () => {
    for (let e = 1; e <= 17; e++) {
      for (let n = 0; n < 100; n++) {
        const a = randomRotation();
        vec3.normalize(a, 0, a, 0);
        const b = Array.from(a.subarray(0, 3), (x) => x + 10 ** -e * nextInRange(rng, -1, 1));
        // the unit vectors, the axis and the rotation itself: an ulp or two each
        expect(errorOf([...a.subarray(0, 3)], b)).toBeLessThan(6 * epsilon);
        // as above, with an axis that is half round-off (measured: 5.5 ε)
        expect(
          errorOf(
            [...a.subarray(0, 3)],
            b.map((x) => -x),
          ),
        ).toBeLessThan(6 * epsilon);
      }
    }
  });

  test("exactly parallel, exactly opposite, of any length, or none", () => {
    for (const a of [
      [1, 0, 0],
      [0, -2, 0],
      [0, 0, 1e-300],
      [1e300, 1e300, 1e300],
      [3, -4, 12],
    ]) {
      // no rotation: nothing but the normalisation of a
      expect(errorOf(a, a)).toBeLessThan(2 * epsilon);
      expect(quat.angleBetween(w, 6, new Float64Array([0, 0, 0, 1]), 0)).toBeLessThan(2 * epsilon);
      // a rotation by a rotation vector, an ulp for each of its steps (measured: 1 ε)
      expect(
        errorOf(
          a,
          a.map((x) => -x),
        ),
      ).toBeLessThan(3 * epsilon);
    }
    w.set([0, 0, 0, 1, 2, 3]);
    quat.fromVectors(w, 6, w, 0, w, 3);
    expect([...w.subarray(6, 10)]).toEqual([0, 0, 0, 1]);
    quat.fromVectors(w, 6, w, 3, w, 0);
    expect([...w.subarray(6, 10)]).toEqual([0, 0, 0, 1]);
    // a tiny turn is not lost: half of it, to an ulp (measured: to the bit)
    w.set([1, 0, 0, 1, 1e-200, 0]);
    quat.fromVectors(w, 6, w, 0, w, 3);
    expect(Math.abs(w[8] / 5e-201 - 1)).toBeLessThan(2 * epsilon);
  });

  test("with the output anywhere", () => {
    for (let o = 0; o <= 6; o++) {
      const input = [0.1, -0.7, 0.3, 0.9, 0.2, -0.4];
      const expected = new Float64Array(4);
      const v = new Float64Array([...input, 0, 0, 0, 0]);
      quat.fromVectors(expected, 0, v, 0, v, 3);
      quat.fromVectors(v, o, v, 0, v, 3);
      expect([...v.subarray(o, o + 4)]).toEqual([...expected]);
    }
  });
});
