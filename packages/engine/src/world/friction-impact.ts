/**
 * Impacts where something rubs: impulses in their cones, after which nothing approaches. One round is
 *
 *   v⁺ ≥ −e v⁻ at every contact,   |p_t| ≤ μ p_n,  p_t against what slides after it       p_N (Newton)
 *   the same with e = 0                                                                    p_0 (plastic), never gains energy
 *   p = p_0 + s (p_N − p_0) with the largest s ≤ 1 that does not raise the energy
 *
 * and rounds go on until nothing approaches; after ten of them e = 0. The blend stays in every cone. Where no forces satisfy
 * Coulomb's law (Painlevé) an impact without a collision does: p_n > 0 brings to rest what slides.
 *
 * Follows: Baraff 1989, section 8; Rigid Body Simulation, section 8.
 */
import { ImpactStatus } from "../contact/index.js";
import { ConeMode, ConeStatus } from "../linalg/index.js";
import { addContactEvent } from "./contact-events.js";
import { evaluateRubbing } from "./friction-flow.js";
import { LedgerSlot } from "./power.js";
import { addFallback } from "./report.js";
import type { IslandRun } from "./run.js";
import { evaluateAll } from "./settle-impact.js";

const maxRounds = 12;
/** From this round on e = 0. */
const plasticRound = 10;
/** How fast, of what slides, contacts that jam are taken to approach. */
const nudge = 1e-7;
/** Impulses with a smaller residual satisfy the law. */
const lawful = 1e-10;

/** Numbers of one round. */
interface Round {
  /** Impulses, by row. */
  readonly p: Float64Array;
  /** The part s of restitution that was left. */
  readonly blend: number;
}

export function answerRubbing(run: IslandRun): string | null {
  const { contacts, kit } = run;
  const threshold = kit.settings.restitutionThreshold;
  for (let round = 0; round < maxRounds; round++) {
    let worst = 0;
    for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
    if (!(worst < -threshold)) return null;
    const before = contacts.rate.slice(0, contacts.count);
    const chosen =
      kit.settings.collisions === "propagation" && round < maxRounds - 2 ? chooseFastest(run) : listAll(run);
    prepareImpact(run, chosen);
    const found = solveRound(run, round >= plasticRound || worst > -threshold);
    if (found === null) return "the impulses of a collision with friction could not be found";
    const law = `${kit.settings.collisions}, friction${found.blend < 1 ? ", energy limited" : ""}`;
    if (found.blend < 1) addFallback(kit.worst, "impact: energy limited");
    strike(run, found.p);
    for (let k = 0; k < run.cones.count; k++) {
      const c = run.cones.list[k];
      const j = found.p[run.cones.row[k]];
      if (j > 0) addContactEvent(run, c, "collision", j, before[c], contacts.rate[c], law);
    }
  }
  return null;
}

function listAll({ contacts }: IslandRun): number[] {
  return Array.from({ length: contacts.count }, (_, c) => c);
}

function chooseFastest({ contacts }: IslandRun): number[] {
  let fastest = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.rate[c] < contacts.rate[fastest]) fastest = c;
  return [fastest];
}

export function prepareImpact(run: IslandRun, list: readonly number[]): void {
  const { contacts, cones } = run;
  for (const c of list) {
    evaluateRubbing(run, contacts, c);
  }
  cones.build(contacts, list, list.length, false);
  cones.setResting(contacts);
  cones.writeVelocities(contacts);
}

/** The impulses of one round; null if none are found. */
function solveRound(run: IslandRun, isPlastic: boolean): Round | null {
  const { cones, coneSolver, contacts, kit } = run;
  const { problem, list, row, count } = cones;
  const { rows } = problem;
  const threshold = kit.settings.restitutionThreshold;
  if (coneSolver.solve(problem) !== ConeStatus.solved) return solveSmooth(run);
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
  if (!isBouncing) return { p: plastic, blend: 1 };
  const isSolved = coneSolver.solve(problem) === ConeStatus.solved;
  const newton = coneSolver.result.f.slice(0, rows.rowCount);
  for (let r = 0; r < rows.rowCount; r++) rows.c[r] = driven[r];
  if (!isSolved) {
    addFallback(kit.worst, "impact: without restitution");
    return { p: plastic, blend: 0 };
  }
  const s = findBlend(run, plastic, newton);
  return { p: plastic.map((p, r) => p + s * (newton[r] - p)), blend: s };
}

/** Without friction, where with it none were found. */
function solveSmooth(run: IslandRun): Round | null {
  const { rows, contacts, kit, cones } = run;
  const { impact, settings, worst } = kit;
  const list = Int32Array.from(cones.list.subarray(0, cones.count));
  rows.build(contacts, list, list.length);
  rows.writeVelocities(contacts);
  const joints = rows.joints.rows;
  const restitution = new Float64Array(joints + list.length);
  list.forEach((c, k) => {
    restitution[joints + k] = contacts.restitution[c];
  });
  if (impact.solve(rows.problem, restitution, settings.restitutionThreshold) !== ImpactStatus.ok) return null;
  addFallback(worst, "impact: friction left out");
  const smooth = impact.impulses.slice(0, rows.problem.rowCount);
  prepareImpact(run, Array.from(list));
  const p = new Float64Array(cones.problem.rows.rowCount);
  p.set(smooth.subarray(0, joints));
  for (let k = 0; k < list.length; k++) p[cones.row[k]] = smooth[joints + k];
  return { p, blend: 1 };
}

/** y = y⁰ + Jᵀ p; ½|y|² + p·c: the energy after the impulses p, less what driven things put in. */
function measureEnergy(run: IslandRun, p: Float64Array): number {
  const { rows } = run.cones.problem;
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
function findBlend(run: IslandRun, plastic: Float64Array, newton: Float64Array): number {
  const none = measureEnergy(run, new Float64Array(plastic.length));
  const end = measureEnergy(run, newton);
  // conserved, but for rounding
  if (end <= none * (1 + 1e-13)) return 1;
  const start = measureEnergy(run, plastic);
  const middle = measureEnergy(
    run,
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
function strike(run: IslandRun, p: Float64Array): void {
  const { cones, contacts, island } = run;
  const { rows } = cones.problem;
  const before = measureEnergy(run, new Float64Array(rows.rowCount));
  const after = measureEnergy(run, p);
  let work = 0;
  for (let r = 0; r < rows.rowCount; r++) work -= p[r] * rows.c[r];
  const total = new Float64Array(island.count);
  cones.writeForces(total, p, contacts);
  island.ledger[LedgerSlot.work] += work;
  island.ledger[LedgerSlot.dissipated] += before - after;
  island.addImpulses(total);
  evaluateAll(run);
}

/** An impact without a collision: what slides and cannot be held by forces is brought to rest. */
export function jam(run: IslandRun): string | null {
  const { contacts, kit, cones, coneSolver } = run;
  const near = listAll(run).filter((c) => contacts.rate[c] <= kit.settings.restitutionThreshold);
  prepareImpact(run, near);
  const { rows } = cones.problem;
  let fastest = 0;
  for (const c of near) {
    for (let x = 0; x < 3; x++) fastest = Math.max(fastest, Math.abs(contacts.slip[3 * c + x]));
  }
  let p = stop(run);
  if (p === null) {
    const driven = rows.c.slice(0, rows.rowCount);
    for (let k = 0; k < cones.count; k++) rows.c[cones.row[k]] -= nudge * fastest;
    const status = coneSolver.solve(cones.problem);
    p = coneSolver.result.f.slice(0, rows.rowCount);
    for (let r = 0; r < rows.rowCount; r++) rows.c[r] = driven[r];
    if (status !== ConeStatus.solved) return "neither forces nor impulses satisfy the law of friction";
    // the same modes without the nudge
    if (coneSolver.follow(cones.problem) && coneSolver.result.residual < lawful) {
      p = coneSolver.result.f.slice(0, rows.rowCount);
    }
  }
  addFallback(kit.worst, "friction: an impact without a collision (Painlevé)");
  const before = contacts.rate.slice(0, contacts.count);
  strike(run, p);
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    const j = p[cones.row[k]];
    if (j > 0) addContactEvent(run, c, "collision", j, before[c], contacts.rate[c], "impact without a collision");
  }
  return null;
}

/** Impulses after which nothing slides, of the problem at hand; null if they are not in their cones. */
function stop({ cones, coneSolver }: IslandRun): Float64Array | null {
  const { problem, row, cone, count } = cones;
  const { result } = coneSolver;
  result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
  for (let k = 0; k < count; k++) {
    result.pressed[row[k]] = 1;
    if (cone[k] >= 0) result.mode[cone[k]] = ConeMode.stick;
  }
  if (!coneSolver.follow(problem) || !(result.residual < lawful)) return null;
  return result.f.slice(0, problem.rows.rowCount);
}
