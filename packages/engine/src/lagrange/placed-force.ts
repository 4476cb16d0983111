/**
 * A force and a torque at a place: on a part of a generalized body, a link, a body or a particle.
 *
 *   Q += Jᵀ (f, τ)
 *
 * Follows: Constrained Dynamics, section 5.
 */
import {
  Carrier,
  createEnd,
  type End,
  type Mechanism,
  type MechanismForce,
  type Place,
  requireKnown,
} from "../constrain/index.js";
import { fail, requireVector } from "../math/index.js";

/**
 * A wrench that varies in time: reads the time, s, from `time[0]`; writes force, N, and torque, N·m, world axes, into `out[0 …
 * 2]` and `out[3 … 5]`.
 */
export type WrenchFunction = (time: Float64Array, out: Float64Array) => void;

/** Options of a force and a torque at a place. */
export interface PlacedForceOptions {
  /** The place. */
  readonly at: Place;
  /** Force, world axes, N. Default none. */
  readonly force?: ArrayLike<number>;
  /** Torque, world axes, N·m. Default none. */
  readonly torque?: ArrayLike<number>;
  /** Force and torque as a function of the time; entries that it does not write are zero. */
  readonly wrench?: WrenchFunction;
}

/**
 * Creates a force and a torque at a place: `mechanism.addForce(placedForce(mechanism, { at: { on: arm, part: 2 }, force: [0, 5,
 * 0] }))`.
 */
export function placedForce(mechanism: Mechanism, options: PlacedForceOptions): PlacedForce {
  requireKnown("placedForce", options, ["at", "force", "torque", "wrench"]);
  const { at, force = [0, 0, 0], torque = [0, 0, 0], wrench } = options;
  requireVector("placedForce.force", force);
  requireVector("placedForce.torque", torque);
  const end = createEnd("placedForce.at", mechanism, at);
  const constant = Float64Array.of(force[0], force[1], force[2], torque[0], torque[1], torque[2]);
  if (!end.turns && constant.some((x, k) => k > 2 && x !== 0)) {
    fail("no-axes", "placedForce.torque", "must be none on what does not turn", torque, end.name);
  }
  if (wrench === undefined) return new PlacedForce(end, constant, null);
  if (typeof wrench !== "function" || "force" in options || "torque" in options) {
    const cure = "for example (time, out) => { out[1] = time[0]; }, without force and torque";
    fail("not-a-function", "placedForce.wrench", "must be a function of (time, out)", wrench, cure);
  }
  return new PlacedForce(end, constant, wrench);
}

/** A force and a torque at a place of a mechanism. */
export class PlacedForce implements MechanismForce {
  /** Name in reports. */
  readonly name = "placed force";
  /** The end at the place. */
  readonly end: End;
  /** Present force and torque, world axes, N and N·m: six numbers. */
  readonly wrench: Float64Array;
  private readonly varying: WrenchFunction | null;
  private readonly time = new Float64Array(1);
  private readonly row: Float64Array;

  constructor(end: End, wrench: Float64Array, varying: WrenchFunction | null) {
    this.end = end;
    this.wrench = wrench;
    this.varying = varying;
    this.row = new Float64Array(end.width);
  }

  /** Adds the generalized force Jᵀ (f, τ). */
  apply(mechanism: Mechanism): void {
    const { end, wrench, varying, row, time } = this;
    const { system } = mechanism;
    if (varying !== null) {
      const { state, count } = system.particles;
      time[0] = state[6 * count];
      wrench.fill(0);
      varying(time, wrench);
    }
    end.locate(mechanism);
    end.writeRow(row, 0, wrench, 0, wrench, 3);
    const { carrier, index, width } = end;
    if (carrier === Carrier.body) {
      for (let x = 0; x < 3; x++) {
        system.force[3 * index + x] += row[x];
        system.torque[3 * index + x] += row[3 + x];
      }
    } else if (carrier === Carrier.particle) {
      for (let x = 0; x < 3; x++) system.particles.force[3 * index + x] += row[x];
    } else if (carrier === Carrier.coordinates) {
      const Q = mechanism.coordinates[index].force;
      for (let k = 0; k < width; k++) Q[k] += row[k];
    }
  }
}
