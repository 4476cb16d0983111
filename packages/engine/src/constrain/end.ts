/**
 * What a constraint takes hold of: a place on a body, a particle, a thing with coordinates of its own, or the world. An
 * end knows where it is, how it moves, and how a force and a torque on it act on the velocities of what carries it, so
 * every constraint is written once, for ends of any kind.
 *
 *   p, R      place and axes, world coordinates
 *   v, ω      velocities
 *   a, α      accelerations that the end has while nothing accelerates: J̇ q̇ of the point and of the turn
 *   n, t      a row of ∂C/∂p and of ∂C/∂θ (θ a small turn, world axes): the row of J is n ∂p/∂q + t ∂θ/∂q
 *
 * Follows: Constrained Dynamics, sections 4.2 and 4.3; Rigid Body Simulation, section 2.5 and appendix C.
 */
import type { Mechanism } from "./mechanism.js";

/** Where the numbers of an end stand in `End.at`. */
export const EndSlot = {
  /** p, m. */
  point: 0,
  /** v, m/s. */
  velocity: 3,
  /** a, m/s². */
  acceleration: 6,
  /** R, row by row. */
  axes: 9,
  /** ω, rad/s. */
  angularVelocity: 18,
  /** α, rad/s². */
  angularAcceleration: 21,
} as const;

/** How many numbers `End.at` has. */
export const endSize = 24;

/** What carries an end. */
export const Carrier = { world: 0, body: 1, particle: 2, coordinates: 3 } as const;
export type Carrier = (typeof Carrier)[keyof typeof Carrier];

export interface End {
  readonly carrier: Carrier;
  /** Which body, particle or thing with coordinates; −1 for the world. */
  readonly index: number;
  /** Columns of its block of J: 6 for a body, 3 for a particle, k for coordinates, 0 for the world. */
  readonly width: number;
  /** Whether it has axes: particles have none. */
  readonly turns: boolean;
  /** In words, for reports: "body 3". */
  readonly name: string;
  /** See `EndSlot`; written by `locate`. */
  readonly at: Float64Array;
  /** Writes `at` from the state. */
  locate(mechanism: Mechanism): void;
  /** Writes `width` numbers, the row of J that belongs to n = `n[i …]` and t = `t[j …]`, into `out[o …]`. */
  writeRow(out: Float64Array, o: number, n: Float64Array, i: number, t: Float64Array, j: number): void;
  /** Told by a constraint whose own it is and that reads its point alone: its axes need not be located. */
  omitAxes?(): void;
  /** Writes the three rows of its point, times `sign`: those of n = e₁, e₂, e₃ and t = 0, one behind the other. */
  writePoint?(out: Float64Array, o: number, sign: number): void;
}
