import { createRng, mat3, nextInRange, nextRotation, quat, vec3 } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

const rng = createRng(4);
const epsilon = 2 ** -52;

function randomRotation(): Float64Array {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  quat.normalize(q, 0, q, 0);
  return q;
}

function randomVector(): Float64Array {
  return Float64Array.from({ length: 3 }, () => nextInRange(rng, -1, 1));
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 0; k < a.length; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}

/** (4–1) as it is printed, on [s, v]. */
function multiplyAsPrinted(q1: ArrayLike<number>, q2: ArrayLike<number>): number[] {
  const [x1, y1, z1, s1] = Array.from(q1);
  const [x2, y2, z2, s2] = Array.from(q2);
  return [
    s1 * x2 + s2 * x1 + (y1 * z2 - z1 * y2),
    s1 * y2 + s2 * y1 + (z1 * x2 - x1 * z2),
    s1 * z2 + s2 * z1 + (x1 * y2 - y1 * x2),
    s1 * s2 - (x1 * x2 + y1 * y2 + z1 * z2),
  ];
}

function product(q1: Float64Array, q2: Float64Array): Float64Array {
  const out = new Float64Array(4);
  quat.multiply(out, 0, q1, 0, q2, 0);
  return out;
}

describe("product", () => {
  const one = new Float64Array([0, 0, 0, 1]);
  const i = new Float64Array([1, 0, 0, 0]);
  const j = new Float64Array([0, 1, 0, 0]);
  const k = new Float64Array([0, 0, 1, 0]);

  test("Hamilton's rules: ij = k, jk = i, ki = j, i² = j² = k² = −1", () => {
    const minus = [-0, -0, -0, -1];
    const equal = (a: Float64Array, b: ArrayLike<number>): void => expect(distance(a, b)).toBe(0);
    equal(product(i, j), k);
    equal(product(j, k), i);
    equal(product(k, i), j);
    equal(product(j, i), [0, 0, -1, 0]);
    for (const u of [i, j, k]) equal(product(u, u), minus);
    equal(product(one, k), k);
    equal(product(k, one), k);
  });

  test("as printed, and with the output anywhere", () => {
    for (let o = 0; o <= 8; o++) {
      const a = randomRotation();
      const b = randomRotation();
      const w = new Float64Array([...a, ...b, 0, 0, 0, 0]);
      quat.multiply(w, o, w, 0, w, 4);
      expect([...w.subarray(o, o + 4)]).toEqual(multiplyAsPrinted(a, b));
    }
  });

  test("q₂q₁ is q₁ followed by q₂, as for matrices", () => {
    const w = new Float64Array(40);
    for (let n = 0; n < 500; n++) {
      const q1 = randomRotation();
      const q2 = randomRotation();
      const p = randomVector();
      quat.multiply(w, 0, q2, 0, q1, 0);
      quat.rotateVector(w, 4, w, 0, p, 0);
      quat.rotateVector(w, 7, q1, 0, p, 0);
      quat.rotateVector(w, 7, q2, 0, w, 7);
      // |p| ≤ √3; some twenty roundings
      expect(distance(w.subarray(4, 7), w.subarray(7, 10))).toBeLessThan(8 * epsilon);
      quat.toMatrix(w, 10, w, 0);
      quat.toMatrix(w, 19, q2, 0);
      quat.toMatrix(w, 28, q1, 0);
      mat3.multiply(w, 19, w, 19, w, 28);
      // a product of matrices of entries up to 1, each made of three roundings (measured: 4.8 ε)
      expect(distance(w.subarray(10, 19), w.subarray(19, 28))).toBeLessThan(8 * epsilon);
    }
  });
});

describe("rotation of a vector", () => {
  test("is q p q⁻¹, and its inverse undoes it", () => {
    for (let n = 0; n < 500; n++) {
      const q = randomRotation();
      const p = randomVector();
      const inverse = new Float64Array(4);
      quat.conjugate(inverse, 0, q, 0);
      const direct = multiplyAsPrinted(multiplyAsPrinted(q, [...p, 0]), inverse);
      const out = new Float64Array(3);
      quat.rotateVector(out, 0, q, 0, p, 0);
      // two formulas of some six roundings each (measured: 3 ε)
      expect(distance(out, direct)).toBeLessThan(6 * epsilon);
      quat.rotateVectorInverse(out, 0, q, 0, out, 0);
      // there and back: twice that (measured: 6 ε)
      expect(distance(out, p)).toBeLessThan(8 * epsilon);
    }
  });

  test("with the output anywhere", () => {
    for (let o = 0; o <= 7; o++) {
      for (const rotate of [quat.rotateVector, quat.rotateVectorInverse]) {
        const q = randomRotation();
        const p = randomVector();
        const expected = new Float64Array(3);
        rotate(expected, 0, q, 0, p, 0);
        const w = new Float64Array([...q, ...p, 0, 0, 0]);
        rotate(w, o, w, 0, w, 4);
        expect([...w.subarray(o, o + 3)]).toEqual([...expected]);
      }
    }
  });
});

describe("derivative", () => {
  test("q̇ = ½ωq (4–2) is the derivative of exp(ωt) q", () => {
    const h = 1e-5;
    for (let n = 0; n < 200; n++) {
      const q = randomRotation();
      const omega = randomVector();
      const at = (t: number): Float64Array => {
        const turn = new Float64Array(4);
        quat.fromRotationVector(
          turn,
          0,
          omega.map((x) => x * t),
          0,
        );
        return product(turn, q);
      };
      const [before, after] = [at(-h), at(h)];
      const difference = before.map((x, k) => (after[k] - x) / (2 * h));
      const out = new Float64Array(4);
      quat.setDerivative(out, 0, omega, 0, q, 0);
      // central difference: h²|ω|³/24 of truncation, ε/h of round-off
      expect(distance(out, difference)).toBeLessThan(3e-11);
    }
  });

  test("with the output anywhere", () => {
    for (let o = 0; o <= 7; o++) {
      const q = randomRotation();
      const omega = randomVector();
      const expected = new Float64Array(4);
      quat.setDerivative(expected, 0, omega, 0, q, 0);
      const w = new Float64Array([...omega, ...q, 0, 0, 0, 0]);
      quat.setDerivative(w, o, w, 0, w, 3);
      expect([...w.subarray(o, o + 4)]).toEqual([...expected]);
    }
  });
});

describe("single quaternions", () => {
  test("copies and signs", () => {
    for (let o = 0; o <= 4; o++) {
      const fresh = (): Float64Array => new Float64Array([1, 2, 3, 4, 0, 0, 0, 0]);
      const run = (f: (out: Float64Array, o: number, q: Float64Array, i: number) => void): number[] => {
        const w = fresh();
        f(w, o, w, 0);
        return [...w.subarray(o, o + 4)];
      };
      expect(run(quat.copy)).toEqual([1, 2, 3, 4]);
      expect(run(quat.negate)).toEqual([-1, -2, -3, -4]);
      expect(run(quat.conjugate)).toEqual([-1, -2, -3, 4]);
    }
    const w = new Float64Array(4);
    quat.set(w, 0, 1, 2, 2, 4);
    expect(quat.length(w, 0)).toBe(5);
    expect(quat.dot(w, 0, w, 0)).toBe(25);
    expect(quat.normalize(w, 0, w, 0)).toBe(true);
    expect([...w]).toEqual([0.2, 0.4, 0.4, 0.8]);
    quat.setIdentity(w, 0);
    expect([...w]).toEqual([0, 0, 0, 1]);
  });

  test("length and normalize hold from the smallest double to the largest", () => {
    for (const s of [1, 2 ** -1074, 2 ** -1060, 2 ** -500, 2 ** -449, 2 ** 494, 2 ** 495, 2 ** 1000, 2 ** 1020]) {
      const w = Float64Array.of(s, -2 * s, 2 * s, 4 * s);
      expect(quat.length(w, 0)).toBe(5 * s);
      expect(quat.normalize(w, 0, w, 0)).toBe(true);
      expect([...w]).toEqual([0.2, -0.4, 0.4, 0.8]);
    }
    expect(quat.length(Float64Array.of(0, -0, 0, 0), 0)).toBe(0);
    expect(quat.length(Float64Array.of(Infinity, 1, 0, 0), 0)).toBe(Infinity);
    expect(quat.length(Float64Array.of(NaN, 1, 0, 0), 0)).toBeNaN();
  });

  test("normalize without a direction gives the identity", () => {
    for (const bad of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      const w = new Float64Array([bad, 0, 0, 0]);
      expect(quat.normalize(w, 0, w, 0)).toBe(false);
      expect([...w]).toEqual([0, 0, 0, 1]);
    }
  });
});

describe("slerp and angles", () => {
  const between = (a: Float64Array, b: Float64Array): number => quat.angleBetween(a, 0, b, 0);

  function turnBy(q: Float64Array, angle: number): Float64Array {
    const axis = randomVector();
    const turn = new Float64Array(4);
    quat.fromAxisAngle(turn, 0, axis, 0, angle);
    return product(turn, q);
  }

  test("angleBetween from 1e-15 to π", () => {
    for (const angle of [0, 1e-15, 1e-12, 1e-8, 1e-3, 1, 2, 3, Math.PI - 1e-8, Math.PI]) {
      for (let n = 0; n < 50; n++) {
        const a = randomRotation();
        // each of the four products in b carries an ulp: 2 · 4 · ½ε
        expect(Math.abs(between(a, turnBy(a, angle)) - angle)).toBeLessThan(6 * epsilon);
      }
    }
    const a = randomRotation();
    // the angle of a quaternion with itself: what its four products leave
    expect(
      between(
        a,
        a.map((x) => -x),
      ),
    ).toBeLessThan(2 * epsilon);
  });

  test("constant speed, the short way, of unit length", () => {
    const out = new Float64Array(4);
    for (const angle of [1e-9, 1e-7, 1e-5, 1e-3, 0.5, 1.5, 3, Math.PI - 1e-6]) {
      for (let n = 0; n < 40; n++) {
        const a = randomRotation();
        const b = turnBy(a, angle);
        for (const t of [0, 0.1, 0.5, 0.9, 1]) {
          for (const target of [b, b.map((x) => -x)]) {
            quat.slerp(out, 0, a, 0, target, 0, t);
            // normalised at the end: half an ulp an entry; the angles are sums and quotients of sines (measured: 3 ε)
            expect(Math.abs(quat.length(out, 0) - 1)).toBeLessThan(2 * epsilon);
            expect(Math.abs(between(a, out) - t * angle)).toBeLessThan(8 * epsilon);
            expect(Math.abs(between(out, b) - (1 - t) * angle)).toBeLessThan(8 * epsilon);
          }
        }
      }
    }
  });

  test("between q and −q there is nothing to do", () => {
    const out = new Float64Array(4);
    for (let n = 0; n < 100; n++) {
      const a = randomRotation();
      quat.slerp(
        out,
        0,
        a,
        0,
        a.map((x) => -x),
        0,
        0.3,
      );
      // where a is b, the chord: two products and a sum
      expect(distance(out, a)).toBeLessThan(2 * epsilon);
    }
  });

  test("half a turn apart, it goes by the sign of b", () => {
    const a = new Float64Array([0, 0, 0, 1]);
    const out = new Float64Array(4);
    for (const sign of [1, -1]) {
      quat.slerp(out, 0, a, 0, new Float64Array([0, 0, sign, 0]), 0, 0.5);
      // a quarter turn: the rounding of √½
      expect(distance(out, [0, 0, sign * Math.SQRT1_2, Math.SQRT1_2])).toBeLessThan(epsilon);
    }
  });

  test("with the output anywhere", () => {
    for (let o = 0; o <= 8; o++) {
      const a = randomRotation();
      const b = randomRotation();
      const expected = new Float64Array(4);
      quat.slerp(expected, 0, a, 0, b, 0, 0.3);
      const w = new Float64Array([...a, ...b, 0, 0, 0, 0]);
      quat.slerp(w, o, w, 0, w, 4, 0.3);
      expect([...w.subarray(o, o + 4)]).toEqual([...expected]);
    }
  });

  test("the chord takes over where it cannot be seen", () => {
    const a = randomRotation();
    const axis = new Float64Array([0.6, 0, 0.8]);
    const out = new Float64Array(8);
    const turn = new Float64Array(4);
    // on either side of the threshold (an angle of 1e-6 between vectors of four is a turn of 2e-6)
    for (const angle of [1.99e-6, 2.01e-6]) {
      quat.fromAxisAngle(turn, 0, axis, 0, angle);
      quat.slerp(out, 0, a, 0, product(turn, a), 0, 0.25);
      quat.fromAxisAngle(turn, 0, axis, 0, 0.25 * angle);
      quat.multiply(out, 4, turn, 0, a, 0);
      // sums of three products, in another order
      expect(distance(out.subarray(0, 4), out.subarray(4, 8))).toBeLessThan(2 * epsilon);
    }
  });
});

test("length is kept: |Rp| = |p|", () => {
  const out = new Float64Array(3);
  for (let n = 0; n < 500; n++) {
    const q = randomRotation();
    const p = randomVector();
    quat.rotateVector(out, 0, q, 0, p, 0);
    // some six roundings an entry, and two lengths (measured: 4 ε)
    expect(Math.abs(vec3.length(out, 0) / vec3.length(p, 0) - 1)).toBeLessThan(6 * epsilon);
  }
});
