/**
 * Bounces without end in finite time. One contact j that bounces with ratio e while all else is in the air:
 *
 *   u, eu, e²u, …  speeds after the bounces, flights 2u/α, 2eu/α, …      T = 2u/(α(1 − e)),   Σj = (1 + e)u/((1 − e)A)
 *
 * The k-th bounce comes at t_k = 2u(1 − eᵏ)/(α(1 − e)). With it impulses have changed the rate of j by
 * (1 + e)u(1 − eᵏ)/(1 − e) = (1 + e)α t_k/2: never more than (1 + e)ατ/2 by the time τ, and the rate of another witness by κ
 * times that. So its gap is at least the parabola below, and stays open in (0, T] if g ≥ 0 and the parabola is > 0 at T.
 *
 *   g(τ) ≥ g + ġτ − ½(M + max(0, −κ)(1 + e)α/2)τ²          M: bound of −g̈ between impulses
 *
 * Besides, α and A must not change in T, and the closed contact must press. Ratios seen so far prove nothing: in rocking
 * bodies the other corner ends most sequences of ratio e. Where contacts take turns there is no ratio to extrapolate: their
 * burst is simulated until it is far below the tolerance, and closed by one plastic impact.
 */

/** Slots of a tail: what bounces. */
export const Tail = {
  /** u, m/s, after the bounce; of a member of a burst that is in the air √(ġ² + 2αg), with which it will land. */
  speed: 0,
  restitution: 1,
  /** α > 0, m/s², towards the contact. */
  acceleration: 2,
  /** A: change of the rate, m/s, for an impulse of 1 N·s. */
  response: 3,
  /** Force, N, that the contact carries once it is closed. */
  force: 4,
  /** |ω|, 1/s: how fast the geometry turns, the largest of the bodies. */
  spin: 5,
  /** |α̇|, m/s³. */
  jerk: 6,
  size: 7,
} as const;

/** Slots of a witness: what must stay open. */
export const Witness = {
  /** g ≥ 0, m, and ġ, m/s. */
  gap: 0,
  rate: 1,
  /** κ = A_oj/A_jj: change of its rate for a change 1 of the rate of the contact that bounces. */
  ratio: 2,
  /** M, m/s²: at no time is g̈ below −M. */
  bound: 3,
  size: 4,
} as const;

/** Slots of what `judgeTail` writes. */
export const TailFigure = {
  /** T, s. */
  time: 0,
  /** Sum of the impulses to come, N·s. */
  impulse: 1,
  /** Energy that the bounces to come take, J: u²/(2A), all there is. */
  energy: 2,
  /** Least bound of a gap at T, m; Infinity without witnesses. */
  margin: 3,
  /** Fraction by which the coefficients change within T. */
  change: 4,
} as const;

export const TailVerdict = {
  /** The jump by T is safe. */
  jump: 0,
  /** It does not come to rest: not pulled back, e ≥ 1, no force once closed, or not a number. */
  goesOn: 1,
  /** The coefficients change too much within T. */
  changes: 2,
  /** Another witness may reach before. */
  obstructed: 3,
} as const;
export type TailVerdict = (typeof TailVerdict)[keyof typeof TailVerdict];

/** Largest |ω|T and |α̇|T/α. */
const frozen = 1e-6;

/** Whether the contact `tail` may be closed at once, past all bounces to come; `count` witnesses, one after the other. */
export function judgeTail(out: Float64Array, tail: Float64Array, witnesses: Float64Array, count: number): TailVerdict {
  const u = tail[Tail.speed];
  const e = tail[Tail.restitution];
  const alpha = tail[Tail.acceleration];
  const A = tail[Tail.response];
  const T = (2 * u) / (alpha * (1 - e));
  out[TailFigure.time] = T;
  out[TailFigure.impulse] = ((1 + e) * u) / ((1 - e) * A);
  out[TailFigure.energy] = (u * u) / (2 * A);
  out[TailFigure.margin] = Infinity;
  out[TailFigure.change] = Math.max(tail[Tail.spin] * T, (tail[Tail.jerk] * T) / alpha);
  const rests = u >= 0 && e >= 0 && e < 1 && alpha > 0 && A > 0 && tail[Tail.force] > 0 && T < Infinity;
  if (!rests) return TailVerdict.goesOn;
  let isOpen = true;
  for (let o = 0, end = count * Witness.size; o < end; o += Witness.size) {
    const push = (Math.max(0, -witnesses[o + Witness.ratio]) * (1 + e) * alpha) / 2;
    const gap = witnesses[o + Witness.gap];
    const fall = Math.max(0, witnesses[o + Witness.bound]) + push;
    const margin = gap + witnesses[o + Witness.rate] * T - 0.5 * fall * T * T;
    // written so that a NaN obstructs
    if (!(margin > 0 && gap >= 0)) isOpen = false;
    out[TailFigure.margin] = Math.min(out[TailFigure.margin], margin);
  }
  if (!isOpen) return TailVerdict.obstructed;
  return out[TailFigure.change] <= frozen ? TailVerdict.jump : TailVerdict.changes;
}

/** Slots of what `judgeBurst` writes. */
export const BurstFigure = {
  /** Largest height, m, that a member still rises to: u²/(2α). */
  height: 0,
  /**
   * Sum of the tails, s: when all would have closed by themselves, were each alone. Contacts that lift each other take
   * longer: with κ = 0.6 and e = 0.9 up to 1.4 times, with κ = 0.9 and e = 0.97 five times (trials, not a bound).
   */
  time: 1,
  /** Σ u²/(2A), J: what the bounces would still have taken, were each alone; the plastic impact tells what it took. */
  energy: 2,
} as const;

/** Of the contact tolerance: what rises no higher is closed. */
const burstPart = 0.01;

/**
 * Whether `count` contacts that bounce in turn, tails one after the other (`Tail`), are so low that one plastic impact may
 * close all. limit[0]: the contact tolerance, m.
 */
export function judgeBurst(out: Float64Array, tails: Float64Array, count: number, limit: Float64Array): boolean {
  let height = 0;
  let time = 0;
  let energy = 0;
  let rests = true;
  for (let o = 0, end = count * Tail.size; o < end; o += Tail.size) {
    const u = tails[o + Tail.speed];
    const e = tails[o + Tail.restitution];
    const alpha = tails[o + Tail.acceleration];
    const A = tails[o + Tail.response];
    if (!(u >= 0 && e >= 0 && e < 1 && alpha > 0 && A > 0)) rests = false;
    height = Math.max(height, (u * u) / (2 * alpha));
    time += (2 * u) / (alpha * (1 - e));
    energy += (u * u) / (2 * A);
  }
  out[BurstFigure.height] = height;
  out[BurstFigure.time] = time;
  out[BurstFigure.energy] = energy;
  return rests && height <= burstPart * limit[0];
}
