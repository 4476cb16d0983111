/**
 * Tolerances, fractions and limits of event-location. δ is the contact tolerance, V a bound on the speed of the points of two
 * bodies relative to each other.
 */
import { lengthScale, timeScale } from "../model/index.js";

// --- roots

/** Relative width at which a bracket in time is closed: two neighbouring doubles, with rounding. */
export const closedBracket = 4e-16;

/** Relative spacing of doubles. */
export const ulp = 2 ** -52;

// --- pairs without active contacts: pair-guard.ts, follow-pair.ts

/** Part of δ to which collisions are located: micro-bounces far below δ are then resolved until event handling ends them. */
export const impactDistancePart = 1e-3;

/** Steps in which a pair is followed at most. Empirical; not derived. */
export const maxPairSteps = 500;

/** Part of the longest step that is expected to be proved that is tried; < 1. Empirical; not derived. */
export const expectedStepShare = 0.95;

/** Factor by which a step that is to end in the overlap is longer than the gap at its rate asks for. Empirical; not derived. */
export const overlapMargin = 1.05;

/** Part of the distance tolerance by which a pair that touches may come deeper and still be at rest. Empirical; not derived. */
export const restingSlack = 2 ** -6;

/** Turn of a half-space within a step up to which it counts as translating, rad: its surface extends to infinity. */
export const translatingTurn = 1e-9;

// --- separating planes of pairs with active contacts: touch-guard.ts, plane-witness.ts, touch-plane.ts, touch-candidates.ts

/** Part of δ beyond which a corner is off the plane, and which stops corners that separate: micro-bounces so low are resolved. */
export const finePart = 1e-3;

/** Part of δ by which a corner, or margin, that is on the boundary at first must go beyond it to count as lost. */
export const lossPart = 0.5;

/** Part of δ by which a corner is proved to come no deeper: with its depth at first, less than δ. */
export const provedPart = 0.9;

/** Part of δ by which corners may be beyond a plane at first for it to be a witness. */
export const witnessPart = 1 - provedPart;

/** Distance from the plane, m, up to which a corner is on it: the rounding of positions of about a metre. */
export const cornerRounding = 1e-13 * lengthScale;

/**
 * Time, s, in which a corner that was approaching at first falls by ½ δ from zero; one that takes longer was on the plane.
 * Empirical: runs that were cut within 1e-10 m before a landing reported it 6e-8 s late without this distinction.
 */
export const arrivalTime = 0.05 * timeScale;

/** Evaluations of one plane in a step at most. Empirical; not derived. */
export const maxPlaneLooks = 4096;

/** Intervals of a step at whose ends the gap of a pair that no plane separates is evaluated. Empirical; not derived. */
export const gapSamples = 9;

/**
 * Part of δ by which the gap of a pair that no plane separates may fall below that after the last event. Empirical; not derived.
 */
export const gapSlackPart = 0.25;

/**
 * 1 − cosine of the angle between a face and the contact normal up to which the face is tried as a witness. Empirical; not
 * derived.
 */
export const facingCosine = 1e-3;

/** 1 − cosine between the normals of two planes up to which they may be equal. */
export const sameNormalCosine = 1e-12;

/** Difference of the offsets of two planes up to which they may be equal, m. */
export const sameOffset = 1e-9 * lengthScale;

/** Planes of a pair that are remembered, so that none is tried twice. Empirical; not derived. */
export const maxPlanes = 16;

/**
 * Square of the distance of a contact point from a corner, relative to the corner's own distance, up to which it is that corner.
 */
export const sameCornerSquare = 1e-20;

/** 1 − cosine of the angle between the plane and the face of a contact up to which its corner is on that plane. */
export const samePlaneCosine = 1e-9;

/**
 * Part of the sine between two edges that must be left at the end of a step for their plane to be bounded. Empirical; not
 * derived.
 */
export const leastSinePart = 0.5;

/** Factor of a turn |ω × n₀| Δt that bounds |n − n₀| while |ω| Δt < 1: e − 1, rounded up. */
export const leanFactor = 1.72;

// --- margins of contacts: margin-guard.ts, touch-margin.ts

/**
 * Part of δ from flat at which a rim on a plane is stopped: its far side, eight times as far, is then within the distance that
 * touches, `near` of detection/nearby.ts.
 */
export const flatPart = 1e-3;

/** Factor of that distance above which a rim is stopped again. Empirical; not derived. */
export const risenFactor = 1.01;

/** Sine between the axis of a rim and the normal of its plane below which the rim is about to lie flat. Empirical; not derived. */
export const flatSine = 1e-3;

/** Part of its radius beyond the border at which the foremost point of a rim is lost in any case. Empirical; not derived. */
export const farBeyondPart = 1e-3;

/** Intervals of a step at whose ends a margin is evaluated where its bound proves no longer ones. Empirical; not derived. */
export const marginSamples = 64;

/** Part of δ below which a margin is rounding. Empirical; not derived. */
export const marginRoundingPart = 1e-6;

/** Depth beyond the border, in multiples of δ, at which a point is over another feature: the delay of a feature transition. */
export const transitionDepth = 8;

/** Part of V by which a margin must fall for the delay of its feature transition to be short. Empirical; not derived. */
export const clearFallPart = 0.02;

// --- contacts that separate or approach: micro-bounce-guard.ts

/** Part of δ by which a contact that others keep closed may lag behind them. Empirical; not derived. */
export const lagPart = 5e-3;

/** Part of δ by which a separating contact that others keep from rising may come deeper. Empirical; not derived. */
export const sinkPart = 1e-3;

/** Part of the step in which a micro-bounce that has ended must have been above zero. Empirical; not derived. */
export const shortestFlight = 1e-9;

// --- limits of joints: limit-guard.ts

/** Intervals of a step in which limits are interpolated. Empirical; not derived. */
export const limitIntervals = 8;

/** Part of δ by which a limit that is reached at first may fall below its gap there. Empirical; not derived. */
export const limitSlackPart = 1e-3;

/** Part of δ up to which the gap of a limit is zero. Empirical; not derived. */
export const limitZeroPart = 1e-6;

/** Factor of the speeds at both ends of a step by which a limit is out of reach. Empirical; not derived. */
export const reachFactor = 4;

/** Evaluations in the search for a root of a limit at most: more than bisection takes. */
export const maxLimitLooks = 100;

/** Halvings in the search for the flight of a limit between two bounces at most. Empirical; not derived. */
export const maxLimitHalvings = 40;

/** Interval, in evaluations, of bisection steps in the search for a root of a limit. Empirical; not derived. */
export const limitBisection = 4;

// --- forces: force-guard.ts

/** Part of the largest force of the active set below which forces are rounding. */
export const forceRounding = 1e-12;

/**
 * Part of its value at the beginning below which a force falls to zero together with that of another contact. Empirical; not
 * derived.
 */
export const releasingPart = 1e-6;

/**
 * Factor of the apparent adhesion at the beginning of a step, and of the difference from the forces found by event handling, up
 * to which a force is undetermined. Empirical; not derived.
 */
export const undeterminedFactor = 4;

/** Part of the largest force, or of the weight of all bodies, beyond which a negative force is adhesion. Empirical; not derived. */
export const adhesionPart = 1e-7;

/** Evaluations in the search for a root of the forces at most: more than bisection takes. */
export const maxForceLooks = 60;

/** Evaluations after which the search for a root of the forces goes on by bisection. Empirical; not derived. */
export const forceFalsePosition = 20;

// --- modes of friction: mode-guard.ts

/** Part of the friction cone up to which a sticking contact breaks together with the first one that leaves its cone. */
export const coneEdgePart = 1e-7;

/**
 * Delay, as a part of 1 s plus the clock, after which a mode that is wrong at its beginning is judged again. Empirical; not
 * derived.
 */
export const firstDelay = 1e-10;

/** Growth of that delay from one judgement to the next. Empirical; not derived. */
export const delayGrowth = 4;

/** Evaluations in the search for the end of a mode at most. Empirical; not derived. */
export const maxModeLooks = 80;

/** Part of a bracket within which an estimated root is near its end. Empirical; not derived. */
export const nearEnd = 0.1;

/** Part of its distance from that end by which the next time is beyond the estimated root. Empirical; not derived. */
export const beyondRoot = 0.2;

/** Part of `closedBracket` by which the next time is beyond the estimated root at least. */
export const leastBeyond = 0.75;

/** Interval, in evaluations, in which a bracket must be halved. Empirical; not derived. */
export const halvingInterval = 3;

// --- ropes: rope-guard.ts

/** Cosine of the turn of a stretch in a step below which the weight has passed its end: 120°. Empirical; not derived. */
export const passedCosine = -0.5;

/** Part of 1 s plus the clock to which the instant is located at which a rope runs out. Empirical; not derived. */
export const ropeInstant = 1e-12;

/** Factor of the length of a step that is tried anew before a rope runs out. Empirical; not derived. */
export const ropeStepFactor = 0.125;
