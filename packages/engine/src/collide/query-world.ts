/**
 * Placed shapes of which one may ask: what does a ray or a moved shape meet, what overlaps, what is nearest. A tree of
 * their boxes leaves few of them to be looked at.
 *
 *   const world = new QueryWorld();
 *   const floor = world.add(createPlane({ normal: [0, 1, 0] }), frames, 0, { group: 1 });
 *   world.castRay(hit, ray, 0, new QueryFilter({ collidesWith: [1] }))                     index of the nearest, or −1
 *
 * A ray is eight numbers (see `RaySlot`). Of equal ones the smaller index comes first. A compound is one with a number of
 * parts, each of which has a place in the tree; what is told is the index of the whole.
 */
import { fail, resize } from "../math/index.js";
import { boundsSize, computeBounds } from "./bounds.js";
import { BoundsTree } from "./bounds-tree.js";
import { nextOnRay, RaySlot, RayWalk, startRay } from "./bounds-tree-query.js";
import type { Compound } from "./compound.js";
import { composeFrames, frameSize } from "./frame.js";
import { findClosestPoint, PointSlot, shapesOverlap } from "./point-query.js";
import { type FilterOptions, QueryFilter, toMask } from "./query-filter.js";
import { copyRayHit, copyShapeHit, type HitList } from "./query-hits.js";
import { castRay, HitSlot, RayHit } from "./ray-cast.js";
import type { Shape } from "./shape.js";
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
  /** Shapes and parts of compounds, in the order in which they came, and whose they are. */
  readonly shapes: Shape[] = [];
  private readonly bodies: (Compound | null)[] = [];
  private owners: Int32Array = new Int32Array(4);
  /** The first part of each body; and the one after the last. */
  private firsts: Int32Array = new Int32Array(5);
  frames: Float64Array = new Float64Array(4 * frameSize);
  boxes: Float64Array = new Float64Array(4 * boundsSize);
  private groups: Int32Array = new Int32Array(4);
  private masks: Int32Array = new Int32Array(4);
  private readonly tree = new BoundsTree();
  private state: "new" | "moved" | "ready" = "ready";

  /** Adds a shape, a mesh or a compound with the frame at frames[f] and returns its index. */
  add(shape: Shape | Compound, frames: Float64Array, f: number, options: Omit<FilterOptions, "accept"> = {}): number {
    const compound = shape !== null && typeof shape === "object" && "shapes" in shape;
    if (!compound && (shape as Shape)?.kind === undefined) {
      fail("not-a-shape", "shape", "must be a shape or a compound", shape, "createBox and createCompound make one");
    }
    const { group, mask } = new QueryFilter(options);
    const index = this.bodies.length;
    const parts = compound ? shape.shapes : [shape as Shape];
    const first = this.shapes.length;
    while (first + parts.length > this.groups.length) this.grow(2 * this.groups.length);
    this.shapes.push(...parts);
    this.bodies.push(compound ? shape : null);
    this.owners.fill(index, first, first + parts.length);
    this.firsts[index] = first;
    this.firsts[index + 1] = first + parts.length;
    this.groups[index] = group;
    this.masks[index] = mask;
    this.place(index, frames, f);
    this.state = "new";
    return index;
  }

  /** Moves a body. */
  place(index: number, frames: Float64Array, f: number): void {
    if (!(index >= 0 && index < this.bodies.length)) {
      fail("out-of-range", "index", `must be from 0 to ${this.bodies.length - 1}`, index);
    }
    const body = this.bodies[index];
    const first = this.firsts[index];
    for (let i = first; i < this.firsts[index + 1]; i++) {
      const o = frameSize * i;
      if (body === null) for (let k = 0; k < frameSize; k++) this.frames[o + k] = frames[f + k];
      else composeFrames(this.frames, o, frames, f, body.frames, frameSize * (i - first));
      computeBounds(this.boxes, boundsSize * i, this.shapes[i], this.frames, o);
    }
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
      const body = this.owners[i];
      const t = trialRay.values[HitSlot.t];
      if (hit.index >= 0 && t === cut[RaySlot.to] && body >= hit.index) continue;
      copyRayHit(hit, trialRay, body);
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
      hits.insert(this.owners[i], trialRay.values, HitSlot.t, HitSlot.point, HitSlot.normal);
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
      const body = this.owners[i];
      const t = trialShape.fraction[0];
      if (hit.index >= 0 && t === limit[0] && body >= hit.index) continue;
      copyShapeHit(hit, trialShape, body);
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
      if (!this.isAsked(i, filter) || hits.has(this.owners[i])) continue;
      if (shapesOverlap(shape, frames, f, this.shapes[i], this.frames, frameSize * i)) hits.insertIndex(this.owners[i]);
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
      const body = this.owners[i];
      if (distance > least || (distance === least && found >= 0 && body >= found)) continue;
      found = body;
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
    const body = this.owners[i];
    if (((filter.mask >>> this.groups[body]) & (this.masks[body] >>> filter.group) & 1) === 0) return false;
    return filter.accept === null || filter.accept(body);
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
    this.owners = resize(this.owners, n);
    this.firsts = resize(this.firsts, n + 1);
    this.groups = resize(this.groups, n);
    this.masks = resize(this.masks, n);
  }
}
