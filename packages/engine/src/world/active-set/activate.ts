/**
 * Activation of rows: their gaps are closed by the least displacement in the metric of the masses. Rows that nearly depend on one
 * another and whose gaps disagree would ask for a long displacement, which pushes other contacts into each other:
 *
 *   |δq| > a tenth of the tolerance, and > 4 max |gap|:   the displacement ends there, and each row keeps the rest of its gap
 *
 * The displacement also ends where it would push another contact in by a quarter of the tolerance, as with a disc that wobbles: its
 * rim is nearly flat where it touches, and closing the gap there tilts the whole disc.
 *
 * Follows: Rigid Body Simulation, section 9.
 */

import { type Constraint, findDisplacement } from "../../constrain/index.js";
import { ContactForm, measureCrossing } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize } from "../../rigid/index.js";
import { expectJump, keepMomenta } from "../audit/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import { evaluateAll } from "../contact-state/index.js";
import { correctSpin, isLimit, keepMotion, measureJump, measureSpin } from "../island/index.js";
import { LedgerSlot } from "../model/index.js";
import { SlipSpeed } from "../smooth/index.js";
import { createActiveRows } from "./active-contacts.js";
import type { ActiveSetContext } from "./context.js";
import { crossRounding, deepPart, drivenRounding, farGaps, farPart, mostTilt } from "./parameters.js";
import { projectActive } from "./project-velocities.js";
import { listSticks } from "./stick-rows.js";

const sine = new Float64Array(1);

/** Activates the rows of contacts, and other rows, beside the joints; closes their gaps; adds the energy lost to the balance. */
export function activateRows(
  context: ActiveSetContext,
  active: readonly ActiveRows[],
  others: readonly Constraint[] = none,
): void {
  const { island, world } = context;
  for (let h = 0; h < active.length; h++) active[h].gaps.fill(0);
  island.activate(others.length > 0 ? [...active, ...others] : active);
  measureTilt(context, active);
  leaveGaps(context, active);
  const isFree = !isPushedFromOutside(context);
  if (island.balance.isAlone && !isFree) measureSpin(island.balance.spin, 0, island.model);
  // gaps within the tolerance close here, which is an error of the energy; velocities along the rows stop
  const closes = island.active.table.rows > 0;
  if (closes && isDrivenFaster(context)) startDriven(context);
  if (closes) keepMotion(island.model);
  keepMomenta(island);
  island.finishStep();
  const slow = context.solvers.hasHadFriction ? context.solvers.friction.thresholds.slowest[SlipSpeed.stopping] : 0;
  expectJump(world.audit, island, 2 * Math.max(world.settings.restitutionThreshold, slow));
  if (closes) island.balance.ledger[LedgerSlot.dissipated] += measureJump(island.model);
  if (island.balance.isAlone && isFree && correctSpin(island.model, island.balance.spin, 0)) island.derive();
}

/** Writes the tilt of active normals of crossing edges by rounding: that of ea × eb over its length. */
function measureTilt({ contactSet: { contacts }, island }: ActiveSetContext, active: readonly ActiveRows[]): void {
  for (let h = 0; h < active.length; h++) {
    const { list } = active[h];
    for (let k = 0; k < list.length; k++) {
      if (isLimit(contacts, list[k]) || contacts.form[list[k]] !== ContactForm.edgeEdge) continue;
      measureCrossing(sine, 0, contacts, list[k], island.model.system);
      island.active.tilt[0] = Math.max(island.active.tilt[0], Math.min(mostTilt, crossRounding / Math.abs(sine[0])));
    }
  }
}

/** Whether rows are driven, and their bodies do not yet have the driven velocity. */
function isDrivenFaster({ island }: ActiveSetContext): boolean {
  const { drift, rate, rows } = island.active.table;
  let isDriven = false;
  let most = 0;
  for (let r = 0; r < rows; r++) {
    if (drift[r] !== 0) isDriven = true;
    most = Math.max(most, Math.abs(rate[r]));
  }
  return isDriven && most > drivenRounding;
}

/** Brings driven rows to their velocity at once, and adds the work to the energy balance. */
function startDriven(context: ActiveSetContext): void {
  const { island } = context;
  island.evaluate();
  island.active.solver.judge();
  projectActive(context, Infinity);
}

/** Closes the gaps of active contacts, and stops those that stick, so that dependent rows are consistent. */
export function closeGaps(context: ActiveSetContext, active: readonly number[]): void {
  context.contactSet.activeRows = createActiveRows(context, active);
  activateRows(context, context.contactSet.activeRows, listSticks(context, context.contactSet.activeRows));
  evaluateAll(context);
}

const none: readonly Constraint[] = [];
const arm = new Float64Array(6);

/** Writes the part of the gaps that rows keep, where closing them would take too long a displacement. */
function leaveGaps(context: ActiveSetContext, active: readonly ActiveRows[]): void {
  const { island, world } = context;
  const { contacts } = context.contactSet;
  const {
    active: { velocity: delta, table },
    settings,
  } = island;
  let gap = 0;
  for (let r = 0; r < table.rows; r++) gap = Math.max(gap, Math.abs(table.value[r]));
  if (!(gap > settings.tolerance)) return;
  findDisplacement(delta, island);
  const { contactTolerance } = world.settings;
  const depth = deepPart * contactTolerance;
  const far = Math.max(farPart * contactTolerance, Math.min(farGaps * gap, gap + depth));
  const way = measureWay(context, delta);
  const part = Math.min(way > far ? far / way : 1, findRoom(context, delta, depth));
  if (part === 1) return;
  for (let h = 0; h < active.length; h++) {
    const { list, gaps } = active[h];
    for (let k = 0; k < list.length; k++) {
      if (!isLimit(contacts, list[k])) gaps[k] = (1 - part) * contacts.gap[list[k]];
    }
  }
  island.evaluate();
}

/** Returns the part of δq, at most 1, by which no contact becomes deeper than `depth`, m. */
function findRoom(context: ActiveSetContext, delta: Float64Array, depth: number): number {
  const { contacts } = context.contactSet;
  let part = 1;
  for (let c = 0; c < contacts.count; c++) {
    if (isLimit(contacts, c)) continue;
    const by = measureOpening(context, c, delta);
    const gap = contacts.gap[c];
    if (by < 0 && gap + part * by < -depth) part = Math.max(0, (gap + depth) / -by);
  }
  return part;
}

/** Returns the change of the gap of contact c by δq, m. */
function measureOpening(
  { contactSet: { contacts }, island }: ActiveSetContext,
  c: number,
  delta: Float64Array,
): number {
  const { bodyA, bodyB, particleA, normal, point } = contacts;
  const n = 3 * c;
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const i = side === 0 ? bodyA[c] : bodyB[c];
    const sign = side === 0 ? 1 : -1;
    if (side === 0 && i < 0) {
      const o = island.model.particleStart + 3 * particleA[c];
      for (let x = 0; x < 3; x++) sum += normal[n + x] * delta[o + x];
      continue;
    }
    if (!island.model.moves(i)) continue;
    const o = 6 * island.model.findBody(i);
    vec3.subtract(arm, 0, point, n, island.model.system.state, bodySize * i);
    vec3.cross(arm, 3, delta, o + 3, arm, 0);
    for (let x = 0; x < 3; x++) sum += sign * normal[n + x] * (delta[o + x] + arm[3 + x]);
  }
  return sum;
}

/** Returns a bound on the displacement of the points of the island's bodies by δq, m. */
export function measureWay({ island, world, candidates: { parts } }: ActiveSetContext, delta: Float64Array): number {
  let most = 0;
  for (let k = 0; k < parts.length; k++) {
    const p = parts[k];
    const i = world.parts.body[p];
    const o = i < 0 ? island.model.particleStart + 3 * world.parts.particle[p] : 6 * island.model.findBody(i);
    const reach = Number.isFinite(world.parts.reach[p]) ? world.parts.reach[p] : 0;
    for (let x = o; x < o + 3; x++) {
      most = Math.max(most, Math.abs(delta[x]) + (i < 0 ? 0 : reach * Math.abs(delta[x + 3])));
    }
  }
  return most;
}

/** Whether a body of no island, or of another one, is in contact with the island, whose angular momentum may then change. */
export function isPushedFromOutside(context: ActiveSetContext): boolean {
  const { island } = context;
  const { contacts } = context.contactSet;
  for (let c = 0; c < contacts.count; c++) {
    if (isLimit(contacts, c)) {
      if (context.limits.isOutside(contacts, c)) return true;
      continue;
    }
    if (contacts.bodyA[c] >= 0 && !island.model.moves(contacts.bodyA[c])) return true;
    if (!island.model.moves(contacts.bodyB[c])) return true;
  }
  return false;
}
