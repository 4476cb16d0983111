import {
  createHash,
  createRng,
  digestHash,
  type Hashable,
  hashArrays,
  nextUint32,
  updateHash,
  updateHashWord,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

/** MurmurHash3 x86-128 by its definition, in whole numbers of any size, on words; its first 64 bits. */
const mask = 0xffffffffn;
const rotate = (x: bigint, k: number): bigint => ((x << BigInt(k)) | (x >> BigInt(32 - k))) & mask;
const C = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n];

function referenceWords(words: number[], bytes = 4 * words.length): bigint[] {
  const h = [0n, 0n, 0n, 0n];
  const scramble = (k: number, lane: number): bigint =>
    (rotate((BigInt(k >>> 0) * C[lane]) & mask, 15 + lane) * C[(lane + 1) % 4]) & mask;
  const turns = [19, 17, 15, 13];
  const adds = [0x561ccd1bn, 0x0bcaa747n, 0x96cd1c35n, 0x32ac3b17n];
  const whole = words.length - (words.length % 4);
  for (let n = 0; n < whole; n += 4) {
    for (let lane = 0; lane < 4; lane++) {
      h[lane] ^= scramble(words[n + lane], lane);
      h[lane] = ((rotate(h[lane], turns[lane]) + h[(lane + 1) % 4]) * 5n + adds[lane]) & mask;
    }
  }
  for (let n = whole; n < words.length; n++) h[n - whole] ^= scramble(words[n], n - whole);
  for (let lane = 0; lane < 4; lane++) h[lane] ^= BigInt(bytes);
  const gather = (): void => {
    h[0] = (h[0] + h[1] + h[2] + h[3]) & mask;
    for (let lane = 1; lane < 4; lane++) h[lane] = (h[lane] + h[0]) & mask;
  };
  gather();
  for (let lane = 0; lane < 4; lane++) {
    let x = h[lane];
    x = ((x ^ (x >> 16n)) * 0x85ebca6bn) & mask;
    x = ((x ^ (x >> 13n)) * 0xc2b2ae35n) & mask;
    h[lane] = x ^ (x >> 16n);
  }
  gather();
  return h;
}

const reference = (words: number[]): string =>
  referenceWords(words)
    .slice(0, 2)
    .map((x) => x.toString(16).padStart(8, "0"))
    .join("");

/** The hash of the entries alone. */
const hashStream = (values: Hashable): string => {
  const hash = createHash();
  updateHash(hash, values);
  return digestHash(hash);
};

/** The bytes of a text as words, low byte first, the last one filled up with zeros. */
const words = (text: string): number[] => {
  const size = Math.ceil(text.length / 4);
  const bytes = new Uint8Array(4 * size);
  bytes.set(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: size }, (_, k) => view.getUint32(4 * k, true));
};

describe("known answers", () => {
  test("the definition gives the published hash", () => {
    const text = "The quick brown fox jumps over the lazy dog";
    const hash = referenceWords(words(text), text.length).map((x) => x.toString(16).padStart(8, "0"));
    expect(hash.join("")).toBe("2f1583c3ecee2c675d7bf66ce5e91d2c");
  });

  test("the first 64 bits of MurmurHash3 x86-128", () => {
    for (const text of ["abcd", "rigor is", "The quick brown fox jumps over the lazy dog.", "x".repeat(64)]) {
      expect(hashStream(Uint32Array.from(words(text)))).toBe(reference(words(text)));
    }
  });

  test("random lengths against the definition", () => {
    const rng = createRng(1);
    for (let n = 0; n < 200; n++) {
      const list = Array.from({ length: n }, () => nextUint32(rng));
      expect(hashStream(Uint32Array.from(list))).toBe(reference(list));
    }
  });

  test("doubles enter low word first; floats as doubles; small integers as 32-bit numbers", () => {
    expect(hashStream(new Float64Array([1]))).toBe(reference([0, 0x3ff00000]));
    expect(hashStream(new Float64Array([Math.PI]))).toBe(reference([0x54442d18, 0x400921fb]));
    expect(hashArrays(new Float32Array([0.5]))).toBe(hashArrays(new Float64Array([0.5])));
    expect(hashStream(new Int8Array([-1]))).toBe(reference([0xffffffff]));
    expect(hashStream(new Uint8Array([255]))).toBe(reference([255]));
    expect(hashArrays(new Int16Array([-2]))).toBe(hashArrays(new Int32Array([-2])));
  });
});

describe("what counts and what does not", () => {
  const base = Float64Array.from({ length: 13 }, (_, k) => k + 0.1);

  test("order, −0, a single ulp, a trailing zero", () => {
    const seen = new Set([hashArrays(base)]);
    const swapped = base.slice();
    [swapped[2], swapped[7]] = [swapped[7], swapped[2]];
    seen.add(hashArrays(swapped));
    seen.add(hashArrays(new Float64Array([...base, 0])));
    seen.add(hashArrays(new Float64Array([...base, -0])));
    for (let k = 0; k < base.length; k++) {
      const nudged = base.slice();
      nudged[k] *= 1 + 2 ** -52;
      seen.add(hashArrays(nudged));
    }
    expect(seen.size).toBe(4 + base.length);
  });

  test("where one array ends and the next begins, and that there is none", () => {
    const list = (...entries: number[]) => new Float64Array(entries);
    const hashes = [
      hashArrays(),
      hashArrays(list()),
      hashArrays(list(), list()),
      hashArrays(list(1, 2)),
      hashArrays(list(1), list(2)),
      hashArrays(list(1, 2), list()),
      hashArrays(list(), list(1, 2)),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes).not.toContain("0000000000000000");
    // the number of arrays, then of each its length and its entries
    expect(hashArrays(Int32Array.of(7), Int32Array.of(8, 9))).toBe(reference([2, 1, 7, 2, 8, 9]));
  });

  test("every NaN is the same NaN", () => {
    const bits = new Uint32Array([1, 0x7ff80000, 0xdeadbeef, 0xfff12345]);
    const strange = new Float64Array(bits.buffer);
    expect(hashArrays(strange)).toBe(hashArrays(new Float64Array([Number.NaN, Number.NaN])));
  });

  test("how it was cut into calls does not count", () => {
    for (let cut = 0; cut <= base.length; cut++) {
      const hash = createHash();
      updateHash(hash, base, 0, cut);
      digestHash(hash);
      updateHash(hash, base, cut);
      expect(digestHash(hash)).toBe(hashStream(base));
    }
    const hash = createHash();
    for (const word of [1, 2, 3, 4, 5]) updateHashWord(hash, word);
    expect(digestHash(hash)).toBe(hashStream(new Int32Array([1, 2, 3, 4, 5])));
  });

  test("avalanche: one bit in, half of the bits out", () => {
    const data = new Float64Array(8).fill(1.25);
    const bits = new Uint32Array(data.buffer);
    const before = BigInt(`0x${hashArrays(data)}`);
    const flips = new Array<number>(64).fill(0);
    let trials = 0;
    for (let word = 0; word < bits.length; word++) {
      for (let bit = 0; bit < 32; bit++) {
        bits[word] ^= 1 << bit;
        // a NaN would be made canonical
        if (!data.some(Number.isNaN)) {
          trials++;
          const changed = before ^ BigInt(`0x${hashArrays(data)}`);
          for (let k = 0; k < 64; k++) flips[k] += Number((changed >> BigInt(k)) & 1n);
        }
        bits[word] ^= 1 << bit;
      }
    }
    // σ = √trials/2 = 11.3 a bit of output; 5 σ for the worst of 64
    for (const count of flips) expect(Math.abs(count - trials / 2)).toBeLessThan(57);
    // flipping the top bit of the exponent of 1.25 gives a NaN
    expect(trials).toBe(512 - 8);
  });
});
