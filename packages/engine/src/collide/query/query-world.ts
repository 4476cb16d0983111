/**
 * A set of placed shapes for scene queries: ray casts, shape casts, overlaps and nearest points. A tree of their boxes leaves
 * few of them to be looked at.
 *
 *   const world = new QueryWorld();
 *   const floor = world.add(createPlane({ normal: [0, 1, 0] }), frames, 0, { group: 1 });
 *   world.castRay(hit, ray, 0, new QueryFilter({ collidesWith: [1] }))                     index of the nearest, or −1
 *
 * A ray is eight numbers (see `RaySlot`). Of equal ones the smaller index comes first. A compound is one with a number of
 * parts, each of which has a place in the tree; the index reported is that of the whole. `accept` of a filter may ask the
 * world, but not change it.
 */
import { fail, resize } from "../../math/index.js";
import type { Compound } from "../pair/index.js";
import {
  BoundsTree,
  boundsSize,
  composeFrames,
  computeBounds,
  frameSize,
  nextOnRay,
  RaySlot,
  type Shape,
  startRay,
} from "../shapes/index.js";
import { findClosestPoint, PointSlot, shapesOverlap } from "./point-query.js";
import { type FilterOptions, QueryFilter, toMask } from "./query-filter.js";
import { copyRayHit, copyShapeHit, type HitList } from "./query-hits.js";
import { closeScratch, openScratch, type QueryScratch } from "./query-scratch.js";
import { castRay, HitSlot, RayHit } from "./ray-cast.js";
import { castShape, ShapeHit } from "./shape-cast.js";

const everything = /* @__PURE__ */ new QueryFilter();
const trialRay = /* @__PURE__ */ new RayHit();
const trialShape = /* @__PURE__ */ new ShapeHit();
const swept = /* @__PURE__ */ new Float64Array(2 * boundsSize);
const near = /* @__PURE__ */ new Float64Array(7);

/** A set of placed shapes for queries: rays, moved shapes, overlaps, nearest points. */
export class QueryWorld {
  /** The shapes and parts of compounds, in the order in which they were added. */
  readonly shapes: Shape[] = [];
  private owners: Int32Array = new Int32Array(4);
  private gone = 0;
  /** Undefined where a body was removed; null for a single shape. */
  private readonly bodies: (Compound | null | undefined)[] = [];
  /** Indices of bodies that were removed, for the next ones. */
  private readonly free: number[] = [];
  /** The first part of each body, and how many it has. */
  private firsts: Int32Array = new Int32Array(4);
  private counts: Int32Array = new Int32Array(4);
  /** The frame of each part, 12 numbers each. */
  frames: Float64Array = new Float64Array(4 * frameSize);
  /** The box of each part, six numbers each, m. */
  boxes: Float64Array = new Float64Array(4 * boundsSize);
  private groups: Int32Array = new Int32Array(4);
  private masks: Int32Array = new Int32Array(4);
  private readonly tree = new BoundsTree();
  private state: "new" | "moved" | "ready" = "ready";
  /** Questions under way. */
  private asked = 0;

  /** Adds a shape, a mesh or a compound with the frame at frames[f] and returns its index. */
  add(shape: Shape | Compound, frames: Float64Array, f: number, options: Omit<FilterOptions, "accept"> = {}): number {
    const compound = shape !== null && typeof shape === "object" && "shapes" in shape;
    if (!compound && (shape as Shape)?.kind === undefined) {
      fail("not-a-shape", "shape", "must be a shape or a compound", shape, "createBox and createCompound make one");
    }
    const { group, mask } = new QueryFilter(options);
    this.requireIdle();
    requireFrame(frames, f);
    const parts = compound ? shape.shapes : [shape as Shape];
    if (this.gone > 0 && this.shapes.length + parts.length > this.owners.length) this.closeGaps();
    const first = this.shapes.length;
    while (first + parts.length > this.owners.length) this.grow(2 * this.owners.length);
    const index = this.free.pop() ?? this.bodies.length;
    for (const part of parts) this.shapes.push(part);
    this.bodies[index] = compound ? shape : null;
    this.owners.fill(index, first, first + parts.length);
    this.firsts[index] = first;
    this.counts[index] = parts.length;
    this.groups[index] = group;
    this.masks[index] = mask;
    this.place(index, frames, f);
    this.state = "new";
    return index;
  }

  /** Takes a body out. The others keep their indices; its own will be that of a body added later. */
  remove(index: number): void {
    this.requireIdle();
    this.requireBody(index);
    const first = this.firsts[index];
    this.owners.fill(-1, first, first + this.counts[index]);
    this.gone += this.counts[index];
    this.bodies[index] = undefined;
    this.free.push(index);
    this.state = "new";
  }

  /** Moves a body. One whose frame is not finite is refused, and stays where it was. */
  place(index: number, frames: Float64Array, f: number): void {
    this.requireIdle();
    this.requireBody(index);
    requireFrame(frames, f);
    const body = this.bodies[index] ?? null;
    const first = this.firsts[index];
    for (let i = first; i < first + this.counts[index]; i++) {
      const o = frameSize * i;
      if (body === null) for (let k = 0; k < frameSize; k++) this.frames[o + k] = frames[f + k];
      else composeFrames(this.frames, o, frames, f, body.frames, frameSize * (i - first));
      computeBounds(this.boxes, boundsSize * i, this.shapes[i], this.frames, o);
    }
    if (this.state === "ready") this.state = "moved";
  }

  /** Changes the groups of a body: its own, and those it meets. */
  regroup(index: number, group: number, collidesWith: ArrayLike<number>): void {
    this.requireIdle();
    this.requireBody(index);
    const filter = new QueryFilter({ group });
    this.masks[index] = toMask("collidesWith", collidesWith);
    this.groups[index] = filter.group;
  }

  /** Returns the index of the nearest shape that a ray meets, or −1; the hit is in `hit`. */
  castRay(hit: RayHit, ray: Float64Array, r: number, filter: QueryFilter = everything): number {
    hit.index = -1;
    const room = this.begin();
    try {
      const { cut } = room;
      this.startWalk(room, ray, r);
      for (let i = this.nextMet(room, filter); i >= 0; i = this.nextMet(room, filter)) {
        const body = this.owners[i];
        const t = trialRay.values[HitSlot.t];
        if (hit.index >= 0 && t === cut[RaySlot.to] && body >= hit.index) continue;
        copyRayHit(hit, trialRay, body);
        cut[RaySlot.to] = t;
      }
    } finally {
      this.end();
    }
    return hit.index;
  }

  /** Returns whether a ray meets anything. */
  castRayAny(ray: Float64Array, r: number, filter: QueryFilter = everything): boolean {
    const room = this.begin();
    try {
      this.startWalk(room, ray, r);
      return this.nextMet(room, filter) >= 0;
    } finally {
      this.end();
    }
  }

  /** Finds all shapes that a ray meets, from near to far, and returns how many there are. */
  castRayAll(hits: HitList, ray: Float64Array, r: number, filter: QueryFilter = everything): number {
    hits.count = 0;
    const room = this.begin();
    try {
      this.startWalk(room, ray, r);
      for (let i = this.nextMet(room, filter); i >= 0; i = this.nextMet(room, filter)) {
        hits.insert(this.owners[i], trialRay.values, HitSlot.t, HitSlot.point, HitSlot.normal);
      }
    } finally {
      this.end();
    }
    return hits.count;
  }

  /** Returns the index of the first shape that another one meets when it is moved from its frame by path[p], or −1. */
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
    const room = this.begin();
    try {
      const { limit } = room;
      limit[0] = 1;
      computeBounds(swept, 0, shape, frames, f);
      for (let k = 0; k < 3; k++) swept[path[p + k] > 0 ? 3 + k : k] += path[p + k];
      const count = room.keep(this.tree.hits, this.tree.queryBox(swept, 0));
      for (let k = 0; k < count; k++) {
        const i = room.items[k];
        if (!this.isAsked(i, filter)) continue;
        const o = frameSize * i;
        if (!castShape(trialShape, shape, frames, f, path, p, limit, this.shapes[i], this.frames, o)) continue;
        const body = this.owners[i];
        const t = trialShape.fraction[0];
        if (hit.index >= 0 && t === limit[0] && body >= hit.index) continue;
        copyShapeHit(hit, trialShape, body);
        limit[0] = t;
      }
    } finally {
      this.end();
    }
    return hit.index;
  }

  /** Finds all shapes that overlap one, in the order of their indices, and returns how many there are. */
  findOverlaps(hits: HitList, shape: Shape, frames: Float64Array, f: number, filter: QueryFilter = everything): number {
    hits.count = 0;
    const room = this.begin();
    try {
      computeBounds(swept, 0, shape, frames, f);
      const count = room.keep(this.tree.hits, this.tree.queryBox(swept, 0));
      for (let k = 0; k < count; k++) {
        const i = room.items[k];
        const body = this.owners[i];
        if (!this.isAsked(i, filter) || hits.has(body)) continue;
        if (shapesOverlap(shape, frames, f, this.shapes[i], this.frames, frameSize * i)) hits.insertIndex(body);
      }
    } finally {
      this.end();
    }
    return hits.count;
  }

  /**
   * Returns the index of the shape nearest to a point, or −1 if none is within the reach at reach[0] (m); distance,
   * closest point and normal go to out[o] (see `PointSlot`). Of shapes around the point it is that in which it lies
   * deepest.
   */
  findClosest(
    out: Float64Array,
    o: number,
    point: Float64Array,
    p: number,
    reach: Float64Array,
    filter: QueryFilter = everything,
  ): number {
    let found = -1;
    const room = this.begin();
    try {
      const { limit } = room;
      limit[0] = reach[0];
      for (let k = 0; k < 3; k++) {
        swept[k] = point[p + k] - limit[0];
        swept[3 + k] = point[p + k] + limit[0];
      }
      const count = room.keep(this.tree.hits, this.tree.queryBox(swept, 0));
      for (let k = 0; k < count; k++) {
        const i = room.items[k];
        if (!this.isAsked(i, filter)) continue;
        findClosestPoint(near, 0, this.shapes[i], this.frames, frameSize * i, point, p);
        const distance = near[PointSlot.distance];
        const body = this.owners[i];
        // nor is NaN within reach
        if (!(distance <= limit[0]) || (distance === limit[0] && found >= 0 && body >= found)) continue;
        found = body;
        limit[0] = distance;
        for (let m = 0; m < 7; m++) out[o + m] = near[m];
      }
    } finally {
      this.end();
    }
    return found;
  }

  /** Brings the tree up to date; every question does it first. */
  update(): void {
    if (this.state === "new") {
      if (this.gone > 0) this.closeGaps();
      this.tree.build(this.boxes, null, this.shapes.length);
    } else if (this.state === "moved") this.tree.refit(this.boxes);
    this.state = "ready";
  }

  /** Builds the tree anew: after great changes it answers faster. */
  rebuild(): void {
    this.requireIdle();
    this.state = "new";
    this.update();
  }

  private begin(): QueryScratch {
    this.update();
    this.asked++;
    return openScratch();
  }

  private end(): void {
    this.asked--;
    closeScratch();
  }

  private isAsked(i: number, filter: QueryFilter): boolean {
    const body = this.owners[i];
    if (((filter.mask >>> this.groups[body]) & (this.masks[body] >>> filter.group) & 1) === 0) return false;
    return filter.accept === null || filter.accept(body);
  }

  private startWalk(room: QueryScratch, ray: Float64Array, r: number): void {
    for (let k = 0; k < 8; k++) room.cut[k] = ray[r + k];
    startRay(room.walk, this.tree, room.cut, 0);
  }

  /** The next part that the ray meets, or −1; where is in `trialRay`. */
  private nextMet(room: QueryScratch, filter: QueryFilter): number {
    const { walk, cut } = room;
    for (let i = nextOnRay(walk, this.tree, cut, 0); i >= 0; i = nextOnRay(walk, this.tree, cut, 0)) {
      if (!this.isAsked(i, filter)) continue;
      if (castRay(trialRay, this.shapes[i], this.frames, frameSize * i, cut, 0)) return i;
    }
    return -1;
  }

  private requireIdle(): void {
    if (this.asked === 0) return;
    fail("busy", "world", "must not be changed while it is asked", `${this.asked} under way`, "not within accept");
  }

  private requireBody(index: number): void {
    const { length } = this.bodies;
    if (!(Number.isInteger(index) && index >= 0 && index < length)) {
      const must = length === 0 ? "must be that of a body, of which there is none" : `must be from 0 to ${length - 1}`;
      fail("out-of-range", "index", must, index);
    }
    if (this.bodies[index] === undefined)
      fail("no-such-body", "index", "must be that of a body", index, "it was removed");
  }

  /** Moves all parts up to where those that were removed have been. */
  private closeGaps(): void {
    const { shapes, owners, firsts, frames, boxes } = this;
    let to = 0;
    for (let i = 0; i < shapes.length; i++) {
      const body = owners[i];
      if (body < 0) continue;
      if (firsts[body] === i) firsts[body] = to;
      shapes[to] = shapes[i];
      owners[to] = body;
      frames.copyWithin(frameSize * to, frameSize * i, frameSize * (i + 1));
      boxes.copyWithin(boundsSize * to, boundsSize * i, boundsSize * (i + 1));
      to++;
    }
    shapes.length = to;
    this.gone = 0;
  }

  private grow(n: number): void {
    this.frames = resize(this.frames, frameSize * n);
    this.boxes = resize(this.boxes, boundsSize * n);
    this.owners = resize(this.owners, n);
    this.firsts = resize(this.firsts, n);
    this.counts = resize(this.counts, n);
    this.groups = resize(this.groups, n);
    this.masks = resize(this.masks, n);
  }
}

function requireFrame(frames: Float64Array, f: number): void {
  for (let k = f; k < f + frameSize; k++) {
    // not so for NaN, infinities, and beyond the end of the table
    if (frames[k] - frames[k] === 0) continue;
    fail("not-finite", `frames[${k}]`, "must be a finite number", frames[k], "writeFrame makes the twelve of a frame");
  }
}
