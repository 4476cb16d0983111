/**
 * Reactions of joints at the present state. With active contacts their forces and those of joints come from one solve: together
 * they move the bodies, even where neither is unique.
 */

import type { Constraint, Mechanism, RowTable } from "../../constrain/index.js";
import type { JointForces } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";
import { auditReactions, isStill, noteUncarried } from "../verification/index.js";

/** Writes force, N, and torque, N·m, on the first end of each joint of an island, at the place of that end, in world axes. */
export function showReactions(out: Map<Constraint, Float64Array>, flow: IslandFlow): void {
  const { joints } = flow.context.island.model.parts;
  if (joints.length === 0) return;
  const { rowStart, lambda, wrench } = measureJoints(flow);
  joints.forEach((joint, c) => {
    const sum = new Float64Array(6);
    for (let r = rowStart[c]; r < rowStart[c + 1]; r++) {
      for (let x = 0; x < 6; x++) sum[x] += lambda[r] * wrench[6 * r + x];
    }
    out.set(joint, sum);
  });
}

/** Writes the forces of all joints into the mechanism, where motors and things with coordinates read them. */
export function writeReactions(mechanism: Mechanism, flows: readonly IslandFlow[]): void {
  const { table } = mechanism;
  table.lambda.fill(0);
  for (const flow of flows) {
    const { island } = flow.context;
    const { joints } = island.model.parts;
    if (joints.length > 0) {
      const { rowStart, lambda, wrench } = measureJoints(flow);
      joints.forEach((joint, c) => {
        const first = table.rowStart[mechanism.requireConstraint(joint)];
        const [start, end] = [rowStart[c], rowStart[c + 1]];
        table.lambda.set(lambda.subarray(start, end), first);
        table.wrench.set(wrench.subarray(6 * start, 6 * end), 6 * first);
      });
    }
    if (island.model.coordinates.length === 0) continue;
    // ü of things with coordinates needs their total forces
    if (!flow.isAsleep) island.setState(flow.stepper.state);
    island.computeForces();
  }
}

/** Returns the forces of the joints of an island; those of a sleeping island are measured once. */
function measureJoints(flow: IslandFlow): JointForces {
  const { context } = flow;
  if (flow.isAsleep) noteUncarried(flow);
  const found = (flow.isAsleep ? context.display.reactions : null) ?? findForces(flow);
  if (flow.isAsleep) context.display.reactions = found;
  return found;
}

/** Computes the forces of the joints of an island. */
function findForces(flow: IslandFlow): JointForces {
  const { context } = flow;
  const { island, world } = context;
  const { rows } = context.solvers;
  // forces are read from the solver: it has to run
  context.display.isShown = false;
  const shown = flow.measureContacts();
  let isSolved = context.display.isShownWithFriction;
  for (let c = 0; c < shown.count; c++) if (isStill(context, shown, c)) isSolved = true;
  if (isSolved) {
    const forces = context.display.isShownWithFriction
      ? context.solvers.coneSolver.result.f
      : world.solvers.resting.forces;
    return copyRows(rows.joints, forces, island.model.parts.joints.length);
  }
  island.computeForces();
  auditReactions(flow);
  return copyRows(island.active.table, island.active.table.lambda, island.model.parts.joints.length);
}

/** Copies the rows of the joints, which are the first of a table. */
function copyRows({ wrench, rowStart }: RowTable, lambda: Float64Array, count: number): JointForces {
  const rows = rowStart[count];
  return {
    rowStart: rowStart.slice(0, count + 1),
    lambda: lambda.slice(0, rows),
    wrench: wrench.slice(0, 6 * rows),
  };
}
