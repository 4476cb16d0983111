/** What a thing with coordinates is made of, for those who judge its motion by its energies alone. */
import type { Coordinates } from "../constrain/index.js";
import { GeneralizedBody } from "./generalized-body.js";
import { Linkage } from "./linkage.js";

/** A thing made of parts: its own forces are weights, and its kinetic energy is that of the parts. */
export type ThingOfParts = GeneralizedBody | Linkage;

/** The thing, if it is made of parts; null if it is one that a user has written, of which nothing but coordinates is known. */
export function readParts(thing: Coordinates): ThingOfParts | null {
  return thing instanceof GeneralizedBody || thing instanceof Linkage ? thing : null;
}
