/**
 * The contribution of curvature to d̈, the acceleration of a gap: the points in contact move over the surfaces.
 *
 * To the second order in time t the two bodies touch, or come nearest, where A's own point has gone by tα over its surface
 * and B's by tβ, with w + α = β for the relative velocity w in the tangent plane. The gap is stationary in that place, so
 *
 *   d̈ = n·(p̈a − p̈b) + 2(ωB × n)·(ṗa − ṗb) + 2f,   f = extremum of ½αᵀK_Aα + ½βᵀK_Bβ + c·α,   c = n × (ωA − ωB)
 *
 *   two smooth surfaces      α free:   S = K_A + K_B,   2f = wᵀK_A w − 2c·w − (K_A w − c)ᵀ S⁻¹ (K_A w − c)
 *   an edge of A (sharp)     α = a ta
 *   an edge of B             β = b tb
 *   edges of both            w + a ta = b tb
 *   a corner of A            α = 0, β = w          of B: β = 0, α = −w
 *
 * (9–3) has the terms without K already where it follows a corner or two edges; only what K adds is then added. For a gap
 * between smooth surfaces that is not zero, A is thought to be thicker by it: K_A/(1 + d K_A).
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { type ContactBuffer, ContactKind } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";

/** Tangents t and n × t, then c and an edge in world axes. */
const frame = new Float64Array(12);
/** w, c, ta and tb in the tangent frame. */
const flat = new Float64Array(8);
const [W, C, TA, TB] = [0, 2, 4, 6];
/** K_A, K_B and S: xx, xy, yy each; then the solution of S z = k. */
const K = new Float64Array(11);
/** Sums, in an array: numbers that are returned are boxed. */
const sum = new Float64Array(3);

/** Adds 2f of contact c, or what (9–3) lacks of it, to out[o]. `v[j …]` is ṗa − ṗb. */
export function addCurvature(
  out: Float64Array,
  o: number,
  system: RigidSystem,
  a: number,
  b: number,
  contacts: ContactBuffer,
  c: number,
  v: Float64Array,
  j: number,
): void {
  const { kind, curvature } = contacts;
  if (kind[c] !== ContactKind.curved && !isCurved(curvature, 6 * c)) return;
  flatten(system, a, b, contacts, c, v, j);
  for (let k = 0; k < 6; k++) K[k] = curvature[6 * c + k];
  if (kind[c] === ContactKind.vertexFace) addForm(out, o, 3, W, W);
  else if (kind[c] === ContactKind.faceVertex) addForm(out, o, 0, W, W);
  else if (kind[c] === ContactKind.edgeEdge) addRims(out, o);
  else if (flat[TA] !== 0 || flat[TA + 1] !== 0) addEdgeA(out, o);
  else if (flat[TB] !== 0 || flat[TB + 1] !== 0) addEdgeB(out, o);
  else addSmooth(out, o, contacts, c);
}

function isCurved(curvature: Float64Array, o: number): boolean {
  for (let k = 0; k < 6; k++) if (curvature[o + k] !== 0) return true;
  return false;
}

/** Writes w, c, ta and tb in the frame t, n × t. */
function flatten(
  system: RigidSystem,
  a: number,
  b: number,
  contacts: ContactBuffer,
  c: number,
  v: Float64Array,
  j: number,
): void {
  const { angularVelocity } = system;
  const { normal, tangent, edgeA, edgeB } = contacts;
  vec3.copy(frame, 0, tangent, 3 * c);
  vec3.cross(frame, 3, normal, 3 * c, frame, 0);
  vec3.subtract(frame, 6, angularVelocity, 3 * a, angularVelocity, 3 * b);
  vec3.cross(frame, 6, normal, 3 * c, frame, 6);
  for (let k = 0; k < 2; k++) {
    flat[W + k] = vec3.dot(frame, 3 * k, v, j);
    flat[C + k] = vec3.dot(frame, 3 * k, frame, 6);
    flat[TA + k] = vec3.dot(frame, 3 * k, edgeA, 3 * c);
    flat[TB + k] = vec3.dot(frame, 3 * k, edgeB, 3 * c);
  }
}

/** out[i] += xᵀ K y for the matrix at K[o …] and the vectors at flat[x …], flat[y …]. */
function addForm(out: Float64Array, i: number, o: number, x: number, y: number): void {
  out[i] +=
    K[o] * flat[x] * flat[y] +
    K[o + 1] * (flat[x] * flat[y + 1] + flat[x + 1] * flat[y]) +
    K[o + 2] * flat[x + 1] * flat[y + 1];
}

/** Adds κ_A a² + κ_B b² of two rims, unless they are parallel, where their crossing is not known. */
function addRims(out: Float64Array, o: number): void {
  const determinant = flat[TA] * flat[TB + 1] - flat[TA + 1] * flat[TB];
  if (Math.abs(determinant) < 1e-9) return;
  // w + a ta = b tb
  const along = (flat[TB] * flat[W + 1] - flat[TB + 1] * flat[W]) / determinant;
  const other = (flat[TA] * flat[W + 1] - flat[TA + 1] * flat[W]) / determinant;
  sum.fill(0);
  addForm(sum, 0, 0, TA, TA);
  addForm(sum, 1, 3, TB, TB);
  out[o] += sum[0] * along * along + sum[1] * other * other;
}

/** α = a ta, β = w + a ta. */
function addEdgeA(out: Float64Array, o: number): void {
  sum.fill(0);
  addForm(sum, 0, 0, TA, TA);
  addForm(sum, 0, 3, TA, TA);
  addForm(sum, 1, 3, TA, W);
  addForm(sum, 2, 3, W, W);
  const stiff = sum[0];
  const slope = sum[1] + flat[C] * flat[TA] + flat[C + 1] * flat[TA + 1];
  out[o] += sum[2] - (stiff > 0 ? (slope * slope) / stiff : 0);
}

/** β = b tb, α = b tb − w. */
function addEdgeB(out: Float64Array, o: number): void {
  sum.fill(0);
  addForm(sum, 0, 0, TB, TB);
  addForm(sum, 0, 3, TB, TB);
  addForm(sum, 1, 0, TB, W);
  addForm(sum, 2, 0, W, W);
  const stiff = sum[0];
  const slope = flat[C] * flat[TB] + flat[C + 1] * flat[TB + 1] - sum[1];
  const turned = flat[C] * flat[W] + flat[C + 1] * flat[W + 1];
  out[o] += sum[2] - 2 * turned - (stiff > 0 ? (slope * slope) / stiff : 0);
}

/** Adds 2f of two smooth surfaces. */
function addSmooth(out: Float64Array, o: number, contacts: ContactBuffer, c: number): void {
  thicken(contacts, c);
  const kx = K[0] * flat[W] + K[1] * flat[W + 1] - flat[C];
  const ky = K[1] * flat[W] + K[2] * flat[W + 1] - flat[C + 1];
  for (let k = 0; k < 3; k++) K[6 + k] = K[k] + K[3 + k];
  K[9] = kx;
  K[10] = ky;
  solvePlane();
  sum[0] = 0;
  addForm(sum, 0, 0, W, W);
  out[o] += sum[0] - 2 * (flat[C] * flat[W] + flat[C + 1] * flat[W + 1]) - (kx * K[9] + ky * K[10]);
}

/** K_A ← (1 + dK_A)⁻¹ K_A, of a symmetric 2 × 2 matrix. */
function thicken(contacts: ContactBuffer, c: number): void {
  const gap = contacts.gap[c];
  const xx = K[0];
  const xy = K[1];
  const yy = K[2];
  const determinant = (1 + gap * xx) * (1 + gap * yy) - gap * gap * xy * xy;
  const squared = xx * yy - xy * xy;
  K[0] = (xx + gap * squared) / determinant;
  K[1] = xy / determinant;
  K[2] = (yy + gap * squared) / determinant;
}

/** S z = k, by least squares: where S has no curvature, the surfaces are flat to each other and nothing moves. */
function solvePlane(): void {
  const xx = K[6];
  const xy = K[7];
  const yy = K[8];
  const kx = K[9];
  const ky = K[10];
  const determinant = xx * yy - xy * xy;
  const trace = xx + yy;
  if (determinant > 1e-12 * trace * trace) {
    K[9] = (yy * kx - xy * ky) / determinant;
    K[10] = (xx * ky - xy * kx) / determinant;
    return;
  }
  // rank one or none: S = trace · u uᵀ
  const scale = trace > 0 ? 1 / (trace * trace) : 0;
  K[9] = scale * (xx * kx + xy * ky);
  K[10] = scale * (xy * kx + yy * ky);
}
