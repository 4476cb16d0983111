/**
 * The certificate of a call: the Signorini–Coulomb conditions, the energy balance and the constraints of joints, with the bounds of
 * audit-bounds.ts. Each violation is reported as a fallback.
 *
 *   |Δ (kinetic + potential + dissipated − work)|   at the end of calls, relative to the largest of the four so far, or to the largest
 *                                                   kinetic energy of an island in between
 *   |C|                                             m or rad, limits of joints included
 *
 * The audit, which does not depend on the method of integration, is judged as well (audit.ts, force-balance.ts).
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
import { mostResidual, positionRounding } from "./parameters.js";

/** Energies of earlier calls, with which the present ones are compared, J. */
export interface EnergyMark {
  /** The total at first. */
  first: number;
  /** The largest term of the balance so far. */
  largest: number;
  /** The largest dissipated energy so far, if it is known. */
  dissipated?: number;
  /** The potential energy at first, if it is known. */
  potential?: number;
  /** The largest energy exchanged so far: kinetic, dissipated, work, or the change of the potential. */
  exchanged?: number;
}

/** Adds the standing contacts of islands to the report where a call begins: it may last long without an event. */
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

/** Returns the work of all weights along the accuracy of positions, J: the rounding of the balance where energies are near zero. */
function measureRounding({ inverseMass, mass, count, particles }: RigidSystem, gravity: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++) if (inverseMass[i] > 0) sum += mass[i];
  for (let j = 0; j < particles.count; j++) if (particles.inverseMass[j] > 0) sum += particles.mass[j];
  return sum * Math.sqrt(vec3.dot(gravity, 0, gravity, 0)) * positionRounding;
}

/**
 * Compares the total of the energy balance with that at first, and the errors of forces and joints with their bounds, and reports
 * violations. The work of the weights of `system`, if it is given, within rounding is no difference. A swing that ends where it
 * began is compared with the kinetic energy that it has had in between.
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

/**
 * Returns the fall of the dissipated energy beyond rounding, as a part of the largest energy exchanged: the potential has no zero
 * of its own.
 */
function measureDrop(mark: EnergyMark, { kinetic, potential, dissipated, work }: Energy, rounding: number): number {
  mark.potential ??= potential;
  const most = mark.dissipated ?? dissipated;
  const moved = Math.max(kinetic, Math.abs(potential - mark.potential), Math.abs(dissipated), Math.abs(work));
  mark.exchanged = Math.max(mark.exchanged ?? 0, moved);
  mark.dissipated = Math.max(most, dissipated);
  const drop = most - dissipated - rounding;
  return drop > 0 ? drop / mark.exchanged : 0;
}

/** Returns all energies at the present state, with the ledgers of the world and of its islands. */
export function measureEnergy(mechanism: Mechanism, ledger: Float64Array, flows: readonly IslandFlow[]): Energy {
  const kinetic = kineticEnergy(mechanism);
  const potential = potentialEnergy(mechanism);
  const sum = (slot: number) =>
    flows.reduce((total, { context }) => total + context.island.balance.ledger[slot], ledger[slot]);
  const work = sum(LedgerSlot.work);
  const dissipated = sum(LedgerSlot.dissipated);
  return { kinetic, potential, dissipated, work, total: kinetic + potential + dissipated - work };
}
