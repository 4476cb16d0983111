/** Projection of velocities onto the active rows, and its energy. */

import { projectVelocities } from "../../constrain/index.js";
import type { IslandRows } from "../assembly/index.js";
import { expectJump, keepMomenta, takeReported } from "../audit/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import { LedgerSlot } from "../model/index.js";
import type { ActiveSetContext } from "./context.js";
import { addStruck, clearReported, expectImpulses } from "./reported-wrenches.js";

/** Builds the rows of all contacts with the present velocities. */
export function buildVelocities(context: ActiveSetContext): IslandRows {
  const { rows } = context.solvers;
  const { contacts } = context.contactSet;
  rows.build(contacts, listAll(context), contacts.count);
  rows.writeVelocities(contacts);
  return rows;
}

/** The numbers 0, 1, 2, … for the largest number of contacts so far. */
let all = new Int32Array(0);

/** Returns a list that begins with the numbers of all contacts. */
function listAll({ contactSet: { contacts } }: ActiveSetContext): Int32Array {
  if (contacts.count > all.length) all = Int32Array.from({ length: 2 * contacts.count }, (_, c) => c);
  return all;
}

/**
 * Projects the velocities onto the active rows, and adds the change of energy to the balance. The dissipation is the energy of
 * the jump (Carnot). The work of the impulses at the velocities after it comes from driven bodies: motors, bodies on their paths,
 * belts; without any, it is an error of the energy. The audit expects the reported impulses, `struck` by contact of the active
 * rows, and beside them jumps of no more than `limit`, m/s.
 *
 *   ½ v⁺² − ½ v⁻² = (v⁺ − v⁻)·v⁺ − ½ (v⁺ − v⁻)²      in the metric of the masses
 */
export function projectActive(
  context: ActiveSetContext,
  limit: number,
  active: readonly ActiveRows[] = [],
  struck: Float64Array | null = null,
): void {
  const { island, world } = context;
  buildVelocities(context);
  const { y0, dimension } = context.solvers.rows.problem;
  if (velocity.length < dimension) velocity = new Float64Array(2 * dimension);
  for (let k = 0; k < dimension; k++) velocity[k] = y0[k];
  keepMomenta(island);
  projectVelocities(island);
  if (struck !== null) {
    clearReported(world.audit, island);
    addStruck(world.audit, context, active, struck);
    expectImpulses(world.audit, island, 1);
    takeReported(world.audit, island);
  }
  expectJump(world.audit, island, limit);
  buildVelocities(context);
  let lost = 0;
  let work = 0;
  for (let k = 0; k < dimension; k++) {
    const jump = y0[k] - velocity[k];
    lost += 0.5 * jump * jump;
    work += jump * y0[k];
  }
  island.balance.ledger[LedgerSlot.dissipated] += lost;
  if (hasDriven(context)) island.balance.ledger[LedgerSlot.work] += work;
}

let velocity = new Float64Array(0);

/** Whether rows of the island, or bodies and belts that its contacts touch, are driven. */
function hasDriven({ island, contactSet: { contacts } }: ActiveSetContext): boolean {
  const {
    active: { table },
    model: { bodies, movingCount, bodyCount, system, particleCount },
  } = island;
  for (let r = 0; r < table.rows; r++) if (table.drift[r] !== 0) return true;
  for (let k = 0; k < 3 * contacts.count; k++) if (contacts.belt[k] !== 0) return true;
  for (let b = movingCount; b < bodyCount; b++) if (system.kinematics.isDriven(bodies[b])) return true;
  const { inverseMass, mass } = system.particles;
  for (let j = 0; j < particleCount; j++) if (inverseMass[j] === 0 && mass[j] !== 0) return true;
  return false;
}
