/** Evaluation of gaps, rates and rows of contacts at the state. */

import { ContactForm, type ContactTable, evaluateContact, evaluateTangent } from "../../contact/index.js";
import type { IslandCones } from "../assembly/index.js";
import { isLimit } from "../island/index.js";
import type { ContactState } from "./contact-state.js";

/** An island with the contact geometry of its world. */
type ContactPlace = Pick<ContactState, "world" | "island">;

/** An island with its contacts and limits. */
type EvaluatedState = Pick<ContactState, "world" | "island" | "contactSet" | "limits">;

/** Evaluates gaps, rates and rows of all contacts and limits at the state. */
export function evaluateAll(context: EvaluatedState): void {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  for (let c = 0; c < contacts.count && !isLimit(contacts, c); c++) {
    evaluateContact(contacts, c, island.model.system, world.parts, context.world.detector.cache);
  }
  context.limits.evaluate();
  context.limits.writeAll(contacts);
}

/** Evaluates gap, rows and slip of contact c at the state. Limits are evaluated together, elsewhere. */
export function evaluateWithSlip(context: ContactPlace, contacts: ContactTable, c: number): void {
  // turning resistances are evaluated with their contact, the friction of joints by itself
  if (contacts.form[c] > ContactForm.curved || isLimit(contacts, c)) return;
  const { world, island } = context;
  evaluateContact(contacts, c, island.model.system, world.parts, context.world.detector.cache);
  evaluateTangent(contacts, c, world.parts, context.world.detector.cache);
}

/** Evaluates the contacts of cones with their rolling and spinning, if there is any resistance to turning. */
export function evaluateTurningOf(context: ContactPlace, contacts: ContactTable, cones: IslandCones): void {
  if (cones.jointStart === cones.contactCount) return;
  for (let k = 0; k < cones.contactCount; k++) {
    evaluateWithSlip(context, contacts, cones.list[k]);
    cones.evaluateTurning(contacts, k);
  }
}
