/**
 * Whether the plane of two that overlap is the best of all, from a few points: s(n) = −δ, and the features face one another.
 * Where they merely touch, that no other is as good: for that A is thought to be moved by η into B, against n.
 *
 * The points w = a − b, a ∈ A, b ∈ B, form a convex set C, and −s(n′) is how far C reaches along −n′ from the origin. So no
 * n′ has a larger s if the ball of radius δ around the origin is within C. For that it is enough to be within a closed
 * surface of triangles between points of C. It begins as a pyramid, with its base in the plane at the distance δ:
 *
 *   face of A, corner b      base  v − b, v the corners of the face         apex   corner opposite to the face − b
 *   face of B, corner a      the same of B and a, mirrored                  edges   the four differences of their ends
 *
 * Each side x, x + u, w with N = (w − x) × u must be as far from the origin: x·N ≥ δ |N|. One that is not is replaced by
 * three, to the point of C farthest along N; if that is no farther than δ, the plane there is as good. With η, at an angle
 * θ from n every s(n′) < s(n) − η sin θ/8: planes as good but for rounding have n but for rounding.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import { findSupport, type Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { findLevelMiddle } from "./foot.js";
import {
  depthCaution,
  doubtfulDepth,
  fewSupportPoints,
  mostSupportPoints,
  proofShift,
  thinSineSquare,
} from "./parameters.js";

/** The displacement of every point of C, and the square of the distance that the sides must have from the origin. */
const shift = new Float64Array(3);
const least = new Float64Array(1);
/** The point that faces a face, in the frame of that face. */
const p = new Float64Array(3);
/** First corner of the base, its two sides, and the apex. */
const base = new Float64Array(12);
/** Triangles to be looked at, 9 numbers each. */
const stack = new Float64Array(9 * 64);
/** Points of C that may still be asked for, and how many a pair may ask for: a search takes no longer. */
let supply = 0;
const d = new Float64Array(3);

/**
 * Returns whether a plane that holds, and whose features face one another, is proved to be the best; false if that
 * remains open. `alone`: and that no other is as good, where rounding would decide between them.
 */
export function isDeepest(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, alone: boolean): boolean {
  const { separation, relative, feet } = query;
  const s = separation[0];
  const doubt = alone ? doubtfulDepth * relative[12] : 0;
  if (s >= doubt) return true;
  const eta = s > -doubt ? proofShift * relative[12] : 0;
  least[0] = depthCaution * (eta - s) * (eta - s);
  supply = eta > 0 ? fewSupportPoints : mostSupportPoints;
  const { witness, featureA, featureB } = query.plane;
  const m = coreB.facePlanes;
  for (let k = 0; k < 3; k++) {
    shift[k] = eta * (witness === Witness.faceB ? m[4 * featureB + k] : -separation[1 + k]);
  }
  if (witness !== Witness.faceB) {
    if (witness === Witness.edges) return isEdgeDeepest(query, coreA, coreB, featureA, featureB);
    p[0] = feet[3] - shift[0];
    p[1] = feet[4] - shift[1];
    p[2] = feet[5] - shift[2];
    return isFaceDeepest(query, coreA, featureA, coreB, featureB, true, eta > 0);
  }
  const r = relative;
  const x = feet[0] - r[0];
  const y = feet[1] - r[1];
  const z = feet[2] - r[2];
  p[0] = r[3] * x + r[6] * y + r[9] * z - shift[0];
  p[1] = r[4] * x + r[7] * y + r[10] * z - shift[1];
  p[2] = r[5] * x + r[8] * y + r[11] * z - shift[2];
  return isFaceDeepest(query, coreB, featureB, coreA, featureA, false, eta > 0);
}

/**
 * Face f of a core, in whose frame this is, and p, which is below it, of the other one, as is its corner v; `inA`: the core
 * is A. Two that touch may lie on one another: then p may be at a side of the face, but the middle is not.
 */
function isFaceDeepest(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  v: number,
  inA: boolean,
  touching: boolean,
): boolean {
  if (!touching) return arePyramidSidesFar(query, core, f, other, inA, true);
  if (arePyramidSidesFar(query, core, f, other, inA, false)) return true;
  if (findLevelMiddle(query, core, f, other, v, inA)) vec3.subtract(p, 0, query.levelMiddle, 0, shift, 0);
  return arePyramidSidesFar(query, core, f, other, inA, true);
}

/** `bulge`: a side that is not far may be replaced. */
function arePyramidSidesFar(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  inA: boolean,
  bulge: boolean,
): boolean {
  const { faceStart, faceVertices, vertices } = core;
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  const o = 3 * core.faceOpposites[f];
  const wx = vertices[o];
  const wy = vertices[o + 1];
  const wz = vertices[o + 2];
  const enough = least[0];
  const end = faceStart[f + 1];
  const last = 3 * faceVertices[end - 1];
  let ix = vertices[last];
  let iy = vertices[last + 1];
  let iz = vertices[last + 2];
  for (let k = faceStart[f]; k < end; k++) {
    const j = 3 * faceVertices[k];
    const jx = vertices[j];
    const jy = vertices[j + 1];
    const jz = vertices[j + 2];
    const ux = jx - ix;
    const uy = jy - iy;
    const uz = jz - iz;
    const ax = wx - ix;
    const ay = wy - iy;
    const az = wz - iz;
    const nx = ay * uz - az * uy;
    const ny = az * ux - ax * uz;
    const nz = ax * uy - ay * ux;
    const far = (ix - px) * nx + (iy - py) * ny + (iz - pz) * nz;
    if (!(far > 0 && far * far >= enough * (nx * nx + ny * ny + nz * nz))) {
      if (!bulge) return false;
      const t = stack;
      t[0] = ix - px;
      t[1] = iy - py;
      t[2] = iz - pz;
      t[3] = wx - px;
      t[4] = wy - py;
      t[5] = wz - pz;
      t[6] = jx - px;
      t[7] = jy - py;
      t[8] = jz - pz;
      if (!isBulgeFar(query, core, other, inA)) return false;
    }
    ix = jx;
    iy = jy;
    iz = jz;
  }
  return true;
}

function isEdgeDeepest(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, i: number, j: number): boolean {
  const { separation } = query;
  const f = coreA.edgeFaces[2 * i];
  const g = coreB.edgeFaces[2 * j];
  // the segment of a capsule has no faces
  if (f < 0 || g < 0) return false;
  const r = query.relative;
  const a = coreA.vertices;
  const b = coreB.vertices;
  const a0 = 3 * coreA.edgeVertices[2 * i];
  const a1 = 3 * coreA.edgeVertices[2 * i + 1];
  const a2 = 3 * coreA.faceOpposites[f];
  const b0 = 3 * coreB.edgeVertices[2 * j];
  const b1 = 3 * coreB.edgeVertices[2 * j + 1];
  const b2 = 3 * coreB.faceOpposites[g];
  for (let k = 0; k < 3; k++) {
    const x = r[3 + 3 * k];
    const y = r[4 + 3 * k];
    const z = r[5 + 3 * k];
    const q = x * b[b0] + y * b[b0 + 1] + z * b[b0 + 2];
    base[k] = a[a0 + k] - (q + r[k]) + shift[k];
    base[3 + k] = a[a1 + k] - a[a0 + k];
    base[6 + k] = q - (x * b[b1] + y * b[b1 + 1] + z * b[b1 + 2]);
    base[9 + k] = a[a2 + k] - (x * b[b2] + y * b[b2 + 1] + z * b[b2 + 2] + r[k]) + shift[k];
  }
  // round the base counter-clockwise, seen from outside, where −n points to
  const nx = base[4] * base[8] - base[5] * base[7];
  const ny = base[5] * base[6] - base[3] * base[8];
  const nz = base[3] * base[7] - base[4] * base[6];
  const turn = nx * separation[1] + ny * separation[2] + nz * separation[3] < 0 ? 1 : -1;
  return (
    isSideFar(query, coreA, coreB, 0, 3, turn) &&
    isSideFar(query, coreA, coreB, 0, 6, -turn) &&
    isSideFar(query, coreA, coreB, 6, 3, -turn) &&
    isSideFar(query, coreA, coreB, 3, 6, turn)
  );
}

/** The side along base[u …]; `from`: the corner it begins at is the first one, or that and the vector there. */
function isSideFar(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  from: number,
  u: number,
  turn: number,
): boolean {
  const t = stack;
  const apex = turn > 0 ? 3 : 6;
  for (let k = 0; k < 3; k++) {
    const x = base[k] + (from === 0 ? 0 : base[from + k]);
    t[k] = x;
    t[apex + k] = base[9 + k];
    t[9 - apex + k] = x + base[u + k];
  }
  return isBulgeFar(query, coreA, coreB, true);
}

/** The triangle at the bottom of the stack, or the surface that it bulges out to, as far as points of C are needed to decide. */
function isBulgeFar(query: CoreQuery, core: Polyhedron, other: Polyhedron, inA: boolean): boolean {
  const t = stack;
  const r = query.relative;
  const enough = least[0];
  const mx = shift[0];
  const my = shift[1];
  const mz = shift[2];
  let i = 0;
  let j = 0;
  for (let top = 1; top > 0; ) {
    const o = 9 * --top;
    const px = t[o];
    const py = t[o + 1];
    const pz = t[o + 2];
    const qx = t[o + 3] - px;
    const qy = t[o + 4] - py;
    const qz = t[o + 5] - pz;
    const sx = t[o + 6] - px;
    const sy = t[o + 7] - py;
    const sz = t[o + 8] - pz;
    const nx = qy * sz - qz * sy;
    const ny = qz * sx - qx * sz;
    const nz = qx * sy - qy * sx;
    const nn = nx * nx + ny * ny + nz * nz;
    // a degenerate triangle decides nothing: its N is rounding alone
    if (!(nn > thinSineSquare * (qx * qx + qy * qy + qz * qz) * (sx * sx + sy * sy + sz * sz))) return false;
    const far = px * nx + py * ny + pz * nz;
    if (far > 0 && far * far >= enough * nn) continue;
    if (supply-- === 0 || o + 27 > t.length) return false;
    d[0] = nx;
    d[1] = ny;
    d[2] = nz;
    i = findSupport(core, d, 0, i);
    const c = core.vertices;
    let wx = c[3 * i] + mx;
    let wy = c[3 * i + 1] + my;
    let wz = c[3 * i + 2] + mz;
    const v = other.vertices;
    if (inA) {
      d[0] = -(r[3] * nx + r[6] * ny + r[9] * nz);
      d[1] = -(r[4] * nx + r[7] * ny + r[10] * nz);
      d[2] = -(r[5] * nx + r[8] * ny + r[11] * nz);
      j = findSupport(other, d, 0, j);
      wx -= r[3] * v[3 * j] + r[4] * v[3 * j + 1] + r[5] * v[3 * j + 2] + r[0];
      wy -= r[6] * v[3 * j] + r[7] * v[3 * j + 1] + r[8] * v[3 * j + 2] + r[1];
      wz -= r[9] * v[3 * j] + r[10] * v[3 * j + 1] + r[11] * v[3 * j + 2] + r[2];
    } else {
      d[0] = -(r[3] * nx + r[4] * ny + r[5] * nz);
      d[1] = -(r[6] * nx + r[7] * ny + r[8] * nz);
      d[2] = -(r[9] * nx + r[10] * ny + r[11] * nz);
      j = findSupport(other, d, 0, j);
      const x = v[3 * j] - r[0];
      const y = v[3 * j + 1] - r[1];
      const z = v[3 * j + 2] - r[2];
      wx -= r[3] * x + r[6] * y + r[9] * z;
      wy -= r[4] * x + r[7] * y + r[10] * z;
      wz -= r[5] * x + r[8] * y + r[11] * z;
    }
    const reach = nx * wx + ny * wy + nz * wz;
    if (!(reach > 0 && reach * reach >= enough * nn)) return false;
    // (q, s, w), (s, p, w), and last (p, q, w), which takes the place of (p, q, s)
    for (let k = 0; k < 3; k++) {
      const w = k === 0 ? wx : k === 1 ? wy : wz;
      const p = t[o + k];
      const q = t[o + 3 + k];
      const s = t[o + 6 + k];
      t[o + 6 + k] = w;
      t[o + 9 + k] = q;
      t[o + 12 + k] = s;
      t[o + 15 + k] = w;
      t[o + 18 + k] = s;
      t[o + 21 + k] = p;
      t[o + 24 + k] = w;
    }
    top += 3;
  }
  return true;
}
