/** Where contacts that slide go, as settling finds them: along their slip, or where they were seen to go before. */
import type { ContactTable } from "../contact/index.js";
import { vec3 } from "../math/index.js";
import { measureAside } from "./friction-creep.js";
import { type IslandRun, nameContact } from "./run.js";

/** |u|, m/s. */
export function measureSlip({ slip }: ContactTable, c: number): number {
  return Math.sqrt(slip[3 * c] * slip[3 * c] + slip[3 * c + 1] * slip[3 * c + 1] + slip[3 * c + 2] * slip[3 * c + 2]);
}

/**
 * out[o …] ← the direction of the slip of contact c, whose speed is given: that in which it went straight before, unless it is
 * seen to have left it. Tells whether it is. Who looks is shown the direction in which it goes: its forces are against that until
 * another is found for it, be it seen to have left it by then.
 */
export function readDirection(
  { friction, contacts: own }: IslandRun,
  c: number,
  speed: number,
  out: Float64Array,
  o: number,
  contacts = own,
): boolean {
  const { slip, normal } = contacts;
  for (let x = 0; x < 3; x++) out[o + x] = slip[3 * c + x] / speed;
  const before = friction.guess.recall(nameContact(contacts, c));
  if (before === undefined) return false;
  if (contacts === own && measureAside(slip, 3 * c, before, 0, normal) > 0.5 * friction.slowest[1]) return false;
  turnAcross(out, o, before, normal, 3 * c, vec3.dot(slip, 3 * c, before, 0) < 0 ? -1 : 1);
  return true;
}

/** Whether contact c, slower than what is seen, slides on as it did; out ← where to. */
export function slideOn({ friction }: IslandRun, c: number, out: Float64Array, contacts: ContactTable): boolean {
  const { guess, stopped } = friction;
  const name = nameContact(contacts, c);
  const before = guess.recall(name);
  if (before === undefined || !guess.sliding.has(name) || stopped.has(name)) return false;
  turnAcross(out, 0, before, contacts.normal, 3 * c, 1);
  return true;
}

/** out[o …] ← the unit vector along d across n[c …], times a sign. */
function turnAcross(out: Float64Array, o: number, d: Float64Array, n: Float64Array, c: number, sign: number): void {
  const along = vec3.dot(d, 0, n, c);
  for (let x = 0; x < 3; x++) out[o + x] = sign * (d[x] - along * n[c + x]);
  vec3.normalize(out, o, out, o);
}
