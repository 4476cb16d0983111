/**
 * Accelerations of contacts with forces found in their cones: d̈ = J v̇ + γ, with v̇ the accelerations by all forces.
 */
import { gatherAccelerations, scatterForces } from "../../constrain/index.js";
import { ContactMode, FrictionContactFigure } from "../../linalg/index.js";
import { isLimit } from "../island/index.js";
import type { EventContext } from "./context.js";
import { leastDriving } from "./parameters.js";

/** Returns d̈ of all contacts with the forces of the last solution, m/s². */
export function listAccelerations(context: EventContext): Float64Array {
  const { island } = context;
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const { acceleration, velocity } = island.active;
  cones.writeForces(velocity, coneSolver.result.f, contacts);
  scatterForces(velocity, island.model);
  gatherAccelerations(acceleration, island.model);
  const list = new Float64Array(contacts.count);
  for (let c = 0; c < contacts.count; c++) {
    const particle = contacts.particleA[c];
    const a = particle >= 0 ? island.model.particleStart + 3 * particle : 6 * island.model.findBody(contacts.bodyA[c]);
    const b = 6 * island.model.findBody(contacts.bodyB[c]);
    let sum = contacts.gamma[c];
    if (isLimit(contacts, c)) {
      list[c] = context.limits.measureAcceleration(contacts, c, acceleration);
      continue;
    }
    for (let k = 0; k < (particle >= 0 ? 3 : 6) && a >= 0; k++) sum += contacts.rowA[6 * c + k] * acceleration[a + k];
    for (let k = 0; k < 6 && b >= 0; k++) sum += contacts.rowB[6 * c + k] * acceleration[b + k];
    list[c] = sum;
  }
  island.applyForces();
  return list;
}

/**
 * Whether a search without a solution needs no forces, as nothing but rounding drives the island, which redundant rows
 * contradict. All forces are zero then.
 */
export function needsNothing({ solvers: { coneSolver } }: EventContext): boolean {
  const { f, active, mode, figures } = coneSolver.result;
  if (!(figures[FrictionContactFigure.scale] < leastDriving)) return false;
  f.fill(0);
  active.fill(0);
  mode.fill(ContactMode.open);
  return true;
}
