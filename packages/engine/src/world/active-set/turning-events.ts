/**
 * Events of the resistance to rolling and spinning: pairs that begin to roll or to spin against it, and pairs that stop. In the
 * set of sliding pairs they have numbers beyond those of all slots.
 */
import { ContactForm, type ContactTable } from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import type { IslandCones } from "../assembly/index.js";
import type { SlotSet } from "../contact-state/index.js";
import type { WorldEvent } from "../record/index.js";
import { createContactEvent, nameEventPair } from "./contact-events.js";
import type { ActiveSetContext } from "./context.js";
import { turningOffset } from "./parameters.js";

/** Kinds of slip: 0 sliding, 1 rolling, 2 spinning. */
const kinds = [undefined, "rolling", "spinning"] as const;

/** Returns the number of a pair in the set of those that slide (kind 0), roll (1) or spin (2). */
export function findSlide(slot: number, kind: number): number {
  return slot + kind * turningOffset;
}

/** Adds the pairs that roll or spin against a resistance to a set, by the modes of the cones. */
export function listTurning(sliding: SlotSet, cones: IslandCones, contacts: ContactTable, mode: Uint8Array): void {
  for (let k = cones.contactCount; k < cones.jointStart; k++) {
    const c = cones.list[k];
    if (mode[cones.cone[k]] !== ContactMode.slip) continue;
    sliding.add(findSlide(contacts.pair[c], contacts.form[c] === ContactForm.rolling ? 1 : 2));
  }
}

/**
 * Returns the events, not logged yet, of pairs that touch as before and begin or stop to roll or spin, with the names of the
 * pairs.
 */
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
        context.island.model.system.time,
      );
      list.push({
        event: { ...event, turning: kinds[kind] as "rolling" | "spinning" },
        pair: nameEventPair(contacts, c),
      });
    }
  }
  return list;
}

/** Logs the events of pairs that begin or stop to roll or spin. */
export function addTurningEvents(
  context: ActiveSetContext,
  holding: SlotSet,
  touching: SlotSet,
  sliding: SlotSet,
): void {
  for (const { event, pair } of createTurningEvents(context, holding, touching, sliding)) {
    context.world.log.add(event, context.island.model.system.time, pair);
  }
}
