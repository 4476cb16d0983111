/** What `Burst` tells, by number: columns, slots and how it has ended. */

/** Columns of `Burst.strikes`: when, s, after the beginning; the contact; its impulse, N·s; its rates before and after, m/s. */
export const Strike = { time: 0, contact: 1, impulse: 2, before: 3, after: 4, size: 5 } as const;

export const BurstStatus = {
  /** They do not end, or cannot be followed. */
  failed: 0,
  /** Nothing lands any more. */
  ended: 1,
  /** Something else lands, or rises higher than it may. */
  interrupted: 2,
  /** They take longer than they may. */
  late: 3,
} as const;
export type BurstStatus = (typeof BurstStatus)[keyof typeof BurstStatus];

/** Slots of `Burst.figures`. */
export const BurstSlot = {
  /** T, s. */
  time: 0,
  /** The highest that a contact rose, m. */
  height: 1,
  /** The unit of speed, m/s. */
  speed: 2,
  /** The largest acceleration that there is, m/s². */
  acceleration: 3,
  /** The flight to come, in units, and the highest that its contact was, m. */
  flight: 4,
  top: 5,
} as const;
