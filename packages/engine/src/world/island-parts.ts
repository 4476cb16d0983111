import type { Constraint, MechanismForce } from "../constrain/index.js";
import type { BodyForce } from "../rigid/index.js";
import type { NumberedBound } from "./bounds.js";
import type { NumberedFriction } from "./joint-rubs.js";

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
  /** Limits of joints: bounds.ts. */
  readonly bounds: readonly NumberedBound[];
  /** Friction of joints: joint-rubs.ts. */
  readonly frictions: readonly NumberedFriction[];
}
