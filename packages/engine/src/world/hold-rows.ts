import { type Constraint, totalEnergy } from "../constrain/index.js";
import { isBound } from "./bounds.js";
import { holdContacts } from "./held-contacts.js";
import { LedgerSlot } from "./power.js";
import type { IslandRun } from "./run.js";
import { evaluateAll } from "./settle-impact.js";
import { correctSpin, measureSpin } from "./spin.js";
import { listSticks } from "./stick-rows.js";

/** Holds these rows beside the joints from now on, closes them, and books what that takes. */
export function holdRows(run: IslandRun, held: readonly Constraint[]): void {
  const { kit, island } = run;
  island.hold(held);
  const isFree = !isPushedFromOutside(run);
  if (island.isAlone && !isFree) measureSpin(island.spin, 0, island);
  // gaps within the tolerance close here: what they were high is lost
  const closes = island.table.rows > 0;
  const before = closes ? totalEnergy(kit.mechanism) : 0;
  island.finishStep();
  if (closes) island.ledger[LedgerSlot.dissipated] += before - totalEnergy(kit.mechanism);
  if (island.isAlone && isFree && correctSpin(island, island.spin, 0)) island.derive();
}

/** Closes the gaps of contacts that press, and stops those that stick: rows that depend on one another agree then. */
export function closeGaps(run: IslandRun, pressing: readonly number[]): void {
  run.held = holdContacts(run, pressing);
  holdRows(run, [...run.held, ...listSticks(run, run.held)]);
  evaluateAll(run);
}

/** Whether something that is not of the island is in contact with it: its angular momentum may then be another. */
function isPushedFromOutside(run: IslandRun): boolean {
  const { contacts, island } = run;
  for (let c = 0; c < contacts.count; c++) {
    if (isBound(contacts, c)) {
      if (run.bounds.isOutside(contacts, c)) return true;
      continue;
    }
    if (contacts.bodyA[c] >= 0 && !island.moves(contacts.bodyA[c])) return true;
    if (!island.moves(contacts.bodyB[c])) return true;
  }
  return false;
}
