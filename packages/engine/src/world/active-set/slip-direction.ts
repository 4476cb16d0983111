/** Directions of sliding contacts at an event: along the slip velocity, or a fixed direction that was known before. */

import type { ContactTable } from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { measureAside, SlipSpeed } from "../smooth/index.js";
import type { ActiveSetContext } from "./context.js";

/** Slip speed |u| of contact c, m/s. */
export function measureSlip({ slip }: ContactTable, c: number): number {
  return Math.sqrt(slip[3 * c] * slip[3 * c] + slip[3 * c + 1] * slip[3 * c + 1] + slip[3 * c + 2] * slip[3 * c + 2]);
}

/**
 * out[o …] ← the direction of the slip of contact c, whose speed is given: the fixed direction that it had before, unless its
 * slip has visibly left it. Returns whether it is the fixed direction. For contacts that are shown it always is, as their
 * friction opposes that direction until the next event.
 */
export function readDirection(
  context: ActiveSetContext,
  c: number,
  speed: number,
  out: Float64Array,
  o: number,
  contacts = context.contactSet.contacts,
): boolean {
  const { friction } = context.solvers;
  const { contacts: own } = context.contactSet;
  const { slip, normal } = contacts;
  for (let x = 0; x < 3; x++) out[o + x] = slip[3 * c + x] / speed;
  const before = friction.guess.recall(contacts, c);
  if (before < 0) return false;
  const { direction } = friction.guess.memory;
  if (
    contacts === own &&
    measureAside(slip, 3 * c, direction, 3 * before, normal) > 0.5 * friction.thresholds.slowest[SlipSpeed.aside]
  )
    return false;
  turnAcross(out, o, direction, 3 * before, normal, 3 * c, vec3.dot(slip, 3 * c, direction, 3 * before) < 0 ? -1 : 1);
  return true;
}

/** Whether contact c, below the resolved speed, slides on as before; out ← its direction. */
export function slideOn(
  { memory: { stopped }, solvers: { friction } }: ActiveSetContext,
  c: number,
  out: Float64Array,
  contacts: ContactTable,
): boolean {
  const { guess } = friction;
  const before = guess.recall(contacts, c);
  if (before < 0 || !guess.slidesOn(contacts, c) || stopped.has(contacts, c)) return false;
  turnAcross(out, 0, guess.memory.direction, 3 * before, contacts.normal, 3 * c, 1);
  return true;
}

/** out[o …] ← the unit vector along the projection of d[i …] onto the plane ⟂ n[c …], times a sign. */
function turnAcross(
  out: Float64Array,
  o: number,
  d: Float64Array,
  i: number,
  n: Float64Array,
  c: number,
  sign: number,
): void {
  const along = vec3.dot(d, i, n, c);
  for (let x = 0; x < 3; x++) out[o + x] = sign * (d[i + x] - along * n[c + x]);
  vec3.normalize(out, o, out, o);
}

/** Whether the active contact c slides. */
export function slides(context: ActiveSetContext, c: number): boolean {
  const { island } = context;
  const { cones } = context.solvers.friction;
  const { mode } = context.solvers.friction.modes;
  if (island.friction === null) return false;
  for (let k = 0; k < cones.count; k++) if (cones.list[k] === c) return mode[k] === ContactMode.slip;
  return false;
}
