/**
 * Placed shapes of which one may ask: what does a ray or a moved shape meet, what overlaps, what is nearest. A tree of
 * their boxes leaves few of them to be looked at.
 *
 *   const world = new QueryWorld();
 *   const floor = world.add(createPlane({ normal: [0, 1, 0] }), frames, 0, { group: 1 });
 *   world.castRay(hit, ray, 0, new QueryFilter({ collidesWith: [1] }))                     index of the nearest, or −1
 *
 * A ray is eight numbers (see `RaySlot`). Of equal ones the smaller index comes first.
 */
import { fail, resize } from "../math/index.js";
import { boundsSize, computeBounds } from "./bounds.js";
import { BoundsTree } from "./bounds-tree.js";
import { nextOnRay, RaySlot, RayWalk, startRay } from "./bounds-tree-query.js";
import { frameSize } from "./frame.js";
import { findClosestPoint, PointSlot, shapesOverlap } from "./point-query.js";
import { type FilterOptions, QueryFilter, toMask } from "./query-filter.js";
import type { HitList } from "./query-hits.js";
import { castRay, HitSlot, RayHit } from "./ray-cast.js";
import { Kind, type Shape } from "./shape.js";
import { castShape, ShapeHit } from "./shape-cast.js";

const everything = /* @__PURE__ */ new QueryFilter();
const trialRay = /* @__PURE__ */ new RayHit();
const trialShape = /* @__PURE__ */ new ShapeHit();
const walk = /* @__PURE__ */ new RayWalk();
const cut = /* @__PURE__ */ new Float64Array(8);
const swept = /* @__PURE__ */ new Float64Array(2 * boundsSize);
const limit = /* @__PURE__ */ new Float64Array(1);
const near = /* @__PURE__ */ new Float64Array(7);

export class QueryWorld {
  readonly shapes: Shape[] = [];
  frames: Float64Array = new Float64Array(4 * frameSize);
  boxes: Float64Array = new Float64Array(4 * boundsSize);
  private groups: Int32Array = new Int32Array(4);
  private masks: Int32Array = new Int32Array(4);
  private readonly tree = new BoundsTree();
  private state: "new" | "moved" | "ready" = "ready";

  /** Adds a shape with the frame at frames[f] and returns its index. */
  add(shape: Shape, frames: Float64Array, f: number, options: Omit<FilterOptions, "accept"> = {}): number {
    if (shape?.kind === undefined || shape.kind === Kind.mesh) {
      fail("not-convex", "shape", "must be a convex shape", shape, "add the parts of a mesh one by one");
    }
    const { group, mask } = new QueryFilter(options);
    const index = this.shapes.length;
    if (index === this.groups.length) this.grow(2 * index);
    this.shapes.push(shape);
    this.groups[index] = group;
    this.masks[index] = mask;
    this.place(index, frames, f);
    this.state = "new";
    return index;
  }

  /** Moves a shape. */
  place(index: number, frames: Float64Array, f: number): void {
    if (!(index >= 0 && index < this.shapes.length)) {
      fail("out-of-range", "index", `must be from 0 to ${this.shapes.length - 1}`, index);
    }
    for (let k = 0; k < frameSize; k++) this.frames[frameSize * index + k] = frames[f + k];
    computeBounds(this.boxes, boundsSize * index, this.shapes[index], this.frames, frameSize * index);
    if (this.state === "ready") this.state = "moved";
  }

  /** Changes the groups of a shape: its own, and those it meets. */
  regroup(index: number, group: number, collidesWith: ArrayLike<number>): void {
    this.groups[index] = new QueryFilter({ group }).group;
    this.masks[index] = toMask("collidesWith", collidesWith);
  }

  /** The nearest shape that a ray meets, or −1; what it meets is in `hit`. */
  castRay(hit: RayHit, ray: Float64Array, r: number, filter: QueryFilter = everything): number {
    hit.index = -1;
    this.beginWalk(ray, r);
    for (let i = nextOnRay(walk, this.tree, cut, 0); i >= 0; i = nextOnRay(walk, this.tree, cut, 0)) {
      if (!this.isAsked(i, filter) || !this.tryRay(i, cut, 0)) continue;
      const t = trialRay.values[HitSlot.t];
      if (hit.index >= 0 && t === cut[RaySlot.to] && i > hit.index) continue;
      copyHit(hit, i);
      cut[RaySlot.to] = t;
    }
    return hit.index;
  }

  /** Whether a ray meets anything. */
  castRayAny(ray: Float64Array, r: number, filter: QueryFilter = everything): boolean {
    this.beginWalk(ray, r);
    for (let i = nextOnRay(walk, this.tree, cut, 0); i >= 0; i = nextOnRay(walk, this.tree, cut, 0)) {
      if (this.isAsked(i, filter) && this.tryRay(i, cut, 0)) return true;
    }
    return false;
  }

  /** All that a ray meets, from near to far; returns how many. */
  castRayAll(hits: HitList, ray: Float64Array, r: number, filter: QueryFilter = everything): number {
    hits.count = 0;
    this.beginWalk(ray, r);
    for (let i = nextOnRay(walk, this.tree, cut, 0); i >= 0; i = nextOnRay(walk, this.tree, cut, 0)) {
      if (!this.isAsked(i, filter) || !this.tryRay(i, cut, 0)) continue;
      hits.insert(i, trialRay.values, HitSlot.t, HitSlot.point, HitSlot.normal);
    }
    return hits.count;
  }

  /** The first shape that another one meets when it is moved from its frame by path[p], or −1. */
  castShape(
    hit: ShapeHit,
    shape: Shape,
    frames: Float64Array,
    f: number,
    path: Float64Array,
    p: number,
    filter: QueryFilter = everything,
  ): number {
    hit.index = -1;
    limit[0] = 1;
    const { tree } = this;
    const count = this.findSwept(shape, frames, f, path, p);
    for (let k = 0; k < count; k++) {
      const i = tree.hits[k];
      if (!this.isAsked(i, filter)) continue;
      const o = frameSize * i;
      if (!castShape(trialShape, shape, frames, f, path, p, limit, this.shapes[i], this.frames, o)) continue;
      const t = trialShape.fraction[0];
      if (hit.index >= 0 && t === limit[0] && i > hit.index) continue;
      copyShapeHit(hit, i);
      limit[0] = t;
    }
    return hit.index;
  }

  /** All shapes that overlap one, in the order of their indices; returns how many. */
  findOverlaps(hits: HitList, shape: Shape, frames: Float64Array, f: number, filter: QueryFilter = everything): number {
    hits.count = 0;
    this.update();
    computeBounds(swept, 0, shape, frames, f);
    const count = this.tree.queryBox(swept, 0);
    for (let k = 0; k < count; k++) {
      const i = this.tree.hits[k];
      if (!this.isAsked(i, filter)) continue;
      if (shapesOverlap(shape, frames, f, this.shapes[i], this.frames, frameSize * i)) hits.insertIndex(i);
    }
    return hits.count;
  }

  /**
   * The shape nearest to a point, or −1 if none is within the reach at reach[0] (m); distance, closest point and normal
   * go to out[o] (see `PointSlot`). Of shapes around the point it is that in which it lies deepest.
   */
  findClosest(
    out: Float64Array,
    o: number,
    point: Float64Array,
    p: number,
    reach: Float64Array,
    filter: QueryFilter = everything,
  ): number {
    this.update();
    let found = -1;
    let least = reach[0];
    for (let k = 0; k < 3; k++) {
      swept[k] = point[p + k] - least;
      swept[3 + k] = point[p + k] + least;
    }
    const count = this.tree.queryBox(swept, 0);
    for (let k = 0; k < count; k++) {
      const i = this.tree.hits[k];
      if (!this.isAsked(i, filter)) continue;
      findClosestPoint(near, 0, this.shapes[i], this.frames, frameSize * i, point, p);
      const distance = near[PointSlot.distance];
      if (distance > least || (distance === least && found >= 0 && i > found)) continue;
      found = i;
      least = distance;
      for (let m = 0; m < 7; m++) out[o + m] = near[m];
    }
    return found;
  }

  /** Brings the tree up to date; every question does it first. */
  update(): void {
    if (this.state === "new") this.tree.build(this.boxes, null, this.shapes.length);
    else if (this.state === "moved") this.tree.refit(this.boxes);
    this.state = "ready";
  }

  /** Builds the tree anew: after great changes it answers faster. */
  rebuild(): void {
    this.state = "new";
    this.update();
  }

  private isAsked(i: number, filter: QueryFilter): boolean {
    if (((filter.mask >>> this.groups[i]) & (this.masks[i] >>> filter.group) & 1) === 0) return false;
    return filter.accept === null || filter.accept(i);
  }

  private beginWalk(ray: Float64Array, r: number): void {
    this.update();
    for (let k = 0; k < 8; k++) cut[k] = ray[r + k];
    startRay(walk, this.tree, cut, 0);
  }

  private tryRay(i: number, ray: Float64Array, r: number): boolean {
    return castRay(trialRay, this.shapes[i], this.frames, frameSize * i, ray, r);
  }

  /** What overlaps the box around the whole way of a shape. */
  private findSwept(shape: Shape, frames: Float64Array, f: number, path: Float64Array, p: number): number {
    this.update();
    computeBounds(swept, 0, shape, frames, f);
    for (let k = 0; k < 3; k++) swept[path[p + k] > 0 ? 3 + k : k] += path[p + k];
    return this.tree.queryBox(swept, 0);
  }

  private grow(n: number): void {
    this.frames = resize(this.frames, frameSize * n);
    this.boxes = resize(this.boxes, boundsSize * n);
    this.groups = resize(this.groups, n);
    this.masks = resize(this.masks, n);
  }
}

function copyHit(hit: RayHit, index: number): void {
  hit.index = index;
  hit.inside = trialRay.inside;
  hit.face = trialRay.face;
  for (let k = 0; k < hit.values.length; k++) hit.values[k] = trialRay.values[k];
}

function copyShapeHit(hit: ShapeHit, index: number): void {
  hit.index = index;
  hit.overlapping = trialShape.overlapping;
  hit.rounds = trialShape.rounds;
  hit.fraction[0] = trialShape.fraction[0];
  hit.pair.status = trialShape.pair.status;
  hit.pair.witness = trialShape.pair.witness;
  hit.pair.featureA = trialShape.pair.featureA;
  hit.pair.featureB = trialShape.pair.featureB;
  for (let k = 0; k < hit.pair.values.length; k++) hit.pair.values[k] = trialShape.pair.values[k];
}
