import { orderMinimumDegree } from "@rigor/engine/linalg";
import { createRng, hashArrays, RigorError, shuffle } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomEdges } from "../matrices.js";

type Edges = readonly (readonly [number, number])[];

/** Neighbour lists, every edge at both ends. */
function toGraph(n: number, edges: Edges): { start: Int32Array; neighbours: Int32Array } {
  const lists: number[][] = Array.from({ length: n }, () => []);
  for (const [i, j] of edges) {
    lists[i].push(j);
    lists[j].push(i);
  }
  const start = new Int32Array(n + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return { start, neighbours: Int32Array.from(lists.flat()) };
}

/** Eliminates by the book, with sets: entries of L below the diagonal. */
function countEntries(n: number, edges: Edges, order: ArrayLike<number>): number {
  const near: Set<number>[] = Array.from({ length: n }, () => new Set());
  for (const [i, j] of edges) {
    if (i === j) continue;
    near[i].add(j);
    near[j].add(i);
  }
  let entries = 0;
  for (let k = 0; k < n; k++) {
    const list = [...near[order[k]]];
    entries += list.length;
    for (const a of list) {
      near[a].delete(order[k]);
      for (const b of list) if (a !== b) near[a].add(b);
    }
  }
  return entries;
}

/** The same with the exact minimum degree at every step, ties by index. */
function countExactMinimumDegree(n: number, edges: Edges): number {
  const near: Set<number>[] = Array.from({ length: n }, () => new Set());
  for (const [i, j] of edges) {
    near[i].add(j);
    near[j].add(i);
  }
  const left = new Set(near.keys());
  let entries = 0;
  while (left.size > 0) {
    let best = -1;
    for (const i of left) if (best < 0 || near[i].size < near[best].size) best = i;
    left.delete(best);
    entries += near[best].size;
    for (const a of near[best]) {
      near[a].delete(best);
      for (const b of near[best]) if (a !== b) near[a].add(b);
    }
  }
  return entries;
}

function lattice(nx: number, ny: number, nz: number): [number, number][] {
  const edges: [number, number][] = [];
  for (let i = 0; i < nx * ny * nz; i++) {
    if (i % nx > 0) edges.push([i, i - 1]);
    if (Math.floor(i / nx) % ny > 0) edges.push([i, i - nx]);
    if (i >= nx * ny) edges.push([i, i - nx * ny]);
  }
  return edges;
}

function isPermutation(order: Int32Array, n: number): boolean {
  return order.length === n && [...order].sort((a, b) => a - b).every((v, i) => v === i);
}

describe("orderMinimumDegree", () => {
  test("is a permutation for any graph, with loops, repetitions and one-sided edges", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 400 }),
        fc.boolean(),
        (n, pairs, weighted) => {
          const lists: number[][] = Array.from({ length: n }, () => []);
          if (n > 0) for (const [i, j] of pairs) lists[i % n].push(j % n);
          const start = new Int32Array(n + 1);
          lists.forEach((list, i) => {
            start[i + 1] = start[i] + list.length;
          });
          const weights = weighted ? Int32Array.from({ length: n }, (_, i) => 1 + (i % 6)) : undefined;
          expect(isPermutation(orderMinimumDegree(n, start, Int32Array.from(lists.flat()), weights), n)).toBe(true);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  test.each([
    ["chain", (i: number) => i - 1],
    ["star", () => 0],
    ["binary tree", (i: number) => (i - 1) >> 1],
    ["two hubs", (i: number) => (i < 2 ? 0 : i % 2)],
    ["comb", (i: number) => (i % 2 === 0 ? Math.max(0, i - 2) : i - 1)],
  ])("gives no fill at all for a %s, in any numbering", (_name, parent) => {
    const n = 3000;
    const label = Int32Array.from({ length: n }, (_, i) => i);
    shuffle(label, createRng(7));
    const edges = Array.from({ length: n - 1 }, (_, k) => [label[k + 1], label[parent(k + 1)]] as const);
    const { start, neighbours } = toGraph(n, edges);
    expect(countEntries(n, edges, orderMinimumDegree(n, start, neighbours))).toBe(n - 1);
  });

  test("is as good as the exact minimum degree, on the average, and never far off", () => {
    let ours = 0;
    let exact = 0;
    for (let seed = 0; seed < 60; seed++) {
      const n = 20 + 4 * seed;
      const edges = randomEdges(createRng(seed), n, n);
      const { start, neighbours } = toGraph(n, edges);
      const a = countEntries(n, edges, orderMinimumDegree(n, start, neighbours));
      const b = countExactMinimumDegree(n, edges);
      ours += a;
      exact += b;
      // measured: at most 1.05
      expect(a).toBeLessThanOrEqual(1.08 * b);
    }
    // measured: 1.001
    expect(ours).toBeLessThanOrEqual(1.01 * exact);
  });

  test("is as good as multiple minimum degree on lattices in the plane", () => {
    // entries of L a node by SuperLU 7 (MMD on A + Aᵀ, symmetric mode); the natural order would have 20, 40, 80
    const reference = [8.18, 11.481875, 16.2596875];
    [20, 40, 80].forEach((m, k) => {
      const edges = lattice(m, m, 1);
      const { start, neighbours } = toGraph(m * m, edges);
      const entries = countEntries(m * m, edges, orderMinimumDegree(m * m, start, neighbours)) / (m * m);
      // measured: 1.005, 1.03, 1.044 times
      expect(entries).toBeLessThan(1.06 * reference[k]);
    });
  });

  test("a wheel and its like: hubs that touch everything come last, and cost little", () => {
    const n = 20_000;
    const hubs = 2;
    const edges: [number, number][] = [];
    for (let i = hubs; i < n; i++) {
      edges.push([i, i + 1 < n ? i + 1 : hubs]);
      for (let h = 0; h < hubs; h++) edges.push([i, h]);
    }
    const { start, neighbours } = toGraph(n, edges);
    const order = orderMinimumDegree(n, start, neighbours);
    // the ring costs two entries a node, the hubs one each
    expect(countEntries(n, edges, order)).toBeLessThanOrEqual((2 + hubs) * n);
  });

  test("orders a hundred thousand nodes of a cube", () => {
    const edges = lattice(46, 46, 46);
    const { start, neighbours } = toGraph(46 ** 3, edges);
    const order = orderMinimumDegree(46 ** 3, start, neighbours);
    expect(isPermutation(order, 46 ** 3)).toBe(true);
  });

  test("is the same order every time", () => {
    const edges = lattice(9, 8, 7);
    const { start, neighbours } = toGraph(504, edges);
    expect(hashArrays(orderMinimumDegree(504, start, neighbours))).toBe(
      hashArrays(orderMinimumDegree(504, start.slice(), neighbours.slice())),
    );
  });

  test("refuses lists that are no graph", () => {
    const none = new Int32Array(0);
    expect([...orderMinimumDegree(0, Int32Array.of(0), none)]).toEqual([]);
    expect(() => orderMinimumDegree(-1, Int32Array.of(0), none)).toThrow(RigorError);
    expect(() => orderMinimumDegree(2, Int32Array.of(0, 0), none)).toThrow(/start/);
    expect(() => orderMinimumDegree(2, Int32Array.of(0, 1, 0), Int32Array.of(1))).toThrow(/start\[2\]/);
    expect(() => orderMinimumDegree(2, Int32Array.of(0, 1, 1), Int32Array.of(2))).toThrow(/neighbours\[0\]/);
    expect(() => orderMinimumDegree(2, Int32Array.of(0, 1, 1), none)).toThrow(/neighbours\[0\]/);
    expect(() => orderMinimumDegree(2, Int32Array.of(0, 0, 0), none, Int32Array.of(1))).toThrow(/weights/);
    expect(() => orderMinimumDegree(2, Int32Array.of(0, 0, 0), none, undefined, Uint8Array.of(1))).toThrow(/held/);
  });
});
