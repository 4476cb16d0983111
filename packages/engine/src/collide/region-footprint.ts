/**
 * The part of a polyhedron that comes within the tolerance of the plane of contact: its footprint.
 *
 * The pair is seen along n: a point has u and v in the plane, along t and n × t, and a height h along n. A faces down,
 * B up. Of A belongs what is no higher than a limit, of B what is no lower:
 *
 *   corners     found by walking from the extreme corner to those joined to it
 *   segments    of edges between two such corners, or from one to where the edge leaves; steep ones are left out
 *   faces       with two such segments or more: those that lie in the plane, or nearly
 *   hull        of all these points in the plane: a polygon, a segment or a point, as `dimension` says
 *
 * Coordinates begin at a corner next to the region, so that a small body on a large one, or far from the origin of the
 * world, keeps its digits.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../math/index.js";
import { createPolyhedron, type Polyhedron } from "./polyhedron.js";

/** Of the pair at hand: t, n × t and n in the world (9 numbers), then the limits of `Limit`. */
export const view: Float64Array = new Float64Array(12);
/** In `view`: the gap up to which there is contact; the distance in the plane up to which points are one; rounding. */
export const Limit = { gap: 9, lateral: 10, rounding: 11 } as const;

export class Footprint {
  polyhedron: Polyhedron = createPolyhedron(new Float64Array(3), []);
  /** 1 for A, which is seen from below, −1 for B. */
  readonly side: number;
  /** t, n × t and n in the frame of the shape; then u, v, h of the extreme corner; then the limit of side·h. */
  readonly axes: Float64Array = new Float64Array(13);
  extreme = 0;
  /** Points: first corners, then ends of edges that leave, whose `corner` is −1. */
  cornerCount = 0;
  count = 0;
  corner: Int32Array = new Int32Array(32);
  u: Float64Array = new Float64Array(32);
  v: Float64Array = new Float64Array(32);
  h: Float64Array = new Float64Array(32);
  /** Points at both ends, and the edge. */
  segmentCount = 0;
  segmentStart: Int32Array = new Int32Array(32);
  segmentEnd: Int32Array = new Int32Array(32);
  segmentEdge: Int32Array = new Int32Array(32);
  /** Faces, a point in each, its segments, and its slopes dh/du and dh/dv. */
  faceCount = 0;
  face: Int32Array = new Int32Array(32);
  facePoint: Int32Array = new Int32Array(32);
  faceSegments: Int32Array = new Int32Array(32);
  slope: Float64Array = new Float64Array(64);
  /** 0: a point, 1: a segment, 2: a polygon. */
  dimension = 0;
  hullCount = 0;
  hull: Int32Array = new Int32Array(64);
  /** By corner and by face of the polyhedron: its place in the lists above, if it is what stands there. */
  pointOf: Int32Array = new Int32Array(64);
  placeOf: Int32Array = new Int32Array(64);

  constructor(side: 1 | -1) {
    this.side = side;
  }

  growPoints(): void {
    const n = 2 * this.corner.length;
    this.corner = resize(this.corner, n);
    this.u = resize(this.u, n);
    this.v = resize(this.v, n);
    this.h = resize(this.h, n);
    this.hull = resize(this.hull, 2 * n);
  }

  growSegments(): void {
    const n = 2 * this.segmentEdge.length;
    this.segmentStart = resize(this.segmentStart, n);
    this.segmentEnd = resize(this.segmentEnd, n);
    this.segmentEdge = resize(this.segmentEdge, n);
  }

  growFaces(): void {
    const n = 2 * this.face.length;
    this.face = resize(this.face, n);
    this.facePoint = resize(this.facePoint, n);
    this.faceSegments = resize(this.faceSegments, n);
    this.slope = resize(this.slope, 2 * n);
  }
}
