/**
 * Release of contacts whose force has fallen to zero: they leave the active set if the other contacts carry the loads without
 * them. Those that take their place have forces that rise from zero; they are given a small load, so that the solver makes them
 * active.
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 7.
 */
import { type UnilateralProblem, UnilateralStatus } from "../../linalg/index.js";
import { proofPart, solveRows } from "../active-set/index.js";
import { ContactMemory, SlotSet } from "../contact-state/index.js";
import { ContactList } from "../model/index.js";
import type { EventContext } from "./context.js";
import { carryingPart, loadResidual, loadRounds, releasingPart } from "./parameters.js";
import { solveResting } from "./resting-forces.js";

const others = new ContactList();
const leaving = new ContactList();
/** c of the rows before they were given a small load. */
let unloaded = new Float64Array(0);

const releasingPairs = new SlotSet();
/** Two parts of each contact that releases, whatever its features: their keys are 0. */
const releasingParts = new ContactMemory();

/**
 * Returns the contacts that do not separate, without the releasing ones if the others carry the loads; the forces of the solver
 * are then those of the others. The list is `still` exactly where no contact is left out. Returns null if there are no forces.
 */
export function leaveReleasing(context: EventContext): ContactList | null {
  const { world } = context;
  const { contacts, still, rising } = context.contactSet;
  const { releasing } = context.memory;
  if (releasing.isEmpty) return still;
  const { rows } = context.solvers;
  const near = still.toArray();
  // of redundant rows the one with a guard may have lost its force, while all together still share the load
  const first = rows.joints.rows;
  const most = near.reduce(
    (force, _, k) => Math.max(force, world.solvers.resting.forces[first + k]),
    context.memory.releasingForce[0],
  );
  const isIdle = (k: number) => !(world.solvers.resting.forces[first + k] > carryingPart * most);
  const all = near.filter((c, k) => releasing.has(contacts, c) && isIdle(k));
  if (all.length === 0) return still;
  for (const out of all.length > 1 ? [all, all.slice(0, 1)] : [all]) {
    others.set(near.filter((c) => !out.includes(c)));
    leaving.set([...out, ...rising.toArray()]);
    if (solveResting(context, others, leaving, false) !== null) continue;
    const { problem } = rows;
    const y = problem.rowCount === 0 ? problem.y0 : world.solvers.resting.motion;
    if (!out.every((_, k) => staysOpen(problem, first + others.count + k, y, context.memory.releasingForce[0])))
      continue;
    return loadLightly(context, y) ? others : null;
  }
  return solveResting(context, still, rising, true) === null ? still : null;
}

/** Returns the acceleration of row r with the motion y, as a part of its terms. */
export function measureRow({ c, values, column, rowStart, y0 }: UnilateralProblem, r: number, y: Float64Array): number {
  let a = c[r];
  let size = Math.abs(a);
  for (let v = rowStart[r]; v < rowStart[r + 1]; v++) {
    a += values[v] * y[column[v]];
    size += Math.abs(values[v] * y0[column[v]]);
  }
  return size === 0 ? 0 : a / size;
}

/**
 * Whether row r with the motion y needs no force, or a negligible one beside the former `force`. Where loads cancel, as at the
 * instant at which a spring lifts a body, their sum is rounding and its sign means nothing. The force is f = −a/(J M⁻¹ Jᵀ).
 */
function staysOpen(problem: UnilateralProblem, r: number, y: Float64Array, force: number): boolean {
  const { c, values, column, rowStart } = problem;
  let a = c[r];
  let square = 0;
  for (let v = rowStart[r]; v < rowStart[r + 1]; v++) {
    a += values[v] * y[column[v]];
    square += values[v] * values[v];
  }
  return -a <= releasingPart * force * square || measureRow(problem, r, y) >= -releasingPart;
}

/**
 * Gives contacts without a force and an acceleration a small load, so that they become active: the motion is that of the active
 * contacts, and does not depend on it. Of two contacts that face each other, as in a slot of the width of the body, not both can be
 * loaded: those that contradict each other stay without a load. Returns whether there are forces.
 */
function loadLightly(context: EventContext, motion: Float64Array): boolean {
  const { problem, joints } = context.solvers.rows;
  const { c, rowCount } = problem;
  const { resting } = context.world.solvers;
  if (unloaded.length < rowCount) unloaded = new Float64Array(2 * rowCount);
  const y = motion.slice();
  let isChanged = false;
  for (let r = 0; r < rowCount; r++) {
    unloaded[r] = c[r];
    if (r < joints.rows || resting.forces[r] > 0 || measureRow(problem, r, y) > releasingPart) continue;
    let size = Math.abs(c[r]);
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      size += Math.abs(problem.values[v] * problem.y0[problem.column[v]]);
    }
    c[r] -= 2 * releasingPart * size;
    isChanged = true;
  }
  if (!isChanged) return true;
  for (let round = 0; round < loadRounds; round++) {
    const status = resting.solve(problem);
    // forces that satisfy such small loads only nearly do not satisfy them
    if (status === UnilateralStatus.ok && resting.residual <= loadResidual) return true;
    if (status !== UnilateralStatus.infeasible || !unload(problem, resting.certificate)) break;
  }
  c.set(unloaded.subarray(0, rowCount));
  return solveRows(context, context.contactSet.contacts, true, false) === UnilateralStatus.ok;
}

/** Takes the small loads from the rows of a proof that there are no forces. Returns whether there were any. */
function unload({ c, rowCount }: UnilateralProblem, proof: Float64Array): boolean {
  let most = 0;
  for (let r = 0; r < rowCount; r++) if (c[r] < unloaded[r]) most = Math.max(most, Math.abs(proof[r]));
  for (let r = 0; r < rowCount; r++) {
    if (c[r] < unloaded[r] && Math.abs(proof[r]) >= proofPart * most) c[r] = unloaded[r];
  }
  return most > 0;
}

/** Returns 1 for the rows of releasing contacts, which others may replace; null if there are none. */
export function listReleasing(context: EventContext, near: ContactList): Uint8Array | null {
  const { contacts } = context.contactSet;
  const { rows } = context.solvers;
  const { releasing } = context.memory;
  if (releasing.isEmpty) return null;
  const list = new Uint8Array(rows.problem.rowCount);
  for (let k = 0; k < near.count; k++) {
    if (releasing.has(contacts, near.items[k])) list[rows.joints.rows + k] = 1;
  }
  return list;
}

/**
 * Returns the pairs of releasing contacts and the pairs that have just separated: such a pair touches only if it has a force. Its
 * other contacts may be of other features than the active ones were. The set is valid until the next call.
 */
export function listReleasingPairs(context: EventContext): SlotSet {
  const { contacts } = context.contactSet;
  const { releasing, parted } = context.memory;
  const { time } = context.island.model.system;
  const pairs = releasingPairs;
  pairs.clear();
  if (releasing.isEmpty && parted.isEmpty) return pairs;
  const { memory, mark } = releasing;
  releasingParts.clear(mark);
  for (let k = 0; k < memory.count; k++) {
    if ((memory.marks[k] & mark) !== 0) releasingParts.addKeys(mark, memory.partA[k], 0, memory.partB[k], 0);
  }
  parted.forgetOld(time);
  pairs.merge(parted.pairs);
  for (let c = 0; c < contacts.count; c++) {
    if (releasingParts.findKeys(contacts.partA[c], 0, contacts.partB[c], 0) >= 0) pairs.add(contacts.pair[c]);
  }
  return pairs;
}
