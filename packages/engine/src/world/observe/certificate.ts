/**
 * What a call promises, and whether it was kept: the law of contact, the total of the energies, and how far joints are off.
 * What is beyond what is allowed is told among the fallbacks.
 *
 *   |Δ (kinetic + potential + dissipated − work)| as calls end, beside the largest of the four so far, or of what
 *                                                   an island moved with in between
 *   |C|                                             m or rad; the limits of joints too
 *
 * by the bounds of audit-bounds.ts; and what the audit finds, which knows nothing of how a motion was found (audit.ts, force-balance.ts, audit-bounds.ts).
 */
import { kineticEnergy, type Mechanism, potentialEnergy } from "../../constrain/index.js";
import { vec3 } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { judgeAudit } from "../audit/index.js";
import type { WorldContext } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";
import { LedgerSlot } from "../model/index.js";
import { addFallback, type Energy, noteFault, type Worst } from "../record/index.js";
import { noteUncarried } from "../verification/index.js";

/** Positions are known to this, m: particles are as large. */
const roundedWay = 1e-12;
/** Residual of complementarity, relative to the accelerations without contact forces. */
const mostResidual = 1e-9;

/** The total at first, the largest term so far, and what was dissipated, J. */
export interface EnergyMark {
  first: number;
  largest: number;
  /** The most that was dissipated so far, and the potential energy at first, J: if they are known. */
  dissipated?: number;
  potential?: number;
  /** The most that was exchanged so far, J: kinetic energy, what the potential has changed by, dissipated and work. */
  exchanged?: number;
}

/** A call begins with what islands stand on: it may go on for long without settling once. */
export function addStanding(worst: Worst, flows: readonly IslandFlow[]): void {
  for (const flow of flows) {
    const { contacts, holding, rank, isUnique } = flow.context.status.standing;
    noteUncarried(flow);
    worst.contacts = Math.max(worst.contacts, contacts);
    if (holding > worst.holding) {
      worst.holding = holding;
      worst.rank = rank;
    }
    if (!isUnique) worst.unique = false;
  }
}

/** What all weights do on the way of that, J: what the books are known to, where all energies are near zero. */
function measureRounding({ inverseMass, mass, count, particles }: RigidSystem, gravity: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++) if (inverseMass[i] > 0) sum += mass[i];
  for (let j = 0; j < particles.count; j++) if (particles.inverseMass[j] > 0) sum += particles.mass[j];
  return sum * Math.sqrt(vec3.dot(gravity, 0, gravity, 0)) * roundedWay;
}

/**
 * Compares the total of the books with what it was at first, and forces and joints with what they may be off by. What the weights of
 * `system`, if it is given, do within rounding is no difference. A swing that ends where it began has no energies to compare with
 * there, but has had.
 */
export function judgeCertificate(
  { worst, settings, swing }: Pick<WorldContext, "worst" | "settings" | "swing">,
  mark: EnergyMark,
  now: Energy,
  system: RigidSystem | null = null,
): void {
  const { kinetic, potential, dissipated, work, total } = now;
  mark.largest = Math.max(mark.largest, swing[0], ...[kinetic, potential, dissipated, work].map(Math.abs));
  swing[0] = 0;
  const off = Math.abs(total - mark.first);
  const rounding = system === null ? 0 : measureRounding(system, settings.gravity);
  const error = mark.largest === 0 || off <= rounding ? 0 : off / mark.largest;
  worst.energyError = Math.max(worst.energyError, error);
  const drop = measureDrop(mark, now, rounding);
  if (drop > worst.dissipationDrop) noteFault(worst, "dissipationDrop", drop, { body: -1, time: system?.time ?? 0 });
  if (!(worst.residual <= mostResidual)) addFallback(worst, "contact/complementarity");
  judgeAudit(worst, settings);
}

/** By how much the dissipated energy has fallen beyond rounding, of the most that was exchanged: a potential has no zero of its own. */
function measureDrop(mark: EnergyMark, { kinetic, potential, dissipated, work }: Energy, rounding: number): number {
  mark.potential ??= potential;
  const most = mark.dissipated ?? dissipated;
  const moved = Math.max(kinetic, Math.abs(potential - mark.potential), Math.abs(dissipated), Math.abs(work));
  mark.exchanged = Math.max(mark.exchanged ?? 0, moved);
  mark.dissipated = Math.max(most, dissipated);
  const drop = most - dissipated - rounding;
  return drop > 0 ? drop / mark.exchanged : 0;
}

/** All energies at the present state, with the books of the world and of its islands. */
export function measureEnergy(mechanism: Mechanism, ledger: Float64Array, flows: readonly IslandFlow[]): Energy {
  const kinetic = kineticEnergy(mechanism);
  const potential = potentialEnergy(mechanism);
  const sum = (slot: number) => flows.reduce((total, { context }) => total + context.island.ledger[slot], ledger[slot]);
  const work = sum(LedgerSlot.work);
  const dissipated = sum(LedgerSlot.dissipated);
  return { kinetic, potential, dissipated, work, total: kinetic + potential + dissipated - work };
}
