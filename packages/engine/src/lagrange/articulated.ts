/**
 * Featherstone's articulated-body algorithm: M⁻¹ x for a tree of links in joint coordinates, in O(n), without M.
 *
 * The articulated inertia of a node, with all joints outward of it free to move, about its joint, world axes:
 *
 *   τ = A α + H a,   f = Hᵀ α + B a           of the node alone: A = I + m (r² − r rᵀ),  H = m r*,  B = m
 *   U = (A s, Hᵀ s) or (H s, B s),  D = s·U   for the axis s of a revolute or of a prismatic joint
 *   A − UUᵀ/D …                               as it acts on the parent, then shifted by the arm r from joint to joint:
 *   A + r*Hᵀ + H r*ᵀ + r* B r*ᵀ,  H + r* B,  B
 *
 * Then, inwards, y = x − S·z, z′ += shifted (z + U y/D), and outwards ü = (y − U·a′)/D, a = a′ + S ü.
 *
 * Each node has its own reference point, so that a link far from the origin is as exact as a near one.
 */
import { mat3 } from "../math/index.js";
import type { LinkageNodes } from "./linkage-motion.js";
import { NodeJoint } from "./linkage-options.js";

/** The tables of the articulated-body algorithm: inertia and factors, and the vectors of a solve. */
export interface Articulated {
  /** Articulated inertia A, H and B: 27 numbers a node. */
  readonly inertia: Float64Array;
  /** Vectors U, torque and force: 6 numbers a node. */
  readonly U: Float64Array;
  /** Inverses 1/D: one number a node; 0 for a joint that moves no mass. */
  readonly inverse: Float64Array;
  /** Vectors z of a solve, torque and force: 6 numbers a node. */
  readonly z: Float64Array;
  /** Accelerations α and a of a solve: 6 numbers a node. */
  readonly a: Float64Array;
  /** Values y of a solve: one number a node. */
  readonly y: Float64Array;
}

/** A linkage with the tables of the algorithm. */
interface ArticulatedLinkage extends LinkageNodes {
  /** Tables of the algorithm. */
  readonly articulated: Articulated;
}

/** Creates the tables for a number of nodes. */
export function createArticulated(count: number): Articulated {
  return {
    inertia: new Float64Array(27 * count),
    U: new Float64Array(6 * count),
    inverse: new Float64Array(count),
    z: new Float64Array(6 * count),
    a: new Float64Array(6 * count),
    y: new Float64Array(count),
  };
}

const r = new Float64Array(3);
const I = new Float64Array(9);
/** Products of the shift: r* B, and r* Hᵀ. */
const RB = new Float64Array(9);
const T = new Float64Array(9);

/** Computes U and 1/D of all nodes at the pose of the linkage. A joint that moves no mass has 1/D = 0. */
export function factorArticulated(linkage: ArticulatedLinkage): void {
  const { count, parent, joint, direction, arm, articulated } = linkage;
  const { inertia, U, inverse } = articulated;
  for (let i = 0; i < count; i++) writeNodeInertia(inertia, 27 * i, linkage, i);
  for (let i = count - 1; i >= 0; i--) {
    if (joint[i] !== NodeJoint.fixed) {
      const isRevolute = joint[i] === NodeJoint.revolute;
      writeU(U, 6 * i, inertia, 27 * i, direction, 3 * i, isRevolute);
      const s = isRevolute ? 6 * i : 6 * i + 3;
      const D = direction[3 * i] * U[s] + direction[3 * i + 1] * U[s + 1] + direction[3 * i + 2] * U[s + 2];
      inverse[i] = D > 0 ? 1 / D : 0;
      if (parent[i] >= 0) releaseJoint(inertia, 27 * i, U, 6 * i, inverse, i);
    }
    if (parent[i] >= 0) addShifted(inertia, 27 * parent[i], inertia, 27 * i, arm, 3 * i);
  }
}

function writeNodeInertia(out: Float64Array, o: number, linkage: ArticulatedLinkage, i: number): void {
  const { mass, center, inertia, rotation } = linkage;
  const m = mass[i];
  for (let k = 0; k < 27; k++) out[o + k] = 0;
  if (m === 0) return;
  mat3.transformVector(r, 0, rotation, 9 * i, center, 3 * i);
  mat3.rotateSymmetric(I, 0, rotation, 9 * i, inertia, 9 * i);
  const square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  for (let j = 0; j < 3; j++) {
    for (let k = 0; k < 3; k++) out[o + 3 * j + k] = I[3 * j + k] - m * r[j] * r[k];
    out[o + 4 * j] += m * square;
    out[o + 18 + 4 * j] = m;
  }
  out[o + 9 + 1] = -m * r[2];
  out[o + 9 + 2] = m * r[1];
  out[o + 9 + 3] = m * r[2];
  out[o + 9 + 5] = -m * r[0];
  out[o + 9 + 6] = -m * r[1];
  out[o + 9 + 7] = m * r[0];
}

/** Writes U for the axis at s[i …]. */
function writeU(
  U: Float64Array,
  o: number,
  inertia: Float64Array,
  n: number,
  s: Float64Array,
  i: number,
  isRevolute: boolean,
): void {
  if (isRevolute) {
    mat3.transformVector(U, o, inertia, n, s, i);
    mat3.transformVectorTransposed(U, o + 3, inertia, n + 9, s, i);
  } else {
    mat3.transformVector(U, o, inertia, n + 9, s, i);
    mat3.transformVector(U, o + 3, inertia, n + 18, s, i);
  }
}

/** Subtracts UUᵀ/D from A, H and B. */
function releaseJoint(
  inertia: Float64Array,
  n: number,
  U: Float64Array,
  o: number,
  inverse: Float64Array,
  i: number,
): void {
  const w = inverse[i];
  for (let j = 0; j < 3; j++) {
    const t = w * U[o + j];
    const f = w * U[o + 3 + j];
    for (let k = 0; k < 3; k++) {
      inertia[n + 3 * j + k] -= t * U[o + k];
      inertia[n + 9 + 3 * j + k] -= t * U[o + 3 + k];
      inertia[n + 18 + 3 * j + k] -= f * U[o + 3 + k];
    }
  }
}

/** Adds the inertia at `from`, shifted by the arm, to that at `to`. */
function addShifted(
  inertia: Float64Array,
  to: number,
  source: Float64Array,
  from: number,
  arm: Float64Array,
  i: number,
): void {
  const x = arm[i];
  const y = arm[i + 1];
  const z = arm[i + 2];
  // H′ = H + r* B
  for (let k = 0; k < 3; k++) {
    const b = from + 18 + k;
    RB[k] = y * source[b + 6] - z * source[b + 3];
    RB[3 + k] = z * source[b] - x * source[b + 6];
    RB[6 + k] = x * source[b + 3] - y * source[b];
  }
  // A′ = A + r* Hᵀ + (H + r* B) r*ᵀ:  row j of X r*ᵀ is r × (row j of X), column k of r* Hᵀ is r × (row k of H)
  for (let j = 0; j < 3; j++) {
    const h = from + 9 + 3 * j;
    const hx = source[h];
    const hy = source[h + 1];
    const hz = source[h + 2];
    T[j] = y * hz - z * hy;
    T[3 + j] = z * hx - x * hz;
    T[6 + j] = x * hy - y * hx;
  }
  for (let j = 0; j < 3; j++) {
    const h = from + 9 + 3 * j;
    const hx = source[h] + RB[3 * j];
    const hy = source[h + 1] + RB[3 * j + 1];
    const hz = source[h + 2] + RB[3 * j + 2];
    inertia[to + 3 * j] += source[from + 3 * j] + T[3 * j] + y * hz - z * hy;
    inertia[to + 3 * j + 1] += source[from + 3 * j + 1] + T[3 * j + 1] + z * hx - x * hz;
    inertia[to + 3 * j + 2] += source[from + 3 * j + 2] + T[3 * j + 2] + x * hy - y * hx;
    inertia[to + 9 + 3 * j] += hx;
    inertia[to + 9 + 3 * j + 1] += hy;
    inertia[to + 9 + 3 * j + 2] += hz;
    for (let k = 0; k < 3; k++) inertia[to + 18 + 3 * j + k] += source[from + 18 + 3 * j + k];
  }
}

/** Replaces x by M⁻¹ x, with the present U and D. */
export function solveArticulated(x: Float64Array, o: number, linkage: ArticulatedLinkage): void {
  const { count, parent, joint, column, direction: s, arm, articulated } = linkage;
  const { U, inverse, z, a, y } = articulated;
  z.fill(0);
  for (let i = count - 1; i >= 0; i--) {
    const n = 6 * i;
    if (joint[i] !== NodeJoint.fixed) {
      const c = joint[i] === NodeJoint.revolute ? n : n + 3;
      y[i] = x[o + column[i]] - s[3 * i] * z[c] - s[3 * i + 1] * z[c + 1] - s[3 * i + 2] * z[c + 2];
      const w = y[i] * inverse[i];
      for (let k = 0; k < 6; k++) z[n + k] += w * U[n + k];
    }
    if (parent[i] < 0) continue;
    const p = 6 * parent[i];
    const fx = z[n + 3];
    const fy = z[n + 4];
    const fz = z[n + 5];
    z[p] += z[n] + arm[3 * i + 1] * fz - arm[3 * i + 2] * fy;
    z[p + 1] += z[n + 1] + arm[3 * i + 2] * fx - arm[3 * i] * fz;
    z[p + 2] += z[n + 2] + arm[3 * i] * fy - arm[3 * i + 1] * fx;
    z[p + 3] += fx;
    z[p + 4] += fy;
    z[p + 5] += fz;
  }
  for (let i = 0; i < count; i++) {
    const n = 6 * i;
    if (parent[i] < 0) for (let k = 0; k < 6; k++) a[n + k] = 0;
    else {
      const p = 6 * parent[i];
      const wx = a[p];
      const wy = a[p + 1];
      const wz = a[p + 2];
      a[n] = wx;
      a[n + 1] = wy;
      a[n + 2] = wz;
      a[n + 3] = a[p + 3] + wy * arm[3 * i + 2] - wz * arm[3 * i + 1];
      a[n + 4] = a[p + 4] + wz * arm[3 * i] - wx * arm[3 * i + 2];
      a[n + 5] = a[p + 5] + wx * arm[3 * i + 1] - wy * arm[3 * i];
    }
    if (joint[i] === NodeJoint.fixed) continue;
    let sum = y[i];
    for (let k = 0; k < 6; k++) sum -= U[n + k] * a[n + k];
    const uu = sum * inverse[i];
    x[o + column[i]] = uu;
    const c = joint[i] === NodeJoint.revolute ? n : n + 3;
    for (let k = 0; k < 3; k++) a[c + k] += s[3 * i + k] * uu;
  }
}
