/**
 * Impacts where something rubs: impulses in their cones, after which nothing approaches. One round is
 *
 *   v⁺ ≥ −e v⁻ at every contact,   |p_t| ≤ μ p_n,  p_t against what slides after it       p_N (Newton)
 *   where that would raise the energy, Poisson's hypothesis                                p_P, poisson-impacts.ts
 *   the same with e = 0                                                                    p_0 (plastic), never gains energy
 *   where p_P would raise it too, p = p_0 + s (p_P − p_0) with the largest s ≤ 1 that does not
 *
 * and rounds go on until nothing approaches; after ten of them e = 0. The blend stays in every cone. Where no forces satisfy
 * Coulomb's law (Painlevé) an impact without a collision does: p_n > 0 brings to rest what slides.
 *
 * Follows: Baraff 1989, section 8; Rigid Body Simulation, section 8.
 */
import { addImpulses } from "../../constrain/index.js";
import { ImpactStatus, isFelt } from "../../contact/index.js";
import { ConeMode, ConeStatus } from "../../linalg/index.js";
import { addCones, addContactEvent, clearReported, expectImpulses } from "../active-set/index.js";
import { evaluateAll, evaluateWithSlip } from "../contact-state/index.js";
import { LedgerSlot, manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import type { EventContext } from "./context.js";
import { isFaded, listReached, nearer } from "./impact-reach.js";
import { measureFaint } from "./impacts.js";
import { addRestitution } from "./poisson-impacts.js";

const maxRounds = 12;
/** From this round on e = 0. */
const plasticRound = 10;
/** How fast, of what slides, contacts that jam come to approach at most. */
const nudge = 1e-7;
/** Impulses with a smaller residual satisfy the law. */
const conditionTolerance = 1e-10;
/** Impulses with a smaller one are better than those without friction. */
const inexact = 1e-6;

/** Factorisations for a guess; and the part of all contacts up to which one is made. */
const briefly = 60;
const part = 0.75;

/** Numbers of one round. */
interface Round {
  /** Impulses, by row. */
  readonly p: Float64Array;
  /** Whether restitution is Poisson's; the part s of it that was left. */
  readonly isPoisson: boolean;
  readonly blend: number;
}

export function answerFrictionalImpacts(context: EventContext): string | null {
  const { world } = context;
  const { contacts } = context.contactSet;
  const threshold = world.settings.restitutionThreshold;
  context.budget.begin(contacts.count);
  for (let round = 0; round < maxRounds; round++) {
    let worst = 0;
    for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
    if (!(worst < -threshold)) return null;
    const before = contacts.rate.slice(0, contacts.count);
    const isOne = world.settings.collisions === "propagation" && round < maxRounds - 2;
    if (!isOne) lookNearBy(context, threshold);
    const chosen = isOne ? chooseFastest(context) : listReached(context, threshold);
    const isPlastic = round >= plasticRound || worst > -threshold;
    prepareImpact(context, chosen);
    let found = solveRound(context, isPlastic);
    if (!isOne && chosen.length < contacts.count && (found === null || !isFaded(context, found.p))) {
      prepareImpact(context, listAll(context));
      found = solveRound(context, isPlastic);
    }
    const tooMuch = context.budget.judge();
    if (tooMuch !== null) return tooMuch;
    if (found === null) return "the impulses of a collision with friction could not be found";
    const law = nameLaw(context, found);
    const least = measureFaint(context, conditionTolerance);
    strike(context, found.p);
    for (let k = 0; k < context.solvers.cones.count; k++) {
      const c = context.solvers.cones.list[k];
      const r = context.solvers.cones.row[k];
      if (!isFelt(context.solvers.cones.problem.rows, r, found.p[r], least)) continue;
      addContactEvent(context, c, "collision", found.p[r], before[c], contacts.rate[c], law);
    }
  }
  return null;
}

/**
 * In a large island, what contacts do nearest to the collision is found first, then farther and farther away: each time the
 * most of it is known. For the guess alone; what takes too much is left to the next.
 */
function lookNearBy(context: EventContext, threshold: number): void {
  const { coneSolver } = context.solvers;
  const { contacts } = context.contactSet;
  const { limit } = coneSolver;
  coneSolver.limit = Math.min(limit, briefly);
  for (const far of nearer) {
    const list = listReached(context, threshold, far);
    if (list.length <= manyContacts || !(list.length < part * contacts.count)) continue;
    prepareImpact(context, list);
    solveGuessed(context);
  }
  coneSolver.limit = limit;
}

/** What is said of a round in its events; and in the report, where it is not the law asked for. */
function nameLaw({ world }: EventContext, { isPoisson, blend }: Round): string {
  const { collisions, restitution } = world.settings;
  if (isPoisson && restitution !== "poisson") addFallback(world.worst, "impact/poisson");
  if (blend < 1) addFallback(world.worst, "impact/energy-limit");
  return `${collisions}, friction${isPoisson ? ", Poisson" : ""}${blend < 1 ? ", energy limited" : ""}`;
}

function listAll({ contactSet: { contacts } }: EventContext): number[] {
  return Array.from({ length: contacts.count }, (_, c) => c);
}

function chooseFastest({ contactSet: { contacts } }: EventContext): number[] {
  let fastest = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.rate[c] < contacts.rate[fastest]) fastest = c;
  return [fastest];
}

function prepareImpact(context: EventContext, list: readonly number[]): void {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  for (const c of list) {
    evaluateWithSlip(context, contacts, c);
  }
  cones.build(contacts, list, list.length, false);
  cones.setResting(contacts);
  cones.writeVelocities(contacts);
}

/** The impulses of one round; null if none are found. */
function solveRound(context: EventContext, isPlastic: boolean): Round | null {
  const { world } = context;
  const { cones, coneSolver } = context.solvers;
  const { contacts } = context.contactSet;
  const { problem, list, row, count } = cones;
  const { rows } = problem;
  const threshold = world.settings.restitutionThreshold;
  if (!solveCones(context)) return solveSmooth(context);
  const plastic = coneSolver.result.f.slice(0, rows.rowCount);
  const driven = rows.c.slice(0, rows.rowCount);
  let isBouncing = false;
  for (let k = 0; k < count && !isPlastic; k++) {
    const c = list[k];
    const e = contacts.restitution[c];
    if (e === 0 || Math.abs(contacts.rate[c]) <= threshold) continue;
    rows.c[row[k]] += e * contacts.rate[c];
    isBouncing = true;
  }
  if (!isBouncing) return { p: plastic, isPoisson: false, blend: 1 };
  const isAsked = world.settings.restitution === "poisson";
  const isSolved = !isAsked && solveCones(context);
  const newton = coneSolver.result.f.slice(0, rows.rowCount);
  for (let r = 0; r < rows.rowCount; r++) rows.c[r] = driven[r];
  // Newton's, Poisson's where that would raise the energy, as much of that as does not
  if (isSolved && findBlend(context, plastic, newton) === 1) return { p: newton, isPoisson: false, blend: 1 };
  const full = addRestitution(context, plastic) ?? (isSolved ? newton : null);
  if (full === null) {
    addFallback(world.worst, "impact/no-restitution");
    return { p: plastic, isPoisson: false, blend: 0 };
  }
  const s = findBlend(context, plastic, full);
  return { p: plastic.map((p, r) => p + s * (full[r] - p)), isPoisson: full !== newton, blend: s };
}

/**
 * Solves the problem at hand; whether there are impulses, be they not quite exact. In a crowd most contacts do what they did
 * in the impact before.
 */
function solveCones(context: EventContext): boolean {
  const { world } = context;
  const { coneSolver } = context.solvers;
  const status = solveGuessed(context);
  if (status !== ConeStatus.stalled || !(coneSolver.result.residual < inexact)) return status === ConeStatus.solved;
  addFallback(world.worst, "impact/inexact");
  return true;
}

function solveGuessed(context: EventContext): ConeStatus {
  const { cones, coneSolver, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { impacts, guess } = friction.memory;
  const hasManyContacts = cones.count > manyContacts;
  const isGuessed = hasManyContacts && (impacts.write(context, contacts) || guess.write(context, contacts));
  const status = isGuessed ? coneSolver.solveFrom(cones.problem) : coneSolver.solve(cones.problem);
  if (hasManyContacts && status === ConeStatus.solved) impacts.learn(context, contacts);
  return status;
}

/** Without friction, where with it none were found. */
function solveSmooth(context: EventContext): Round | null {
  const { world } = context;
  const { rows, cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { settings, worst } = world;
  const { impact } = world.solvers;
  const list = Int32Array.from(cones.list.subarray(0, cones.count));
  rows.build(contacts, list, list.length);
  rows.writeVelocities(contacts);
  const joints = rows.joints.rows;
  const restitution = new Float64Array(joints + list.length);
  list.forEach((c, k) => {
    restitution[joints + k] = contacts.restitution[c];
  });
  if (impact.solve(rows.problem, restitution, settings.restitutionThreshold) !== ImpactStatus.ok) return null;
  addFallback(worst, "impact/frictionless");
  const smooth = impact.impulses.slice(0, rows.problem.rowCount);
  prepareImpact(context, Array.from(list));
  const p = new Float64Array(cones.problem.rows.rowCount);
  p.set(smooth.subarray(0, joints));
  for (let k = 0; k < list.length; k++) p[cones.row[k]] = smooth[joints + k];
  return { p, isPoisson: false, blend: 1 };
}

/** y = y⁰ + Jᵀ p; ½|y|² + p·c: the energy after the impulses p, less what driven things put in. */
function measureEnergy(context: EventContext, p: Float64Array): number {
  const { rows } = context.solvers.cones.problem;
  const y = rows.y0.slice(0, rows.dimension);
  let sum = 0;
  for (let r = 0; r < rows.rowCount; r++) {
    sum += p[r] * rows.c[r];
    for (let v = rows.rowStart[r]; v < rows.rowStart[r + 1]; v++) y[rows.column[v]] += rows.values[v] * p[r];
  }
  for (let k = 0; k < y.length; k++) sum += 0.5 * y[k] * y[k];
  return sum;
}

/** The largest s in [0, 1] for which p_0 + s (p_N − p_0) does not raise the energy, which is a parabola in s. */
function findBlend(context: EventContext, plastic: Float64Array, newton: Float64Array): number {
  const none = measureEnergy(context, new Float64Array(plastic.length));
  const end = measureEnergy(context, newton);
  // conserved, but for rounding
  if (end <= none * (1 + 1e-13)) return 1;
  const start = measureEnergy(context, plastic);
  const middle = measureEnergy(
    context,
    plastic.map((p, r) => 0.5 * (p + newton[r])),
  );
  // start + b s + a s² = none
  const a = 2 * (start + end - 2 * middle);
  const b = end - start - a;
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * (start - none)));
  const s = a > 0 ? (root - b) / (2 * a) : 0;
  return Math.min(1, Math.max(0, s));
}

/** Gives the impulses to what they act on, and books. */
function strike(context: EventContext, p: Float64Array): void {
  const { island } = context;
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { rows } = cones.problem;
  const before = measureEnergy(context, new Float64Array(rows.rowCount));
  const after = measureEnergy(context, p);
  let work = 0;
  for (let r = 0; r < rows.rowCount; r++) work -= p[r] * rows.c[r];
  const total = new Float64Array(island.count);
  cones.writeForces(total, p, contacts);
  island.ledger[LedgerSlot.work] += work;
  island.ledger[LedgerSlot.dissipated] += before - after;
  clearReported(context.world.audit, island);
  addCones(context.world.audit, context, p, contacts);
  expectImpulses(context.world.audit, island, 1);
  addImpulses(island, total);
  evaluateAll(context);
}

/**
 * An impact without a collision: what slides and cannot be held by forces is brought to rest. Where it is not `certain` that there
 * are no forces, only impulses that remain without the nudge are taken: forces would have gone with it.
 */
export function jam(context: EventContext, certain = true): string | null {
  const { world } = context;
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const near = listAll(context).filter((c) => contacts.rate[c] <= world.settings.restitutionThreshold);
  prepareImpact(context, near);
  const { rows } = cones.problem;
  let fastest = 0;
  for (const c of near) {
    for (let x = 0; x < 3; x++) fastest = Math.max(fastest, Math.abs(contacts.slip[3 * c + x]));
  }
  let p = stop(context);
  if (p === null) {
    const motion = rows.y0.slice(0, rows.dimension);
    const driven = rows.c.slice(0, rows.rowCount);
    pushOn(context, nudge * fastest);
    const isFound = solveCones(context);
    p = coneSolver.result.f.slice(0, rows.rowCount);
    rows.y0.set(motion);
    rows.c.set(driven);
    if (!isFound) return "neither forces nor impulses satisfy the law of friction";
    // the same modes without the nudge, if they are not those of no impulse at all
    const size = measureLargest(p);
    const isHeld = coneSolver.follow(cones.problem) && coneSolver.result.residual < conditionTolerance;
    const exact = coneSolver.result.f.slice(0, rows.rowCount);
    if (isHeld && measureLargest(exact) > 0.5 * size) p = exact;
    else if (!certain) return "there may be forces that were not found";
  }
  addFallback(world.worst, "friction/jamming");
  const before = contacts.rate.slice(0, contacts.count);
  const least = measureFaint(context, conditionTolerance);
  strike(context, p);
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    const r = cones.row[k];
    if (!isFelt(rows, r, p[r], least)) continue;
    addContactEvent(context, c, "collision", p[r], before[c], contacts.rate[c], "impact without a collision");
  }
  return null;
}

/**
 * Velocities of the problem at hand as they would be a moment later without contacts, which then approach by `speed` at most.
 * Impulses that leave what slides as it is would be forces times that moment, and there are none.
 */
function pushOn(context: EventContext, speed: number): void {
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { rows } = cones.problem;
  const motion = rows.y0.slice(0, rows.dimension);
  const driven = rows.c.slice(0, rows.rowCount);
  cones.writeAccelerations(contacts);
  let most = 0;
  for (let k = 0; k < cones.count; k++) {
    const r = cones.row[k];
    let a = rows.c[r];
    for (let v = rows.rowStart[r]; v < rows.rowStart[r + 1]; v++) a += rows.values[v] * rows.y0[rows.column[v]];
    most = Math.max(most, Math.abs(a));
  }
  const moment = most > 0 ? speed / most : 0;
  for (let j = 0; j < rows.dimension; j++) rows.y0[j] = motion[j] + moment * rows.y0[j];
  for (let r = 0; r < rows.rowCount; r++) rows.c[r] = driven[r] + moment * rows.c[r];
}

function measureLargest(p: Float64Array): number {
  let most = 0;
  for (let r = 0; r < p.length; r++) most = Math.max(most, Math.abs(p[r]));
  return most;
}

/** Impulses after which nothing slides, of the problem at hand; null if they are not in their cones. */
function stop({ solvers: { cones, coneSolver } }: EventContext): Float64Array | null {
  const { problem, row, cone, count } = cones;
  const { result } = coneSolver;
  result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
  for (let k = 0; k < count; k++) {
    result.pressed[row[k]] = 1;
    if (cone[k] >= 0) result.mode[cone[k]] = ConeMode.stick;
  }
  if (!coneSolver.follow(problem) || !(result.residual < conditionTolerance)) return null;
  return result.f.slice(0, problem.rows.rowCount);
}
