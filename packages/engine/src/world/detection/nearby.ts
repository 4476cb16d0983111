/**
 * Features of two parts that are within the contact tolerance of each other and do not touch yet. Held, they would be closed
 * at once, and all that hangs on them moved; stopped, they would be early by gap/speed; struck together with others, they
 * would bounce otherwise than a moment later. So they are no contacts: they are on their way, and the watch tells when they
 * arrive.
 */
import { type ContactTable, mostContacts } from "../../contact/index.js";
import type { WorldContext } from "../contact-state/index.js";
import { mostDrift } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import type { DetectionContext } from "./context.js";

/** What is farther apart than this part of the contact tolerance does not touch: no more than a hop that is none. */
export const near = 0.01;
/** What arrives within this time, s, or left within it, touches, and so does what is nearer than this part of a metre. */
const moment = 1e-10;
const rounding = 1e-13;
/** The same of the clock: what arrives before it goes on by so much of itself. */
const tick = 2 ** -50;

/** What of a crowd is as near as a contact, and arrives between these, s, is on its way. */
const [soon, late] = [5e-4, 1];

/** Bodies that move, at most, whose bounces are followed as low as can be: more of them would take too long. */
const fewBodies = 2;

/** Whether there is too much in an island to be followed closely. */
export function hasManyContacts({ island }: DetectionContext, contacts: ContactTable): boolean {
  return contacts.count > mostContacts || island.movingCount > fewBodies;
}

/** Moves what is not reached yet from one table to another, which is emptied before. */
export function setAside(context: DetectionContext, contacts: ContactTable, aside: ContactTable | null): void {
  const { world } = context;
  const { reach } = context.contactSet;
  // crowds are not followed as closely: to close their gaps moves all of them by more
  const isCoarse = context.contactSet.isIdle || hasManyContacts(context, contacts);
  const wider = reach === 0 && isCoarse ? near : reach;
  aside?.clear();
  for (let c = contacts.count - 1; c >= 0; c--) {
    const isFar = contacts.gap[c] > wider * world.settings.contactTolerance && !isAtOnce(world, contacts, c);
    const isAway = wider > 0 ? isFar || isComing(context, contacts, c) : isOnItsWay(world, contacts, c);
    if (!isAway || isRejoined(context, contacts, c) || isActiveWithin(context, contacts, c)) continue;
    // limits are all watched
    if (!isLimit(contacts, c)) aside?.addCopy(contacts, c);
    contacts.remove(c);
  }
}

/**
 * Whether contact c of a crowd, however near, arrives later, and by how it moves now. Faces of two that lean on each other by an
 * edge may close ever more slowly: held before they are flush, the two could not go on.
 */
function isComing({ memory: { wasActive } }: DetectionContext, contacts: ContactTable, c: number): boolean {
  const [gap, speed] = [contacts.gap[c], -contacts.rate[c]];
  return gap > rounding && speed * soon < gap && gap < speed * late && !wasActive.has(contacts, c);
}

/** Whether contact c is of what was tied, and may have come apart since. */
function isRejoined({ memory: { rejoined }, world }: DetectionContext, contacts: ContactTable, c: number): boolean {
  if (rejoined.isEmpty || contacts.gap[c] > mostDrift * world.settings.contactTolerance) return false;
  return rejoined.has(contacts, c);
}

/** Whether contact c is held in the step within which it is looked at. */
export function isActiveWithin(context: DetectionContext, contacts: ContactTable, c: number): boolean {
  const { isWithin } = context.display;
  const { wasActive } = context.memory;
  return isWithin && wasActive.has(contacts, c);
}

/** Whether contact c arrives before the clock tells. */
function isAtOnce({ settings, mechanism }: WorldContext, { gap, rate }: ContactTable, c: number): boolean {
  const speed = Math.abs(rate[c]);
  return speed > settings.restitutionThreshold && gap[c] <= tick * Math.abs(mechanism.system.time) * speed;
}

/** Whether contact c does not touch. */
export function isOnItsWay(world: WorldContext, contacts: ContactTable, c: number): boolean {
  const { settings } = world;
  const { gap, rate } = contacts;
  if (isAtOnce(world, contacts, c)) return false;
  if (gap[c] > near * settings.contactTolerance) return true;
  const speed = Math.abs(rate[c]);
  if (!(speed > settings.restitutionThreshold && gap[c] > moment * speed)) return false;
  return gap[c] > rounding || gap[c] > rounding * measureSize(world, contacts, c);
}

/** How large the lengths are of which the gap of contact c is made, m: of small things as many digits are known as of large ones. */
function measureSize({ parts }: WorldContext, contacts: ContactTable, c: number): number {
  if (isLimit(contacts, c)) return 1;
  const { point, partA, partB } = contacts;
  const [a, b] = [parts.reach[partA[c]], parts.reach[partB[c]]];
  const size = Math.max(Math.abs(point[3 * c]), Math.abs(point[3 * c + 1]), Math.abs(point[3 * c + 2]));
  return Math.max(size, Number.isFinite(a) ? a : 0, Number.isFinite(b) ? b : 0);
}
