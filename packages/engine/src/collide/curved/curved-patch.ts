/**
 * The part of a shape that lies foremost in a direction d, or less than `tolerance` behind: where it can touch.
 *
 *   point     corner, tip, a point of a rim, the end of a capsule, of a sphere
 *   segment   an edge; a line of the side of a cylinder, cone or capsule
 *   polygon   a face
 *   disc      a cap
 *   plane     the face of a half-space
 *
 * Coordinates have the axes of the world and begin at a point that the caller names. What it is made of decides how it
 * moves and bends: a corner stays, an edge bends along itself only (a rim by n_r/R), a surface bends across its lines.
 * Keys name features for as long as they touch: corner v of a polyhedron is v, all others begin at a number in `Feature`.
 */
import { resize } from "../../math/index.js";
import { addTimes, factor } from "../result/index.js";

export const Form = { point: 0, segment: 1, polygon: 2, disc: 3, plane: 4 } as const;
/** What a point of a patch is to the other shape. */
export const Sort = { corner: 0, edge: 1, surface: 2 } as const;

/** Keys: edge e, face f of a polyhedron; side (line end 1, 2), cap, rim (0 below, 1 above), points of a rim, tip, … */
export const Feature = {
  corner: 0,
  edge: 0x1000000,
  face: 0x2000000,
  side: 0x3000000,
  cap: 0x4000000,
  rim: 0x5000000,
  rimPoint: 0x6000000,
  tip: 0x7000000,
  round: 0x8000000,
  plane: 0x9000000,
} as const;

export class Patch {
  form: number = Form.point;
  sort: number = Sort.surface;
  key = 0;
  /** Points of the patch (segment: 2, polygon: its corners, disc: its centre), and their keys as corners, −1 if none. */
  count = 0;
  points: Float64Array = new Float64Array(48);
  keys: Int32Array = new Int32Array(16);
  /** Outward normal of a polygon, disc or plane. */
  readonly normal = new Float64Array(3);
  /** Direction of an edge, or tangent of a rim; the axes of a disc, from which its points are counted. */
  readonly edge = new Float64Array(3);
  readonly across = new Float64Array(3);
  /** Radius of a disc; curvature of a rim or surface; radius around the core: 3 numbers. See `PatchSize`. */
  readonly sizes = new Float64Array(3);
  /** Whether a surface bends the same in all directions; else across the direction `edge`. */
  isRound = false;
  /** Whether the curvature is that of a cone's side: sizes.bend is then cos γ, to be divided by the distance from the axis. */
  isCone = false;

  reserve(count: number): void {
    if (this.keys.length >= count) return;
    this.points = resize(this.points, 6 * count);
    this.keys = resize(this.keys, 2 * count);
  }
}

export const PatchSize = { disc: 0, bend: 1, round: 2 } as const;

/** How well a normal is known, rad: a few roundings. */
const normalError = 1e-15;

/**
 * Whether the normal, rounded as it is, leaves open by more than slack[0] which point of a rim is foremost: it moves by
 * R/n_r times as much, of a cap that is almost flat.
 */
export function isLoose(patch: Patch, slack: Float64Array): boolean {
  return patch.form === Form.point && patch.sort === Sort.edge && normalError > slack[0] * patch.sizes[PatchSize.bend];
}

/** Instead of its point the piece of a rim within which that lies: a segment along the tangent. */
export function widenRim(patch: Patch): void {
  const length = normalError / patch.sizes[PatchSize.bend];
  patch.form = Form.segment;
  patch.count = 2;
  patch.keys[1] = -1;
  factor[0] = length;
  addTimes(patch.points, 3, patch.points, 0, patch.edge, 0);
  factor[0] = -length;
  addTimes(patch.points, 0, patch.points, 0, patch.edge, 0);
}
