/**
 * Power of friction in the energy balance: dissipation −f_t·u, and the work of driven bodies and belts against friction.
 */
import { type ContactTable, isTurning, measureArm } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import { LedgerSlot } from "../model/index.js";
import type { SlidingFlow } from "./sliding-flow.js";

const v = new Float64Array(6);

/** Adds the power of friction to the energy balance, after the forces have been found. */
export function addFrictionWork({ context, cones, modes: { tangential } }: SlidingFlow): void {
  const { island } = context;
  const { contacts } = context.contactSet;
  const {
    balance: { power },
    model: { system },
  } = island;
  const { slip, belt, bodyA, bodyB } = contacts;
  for (let k = 0; k < cones.count; k++) {
    if (cones.cone[k] < 0) continue;
    const c = cones.list[k];
    const a = bodyA[c] < 0 ? -1 : island.model.findBody(bodyA[c]);
    const b = island.model.findBody(bodyB[c]);
    let loss = 0;
    let work = 0;
    for (let x = 0; x < 3; x++) {
      loss -= tangential[3 * k + x] * slip[3 * c + x];
      work -= tangential[3 * k + x] * belt[3 * c + x];
    }
    if (b >= island.model.movingCount) {
      readMotion(v, system, bodyB[c], contacts, c);
      for (let x = 0; x < 3; x++) work += tangential[3 * k + x] * v[x];
    }
    if (a >= island.model.movingCount) {
      readMotion(v, system, bodyA[c], contacts, c);
      for (let x = 0; x < 3; x++) work -= tangential[3 * k + x] * v[x];
    }
    power[LedgerSlot.dissipated] += loss;
    power[LedgerSlot.work] += work;
  }
}

/** out[0 … 2] ← velocity v + ω × (p − x) of body i at contact c; ℓ ω of rolling and spinning. */
function readMotion(out: Float64Array, system: RigidSystem, i: number, contacts: ContactTable, c: number): void {
  const { velocity, angularVelocity, state } = system;
  if (isTurning(contacts, c)) {
    vec3.scale(out, 0, angularVelocity, 3 * i, measureArm(contacts, c));
    return;
  }
  vec3.subtract(out, 3, contacts.point, 3 * c, state, bodySize * i);
  vec3.cross(out, 0, angularVelocity, 3 * i, out, 3);
  vec3.add(out, 0, out, 0, velocity, 3 * i);
}
