/**
 * The ends of constraints: a place on a body, a particle, a generalized body, or the world. An end knows its place, its motion, and
 * how a force and a torque on it act on the velocities of its carrier. So every constraint is written once, for ends of any kind.
 *
 *   p, R      place and axes, world coordinates
 *   v, ω      velocities
 *   a, α      accelerations that the end has while nothing accelerates: J̇ q̇ of the point and of the turn
 *   n, t      a row of ∂C/∂p and of ∂C/∂θ (θ a small turn, world axes): the row of J is n ∂p/∂q + t ∂θ/∂q
 *
 * Follows: Constrained Dynamics, sections 4.2 and 4.3; Rigid Body Simulation, section 2.5 and appendix C.
 */
import type { MechanismState } from "./mechanism-state.js";

/** Slots of `End.at`. */
export const EndSlot = {
  /** Place p, m. */
  point: 0,
  /** Velocity v, m/s. */
  velocity: 3,
  /** Acceleration a without the acceleration of the body, m/s². */
  acceleration: 6,
  /** Axes R, row by row. */
  axes: 9,
  /** Angular velocity ω, rad/s. */
  angularVelocity: 18,
  /** Angular acceleration α without that of the body, rad/s². */
  angularAcceleration: 21,
} as const;

/** Number of entries of `End.at`. */
export const endSize = 24;

/** Kinds of things that carry an end. */
export const Carrier = { world: 0, body: 1, particle: 2, coordinates: 3 } as const;
/** Kind of thing that carries an end: see the constant of this name. */
export type Carrier = (typeof Carrier)[keyof typeof Carrier];

/** An end of a constraint. */
export interface End {
  readonly carrier: Carrier;
  /** Index of the body, particle or generalized body; −1 for the world. */
  readonly index: number;
  /** Number of columns of its block of J: 6 for a body, 3 for a particle, k for coordinates, 0 for the world. */
  readonly width: number;
  /** Whether it has axes: particles have none. */
  readonly turns: boolean;
  /** Name for reports: "body 3". */
  readonly name: string;
  /** Place, axes and motion, written by `locate`: see `EndSlot`. */
  readonly at: Float64Array;
  /** Writes `at` from the state. */
  locate(mechanism: MechanismState): void;
  /** Writes `width` numbers, the row of J that belongs to n = `n[i …]` and t = `t[j …]`, into `out[o …]`. */
  writeRow(out: Float64Array, o: number, n: Float64Array, i: number, t: Float64Array, j: number): void;
  /** Omits the axes from `locate`: a constraint that reads only the point of an end of its own calls it. */
  omitAxes?(): void;
  /** Writes the three rows of its point, times `sign`: those of n = e₁, e₂, e₃ and t = 0, one behind the other. */
  writePoint?(out: Float64Array, o: number, sign: number): void;
}
