/**
 * The states of a time step (moreau-step.ts), at its beginning and at its end, and the motion of the bodies between them:
 *
 *   P ← P + δ F,  L ← L + δ τ,  H ← H + δ Ḣ;   x⁺ = x + δ v⁺,  q⁺ = q + δ q̇⁺, normalized
 *
 * H is the angular momentum of the island by angular-momentum.ts.
 */
import { quat } from "../../math/index.js";
import { bodySize, Slot, writeBodyRates } from "../../rigid/index.js";
import type { Island } from "../island/index.js";
import { measureTorque } from "../island/index.js";

/** Ḣ, N·m: scratch. */
const torque = new Float64Array(3);

/** The states before and after a time step, time at the end. */
export class StepMotion {
  readonly previous: Float64Array;
  readonly state: Float64Array;
  private readonly rates: Float64Array;

  /** Makes room for states of that dimension, time excluded. */
  constructor(dimension: number) {
    this.previous = new Float64Array(dimension + 1);
    this.state = new Float64Array(dimension + 1);
    this.rates = new Float64Array(dimension + 1);
  }

  /** Moves the bodies of an island with their velocities for a duration, s, from the time at the beginning of the step. */
  advance(island: Island, duration: number): void {
    const { system, bodies, movingCount } = island.model;
    writeBodyRates(this.rates, system, system.state, movingCount, bodies);
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let x = 0; x < Slot.P; x++) system.state[y + x] += duration * this.rates[bodySize * b + x];
      quat.normalize(system.state, y + Slot.q, system.state, y + Slot.q);
    }
    system.state[system.state.length - 1] = this.previous[island.dimension] + duration;
    island.derive();
  }

  /**
   * Cuts the step that the island has taken at `end`, straight on the way to its end, so that the way does not depend on the cuts
   * of a run. Returns the part of the step that is left.
   */
  cut(island: Island, end: number): number {
    const { state, previous } = this;
    const n = island.dimension;
    island.getState(state);
    if (!(end < state[n])) return 1;
    const part = (end - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) state[k] = previous[k] + part * (state[k] - previous[k]);
    for (let b = 0; b < island.model.movingCount; b++) {
      quat.normalize(state, bodySize * b + Slot.q, state, bodySize * b + Slot.q);
    }
    state[n] = end;
    island.setState(state);
    return part;
  }

  /** Writes the state at the time out[last], linearly between the states before and after. */
  interpolate(out: Float64Array): void {
    const { previous, state } = this;
    const n = state.length - 1;
    const part = (out[n] - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) out[k] = previous[k] + part * (state[k] - previous[k]);
  }
}

/** Adds the impulses of the given forces to the momenta of an island, which has evaluated these forces. */
export function addForces(island: Island, duration: number): void {
  const { system, bodies, movingCount } = island.model;
  measureTorque(torque, 0, island.model);
  for (let x = 0; x < 3; x++) island.balance.spin[x] += duration * torque[x];
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    for (let x = 0; x < 3; x++) {
      system.state[bodySize * i + Slot.P + x] += duration * system.force[3 * i + x];
      system.state[bodySize * i + Slot.L + x] += duration * system.torque[3 * i + x];
    }
  }
  island.derive();
}
