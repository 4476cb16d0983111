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
import { buildPolyhedron, type Polyhedron } from "../shapes/index.js";

/** Of the pair at hand: t, n × t and n in the world (9 numbers), then the limits of `Limit`. */
export const view: Float64Array = new Float64Array(14);
/**
 * In `view`: the gap up to which there is contact; the distance in the plane up to which points are one; rounding; what no
 * edge of A, and none of B, is longer than.
 */
export const Limit = { gap: 9, lateral: 10, rounding: 11, longestA: 12, longestB: 13 } as const;

/** Edges that leave within so many lateral limits are steep: what they meet is met by their corner. */
export const steep = 100;

export class Footprint {
  polyhedron: Polyhedron = buildPolyhedron(new Float64Array(3), []);
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

  /** Makes room for all of the polyhedron, and a point more. */
  reserve(): void {
    const { vertexCount, edgeCount, faceCount } = this.polyhedron;
    const points = vertexCount + edgeCount + 1;
    if (this.corner.length < points) {
      this.corner = new Int32Array(2 * points);
      this.u = new Float64Array(2 * points);
      this.v = new Float64Array(2 * points);
      this.h = new Float64Array(2 * points);
      this.hull = new Int32Array(4 * points);
      this.pointOf = new Int32Array(2 * points);
    }
    if (this.segmentEdge.length < edgeCount) {
      this.segmentStart = new Int32Array(2 * edgeCount);
      this.segmentEnd = new Int32Array(2 * edgeCount);
      this.segmentEdge = new Int32Array(2 * edgeCount);
    }
    if (this.face.length < faceCount) {
      this.face = new Int32Array(2 * faceCount);
      this.facePoint = new Int32Array(2 * faceCount);
      this.faceSegments = new Int32Array(2 * faceCount);
      this.slope = new Float64Array(4 * faceCount);
      this.placeOf = new Int32Array(2 * faceCount);
    }
  }
}
