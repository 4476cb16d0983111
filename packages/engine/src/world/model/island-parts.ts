import type { Bound, Constraint, JointFriction, MechanismForce } from "../../constrain/index.js";
import type { BodyForce } from "../../rigid/index.js";

/** What an island is made of; all lists are its own. */
export interface IslandParts {
  /** Bodies that forces move, in rising order. */
  readonly moving: readonly number[];
  /** Bodies that joints or pairs of the island touch and that do not answer to forces. */
  readonly still: readonly number[];
  readonly withParticles: boolean;
  /** Numbers of the things with coordinates. */
  readonly coordinates: readonly number[];
  readonly joints: readonly Constraint[];
  /** Forces that act on each body by itself. */
  readonly separable: readonly BodyForce[];
  /** Other forces, on bodies of this island alone. */
  readonly bound: readonly BodyForce[];
  readonly jointForces: readonly MechanismForce[];
  /** Limits of joints: joint-limits.ts. */
  readonly bounds: readonly NumberedLimit[];
  /** Friction of joints: joint-friction.ts. */
  readonly frictions: readonly NumberedFriction[];
}

/** A limit and its number in the world. */
export interface NumberedLimit {
  readonly bound: Bound;
  readonly number: number;
}

/** A friction of a joint and its number in the world. */
export interface NumberedFriction {
  readonly friction: JointFriction;
  readonly number: number;
}
