/**
 * The normal n along which a step of a pair is proved (advancement-step.ts), and the bound α on |f″|, f = n·(a − b). It may turn:
 *
 *   stands                     α   of the accelerations alone
 *   with a face of A or B      n = R m
 *   with an edge of each       n = ± u/|u|,  u = ea × eb:    |ṅ| ≤ ν,  |n̈| ≤ (t_A + t_B + 2 ω_A ω_B)/|u| + 3 ν²,
 *                              ν = (ω_A + ω_B)/|u|           for as long as |u| has not lost half of itself
 *
 * One that stands leans from the features as soon as these turn, and s(n) falls at a corner far away by ω L a second, where
 * the gap may not fall at all: what is near is then followed in steps of g/(ω L), in which it comes no nearer.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { mat3, vec3 } from "../../math/index.js";
import { PairSlot, Witness } from "../result/index.js";
import { frameRotation, frameSize, type Polyhedron } from "../shapes/index.js";
import { sameNormalSquare } from "./parameters.js";
import { MotionRange, type MovingPair, SearchSlot, type TimeOfImpactSearch } from "./search-state.js";

/** Values of `TimeOfImpactSearch.carrier` but for where the frame of the one with the face is. */
const [standing, edges] = [-1, -2];

const e = new Float64Array(6);
const n = new Float64Array(3);
/** |ω| of what the normal would turn with, and the bound on |f″| then: numbers that are passed on may be boxed. */
const turning = new Float64Array(2);

/** Chooses the normal for the steps from where the pair has just been measured. */
export function chooseStepNormal(search: TimeOfImpactSearch, moving: MovingPair): void {
  const { work, range, pair } = search;
  search.carrier = standing;
  work[SearchSlot.alpha] = range[MotionRange.acceleration];
  work[SearchSlot.longest] = Infinity;
  if (!(range[MotionRange.lever] < Infinity)) return;
  if (pair.witness === Witness.edges) {
    if (!takeEdges(search, moving)) search.carrier = standing;
    return;
  }
  const isA = pair.witness === Witness.faceA;
  if (!isA && pair.witness !== Witness.faceB) return;
  turning[0] = range[isA ? MotionRange.spinA : MotionRange.spinB];
  turning[1] = range[isA ? MotionRange.withA : MotionRange.withB];
  if (!isBetter(search)) return;
  search.carrier = isA ? 0 : frameSize;
  work[SearchSlot.alpha] = turning[1];
  const r = search.carrier + frameRotation;
  mat3.transformVectorTransposed(work, SearchSlot.direction, search.frames, r, pair.values, PairSlot.normal);
}

/** Returns whether steps with a normal that turns, see `turning`, are longer than with one that leans from what turns. */
function isBetter({ work, range, settings }: TimeOfImpactSearch): boolean {
  const room = Math.max(work[SearchSlot.gap], 0) + settings[1];
  const lean = turning[0] * range[MotionRange.lever];
  return lean * lean > 0.125 * turning[1] * room;
}

function takeEdges(search: TimeOfImpactSearch, { shapeA, shapeB }: MovingPair): boolean {
  const { work, range, pair, frames } = search;
  const { polyhedron: A } = shapeA;
  const { polyhedron: B } = shapeB;
  if (A === null || B === null || pair.featureA < 0 || pair.featureB < 0) return false;
  const spin = range[MotionRange.spinA] + range[MotionRange.spinB];
  if (spin === 0) return false;
  readEdge(A, pair.featureA, 0);
  readEdge(B, pair.featureB, 3);
  for (let k = 0; k < 6; k++) work[SearchSlot.direction + k] = e[k];
  writeCross(work, frames);
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  let along = 0;
  for (let k = 0; k < 3; k++) along += n[k] * pair.values[PairSlot.normal + k];
  let off = 0;
  for (let k = 0; k < 3; k++) {
    const d = n[k] / (along < 0 ? -size : size) - pair.values[PairSlot.normal + k];
    off += d * d;
  }
  if (!(off <= sameNormalSquare)) return false;
  if (along < 0) for (let k = 0; k < 3; k++) work[SearchSlot.direction + k] *= -1;
  const least = 0.5 * size;
  const nu = spin / least;
  const turn = range[MotionRange.turnA] + range[MotionRange.turnB];
  const second = (turn + 2 * range[MotionRange.spinA] * range[MotionRange.spinB]) / least + 3 * nu * nu;
  turning[0] = spin;
  turning[1] = range[MotionRange.acceleration] + 2 * nu * range[MotionRange.speed] + second * range[MotionRange.lever];
  if (!isBetter(search)) return false;
  search.carrier = edges;
  work[SearchSlot.alpha] = turning[1];
  work[SearchSlot.longest] = least / spin;
  return true;
}

/** The direction of an edge, unit, in the frame of its shape. */
function readEdge({ vertices, edgeVertices }: Polyhedron, edge: number, o: number): void {
  vec3.subtract(e, o, vertices, 3 * edgeVertices[2 * edge + 1], vertices, 3 * edgeVertices[2 * edge]);
  vec3.normalize(e, o, e, o);
}

/** n ← ea × eb, where the two are placed. */
function writeCross(work: Float64Array, frames: Float64Array): void {
  mat3.transformVector(e, 0, frames, frameRotation, work, SearchSlot.direction);
  mat3.transformVector(e, 3, frames, frameSize + frameRotation, work, SearchSlot.direction + 3);
  vec3.cross(n, 0, e, 0, e, 3);
}

/** Writes the normal where the two shapes are placed at present. */
export function writeStepNormal(out: Float64Array, { work, pair, frames, carrier }: TimeOfImpactSearch): void {
  if (carrier >= 0) mat3.transformVector(out, 0, frames, carrier + frameRotation, work, SearchSlot.direction);
  else if (carrier === standing) for (let k = 0; k < 3; k++) out[k] = pair.values[PairSlot.normal + k];
  else {
    writeCross(work, frames);
    vec3.normalize(out, 0, n, 0);
  }
}
