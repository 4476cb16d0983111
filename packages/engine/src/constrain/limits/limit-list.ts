/**
 * The limits that a simulation is given, as a list of bounds with names of their own.
 */
import { fail } from "../../math/index.js";
import { Bound } from "../actuators/index.js";
import type { Mechanism } from "../mechanism/index.js";

/** Removes every active bound from the mechanism. */
export function removeBounds(mechanism: Mechanism): void {
  for (const constraint of mechanism.constraints.slice()) {
    if (constraint instanceof Bound) mechanism.remove(constraint);
  }
}

/** Reads the bounds of the limits that the user gave. */
export function readLimits(limits: readonly (readonly Bound[])[]): Bound[] {
  const cure = "write [limit(hinge.angle, { upper: 1 })]";
  if (!Array.isArray(limits)) fail("not-a-list", "options.limits", "must be a list of limits", limits, cure);
  const bounds: Bound[] = [];
  limits.forEach((entry: unknown, k) => {
    for (const bound of [entry].flat()) {
      const path = `options.limits[${k}]`;
      if (!(bound instanceof Bound)) fail("not-a-limit", path, "must be what limit(…) returns", bound, cure);
      if (bounds.includes(bound)) fail("twice", path, "must not be given twice", bound.name, "leave one out");
      bounds.push(bound);
    }
  });
  return bounds;
}

/** Names a bound: the number of its limit, and the constraint whose coordinate it bounds. */
export function nameBound({ constraints }: Mechanism, bound: Bound, k: number): string {
  const c = constraints.findIndex((constraint) => Object.values(constraint).flat().includes(bound.coordinate));
  return `limits[${k}] (${bound.name}${c < 0 ? "" : `, constraints[${c}]`})`;
}
