/**
 * The sides of the face of a polyhedron that the point of a contact is over, one at a time: each is a plane of the body, which
 * the point is inside of by as much as its margin says (contact-margin.ts), if it is the nearest.
 *
 *   side   e = (f × (b − a))/|b − a|, f the normal of the face, a and b the corners there: inwards, within the face
 */
import { composeFrames, type PairCache, type Polyhedron, type Shape } from "../../collide/index.js";
import { mat3, vec3 } from "../../math/index.js";
import { At, ContactForm, type ContactTable, type PartTable } from "../table/index.js";
import { findHullFace } from "./contact-feature.js";
import { readPoses } from "./contact-place.js";
import { measure } from "./contact-rows.js";

const frame = new Float64Array(12);
const seen = new Float64Array(3);
const e = new Float64Array(6);
/** No contact that is measured here asks the narrow phase. */
const noCache = null as unknown as PairCache;
/** Polyhedron of the face that was taken. */
let poly: Polyhedron | null = null;
let face = -1;

/**
 * Takes contact c with the bodies at poses[yA …] and poses[yB …]: x, q. Returns the number of sides of its face; 0 where the
 * contact is not a point over a face of a polyhedron, or is of no body.
 */
export function takeFaceSides(
  table: ContactTable,
  c: number,
  parts: PartTable,
  poses: Float64Array,
  yA: number,
  yB: number,
): number {
  const { at, pose } = table.evaluation;
  const form = table.form[c];
  if ((form !== ContactForm.pointPlane && form !== ContactForm.planePoint) || table.bodyA[c] < 0) return 0;
  const side = form === ContactForm.pointPlane ? 1 : 0;
  const part = side === 0 ? table.partA[c] : table.partB[c];
  poly = (parts.shapes[part] as Shape).polyhedron;
  if (poly === null) return 0;
  face = findHullFace(poly, side === 0 ? table.keyA[c] : table.keyB[c]);
  if (face < 0) return 0;
  readPoses(table, c, poses, yA, yB);
  measure(table, c, parts, noCache);
  composeFrames(frame, 0, pose, 12 * side, parts.local, 12 * part);
  vec3.subtract(seen, 0, at, At.pointA, frame, 0);
  mat3.transformVectorTransposed(seen, 0, frame, 3, seen, 0);
  return poly.faceStart[face + 1] - poly.faceStart[face];
}

/**
 * Writes side k of the face that was taken: its normal, inwards, world axes, to out[o …], and the depth of the point inside it to
 * out[o + 3], m.
 */
export function writeFaceSide(out: Float64Array, o: number, k: number): void {
  if (poly === null) return;
  const { faceStart, faceVertices, vertices, facePlanes } = poly;
  const first = faceStart[face];
  const next = first + k + 1;
  const a = 3 * faceVertices[first + k];
  const b = 3 * faceVertices[next < faceStart[face + 1] ? next : first];
  vec3.subtract(e, 0, vertices, b, vertices, a);
  const length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  vec3.cross(e, 0, facePlanes, 4 * face, e, 0);
  vec3.subtract(e, 3, seen, 0, vertices, a);
  out[o + 3] = (e[0] * e[3] + e[1] * e[4] + e[2] * e[5]) / length;
  vec3.scale(e, 0, e, 0, 1 / length);
  mat3.transformVector(out, o, frame, 3, e, 0);
}
