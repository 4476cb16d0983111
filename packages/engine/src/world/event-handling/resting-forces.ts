/**
 * Forces of resting contact without friction: f ≥ 0 with f·a = 0, a = A f + b ≥ 0 for the contacts that do not separate. Contacts
 * that separate are rows behind them, without a force, so that their accelerations are known.
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import type { RestingSolver } from "../../contact/index.js";
import { UnilateralStatus } from "../../linalg/index.js";
import { satisfiesConditions, solveRows } from "../active-set/index.js";
import type { ContactList } from "../model/index.js";
import { addFallback, type Worst } from "../record/index.js";
import type { EventContext } from "./context.js";
import { manyRows } from "./parameters.js";

/** Reason of a failure: no forces of resting contact exist, or none were found. */
export const noForces = "the forces of resting contact could not be found";

let list = new Int32Array(0);
/** Acceleration of each contact, in room that stays. */
let accelerations = new Float64Array(0);

/** Sorts the contacts into those that do not separate, `still`, and those that do, `rising`. */
export function sortByRate({ contactSet: { contacts, still, rising }, world }: EventContext): void {
  still.clear();
  rising.clear();
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] <= world.settings.restitutionThreshold) still.add(c);
    else rising.add(c);
  }
}

/**
 * Solves for the forces of the contacts `still`, with rows of the contacts `rising` behind them. Forces of least norm share a
 * load among all contacts that can carry it, and so show which contacts have separated; of many rows they would cost more than
 * they are worth. Returns null, or the reason of a failure.
 */
export function solveResting(
  context: EventContext,
  still: ContactList,
  rising: ContactList,
  mayMiss: boolean,
): string | null {
  buildResting(context, still, rising);
  return solveBuilt(context, mayMiss);
}

/** Solves for the motion of resting contact alone: `finishResting` finds the forces. Returns null, or the reason of a failure. */
export function solveRestingMotion(context: EventContext, still: ContactList, rising: ContactList): string | null {
  buildResting(context, still, rising);
  const { problem } = context.solvers.rows;
  if (problem.rowCount === 0 || satisfiesConditions(context, context.world.solvers.resting.solveMotion(problem)))
    return null;
  return solveBuilt(context);
}

/** Finds the forces of the motion of the last solution. Returns null, or the reason of a failure. */
export function finishResting(context: EventContext): string | null {
  const { world } = context;
  const { rows } = context.solvers;
  if (
    rows.problem.rowCount === 0 ||
    world.solvers.resting.judgeForces(rows.problem, wantsLeast(context)) === UnilateralStatus.ok
  )
    return null;
  return solveBuilt(context);
}

/**
 * Solves the problem at hand for forces. If it `mayMiss`, rows that contradict each other may be violated, and the violation is
 * recorded. Returns null, or the reason of a failure.
 */
function solveBuilt(context: EventContext, mayMiss = true): string | null {
  const { worst } = context.world;
  if (context.solvers.rows.problem.rowCount === 0) return null;
  if (solveRows(context, context.contactSet.contacts, wantsLeast(context), mayMiss) !== UnilateralStatus.ok)
    return noForces;
  worst.residual = Math.max(worst.residual, context.world.solvers.contradiction[0]);
  return null;
}

/** Whether forces of least norm are wanted: of few rows, or where contacts release. */
function wantsLeast(context: EventContext): boolean {
  const { releasing } = context.memory;
  const { rows } = context.solvers;
  return !releasing.isEmpty || rows.problem.rowCount <= manyRows;
}

/** Builds the problem of the contacts `still`, with rows of the contacts `rising` behind it. */
function buildResting(context: EventContext, still: ContactList, rising: ContactList): void {
  const { contacts } = context.contactSet;
  const { rows } = context.solvers;
  const count = still.count + rising.count;
  if (count > list.length) list = new Int32Array(2 * count);
  for (let k = 0; k < count; k++) list[k] = k < still.count ? still.items[k] : rising.items[k - still.count];
  rows.build(contacts, list, count);
  rows.writeAccelerations(contacts);
  const { problem } = rows;
  problem.limitRows(problem.rowCount - rising.count);
}

/** Returns the largest acceleration of the first `count` contacts without forces between them, by its terms, m/s². */
export function measureAcceleration({ solvers: { rows } }: EventContext, count: number): number {
  const { problem, joints } = rows;
  let most = 0;
  for (let r = joints.rows; r < joints.rows + count; r++) {
    let size = Math.abs(problem.c[r]);
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      size += Math.abs(problem.values[v] * problem.y0[problem.column[v]]);
    }
    most = Math.max(most, size);
  }
  return most;
}

/** Returns the accelerations of contacts that do not separate, m/s²; ∞ of all others. The array is valid until the next call. */
export function listRestingAccelerations(context: EventContext): Float64Array {
  const { world } = context;
  const { contacts, still } = context.contactSet;
  const { rows } = context.solvers;
  const { problem, joints } = rows;
  if (accelerations.length < contacts.count) accelerations = new Float64Array(2 * contacts.count);
  const all = accelerations;
  all.fill(Infinity, 0, contacts.count);
  const y = problem.rowCount === 0 ? problem.y0 : world.solvers.resting.motion;
  for (let k = 0; k < still.count; k++) {
    const r = joints.rows + k;
    const c = still.items[k];
    all[c] = problem.c[r];
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      all[c] += problem.values[v] * y[problem.column[v]];
    }
  }
  return all;
}

/** Returns the contacts with a force, of those that do not separate. */
export function listLoaded(context: EventContext): number[] {
  const { world } = context;
  const { rows } = context.solvers;
  const { still } = context.contactSet;
  if (rows.problem.rowCount === 0) return [];
  return still.toArray().filter((_, k) => world.solvers.resting.forces[rows.joints.rows + k] > 0);
}

/** Records residual, rank and uniqueness of the forces of resting contact. */
export function recordResting(worst: Worst, resting: RestingSolver): void {
  worst.residual = Math.max(worst.residual, resting.residual);
  worst.complementarity = Math.max(worst.complementarity, resting.complementarity);
  if (resting.holding > worst.holding) {
    worst.holding = resting.holding;
    worst.rank = resting.rank;
  }
  if (!resting.unique) worst.unique = false;
  if (resting.fallback !== null) addFallback(worst, "resting/method", resting.fallback);
}
