/**
 * Two coordinates of joints that go together, whatever they are: gears, a rack on its pinion, a winch.
 *
 *   C = (s_b − s_b⁰) − i (s_a − s_a⁰)                                                                          1 row
 *
 *   i   the ratio        s⁰   what the coordinates are when the coupling is added
 */
import { fail, requireFinite, vec3 } from "../../math/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import { requireOwn } from "../ends/index.js";
import { JointProbe, ProbeSlot, requireCoordinate } from "../joint-coordinates/index.js";
import {
  Carrier,
  type Constraint,
  type ConstraintMaker,
  type End,
  EndSlot,
  type JointCoordinate,
  type MechanismState,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of a coupling. */
export interface CouplingOptions {
  readonly a: JointCoordinate;
  readonly b: JointCoordinate;
  /** Ratio: the change of b when a changes by one; below 0 against it. */
  readonly ratio: number;
}

/** Couples two coordinates of any kind: `coupling({ a: hinge.angle, b: slider.travel, ratio: 0.1 })`. */
export function coupling(options: CouplingOptions): ConstraintMaker<Coupling> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "ratio"]);
    const { a, b, ratio } = options;
    requireCoordinate(`${path}.a`, a);
    requireCoordinate(`${path}.b`, b);
    requireOwn(`${path}.a`, mechanism, a);
    requireOwn(`${path}.b`, mechanism, b);
    if (a === b) fail("same", `${path}.b`, "must be another coordinate than a", b.name);
    requireRatio(`${path}.ratio`, ratio);
    return new Coupling("coupling", mechanism, a, b, ratio);
  };
}

/** A ratio that two coordinates keep. */
export class Coupling implements Constraint {
  readonly name: string;
  readonly rows = 1;
  /** Ends of a and b, each once. */
  readonly ends: readonly End[];
  readonly ratio: number;
  /** Coordinates that it couples. */
  readonly coordinates: readonly JointCoordinate[];
  private readonly a: JointProbe;
  private readonly b: JointProbe;
  /** Number among `ends` of each end of a. */
  private readonly blocksA: Int32Array;
  /** Number among `ends` of each end of b. */
  private readonly blocksB: Int32Array;
  /** −i, 1, and i s_a⁰ − s_b⁰. */
  private readonly factors: Float64Array;

  constructor(name: string, mechanism: MechanismState, a: JointCoordinate, b: JointCoordinate, ratio: number) {
    this.name = name;
    this.ratio = ratio;
    this.coordinates = [a, b];
    this.a = new JointProbe(a);
    this.b = new JointProbe(b);
    const ends: End[] = [];
    const find = (end: End) => {
      const k = ends.findIndex(({ carrier, index }) => carrier === end.carrier && index === end.index);
      return k >= 0 ? k : ends.push(end) - 1;
    };
    this.blocksA = Int32Array.from(a.ends, find);
    this.blocksB = Int32Array.from(b.ends, find);
    this.ends = ends;
    this.a.measure(mechanism);
    this.b.measure(mechanism);
    this.factors = Float64Array.of(-ratio, 1, ratio * this.a.at[0] - this.b.at[0]);
  }

  evaluate(table: RowTable, c: number, mechanism: MechanismState): void {
    const { a, b, factors } = this;
    a.measure(mechanism);
    b.measure(mechanism);
    const r = table.rowStart[c];
    const first = table.valueStart[table.blockStart[c]];
    table.jacobian.fill(0, first, table.valueStart[table.blockStart[c + 1]]);
    table.value[r] = factors[0] * a.at[ProbeSlot.value] + factors[1] * b.at[ProbeSlot.value] + factors[2];
    table.gamma[r] = factors[0] * a.table.gamma[0] + factors[1] * b.table.gamma[0];
    this.addRow(table, c, a, this.blocksA, 0);
    this.addRow(table, c, b, this.blocksB, 1);
    this.writeWrench(table, c, mechanism);
  }

  /** Writes the wrench on the first end from the row of J: n, and r × n + t less the moment of n about the centre. */
  private writeWrench(table: RowTable, c: number, { system }: MechanismState): void {
    const { carrier, index, at } = this.ends[0];
    const { wrench, jacobian: J } = table;
    const w = 6 * table.rowStart[c];
    const v = table.valueStart[table.blockStart[c]];
    if (carrier !== Carrier.body) {
      for (let k = 0; k < 6; k++) wrench[w + k] = this.factors[0] * this.a.table.wrench[k];
      return;
    }
    vec3.subtract(arm, 0, at, EndSlot.point, system.state, bodySize * index + Slot.x);
    vec3.cross(arm, 0, arm, 0, J, v);
    vec3.copy(wrench, w, J, v);
    vec3.subtract(wrench, w + 3, J, v + 3, arm, 0);
  }

  private addRow(table: RowTable, c: number, probe: JointProbe, blocks: Int32Array, which: number): void {
    const factor = this.factors[which];
    const { jacobian: J, valueStart } = probe.table;
    for (let e = 0; e < blocks.length; e++) {
      const to = table.valueStart[table.blockStart[c] + blocks[e]];
      for (let v = valueStart[e]; v < valueStart[e + 1]; v++) table.jacobian[to + v - valueStart[e]] += factor * J[v];
    }
  }

  finishStep(): void {
    this.a.coordinate.finishStep?.();
    this.b.coordinate.finishStep?.();
  }

  get memory(): Memory {
    return [...(this.a.coordinate.memory ?? []), ...(this.b.coordinate.memory ?? [])];
  }
}

/** Throws unless a ratio is finite and not zero. */
export function requireRatio(path: string, ratio: number): void {
  requireFinite(path, ratio);
  if (ratio === 0) fail("no-ratio", path, "must not be 0", ratio, "a motor with speed 0 holds a coordinate");
}

const arm = new Float64Array(3);
