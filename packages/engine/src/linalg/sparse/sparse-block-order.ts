/**
 * The order in which the nodes of a sparse block matrix are eliminated: minimum degree, with regard to nodes that have
 * no block on the diagonal, the constraints of a KKT matrix (M Jᵀ; J 0).
 *
 * What has been eliminated at any time must be a regular matrix in itself, so its constraints must be independent
 * already on the bodies that went before. Every constraint therefore waits until one of its bodies is gone that serves
 * no other constraint; those that never find one come last, when all bodies are gone. In a tree this is child before
 * parent, with a joint to the world as the root.
 */
import { fail, requireInteger, requireLength } from "../../math/index.js";
import { orderMinimumDegree } from "./ordering.js";

/** Which nodes share a block. */
export interface NodeGraph {
  /** The neighbours of node i are neighbours[start[i]] … neighbours[start[i + 1] − 1], repetitions allowed. */
  readonly start: Int32Array;
  readonly neighbours: Int32Array;
  /** Whether the node has a block on the diagonal. */
  readonly hasDiagonal: Uint8Array;
}

/** Returns an order of elimination: minimum degree, with every constraint after bodies on which it is independent. */
export function chooseOrder(graph: NodeGraph, sizes: Int32Array): Int32Array {
  const n = sizes.length;
  const constraint = graph.hasDiagonal.map((has) => 1 - has);
  const order = orderMinimumDegree(n, graph.start, graph.neighbours, sizes, constraint);
  if (!constraint.includes(1)) return order;
  const result = new Int32Array(n);
  const free = new Uint8Array(n);
  const waiting = new Uint8Array(n);
  let count = 0;
  for (const i of order) {
    if (constraint[i] === 0) {
      result[count++] = i;
      const c = findMarked(graph, i, waiting);
      if (c < 0) free[i] = 1;
      else {
        result[count++] = c;
        waiting[c] = 0;
      }
    } else {
      const body = findMarked(graph, i, free);
      if (body < 0) waiting[i] = 1;
      else {
        result[count++] = i;
        free[body] = 0;
      }
    }
  }
  for (const i of order) if (waiting[i] === 1) result[count++] = i;
  return result;
}

/** The first neighbour of i that is marked, or −1. */
function findMarked(graph: NodeGraph, i: number, mark: Uint8Array): number {
  for (let s = graph.start[i]; s < graph.start[i + 1]; s++) {
    if (mark[graph.neighbours[s]] === 1) return graph.neighbours[s];
  }
  return -1;
}

/** The order given by the user, if it lists every node once. */
export function checkOrder(n: number, order: ArrayLike<number>): Int32Array {
  requireLength("options.order", order, n);
  const seen = new Uint8Array(n);
  for (let k = 0; k < n; k++) {
    requireInteger(`options.order[${k}]`, order[k], 0, n - 1);
    if (seen[order[k]] !== 0) fail("repeated", `options.order[${k}]`, "must list every node once", order[k]);
    seen[order[k]] = 1;
  }
  return Int32Array.from(order);
}
