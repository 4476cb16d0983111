import { BlockMatrix } from "@rigor/engine/linalg";
import { createRng, RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { epsilon, randomVector } from "../matrices.js";

/** Blocks of any shape anywhere, overlapping or not. */
const shapes = fc.record({
  rows: fc.integer({ min: 1, max: 24 }),
  columns: fc.integer({ min: 1, max: 24 }),
  blocks: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })), {
    maxLength: 30,
  }),
  seed: fc.nat(),
});

describe("BlockMatrix", () => {
  test("multiplies 3×3 blocks alone as it does among others", () => {
    const rng = createRng(2);
    const alone = new BlockMatrix(30, 30);
    const among = new BlockMatrix(30, 30);
    for (let k = 0; k < 40; k++) {
      const [row, column] = [3 * ((k * 7) % 10), 3 * ((k * 3) % 10)];
      const values = randomVector(rng, 9);
      for (const A of [alone, among]) {
        const b = A.addBlock(row, column, 3, 3);
        A.values.set(values, A.blockStart[b]);
      }
    }
    among.addBlock(0, 0, 1, 1);
    const x = randomVector(rng, 30);
    const [y, z] = [new Float64Array(30), new Float64Array(30)];
    alone.multiply(y, x);
    among.multiply(z, x);
    expect(y).toEqual(z);
    alone.multiplyTransposed(y, x);
    among.multiplyTransposed(z, x);
    expect(y).toEqual(z);
  });

  test("multiplies like the dense matrix, both ways, for any blocks", () => {
    fc.assert(
      fc.property(shapes, ({ rows, columns, blocks, seed }) => {
        const rng = createRng(seed);
        const A = new BlockMatrix(rows, columns);
        // the dense oracle is filled on its own, not by toDense
        const dense = new Float64Array(rows * columns);
        const absolute = new Float64Array(rows * columns);
        for (const [r, c, h, w] of blocks) {
          const row = r % rows;
          const column = c % columns;
          const height = Math.min(h, rows - row);
          const width = Math.min(w, columns - column);
          const k = A.addBlock(row, column, height, width);
          const values = randomVector(rng, height * width);
          A.values.set(values, A.blockStart[k]);
          values.forEach((v, s) => {
            const at = (row + Math.floor(s / width)) * columns + column + (s % width);
            dense[at] += v;
            absolute[at] += Math.abs(v);
          });
        }
        // overlapping blocks are summed in another order: at most as many roundings as blocks
        const slack = (blocks.length + columns + rows) * epsilon;
        A.toDense().forEach((v, s) => {
          expect(Math.abs(v - dense[s])).toBeLessThanOrEqual(slack * absolute[s]);
        });
        const x = randomVector(rng, columns);
        const y = randomVector(rng, rows);
        const ax = new Float64Array(rows).fill(NaN);
        const aty = new Float64Array(columns).fill(NaN);
        A.multiply(ax, x);
        A.multiplyTransposed(aty, y);
        for (let i = 0; i < rows; i++) {
          let s = 0;
          let size = 0;
          for (let j = 0; j < columns; j++) {
            s += dense[i * columns + j] * x[j];
            size += absolute[i * columns + j] * Math.abs(x[j]);
          }
          expect(Math.abs(ax[i] - s)).toBeLessThanOrEqual(slack * size);
        }
        for (let j = 0; j < columns; j++) {
          let s = 0;
          let size = 0;
          for (let i = 0; i < rows; i++) {
            s += dense[i * columns + j] * y[i];
            size += absolute[i * columns + j] * Math.abs(y[i]);
          }
          expect(Math.abs(aty[j] - s)).toBeLessThanOrEqual(slack * size);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test("coinciding blocks add, and can be found instead", () => {
    const A = new BlockMatrix(4, 4);
    const k = A.addBlock(1, 1, 2, 2);
    const l = A.addBlock(1, 1, 2, 2);
    expect(l).not.toBe(k);
    expect(A.blockAt(1, 1)).toBe(k);
    expect(A.blockAt(0, 1)).toBe(-1);
    expect(A.findOrAddBlock(1, 1, 2, 2)).toBe(k);
    expect(A.findOrAddBlock(1, 1, 3, 3)).toBe(2);
    A.values[A.blockStart[k]] = 2;
    A.values[A.blockStart[l]] = 3;
    expect(A.toDense()[5]).toBe(5);
    A.clear();
    expect(A.toDense().every((v) => v === 0)).toBe(true);
  });

  test("adds to what is there, and leaves longer arrays alone beyond its size", () => {
    const A = new BlockMatrix(2, 1);
    A.addBlock(0, 0, 2, 1);
    A.values.set([2, 3]);
    const out = Float64Array.of(1, 1, 7);
    A.addMultiply(out, Float64Array.of(10, 99));
    expect([...out]).toEqual([21, 31, 7]);
    A.multiply(out, Float64Array.of(10, 99));
    expect([...out]).toEqual([20, 30, 7]);
    const back = Float64Array.of(5);
    A.addMultiplyTransposed(back, Float64Array.of(1, 1));
    expect(back[0]).toBe(10);
  });

  test("keeps its values while it grows", () => {
    const A = new BlockMatrix(3000, 3);
    for (let i = 0; i < 1000; i++) {
      const k = A.addBlock(3 * i, 0, 3, 3);
      A.values[A.blockStart[k]] = i;
    }
    expect(A.blockCount).toBe(1000);
    expect(A.blockStart[1000]).toBe(A.valueCount);
    for (let i = 0; i < 1000; i++) expect(A.values[A.blockStart[i]]).toBe(i);
  });

  test("an empty matrix multiplies to zero", () => {
    const out = Float64Array.of(4, 4);
    new BlockMatrix(2, 0).multiply(out, new Float64Array(0));
    expect([...out]).toEqual([0, 0]);
    new BlockMatrix(0, 0).multiply(new Float64Array(0), new Float64Array(0));
  });

  test("refuses blocks outside, sizes that are none, and vectors that are too short", () => {
    expect(() => new BlockMatrix(-1, 2)).toThrow(RigorError);
    expect(() => new BlockMatrix(2.5, 2)).toThrow(RigorError);
    const A = new BlockMatrix(6, 6);
    expect(() => A.addBlock(6, 0, 1, 1)).toThrow(/row/);
    expect(() => A.addBlock(4, 0, 3, 1)).toThrow(/height/);
    expect(() => A.addBlock(0, 4, 1, 3)).toThrow(/width/);
    expect(() => A.addBlock(0, 0, 0, 1)).toThrow(/height/);
    expect(() => A.addBlock(NaN, 0, 1, 1)).toThrow(/row/);
    expect(A.blockCount).toBe(0);
    expect(() => A.multiply(new Float64Array(5), new Float64Array(6))).toThrow(/out/);
    expect(() => A.multiply(new Float64Array(6), new Float64Array(5))).toThrow(/x: /);
    expect(() => A.multiplyTransposed(new Float64Array(6), new Float64Array(5))).toThrow(/x: /);
  });
});
