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
import { type Constraint, findDisplacement } from "../constrain/index.js";
import { ContactForm, measureCrossing } from "../contact/index.js";
import { vec3 } from "../math/index.js";
import { bodySize } from "../rigid/index.js";
import { expectJump, keepMomenta } from "./audit-step.js";
import { isBound } from "./bounds.js";
import { type HeldRows, holdContacts } from "./held-contacts.js";
import { keepMotion, measureJump } from "./jump-energy.js";
import { LedgerSlot } from "./power.js";
import type { IslandRun } from "./run.js";
import { evaluateAll, projectHeld } from "./settle-impact.js";
import { correctSpin, measureSpin } from "./spin.js";
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
export function holdRows(run: IslandRun, held: readonly HeldRows[], others: readonly Constraint[] = none): void {
  const { island, kit } = run;
  for (let h = 0; h < held.length; h++) held[h].gaps.fill(0);
  island.hold(others.length > 0 ? [...held, ...others] : held);
  measureTilt(run, held);
  leaveGaps(run, held);
  const isFree = !isPushedFromOutside(run);
  if (island.isAlone && !isFree) measureSpin(island.spin, 0, island);
  // gaps within the tolerance close here, which is an error of the energy; what still moves along the rows stops
  const closes = island.table.rows > 0;
  if (closes && isJerked(run)) startDriven(run);
  if (closes) keepMotion(island);
  keepMomenta(island);
  island.finishStep();
  const slow = run.hasRubbed ? run.friction.slowest[2] : 0;
  expectJump(kit.audit, island, 2 * Math.max(kit.settings.restitutionThreshold, slow));
  if (closes) island.ledger[LedgerSlot.dissipated] += measureJump(island);
  if (island.isAlone && isFree && correctSpin(island, island.spin, 0)) island.derive();
}

/** How far rounding turns the normals of edges that cross, which are held: by that of ea × eb over its length. */
function measureTilt({ contacts, island }: IslandRun, held: readonly HeldRows[]): void {
  for (let h = 0; h < held.length; h++) {
    const { list } = held[h];
    for (let k = 0; k < list.length; k++) {
      if (isBound(contacts, list[k]) || contacts.form[list[k]] !== ContactForm.edgeEdge) continue;
      measureCrossing(sine, 0, contacts, list[k], island.system);
      island.tilt[0] = Math.max(island.tilt[0], Math.min(mostTilt, crossRounding / Math.abs(sine[0])));
    }
  }
}

/** Whether something is driven, and not yet as fast. */
function isJerked({ island }: IslandRun): boolean {
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
function startDriven(run: IslandRun): void {
  const { island } = run;
  island.evaluate();
  island.solver.judge();
  projectHeld(run, Infinity);
}

/** Closes the gaps of contacts that press, and stops those that stick: rows that depend on one another agree then. */
export function closeGaps(run: IslandRun, pressing: readonly number[]): void {
  run.held = holdContacts(run, pressing);
  holdRows(run, run.held, listSticks(run, run.held));
  evaluateAll(run);
}

const none: readonly Constraint[] = [];
const arm = new Float64Array(6);

/** Leaves of the gaps what would take too far to close. */
function leaveGaps(run: IslandRun, held: readonly HeldRows[]): void {
  const { contacts, island, kit } = run;
  const { velocity: delta, table, settings } = island;
  let gap = 0;
  for (let r = 0; r < table.rows; r++) gap = Math.max(gap, Math.abs(table.value[r]));
  if (!(gap > settings.tolerance)) return;
  findDisplacement(delta, island);
  const { contactTolerance } = kit.settings;
  const depth = deepPart * contactTolerance;
  const far = Math.max(farPart * contactTolerance, Math.min(farGaps * gap, gap + depth));
  const way = measureWay(run, delta);
  const part = Math.min(way > far ? far / way : 1, findRoom(run, delta, depth));
  if (part === 1) return;
  for (let h = 0; h < held.length; h++) {
    const { list, gaps } = held[h];
    for (let k = 0; k < list.length; k++) {
      if (!isBound(contacts, list[k])) gaps[k] = (1 - part) * contacts.gap[list[k]];
    }
  }
  island.evaluate();
}

/** The part of δq, at most 1, with which no contact is pressed in deeper than `depth`, m. */
function findRoom(run: IslandRun, delta: Float64Array, depth: number): number {
  const { contacts } = run;
  let part = 1;
  for (let c = 0; c < contacts.count; c++) {
    if (isBound(contacts, c)) continue;
    const by = measureOpening(run, c, delta);
    const gap = contacts.gap[c];
    if (by < 0 && gap + part * by < -depth) part = Math.max(0, (gap + depth) / -by);
  }
  return part;
}

/** By how much δq opens contact c, m. */
function measureOpening({ contacts, island }: IslandRun, c: number, delta: Float64Array): number {
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
export function measureWay({ island, kit, parts }: IslandRun, delta: Float64Array): number {
  let most = 0;
  for (let k = 0; k < parts.length; k++) {
    const p = parts[k];
    const i = kit.parts.body[p];
    const o = i < 0 ? island.particleStart + 3 * kit.parts.particle[p] : 6 * island.findBody(i);
    const reach = Number.isFinite(kit.parts.reach[p]) ? kit.parts.reach[p] : 0;
    for (let x = o; x < o + 3; x++) {
      most = Math.max(most, Math.abs(delta[x]) + (i < 0 ? 0 : reach * Math.abs(delta[x + 3])));
    }
  }
  return most;
}

/** Whether something that is not of the island is in contact with it: its angular momentum may then be another. */
export function isPushedFromOutside(run: IslandRun): boolean {
  const { contacts, island } = run;
  for (let c = 0; c < contacts.count; c++) {
    if (isBound(contacts, c)) {
      if (run.bounds.isOutside(contacts, c)) return true;
      continue;
    }
    if (contacts.bodyA[c] >= 0 && !island.moves(contacts.bodyA[c])) return true;
    if (!island.moves(contacts.bodyB[c])) return true;
  }
  return false;
}
