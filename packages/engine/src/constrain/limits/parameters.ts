/** Tolerances, limits and fractions of constrain/limits. */

/** Rounds in which bounds that approach slowly are stopped. A safeguard. */
export const maxRounds = 100;

/** Rounds of impacts with restitution, after which there is one without. Empirical; not derived. */
export const lastRound = 10;

/** Part of the largest force that a bound has carried at which its force has vanished. */
export const vanishedForce = 1e-6;

/** Part of the largest force that a bound has carried beyond which it pulls. */
export const pullingForce = 1e-9;

/** Part of A without joints that rounding leaves of A where joints hold a coordinate fast. */
export const blockedPart = 1e-11;

/** Part of the sum of its terms below which an acceleration is zero. */
export const tie = 1e-12;

/** Part of its terms below which the work of impulses is rounding. */
export const workRounding = 1e-12;

/** Events without time between them after which a run ends with an error. Empirical; not derived. */
export const maxIdleEvents = 500;

/**
 * Events without time between them after which a bound that is reached again at once is rested on. Empirical; not derived.
 */
export const fewIdleEvents = 50;

/** Time between two events, as a part of 1 s plus the clock, that counts as none: the rounding of the clock, with room. */
export const shortestTime = 1e-13;
