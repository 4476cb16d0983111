/**
 * How far an impact goes in a large island: from body to body impulses fall off, in a row of dominoes to a half each time. Those
 * that would be far below the tolerance are left out; whether they are is seen at the end of the reach, where they are largest.
 * What then approaches by so little is stopped as all slow approaches are. To find out which of contacts slip, whose impulses
 * are rounding beside others, is hard and for nothing.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import type { EventContext } from "./context.js";

/** So many bodies beyond those that collide are taken at first; and before that, to find out what contacts do near by. */
const farthest = 32;
export const nearer: readonly number[] = [3, 6, 12];
/** Impulses below this part of the largest change nothing beyond the tolerance. */
const none = 1e-8;

let steps = new Int32Array(0);

/** The contacts, by number, that impulses of what approaches faster than `threshold`, m/s, may be felt at; all of a small island. */
export function listReached(context: EventContext, threshold: number, far = farthest): number[] {
  const { island } = context;
  const { contacts } = context.contactSet;
  const all = Array.from({ length: contacts.count }, (_, c) => c);
  const { joints, bounds } = island.parts;
  if (island.movingCount <= far || island.particleCount > 0 || joints.length > 0 || bounds.length > 0) return all;
  if (island.coordinates.length > 0) return all;
  if (steps.length < island.system.count) steps = new Int32Array(2 * island.system.count);
  steps.fill(-1);
  const { bodyA, bodyB, rate } = contacts;
  for (const c of all) {
    if (!(rate[c] < -threshold)) continue;
    if (island.moves(bodyA[c])) steps[bodyA[c]] = 0;
    if (island.moves(bodyB[c])) steps[bodyB[c]] = 0;
  }
  for (let level = 0; level < far; level++) {
    for (const c of all) {
      const [a, b] = [bodyA[c], bodyB[c]];
      if (!island.moves(a) || !island.moves(b)) continue;
      if (steps[a] === level && steps[b] < 0) steps[b] = level + 1;
      else if (steps[b] === level && steps[a] < 0) steps[a] = level + 1;
    }
  }
  const isReached = (i: number) => !island.moves(i) || steps[i] >= 0;
  return all.filter((c) => isReached(bodyA[c]) && isReached(bodyB[c]));
}

/** Whether the impulses p of the contacts of `listReached` have fallen off where they end. */
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
    const isLast = [contacts.bodyA[c], contacts.bodyB[c]].some((i) => island.moves(i) && steps[i] === farthest);
    if (isLast) last = Math.max(last, size);
  }
  return last <= none * most;
}
