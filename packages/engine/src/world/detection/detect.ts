/** Detection: the contacts of all pairs of an island at its state, and the depths that are reported. */
import { evaluateAll } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import { addFallback } from "../record/index.js";
import type { DetectionContext } from "./context.js";
import { setAside } from "./nearby.js";
import { near } from "./parameters.js";
import { addContacts } from "./transition-contacts.js";

/**
 * Finds the contacts of all pairs after bodies were moved by hand: contacts that are nearly closed touch, as they may have
 * before.
 */
export function detectMoved(context: DetectionContext): void {
  context.contactSet.reach = near;
  detect(context);
  context.contactSet.reach = 0;
}

const reached = new Float64Array(1);

/**
 * Finds the contacts of all pairs and evaluates them. With a `reach`, m, contacts up to this gap are found that do not touch yet.
 */
export function detect(context: DetectionContext, reach = 0): void {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { pairs, pairCount } = context.candidates;
  const { parts, detector, worst } = world;
  for (let k = 0; k < context.candidates.parts.length; k++)
    parts.place(island.model.system, context.candidates.parts[k]);
  contacts.clear();
  context.memory.zeno.restTime.clear();
  context.memory.zeno.ended.clear();
  reached[0] = reach;
  // where events repeat without time between them, a feature that was passed by is met
  detector.choosesNormals = !context.contactSet.isIdle;
  for (let k = 0; k < 3 * pairCount; k += 3) {
    const isNear = reach > 0 && !context.contactSet.ahead.isOf(pairs[k + 2], context.island.model.system.time);
    if (isNear) detector.addContactsOf(contacts, pairs[k], pairs[k + 1], pairs[k + 2], reached);
    else addContacts(context, pairs[k], pairs[k + 1], pairs[k + 2]);
  }
  detector.choosesNormals = true;
  context.limits.addReached(contacts, near * world.settings.contactTolerance);
  evaluateAll(context);
  if (reach > 0) return;
  setAside(context, contacts, context.contactSet.nearby);
  worst.contacts = Math.max(worst.contacts, contacts.count);
}

/**
 * Records the largest penetration and joint error, before and after depenetration; a penetration beyond the tolerance is
 * reported.
 */
export function measureDepth({ contactSet: { contacts }, world }: DetectionContext): void {
  const { worst, settings } = world;
  for (let c = 0; c < contacts.count; c++) {
    if (isLimit(contacts, c)) worst.constraintError = Math.max(worst.constraintError, -contacts.gap[c]);
    else worst.penetration = Math.max(worst.penetration, -contacts.gap[c]);
  }
  if (worst.penetration > settings.contactTolerance) addFallback(worst, "contact/penetration");
}
