/**
 * Islands at rest: nothing moves, nothing is accelerated, and no force changes by itself. They need not be integrated until
 * something comes; nothing is lost by that.
 */

import { Carrier, type End } from "../../constrain/index.js";
import { bodySize, rowOf, Slot } from "../../rigid/index.js";
import type { IslandContext } from "../context/index.js";
import type { Island } from "../island/index.js";
import { isBalancedBody, isDrivenByForces, measureBalance, stillSpeed } from "../island/index.js";

/**
 * Where there is friction, accelerations below this fraction of those that forces would give alone are what its solver leaves.
 * Where there is none, no force at all is left on what is balanced: see round-off-equilibrium.ts.
 */
const stillPart = 1e-10;

/** Whether nothing in the island moves, or will. */
export function isAtRest(context: IslandContext): boolean {
  const { island } = context;
  const { parts } = island;
  if (island.coordinates.length > 0 || island.particleCount > 0) return false;
  if (isDrivenByForces(parts)) return false;
  for (let k = 0; k < parts.joints.length; k++) if (parts.joints[k].changes === true) return false;
  if (!isStill(context) || isOnBelt(context) || isOnDriven(context)) return false;
  const { table } = island;
  for (let r = 0; r < table.rows; r++) if (table.drift[r] !== 0) return false;
  return isBalanced(context);
}

/** Whether something slides on a belt: that goes on taking energy, whatever moves. */
function isOnBelt({ contactSet: { contacts } }: IslandContext): boolean {
  for (let k = 0; k < 3 * contacts.count; k++) if (contacts.belt[k] !== 0) return true;
  return false;
}

/**
 * Whether a contact, a joint, a limit or a force ties the island to something driven, which may begin to move by itself. What
 * is driven and comes from elsewhere is seen by driven-guard.ts.
 */
function isOnDriven({ island, contactSet: { contacts } }: IslandContext): boolean {
  const { kinematics } = island.system;
  if (kinematics.count === 0) return false;
  const { joints, bounds, bound } = island.parts;
  const isDriven = (i: number) => i >= 0 && kinematics.isDriven(i);
  for (let c = 0; c < contacts.count; c++) {
    if (isDriven(contacts.bodyA[c]) || isDriven(contacts.bodyB[c])) return true;
  }
  const isHeld = (ends: readonly End[]) =>
    ends.some(({ carrier, index }) => carrier === Carrier.body && isDriven(index));
  if (joints.some(({ ends }) => isHeld(ends)) || bounds.some((limit) => isHeld(limit.bound.ends))) return true;
  return bound.some(({ on }) => on === undefined || Array.from(on, rowOf).some(isDriven));
}

function isStill({ island, world, candidates: { parts } }: IslandContext): boolean {
  const { velocity, angularVelocity } = island.system;
  for (let b = 0; b < island.movingCount; b++) {
    const i = island.bodies[b];
    for (let k = 3 * i; k < 3 * i + 3; k++) if (!(Math.abs(velocity[k]) <= stillSpeed)) return false;
    // what has no shape turns, too: as if it reached out by 1 m
    const hasShape = parts.some((p) => world.parts.body[p] === i);
    for (let k = 3 * i; k < 3 * i + 3 && !hasShape; k++)
      if (!(Math.abs(angularVelocity[k]) <= stillSpeed)) return false;
  }
  for (const p of parts) {
    const i = world.parts.body[p];
    const reach = world.parts.reach[p];
    if (!island.moves(i) || !(reach < Infinity)) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) if (!(reach * Math.abs(angularVelocity[k]) <= stillSpeed)) return false;
  }
  return true;
}

/** Whether the forces of joints and contacts hold all others. */
function isBalanced({ island }: IslandContext): boolean {
  const { system, bodies, movingCount, acceleration } = island;
  island.applyForces();
  let given = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    for (let k = 0; k < 3; k++) given = Math.max(given, system.inverseMass[i] * Math.abs(system.force[3 * i + k]));
  }
  island.computeForces();
  island.balanceRoundOff();
  island.gatherAll();
  if (island.friction !== null) {
    let isBalancing = true;
    for (let k = 0; k < 6 * movingCount; k++)
      if (!(Math.abs(acceleration[k]) <= stillPart * given)) isBalancing = false;
    if (isBalancing) return true;
    // a light body between heavy ones: rounding of large forces gives it accelerations of its own
    measureBalance(island);
    for (let b = 0; b < movingCount; b++) {
      if (isBalancedBody(b)) continue;
      for (let k = 6 * b; k < 6 * b + 6; k++) if (!(Math.abs(acceleration[k]) <= stillPart * given)) return false;
    }
    return true;
  }
  // what still turns by rounding has accelerations of its own, that no force makes
  for (let b = 0; b < movingCount; b++) {
    for (let k = 3 * bodies[b]; k < 3 * bodies[b] + 3; k++) {
      if (system.force[k] !== 0 || system.torque[k] !== 0) return false;
    }
  }
  return true;
}

/** Stops bodies of an island; all, unless some are named. Returns the energy that they had, J. */
export function stopBodies(island: Island, some: ReadonlySet<number> | null = null): number {
  const { system, bodies, movingCount } = island;
  const { state, velocity, angularVelocity } = system;
  let energy = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    if (some !== null && !some.has(i)) continue;
    const y = bodySize * i;
    for (let k = 0; k < 3; k++) {
      energy +=
        0.5 * (state[y + Slot.P + k] * velocity[3 * i + k] + state[y + Slot.L + k] * angularVelocity[3 * i + k]);
      state[y + Slot.P + k] = 0;
      state[y + Slot.L + k] = 0;
    }
  }
  island.derive();
  return energy;
}
