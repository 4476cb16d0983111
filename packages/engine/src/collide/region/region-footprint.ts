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

/** Numbers that the view of a pair takes: t, n × t and n in the world (9), then the limits of `Limit`. */
export const viewSize = 14;

/**
 * Slots of the limits in a view: the gap up to which there is contact, m; the distance in the plane up to which points are
 * one, m; rounding, m; bounds of the lengths of the edges of A and of B, m.
 */
export const Limit = { gap: 9, lateral: 10, rounding: 11, longestA: 12, longestB: 13 } as const;

/** The footprint of a polyhedron: the part of it that comes within the tolerance of the plane of contact. */
export class Footprint {
  /** The polyhedron. */
  polyhedron: Polyhedron = buildPolyhedron(new Float64Array(3), []);
  /** 1 for A, which is seen from below, −1 for B. */
  readonly side: number;
  /** The view of the pair, which both footprints share: see `viewSize`. */
  readonly view: Float64Array;
  /** t, n × t and n in the frame of the shape; then u, v, h of the extreme corner; then the limit of side·h. */
  readonly axes: Float64Array = new Float64Array(13);
  /** The extreme corner along n. */
  extreme = 0;
  /** The number of corners among the points: they come first. */
  cornerCount = 0;
  /** The number of points: corners, then ends of edges that leave. */
  count = 0;
  /** The corner of each point; −1 for the end of an edge that leaves. */
  corner: Int32Array = new Int32Array(32);
  /** The first coordinate of each point in the plane, m. */
  u: Float64Array = new Float64Array(32);
  /** The second coordinate of each point in the plane, m. */
  v: Float64Array = new Float64Array(32);
  /** The height of each point along n, m. */
  h: Float64Array = new Float64Array(32);
  /** The number of segments. */
  segmentCount = 0;
  /** The point at the start of each segment. */
  segmentStart: Int32Array = new Int32Array(32);
  /** The point at the end of each segment. */
  segmentEnd: Int32Array = new Int32Array(32);
  /** The edge of each segment. */
  segmentEdge: Int32Array = new Int32Array(32);
  /** The number of faces. */
  faceCount = 0;
  /** The index of each face. */
  face: Int32Array = new Int32Array(32);
  /** A point in each face. */
  facePoint: Int32Array = new Int32Array(32);
  /** The number of segments of each face. */
  faceSegments: Int32Array = new Int32Array(32);
  /** The slopes dh/du and dh/dv of each face, two numbers each. */
  slope: Float64Array = new Float64Array(64);
  /** The dimension of the hull: 0 for a point, 1 for a segment, 2 for a polygon. */
  dimension = 0;
  /** The number of corners of the hull. */
  hullCount = 0;
  /** The points at the corners of the hull. */
  hull: Int32Array = new Int32Array(64);
  /** The place of each corner of the polyhedron among the points, if it is the corner that stands there. */
  pointOf: Int32Array = new Int32Array(64);
  /** The place of each face of the polyhedron among the faces, if it is the face that stands there. */
  placeOf: Int32Array = new Int32Array(64);

  constructor(side: 1 | -1, view: Float64Array) {
    this.side = side;
    this.view = view;
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
