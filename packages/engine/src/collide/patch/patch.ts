/**
 * The support patch of a shape: the part of it that lies foremost in a direction d, or less than `tolerance` behind, where it
 * can touch. With tolerance 0 it is the exposed face of convex analysis.
 *
 *   point     corner, tip, a point of a rim, the end of a capsule, of a sphere
 *   segment   an edge; a line of the side of a cylinder, cone or capsule
 *   polygon   a face
 *   disc      a cap
 *   plane     the face of a half-space
 *
 * Coordinates have the axes of the world and begin at a point that the caller names. Its sharpness decides how it
 * moves and bends: a corner stays, an edge bends along itself only (a rim by n_r/R), a surface bends across its lines.
 * Keys name features for as long as they touch: corner v of a polyhedron is v, all others begin at a number in `FeatureKey`.
 */
import { resize } from "../../math/index.js";
import { addMultiple } from "../result/index.js";
import { normalError } from "./parameters.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

/** The forms of a patch: see the table above. */
export const PatchForm = { point: 0, segment: 1, polygon: 2, disc: 3, plane: 4 } as const;
/** The sharpness of a point of a patch: a corner, a point of an edge, a point of a surface. */
export const Sharpness = { corner: 0, edge: 1, surface: 2 } as const;

/**
 * The first keys of each kind of feature: edge e, face f of a polyhedron; side (line end 1, 2), cap, rim (0 below, 1
 * above), points of a rim, tip, round ends, the face of a half-space.
 */
export const FeatureKey = {
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

/** The support patch of a shape in a direction: the part of it that lies foremost, within a tolerance. */
export class Patch {
  /** The `PatchForm`. */
  form: number = PatchForm.point;
  /** The `Sharpness` of its points. */
  sharpness: number = Sharpness.surface;
  /** The key of the feature. */
  key = 0;
  /** The number of points: of a segment 2, of a polygon its corners, of a disc its centre. */
  count = 0;
  /** The points, three numbers each, m. */
  points: Float64Array = new Float64Array(48);
  /** The keys of the points as corners; −1 if they are none. */
  keys: Int32Array = new Int32Array(16);
  /** Outward normal of a polygon, disc or plane. */
  readonly normal = new Float64Array(3);
  /** The direction of an edge, or the tangent of a rim; the first axis of a disc, from which its points are counted. */
  readonly edge = new Float64Array(3);
  /** The second axis of a disc. */
  readonly across = new Float64Array(3);
  /**
   * The radius of a disc, m; the curvature of a rim or surface, 1/m; the radius around the core, m. See `PatchSize`.
   */
  readonly sizes = new Float64Array(3);
  /** Whether a surface bends the same in all directions; else across the direction `edge`. */
  isRound = false;
  /** Whether the curvature is that of a cone's side: sizes.bend is then cos γ, to be divided by the distance from the axis. */
  isCone = false;

  /** Makes room for `count` points. */
  reserve(count: number): void {
    if (this.keys.length >= count) return;
    this.points = resize(this.points, 6 * count);
    this.keys = resize(this.keys, 2 * count);
  }
}

/** Slots of `Patch.sizes`. */
export const PatchSize = { disc: 0, bend: 1, round: 2 } as const;

/**
 * Returns whether the normal, rounded as it is, leaves open by more than slack[0] which point of a rim is foremost:
 * the point moves by R/n_r times as much, of a cap that is almost flat.
 */
export function isIllDetermined(patch: Patch, slack: Float64Array): boolean {
  return (
    patch.form === PatchForm.point &&
    patch.sharpness === Sharpness.edge &&
    normalError > slack[0] * patch.sizes[PatchSize.bend]
  );
}

/** Replaces the point of a rim by the piece within which it lies: a segment along the tangent. */
export function widenRimPoint(patch: Patch): void {
  const length = normalError / patch.sizes[PatchSize.bend];
  patch.form = PatchForm.segment;
  patch.count = 2;
  patch.keys[1] = -1;
  factor[0] = length;
  addMultiple(patch.points, 3, patch.points, 0, factor, patch.edge, 0);
  factor[0] = -length;
  addMultiple(patch.points, 0, patch.points, 0, factor, patch.edge, 0);
}
