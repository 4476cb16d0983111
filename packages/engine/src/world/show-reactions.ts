/**
 * What joints do at the present state. Where contacts press, their forces and those of joints come from one solve: together
 * they are what moves the bodies, also where neither is unique.
 */
import type { Constraint, RowTable } from "../constrain/index.js";
import type { IslandFlow } from "./advance.js";
import { isStill } from "./show-contacts.js";

/** Force, N, and torque, N·m, on the first end of each joint of an island, at the place of that end, world axes. */
export function showReactions(out: Map<Constraint, Float64Array>, flow: IslandFlow): void {
  const { run } = flow;
  const { joints } = run.island.parts;
  if (joints.length === 0) return;
  const sums = (flow.isAsleep ? run.reactions : null) ?? sumForces(flow);
  if (flow.isAsleep) run.reactions = sums;
  joints.forEach((joint, c) => {
    out.set(joint, sums[c].slice());
  });
}

/** Force and torque of each joint, in the order of the island. */
function sumForces(flow: IslandFlow): Float64Array[] {
  const { run } = flow;
  const { island, kit, rows } = run;
  // the forces are wanted where the solver leaves them
  run.isShown = false;
  const shown = flow.measureContacts();
  let isSolved = run.isShownRubbing;
  for (let c = 0; c < shown.count; c++) if (isStill(run, shown, c)) isSolved = true;
  if (isSolved) {
    const forces = run.isShownRubbing ? run.coneSolver.result.f : kit.resting.forces;
    return sumRows(rows.joints, forces, island.parts.joints);
  }
  island.computeForces();
  return sumRows(island.table, island.table.lambda, island.parts.joints);
}

/** The joints are the first in the table. */
function sumRows({ wrench, rowStart }: RowTable, lambda: Float64Array, joints: readonly Constraint[]): Float64Array[] {
  return joints.map((_, c) => {
    const sum = new Float64Array(6);
    for (let r = rowStart[c]; r < rowStart[c + 1]; r++) {
      for (let x = 0; x < 6; x++) sum[x] += lambda[r] * wrench[6 * r + x];
    }
    return sum;
  });
}
