import type { ContactTable, RestingSolver } from "../../contact/index.js";
import { type RowProblem, RowStatus } from "../../linalg/index.js";
import { proofPart, satisfiesConditions, solveRows } from "../active-set/index.js";
import { ContactMemory, SlotSet } from "../contact-state/index.js";
import { hasManyContacts } from "../detection/index.js";
import { ContactList } from "../model/index.js";
import { addFallback, type Worst } from "../record/index.js";
import type { EventContext } from "./context.js";

/** Accelerations towards each other below this fraction of their terms are none, of contacts whose force is spent; and so are those that this fraction of what the force was a moment ago would stop. */
const releasingPart = 1e-8;
/** The same of the others, where contacts are left out: some times what `pressLightly` asks for. */
const leftPart = 10 * releasingPart;
/** Least forces above this fraction of the largest, now or a moment ago, carry something. */
const carryingPart = 1e-5;
/** Those that contradict each other are looked for so often, and fit each other to this. */
const [pressRounds, pressFit] = [20, 1e-10];
/** Of more rows than this any forces will do. */
const manyRows = 200;
/** Hops lower than this fraction of the contact tolerance are none; where they are not to be ended, lower than this, m. */
export const lowestMicroBounce = 0.01;
const lowestLast = 1e-12;
/** The same in crowds, as a fraction. */
const lowestOfMany = 2e-3;
export const noForces = "the forces of resting contact could not be found";

/** Books how exact the forces of resting contact are. */
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

/**
 * The contacts that do not part, without those whose force has fallen to zero if the others hold what there is: they leave,
 * or others that depend on them take their place. The forces are then those of the others. Null if there are none.
 */
export function leaveReleasing(context: EventContext): ContactList | null {
  const { world } = context;
  const { contacts, still, rising } = context.contactSet;
  const { releasing } = context.memory;
  isLeft = false;
  if (releasing.isEmpty) return still;
  const { rows } = context.solvers;
  const near = still.toArray();
  // of rows that depend on one another, that which was watched may have come to nothing, and all together still share the load
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
    breakingStick.set([...out, ...rising.toArray()]);
    if (solveResting(context, others, breakingStick, false) !== null) continue;
    const { problem } = rows;
    const y = problem.rowCount === 0 ? problem.y0 : world.solvers.resting.motion;
    if (!out.every((_, k) => staysOpen(problem, first + others.count + k, y, context.memory.releasingForce[0])))
      continue;
    isLeft = pressLightly(context, y);
    return isLeft ? others : null;
  }
  return solveResting(context, still, rising, true) === null ? still : null;
}

const others = new ContactList();
const breakingStick = new ContactList();
/** Whether contacts are left out: the others are then made to press lightly, and their accelerations are known to `leftPart`. */
let isLeft = false;

/** The acceleration of row r with the motion y, as a part of its terms. */
function measureRow({ c, values, column, rowStart, y0 }: RowProblem, r: number, y: Float64Array): number {
  let a = c[r];
  let size = Math.abs(a);
  for (let v = rowStart[r]; v < rowStart[r + 1]; v++) {
    a += values[v] * y[column[v]];
    size += Math.abs(values[v] * y0[column[v]]);
  }
  return size === 0 ? 0 : a / size;
}

/**
 * Whether row r with the motion y needs no force, or none worth the name beside the one that there was: where loads cancel,
 * as at the instant at which a spring lifts what lies, the sum is rounding, and its sign says nothing. f = −a/(J M⁻¹ Jᵀ).
 */
function staysOpen(problem: RowProblem, r: number, y: Float64Array, force: number): boolean {
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
 * Where a force has just fallen to zero, those of contacts that will take its place rise from zero: to be held, they are made
 * to press by as little as is told from nothing. The motion is that of what is held, and does not see it. Of two that face each
 * other, as the sides of what is in a slot just as wide, not both can press without being pressed: those that contradict each
 * other are left as they are. Whether there are forces.
 */
function pressLightly(context: EventContext, motion: Float64Array): boolean {
  const { problem, joints } = context.solvers.rows;
  const { c, rowCount } = problem;
  const { resting } = context.world.solvers;
  if (unpressed.length < rowCount) unpressed = new Float64Array(2 * rowCount);
  const y = motion.slice();
  let isChanged = false;
  for (let r = 0; r < rowCount; r++) {
    unpressed[r] = c[r];
    if (r < joints.rows || resting.forces[r] > 0 || measureRow(problem, r, y) > releasingPart) continue;
    let size = Math.abs(c[r]);
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      size += Math.abs(problem.values[v] * problem.y0[problem.column[v]]);
    }
    c[r] -= 2 * releasingPart * size;
    isChanged = true;
  }
  if (!isChanged) return true;
  for (let round = 0; round < pressRounds; round++) {
    const status = resting.solve(problem);
    // what fits but for a little of so little does not fit
    if (status === RowStatus.ok && resting.residual <= pressFit) return true;
    if (status !== RowStatus.infeasible || !releasePressed(problem, resting.certificate)) break;
  }
  c.set(unpressed.subarray(0, rowCount));
  return solveRows(context, context.contactSet.contacts, true, false) === RowStatus.ok;
}

/** c of the rows before they were made to press. */
let unpressed = new Float64Array(0);

/** Takes back what rows of a proof were made to press with; whether there were any. */
function releasePressed({ c, rowCount }: RowProblem, proof: Float64Array): boolean {
  let most = 0;
  for (let r = 0; r < rowCount; r++) if (c[r] < unpressed[r]) most = Math.max(most, Math.abs(proof[r]));
  for (let r = 0; r < rowCount; r++) {
    if (c[r] < unpressed[r] && Math.abs(proof[r]) >= proofPart * most) c[r] = unpressed[r];
  }
  return most > 0;
}

/** Tells contacts that do not part, `still`, from those that do, `rising`. */
export function sortByRate({ contactSet: { contacts, still, rising }, world }: EventContext): void {
  still.clear();
  rising.clear();
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] <= world.settings.restitutionThreshold) still.add(c);
    else rising.add(c);
  }
}

let list = new Int32Array(0);

/**
 * Solves for the forces of those that are still; those that rise are rows behind them, without a say. Least forces share a
 * load among all that can carry it, and so tell what has left, and what will carry for long; of many rows they would cost
 * more than they are worth.
 */
function solveResting(context: EventContext, still: ContactList, rising: ContactList, mayMiss: boolean): string | null {
  buildResting(context, still, rising);
  return solveBuilt(context, mayMiss);
}

/** The same for the motion alone: `finishResting` finds the forces. */
export function solveRestingMotion(context: EventContext, still: ContactList, rising: ContactList): string | null {
  buildResting(context, still, rising);
  const { problem } = context.solvers.rows;
  if (problem.rowCount === 0 || satisfiesConditions(context, context.world.solvers.resting.solveMotion(problem)))
    return null;
  return solveBuilt(context);
}

/** The forces of the motion just found. */
export function finishResting(context: EventContext): string | null {
  const { world } = context;
  const { rows } = context.solvers;
  if (
    rows.problem.rowCount === 0 ||
    world.solvers.resting.judgeForces(rows.problem, wantsLeast(context)) === RowStatus.ok
  )
    return null;
  return solveBuilt(context);
}

/** Solves for forces; if `mayMiss`, also where contacts contradict each other: by how much they are off the law is booked. */
function solveBuilt(context: EventContext, mayMiss = true): string | null {
  const { worst } = context.world;
  if (context.solvers.rows.problem.rowCount === 0) return null;
  if (solveRows(context, context.contactSet.contacts, wantsLeast(context), mayMiss) !== RowStatus.ok) return noForces;
  worst.residual = Math.max(worst.residual, context.solvers.contradiction[0]);
  return null;
}

function wantsLeast(context: EventContext): boolean {
  const { releasing } = context.memory;
  const { rows } = context.solvers;
  return !releasing.isEmpty || rows.problem.rowCount <= manyRows;
}

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

/** A number for each contact, in room that stays. */
let numbers = new Float64Array(0);

/** Of the contacts that rise, those that hop below what counts, to `low`: see `listLowOf`. */
export function listLow(context: EventContext, lasts: boolean): void {
  const { world } = context;
  const { contacts, still, rising } = context.contactSet;
  const { rows } = context.solvers;
  const { problem, joints } = rows;
  const y = problem.rowCount === 0 ? problem.y0 : world.solvers.resting.motion;
  if (numbers.length < contacts.count) numbers = new Float64Array(2 * contacts.count);
  for (let k = 0; k < rising.count; k++) {
    const r = joints.rows + still.count + k;
    let a = problem.c[r];
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) a += problem.values[v] * y[problem.column[v]];
    numbers[rising.items[k]] = a;
  }
  const { contactTolerance } = world.settings;
  const last = hasManyContacts(context, contacts)
    ? lowestOfMany
    : Math.min(lowestMicroBounce, lowestLast / contactTolerance);
  listLowOf(context, numbers, lasts ? last : lowestMicroBounce);
}

/**
 * Of the contacts that rise, with these accelerations by contact, those that fall back before they are higher than the fraction
 * `lowest` of the tolerance, to `low`: they bounce on and on below what counts, and are at rest after T = 2u/(α(1 − e)).
 */
export function listLowOf(context: EventContext, accelerations: Float64Array, lowest: number): void {
  const { world } = context;
  const { contacts, rising, low } = context.contactSet;
  const { contactTolerance, integrator, step } = world.settings;
  // backward Euler has them falling at once: what falls back within two of its steps does not hop
  const shortest = integrator === "backward-euler" ? 2 * step : 0;
  low.clear();
  for (let k = 0; k < rising.count; k++) {
    const c = rising.items[k];
    const a = accelerations[c];
    const u = contacts.rate[c];
    if (!(u * u <= 2 * -a * lowest * contactTolerance || u <= shortest * -a)) continue;
    // what bounces without loss is ended after one hop: lower than any that is seen
    const e = contacts.restitution[c];
    context.memory.zeno.restTime.set(c, context.island.system.time + (2 * u) / (-a * (e < 1 ? 1 - e : 1)));
    low.add(c);
  }
}

/** The largest acceleration that the first contacts would have without forces between them, by its terms. */
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

/** The accelerations of contacts that do not part; ∞ of all others. They are in room that others use. */
export function listAccelerations(context: EventContext): Float64Array {
  const { world } = context;
  const { contacts, still } = context.contactSet;
  const { rows } = context.solvers;
  const { problem, joints } = rows;
  if (numbers.length < contacts.count) numbers = new Float64Array(2 * contacts.count);
  const all = numbers;
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

/** Of the contacts that do not part, those with a force. */
export function listPressing(context: EventContext): number[] {
  const { world } = context;
  const { rows } = context.solvers;
  const { still } = context.contactSet;
  if (rows.problem.rowCount === 0) return [];
  return still.toArray().filter((_, k) => world.solvers.resting.forces[rows.joints.rows + k] > 0);
}

/** 1 for the rows of contacts whose force has just fallen to zero: others may be able to do without them. */
function listReleasing(context: EventContext, near: ContactList): Uint8Array | null {
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
 * Pairs of which a contact has lost its force just now, or that have just parted: what is left of them holds only if it presses. What is left may be of
 * other features than what was held.
 */
export function listReleasingPairs(context: EventContext): SlotSet {
  const { contacts } = context.contactSet;
  const { releasing, parted } = context.memory;
  const { time } = context.island.system;
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

const releasingPairs = new SlotSet();
/** The two parts of each contact that is releasing, whatever its features: their keys are 0. */
const releasingParts = new ContactMemory();
/** 1 for rows that carry everything, and for those with a = 0; then, for contacts by which their pair holds. */
let basis = new Uint8Array(0);
let isHolding = new Uint8Array(0);
export let holds: Uint8Array = new Uint8Array(0);
/** Contacts that are held from now on. */
export const held = new ContactList();

/** Chooses, of those that do not part, which contacts are held, and which pairs hold on to each other. */
export function chooseActive(context: EventContext, near: ContactList): void {
  const { world } = context;
  const { contacts } = context.contactSet;
  const { resting } = world.solvers;
  const { forces: f } = resting;
  held.clear();
  if (holds.length < contacts.count) holds = new Uint8Array(2 * contacts.count);
  holds.fill(0, 0, contacts.count);
  if (near.count === 0) return;
  const { rows } = context.solvers;
  const joints = rows.joints.rows;
  const count = rows.problem.rowCount;
  if (basis.length < count) {
    basis = new Uint8Array(2 * count);
    isHolding = new Uint8Array(2 * count);
  }
  resting.selectBasis(basis, listReleasing(context, near));
  resting.listHolding(isHolding);
  const left = listReleasingPairs(context);
  for (let k = 0; k < near.count; k++) {
    const c = near.items[k];
    const r = joints + k;
    contacts.force[c] = f[r];
    const presses = f[r] > 0 || basis[r] === 1;
    const stays = isHolding[r] === 1 || (isLeft && measureRow(rows.problem, r, resting.motion) <= leftPart);
    if (stays && (presses || !left.has(contacts.pair[c]))) holds[c] = 1;
    if (basis[r] === 0) continue;
    contacts.active[c] = 1;
    held.add(c);
  }
  // a hinge on an edge keeps the edge where it is: such a pair touches all the time without a row of its own
  for (let k = 0; k < near.count; k++) {
    if (isHolding[joints + k] === 1 && !hasRow(contacts, near.items[k])) contacts.active[near.items[k]] = 3;
  }
}

/** Whether a contact of the pair of contact c is held. */
function hasRow({ pair, active, count }: ContactTable, c: number): boolean {
  for (let k = c; k >= 0 && pair[k] === pair[c]; k--) if (active[k] === 1) return true;
  for (let k = c + 1; k < count && pair[k] === pair[c]; k++) if (active[k] === 1) return true;
  return false;
}
