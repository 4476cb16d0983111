import {
  createRng,
  jumpRng,
  nextInRange,
  nextInteger,
  nextNormalPair,
  nextOnSphere,
  nextRotation,
  nextUint32,
  nextUniform,
  quat,
  RigorError,
  shuffle,
  splitRng,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

/** xoshiro128** by its definition, in whole numbers of any size. */
const mask = 0xffffffffn;
const rotate = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (32n - k))) & mask;

function stepReference(s: bigint[]): bigint {
  const result = (rotate((s[1] * 5n) & mask, 7n) * 9n) & mask;
  const t = (s[1] << 9n) & mask;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 11n);
  return result;
}

describe("the generator", () => {
  test("the first numbers from the state 1, 2, 3, 4, as published", () => {
    const rng = new Uint32Array([1, 2, 3, 4]);
    const drawn = Array.from({ length: 10 }, () => nextUint32(rng));
    // made with the authors' own xoshiro128starstar.c, version 1.1
    expect(drawn).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  test("follows its recurrence", () => {
    const rng = createRng(123);
    const s = Array.from(rng, BigInt);
    for (let n = 0; n < 5000; n++) expect(nextUint32(rng)).toBe(Number(stepReference(s)));
    expect(Array.from(rng)).toEqual(s.map(Number));
  });

  /** One step is linear over the bits: its matrix as 128 columns, each what becomes of one bit. */
  type Columns = bigint[];
  const pack = (s: bigint[]): bigint => s[0] | (s[1] << 32n) | (s[2] << 64n) | (s[3] << 96n);
  const apply = (columns: Columns, x: bigint): bigint => {
    let sum = 0n;
    for (let bit = 0, rest = x; rest !== 0n; bit++, rest >>= 1n) if (rest & 1n) sum ^= columns[bit];
    return sum;
  };
  const square = (columns: Columns): Columns => columns.map((x) => apply(columns, x));

  test("a jump is 2⁶⁴ steps, a split 2⁹⁶", () => {
    let power: Columns = [];
    for (let bit = 0n; bit < 128n; bit++) {
      const unit = 1n << bit;
      const s = [unit & mask, (unit >> 32n) & mask, (unit >> 64n) & mask, (unit >> 96n) & mask];
      stepReference(s);
      power.push(pack(s));
    }
    const start = createRng(99);
    const packed = pack(Array.from(start, BigInt));
    const jumped = start.slice();
    jumpRng(jumped);
    for (let n = 0; n < 64; n++) power = square(power);
    expect(pack(Array.from(jumped, BigInt))).toBe(apply(power, packed));
    const parent = start.slice();
    const part = splitRng(parent);
    for (let n = 64; n < 96; n++) power = square(power);
    expect(pack(Array.from(parent, BigInt))).toBe(apply(power, packed));
    expect(Array.from(part)).toEqual(Array.from(start));
  });

  test("seeds and streams give different sequences, the same ones the same", () => {
    const heads = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      for (let stream = 0; stream < 5; stream++) {
        const rng = createRng(seed, stream);
        heads.add(`${nextUint32(rng)} ${nextUint32(rng)}`);
      }
    }
    for (const seed of [2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1]) heads.add(`${nextUint32(createRng(seed))}`);
    expect(heads.size).toBe(1003);
    expect(Array.from(createRng(7, 3))).toEqual(Array.from(createRng(7, 3)));
  });

  test("one bit of the seed changes half of the state", () => {
    let changed = 0;
    const before = createRng(0);
    for (let bit = 0; bit < 53; bit++) {
      const after = createRng(2 ** bit);
      for (let k = 0; k < 4; k++) {
        for (let x = (before[k] ^ after[k]) >>> 0; x !== 0; x >>>= 1) changed += x & 1;
      }
    }
    // 53 · 128 coin tosses: mean 3392, σ = 41; within 4 σ
    expect(Math.abs(changed - 3392)).toBeLessThan(165);
  });

  test("saved and restored", () => {
    const rng = createRng(5);
    for (let n = 0; n < 17; n++) nextUniform(rng);
    const saved = rng.slice();
    const first = Array.from({ length: 20 }, () => nextUniform(rng));
    rng.set(saved);
    expect(Array.from({ length: 20 }, () => nextUniform(rng))).toEqual(first);
  });

  test("bad seeds", () => {
    for (const seed of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => createRng(seed)).toThrow(RigorError);
    expect(() => createRng(1, -1)).toThrow(/stream: must be a whole number/);
  });
});

describe("uniform numbers", () => {
  const N = 100_000;

  test("53 bits, in [0, 1)", () => {
    const rng = createRng(1);
    const copy = rng.slice();
    for (let n = 0; n < 1000; n++) {
      const x = nextUniform(rng);
      const high = nextUint32(copy) >>> 5;
      const low = nextUint32(copy) >>> 6;
      expect(x).toBe(Number((BigInt(high) << 26n) | BigInt(low)) / 2 ** 53);
    }
    // the largest possible
    expect((0x7ffffff * 2 ** 26 + 0x3ffffff) / 2 ** 53).toBeLessThan(1);
  });

  test("moments and cells", () => {
    const rng = createRng(2);
    const cells = new Float64Array(100);
    let mean = 0;
    let square = 0;
    for (let n = 0; n < N; n++) {
      const x = nextUniform(rng);
      mean += x / N;
      square += (x * x) / N;
      cells[Math.floor(100 * x)]++;
    }
    // σ of the means: √(1/12 N) = 9.1e-4 and √(4/45 N) = 9.4e-4; within 4 σ
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(3.7e-3);
    expect(Math.abs(square - 1 / 3)).toBeLessThan(3.8e-3);
    const chi2 = cells.reduce((sum, x) => sum + (x - N / 100) ** 2 / (N / 100), 0);
    // 99 degrees of freedom: mean 99, σ = 14; within 4 σ
    expect(Math.abs(chi2 - 99)).toBeLessThan(57);
  });

  test("in a range", () => {
    const rng = createRng(3);
    for (let n = 0; n < 1000; n++) {
      const x = nextInRange(rng, -2, 5);
      expect(x >= -2 && x < 5).toBe(true);
      // a range of one ulp: only its lower end
      expect(nextInRange(rng, 1, 1 + 2 ** -52)).toBe(1);
    }
  });

  test("whole numbers, without bias", () => {
    const rng = createRng(4);
    const cells = new Float64Array(6);
    for (let n = 0; n < 60_000; n++) cells[nextInteger(rng, 1, 6) - 1]++;
    // σ = √(60000 · 5/36) = 91; within 4 σ
    for (const count of cells) expect(Math.abs(count - 10_000)).toBeLessThan(365);
    // 3·2³⁰ values: a plain remainder would give the first third twice as often
    let low = 0;
    for (let n = 0; n < 30_000; n++) if (nextInteger(rng, 0, 3 * 2 ** 30 - 1) < 2 ** 30) low++;
    // a third of 30000: σ = √(30000 · 2/9) = 82; within 4 σ
    expect(Math.abs(low - 10_000)).toBeLessThan(327);
    expect(nextInteger(rng, 7, 7)).toBe(7);
    const wide = nextInteger(rng, 0, 2 ** 32 - 1);
    expect(Number.isInteger(wide) && wide >= 0).toBe(true);
    expect(nextInteger(rng, -5, -5)).toBe(-5);
    for (const [a, b] of [
      [2, 1],
      [0, 2 ** 32],
      [0.5, 2],
      [0, Number.NaN],
    ]) {
      expect(() => nextInteger(rng, a, b)).toThrow(RigorError);
    }
  });
});

describe("other distributions", () => {
  const N = 50_000;

  test("normal deviates: moments, independence, tails", () => {
    const rng = createRng(5);
    const out = new Float64Array(2);
    const moments = [0, 0, 0, 0];
    let mixed = 0;
    let tail = 0;
    for (let n = 0; n < N; n++) {
      nextNormalPair(out, 0, rng);
      for (const x of out) {
        for (let k = 0; k < 4; k++) moments[k] += x ** (k + 1) / (2 * N);
        if (Math.abs(x) > 2) tail++;
      }
      mixed += (out[0] * out[1]) / N;
    }
    // σ of the k-th: √((E x²ᵏ − (E xᵏ)²) / 10⁵) = 3.2e-3, 4.5e-3, 1.2e-2, 3.1e-2; within 4 σ
    const bounds = [0.013, 0.018, 0.049, 0.124];
    for (const [k, expected] of [0, 1, 0, 3].entries()) expect(Math.abs(moments[k] - expected)).toBeLessThan(bounds[k]);
    // σ of a product of two: 1/√N = 4.5e-3; within 4 σ
    expect(Math.abs(mixed)).toBeLessThan(0.018);
    // P(|x| > 2) = 0.0455, σ = 66 of 4550; within 4 σ
    expect(Math.abs(tail - 4550)).toBeLessThan(264);
  });

  test("points on the sphere", () => {
    const rng = createRng(6);
    const p = new Float64Array(3);
    const mean = [0, 0, 0];
    const second = [0, 0, 0, 0, 0, 0];
    for (let n = 0; n < N; n++) {
      nextOnSphere(p, 0, rng);
      // a root, two products and a length: two ulp of 1 (measured: one)
      expect(Math.abs(Math.hypot(...p) - 1)).toBeLessThan(5e-16);
      const [x, y, z] = p;
      for (const [k, value] of [x, y, z].entries()) mean[k] += value / N;
      for (const [k, value] of [x * x, y * y, z * z, x * y, y * z, z * x].entries()) second[k] += value / N;
    }
    // σ = √(1/3 N) = 2.6e-3 for the means, √(4/45 N) = 1.3e-3 for the squares, √(1/15 N) = 1.2e-3 for the products;
    // within 4 σ
    for (const value of mean) expect(Math.abs(value)).toBeLessThan(0.0104);
    for (let k = 0; k < 3; k++) expect(Math.abs(second[k] - 1 / 3)).toBeLessThan(0.0054);
    for (let k = 3; k < 6; k++) expect(Math.abs(second[k])).toBeLessThan(0.0047);
  });

  test("rotations: a turned axis is uniform on the sphere, and angles are distributed as 1 − cos θ", () => {
    const rng = createRng(7);
    const q = new Float64Array(4);
    const out = new Float64Array(3);
    let z = 0;
    let zz = 0;
    let small = 0;
    for (let n = 0; n < N; n++) {
      nextRotation(q, 0, rng);
      // two roots, four products and a length: two ulp of 1 (measured: one)
      expect(Math.abs(quat.length(q, 0) - 1)).toBeLessThan(5e-16);
      quat.rotateVector(out, 0, q, 0, new Float64Array([0.6, 0, 0.8]), 0);
      z += out[2] / N;
      zz += out[2] ** 2 / N;
      if (2 * Math.acos(Math.min(1, Math.abs(q[3]))) < Math.PI / 2) small++;
    }
    // σ of a coordinate and of its square as on the sphere, 2.6e-3 and 1.3e-3; within 4 σ
    expect(Math.abs(z)).toBeLessThan(0.0104);
    expect(Math.abs(zz - 1 / 3)).toBeLessThan(0.0054);
    // P(θ < α) = (α − sin α)/π = 0.1817 for a quarter turn; σ = 86; within 4 σ
    expect(Math.abs(small - N * (0.5 - 1 / Math.PI))).toBeLessThan(345);
  });

  test("shuffle: each order equally likely, nothing lost", () => {
    const rng = createRng(8);
    const counts = new Map<string, number>();
    for (let n = 0; n < 24_000; n++) {
      const cards = [1, 2, 3, 4];
      shuffle(cards, rng);
      const key = cards.join("");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // σ = √(24000 · 23/576) = 31; within 4 σ
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(124);
    const array = Float64Array.from({ length: 50 }, (_, k) => k);
    shuffle(array, rng);
    expect(Array.from(array).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, k) => k));
    shuffle([], rng);
  });
});
