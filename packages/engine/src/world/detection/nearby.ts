/**
 * Approaching contacts: features of two parts within the contact tolerance of each other that do not touch yet. If they were
 * active, their gaps would close at once and move all bodies that hang on them. If they were stopped, it would be early by
 * gap/speed. If they took part in an impact, they would bounce otherwise than a moment later. They are therefore kept apart from
 * the contacts, and event location finds the time of their arrival.
 */
import { type ContactTable, maxZenoContacts } from "../../contact/index.js";
import { mostDrift, type WorldContext } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import type { DetectionContext } from "./context.js";
import {
  clockRounding,
  earliestArrival,
  fewMovingBodies,
  gapRounding,
  latestArrival,
  leastGap,
  near,
  touchingTime,
} from "./parameters.js";

/** Whether an island has more contacts or moving bodies than are followed to the lowest micro-bounce. */
export function hasManyContacts({ island }: DetectionContext, contacts: ContactTable): boolean {
  return contacts.count > maxZenoContacts || island.model.movingCount > fewMovingBodies;
}

/** Moves the approaching contacts from a table to another one, `aside`, which is emptied before. */
export function setAside(context: DetectionContext, contacts: ContactTable, aside: ContactTable | null): void {
  const { world } = context;
  const { reach } = context.contactSet;
  // many contacts are not followed as closely, since closing their gaps moves all of them by more
  const isCoarse = context.contactSet.isIdle || hasManyContacts(context, contacts);
  const wider = reach === 0 && isCoarse ? near : reach;
  aside?.clear();
  for (let c = contacts.count - 1; c >= 0; c--) {
    const isFar = contacts.gap[c] > wider * world.settings.contactTolerance && !isAtOnce(world, contacts, c);
    const isAway = wider > 0 ? isFar || isComing(context, contacts, c) : isOnItsWay(world, contacts, c);
    if (!isAway || isRejoined(context, contacts, c) || isActiveWithin(context, contacts, c)) continue;
    // all limits have guards
    if (!isLimit(contacts, c)) aside?.addCopy(contacts, c);
    contacts.remove(c);
  }
}

/**
 * Whether contact c, one of many and however near, arrives later at its present rate. Faces of two bodies that lean on each other
 * by an edge may close ever more slowly: if they were active before they are flush, the two could not go on.
 */
function isComing({ memory: { wasActive } }: DetectionContext, contacts: ContactTable, c: number): boolean {
  const [gap, speed] = [contacts.gap[c], -contacts.rate[c]];
  return gap > leastGap && speed * earliestArrival < gap && gap < speed * latestArrival && !wasActive.has(contacts, c);
}

/** Whether contact c lies across a former frozen interface, and may have drifted apart since. */
function isRejoined({ memory: { rejoined }, world }: DetectionContext, contacts: ContactTable, c: number): boolean {
  if (rejoined.isEmpty || contacts.gap[c] > mostDrift * world.settings.contactTolerance) return false;
  return rejoined.has(contacts, c);
}

/** Whether contact c is active in the step within which the island is shown. */
export function isActiveWithin(context: DetectionContext, contacts: ContactTable, c: number): boolean {
  const { isWithin } = context.display;
  const { wasActive } = context.memory;
  return isWithin && wasActive.has(contacts, c);
}

/** Whether contact c arrives within the resolution of the clock. */
function isAtOnce({ settings, mechanism }: WorldContext, { gap, rate }: ContactTable, c: number): boolean {
  const speed = Math.abs(rate[c]);
  return speed > settings.restitutionThreshold && gap[c] <= clockRounding * Math.abs(mechanism.system.time) * speed;
}

/** Whether contact c does not touch yet. */
export function isOnItsWay(world: WorldContext, contacts: ContactTable, c: number): boolean {
  const { settings } = world;
  const { gap, rate } = contacts;
  if (isAtOnce(world, contacts, c)) return false;
  if (gap[c] > near * settings.contactTolerance) return true;
  const speed = Math.abs(rate[c]);
  if (!(speed > settings.restitutionThreshold && gap[c] > touchingTime * speed)) return false;
  return gap[c] > leastGap || gap[c] > gapRounding * measureSize(world, contacts, c);
}

/** Returns the size of the lengths of which the gap of contact c is the difference, m. */
function measureSize({ parts }: WorldContext, contacts: ContactTable, c: number): number {
  if (isLimit(contacts, c)) return 1;
  const { point, partA, partB } = contacts;
  const [a, b] = [parts.reach[partA[c]], parts.reach[partB[c]]];
  const size = Math.max(Math.abs(point[3 * c]), Math.abs(point[3 * c + 1]), Math.abs(point[3 * c + 2]));
  return Math.max(size, Number.isFinite(a) ? a : 0, Number.isFinite(b) ? b : 0);
}
