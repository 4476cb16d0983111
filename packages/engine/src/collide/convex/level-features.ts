/**
 * Of features at the same height along n, which ones are named, and where the points are: by a rule, so that what was known
 * of a pair before decides nothing.
 *
 *   a face of A and a face of B    the face of A
 *   a face, or two edges with      the face
 *   a face at one of them
 *   several corners                the one with the lowest number of those that are over the face
 *   two parallel edges             none: the points are in the middle of what they share
 *
 * Heights are the same if they differ by no more than rounding, as a part of the size.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import { type Polyhedron, placeInA, relative, turnToB } from "../shapes/index.js";
import { beside, feet, findFeet, isCornerOver } from "./foot.js";
import { closest, simplex } from "./gjk.js";
import { found, measureFaceA, measureFaceB, plane, planeValues } from "./plane.js";

/** The size, as so many distances, up to which the direction between closest points tells what is level. */
const farthest = 1e6;
/** What counts as the same height. */
const rounding = 2e-15;
/** Of the size: how near is touching, and how far beside a face it may be. */
const close = 1e-10;
/** Cosine of the angle between normals above which faces may be level. */
const nearlyAlong = 1 - 1e-10;
/** Square of the sine below which edges are parallel. */
const parallel = 1e-20;

/** The direction in which a core is looked at, in its frame, and the slack. */
const d = new Float64Array(4);
/** What findLevel found: a level face, the corner with the lowest number, and one level neighbour; −1 if there is none. */
const level = { face: -1, corner: -1, mate: -1 };
const kept = new Float64Array(10);
const ends = new Float64Array(12);

/**
 * Names the features of a plane that holds, and writes the points anew where several features are level. `faced`: they are
 * those of the corner that the plane is measured to, which is over the face.
 */
export function nameFeatures(coreA: Polyhedron, coreB: Polyhedron, faced: boolean): void {
  d[3] = rounding * relative[12];
  const { witness, featureA, featureB } = plane;
  if (witness === Witness.faceA) {
    turnToB(d, 0, planeValues, 1);
    if (!findLevel(coreB, featureB)) return;
    const v = chooseCorner(coreA, featureA, coreB, featureB, true);
    if (v !== featureB || !faced) takeCornerB(coreA, coreB, v);
  } else if (witness === Witness.faceB) {
    vec3.negate(d, 0, planeValues, 1);
    if (!findLevel(coreA, featureA)) return;
    if (level.face >= 0) takeFaceA(coreA, coreB, level.face, coreB.faceVertices[coreB.faceStart[featureB]]);
    else {
      const v = chooseCorner(coreB, featureB, coreA, featureA, false);
      if (v !== featureA || !faced) takeCornerA(coreA, coreB, v);
    }
  } else if (witness === Witness.edges) {
    vec3.negate(d, 0, planeValues, 1);
    let f = findLevelFace(coreA, featureA);
    if (f >= 0) {
      takeFaceA(coreA, coreB, f, coreB.edgeVertices[2 * featureB]);
      return;
    }
    turnToB(d, 0, planeValues, 1);
    f = findLevelFace(coreB, featureB);
    if (f >= 0) takeFaceB(coreA, coreB, f, coreA.edgeVertices[2 * featureA]);
  }
}

/** Whether other corners are as high as corner v: fills `level`. */
function findLevel(core: Polyhedron, v: number): boolean {
  const { vertices, neighbourStart, neighbours, neighbourEdges, faceStart, faceVertices } = core;
  const x = d[0];
  const y = d[1];
  const z = d[2];
  const least = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2] - d[3];
  level.face = level.mate = -1;
  level.corner = v;
  let edge = -1;
  const end = neighbourStart[v + 1];
  for (let k = neighbourStart[v]; k < end; k++) {
    const w = 3 * neighbours[k];
    if (!(x * vertices[w] + y * vertices[w + 1] + z * vertices[w + 2] >= least)) continue;
    if (edge >= 0) {
      const g = findCommonFace(core, edge, neighbourEdges[k]);
      if (g >= 0 && isFaceLevel(core, g)) {
        level.face = g;
        for (let c = faceStart[g]; c < faceStart[g + 1]; c++) level.corner = Math.min(level.corner, faceVertices[c]);
        return true;
      }
    }
    edge = neighbourEdges[k];
    level.mate = neighbours[k];
    level.corner = Math.min(level.corner, level.mate);
  }
  return edge >= 0;
}

/** Of the corners of `other` as high as v, as `level` has them, the first that is over face f; if none is, the first. */
function chooseCorner(core: Polyhedron, f: number, other: Polyhedron, v: number, inA: boolean): number {
  const { faceStart, faceVertices } = other;
  const { corner } = level;
  if (isCornerOver(core, f, other, corner, inA)) return corner;
  if (level.face < 0) {
    const last = Math.max(v, level.mate);
    return isCornerOver(core, f, other, last, inA) ? last : corner;
  }
  let chosen = -1;
  for (let k = faceStart[level.face]; k < faceStart[level.face + 1]; k++) {
    const w = faceVertices[k];
    if (w !== corner && (chosen < 0 || w < chosen) && isCornerOver(core, f, other, w, inA)) chosen = w;
  }
  return chosen < 0 ? corner : chosen;
}

/** The face that two edges have in common, −1 if there is none. */
function findCommonFace({ edgeFaces }: Polyhedron, i: number, j: number): number {
  const f = edgeFaces[2 * i];
  const g = edgeFaces[2 * i + 1];
  if (f === edgeFaces[2 * j] || f === edgeFaces[2 * j + 1]) return f;
  return g === edgeFaces[2 * j] || g === edgeFaces[2 * j + 1] ? g : -1;
}

/** A face at edge e that is level, −1 if there is none. */
function findLevelFace(core: Polyhedron, e: number): number {
  for (let side = 0; side < 2; side++) {
    const f = core.edgeFaces[2 * e + side];
    if (f >= 0 && isFaceLevel(core, f)) return f;
  }
  return -1;
}

/** Whether all corners of face f are at the same height along d, and it looks there. */
function isFaceLevel({ faceStart, faceVertices, facePlanes, vertices }: Polyhedron, f: number): boolean {
  const x = d[0];
  const y = d[1];
  const z = d[2];
  if (!(facePlanes[4 * f] * x + facePlanes[4 * f + 1] * y + facePlanes[4 * f + 2] * z > nearlyAlong)) return false;
  let most = -Infinity;
  let least = Infinity;
  for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
    const v = 3 * faceVertices[k];
    const height = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
    if (height > most) most = height;
    if (height < least) least = height;
  }
  return most - least <= d[3];
}

/** Face f of A instead of a face of B, or of edges; `start`: a corner of B on it. */
function takeFaceA(coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): boolean {
  const { witness, featureA, featureB } = plane;
  for (let k = 0; k < 10; k++) kept[k] = found[k];
  measureFaceA(coreA, coreB, f, start);
  turnToB(d, 0, planeValues, 1);
  if (findLevel(coreB, plane.featureB)) {
    setCornerB(coreA, coreB, chooseCorner(coreA, f, coreB, plane.featureB, true));
  }
  if (planeValues[0] >= kept[0] - 4 * d[3] && findLevelFeet(coreA, coreB)) return true;
  restore(witness, featureA, featureB);
  return false;
}

/** Face f of B instead of edges; `start`: a corner of A on it. */
function takeFaceB(coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): boolean {
  const { witness, featureA, featureB } = plane;
  for (let k = 0; k < 10; k++) kept[k] = found[k];
  measureFaceB(coreA, coreB, f, start);
  vec3.negate(d, 0, planeValues, 1);
  if (findLevel(coreA, plane.featureA)) {
    setCornerA(coreA, coreB, chooseCorner(coreB, f, coreA, plane.featureA, false));
  }
  if (planeValues[0] >= kept[0] - 4 * d[3] && findLevelFeet(coreA, coreB)) return true;
  restore(witness, featureA, featureB);
  return false;
}

/** As `findFeet`; what is beside a face by rounding is over it, and by a little more where the two touch. */
function findLevelFeet(coreA: Polyhedron, coreB: Polyhedron): boolean {
  const square = relative[12] * relative[12];
  beside[0] = rounding * rounding * square;
  let meet = findFeet(coreA, coreB);
  if (!meet && planeValues[0] < close * relative[12]) {
    beside[0] = close * close * square;
    meet = findFeet(coreA, coreB);
  }
  beside[0] = 0;
  return meet;
}

function restore(witness: Witness, featureA: number, featureB: number): void {
  plane.witness = witness;
  plane.featureA = featureA;
  plane.featureB = featureB;
  for (let k = 0; k < 10; k++) found[k] = kept[k];
}

/** Corner v of B instead of another one as high, over the face of A. */
function takeCornerB(coreA: Polyhedron, coreB: Polyhedron, v: number): void {
  const { witness, featureA, featureB } = plane;
  for (let k = 0; k < 10; k++) kept[k] = found[k];
  setCornerB(coreA, coreB, v);
  if (!findLevelFeet(coreA, coreB)) restore(witness, featureA, featureB);
}

function takeCornerA(coreA: Polyhedron, coreB: Polyhedron, v: number): void {
  const { witness, featureA, featureB } = plane;
  for (let k = 0; k < 10; k++) kept[k] = found[k];
  setCornerA(coreA, coreB, v);
  if (!findLevelFeet(coreA, coreB)) restore(witness, featureA, featureB);
}

/** s of the face of A to corner v of B; d is n, as B sees it. */
function setCornerB({ facePlanes }: Polyhedron, { vertices }: Polyhedron, v: number): void {
  plane.featureB = v;
  const along = d[0] * vertices[3 * v] + d[1] * vertices[3 * v + 1] + d[2] * vertices[3 * v + 2];
  const origin = planeValues[1] * relative[0] + planeValues[2] * relative[1] + planeValues[3] * relative[2];
  planeValues[0] = -facePlanes[4 * plane.featureA + 3] - origin - along;
}

/** s of the face of B to corner v of A. */
function setCornerA({ vertices }: Polyhedron, { facePlanes }: Polyhedron, v: number): void {
  plane.featureA = v;
  const x = planeValues[1];
  const y = planeValues[2];
  const z = planeValues[3];
  const along = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
  planeValues[0] = along - (x * relative[0] + y * relative[1] + z * relative[2]) - facePlanes[4 * plane.featureB + 3];
}

/**
 * Closest points, as `simplex` and `closest` have them, on features that are level along v: in the middle of what two
 * parallel edges share. `whole`: `found` has them too, and on a face they become those of its plane.
 */
export function centrePoints(coreA: Polyhedron, coreB: Polyhedron, whole: boolean): void {
  const size = relative[12];
  const distance = closest[0];
  // v is certain to the rounding of its points; of points that all but coincide it tells of no heights
  if (!(size <= farthest * distance)) return;
  d[3] = 2 * rounding * size * Math.max(1, size / distance);
  for (let k = 0; k < 3; k++) d[k] = -closest[1 + k] / distance;
  const i = simplex.a[0];
  const j = simplex.b[0];
  const isLevelA = findLevel(coreA, i);
  const mate = level.mate;
  if (whole && isLevelA && level.face >= 0 && takeFaceA(coreA, coreB, level.face, j)) return;
  for (let k = 0; k < 3; k++) ends[k] = closest[1 + k] / distance;
  turnToB(d, 0, ends, 0);
  const isLevelB = findLevel(coreB, j);
  if (whole && isLevelB && level.face >= 0 && takeFaceB(coreA, coreB, level.face, i)) return;
  if (!isLevelA || !isLevelB) return;
  // from the lower number to the higher one, whichever was found first
  vec3.copy(ends, 0, coreA.vertices, 3 * Math.min(i, mate));
  vec3.copy(ends, 3, coreA.vertices, 3 * Math.max(i, mate));
  placeInA(ends, 6, coreB.vertices, 3 * j);
  placeInA(ends, 9, coreB.vertices, 3 * level.mate);
  const ux = ends[3] - ends[0];
  const uy = ends[4] - ends[1];
  const uz = ends[5] - ends[2];
  const wx = ends[9] - ends[6];
  const wy = ends[10] - ends[7];
  const wz = ends[11] - ends[8];
  const uu = ux * ux + uy * uy + uz * uz;
  const ww = wx * wx + wy * wy + wz * wz;
  const uw = ux * wx + uy * wy + uz * wz;
  const cx = uy * wz - uz * wy;
  const cy = uz * wx - ux * wz;
  const cz = ux * wy - uy * wx;
  if (cx * cx + cy * cy + cz * cz > parallel * uu * ww) return;
  const start = (ux * (ends[6] - ends[0]) + uy * (ends[7] - ends[1]) + uz * (ends[8] - ends[2])) / uu;
  const end = start + uw / uu;
  const from = Math.max(0, Math.min(start, end));
  const to = Math.min(1, Math.max(start, end));
  if (!(from < to)) return;
  const t = 0.5 * (from + to);
  for (let k = 0; k < 3; k++) {
    feet[k] = ends[k] + t * (ends[3 + k] - ends[k]);
    feet[3 + k] = feet[k] - closest[1 + k];
  }
}
