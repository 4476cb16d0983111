/**
 * Parameters of the room `time-of-impact`. δ is the distance tolerance of a search, V the bound on speed.
 */
import { lengthScale } from "../shapes/index.js";

/** The default of `TimeOfImpactOptions.distanceTolerance`, m; > 0. Empirical; not derived. */
export const defaultDistanceTolerance = 1e-9 * lengthScale;

/** The default of `TimeOfImpactOptions.maxEvaluations`; ≥ 1: more than any search needs that ends. */
export const defaultMaxEvaluations = 100_000;

/** The part of the way to an estimated root that is tried; < 1. Empirical; not derived. */
export const stepShare = 0.99;

/** The number of longer steps that are tried before the sure one is taken; ≥ 0. Empirical; not derived. */
export const stepTrials = 4;

/** The part of what the list of triangles allows that is taken in a step; < 1. Empirical; not derived. */
export const listShare = 0.99;

/**
 * The number of evaluations that a bracket may take beyond the limit: once there is one, it is closed. Bisection takes some 60.
 */
export const closingEvaluations = 200;

/**
 * The part of the interval at which the golden-section search for the least gap ends: the gap is flat there to rounding.
 */
export const leastSectionShare = 2 ** -26;

/** The depth that a pair may gain in a step and still be at rest, as a part of δ. Empirical; not derived. */
export const restingSlack = 2 ** -6;

/** The interval at which tracing back ends, as a part of the time δ/V. Empirical; not derived. */
export const traceShare = 2 ** -20;

/** The square of the difference of two unit normals up to which they are the same. Empirical; not derived. */
export const sameNormalSquare = 1e-24;
