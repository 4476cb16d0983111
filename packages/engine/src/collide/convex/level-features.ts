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
import type { Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { findFeet, isCornerOver } from "./foot.js";
import {
  levelFaceCosine,
  levelRounding,
  mostSizeByDistance,
  parallelSineSquare,
  touchingRounding,
} from "./parameters.js";
import { placeInA, turnToB } from "./relative-pose.js";
import { measureFaceA, measureFaceB } from "./separating-plane.js";

/** The direction in which a core is looked at, in its frame, and the slack. */
const d = new Float64Array(4);
/**
 * The result of `findLevel`: a level face, the corner with the lowest number, and one level neighbour; −1 if there is
 * none.
 */
const level = { face: -1, corner: -1, mate: -1 };
const kept = new Float64Array(10);
const ends = new Float64Array(12);

/**
 * Selects, by a fixed rule, the features of a plane that holds, and writes the points anew where several features are
 * level. `faced`: the points are those of the corner that the plane is measured to, which is over the face.
 */
export function selectLevelFeatures(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, faced: boolean): void {
  const { separation } = query;
  d[3] = levelRounding * query.relative[12];
  const { witness, featureA, featureB } = query.plane;
  if (witness === Witness.faceA) {
    turnToB(d, 0, query.relative, separation, 1);
    if (!findLevel(coreB, featureB)) return;
    const v = chooseCorner(query, coreA, featureA, coreB, featureB, true);
    if (v !== featureB || !faced) takeCornerB(query, coreA, coreB, v);
  } else if (witness === Witness.faceB) {
    vec3.negate(d, 0, separation, 1);
    if (!findLevel(coreA, featureA)) return;
    if (level.face >= 0) takeFaceA(query, coreA, coreB, level.face, coreB.faceVertices[coreB.faceStart[featureB]]);
    else {
      const v = chooseCorner(query, coreB, featureB, coreA, featureA, false);
      if (v !== featureA || !faced) takeCornerA(query, coreA, coreB, v);
    }
  } else if (witness === Witness.edges) {
    vec3.negate(d, 0, separation, 1);
    let f = findLevelFace(coreA, featureA);
    if (f >= 0) {
      takeFaceA(query, coreA, coreB, f, coreB.edgeVertices[2 * featureB]);
      return;
    }
    turnToB(d, 0, query.relative, separation, 1);
    f = findLevelFace(coreB, featureB);
    if (f >= 0) takeFaceB(query, coreA, coreB, f, coreA.edgeVertices[2 * featureA]);
  }
}

/** Returns whether other corners are as high as corner v: fills `level`. */
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

/**
 * Chooses, among the corners of `other` that `level` has found as high as v, the first that is over face f; if none
 * is, the first.
 */
function chooseCorner(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  v: number,
  inA: boolean,
): number {
  const { faceStart, faceVertices } = other;
  const { corner } = level;
  if (isCornerOver(query, core, f, other, corner, inA)) return corner;
  if (level.face < 0) {
    const last = Math.max(v, level.mate);
    return isCornerOver(query, core, f, other, last, inA) ? last : corner;
  }
  let chosen = -1;
  for (let k = faceStart[level.face]; k < faceStart[level.face + 1]; k++) {
    const w = faceVertices[k];
    if (w !== corner && (chosen < 0 || w < chosen) && isCornerOver(query, core, f, other, w, inA)) chosen = w;
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

/** Returns whether all corners of face f are at the same height along d, and it looks there. */
function isFaceLevel({ faceStart, faceVertices, facePlanes, vertices }: Polyhedron, f: number): boolean {
  const x = d[0];
  const y = d[1];
  const z = d[2];
  if (!(facePlanes[4 * f] * x + facePlanes[4 * f + 1] * y + facePlanes[4 * f + 2] * z > levelFaceCosine)) return false;
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

/** Takes face f of A instead of a face of B, or of edges; `start`: a corner of B on it. */
function takeFaceA(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): boolean {
  const { plane, solution, separation } = query;
  const { witness, featureA, featureB } = plane;
  for (let k = 0; k < 10; k++) kept[k] = solution[k];
  measureFaceA(query, coreA, coreB, f, start);
  turnToB(d, 0, query.relative, separation, 1);
  if (findLevel(coreB, plane.featureB)) {
    setCornerB(query, coreA, coreB, chooseCorner(query, coreA, f, coreB, plane.featureB, true));
  }
  if (separation[0] >= kept[0] - 4 * d[3] && findLevelFeet(query, coreA, coreB)) return true;
  restore(query, witness, featureA, featureB);
  return false;
}

/** Takes face f of B instead of edges; `start`: a corner of A on it. */
function takeFaceB(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): boolean {
  const { plane, solution, separation } = query;
  const { witness, featureA, featureB } = plane;
  for (let k = 0; k < 10; k++) kept[k] = solution[k];
  measureFaceB(query, coreA, coreB, f, start);
  vec3.negate(d, 0, separation, 1);
  if (findLevel(coreA, plane.featureA)) {
    setCornerA(query, coreA, coreB, chooseCorner(query, coreB, f, coreA, plane.featureA, false));
  }
  if (separation[0] >= kept[0] - 4 * d[3] && findLevelFeet(query, coreA, coreB)) return true;
  restore(query, witness, featureA, featureB);
  return false;
}

/**
 * Writes the feet of the plane last measured, where a point beside a face by rounding counts as over it, and one by a
 * little more where the two touch.
 */
function findLevelFeet(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { relative, besideSquare } = query;
  const square = relative[12] * relative[12];
  besideSquare[0] = levelRounding * levelRounding * square;
  let meet = findFeet(query, coreA, coreB);
  if (!meet && query.separation[0] < touchingRounding * relative[12]) {
    besideSquare[0] = touchingRounding * touchingRounding * square;
    meet = findFeet(query, coreA, coreB);
  }
  besideSquare[0] = 0;
  return meet;
}

function restore(query: CoreQuery, witness: Witness, featureA: number, featureB: number): void {
  const { plane, solution } = query;
  plane.witness = witness;
  plane.featureA = featureA;
  plane.featureB = featureB;
  for (let k = 0; k < 10; k++) solution[k] = kept[k];
}

/** Corner v of B instead of another one as high, over the face of A. */
function takeCornerB(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, v: number): void {
  const { solution } = query;
  const { witness, featureA, featureB } = query.plane;
  for (let k = 0; k < 10; k++) kept[k] = solution[k];
  setCornerB(query, coreA, coreB, v);
  if (!findLevelFeet(query, coreA, coreB)) restore(query, witness, featureA, featureB);
}

function takeCornerA(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, v: number): void {
  const { solution } = query;
  const { witness, featureA, featureB } = query.plane;
  for (let k = 0; k < 10; k++) kept[k] = solution[k];
  setCornerA(query, coreA, coreB, v);
  if (!findLevelFeet(query, coreA, coreB)) restore(query, witness, featureA, featureB);
}

/** s of the face of A to corner v of B; d is n, as B sees it. */
function setCornerB(query: CoreQuery, { facePlanes }: Polyhedron, { vertices }: Polyhedron, v: number): void {
  const { plane, separation, relative } = query;
  plane.featureB = v;
  const along = d[0] * vertices[3 * v] + d[1] * vertices[3 * v + 1] + d[2] * vertices[3 * v + 2];
  const origin = separation[1] * relative[0] + separation[2] * relative[1] + separation[3] * relative[2];
  separation[0] = -facePlanes[4 * plane.featureA + 3] - origin - along;
}

/** s of the face of B to corner v of A. */
function setCornerA(query: CoreQuery, { vertices }: Polyhedron, { facePlanes }: Polyhedron, v: number): void {
  const { plane, separation, relative } = query;
  plane.featureA = v;
  const x = separation[1];
  const y = separation[2];
  const z = separation[3];
  const along = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
  separation[0] = along - (x * relative[0] + y * relative[1] + z * relative[2]) - facePlanes[4 * plane.featureB + 3];
}

/**
 * Puts closest points on features that are level along v in the middle of what two parallel edges share. `whole`:
 * `solution` has them too, and on a face they become those of its plane.
 */
export function centrePoints(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, whole: boolean): void {
  const { closest, simplex } = query;
  const size = query.relative[12];
  const distance = closest[0];
  // v is certain to the rounding of its points; of points that all but coincide it tells of no heights
  if (!(size <= mostSizeByDistance * distance)) return;
  d[3] = 2 * levelRounding * size * Math.max(1, size / distance);
  for (let k = 0; k < 3; k++) d[k] = -closest[1 + k] / distance;
  const i = simplex.a[0];
  const j = simplex.b[0];
  const isLevelA = findLevel(coreA, i);
  const mate = level.mate;
  if (whole && isLevelA && level.face >= 0 && takeFaceA(query, coreA, coreB, level.face, j)) return;
  for (let k = 0; k < 3; k++) ends[k] = closest[1 + k] / distance;
  turnToB(d, 0, query.relative, ends, 0);
  const isLevelB = findLevel(coreB, j);
  if (whole && isLevelB && level.face >= 0 && takeFaceB(query, coreA, coreB, level.face, i)) return;
  if (!isLevelA || !isLevelB) return;
  centreParallel(query, coreA, coreB, i, mate, j);
}

/** Puts the closest points in the middle of what the edge i–mate of A and the edge from j to its level neighbour in B share. */
function centreParallel(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  i: number,
  mate: number,
  j: number,
): void {
  const { closest, feet } = query;
  // from the lower number to the higher one, whichever was found first
  vec3.copy(ends, 0, coreA.vertices, 3 * Math.min(i, mate));
  vec3.copy(ends, 3, coreA.vertices, 3 * Math.max(i, mate));
  placeInA(ends, 6, query.relative, coreB.vertices, 3 * j);
  placeInA(ends, 9, query.relative, coreB.vertices, 3 * level.mate);
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
  if (cx * cx + cy * cy + cz * cz > parallelSineSquare * uu * ww) return;
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
