/**
 * Contacts that rise and fall back before they are higher than a fraction of the contact tolerance: micro-bounces, which are
 * stopped. A contact with restitution e, the rate u and the acceleration −α is at rest after T = 2u/(α(1 − e)).
 */
import { hasManyContacts } from "../detection/index.js";
import type { EventContext } from "./context.js";
import { lowestAmongBounces, lowestMicroBounce, lowestOfMany } from "./parameters.js";

/** Acceleration of each contact that rises, in room that stays. */
let accelerations = new Float64Array(0);

/** Writes the contacts with micro-bounces to `low`, after a solution without friction; lower ones if bounces go on (`last`). */
export function listLow(context: EventContext, last: boolean): void {
  const { world } = context;
  const { contacts, still, rising } = context.contactSet;
  const { rows } = context.solvers;
  const { problem, joints } = rows;
  const y = problem.rowCount === 0 ? problem.y0 : world.solvers.resting.motion;
  if (accelerations.length < contacts.count) accelerations = new Float64Array(2 * contacts.count);
  for (let k = 0; k < rising.count; k++) {
    const r = joints.rows + still.count + k;
    let a = problem.c[r];
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) a += problem.values[v] * y[problem.column[v]];
    accelerations[rising.items[k]] = a;
  }
  const { contactTolerance } = world.settings;
  const lowest = hasManyContacts(context, contacts)
    ? lowestOfMany
    : Math.min(lowestMicroBounce, lowestAmongBounces / contactTolerance);
  listLowOf(context, accelerations, last ? lowest : lowestMicroBounce);
}

/**
 * Writes the contacts that rise and fall back before they are higher than the fraction `lowest` of the contact tolerance to
 * `low`, and their times of rest to `restTime`. `accelerations` are those of all contacts, m/s².
 */
export function listLowOf(context: EventContext, accelerations: Float64Array, lowest: number): void {
  const { world } = context;
  const { contacts, rising, low } = context.contactSet;
  const { contactTolerance, integrator, step } = world.settings;
  // backward Euler lets them fall at once: a bounce within two of its steps is none
  const shortest = integrator === "backward-euler" ? 2 * step : 0;
  low.clear();
  for (let k = 0; k < rising.count; k++) {
    const c = rising.items[k];
    const a = accelerations[c];
    const u = contacts.rate[c];
    if (!(u * u <= 2 * -a * lowest * contactTolerance || u <= shortest * -a)) continue;
    // a bounce without loss is ended after one micro-bounce, too low to be seen
    const e = contacts.restitution[c];
    context.memory.zeno.restTime.set(c, context.island.model.system.time + (2 * u) / (-a * (e < 1 ? 1 - e : 1)));
    low.add(c);
  }
}
