/**
 * Islands at rest: velocities and accelerations are zero, and no force changes by itself. An island at rest sleeps, and is not
 * integrated, until something reaches it; its motion is the same.
 */

import { Carrier, type End } from "../../constrain/index.js";
import { bodySize, rowOf, Slot } from "../../rigid/index.js";
import type { Island } from "../island/index.js";
import { isBalancedBody, isDrivenByForces, measureBalance, stillSpeed } from "../island/index.js";
import type { RestContext } from "./context.js";
import { restingPart } from "./parameters.js";

/** Returns whether all bodies of an island are at rest, and stay so until something reaches it. */
export function isAtRest(context: RestContext): boolean {
  const { island } = context;
  const { parts } = island.model;
  if (island.model.coordinates.length > 0 || island.model.particleCount > 0) return false;
  if (isDrivenByForces(parts)) return false;
  for (let k = 0; k < parts.joints.length; k++) if (parts.joints[k].changes === true) return false;
  if (!isStill(context) || isOnBelt(context) || isOnDriven(context)) return false;
  const { table } = island.active;
  for (let r = 0; r < table.rows; r++) if (table.drift[r] !== 0) return false;
  return isBalanced(context);
}

/** Returns whether a contact is on a moving belt, which goes on dissipating energy. */
function isOnBelt({ contactSet: { contacts } }: RestContext): boolean {
  for (let k = 0; k < 3 * contacts.count; k++) if (contacts.belt[k] !== 0) return true;
  return false;
}

/**
 * Returns whether a contact, a joint, a limit or a force connects the island with a driven body, which may begin to move by
 * itself. A driven body that comes from elsewhere is found by driven-guard.ts.
 */
function isOnDriven({ island, contactSet: { contacts } }: RestContext): boolean {
  const { kinematics } = island.model.system;
  if (kinematics.count === 0) return false;
  const { joints, bounds, bound } = island.model.parts;
  const isDriven = (i: number) => i >= 0 && kinematics.isDriven(i);
  for (let c = 0; c < contacts.count; c++) {
    if (isDriven(contacts.bodyA[c]) || isDriven(contacts.bodyB[c])) return true;
  }
  const isHeld = (ends: readonly End[]) =>
    ends.some(({ carrier, index }) => carrier === Carrier.body && isDriven(index));
  if (joints.some(({ ends }) => isHeld(ends)) || bounds.some((limit) => isHeld(limit.bound.ends))) return true;
  return bound.some(({ on }) => on === undefined || Array.from(on, rowOf).some(isDriven));
}

/** Returns whether all points of the moving bodies are slower than the rounding of positions. */
function isStill({ island, world, candidates: { parts } }: RestContext): boolean {
  const { velocity, angularVelocity } = island.model.system;
  for (let b = 0; b < island.model.movingCount; b++) {
    const i = island.model.bodies[b];
    for (let k = 3 * i; k < 3 * i + 3; k++) if (!(Math.abs(velocity[k]) <= stillSpeed)) return false;
    // a body without a shape turns as if it had a radius of 1 m
    const hasShape = parts.some((p) => world.parts.body[p] === i);
    for (let k = 3 * i; k < 3 * i + 3 && !hasShape; k++)
      if (!(Math.abs(angularVelocity[k]) <= stillSpeed)) return false;
  }
  for (const p of parts) {
    const i = world.parts.body[p];
    const reach = world.parts.reach[p];
    if (!island.model.moves(i) || !(reach < Infinity)) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) if (!(reach * Math.abs(angularVelocity[k]) <= stillSpeed)) return false;
  }
  return true;
}

/** Returns whether the forces of joints and contacts balance all others. */
function isBalanced({ island }: RestContext): boolean {
  const {
    model: { system, bodies, movingCount },
    active: { acceleration },
  } = island;
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
      if (!(Math.abs(acceleration[k]) <= restingPart * given)) isBalancing = false;
    if (isBalancing) return true;
    // rounding of large forces accelerates a light body between heavy ones
    measureBalance(island);
    for (let b = 0; b < movingCount; b++) {
      if (isBalancedBody(b)) continue;
      for (let k = 6 * b; k < 6 * b + 6; k++) if (!(Math.abs(acceleration[k]) <= restingPart * given)) return false;
    }
    return true;
  }
  // a body that turns by rounding has accelerations without a force
  for (let b = 0; b < movingCount; b++) {
    for (let k = 3 * bodies[b]; k < 3 * bodies[b] + 3; k++) {
      if (system.force[k] !== 0 || system.torque[k] !== 0) return false;
    }
  }
  return true;
}

/** Stops the bodies of an island, or some of them, and returns the kinetic energy that they had, J. */
export function stopBodies(island: Island, some: ReadonlySet<number> | null = null): number {
  const { system, bodies, movingCount } = island.model;
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
