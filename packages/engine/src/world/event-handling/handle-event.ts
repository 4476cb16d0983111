/**
 * Event handling: the changes of an island at an instant. Contacts are detected, impulses are applied, and the active set is
 * chosen.
 *
 *   1  the corners of all regions in which parts touch                              contact/detector/detector.ts
 *   2  while contacts approach faster than the threshold: impulses                  impacts.ts, contact/impact-law/impact.ts
 *        with friction, in their cones                                              frictional-impacts.ts
 *      slower approaches are stopped without a bounce                               impacts.ts, contact/resting/resting.ts
 *   3  of contacts that do not separate: forces f ≥ 0 with f·a = 0, a = A f + b ≥ 0  (9–9), contact/resting/resting.ts
 *        with friction, forces in their cones, and modes                            friction-modes.ts, linalg/friction-contact
 *   4  an independent set of the contacts with a force becomes active               frictionless-modes.ts, active-set/active-contacts.ts
 *        with friction, all contacts with a force, with their modes                 friction-activation.ts, active-set/stick-rows.ts
 *
 * Follows: Rigid Body Simulation, sections 8 and 9; Baraff 1989, sections 5 to 8.
 */

import { depenetrate, detect, detectMoved, generateConstraints, measureDepth } from "../detection/index.js";
import { measureSpin } from "../island/index.js";
import type { EventContext } from "./context.js";
import { findFrictionModes, hasFriction } from "./friction-modes.js";
import { answerFrictionalImpacts } from "./frictional-impacts.js";
import { findFrictionlessModes } from "./frictionless-modes.js";
import { answerImpacts, measureRounding, stopApproach } from "./impacts.js";
import { eventRounds } from "./parameters.js";

/** Reason of a failure: the forces that were found have another sign where the active contacts alone carry the loads. */
export const pulling = "no contact forces were found that push with the active contacts";

/** Handles an event of the island at its state. Returns null, or the reason of a failure. */
export function handleEvent(context: EventContext): string | null {
  // the present angular momentum is that of an island that is new, or was in contact with others
  const { island } = context;
  context.display.isShown = false;
  context.display.reactions = null;
  if ((!context.status.hasHandledEvent || !island.balance.isAlone) && island.balance.mayBeAlone)
    measureSpin(island.balance.spin, 0, island.model);
  detect(context);
  measureDepth(context);
  depenetrate(context, detectMoved);
  measureDepth(context);
  const { restitutionThreshold } = context.world.settings;
  generateConstraints(context, context.contactSet.contacts.rate, restitutionThreshold, true);
  const fault =
    (hasFriction(context) ? answerFrictionalImpacts(context) : answerImpacts(context)) ??
    stopApproach(context) ??
    stopCaps(context);
  if (fault !== null) return fault;
  return hasFriction(context) || context.jointFriction.count > 0
    ? findFrictionModes(context)
    : findFrictionlessModes(context);
}

/** Returns a message for the reason of a failure, with time and island, and with a remedy where a driven body causes it. */
export function describeUnsettled(context: EventContext, fault: string): string {
  const { island, world } = context;
  const { time } = context.island.model.system;
  const { contacts } = context.contactSet;
  const { kinematics, names } = world.mechanism.system;
  const isDriven = (body: number) => body >= 0 && kinematics.count > 0 && kinematics.isDriven(body);
  let cure = "";
  for (let c = 0; c < contacts.count && cure === ""; c++) {
    const body = isDriven(contacts.bodyA[c]) ? contacts.bodyA[c] : contacts.bodyB[c];
    if (isDriven(body))
      cure = `: body ${names[body]} has a given motion and cannot stop; try less friction, or a force that moves it`;
  }
  return `${fault} at t = ${time}, of ${island.model.name}${cure}`;
}

/** Stops the approach of flat caps between their contacts. Returns null, or the reason of a failure. */
function stopCaps(context: EventContext): string | null {
  for (let round = 0; round < eventRounds; round++) {
    if (!generateConstraints(context, context.contactSet.contacts.rate, measureRounding(context), false)) return null;
    const fault = stopApproach(context);
    if (fault !== null) return fault;
  }
  return null;
}
