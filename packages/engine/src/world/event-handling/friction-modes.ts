/**
 * The modes of an island with friction at an event: which contacts are active, and which of these slip or stick.
 *
 *   1  contacts that do not separate and have a slip velocity slip along it; the others rest
 *   2  forces in their cones, accelerations and modes (friction-forces.ts)
 *   3  where no forces exist, an impact without a collision stops the slip, and the search starts anew (jamming.ts)
 *   4  contacts with a force become active, with the modes found (friction-activation.ts)
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, sections 5 to 7.
 */

import { FrictionContactStatus } from "../../linalg/index.js";
import {
  addJointFrictionEvents,
  addSlideEvents,
  addTouchEvents,
  addTurningEvents,
  closeGaps,
  listStoppedSlips,
} from "../active-set/index.js";
import { evaluateWithSlip, type SlotSet } from "../contact-state/index.js";
import { generateConstraints } from "../detection/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { negligibleWay } from "../smooth/index.js";
import { listAccelerations } from "./contact-accelerations.js";
import type { EventContext } from "./context.js";
import { activateContacts, hasStopped } from "./friction-activation.js";
import { listActive, measureLargest, solveWithoutReleasing } from "./friction-forces.js";
import { stopMicroBounces } from "./impacts.js";
import { jam } from "./jamming.js";
import { listLowOf } from "./low-bounces.js";
import { reportNonuniqueness } from "./nonuniqueness.js";
import { eventRounds, lowestMicroBounce, maxJams, openGapResidual, stillPart } from "./parameters.js";
import { sortByRate } from "./resting-forces.js";
import { letGo } from "./self-stress.js";

/** Changes to the contacts or the state, made by forces that were found: `none` if the forces stand. */
const Change = { none: 0, other: 1, closedGaps: 2 } as const;
type Change = (typeof Change)[keyof typeof Change];

/** Whether any contact of the island has friction. */
export function hasFriction({ contactSet: { contacts } }: EventContext): boolean {
  for (let c = 0; c < contacts.count; c++) if (contacts.staticFriction[c] > 0) return true;
  return false;
}

/** Finds forces and modes, and activates the contacts with a force. Returns null, or the reason of a failure. */
export function findFrictionModes(context: EventContext): string | null {
  const { island, budget } = context;
  const { contacts } = context.contactSet;
  const { touching } = context.memory;
  contacts.active.fill(0);
  contacts.force.fill(0);
  budget.begin(contacts.count);
  const reported = context.world.worst.fallbacks.length;
  let jams = 0;
  let isClosed = false;
  const jammed = stopJammed(context);
  if (jammed !== null) return jammed;
  for (let round = 0; ; round++) {
    island.applyForces();
    sortByRate(context);
    const list = solveWithoutReleasing(context, context.contactSet.still.toArray());
    const tooMuch = budget.judge();
    if (list === null || (tooMuch !== null && (round > 0 || isUnsolved(context, list)))) {
      const fault = answerFailure(context, tooMuch, isUnsolved(context, list), jams++, reported);
      if (fault !== null) return fault;
      continue;
    }
    const a = listAccelerations(context);
    const change = correct(context, list, a, round, jams > 0, isClosed);
    if (typeof change === "string") return change;
    if (change === Change.closedGaps) isClosed = true;
    if (change !== Change.none) continue;
    reportNonuniqueness(context);
    activateContacts(context, a);
    // slipping contacts that cannot slip beside sticking ones stick, and contacts with nothing but self-stress are released
    if (round < eventRounds && (hasStopped(context) || letGo(context, listActive(context)))) {
      contacts.active.fill(0);
      contacts.force.fill(0);
      continue;
    }
    addEvents(context, touching);
    return null;
  }
}

/** Answers a jam that was found in smooth motion by an impact without a collision. Returns null, or the reason of a failure. */
function stopJammed(context: EventContext): string | null {
  if (!context.status.isJammed) return null;
  context.status.isJammed = false;
  return jam(context);
}

/** Whether no forces were found, or inexact ones, for a list of contacts: null if there are none. */
function isUnsolved({ solvers: { coneSolver } }: EventContext, list: readonly number[] | null): boolean {
  return list === null || coneSolver.result.status === FrictionContactStatus.stalled;
}

/**
 * Answers a search without forces, or beyond its work budget (`tooMuch`), by an impact without a collision. The number of jams so
 * far bounds the attempts. Returns null, or the reason of a failure.
 */
function answerFailure(
  context: EventContext,
  tooMuch: string | null,
  hasNoForces: boolean,
  jams: number,
  reported: number,
): string | null {
  if (tooMuch !== null) return hasNoForces && jams === 0 && jamMany(context, reported) ? null : tooMuch;
  return jams === maxJams ? "no forces satisfy the Coulomb conditions, and no impulse helps" : jam(context);
}

/**
 * Answers the work budget of many contacts by an impact without a collision. Returns whether there is one: `reported` is the
 * number of fallbacks before the event, to which those of the search are cut.
 */
function jamMany(context: EventContext, reported: number): boolean {
  const { budget, world } = context;
  const { contacts } = context.contactSet;
  const { fallbacks } = world.worst;
  const before = fallbacks.length;
  budget.begin(contacts.count);
  const fault = jam(context, false);
  // forces or impulses that are not used need not be exact
  fallbacks.length = fault === null ? reported : before;
  if (fault !== null) return false;
  addFallback(world.worst, "friction/jamming");
  budget.begin(contacts.count);
  return true;
}

/**
 * Changes the contacts where the forces of a list require it, with the accelerations a: micro-bounces are stopped, points of flat
 * caps are added, and gaps whose rows contradict each other are closed once. In the last round nothing changes. Returns the
 * change, or the reason of a failure.
 */
function correct(
  context: EventContext,
  list: readonly number[],
  a: Float64Array,
  round: number,
  hasJammed: boolean,
  isClosed: boolean,
): Change | string {
  const { low } = context.contactSet;
  listLowOf(context, a, list.length > manyContacts ? negligibleWay : lowestMicroBounce);
  if (round >= eventRounds) return Change.none;
  if (low.count > 0) return stopLow(context, hasJammed) ?? Change.other;
  const values = new Float64Array(context.contactSet.contacts.count).fill(Infinity);
  for (const c of list) values[c] = a[c];
  if (generateConstraints(context, values, stillPart * measureLargest(context, a), false)) return Change.other;
  if (isClosed || !(context.solvers.coneSolver.result.residual > openGapResidual)) return Change.none;
  closeGaps(context, listActive(context));
  return Change.closedGaps;
}

/** Stops the contacts with micro-bounces, and slow slip beside them. Returns null, or the reason of a failure. */
function stopLow(context: EventContext, hasJammed: boolean): string | null {
  const low = context.contactSet.low.toArray();
  for (const c of low) evaluateWithSlip(context, context.contactSet.contacts, c);
  // contacts that have jammed stick, or they would slip again
  return stopMicroBounces(context, low, listActive(context), (rows) => listStoppedSlips(context, rows, low, hasJammed));
}

/** Reports the contacts that have changed since `before`, the pairs in contact before the event. */
function addEvents(context: EventContext, before: SlotSet): void {
  const { touching, sliding } = context.memory.next;
  addTouchEvents(context, touching);
  addJointFrictionEvents(context, sliding);
  addTurningEvents(context, context.memory.touching, before, sliding);
  addSlideEvents(context, before, context.memory.touching, sliding);
}
