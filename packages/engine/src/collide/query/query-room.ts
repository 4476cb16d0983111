/**
 * What a question to a `QueryWorld` needs while it is under way. `accept` of a filter may itself ask, the same world or
 * another one: each question that is not yet answered has a room of its own, made at the first use and kept.
 */
import { resize } from "../../math/index.js";
import { RayWalk } from "../shapes/index.js";

export class QueryRoom {
  readonly walk: RayWalk = new RayWalk();
  /** The ray, as far as it still counts. */
  readonly cut: Float64Array = new Float64Array(8);
  /** The part of a way that still counts. */
  readonly limit: Float64Array = new Float64Array(1);
  /** What a tree has found. */
  items: Int32Array = new Int32Array(16);

  /** Keeps the first `count` of what a tree has found, which the next question overwrites. */
  keep(hits: Int32Array, count: number): number {
    if (count > this.items.length) this.items = resize(this.items, 2 * count);
    for (let k = 0; k < count; k++) this.items[k] = hits[k];
    return count;
  }
}

const rooms: QueryRoom[] = [];
let depth = 0;

/** A room for a question that begins. */
export function enterRoom(): QueryRoom {
  if (depth === rooms.length) rooms.push(new QueryRoom());
  return rooms[depth++];
}

/** Ends the question begun last. */
export function leaveRoom(): void {
  depth--;
}
