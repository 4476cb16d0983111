/** Codes of `ZenoModel`: columns, slots and how a sequence has ended. */

/** Columns of `ZenoModel.strikes`: time after the beginning, s; contact; impulse, N·s; rates before and after, m/s. */
export const ZenoImpact = { time: 0, contact: 1, impulse: 2, before: 3, after: 4, size: 5 } as const;

/** Ends of a sequence of bounces. */
export const ZenoStatus = {
  /** The sequence does not end, or cannot be followed. */
  failed: 0,
  /** No contact lands any more. */
  ended: 1,
  /** Another contact lands, or one rises higher than it may. */
  interrupted: 2,
  /** The sequence takes longer than it may. */
  late: 3,
} as const;
/** End of a sequence of bounces: see the constant of this name. */
export type ZenoStatus = (typeof ZenoStatus)[keyof typeof ZenoStatus];

/** Slots of `ZenoModel.figures`. */
export const ZenoSlot = {
  /** Time T of the sequence, s. */
  time: 0,
  /** Largest height of a contact, m. */
  height: 1,
  /** Unit of speed, m/s. */
  speed: 2,
  /** Largest acceleration, m/s². */
  acceleration: 3,
  /** Time to the next landing, in units. */
  flight: 4,
  /** Largest height of the contact that lands next, m. */
  top: 5,
} as const;
