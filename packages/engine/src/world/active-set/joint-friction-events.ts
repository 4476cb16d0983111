/** Events of the friction of joints. */

import type { SlotSet } from "../contact-state/index.js";
import type { NumberedFriction } from "../model/index.js";
import type { WorldEvent } from "../record/index.js";
import { createJointEvent } from "./contact-events.js";
import type { ActiveSetContext } from "./context.js";

/** Logs the joint frictions that begin to slip or to stick. `sliding` has −1 − the number of each that slips from now on. */
export function addJointFrictionEvents(context: ActiveSetContext, sliding: SlotSet): void {
  for (const friction of context.jointFriction.list) {
    const slot = -1 - friction.number;
    if (sliding.has(slot) === context.memory.sliding.has(slot)) continue;
    context.world.log.add(
      createJointFrictionEvent(context, friction, sliding.has(slot)),
      context.island.model.system.time,
      `friction ${friction.number}`,
    );
  }
}

/** Returns the event of a joint friction that begins to slip or to stick. */
export function createJointFrictionEvent(
  context: ActiveSetContext,
  { friction, number }: NumberedFriction,
  slips: boolean,
): WorldEvent {
  return {
    ...createJointEvent(context, friction.ends, slips ? "slip" : "stick", context.island.model.system.time),
    friction: number,
  };
}
