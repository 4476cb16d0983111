/**
 * A contact at any state of its two bodies: the gap d, the rows of the Jacobian that give ḋ, and γ, what d̈ has without
 * accelerations. With pA and pB the points of the two bodies that meet, rA and rB seen from their origins:
 *
 *   rowA = (n, rA × n)        rowB = (−n, −rB × n)
 *   ṗA = vA + ωA × rA,   ṗB = vB + ωB × rB                                                                (8–1), (8–2)
 *   v_rel = ḋ = n·(ṗA − ṗB)                                                                               (8–3), (9–2)
 *   p̈ = v̇ + ω̇ × r + ω × (ω × r)                                                                               (D–3)
 *   γ = n·(ωA × (ωA × rA) − ωB × (ωB × rB)) + 2ṅ·(ṗA − ṗB) − δ|ṅ|² + bending                       (9–3), (9–4), (D–2)
 *
 * Of the paper of 1989 they are χ̇ of eq. (33), and χ̈ of eq. (34) without what accelerations add: there δ is zero, and
 * bodies are polyhedra, without bending.
 *
 *   ṅ     ω × n with ω of the body that has the plane; of two edges that of ±(ea × eb)/|ea × eb|
 *   δ     n·(pA − pB): as |n| stays 1, n·n̈ = −|ṅ|², whatever accelerates
 *
 * Bending is that of curved features: contact-curved.ts.
 *
 * Follows: Rigid Body Simulation, sections 8 and 9 and appendix D; Baraff 1989, appendix A.
 */
import type { PairCache } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { At, type ContactEvaluation, ContactForm, type ContactTable, type PartTable } from "../table/index.js";
import { measureCurve, turnCurve } from "./contact-curved.js";
import { placeDirection, readBodies, readPoses, turnCross } from "./contact-place.js";

/** Two edges (0, 3) and their cross product (6). */
const edges = new Float64Array(9);
const w = new Float64Array(12);

/** Writes all derived columns of contact c at the state in `system`. */
export function evaluateContact(
  table: ContactTable,
  c: number,
  system: RigidSystem,
  parts: PartTable,
  cache: PairCache,
): void {
  const { evaluation } = table;
  const { at, motion, pose } = evaluation;
  readBodies(table, c, system);
  measure(table, c, parts, cache);
  table.gap[c] = at[At.gap];
  vec3.copy(table.normal, 3 * c, at, At.normal);
  vec3.copy(table.point, 3 * c, at, At.middle);
  writeRow(evaluation, table.rowA, 6 * c, At.pointA, 0);
  writeRow(evaluation, table.rowB, 6 * c, At.pointB, 1);
  if (table.bodyA[c] < 0) vec3.set(table.rowA, 6 * c + 3, 0, 0, 0);
  // ṗA − ṗB
  for (let side = 0; side < 2; side++) {
    vec3.subtract(w, 3 * side, at, At.pointA + 3 * side, pose, 12 * side);
    vec3.cross(w, 3 * side, motion, 6 * side + 3, w, 3 * side);
    vec3.cross(w, 6 + 3 * side, motion, 6 * side + 3, w, 3 * side);
    vec3.add(w, 3 * side, w, 3 * side, motion, 6 * side);
  }
  vec3.subtract(at, At.velocity, w, 0, w, 3);
  vec3.subtract(w, 6, w, 6, w, 9);
  at[At.bend] = 0;
  turnNormal(table, c, system);
  let rate = 0;
  let gamma = at[At.bend];
  for (let k = 0; k < 3; k++) {
    const v = at[At.velocity + k];
    const turn = at[At.turn + k];
    rate += at[k] * v;
    gamma += at[k] * w[6 + k] + turn * (2 * v - at[At.delta] * turn);
  }
  table.rate[c] = rate;
  table.gamma[c] = gamma;
}

/** Writes to out[o] the gap of contact c with the bodies at poses[yA …] and poses[yB …]: x, q; of a particle x alone. */
export function evaluateGapAt(
  out: Float64Array,
  o: number,
  table: ContactTable,
  c: number,
  parts: PartTable,
  cache: PairCache,
  poses: Float64Array,
  yA: number,
  yB: number,
): void {
  const { at } = table.evaluation;
  readPoses(table, c, poses, yA, yB);
  measure(table, c, parts, cache);
  out[o] = at[At.gap];
}

/** ±(n, r × n). */
function writeRow(evaluation: ContactEvaluation, row: Float64Array, o: number, point: number, side: number): void {
  const { at, pose } = evaluation;
  vec3.subtract(w, 0, at, point, pose, 12 * side);
  vec3.cross(row, o + 3, w, 0, at, At.normal);
  vec3.copy(row, o, at, At.normal);
  if (side === 1) for (let k = o; k < o + 6; k++) row[k] = -row[k];
}

/** Writes `at`, all that follows from the poses. */
export function measure(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const form = table.form[c];
  if (form === ContactForm.curved) measureCurve(table, c, parts, cache);
  else if (form === ContactForm.edgeEdge) measureEdges(table, c);
  else measurePlane(table, c, form === ContactForm.pointPlane, parts);
}

/**
 * d = n·(pA − pB) − ρ; both rows at the point. The two bodies come first, and the point, as seen from its own, last: all points
 * of a face then share what places far from the origin are rounded by, and their gaps do not differ by it. The plane of a
 * half-space may itself be given far away, and all of them share the way to it.
 */
function measurePlane(table: ContactTable, c: number, isPointOfA: boolean, parts: PartTable): void {
  const { evaluation } = table;
  const { at, pose } = evaluation;
  placeDirection(at, At.pointA, evaluation, 0, table.localA, 3 * c);
  placeDirection(at, At.pointB, evaluation, 1, table.localB, 3 * c);
  if (isPointOfA) placeDirection(at, At.normal, evaluation, 1, table.axisB, 3 * c);
  else placeDirection(at, At.normal, evaluation, 0, table.axisA, 3 * c);
  const rho = table.offset[c];
  const isEndless = parts.reach[isPointOfA ? table.partB[c] : table.partA[c]] === Infinity;
  let toPlane = 0;
  let toPoint = 0;
  for (let k = 0; k < 3; k++) {
    const a = at[At.pointA + k];
    const b = at[At.pointB + k];
    const way = pose[k] - pose[12 + k] + (isPointOfA ? -b : a);
    const last = isPointOfA ? a : -b;
    toPlane += at[k] * (isEndless ? way : way + last);
    if (isEndless) toPoint += at[k] * last;
    at[At.pointA + k] = pose[k] + a;
    at[At.pointB + k] = pose[12 + k] + b;
  }
  const gap = toPlane + toPoint - rho;
  at[At.gap] = gap;
  at[At.delta] = 0;
  const from = isPointOfA ? At.pointA : At.pointB;
  const depth = isPointOfA ? -(rho + 0.5 * gap) : rho + 0.5 * gap;
  for (let k = 0; k < 3; k++) {
    const p = at[from + k];
    at[At.pointA + k] = p;
    at[At.pointB + k] = p;
    at[At.middle + k] = p + depth * at[k];
  }
}

/**
 * The points where two lines come closest, with w = pA − pB of any two of their points and k = ea·eb:
 *
 *   tA = (k (eb·w) − ea·w)/(1 − k²),   tB = (eb·w − k (ea·w))/(1 − k²),   1 − k² = |ea × eb|²
 */
function measureEdges(table: ContactTable, c: number): void {
  const { evaluation } = table;
  const { at, pose } = evaluation;
  placeDirection(at, At.pointA, evaluation, 0, table.localA, 3 * c);
  placeDirection(at, At.pointB, evaluation, 1, table.localB, 3 * c);
  placeDirection(edges, 0, evaluation, 0, table.axisA, 3 * c);
  placeDirection(edges, 3, evaluation, 1, table.axisB, 3 * c);
  vec3.cross(edges, 6, edges, 0, edges, 3);
  const square = edges[6] * edges[6] + edges[7] * edges[7] + edges[8] * edges[8];
  const scale = table.side[c] / Math.sqrt(square);
  for (let k = 0; k < 3; k++) {
    at[k] = scale * edges[6 + k];
    w[k] = pose[k] - pose[12 + k] + (at[At.pointA + k] - at[At.pointB + k]);
    at[At.pointA + k] += pose[k];
    at[At.pointB + k] += pose[12 + k];
  }
  const k = edges[0] * edges[3] + edges[1] * edges[4] + edges[2] * edges[5];
  const alongA = edges[0] * w[0] + edges[1] * w[1] + edges[2] * w[2];
  const alongB = edges[3] * w[0] + edges[4] * w[1] + edges[5] * w[2];
  const tA = (k * alongB - alongA) / square;
  const tB = (alongB - k * alongA) / square;
  const delta = at[0] * w[0] + at[1] * w[1] + at[2] * w[2];
  const gap = delta - table.offset[c];
  const depth = table.size[c] + 0.5 * gap;
  at[At.gap] = gap;
  at[At.delta] = delta;
  for (let j = 0; j < 3; j++) {
    at[At.pointA + j] += tA * edges[j];
    at[At.pointB + j] += tB * edges[3 + j];
    at[At.middle + j] = at[At.pointA + j] - depth * at[j];
  }
}

/** ṅ, and what bending adds. */
function turnNormal(table: ContactTable, c: number, system: RigidSystem): void {
  const { evaluation } = table;
  const { at, motion } = evaluation;
  const form = table.form[c];
  if (form === ContactForm.edgeEdge) turnCross(evaluation, edges);
  else if (form === ContactForm.curved) turnCurve(table, c, system);
  else vec3.cross(at, At.turn, motion, form === ContactForm.pointPlane ? 9 : 3, at, At.normal);
}
