/**
 * The clearance that a direction n needs to be the best of two shapes that overlap (warm-start.ts): how far the points of
 * contact must be from the ends of the features that n selects.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import type { Polyhedron } from "../shapes/index.js";
import { Axial } from "./axial.js";
import type { CurvedQuery } from "./curved-query.js";
import { clearanceFactor, leastClearance, shallowCaution, soleRimSine } from "./parameters.js";

/**
 * Writes `room` for the trial just measured: how far the points of the two must be from the ends of the flats or lines they
 * are on, so that no n′ at an angle θ to n is better than s = −δ. Moved by ρ against the turn of n, they say the first; a
 * point of B that is h below its own, along n, and D beside it says the second, for n′ near −n:
 *
 *   s(n′) ≤ −δ cos θ − ρ sin θ ≤ −δ                     up to tan(θ/2) = ρ/δ
 *   s(n′) ≤ H cos θ + D sin θ ≤ −δ                      beyond it, if ρ ≥ δ (D + √(D² + H² − δ²))/(H − δ),   H = h − δ
 *
 * That point is the far end of a cylinder, straight through, or the centre of others. Without one an overlap within
 * `shallow` may have 1000 δ of room, which leaves no n′ but those next to −n. False if there is no telling. Where they are
 * apart, or hardly overlap, there must be `leastClearance`.
 */
export function measureClearance(query: CurvedQuery, b: Float64Array): boolean {
  const { trial, clearance } = query;
  const depth = -trial[3];
  const least = leastClearance * query.pairSize[0];
  clearance[0] = least;
  if (depth <= 0) return true;
  const radius = b[Axial.radius];
  const half = b[Axial.halfHeight];
  let h = b[Axial.reach];
  let square = Math.max(0, radius * radius + half * half - h * h);
  if (b[Axial.cone] === 0 && radius > 0) {
    // straight through a cylinder, to its side or cap
    const along = Math.abs(trial[0] * b[3] + trial[1] * b[4] + trial[2] * b[5]);
    h = Math.min((2 * radius) / Math.sqrt(Math.max(0, 1 - along * along)), (2 * half) / along);
    square = 0;
  }
  const H = h - depth;
  if (H > depth) {
    const wanted =
      (clearanceFactor * depth * (Math.sqrt(square) + Math.sqrt(square + (H - depth) * (H + depth)))) / (H - depth);
    clearance[0] = Math.max(least, wanted);
    return true;
  }
  clearance[0] = Math.max(least, shallowCaution * depth);
  return depth <= query.shallow[0];
}

/** Returns whether the one point of the rims of Q that the trial selects lies over face f, with clearance around it. */
export function isOverFace(query: CurvedQuery, p: Polyhedron, f: number, q: Float64Array): boolean {
  const { trial, clearance } = query;
  const { facePlanes, faceStart, faceVertices, vertices } = p;
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  const along = x * q[3] + y * q[4] + z * q[5];
  let px = x - along * q[3];
  let py = y - along * q[4];
  let pz = z - along * q[5];
  const across = Math.sqrt(px * px + py * py + pz * pz);
  const half = q[Axial.halfHeight];
  const isCone = q[Axial.cone] === 1;
  const lead = isCone ? q[Axial.radius] * across - 2 * half * along : 2 * half * Math.abs(along);
  // else a cap, a line of the side or the tip may be level with it
  if (!(across > soleRimSine && lead > soleRimSine * query.pairSize[0])) return false;
  const scale = q[Axial.radius] / across;
  const height = isCone || along < 0 ? -half : half;
  px = q[0] + height * q[3] + scale * px;
  py = q[1] + height * q[4] + scale * py;
  pz = q[2] + height * q[5] + scale * pz;
  const nx = facePlanes[4 * f];
  const ny = facePlanes[4 * f + 1];
  const nz = facePlanes[4 * f + 2];
  const square = clearance[0] * clearance[0];
  const end = faceStart[f + 1];
  let i = 3 * faceVertices[end - 1];
  for (let k = faceStart[f]; k < end; k++) {
    const j = 3 * faceVertices[k];
    const ux = vertices[j] - vertices[i];
    const uy = vertices[j + 1] - vertices[i + 1];
    const uz = vertices[j + 2] - vertices[i + 2];
    const wx = px - vertices[i];
    const wy = py - vertices[i + 1];
    const wz = pz - vertices[i + 2];
    // |u| times the distance from the edge
    const inside = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
    if (!(inside >= 0 && inside * inside >= square * (ux * ux + uy * uy + uz * uz))) return false;
    i = j;
  }
  return true;
}
