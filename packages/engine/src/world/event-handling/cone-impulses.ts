/**
 * Impulses with friction at an instant: the problem of rows and cones in velocities, its solution, and what follows from it
 * (momenta, energy balance, events). Impacts (frictional-impacts.ts) and impacts without a collision (jamming.ts) solve it.
 *
 * Follows: Baraff 1989, section 8.
 */
import { addImpulses } from "../../constrain/index.js";
import { isFelt } from "../../contact/index.js";
import { FrictionContactStatus } from "../../linalg/index.js";
import { addCones, addContactEvent, clearReported, expectImpulses } from "../active-set/index.js";
import { evaluateAll, evaluateWithSlip } from "../contact-state/index.js";
import { LedgerSlot, manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import type { EventContext } from "./context.js";
import { measureFaint } from "./impacts.js";
import { impactResidual, inexactResidual } from "./parameters.js";

/** Returns all contacts of the island, by number. */
export function listAll({ contactSet: { contacts } }: EventContext): number[] {
  return Array.from({ length: contacts.count }, (_, c) => c);
}

/** Builds the problem of a list of contacts in velocities, without friction of joints. */
export function prepareImpact(context: EventContext, list: readonly number[]): void {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  for (const c of list) {
    evaluateWithSlip(context, contacts, c);
  }
  cones.build(contacts, list, list.length, false);
  cones.setResting(contacts);
  cones.writeVelocities(contacts);
}

/** Solves the problem at hand. Returns whether there are impulses; inexact ones are reported. */
export function solveCones(context: EventContext): boolean {
  const { world } = context;
  const { coneSolver } = context.solvers;
  const status = solveGuessed(context);
  if (status !== FrictionContactStatus.stalled || !(coneSolver.result.residual < inexactResidual))
    return status === FrictionContactStatus.solved;
  addFallback(world.worst, "impact/inexact");
  return true;
}

/** Solves the problem at hand, from the modes of the impact before if there are many contacts: most of them do the same again. */
export function solveGuessed(context: EventContext): FrictionContactStatus {
  const { cones, coneSolver, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { impacts, guess } = friction.memory;
  const hasManyContacts = cones.count > manyContacts;
  const isGuessed = hasManyContacts && (impacts.write(context, contacts) || guess.write(context, contacts));
  const status = isGuessed ? coneSolver.solveFrom(cones.problem) : coneSolver.solve(cones.problem);
  if (hasManyContacts && status === FrictionContactStatus.solved) impacts.learn(context, contacts);
  return status;
}

/** Returns the energy after the impulses p, less the work of driven bodies: ½|y|² + p·c with y = y⁰ + Jᵀ p. */
export function measureEnergy(context: EventContext, p: Float64Array): number {
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

/**
 * Applies the impulses p to momenta and energy balance, and reports the collisions of the contacts with an event law; `before`
 * are the rates of all contacts before the impact, m/s.
 */
export function strikeAndReport(context: EventContext, p: Float64Array, before: Float64Array, law: string): void {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  const least = measureFaint(context, impactResidual);
  strike(context, p);
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    const r = cones.row[k];
    if (!isFelt(cones.problem.rows, r, p[r], least)) continue;
    addContactEvent(context, c, "collision", p[r], before[c], contacts.rate[c], law);
  }
}

/** Applies the impulses p to momenta and energy balance. */
function strike(context: EventContext, p: Float64Array): void {
  const { island } = context;
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { rows } = cones.problem;
  const before = measureEnergy(context, new Float64Array(rows.rowCount));
  const after = measureEnergy(context, p);
  let work = 0;
  for (let r = 0; r < rows.rowCount; r++) work -= p[r] * rows.c[r];
  const total = new Float64Array(island.model.count);
  cones.writeForces(total, p, contacts);
  island.balance.ledger[LedgerSlot.work] += work;
  island.balance.ledger[LedgerSlot.dissipated] += before - after;
  clearReported(context.world.audit, island);
  addCones(context.world.audit, context, p, contacts);
  expectImpulses(context.world.audit, island, 1);
  addImpulses(island, total);
  evaluateAll(context);
}
