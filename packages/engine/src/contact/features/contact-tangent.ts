/**
 * The slip of a contact: the velocity u of the two surfaces across each other where they touch, and the part γ of u̇ without
 * accelerations. With p the point of contact, which moves over both surfaces by ṗ, and belts with a velocity of their own,
 *
 *   u = vA(p) − vB(p) + belt, its part across n          v(p) = v + ω × (p − x)
 *   u̇ = v̇A + ω̇A × rA − v̇B − ω̇B × rB + γ               γ = ωA × (ṗ − vA) − ωB × (ṗ − vB) − (belt·n) ṅ
 *
 * in stick (u = 0). The motion of p:
 *
 *   a point of a body with radius ρ     ṗ = ṗ_point ∓ ρ ṅ, ṅ = ω × n + K (ṗA − ṗB)
 *   two edges                           along ea by ṡ, so that their connection stays across both
 *   a rim on a plane                    round by φ̇ = n·((ω_rim − ω_plane) × t)/(n·r), t = a × r
 *   a rim across a line                 contact-rim.ts
 *   two curves                          over B by v̇ T + ṙ n + r ṅ, contact-curves.ts
 *   general contacts                    by differences of fourth order along the motion
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import type { PairCache } from "../../collide/index.js";
import { mat3, quat, vec3 } from "../../math/index.js";
import { At, type ContactEvaluation, ContactForm, type ContactTable, Curve, type PartTable } from "../table/index.js";
import { writeCurveTurn, writeRimRadius } from "./contact-curved.js";
import { FeatureType } from "./contact-feature.js";
import { placeDirection } from "./contact-place.js";
import { writeRimPoint } from "./contact-rim.js";
import { measure } from "./contact-rows.js";
import { differenceStep } from "./parameters.js";

const turn = new Float64Array(4);
const turned = new Float64Array(9);
const kept = new Float64Array(24);

/** Writes slip and bias of contact c. `evaluateContact` must have been called for it last. */
export function evaluateTangent(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const { at, motion, pose, run } = table.evaluation;
  vec3.copy(run, 0, at, At.middle);
  vec3.copy(run, 6, at, At.turn);
  writePointRate(table, c, parts, cache);
  const n = 3 * c;
  const { normal, slip, bias, belt } = table;
  // vA(p) − vB(p), and ω × (ṗ − v) of both
  for (let side = 0; side < 2; side++) {
    vec3.subtract(run, 9, run, 0, pose, 12 * side);
    vec3.cross(run, 9, motion, 6 * side + 3, run, 9);
    vec3.subtract(run, 12, run, 3, motion, 6 * side);
    vec3.cross(run, 12, motion, 6 * side + 3, run, 12);
    for (let k = 0; k < 3; k++) {
      const v = run[9 + k] + motion[6 * side + k];
      slip[n + k] = side === 0 ? v + belt[n + k] : slip[n + k] - v;
      bias[n + k] = side === 0 ? run[12 + k] : bias[n + k] - run[12 + k];
    }
  }
  let across = 0;
  let along = 0;
  for (let k = n; k < n + 3; k++) {
    across += belt[k] * normal[k];
    along += slip[k] * normal[k];
  }
  for (let k = 0; k < 3; k++) {
    slip[n + k] -= along * normal[n + k];
    bias[n + k] -= across * run[6 + k];
  }
}

/** ṗ to run[3 …], and ṅ to run[6 …] where it is not yet there. */
function writePointRate(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const { evaluation } = table;
  const { at, run } = evaluation;
  const form = table.form[c];
  if (form === ContactForm.edgeEdge) runAlongEdges(table, c);
  else if (form !== ContactForm.curved) {
    const isOfA = form === ContactForm.pointPlane;
    writeVelocity(evaluation, 3, isOfA ? 0 : 1, At.pointA);
    vec3.addScaled(run, 3, run, 3, isOfA ? -table.offset[c] : table.offset[c], at, At.turn);
  } else runOverCurve(table, c, parts, cache);
}

/** run[o …] ← the velocity of the point at[p …] of A (side 0) or B. */
function writeVelocity(evaluation: ContactEvaluation, o: number, side: number, p: number): void {
  const { at, motion, pose, run } = evaluation;
  vec3.subtract(run, o, at, p, pose, 12 * side);
  vec3.cross(run, o, motion, 6 * side + 3, run, o);
  vec3.add(run, o, run, o, motion, 6 * side);
}

function runOverCurve(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const { evaluation } = table;
  const { run, runOfSpot } = evaluation;
  const curve = table.curve[c];
  if (curve === Curve.general) differ(table, c, parts, cache);
  else if (curve >= Curve.curves) {
    writeVelocity(evaluation, 3, 1, At.pointB);
    vec3.add(run, 3, run, 3, runOfSpot, 0);
    vec3.copy(run, 6, runOfSpot, 3);
  } else if (curve >= Curve.rimLine) {
    const isOfA = curve === Curve.rimLine;
    writeVelocity(evaluation, 3, isOfA ? 0 : 1, isOfA ? At.pointA : At.pointB);
    writeRimPoint(run, 3);
  } else if (curve >= Curve.rimPlane) runRound(table, c, curve === Curve.rimPlane);
  else {
    const isOfA = curve < Curve.pointOfB;
    const type = isOfA ? curve - Curve.pointPoint : curve - Curve.pointOfB;
    const own = isOfA ? table.size[c] : table.offset[c] - table.size[c];
    const rho = type >= FeatureType.rim ? table.offset[c] : own;
    writeCurveTurn(run, 6, evaluation);
    writeVelocity(evaluation, 3, isOfA ? 0 : 1, At.pointA);
    vec3.addScaled(run, 3, run, 3, isOfA ? -rho : rho, run, 6);
  }
}

/** The foremost point of a rim on a plane: r at run[9 …], t at run[12 …]. */
function runRound(table: ContactTable, c: number, isOfA: boolean): void {
  const { evaluation } = table;
  const { at, motion, run } = evaluation;
  writeVelocity(evaluation, 3, isOfA ? 0 : 1, At.pointA);
  placeDirection(run, 15, evaluation, isOfA ? 0 : 1, isOfA ? table.axisA : table.axisB, 3 * c);
  writeRimRadius(run, 9, isOfA);
  vec3.cross(run, 12, run, 15, run, 9);
  vec3.subtract(run, 18, motion, isOfA ? 3 : 9, motion, isOfA ? 9 : 3);
  vec3.cross(run, 18, run, 18, run, 12);
  let lean = 0;
  let slope = 0;
  for (let k = 0; k < 3; k++) {
    lean += at[k] * run[18 + k];
    slope += at[k] * run[9 + k];
  }
  const rate = lean / slope;
  for (let k = 0; k < 3; k++) run[3 + k] += table.size[c] * rate * run[12 + k];
}

/**
 * Lines pA + s ea and pB + s eb, w = pA − pB = δ n across both, k = ea·eb, V the velocity of pA relative to pB:
 *
 *   α = V·ea + δ n·(ωA × ea),   β = V·eb + δ n·(ωB × eb),   ṡB = (β − k α)/(1 − k²),   ṡA = k ṡB − α
 */
function runAlongEdges(table: ContactTable, c: number): void {
  const { evaluation } = table;
  const { at, motion, run } = evaluation;
  placeDirection(run, 9, evaluation, 0, table.axisA, 3 * c);
  placeDirection(run, 12, evaluation, 1, table.axisB, 3 * c);
  vec3.cross(run, 15, motion, 3, run, 9);
  vec3.cross(run, 18, motion, 9, run, 12);
  const delta = at[At.delta];
  let k = 0;
  let alpha = 0;
  let beta = 0;
  for (let x = 0; x < 3; x++) {
    const v = at[At.velocity + x];
    k += run[9 + x] * run[12 + x];
    alpha += v * run[9 + x] + delta * at[x] * run[15 + x];
    beta += v * run[12 + x] + delta * at[x] * run[18 + x];
  }
  const s = (k * (beta - k * alpha)) / (1 - k * k) - alpha;
  writeVelocity(evaluation, 3, 0, At.pointA);
  for (let x = 0; x < 3; x++) run[3 + x] += s * run[9 + x] - table.size[c] * at[At.turn + x];
}

/** ṗ and ṅ by differences: (8 (f₁ − f₋₁) − (f₂ − f₋₂))/12h. */
function differ(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const { evaluation } = table;
  const { at, motion, pose, run } = evaluation;
  kept.set(pose);
  let speed = 0;
  for (let k = 0; k < 12; k++) speed = Math.max(speed, Math.abs(motion[k]));
  vec3.set(run, 3, 0, 0, 0);
  vec3.set(run, 6, 0, 0, 0);
  if (speed === 0) return;
  const h = differenceStep / speed;
  for (let j = -2; j <= 2; j++) {
    if (j === 0) continue;
    movePose(evaluation, 0, j * h);
    movePose(evaluation, 1, j * h);
    measure(table, c, parts, cache);
    const weight = (Math.abs(j) === 1 ? 8 : -1) * Math.sign(j);
    for (let k = 0; k < 3; k++) {
      run[3 + k] += (weight * (at[At.middle + k] - run[k])) / (12 * h);
      run[6 + k] += (weight * (at[At.normal + k] - table.normal[3 * c + k])) / (12 * h);
    }
  }
  pose.set(kept);
}

/** Body A or B where it is after t seconds of its motion. */
function movePose(evaluation: ContactEvaluation, side: number, t: number): void {
  const { motion, pose, run } = evaluation;
  const o = 12 * side;
  for (let k = 0; k < 3; k++) {
    pose[o + k] = kept[o + k] + t * motion[6 * side + k];
    run[9 + k] = t * motion[6 * side + 3 + k];
  }
  quat.fromRotationVector(turn, 0, run, 9);
  quat.toMatrix(turned, 0, turn, 0);
  mat3.multiply(pose, o + 3, turned, 0, kept, o + 3);
}
