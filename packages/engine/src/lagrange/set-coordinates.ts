/** Placement of a generalized body or a linkage by its coordinates. */
import type { Coordinates, Mechanism } from "../constrain/index.js";
import { fail } from "../math/index.js";
import { readNumbers } from "./part.js";

/**
 * Sets u, and u̇ (default zeros), of a generalized body or a linkage in the mechanism. A clock among its coordinates keeps its
 * time.
 */
export function setCoordinates(
  mechanism: Mechanism,
  thing: Coordinates & { readonly free?: number },
  u: ArrayLike<number>,
  rates?: ArrayLike<number>,
): void {
  const g = mechanism.findCoordinates(thing);
  if (g < 0) fail("no-such-thing", "thing", "must be in this mechanism", thing?.name, "addCoordinates first");
  const k = thing.free ?? thing.width;
  const { own, ownStart } = mechanism;
  own.set(readNumbers("u", u, k), ownStart[g]);
  own.set(readNumbers("rates", rates, k), ownStart[g] + thing.width);
  mechanism.derive();
  mechanism.revise();
}
