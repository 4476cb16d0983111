/**
 * Features of two parts that are within the contact tolerance of each other and do not touch yet. Held, they would be closed
 * at once, and all that hangs on them moved; stopped, they would be early by gap/speed. So they are no contacts: they are on
 * their way, and the watch tells when they arrive.
 */
import type { ContactTable } from "../contact/index.js";
import { isBound } from "./bounds.js";
import type { IslandRun } from "./run.js";

/** What is farther apart than this part of the contact tolerance does not touch: no more than a hop that is none. */
export const near = 0.01;

/** Moves what is not reached yet from one table to another, which is emptied before. */
export function setAside({ kit, reach: wider }: IslandRun, contacts: ContactTable, aside: ContactTable | null): void {
  const reach = Math.max(near, wider) * kit.settings.contactTolerance;
  aside?.clear();
  for (let c = contacts.count - 1; c >= 0; c--) {
    if (isBound(contacts, c) || !(contacts.gap[c] > reach)) continue;
    aside?.addCopy(contacts, c);
    contacts.remove(c);
  }
}
