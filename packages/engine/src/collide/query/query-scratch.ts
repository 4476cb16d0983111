/**
 * The scratch memory of queries to a `QueryWorld` that are under way. The predicate `accept` of a filter may itself make
 * queries, to the same world or another one: each query that is not yet finished has a scratch of its own, made at the first
 * use and kept.
 */
import { resize } from "../../math/index.js";
import { RayWalk } from "../shapes/index.js";

/** The scratch memory of a query that is under way. */
export class QueryScratch {
  /** The walk of the ray through the tree. */
  readonly walk: RayWalk = new RayWalk();
  /** The ray, as far as it still counts. */
  readonly cut: Float64Array = new Float64Array(8);
  /** The part of a displacement that still counts. */
  readonly limit: Float64Array = new Float64Array(1);
  /** The items that a tree has found. */
  items: Int32Array = new Int32Array(16);

  /** Keeps the first `count` of what a tree has found, which the next question overwrites. */
  keep(hits: Int32Array, count: number): number {
    if (count > this.items.length) this.items = resize(this.items, 2 * count);
    for (let k = 0; k < count; k++) this.items[k] = hits[k];
    return count;
  }
}

const rooms: QueryScratch[] = [];
let depth = 0;

/** Returns the scratch memory of a query that begins. */
export function openScratch(): QueryScratch {
  if (depth === rooms.length) rooms.push(new QueryScratch());
  return rooms[depth++];
}

/** Ends the query begun last. */
export function closeScratch(): void {
  depth--;
}
