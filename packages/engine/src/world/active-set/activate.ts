/**
 * Rows are held from here on, and what their gaps are is closed: by the least displacement, in the metric of the masses. Rows
 * that nearly depend on one another and disagree about their gaps would ask for a long way, that others are pressed in by:
 *
 *   |δq| > a tenth of the tolerance, and > 4 max |gap|:   only so far is gone, and each gap stays at what is left of it
 *
 * and so is what would press another contact in by a quarter of the tolerance, as a disc that wobbles: where it touches its rim is
 * near to flat, and what closes it there tilts the whole disc.
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
import { projectActive } from "./project-velocities.js";
import { listSticks } from "./stick-rows.js";

/** How far gaps are closed, at least: as a part of the contact tolerance, and of the largest gap. */
const farPart = 0.1;
const farGaps = 4;
/** How deep another contact may be pressed in by that, as a part of the contact tolerance. */
const deepPart = 0.25;
/** What is driven and off by less is rounding, m/s or rad/s. */
const jerk = 1e-9;
/** Rounding of ea × eb, of two unit vectors that were turned. */
const crossRounding = 5e-16;
/** More is no rounding: an arch that is all but balanced begins to fall by forces of 1e-10, on edges that cross at 1e-6 rad. */
const mostTilt = 1e-12;
const sine = new Float64Array(1);

/** Holds contacts, and other rows, beside the joints from now on, closes them, and books what stops by that. */
export function activateRows(
  context: ActiveSetContext,
  held: readonly ActiveRows[],
  others: readonly Constraint[] = none,
): void {
  const { island, world } = context;
  for (let h = 0; h < held.length; h++) held[h].gaps.fill(0);
  island.hold(others.length > 0 ? [...held, ...others] : held);
  measureTilt(context, held);
  leaveGaps(context, held);
  const isFree = !isPushedFromOutside(context);
  if (island.isAlone && !isFree) measureSpin(island.spin, 0, island);
  // gaps within the tolerance close here, which is an error of the energy; what still moves along the rows stops
  const closes = island.table.rows > 0;
  if (closes && isJerked(context)) startDriven(context);
  if (closes) keepMotion(island);
  keepMomenta(island);
  island.finishStep();
  const slow = context.solvers.hasHadFriction ? context.solvers.friction.thresholds.slowest[SlipSpeed.stopping] : 0;
  expectJump(world.audit, island, 2 * Math.max(world.settings.restitutionThreshold, slow));
  if (closes) island.ledger[LedgerSlot.dissipated] += measureJump(island);
  if (island.isAlone && isFree && correctSpin(island, island.spin, 0)) island.derive();
}

/** How far rounding turns the normals of edges that cross, which are held: by that of ea × eb over its length. */
function measureTilt({ contactSet: { contacts }, island }: ActiveSetContext, held: readonly ActiveRows[]): void {
  for (let h = 0; h < held.length; h++) {
    const { list } = held[h];
    for (let k = 0; k < list.length; k++) {
      if (isLimit(contacts, list[k]) || contacts.form[list[k]] !== ContactForm.edgeEdge) continue;
      measureCrossing(sine, 0, contacts, list[k], island.system);
      island.tilt[0] = Math.max(island.tilt[0], Math.min(mostTilt, crossRounding / Math.abs(sine[0])));
    }
  }
}

/** Whether something is driven, and not yet as fast. */
function isJerked({ island }: ActiveSetContext): boolean {
  const { drift, rate, rows } = island.table;
  let isDriven = false;
  let most = 0;
  for (let r = 0; r < rows; r++) {
    if (drift[r] !== 0) isDriven = true;
    most = Math.max(most, Math.abs(rate[r]));
  }
  return isDriven && most > jerk;
}

/** Brings what is driven to its speed at once, and books it. */
function startDriven(context: ActiveSetContext): void {
  const { island } = context;
  island.evaluate();
  island.solver.judge();
  projectActive(context, Infinity);
}

/** Closes the gaps of contacts that press, and stops those that stick: rows that depend on one another agree then. */
export function closeGaps(context: ActiveSetContext, pressing: readonly number[]): void {
  context.contactSet.held = createActiveRows(context, pressing);
  activateRows(context, context.contactSet.held, listSticks(context, context.contactSet.held));
  evaluateAll(context);
}

const none: readonly Constraint[] = [];
const arm = new Float64Array(6);

/** Leaves of the gaps what would take too far to close. */
function leaveGaps(context: ActiveSetContext, held: readonly ActiveRows[]): void {
  const { island, world } = context;
  const { contacts } = context.contactSet;
  const { velocity: delta, table, settings } = island;
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
  for (let h = 0; h < held.length; h++) {
    const { list, gaps } = held[h];
    for (let k = 0; k < list.length; k++) {
      if (!isLimit(contacts, list[k])) gaps[k] = (1 - part) * contacts.gap[list[k]];
    }
  }
  island.evaluate();
}

/** The part of δq, at most 1, with which no contact is pressed in deeper than `depth`, m. */
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

/** By how much δq opens contact c, m. */
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
      const o = island.particleStart + 3 * particleA[c];
      for (let x = 0; x < 3; x++) sum += normal[n + x] * delta[o + x];
      continue;
    }
    if (!island.moves(i)) continue;
    const o = 6 * island.findBody(i);
    vec3.subtract(arm, 0, point, n, island.system.state, bodySize * i);
    vec3.cross(arm, 3, delta, o + 3, arm, 0);
    for (let x = 0; x < 3; x++) sum += sign * normal[n + x] * (delta[o + x] + arm[3 + x]);
  }
  return sum;
}

/** The farthest that a point of a body of the island is moved by δq, m. */
export function measureWay({ island, world, candidates: { parts } }: ActiveSetContext, delta: Float64Array): number {
  let most = 0;
  for (let k = 0; k < parts.length; k++) {
    const p = parts[k];
    const i = world.parts.body[p];
    const o = i < 0 ? island.particleStart + 3 * world.parts.particle[p] : 6 * island.findBody(i);
    const reach = Number.isFinite(world.parts.reach[p]) ? world.parts.reach[p] : 0;
    for (let x = o; x < o + 3; x++) {
      most = Math.max(most, Math.abs(delta[x]) + (i < 0 ? 0 : reach * Math.abs(delta[x + 3])));
    }
  }
  return most;
}

/** Whether something that is not of the island is in contact with it: its angular momentum may then be another. */
export function isPushedFromOutside(context: ActiveSetContext): boolean {
  const { island } = context;
  const { contacts } = context.contactSet;
  for (let c = 0; c < contacts.count; c++) {
    if (isLimit(contacts, c)) {
      if (context.limits.isOutside(contacts, c)) return true;
      continue;
    }
    if (contacts.bodyA[c] >= 0 && !island.moves(contacts.bodyA[c])) return true;
    if (!island.moves(contacts.bodyB[c])) return true;
  }
  return false;
}
