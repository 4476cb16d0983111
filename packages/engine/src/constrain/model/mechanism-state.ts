/**
 * A mechanism as the parts that it is made of see it: its state, and the accumulators that forces are added to. And generalized
 * bodies, which have coordinates u of their own:
 *
 *   M(u) ü = Q                                                                                                  (13)
 *
 *   u, u̇   k numbers each, one behind the other in the state
 *   M       JᵀMJ of the equation          Q       JᵀQ − JᵀMJ̇u̇ of the equation: forces less the velocity-dependent terms
 *
 * Follows: Constrained Dynamics, sections 5 and 5.1.
 */
import type { RigidSystem } from "../../rigid/index.js";

/** The state of a mechanism: bodies and particles, generalized bodies, and the time. */
export interface MechanismState {
  /** Bodies and particles, with their accumulators of forces. */
  readonly system: RigidSystem;
  /** The generalized bodies, with their accumulators of forces. */
  readonly coordinates: readonly Coordinates[];
  /** u and u̇ of all generalized bodies, one behind the other. */
  readonly own: Float64Array;
  /** Index in `own` at which each generalized body begins; the last entry is the length of `own`. */
  readonly ownStart: Int32Array;
  /** Present time, s. */
  readonly time: number;
  /** Index of a generalized body among `coordinates`, or −1. */
  findCoordinates(thing: Coordinates): number;
}

/** A generalized body: something with coordinates u of its own, its mass matrix and its forces. */
export interface Coordinates {
  /** Name for reports: "bead", "arm", … */
  readonly name: string;
  /** Number k of coordinates. */
  readonly width: number;
  /** Initial values of u and u̇: 2k numbers. */
  readonly initial: ArrayLike<number>;
  /** Generalized forces Q, k numbers: written by `computeForces`, added to by constraints. */
  readonly force: Float64Array;
  /** Brings everything that depends on the state up to date with u at `state[o …]` and u̇ at `state[o + k …]`. */
  derive(state: Float64Array, o: number): void;
  /** Clears Q, and adds the applied forces and the velocity-dependent terms. */
  computeForces(mechanism: MechanismState): void;
  /** Replaces the k numbers at `x[o …]` by M⁻¹ x. */
  multiplyInverse(x: Float64Array, o: number): void;
  /** Kinetic energy ½ u̇ᵀ M u̇, J. */
  kineticEnergy(): number;
  /** Adds the kinetic energy, J, to `out[o]`. Without this method a returned number is garbage of every step. */
  addKineticEnergy?(out: Float64Array, o: number): void;
  /** Potential energy of its own forces, J. */
  potentialEnergy(): number;
}
