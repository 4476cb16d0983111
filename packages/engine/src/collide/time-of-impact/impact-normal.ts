/**
 * The normal n along which a step of a pair is proved (impact-step.ts), and the bound α on |f″|, f = n·(a − b). It may turn:
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
import { ImpactRange, type ImpactSearch, type MovingPair, Work } from "./impact-search.js";

/** Values of `ImpactSearch.carrier` but for where the frame of the one with the face is. */
const [standing, edges] = [-1, -2];
/** |n of the edges − n of the pair|² up to which they are the same. */
const same = 1e-24;

const e = new Float64Array(6);
const n = new Float64Array(3);
/** |ω| of what the normal would turn with, and the bound on |f″| then: numbers that are passed on may be boxed. */
const turning = new Float64Array(2);

/** Chooses it for the steps from where the pair has just been measured. */
export function chooseNormal(search: ImpactSearch, moving: MovingPair): void {
  const { work, range, pair } = search;
  search.carrier = standing;
  work[Work.alpha] = range[ImpactRange.acceleration];
  work[Work.longest] = Infinity;
  if (!(range[ImpactRange.lever] < Infinity)) return;
  if (pair.witness === Witness.edges) {
    if (!takeEdges(search, moving)) search.carrier = standing;
    return;
  }
  const isA = pair.witness === Witness.faceA;
  if (!isA && pair.witness !== Witness.faceB) return;
  turning[0] = range[isA ? ImpactRange.spinA : ImpactRange.spinB];
  turning[1] = range[isA ? ImpactRange.withA : ImpactRange.withB];
  if (!isBetter(search)) return;
  search.carrier = isA ? 0 : frameSize;
  work[Work.alpha] = turning[1];
  const r = search.carrier + frameRotation;
  mat3.transformVectorTransposed(work, Work.direction, search.frames, r, pair.values, PairSlot.normal);
}

/** Whether steps with a normal that turns, see `turning`, are longer than with one that leans from what turns. */
function isBetter({ work, range, settings }: ImpactSearch): boolean {
  const room = Math.max(work[Work.gap], 0) + settings[1];
  const lean = turning[0] * range[ImpactRange.lever];
  return lean * lean > 0.125 * turning[1] * room;
}

function takeEdges(search: ImpactSearch, { shapeA, shapeB }: MovingPair): boolean {
  const { work, range, pair, frames } = search;
  const { polyhedron: A } = shapeA;
  const { polyhedron: B } = shapeB;
  if (A === null || B === null || pair.featureA < 0 || pair.featureB < 0) return false;
  const spin = range[ImpactRange.spinA] + range[ImpactRange.spinB];
  if (spin === 0) return false;
  readEdge(A, pair.featureA, 0);
  readEdge(B, pair.featureB, 3);
  for (let k = 0; k < 6; k++) work[Work.direction + k] = e[k];
  writeCross(work, frames);
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  let along = 0;
  for (let k = 0; k < 3; k++) along += n[k] * pair.values[PairSlot.normal + k];
  let off = 0;
  for (let k = 0; k < 3; k++) {
    const d = n[k] / (along < 0 ? -size : size) - pair.values[PairSlot.normal + k];
    off += d * d;
  }
  if (!(off <= same)) return false;
  if (along < 0) for (let k = 0; k < 3; k++) work[Work.direction + k] *= -1;
  const least = 0.5 * size;
  const nu = spin / least;
  const turn = range[ImpactRange.turnA] + range[ImpactRange.turnB];
  const second = (turn + 2 * range[ImpactRange.spinA] * range[ImpactRange.spinB]) / least + 3 * nu * nu;
  turning[0] = spin;
  turning[1] = range[ImpactRange.acceleration] + 2 * nu * range[ImpactRange.speed] + second * range[ImpactRange.lever];
  if (!isBetter(search)) return false;
  search.carrier = edges;
  work[Work.alpha] = turning[1];
  work[Work.longest] = least / spin;
  return true;
}

/** The direction of an edge, unit, in the frame of its shape. */
function readEdge({ vertices, edgeVertices }: Polyhedron, edge: number, o: number): void {
  vec3.subtract(e, o, vertices, 3 * edgeVertices[2 * edge + 1], vertices, 3 * edgeVertices[2 * edge]);
  vec3.normalize(e, o, e, o);
}

/** n ← ea × eb, where the two are placed. */
function writeCross(work: Float64Array, frames: Float64Array): void {
  mat3.transformVector(e, 0, frames, frameRotation, work, Work.direction);
  mat3.transformVector(e, 3, frames, frameSize + frameRotation, work, Work.direction + 3);
  vec3.cross(n, 0, e, 0, e, 3);
}

/** Writes n where the two are placed now. */
export function writeNormal(out: Float64Array, { work, pair, frames, carrier }: ImpactSearch): void {
  if (carrier >= 0) mat3.transformVector(out, 0, frames, carrier + frameRotation, work, Work.direction);
  else if (carrier === standing) for (let k = 0; k < 3; k++) out[k] = pair.values[PairSlot.normal + k];
  else {
    writeCross(work, frames);
    vec3.normalize(out, 0, n, 0);
  }
}
