/**
 * The order in which to eliminate the nodes of a symmetric sparse matrix so that few new entries arise.
 *
 * Peeling first: a node with at most one neighbour left causes no fill; such nodes go first, again and again. So trees,
 * chains and stars cost O(n) and get no fill at all, whatever the degree of their hubs. What remains (a graph in which
 * every node has two neighbours or more) is ordered by approximate minimum degree: see minimum-degree.ts.
 * Nodes that touch a large part of the graph are kept for the end: they would be rescanned at every elimination.
 */
import { fail, requireInteger } from "../../math/index.js";
import { requireRoom } from "../dense/index.js";
import { eliminateByDegree } from "./minimum-degree.js";
import { hubFactor, leastHub } from "./parameters.js";

/**
 * The elimination order of a graph of n nodes: entry k is the node to eliminate k-th.
 *
 * The neighbours of node i are `neighbours[start[i]]` … `neighbours[start[i + 1] − 1]`. Loops and repeated entries are
 * ignored; an edge may be listed at one of its ends or at both. `weights` are the numbers of rows that the nodes stand
 * for (default 1). A node with `held` ≠ 0 is not peeled before one of its neighbours is gone. Deterministic: the same
 * lists give the same order.
 */
export function orderMinimumDegree(
  n: number,
  start: Int32Array,
  neighbours: Int32Array,
  weights?: Int32Array,
  held?: Uint8Array,
): Int32Array<ArrayBuffer> {
  requireInteger("n", n, 0, 1 << 28);
  requireRoom("start", start, n + 1);
  if (weights !== undefined) requireRoom("weights", weights, n);
  if (held !== undefined) requireRoom("held", held, n);
  const graph = symmetrise(n, start, neighbours);
  const order = new Int32Array(n);
  const taken = new Uint8Array(n);
  const peeled = peelLeaves(order, taken, n, graph, held);
  if (peeled === n) return order;

  // nodes beyond ten times the root of what remains go last, by increasing degree
  const dense: number[] = [];
  const degree = new Int32Array(n);
  const bound = Math.max(leastHub, hubFactor * Math.sqrt(n - peeled));
  for (let i = 0; i < n; i++) {
    degree[i] = taken[i] === 0 ? countFree(i, taken, graph) : 0;
    if (degree[i] > bound) dense.push(i);
  }
  dense.sort((a, b) => degree[a] - degree[b] || a - b);
  order.set(dense, n - dense.length);
  for (const i of dense) taken[i] = 1;
  eliminateByDegree(order, peeled, n, graph.start, graph.neighbours, taken, weights);
  return order;
}

/** A graph with every edge listed once at each of its ends, in increasing order, without loops. */
interface Graph {
  readonly start: Int32Array;
  readonly neighbours: Int32Array;
}

function symmetrise(n: number, start: Int32Array, neighbours: Int32Array): Graph {
  const count = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) {
    if (start[i] > start[i + 1]) fail("not-sorted", `start[${i + 1}]`, `must be at least ${start[i]}`, start[i + 1]);
    for (let s = start[i]; s < start[i + 1]; s++) {
      const j = neighbours[s];
      if (!(j >= 0 && j < n)) fail("out-of-range", `neighbours[${s}]`, `must be a node, 0 to ${n - 1}`, j);
      if (j === i) continue;
      count[i + 1]++;
      count[j + 1]++;
    }
  }
  for (let i = 0; i < n; i++) count[i + 1] += count[i];
  const all = new Int32Array(count[n]);
  const fill = count.slice(0, n);
  for (let i = 0; i < n; i++) {
    for (let s = start[i]; s < start[i + 1]; s++) {
      const j = neighbours[s];
      if (j === i) continue;
      all[fill[i]++] = j;
      all[fill[j]++] = i;
    }
  }
  return transposeUnique(n, count, all);
}

/** Listing a symmetric graph by columns sorts every list; repetitions then stand side by side and are dropped. */
function transposeUnique(n: number, start: Int32Array, neighbours: Int32Array): Graph {
  const last = new Int32Array(n).fill(-1);
  const sorted = new Int32Array(neighbours.length);
  const fill = start.slice(0, n);
  for (let i = 0; i < n; i++) {
    for (let s = start[i]; s < start[i + 1]; s++) {
      const j = neighbours[s];
      if (last[j] === i) continue;
      last[j] = i;
      sorted[fill[j]++] = i;
    }
  }
  const tight = new Int32Array(n + 1);
  let end = 0;
  for (let i = 0; i < n; i++) {
    for (let s = start[i]; s < fill[i]; s++) sorted[end++] = sorted[s];
    tight[i + 1] = end;
  }
  return { start: tight, neighbours: sorted.subarray(0, end) };
}

/** Takes nodes with at most one free neighbour until none is left; returns how many. */
function peelLeaves(
  order: Int32Array,
  taken: Uint8Array,
  n: number,
  graph: Graph,
  held: Uint8Array | undefined,
): number {
  const degree = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    degree[i] = graph.start[i + 1] - graph.start[i];
    if (degree[i] === 0 || (degree[i] === 1 && (held === undefined || held[i] === 0))) {
      order[count++] = i;
      taken[i] = 1;
    }
  }
  for (let k = 0; k < count; k++) {
    const i = order[k];
    for (let s = graph.start[i]; s < graph.start[i + 1]; s++) {
      const j = graph.neighbours[s];
      degree[j]--;
      if (taken[j] === 0 && degree[j] <= 1) {
        order[count++] = j;
        taken[j] = 1;
      }
    }
  }
  return count;
}

function countFree(i: number, taken: Uint8Array, graph: Graph): number {
  let count = 0;
  for (let s = graph.start[i]; s < graph.start[i + 1]; s++) if (taken[graph.neighbours[s]] === 0) count++;
  return count;
}
