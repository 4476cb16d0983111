/**
 * Which shapes a question is about: by groups, as bodies collide, or by a function of the index.
 *
 *   group          a number from 0 to 31; default 0
 *   collidesWith   the groups that are met; default all
 *
 * Two meet if each one's groups have the other's in them. With the groups as bits of a mask that is one operation.
 */
import { fail, requireInteger, requireOptions } from "../../math/index.js";

/** The options of a `QueryFilter`. */
export interface FilterOptions {
  /** The group of the query, 0 to 31. Default 0. */
  readonly group?: number;
  /** The groups that the query meets. Default: all. */
  readonly collidesWith?: ArrayLike<number>;
  /** A predicate on the index, called for each shape that the query might meet. */
  readonly accept?: (index: number) => boolean;
}

/** A filter of queries: by groups, as bodies collide, or by a predicate on the index. */
export class QueryFilter {
  /** The group of the query, 0 to 31. */
  group: number;
  /** The groups that the query meets, as bits. */
  mask: number;
  /** A predicate on the index; null if all are accepted. */
  accept: ((index: number) => boolean) | null;

  constructor(options: FilterOptions = {}) {
    requireOptions("filter", options, "{ group: 1, collidesWith: [0, 2] }");
    const { group = 0, collidesWith, accept = null } = options;
    requireInteger("filter.group", group, 0, 31);
    if (accept !== null && typeof accept !== "function") {
      fail("not-a-function", "filter.accept", "must be a function of the index", accept);
    }
    this.group = group;
    this.mask = collidesWith === undefined ? -1 : toMask("filter.collidesWith", collidesWith);
    this.accept = accept;
  }
}

/** Returns groups as bits of a mask. */
export function toMask(path: string, groups: ArrayLike<number>): number {
  if (typeof groups !== "object" || groups === null) fail("not-a-list", path, "must be a list of groups", groups);
  let mask = 0;
  for (let k = 0; k < groups.length; k++) {
    requireInteger(`${path}[${k}]`, groups[k], 0, 31);
    mask |= 1 << groups[k];
  }
  return mask;
}
