/**
 * What is told of the resistance to rolling and spinning at contacts: pairs that begin to roll, or to spin, against it, and those
 * that do no more. In the set of pairs that slide they are numbers beyond those of all pairs.
 */
import { ContactForm, type ContactTable } from "../../contact/index.js";
import { ConeMode } from "../../linalg/index.js";
import type { IslandCones } from "../assembly/index.js";
import type { SlotSet } from "../contact-state/index.js";
import type { WorldEvent } from "../record/index.js";
import { createContactEvent, nameEventPair } from "./contact-events.js";
import type { ActiveSetContext } from "./context.js";

/** 0: it slides; 1: it rolls; 2: it spins. */
const kinds = [undefined, "rolling", "spinning"] as const;
const beyond = 2 ** 29;

/** The number of a pair in the set of those that slide, roll or spin. */
export function findSlide(slot: number, kind: number): number {
  return slot + kind * beyond;
}

/** Adds the pairs that roll or spin against a resistance, with these modes of cones. */
export function listTurning(sliding: SlotSet, cones: IslandCones, contacts: ContactTable, mode: Uint8Array): void {
  for (let k = cones.contactCount; k < cones.jointStart; k++) {
    const c = cones.list[k];
    if (mode[cones.cone[k]] !== ConeMode.slip) continue;
    sliding.add(findSlide(contacts.pair[c], contacts.form[c] === ContactForm.rolling ? 1 : 2));
  }
}

/** Events of pairs that hold on to each other, as they did, and roll or spin otherwise: not told yet, and what they are of. */
export function createTurningEvents(
  context: ActiveSetContext,
  holding: SlotSet,
  touching: SlotSet,
  sliding: SlotSet,
): { event: WorldEvent; pair: string }[] {
  const { contacts } = context.contactSet;
  const list: { event: WorldEvent; pair: string }[] = [];
  const seen = new Set<number>();
  for (let c = 0; c < contacts.count; c++) {
    const slot = contacts.pair[c];
    if (!holding.has(slot) || !touching.has(slot)) continue;
    for (let kind = 1; kind <= 2; kind++) {
      const now = findSlide(slot, kind);
      if (seen.has(now) || !((kind === 1 ? contacts.rolling[c] : contacts.spinning[c]) > 0)) continue;
      seen.add(now);
      if (sliding.has(now) === context.memory.sliding.has(now)) continue;
      const event = createContactEvent(
        context,
        c,
        sliding.has(now) ? "slip" : "stick",
        0,
        0,
        0,
        "",
        context.island.system.time,
      );
      list.push({
        event: { ...event, turning: kinds[kind] as "rolling" | "spinning" },
        pair: nameEventPair(contacts, c),
      });
    }
  }
  return list;
}

/** Tells of them. */
export function addTurningEvents(
  context: ActiveSetContext,
  holding: SlotSet,
  touching: SlotSet,
  sliding: SlotSet,
): void {
  for (const { event, pair } of createTurningEvents(context, holding, touching, sliding)) {
    context.world.log.add(event, context.island.system.time, pair);
  }
}
