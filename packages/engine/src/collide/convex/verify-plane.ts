/**
 * Verification of the plane of the last query: separating-plane.ts and foot.ts in one, for the pairs of a pass that have hardly
 * moved, which are nearly all. Doubtful cases are left to those.
 *
 *   face of A      d = −Rᵀ m, b = the corner of B farthest along d, p = its place: s = m·p − offset; is p − s m in the face?
 *   face of B      likewise, with the two exchanged
 *   edges          n = ± ea × eb/|ea × eb|, if the edges are extreme together; do the points nearest lie within both?
 *
 * Numbers stay in registers here, where the general functions pass them in arrays: that is the only difference.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import { Witness } from "../result/index.js";
import type { Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { alongSineSquare, nearlyParallelSine, supportRounding } from "./parameters.js";

const d = new Float64Array(3);

/**
 * The outcomes of the verification of a plane: open, it may hold or not; it holds, but where its features meet is not
 * known; complete, it holds and its feet are known.
 */
export const Verification = { open: 0, holds: 1, complete: 2 } as const;
/** One of the outcomes of `Verification`. */
export type Verification = (typeof Verification)[keyof typeof Verification];

/**
 * Verifies the plane of the last time. Writes `plane` and `separation` if it holds, and `feet` too if its features
 * face one another; `isTied` then says whether others may be level with them (level-features.ts).
 */
export function verifyPlane(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  witness: Witness,
  featureA: number,
  featureB: number,
): Verification {
  if (witness === Witness.edges) return verifyEdges(query, coreA, coreB, featureA, featureB);
  if (witness === Witness.faceA) return verifyFaceA(query, coreA, coreB, featureA, featureB);
  return verifyFaceB(query, coreA, coreB, featureB, featureA);
}

function verifyFaceA(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): Verification {
  const { plane } = query;
  const { facePlanes } = coreA;
  const { vertices } = coreB;
  const r = query.relative;
  const x = -facePlanes[4 * f];
  const y = -facePlanes[4 * f + 1];
  const z = -facePlanes[4 * f + 2];
  const dx = r[3] * x + r[6] * y + r[9] * z;
  const dy = r[4] * x + r[7] * y + r[10] * z;
  const dz = r[5] * x + r[8] * y + r[11] * z;
  d[0] = dx;
  d[1] = dy;
  d[2] = dz;
  const b = climbWithTies(query, coreB, d, 0, start);
  const bx = vertices[3 * b];
  const by = vertices[3 * b + 1];
  const bz = vertices[3 * b + 2];
  const s = -facePlanes[4 * f + 3] - (x * r[0] + y * r[1] + z * r[2]) - (dx * bx + dy * by + dz * bz);
  const px = r[3] * bx + r[4] * by + r[5] * bz + r[0];
  const py = r[6] * bx + r[7] * by + r[8] * bz + r[1];
  const pz = r[9] * bx + r[10] * by + r[11] * bz + r[2];
  d[0] = px + s * x;
  d[1] = py + s * y;
  d[2] = pz + s * z;
  plane.witness = Witness.faceA;
  plane.featureA = f;
  plane.featureB = b;
  const values = query.separation;
  values[0] = s;
  values[1] = x;
  values[2] = y;
  values[3] = z;
  if (!isWithinFace(coreA, f)) return Verification.holds;
  const points = query.feet;
  points[0] = d[0];
  points[1] = d[1];
  points[2] = d[2];
  points[3] = px;
  points[4] = py;
  points[5] = pz;
  return Verification.complete;
}

function verifyFaceB(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): Verification {
  const { plane } = query;
  const { facePlanes } = coreB;
  const { vertices } = coreA;
  const r = query.relative;
  const mx = facePlanes[4 * f];
  const my = facePlanes[4 * f + 1];
  const mz = facePlanes[4 * f + 2];
  const x = r[3] * mx + r[4] * my + r[5] * mz;
  const y = r[6] * mx + r[7] * my + r[8] * mz;
  const z = r[9] * mx + r[10] * my + r[11] * mz;
  d[0] = -x;
  d[1] = -y;
  d[2] = -z;
  const a = climbWithTies(query, coreA, d, 0, start);
  const ax = vertices[3 * a];
  const ay = vertices[3 * a + 1];
  const az = vertices[3 * a + 2];
  const s = x * ax + y * ay + z * az - (x * r[0] + y * r[1] + z * r[2]) - facePlanes[4 * f + 3];
  const px = ax - s * x;
  const py = ay - s * y;
  const pz = az - s * z;
  const ux = px - r[0];
  const uy = py - r[1];
  const uz = pz - r[2];
  d[0] = r[3] * ux + r[6] * uy + r[9] * uz;
  d[1] = r[4] * ux + r[7] * uy + r[10] * uz;
  d[2] = r[5] * ux + r[8] * uy + r[11] * uz;
  plane.witness = Witness.faceB;
  plane.featureA = a;
  plane.featureB = f;
  const values = query.separation;
  values[0] = s;
  values[1] = x;
  values[2] = y;
  values[3] = z;
  if (!isWithinFace(coreB, f)) return Verification.holds;
  const points = query.feet;
  points[0] = ax;
  points[1] = ay;
  points[2] = az;
  points[3] = px;
  points[4] = py;
  points[5] = pz;
  return Verification.complete;
}

/** Returns whether d, in the plane of face f, lies on the inner side of each of its edges. */
function isWithinFace({ faceStart, faceVertices, facePlanes, vertices }: Polyhedron, f: number): boolean {
  const nx = facePlanes[4 * f];
  const ny = facePlanes[4 * f + 1];
  const nz = facePlanes[4 * f + 2];
  const dx = d[0];
  const dy = d[1];
  const dz = d[2];
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
    const x = dx - ix;
    const y = dy - iy;
    const z = dz - iz;
    if (nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x) < 0) return false;
    ix = jx;
    iy = jy;
    iz = jz;
  }
  return true;
}

function verifyEdges(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, i: number, j: number): Verification {
  const { plane } = query;
  const r = query.relative;
  const a = coreA.vertices;
  const b = coreB.vertices;
  const planesA = coreA.facePlanes;
  const planesB = coreB.facePlanes;
  const fA = 4 * coreA.edgeFaces[2 * i];
  const fB = 4 * coreB.edgeFaces[2 * j];
  // a segment has a full circle of normals
  if (fA < 0 || fB < 0) return Verification.open;
  const gA = 4 * coreA.edgeFaces[2 * i + 1];
  const gB = 4 * coreB.edgeFaces[2 * j + 1];
  const a0 = 3 * coreA.edgeVertices[2 * i];
  const a1 = 3 * coreA.edgeVertices[2 * i + 1];
  const b0 = 3 * coreB.edgeVertices[2 * j];
  const b1 = 3 * coreB.edgeVertices[2 * j + 1];
  const dx = a[a1] - a[a0];
  const dy = a[a1 + 1] - a[a0 + 1];
  const dz = a[a1 + 2] - a[a0 + 2];
  // the edge of A as B sees it
  const tx = r[3] * dx + r[6] * dy + r[9] * dz;
  const ty = r[4] * dx + r[7] * dy + r[10] * dz;
  const tz = r[5] * dx + r[8] * dy + r[11] * dz;
  const fromB = planesB[fB] * tx + planesB[fB + 1] * ty + planesB[fB + 2] * tz;
  const toB = planesB[gB] * tx + planesB[gB + 1] * ty + planesB[gB + 2] * tz;
  if (!(fromB * toB < 0)) return Verification.open;
  const bx = b[b1] - b[b0];
  const by = b[b1 + 1] - b[b0 + 1];
  const bz = b[b1 + 2] - b[b0 + 2];
  const ex = r[3] * bx + r[4] * by + r[5] * bz;
  const ey = r[6] * bx + r[7] * by + r[8] * bz;
  const ez = r[9] * bx + r[10] * by + r[11] * bz;
  const fromA = planesA[fA] * ex + planesA[fA + 1] * ey + planesA[fA + 2] * ez;
  const toA = planesA[gA] * ex + planesA[gA + 1] * ey + planesA[gA + 2] * ez;
  if (!(fromA * toA < 0 && fromA * fromB > 0)) return Verification.open;
  const sign = fromA > 0 ? -1 : 1;
  // a face at one of the edges that is along the other one
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  const alongB = Math.min(Math.abs(fromA), Math.abs(toA));
  const alongA = Math.min(Math.abs(fromB), Math.abs(toB));
  query.isTied = alongB * alongB < alongSineSquare * ee || alongA * alongA < alongSineSquare * dd;
  const nx = dy * ez - dz * ey;
  const ny = dz * ex - dx * ez;
  const nz = dx * ey - dy * ex;
  const nn = nx * nx + ny * ny + nz * nz;
  const lengths = dd * ee;
  if (nn < nearlyParallelSine * nearlyParallelSine * lengths) return Verification.open;
  const qx = r[3] * b[b0] + r[4] * b[b0 + 1] + r[5] * b[b0 + 2] + r[0];
  const qy = r[6] * b[b0] + r[7] * b[b0 + 1] + r[8] * b[b0 + 2] + r[1];
  const qz = r[9] * b[b0] + r[10] * b[b0 + 1] + r[11] * b[b0 + 2] + r[2];
  const wx = qx - a[a0];
  const wy = qy - a[a0 + 1];
  const wz = qz - a[a0 + 2];
  // λ nn and μ nn: (w × e)·N and (w × d)·N
  const along = nx * (wy * ez - wz * ey) + ny * (wz * ex - wx * ez) + nz * (wx * ey - wy * ex);
  const across = nx * (wy * dz - wz * dy) + ny * (wz * dx - wx * dz) + nz * (wx * dy - wy * dx);
  if (!(along >= 0 && along <= nn && across >= 0 && across <= nn)) return Verification.open;
  const length = Math.sqrt(nn);
  const values = query.separation;
  const x = (sign * nx) / length;
  const y = (sign * ny) / length;
  const z = (sign * nz) / length;
  values[0] = x * (a[a0] - qx) + y * (a[a0 + 1] - qy) + z * (a[a0 + 2] - qz);
  values[1] = x;
  values[2] = y;
  values[3] = z;
  plane.witness = Witness.edges;
  plane.featureA = i;
  plane.featureB = j;
  const points = query.feet;
  const lambda = along / nn;
  const mu = across / nn;
  points[0] = a[a0] + lambda * dx;
  points[1] = a[a0 + 1] + lambda * dy;
  points[2] = a[a0 + 2] + lambda * dz;
  points[3] = qx + mu * ex;
  points[4] = qy + mu * ey;
  points[5] = qz + mu * ez;
  return Verification.complete;
}

/**
 * Returns the corner of the core farthest along a unit direction, and notes in `isTied` whether a joined corner is as
 * far, but for rounding.
 */
function climbWithTies(query: CoreQuery, core: Polyhedron, direction: Float64Array, o: number, start: number): number {
  const { vertices, neighbourStart, neighbours } = core;
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let best = start;
  let most = x * vertices[3 * best] + y * vertices[3 * best + 1] + z * vertices[3 * best + 2];
  let next = most;
  for (let at = -1; at !== best; ) {
    at = best;
    next = -Infinity;
    for (let k = neighbourStart[at]; k < neighbourStart[at + 1]; k++) {
      const v = neighbours[k];
      const value = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
      if (value > most) {
        next = most;
        most = value;
        best = v;
      } else if (value > next) next = value;
    }
  }
  query.isTied = next >= most - supportRounding * query.relative[12];
  return best;
}
