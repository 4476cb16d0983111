/**
 * One coordinate with a row of J of its own, for springs, torques and gears.
 *
 *   s,   ṡ = J q̇,   Q += Jᵀ f
 */
import { fail } from "../../math/index.js";
import {
  Carrier,
  type Constraint,
  type End,
  type JointCoordinate,
  type MechanismState,
  RowTable,
} from "../model/index.js";

/** Slots of `JointProbe.at`. */
export const ProbeSlot = {
  /** s and ṡ: written by `measure`. */
  value: 0,
  rate: 1,
  /** f, N or N·m: read by `push`. */
  force: 2,
} as const;

/** One coordinate with a row of J of its own. */
export class JointProbe implements Constraint {
  readonly name: string;
  readonly rows = 1;
  readonly ends: readonly End[];
  readonly coordinate: JointCoordinate;
  /** s, ṡ and f: see `ProbeSlot`. */
  readonly at = new Float64Array(3);
  /** Table of its one row: J and γ. */
  readonly table: RowTable;

  constructor(coordinate: JointCoordinate) {
    this.coordinate = coordinate;
    this.name = coordinate.name;
    this.ends = coordinate.ends;
    this.table = new RowTable([this], { count: 0, findColumn: () => 0 });
  }

  evaluate(table: RowTable, c: number): void {
    this.coordinate.evaluate(table, c, 0);
  }

  /** Writes s, ṡ, J and γ from the state. */
  measure(mechanism: MechanismState): void {
    const { at, table, ends } = this;
    for (let e = 0; e < ends.length; e++) ends[e].locate(mechanism);
    table.value[0] = 0;
    table.gamma[0] = 0;
    this.evaluate(table, 0);
    at[ProbeSlot.value] = table.value[0];
    at[ProbeSlot.rate] = 0;
    for (let e = 0; e < ends.length; e++) this.addRate(mechanism, e);
  }

  /** ṡ += J q̇ of end e. */
  private addRate({ system, own, ownStart }: MechanismState, e: number): void {
    const { at, table, ends } = this;
    const { carrier, index, width } = ends[e];
    const { jacobian: J } = table;
    const v = table.valueStart[e];
    let sum = 0;
    if (carrier === Carrier.body) {
      for (let k = 0; k < 3; k++) {
        sum += J[v + k] * system.velocity[3 * index + k] + J[v + 3 + k] * system.angularVelocity[3 * index + k];
      }
    } else if (carrier === Carrier.particle) {
      for (let k = 0; k < 3; k++) sum += J[v + k] * system.particles.state[6 * index + 3 + k];
    } else if (carrier === Carrier.coordinates) {
      for (let k = 0; k < width; k++) sum += J[v + k] * own[ownStart[index] + width + k];
    }
    at[ProbeSlot.rate] += sum;
  }

  /** Adds Jᵀ f to the accumulators, with the J of the last `measure`. */
  push({ system, coordinates }: MechanismState): void {
    const { table, ends } = this;
    const f = this.at[ProbeSlot.force];
    const { jacobian: J } = table;
    for (let e = 0; e < ends.length; e++) {
      const { carrier, index, width } = ends[e];
      const v = table.valueStart[e];
      if (carrier === Carrier.body) {
        for (let k = 0; k < 3; k++) {
          system.force[3 * index + k] += f * J[v + k];
          system.torque[3 * index + k] += f * J[v + 3 + k];
        }
      } else if (carrier === Carrier.particle) {
        for (let k = 0; k < 3; k++) system.particles.force[3 * index + k] += f * J[v + k];
      } else if (carrier === Carrier.coordinates) {
        const Q = coordinates[index].force;
        for (let k = 0; k < width; k++) Q[k] += f * J[v + k];
      }
    }
  }
}

/** Writes value and rate of any coordinate at the state of the mechanism: `out[o]`, `out[o + 1]`. */
export function readCoordinate(
  out: Float64Array,
  o: number,
  mechanism: MechanismState,
  coordinate: JointCoordinate,
): void {
  const probe = new JointProbe(coordinate);
  probe.measure(mechanism);
  out[o] = probe.at[ProbeSlot.value];
  out[o + 1] = probe.at[ProbeSlot.rate];
}

/** Throws unless `coordinate` is a coordinate of a joint, and of that kind. */
export function requireCoordinate(path: string, coordinate: JointCoordinate, kind?: JointCoordinate["kind"]): void {
  const cure = "for example the angle of a hinge, the travel of a slider";
  const isOne = typeof coordinate?.evaluate === "function" && Array.isArray(coordinate.ends);
  if (!isOne || (coordinate.kind !== "angle" && coordinate.kind !== "length")) {
    fail("not-a-coordinate", path, "must be a coordinate of a joint", coordinate, cure);
  }
  if (kind !== undefined && coordinate.kind !== kind) {
    fail("wrong-kind", path, `must be ${kind === "angle" ? "an angle" : "a length"}`, coordinate.kind, cure);
  }
}
