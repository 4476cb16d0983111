/**
 * Impacts with friction: impulses in their cones, after which no contact approaches. One round is
 *
 *   v⁺ ≥ −e v⁻ at every contact,   |p_t| ≤ μ p_n,  p_t against the slip after it           p_N (Newton)
 *   where that would raise the energy, Poisson's hypothesis                                p_P, poisson-impacts.ts
 *   impulses with e = 0                                                                    p_0 (plastic), never gains energy
 *   where p_P would raise it too, p = p_0 + s (p_P − p_0) with the largest s ≤ 1 that does not
 *
 * Rounds go on until no contact approaches; after ten of them e = 0. The blend stays in every cone.
 *
 * Follows: Baraff 1989, section 8; Rigid Body Simulation, section 8.
 */
import { ImpactStatus } from "../../contact/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback, type EventLaw, joinLaw } from "../record/index.js";
import { listAll, measureEnergy, prepareImpact, solveCones, solveGuessed, strikeAndReport } from "./cone-impulses.js";
import type { EventContext } from "./context.js";
import { isFaded, listReached } from "./impact-reach.js";
import {
  energyRounding,
  guessFactorizations,
  guessPart,
  guessReaches,
  impactReach,
  impactRounds,
  plasticRound,
  simultaneousRound,
} from "./parameters.js";
import { addRestitution } from "./poisson-impacts.js";

/** Impulses of one round, with their law. */
interface Round {
  /** Impulses, by row. */
  readonly p: Float64Array;
  /** Whether restitution is Poisson's. */
  readonly isPoisson: boolean;
  /** Part s of the restitution that does not raise the energy, 0 … 1. */
  readonly blend: number;
}

/** Applies impulses until no contact approaches faster than the threshold. Returns null, or the reason of a failure. */
export function answerFrictionalImpacts(context: EventContext): string | null {
  const { world } = context;
  const { contacts } = context.contactSet;
  const threshold = world.settings.restitutionThreshold;
  context.budget.begin(contacts.count);
  for (let round = 0; round < impactRounds; round++) {
    let worst = 0;
    for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
    if (!(worst < -threshold)) return null;
    const before = contacts.rate.slice(0, contacts.count);
    const isOne = world.settings.collisions === "propagation" && round < simultaneousRound;
    const isPlastic = round >= plasticRound || worst > -threshold;
    const found = isOne ? solveFastest(context, isPlastic) : solveReached(context, threshold, isPlastic);
    const tooMuch = context.budget.judge();
    if (tooMuch !== null) return tooMuch;
    if (found === null) return "the impulses of a collision with friction could not be found";
    strikeAndReport(context, found.p, before, nameLaw(context, found));
  }
  return null;
}

/** Solves for the contact that approaches fastest, where impulses propagate one by one. Returns null if there are no impulses. */
function solveFastest(context: EventContext, isPlastic: boolean): Round | null {
  const { contacts } = context.contactSet;
  let fastest = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.rate[c] < contacts.rate[fastest]) fastest = c;
  prepareImpact(context, [fastest]);
  return solveRound(context, isPlastic);
}

/**
 * Solves for the contacts within the reach of the impact, and for all contacts where impulses have not faded at its end. Returns
 * null if there are no impulses.
 */
function solveReached(context: EventContext, threshold: number, isPlastic: boolean): Round | null {
  guessNearby(context, threshold);
  const chosen = listReached(context, threshold, impactReach);
  prepareImpact(context, chosen);
  const found = solveRound(context, isPlastic);
  const isWhole = chosen.length >= context.contactSet.contacts.count;
  if (isWhole || (found !== null && isFaded(context, found.p))) return found;
  prepareImpact(context, listAll(context));
  return solveRound(context, isPlastic);
}

/**
 * Finds a guess in a large island: the modes of the contacts nearest to the collision first, then of those farther and farther
 * away, each from the modes before. A search beyond its work budget is left to the next one.
 */
function guessNearby(context: EventContext, threshold: number): void {
  const { coneSolver } = context.solvers;
  const { contacts } = context.contactSet;
  const { limit } = coneSolver;
  coneSolver.limit = Math.min(limit, guessFactorizations);
  for (const far of guessReaches) {
    const list = listReached(context, threshold, far);
    if (list.length <= manyContacts || !(list.length < guessPart * contacts.count)) continue;
    prepareImpact(context, list);
    solveGuessed(context);
  }
  coneSolver.limit = limit;
}

/** Returns the event law of a round. A departure from the law of the settings is reported. */
function nameLaw({ world }: EventContext, { isPoisson, blend }: Round): string {
  const { collisions, restitution } = world.settings;
  if (isPoisson && restitution !== "poisson") addFallback(world.worst, "impact/poisson");
  if (blend < 1) addFallback(world.worst, "impact/energy-limit");
  const codes: EventLaw[] = [collisions, "friction"];
  if (isPoisson) codes.push("poisson");
  if (blend < 1) codes.push("energy-limit");
  return joinLaw(...codes);
}

/** Solves one round of the problem at hand. Returns null if no impulses are found. */
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
  // Newton's law; Poisson's where that would raise the energy; and as much of it as does not
  if (isSolved && findBlend(context, plastic, newton) === 1) return { p: newton, isPoisson: false, blend: 1 };
  const full = addRestitution(context, plastic) ?? (isSolved ? newton : null);
  if (full === null) {
    addFallback(world.worst, "impact/no-restitution");
    return { p: plastic, isPoisson: false, blend: 0 };
  }
  const s = findBlend(context, plastic, full);
  return { p: plastic.map((p, r) => p + s * (full[r] - p)), isPoisson: full !== newton, blend: s };
}

/** Solves the impact without friction, where no impulses with friction were found. */
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

/** Returns the largest s in [0, 1] for which p_0 + s (p_N − p_0) does not raise the energy, which is a parabola in s. */
function findBlend(context: EventContext, plastic: Float64Array, newton: Float64Array): number {
  const none = measureEnergy(context, new Float64Array(plastic.length));
  const end = measureEnergy(context, newton);
  // the energy is conserved, but for rounding
  if (end <= none * (1 + energyRounding)) return 1;
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
