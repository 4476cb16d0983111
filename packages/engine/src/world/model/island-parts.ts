/** Parts of an island: bodies, joints, forces, limits and friction. */
import type { Bound, Constraint, JointFriction, MechanismForce } from "../../constrain/index.js";
import type { BodyForce } from "../../rigid/index.js";

/** The bodies, joints and forces of which an island consists; its lists are shared with no other island unless they are empty. */
export interface IslandParts {
  /** Bodies that respond to forces, in rising order. */
  readonly moving: readonly number[];
  /** Bodies that joints or pairs of the island touch and that do not respond to forces. */
  readonly still: readonly number[];
  /** Whether the particles belong to the island: all of them belong to one. */
  readonly withParticles: boolean;
  /** Numbers of the systems with generalized coordinates. */
  readonly coordinates: readonly number[];
  /** Joints with an end in the island. */
  readonly joints: readonly Constraint[];
  /** Forces that act on each body by itself. */
  readonly separable: readonly BodyForce[];
  /** Other forces, on bodies of this island alone. */
  readonly bound: readonly BodyForce[];
  /** Forces along coordinates of joints. */
  readonly jointForces: readonly MechanismForce[];
  /** Limits of joints: joint-limits.ts. */
  readonly bounds: readonly NumberedLimit[];
  /** Friction of joints: joint-friction.ts. */
  readonly frictions: readonly NumberedFriction[];
}

/** A limit and its number in the world. */
export interface NumberedLimit {
  /** The limit as a bound on a coordinate. */
  readonly bound: Bound;
  /** Number of the limit in the world. */
  readonly number: number;
}

/** A friction of a joint and its number in the world. */
export interface NumberedFriction {
  /** The friction element of the joint. */
  readonly friction: JointFriction;
  /** Number of the friction element in the world. */
  readonly number: number;
}
