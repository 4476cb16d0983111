/**
 * Reach of an impact in a large island. Impulses fall off from body to body, in a row of dominoes to a half each time. Contacts
 * whose impulses would be far below the tolerance are left out; whether they are shows at the end of the reach, where they are
 * largest. The slow approaches that remain are stopped as all slow approaches are. The modes of contacts whose impulses are
 * rounding beside others are hard to find, and change nothing.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import { listAll } from "./cone-impulses.js";
import type { EventContext } from "./context.js";
import { fadedPart, impactReach } from "./parameters.js";

/** Number of bodies from each body to the nearest colliding one, by its number; −1 beyond the reach. */
let steps = new Int32Array(0);

/**
 * Returns the contacts at most `far` bodies from those that approach faster than `threshold`, m/s; all contacts of an island that
 * is small or does not consist of bodies alone.
 */
export function listReached(context: EventContext, threshold: number, far: number): number[] {
  const { island } = context;
  const { contacts } = context.contactSet;
  const all = listAll(context);
  if (island.model.movingCount <= far || !consistsOfBodies(context)) return all;
  countSteps(context, threshold, far);
  const { bodyA, bodyB } = contacts;
  const isReached = (i: number) => !island.model.moves(i) || steps[i] >= 0;
  return all.filter((c) => isReached(bodyA[c]) && isReached(bodyB[c]));
}

/** Whether an island consists of bodies alone, without particles, joints, limits and coordinates. */
function consistsOfBodies({ island }: EventContext): boolean {
  const { joints, bounds } = island.model.parts;
  return (
    island.model.particleCount === 0 &&
    joints.length === 0 &&
    bounds.length === 0 &&
    island.model.coordinates.length === 0
  );
}

/**
 * Writes the number of bodies from each body to the nearest that approaches faster than `threshold`, m/s, up to `far`, to
 * `steps`.
 */
function countSteps({ island, contactSet: { contacts } }: EventContext, threshold: number, far: number): void {
  if (steps.length < island.model.system.count) steps = new Int32Array(2 * island.model.system.count);
  steps.fill(-1);
  const { bodyA, bodyB, rate, count } = contacts;
  for (let c = 0; c < count; c++) {
    if (!(rate[c] < -threshold)) continue;
    if (island.model.moves(bodyA[c])) steps[bodyA[c]] = 0;
    if (island.model.moves(bodyB[c])) steps[bodyB[c]] = 0;
  }
  for (let level = 0; level < far; level++) {
    for (let c = 0; c < count; c++) {
      const [a, b] = [bodyA[c], bodyB[c]];
      if (!island.model.moves(a) || !island.model.moves(b)) continue;
      if (steps[a] === level && steps[b] < 0) steps[b] = level + 1;
      else if (steps[b] === level && steps[a] < 0) steps[a] = level + 1;
    }
  }
}

/** Whether the impulses p have faded at the end of the reach. */
export function isFaded(context: EventContext, p: Float64Array): boolean {
  const { island } = context;
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  let most = 0;
  let last = 0;
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    const size = Math.abs(p[cones.row[k]]);
    most = Math.max(most, size);
    const isLast = [contacts.bodyA[c], contacts.bodyB[c]].some(
      (i) => island.model.moves(i) && steps[i] === impactReach,
    );
    if (isLast) last = Math.max(last, size);
  }
  return last <= fadedPart * most;
}
