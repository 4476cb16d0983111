/** Outcome of an impact: whether any approach is left, and which departures from the pure law were needed. */

/** Status of an impact. */
export const ImpactStatus = {
  /** No contact approaches faster than the threshold, and no joint is torn. */
  ok: 0,
  /**
   * There is no solution even without restitution: driven bodies compress others that cannot yield, or joints contradict each
   * other.
   */
  infeasible: 1,
  /** Rounding has left an approach above the threshold; `after` has its speed. */
  inexact: 2,
  /** The input, or something made of it, was not finite. */
  notFinite: 3,
} as const;
/** Status of an impact: see the constant of this name. */
export type ImpactStatus = (typeof ImpactStatus)[keyof typeof ImpactStatus];

/** Departures from the pure law; of several the last in this list. */
export const ImpactFallback = {
  none: 0,
  /** Restitution unlike from contact to contact would have raised energy: blended with the plastic answer. */
  energyLimit: 1,
  /** Restitution contradicted itself: a round without any. */
  noRestitution: 2,
  /** The rounds of the simultaneous law did not end: a last one without restitution. */
  roundLimit: 3,
  /** The impulses of propagation did not end: a simultaneous round without restitution. */
  impulseLimit: 4,
} as const;
/** Departure from the pure law: see the constant of this name. */
export type ImpactFallback = (typeof ImpactFallback)[keyof typeof ImpactFallback];

/** Slots of `ImpactSolver.figures`. */
export const ImpactFigure = {
  /** ½|y|² before and after, J. */
  energyBefore: 0,
  energyAfter: 1,
  /** Energy taken by the impulses, J: the loss of ½|y|² unless driven bodies (c) put in some. */
  dissipated: 2,
  /** Smallest s of all rounds: 1 the pure law, 0 a round without restitution. */
  blend: 3,
} as const;
