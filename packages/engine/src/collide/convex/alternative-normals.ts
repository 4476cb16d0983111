/**
 * Where a corner touches a corner or an edge, the normal is a set: every n with s(n) ≥ 0, a cone on the unit sphere. This
 * lists its corners, so that who computes contact forces may take the first that leads to no overlap:
 *
 *   s(n) = min n·a − max n·b ≥ −tolerance,   n unit, from B to A                        a ∈ A, b ∈ B
 *
 *   n = −m     m the outward normal of a face of A at the place of contact
 *   n = m      m that of a face of B
 *   n = ± ea × eb/|ea × eb|     of an edge of A and one of B that pass there
 *
 * Every other n that separates the two is a sum of these with positive factors. First in the list is the normal of the
 * result itself, which `findContacts` uses; then faces of A, faces of B, pairs of edges, in the order of their indices, each
 * direction once. A corner on a face, two faces, or two edges that cross have that one normal only.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 4.
 */
import { vec3 } from "../../math/index.js";
import { type PairResult, PairSlot } from "../result/index.js";
import { measureSeparationAlong, type Polyhedron, type Shape } from "../shapes/index.js";
import { sameDirectionSine } from "./parameters.js";

/** The points of contact in the frame of A and of B, and the direction tried, in the world. */
const pointA = new Float64Array(3);
const pointB = new Float64Array(3);
const n = new Float64Array(3);
const ea = new Float64Array(3);
const eb = new Float64Array(3);
const s = new Float64Array(1);

/** The list of directions that is being written: its array, where it begins, and its length. */
const list = { out: new Float64Array(0) as Float64Array, o: 0, count: 0 };
/** The distance from the point of contact up to which a feature passes there, m. */
const near = new Float64Array(1);

/**
 * Writes unit normals to out[o …], three numbers each, and returns how many; as many as there is room for. `result` is
 * what `collideShapes` has found for this pair, which touches. Of shapes that are no polyhedra it is the one normal.
 */
export function findAlternativeNormals(
  out: Float64Array,
  o: number,
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): number {
  list.out = out;
  list.o = o;
  list.count = 0;
  vec3.copy(n, 0, result.values, PairSlot.normal);
  addDirection();
  const a = shapeA.polyhedron;
  const b = shapeB.polyhedron;
  if (a === null || b === null || Math.abs(result.values[PairSlot.gap]) > tolerance) return list.count;
  // a point may be off by the tolerance, and the feature behind it as well
  near[0] = 2 * tolerance;
  takeInto(pointA, result.values, PairSlot.pointA, framesA, oA);
  takeInto(pointB, result.values, PairSlot.pointB, framesB, oB);
  for (let f = 0; f < a.faceCount; f++) {
    if (!isAtFace(a, f, pointA)) continue;
    turnOut(n, a.facePlanes, 4 * f, framesA, oA);
    vec3.negate(n, 0, n, 0);
    addSeparating(shapeA, framesA, oA, shapeB, framesB, oB, tolerance);
  }
  for (let f = 0; f < b.faceCount; f++) {
    if (!isAtFace(b, f, pointB)) continue;
    turnOut(n, b.facePlanes, 4 * f, framesB, oB);
    addSeparating(shapeA, framesA, oA, shapeB, framesB, oB, tolerance);
  }
  addCrossings(a, shapeA, framesA, oA, b, shapeB, framesB, oB, tolerance);
  return list.count;
}

/** Adds the directions across an edge of A and one of B that pass at the point of contact. */
function addCrossings(
  a: Polyhedron,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  b: Polyhedron,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): void {
  for (let i = 0; i < a.edgeCount; i++) {
    if (!isAtEdge(a, i, pointA)) continue;
    loadEdge(ea, a, i, framesA, oA);
    for (let j = 0; j < b.edgeCount; j++) {
      if (!isAtEdge(b, j, pointB)) continue;
      loadEdge(eb, b, j, framesB, oB);
      vec3.cross(n, 0, ea, 0, eb, 0);
      const sine = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (sine < sameDirectionSine) continue;
      for (let k = 0; k < 3; k++) n[k] /= sine;
      addSeparating(shapeA, framesA, oA, shapeB, framesB, oB, tolerance);
      vec3.negate(n, 0, n, 0);
      addSeparating(shapeA, framesA, oA, shapeB, framesB, oB, tolerance);
    }
  }
}

/** Adds n if it separates the two, to the tolerance. */
function addSeparating(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): void {
  measureSeparationAlong(s, 0, shapeA, framesA, oA, shapeB, framesB, oB, n, 0);
  if (s[0] >= -tolerance) addDirection();
}

/** Adds n unless it is in the list, or that is full. */
function addDirection(): void {
  const { out, o, count } = list;
  if (o + 3 * count + 3 > out.length) return;
  for (let k = 0; k < count; k++) {
    const x = out[o + 3 * k] - n[0];
    const y = out[o + 3 * k + 1] - n[1];
    const z = out[o + 3 * k + 2] - n[2];
    if (x * x + y * y + z * z < sameDirectionSine * sameDirectionSine) return;
  }
  vec3.copy(out, o + 3 * count, n, 0);
  list.count++;
}

function isAtFace({ facePlanes }: Polyhedron, f: number, p: Float64Array): boolean {
  const height = facePlanes[4 * f] * p[0] + facePlanes[4 * f + 1] * p[1] + facePlanes[4 * f + 2] * p[2];
  return Math.abs(height - facePlanes[4 * f + 3]) <= near[0];
}

/** Returns whether p is no farther from the edge than `near`. */
function isAtEdge({ vertices, edgeVertices }: Polyhedron, e: number, p: Float64Array): boolean {
  const i = 3 * edgeVertices[2 * e];
  const j = 3 * edgeVertices[2 * e + 1];
  const ux = vertices[j] - vertices[i];
  const uy = vertices[j + 1] - vertices[i + 1];
  const uz = vertices[j + 2] - vertices[i + 2];
  const x = p[0] - vertices[i];
  const y = p[1] - vertices[i + 1];
  const z = p[2] - vertices[i + 2];
  const t = Math.max(0, Math.min(1, (x * ux + y * uy + z * uz) / (ux * ux + uy * uy + uz * uz)));
  const dx = x - t * ux;
  const dy = y - t * uy;
  const dz = z - t * uz;
  return dx * dx + dy * dy + dz * dz <= near[0] * near[0];
}

/** The unit direction of an edge, in the world. */
function loadEdge(
  out: Float64Array,
  { vertices, edgeVertices }: Polyhedron,
  e: number,
  frames: Float64Array,
  o: number,
): void {
  vec3.subtract(out, 0, vertices, 3 * edgeVertices[2 * e + 1], vertices, 3 * edgeVertices[2 * e]);
  vec3.normalize(out, 0, out, 0);
  turnOut(out, out, 0, frames, o);
}

/** R v */
function turnOut(out: Float64Array, v: Float64Array, i: number, frames: Float64Array, o: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  for (let k = 0; k < 3; k++) {
    const r = o + 3 + 3 * k;
    out[k] = frames[r] * x + frames[r + 1] * y + frames[r + 2] * z;
  }
}

/** Rᵀ (p − x) */
function takeInto(out: Float64Array, p: Float64Array, i: number, frames: Float64Array, o: number): void {
  const x = p[i] - frames[o];
  const y = p[i + 1] - frames[o + 1];
  const z = p[i + 2] - frames[o + 2];
  for (let k = 0; k < 3; k++) out[k] = frames[o + 3 + k] * x + frames[o + 6 + k] * y + frames[o + 9 + k] * z;
}
