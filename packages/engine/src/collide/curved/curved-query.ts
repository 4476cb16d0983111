/**
 * The working state of a query about a pair with a curved shape or a half-space: one object, made once, that every step of
 * the query reads and writes.
 */
import { PatchOverlap } from "../patch/index.js";
import { FeaturePair } from "./feature.js";
import { RimProblem } from "./rim-polynomial.js";

/** The working state of a query about a pair with a curved shape. */
export class CurvedQuery {
  /** Gap and normal (3), from B to A, world axes: the result of `separateCurved`. */
  readonly separation: Float64Array = new Float64Array(4);
  /** s and n (3) of the best direction so far. */
  readonly best: Float64Array = new Float64Array(4);
  /** n (3) of the direction on trial, of unit length once measured, and its s. */
  readonly trial: Float64Array = new Float64Array(4);
  /** The size of the pair, with which rounding goes, m. */
  readonly pairSize: Float64Array = new Float64Array(1);
  /** The greatest depth of a shallow overlap, m: set by the caller. */
  readonly shallow: Float64Array = new Float64Array(1);
  /** The clearance ρ that the trial direction needs on the features it selects, m: see `measureClearance`. */
  readonly clearance: Float64Array = new Float64Array(1);
  /** The corners of a segment or point that takes the part of a hull, three numbers each. */
  readonly segment: Float64Array = new Float64Array(6);
  /** The features for which a normal is solved. */
  readonly features: FeaturePair = new FeaturePair();
  /** The search for stations on a rim. */
  readonly rim: RimProblem = new RimProblem();
  /** The patches of both shapes along the normal, and the points where they meet. */
  readonly overlap: PatchOverlap = new PatchOverlap();
}
