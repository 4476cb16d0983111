/**
 * A sphere and a polyhedron P: the gap is the distance of the centre c from P less the radius, or, if c is inside, the
 * distance of the nearest face.
 *
 *   s(n) = max:  n along c − p,  p the point of P nearest to c
 *
 * p is on a feature if c − p is one of its outward normals, which is a few dot products, as P is convex:
 *
 *   face     c above it, on the inner side of each of its edges
 *   edge     c between the planes across its ends, and on the outer side of the edge in both of its faces
 *   corner   c behind the planes across each edge that begins there
 *
 * The feature of the last time is asked first. What it lacks names the adjacent feature to be asked next; each is nearer.
 * Without one, or where that leads into P, the face that c is farthest above is the first. What is left is for the search
 * (hull-pair.ts): centres so close to an edge or corner that n has lost its digits.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import { FeatureKey } from "../patch/index.js";
import type { Polyhedron, Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import type { CurvedQuery } from "./curved-query.js";
import { distanceRounding, featureStepLimit, leastCentreDistance } from "./parameters.js";

/** c in the frame of P (3), and the size of the numbers (1). */
const c = new Float64Array(4);
/** Distance, and the unit vector from P to c. */
const away = new Float64Array(4);

/**
 * Writes `separation` for the polyhedron P at framesP[i …] and the sphere Q at framesQ[j …]; `isA`: P is A. False, and
 * nothing written, if that remains open.
 */
export function separateSphere(
  query: CurvedQuery,
  shapeP: Shape,
  framesP: Float64Array,
  i: number,
  shapeQ: Shape,
  framesQ: Float64Array,
  j: number,
  isA: boolean,
  cache: CurvedCache | null,
  slot: number,
): boolean {
  const p = shapeP.polyhedron as Polyhedron;
  const x = framesQ[j] - framesP[i];
  const y = framesQ[j + 1] - framesP[i + 1];
  const z = framesQ[j + 2] - framesP[i + 2];
  const cx = framesP[i + 3] * x + framesP[i + 6] * y + framesP[i + 9] * z;
  const cy = framesP[i + 4] * x + framesP[i + 7] * y + framesP[i + 10] * z;
  const cz = framesP[i + 5] * x + framesP[i + 8] * y + framesP[i + 11] * z;
  c[0] = cx;
  c[1] = cy;
  c[2] = cz;
  c[3] = shapeP.reach + Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  const row = 2 * slot + (isA ? 0 : 1);
  const known = cache === null ? -1 : cache.keys[row];
  let key = known < 0 ? -1 : walk(p, known);
  if (cache !== null && key >= 0) cache.verified++;
  if (key < 0) {
    key = search(p);
    if (key < 0) return false;
    if (cache !== null) cache.searched++;
  }
  const sign = isA ? -1 : 1;
  const dx = sign * away[1];
  const dy = sign * away[2];
  const dz = sign * away[3];
  const out = query.separation;
  out[0] = away[0] - shapeQ.radius;
  out[1] = framesP[i + 3] * dx + framesP[i + 4] * dy + framesP[i + 5] * dz;
  out[2] = framesP[i + 6] * dx + framesP[i + 7] * dy + framesP[i + 8] * dz;
  out[3] = framesP[i + 9] * dx + framesP[i + 10] * dy + framesP[i + 11] * dz;
  if (cache === null) return true;
  const { normals, keys } = cache;
  normals[3 * slot] = out[1];
  normals[3 * slot + 1] = out[2];
  normals[3 * slot + 2] = out[3];
  if (key !== known) {
    keys[row] = key;
    keys[2 * slot + (isA ? 1 : 0)] = FeatureKey.round;
  }
  return true;
}

/** From the face that c is farthest above; if there is none, c is inside, and the nearest face is the answer. */
function search(p: Polyhedron): number {
  const { facePlanes, faceCount } = p;
  const x = c[0];
  const y = c[1];
  const z = c[2];
  let most = -Infinity;
  let face = -1;
  for (let f = 0; f < faceCount; f++) {
    const height =
      facePlanes[4 * f] * x + facePlanes[4 * f + 1] * y + facePlanes[4 * f + 2] * z - facePlanes[4 * f + 3];
    if (!(height > most)) continue;
    most = height;
    face = f;
  }
  if (most > 0) return walk(p, FeatureKey.face + face);
  // in the plane of a face, to rounding, it need not be in the face if that is all there is of P
  if (face < 0 || most > -distanceRounding * c[3]) return -1;
  away[0] = most;
  away[1] = facePlanes[4 * face];
  away[2] = facePlanes[4 * face + 1];
  away[3] = facePlanes[4 * face + 2];
  return FeatureKey.face + face;
}

/** Goes from feature to adjacent feature. Writes `away` and returns the key of the one that holds, or −1. */
function walk(p: Polyhedron, start: number): number {
  let key = start;
  for (let step = 0; step < featureStepLimit; step++) {
    const next =
      key >= FeatureKey.face ? askFace(p, key) : key >= FeatureKey.edge ? askEdge(p, key) : askCorner(p, key);
    if (next === key || next < 0) return next;
    key = next;
  }
  return -1;
}

/** The key itself if the face holds, that of the edge c is farthest beyond, or −1 if c is below. */
function askFace({ facePlanes, faceStart, faceVertices, faceEdges, vertices }: Polyhedron, key: number): number {
  const f = key - FeatureKey.face;
  const nx = facePlanes[4 * f];
  const ny = facePlanes[4 * f + 1];
  const nz = facePlanes[4 * f + 2];
  const cx = c[0];
  const cy = c[1];
  const cz = c[2];
  const height = nx * cx + ny * cy + nz * cz - facePlanes[4 * f + 3];
  if (!(height > 0)) return -1;
  const end = faceStart[f + 1];
  let from = end - 1;
  let i = 3 * faceVertices[from];
  let edge = -1;
  let farthest = 0;
  for (let k = faceStart[f]; k < end; k++) {
    const j = 3 * faceVertices[k];
    const ix = vertices[i];
    const iy = vertices[i + 1];
    const iz = vertices[i + 2];
    const ux = vertices[j] - ix;
    const uy = vertices[j + 1] - iy;
    const uz = vertices[j + 2] - iz;
    const x = cx - ix;
    const y = cy - iy;
    const z = cz - iz;
    const inside = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
    if (inside < 0) {
      const square = (inside * inside) / (ux * ux + uy * uy + uz * uz);
      if (square > farthest) {
        farthest = square;
        edge = faceEdges[from];
      }
    }
    from = k;
    i = j;
  }
  if (edge >= 0) return FeatureKey.edge + edge;
  away[0] = height;
  away[1] = nx;
  away[2] = ny;
  away[3] = nz;
  return key;
}

/** The key itself if the edge holds, that of the end or face that is nearer, or −1 if c is too close, or inside. */
function askEdge({ edgeVertices, edgeFaces, vertices, facePlanes }: Polyhedron, key: number): number {
  const e = key - FeatureKey.edge;
  let i = 3 * edgeVertices[2 * e];
  const j = 3 * edgeVertices[2 * e + 1];
  let ux = vertices[j] - vertices[i];
  let uy = vertices[j + 1] - vertices[i + 1];
  let uz = vertices[j + 2] - vertices[i + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const along = ux * (c[0] - vertices[i]) + uy * (c[1] - vertices[i + 1]) + uz * (c[2] - vertices[i + 2]);
  if (!(along > 0)) return edgeVertices[2 * e];
  if (!(along < uu)) return edgeVertices[2 * e + 1];
  const length = Math.sqrt(uu);
  ux /= length;
  uy /= length;
  uz /= length;
  // from the nearer end, and twice, so that rounding leaves nothing along the edge
  if (2 * along > uu) i = j;
  let x = c[0] - vertices[i];
  let y = c[1] - vertices[i + 1];
  let z = c[2] - vertices[i + 2];
  const part = x * ux + y * uy + z * uz;
  x -= part * ux;
  y -= part * uy;
  z -= part * uz;
  const rest = x * ux + y * uy + z * uz;
  x -= rest * ux;
  y -= rest * uy;
  z -= rest * uz;
  // u × d: along the normals where c is over the face
  const wx = uy * z - uz * y;
  const wy = uz * x - ux * z;
  const wz = ux * y - uy * x;
  const f = 4 * edgeFaces[2 * e];
  const g = 4 * edgeFaces[2 * e + 1];
  const slack = distanceRounding * c[3];
  const overF = facePlanes[f] * wx + facePlanes[f + 1] * wy + facePlanes[f + 2] * wz > slack;
  const overG = facePlanes[g] * wx + facePlanes[g + 1] * wy + facePlanes[g + 2] * wz < -slack;
  if (overF || overG) {
    if (overF && facePlanes[f] * x + facePlanes[f + 1] * y + facePlanes[f + 2] * z > 0) return FeatureKey.face + f / 4;
    return overG ? FeatureKey.face + g / 4 : -1;
  }
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (!(distance > leastCentreDistance * c[3])) return -1;
  away[0] = distance;
  away[1] = x / distance;
  away[2] = y / distance;
  away[3] = z / distance;
  return key;
}

/** The key itself if the corner holds, that of the edge along which it gets nearer most, or −1 if c is too close. */
function askCorner({ neighbourStart, neighbours, neighbourEdges, vertices }: Polyhedron, v: number): number {
  const vx = vertices[3 * v];
  const vy = vertices[3 * v + 1];
  const vz = vertices[3 * v + 2];
  const x = c[0] - vx;
  const y = c[1] - vy;
  const z = c[2] - vz;
  let edge = -1;
  let most = distanceRounding * distanceRounding * c[3] * c[3];
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    const w = 3 * neighbours[k];
    const ux = vertices[w] - vx;
    const uy = vertices[w + 1] - vy;
    const uz = vertices[w + 2] - vz;
    const along = x * ux + y * uy + z * uz;
    if (!(along > 0)) continue;
    const square = (along * along) / (ux * ux + uy * uy + uz * uz);
    if (square > most) {
      most = square;
      edge = neighbourEdges[k];
    }
  }
  if (edge >= 0) return FeatureKey.edge + edge;
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (!(distance > leastCentreDistance * c[3])) return -1;
  away[0] = distance;
  away[1] = x / distance;
  away[2] = y / distance;
  away[3] = z / distance;
  return v;
}
