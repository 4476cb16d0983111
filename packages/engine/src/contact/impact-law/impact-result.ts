/**
 * How an impact ended, in words: whether nothing approaches any more, and what was needed beside the pure law.
 */

export const ImpactStatus = {
  /** Nothing approaches faster than the threshold, no joint is torn. */
  ok: 0,
  /** Not even without any bounce: drives squeeze what cannot yield, or joints contradict each other. */
  infeasible: 1,
  /** Rounding left something that approaches faster; `after` says how fast. */
  inexact: 2,
  /** The input, or something made of it, was not finite. */
  notFinite: 3,
} as const;
export type ImpactStatus = (typeof ImpactStatus)[keyof typeof ImpactStatus];

/** What was needed beside the pure law; of several the last in this list. */
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
export type ImpactFallback = (typeof ImpactFallback)[keyof typeof ImpactFallback];

/** Slots of `ImpactSolver.figures`. */
export const ImpactFigure = {
  /** ½|y|² before and after, J. */
  energyBefore: 0,
  energyAfter: 1,
  /** What the impulses took, J: the loss of ½|y|² unless drives (c) put in some. */
  dissipated: 2,
  /** Smallest s of all rounds: 1 the pure law, 0 a round without restitution. */
  blend: 3,
} as const;
