/**
 * Contacts of rims, lines and cones with one another. A feature is a curve X with a radius r: of all balls around the points
 * of the curve it is the outside.
 *
 *   line   X = p + u e         r = ρ           an edge, or the side of a capsule or cylinder
 *   rim    X = c + R r̂(u)      r = 0
 *   cone   X = tip − u a       r = u sin γ     its side: contact-straight.ts, contact-rim-cone.ts
 *
 *   gap = D − rA − rB,   D = |w|,   w = XA − XB,   n = w/D      where   w·TA = w·TB = 0,   T = X'
 *
 * Where both are sharp n = ±(TA × TB)/|…| and gap = n·w. The place is found by Newton's method from where it was, the guide,
 * a point in the frame of A. As the bodies move, V the velocity of XA relative to XB with both fixed on their curves, the gap
 * is the least over u and v, and so
 *
 *   bending = |V⊥|²/D − gᵀH⁻¹g,   g = (n·(ωA × TA) + V⊥·TA/D, −n·(ωB × TB) − V⊥·TB/D),   H the Hessian of the gap in u and v
 *
 * Of two that are sharp ḋ = n·V is differentiated with n ⟂ TA, TB.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D.
 */
import { mat3, vec3 } from "../../math/index.js";
import { At, type ContactEvaluation, type ContactTable, Curve, StraightSlot } from "../table/index.js";
import { placeDirection, placePoint } from "./contact-place.js";
import { measureRimCone } from "./contact-rim-cone.js";
import { measureStraight, turnStraight } from "./contact-straight.js";
import {
  guideGap,
  guideShift,
  leastDeterminant,
  longestTurn,
  maxNewtonSteps,
  placeTolerance,
  straightCrossing,
  sureCrossing,
} from "./parameters.js";

/** Kinds of curves; `ContactTable.curve` of a contact of kinds a and b is `Curve.curves` + 3 a + b. */
export const CurveKind = { line: 0, rim: 1, cone: 2 } as const;

/** Origin (0), axis (3) and direction of the radius (6) of A; of B from 9 on. */
const base = new Float64Array(18);
/** X (0), T (3) and X″ (6) of A; of B from 9 on. */
const curve = new Float64Array(18);
/** Numbers of A and B: u, the number of the kind (ρ or R), and r. */
const own = new Float64Array(6);
const OwnSlot = { u: 0, size: 2, r: 4 } as const;
/** w (0), TA × TB (3), other vectors. */
const w = new Float64Array(9);
/** D; J₁₁, J₁₂, J₂₂; the steps of u and v; a size, m; D times the slopes of the gap. */
const state = new Float64Array(9);
const At2 = { D: 0, J11: 1, J12: 2, J22: 3, du: 4, dv: 5, size: 6, f: 7, g: 8 } as const;

/** Writes `at`, but for the bending. Moves the guide on if it is near. */
export function measureCurves(table: ContactTable, c: number): void {
  const { evaluation } = table;
  const { at, crossing } = evaluation;
  const code = table.curve[c] - Curve.curves;
  const kindB = code % 3;
  const kindA = (code - kindB) / 3;
  crossing[0] = 1;
  if (kindA !== CurveKind.rim && kindB !== CurveKind.rim) {
    measureStraight(table, c, kindA === CurveKind.cone, kindB === CurveKind.cone);
    const z = table.evaluation.numbers[StraightSlot.z];
    crossing[0] = straightCrossing * z * z;
    return;
  }
  if (kindA === CurveKind.cone || kindB === CurveKind.cone) {
    const isFound = measureRimCone(table, c, kindA === CurveKind.rim);
    const z = table.evaluation.numbers[StraightSlot.z];
    crossing[0] = z * z;
    const size = Math.max(table.size[c], table.offset[c]);
    state[At2.size] = size;
    if (isFound && crossing[0] > sureCrossing && Math.abs(at[At.gap]) < guideGap * size) keepGuide(table, c);
    return;
  }
  load(table, c, kindA, kindB);
  const isSharp = isSharpPair(kindA, kindB);
  let turns = 0;
  for (; turns < maxNewtonSteps; turns++) {
    place(kindA, 0);
    place(kindB, 1);
    measureStep(evaluation, isSharp);
    if (kindA !== kindB) goDown(kindA === CurveKind.rim);
    if (step(kindA, kindB)) break;
  }
  place(kindA, 0);
  place(kindB, 1);
  measureStep(evaluation, isSharp);
  finish(table, c, isSharp);
  // beyond the merging of two crossings there is none, and the place found is elsewhere
  const isFound = turns < maxNewtonSteps && crossing[0] > sureCrossing;
  if (isFound && Math.abs(at[At.gap]) < guideGap * state[At2.size]) keepGuide(table, c);
}

/** Whether neither has a radius there: rims, and lines with ρ = 0. */
function isSharpPair(kindA: number, kindB: number): boolean {
  const isRoundA = kindA === CurveKind.line && own[OwnSlot.size] > 0;
  const isRoundB = kindB === CurveKind.line && own[OwnSlot.size + 1] > 0;
  return !isRoundA && !isRoundB;
}

/** Places both curves, and starts where the guide is. */
function load(table: ContactTable, c: number, kindA: number, kindB: number): void {
  const { evaluation } = table;
  placePoint(base, 0, evaluation, 0, table.localA, 3 * c);
  placeDirection(base, 3, evaluation, 0, table.axisA, 3 * c);
  placePoint(base, 9, evaluation, 1, table.localB, 3 * c);
  placeDirection(base, 12, evaluation, 1, table.axisB, 3 * c);
  own[OwnSlot.size] = table.size[c];
  own[OwnSlot.size + 1] = table.offset[c];
  placePoint(w, 0, evaluation, 0, table.guide, 3 * c);
  begin(kindA, 0);
  begin(kindB, 1);
}

/** u, or the direction of the radius, that is nearest to the point w. */
function begin(kind: number, side: number): void {
  const o = 9 * side;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    w[3 + k] = w[k] - base[o + k];
    along += w[3 + k] * base[o + 3 + k];
  }
  if (kind === CurveKind.rim) {
    for (let k = 0; k < 3; k++) w[3 + k] -= along * base[o + 3 + k];
    if (!vec3.normalize(base, o + 6, w, 3)) vec3.anyPerpendicular(base, o + 6, base, o + 3);
  } else own[OwnSlot.u + side] = along;
}

/** X, T, X″ and r. */
function place(kind: number, side: number): void {
  const o = 9 * side;
  const size = own[OwnSlot.size + side];
  if (kind === CurveKind.rim) {
    vec3.cross(curve, o + 3, base, o + 3, base, o + 6);
    for (let k = o; k < o + 3; k++) {
      curve[k] = base[k] + size * base[k + 6];
      curve[k + 3] *= size;
      curve[k + 6] = -size * base[k + 6];
    }
    own[OwnSlot.r + side] = 0;
    return;
  }
  const u = own[OwnSlot.u + side];
  for (let k = o; k < o + 3; k++) {
    curve[k + 3] = base[k + 3];
    curve[k] = base[k] + u * curve[k + 3];
    curve[k + 6] = 0;
  }
  own[OwnSlot.r + side] = size;
}

/** D, J and a step of Newton's method. */
function measureStep(evaluation: ContactEvaluation, isSharp: boolean): void {
  const { crossing } = evaluation;
  let square = 0;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let wa = 0;
  let wb = 0;
  let ka = 0;
  let kb = 0;
  for (let k = 0; k < 3; k++) {
    const d = curve[k] - curve[9 + k];
    const a = curve[3 + k];
    const b = curve[12 + k];
    w[k] = d;
    square += d * d;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    wa += d * a;
    wb += d * b;
    ka += d * curve[6 + k];
    kb += d * curve[15 + k];
  }
  const D = Math.sqrt(square);
  state[At2.D] = D;
  const u = isSharp || D === 0 ? 0 : 1 / square;
  const J11 = aa - u * wa * wa + ka;
  const J12 = -(ab - u * wa * wb);
  const J22 = bb - u * wb * wb - kb;
  state[At2.J11] = J11;
  state[At2.J12] = J12;
  state[At2.J22] = J22;
  const f = wa;
  const g = -wb;
  state[At2.f] = f;
  state[At2.g] = g;
  const det = J11 * J22 - J12 * J12;
  const isGood = Math.abs(det) > leastDeterminant * aa * bb;
  crossing[0] = det / ((aa - u * wa * wa) * (bb - u * wb * wb));
  state[At2.du] = isGood ? (J12 * g - J22 * f) / det : 0;
  state[At2.dv] = isGood ? (J12 * f - J11 * g) / det : 0;
  state[At2.size] = D + own[OwnSlot.r] + own[OwnSlot.r + 1] + Math.sqrt(aa) + Math.sqrt(bb);
}

/** Replaces the step of a rim and a line that leads to where the gap is largest along the rim by one downhill. */
function goDown(isRimA: boolean): void {
  const own = state[isRimA ? At2.J11 : At2.J22];
  const other = state[isRimA ? At2.J22 : At2.J11];
  if (!(other > 0) || own * other - state[At2.J12] * state[At2.J12] > 0) return;
  // a step against the slope, with the other one following
  const at0 = isRimA ? At2.du : At2.dv;
  state[at0] = state[at0] > 0 ? -longestTurn : longestTurn;
  const f = state[isRimA ? At2.g : At2.f];
  state[isRimA ? At2.dv : At2.du] = -(f + state[At2.J12] * state[at0]) / other;
}

/** Takes the step. Returns whether no other is needed. */
function step(kindA: number, kindB: number): boolean {
  let part = 1;
  if (kindA === CurveKind.rim) part = Math.min(part, longestTurn / Math.abs(state[At2.du]));
  if (kindB === CurveKind.rim) part = Math.min(part, longestTurn / Math.abs(state[At2.dv]));
  // both as much shorter
  state[At2.du] *= part;
  state[At2.dv] *= part;
  move(kindA, 0, At2.du);
  move(kindB, 1, At2.dv);
  if (part < 1) return false;
  const a = kindA === CurveKind.rim ? own[OwnSlot.size] : 1;
  const b = kindB === CurveKind.rim ? own[OwnSlot.size + 1] : 1;
  return Math.max(Math.abs(state[At2.du]) * a, Math.abs(state[At2.dv]) * b) <= placeTolerance * state[At2.size];
}

function move(kind: number, side: number, from: number): void {
  const d = state[from];
  if (kind !== CurveKind.rim) {
    own[OwnSlot.u + side] += d;
    return;
  }
  // T is R times the tangent
  const o = 9 * side;
  const scale = d / own[OwnSlot.size + side];
  for (let k = o; k < o + 3; k++) base[k + 6] += scale * curve[k + 3];
  vec3.normalize(base, o + 6, base, o + 6);
}

/** n, points and gap. */
function finish(table: ContactTable, c: number, isSharp: boolean): void {
  const { at, placeOfCurve, spotOfCurve } = table.evaluation;
  if (isSharp) {
    vec3.cross(w, 3, curve, 3, curve, 12);
    const scale = table.side[c] / Math.sqrt(w[3] * w[3] + w[4] * w[4] + w[5] * w[5]);
    for (let k = 0; k < 3; k++) at[At.normal + k] = scale * w[3 + k];
    at[At.gap] = at[0] * w[0] + at[1] * w[1] + at[2] * w[2];
  } else {
    for (let k = 0; k < 3; k++) at[At.normal + k] = w[k] / state[At2.D];
    at[At.gap] = state[At2.D] - own[OwnSlot.r] - own[OwnSlot.r + 1];
  }
  at[At.delta] = 0;
  const depth = own[OwnSlot.r + 1] + 0.5 * at[At.gap];
  for (let k = 0; k < 3; k++) {
    at[At.pointA + k] = curve[k];
    at[At.pointB + k] = curve[9 + k];
    at[At.middle + k] = curve[9 + k] + depth * at[k];
    spotOfCurve[k] = curve[k];
    spotOfCurve[3 + k] = curve[9 + k];
  }
  placeOfCurve[0] = own[OwnSlot.u];
  placeOfCurve[1] = own[OwnSlot.u + 1];
}

/** The contact in the frame of A, for the next time, unless it has gone far. */
function keepGuide(table: ContactTable, c: number): void {
  const { at, pose } = table.evaluation;
  vec3.subtract(w, 3, at, At.middle, pose, 0);
  mat3.transformVectorTransposed(w, 3, pose, 3, w, 3);
  const most = guideShift * state[At2.size];
  if (vec3.distanceSquared(w, 3, table.guide, 3 * c) < most * most) vec3.copy(table.guide, 3 * c, w, 3);
}

/** Writes the bending where the contact was measured last. ṅ is part of it. */
export function turnCurves(table: ContactTable, c: number): void {
  const { evaluation } = table;
  const { at, motion, placeOfCurve, runOfSpot } = evaluation;
  const code = table.curve[c] - Curve.curves;
  const kindB = code % 3;
  const kindA = (code - kindB) / 3;
  if (kindA === CurveKind.cone || kindB === CurveKind.cone) {
    if (kindB === CurveKind.cone) runOfSpot[6] = table.offset[c] * placeOfCurve[1];
    else runOfSpot[6] = kindB === CurveKind.line ? table.offset[c] : 0;
    turnStraight(evaluation);
    return;
  }
  vec3.set(at, At.turn, 0, 0, 0);
  const isSharp = isSharpPair(kindA, kindB);
  // ωA × TA (3) and ωB × TB (6)
  vec3.cross(w, 3, motion, 3, curve, 3);
  vec3.cross(w, 6, motion, 9, curve, 12);
  if (isSharp) bendSharp(evaluation);
  else bendRound(evaluation);
}

function bendRound(evaluation: ContactEvaluation): void {
  const { at, runOfSpot } = evaluation;
  const D = state[At2.D];
  let along = 0;
  for (let k = 0; k < 3; k++) along += at[k] * at[At.velocity + k];
  let square = 0;
  let gu = 0;
  let gv = 0;
  for (let k = 0; k < 3; k++) {
    const v = at[At.velocity + k] - along * at[k];
    square += v * v;
    gu += at[k] * w[3 + k] + (v * curve[3 + k]) / D;
    gv -= at[k] * w[6 + k] + (v * curve[12 + k]) / D;
  }
  const { J11, J12, J22 } = At2;
  const det = state[J11] * state[J22] - state[J12] * state[J12];
  const bent = (gu * gu * state[J22] - 2 * gu * gv * state[J12] + gv * gv * state[J11]) / det;
  at[At.bend] = square / D - D * bent;
  const du = (D * (state[J12] * gv - state[J22] * gu)) / det;
  const dv = (D * (state[J12] * gu - state[J11] * gv)) / det;
  for (let k = 0; k < 3; k++) {
    const v = at[At.velocity + k] - along * at[k];
    const turn = (v + du * curve[3 + k] - dv * curve[12 + k]) / D;
    runOfSpot[3 + k] = turn;
    runOfSpot[k] = dv * curve[12 + k] + own[OwnSlot.r + 1] * turn;
  }
}

/** ṅ·V + u̇ n·(ωA × TA) − v̇ n·(ωB × TB). */
function bendSharp(evaluation: ContactEvaluation): void {
  const { at, runOfSpot } = evaluation;
  let va = 0;
  let vb = 0;
  let wa = 0;
  let wb = 0;
  let na = 0;
  let nb = 0;
  let ka = 0;
  let kb = 0;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  for (let k = 0; k < 3; k++) {
    const a = curve[3 + k];
    const b = curve[12 + k];
    const v = at[At.velocity + k];
    va += v * a;
    vb += v * b;
    wa += w[k] * w[3 + k];
    wb += w[k] * w[6 + k];
    na += at[k] * w[3 + k];
    nb += at[k] * w[6 + k];
    ka += at[k] * curve[6 + k];
    kb += at[k] * curve[15 + k];
    aa += a * a;
    ab += a * b;
    bb += b * b;
  }
  const { J11, J12, J22 } = At2;
  const det = state[J11] * state[J22] - state[J12] * state[J12];
  const f = -(va + wa);
  const g = vb + wb;
  const du = (state[J22] * f - state[J12] * g) / det;
  const dv = (state[J11] * g - state[J12] * f) / det;
  // V = α TA + β TB across n
  const gram = aa * bb - ab * ab;
  const alpha = (bb * va - ab * vb) / gram;
  const beta = (aa * vb - ab * va) / gram;
  at[At.bend] = -alpha * (na + ka * du) - beta * (nb + kb * dv) + du * na - dv * nb;
  // ṅ·TA = −n·ṪA, ṅ·TB = −n·ṪB
  const p = -(na + ka * du);
  const q = -(nb + kb * dv);
  for (let k = 0; k < 3; k++) {
    runOfSpot[3 + k] = ((bb * p - ab * q) * curve[3 + k] + (aa * q - ab * p) * curve[12 + k]) / gram;
    runOfSpot[k] = dv * curve[12 + k];
  }
}
