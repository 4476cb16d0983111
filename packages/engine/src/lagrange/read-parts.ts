/** Access to the parts of a generalized body or a linkage, for checks of its motion by energies alone. */
import type { Coordinates } from "../constrain/index.js";
import { GeneralizedBody } from "./generalized-body.js";
import { Linkage } from "./linkage.js";

/** A generalized body or a linkage: its own forces are weights, and its kinetic energy is that of its parts. */
export type ThingOfParts = GeneralizedBody | Linkage;

/**
 * Returns the generalized body or linkage; null for coordinates of another kind, which a user has written and which have no known
 * parts.
 */
export function readParts(thing: Coordinates): ThingOfParts | null {
  return thing instanceof GeneralizedBody || thing instanceof Linkage ? thing : null;
}
