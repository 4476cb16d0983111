/**
 * The guards of bounds: the gap of an inactive bound, the force of an active one. Event location finds where they pass zero; a
 * bounce that begins and ends within a step escapes it, and is found at the end of the step.
 */
import type { EventSet, Report } from "../../ode/index.js";
import type { Bound } from "../actuators/index.js";
import type { Mechanism } from "../mechanism/index.js";
import { RowTable } from "../model/index.js";
import type { BoundHints } from "./limit-events.js";
import { pullingForce, vanishedForce } from "./parameters.js";

/** The guards of the bounds of a mechanism during a step. */
export class BoundGuards implements EventSet {
  readonly count: number;
  readonly direction: Int8Array;
  readonly terminal: Uint8Array;
  readonly names: readonly string[];
  /** Gaps and forces as of the last `evaluate`; a force that has vanished is its noise, not zero. */
  readonly values: Float64Array;
  private readonly mechanism: Mechanism;
  private readonly bounds: readonly Bound[];
  private readonly table: RowTable;
  private readonly saved: Float64Array;
  private readonly rates: Float64Array;
  /** Row of each active bound, or −1. */
  private readonly row: Int32Array;
  private readonly hasActive: boolean;
  /** Force of each active bound that counts as zero. */
  readonly noise: Float64Array;
  /** Largest force of each bound so far. */
  private readonly most: Float64Array;
  /** Gaps at the start. */
  private readonly first: Float64Array;

  constructor(
    mechanism: Mechanism,
    bounds: readonly Bound[],
    names: readonly string[],
    noise: ReadonlyMap<Bound, number>,
  ) {
    mechanism.prepare();
    this.mechanism = mechanism;
    this.bounds = bounds;
    this.count = bounds.length;
    this.names = names;
    this.direction = new Int8Array(this.count).fill(-1);
    this.terminal = new Uint8Array(this.count).fill(1);
    this.table = new RowTable(bounds, mechanism);
    this.saved = new Float64Array(mechanism.dimension + 1);
    this.rates = new Float64Array(mechanism.dimension);
    this.most = new Float64Array(this.count);
    this.values = new Float64Array(this.count);
    this.noise = Float64Array.from(bounds, (bound) => noise.get(bound) ?? 0);
    this.row = Int32Array.from(bounds, (bound) => {
      const c = mechanism.constraints.indexOf(bound);
      return c < 0 ? -1 : mechanism.table.rowStart[c];
    });
    this.hasActive = this.row.some((r) => r >= 0);
    const state = new Float64Array(mechanism.dimension + 1);
    mechanism.getState(state);
    this.evaluate(state, this.values);
    this.first = this.values.slice();
  }

  /** Whether bound k is active. */
  isActive(k: number): boolean {
    return this.row[k] >= 0;
  }

  /** Reads the hints from the events that ended a run: a value that only touched zero has not passed it. */
  readHints({ events, t }: Report): BoundHints {
    const { mechanism, row, most, bounds } = this;
    const { lambda } = mechanism.table;
    mechanism.derivative(this.rates);
    const fired = events.filter((event) => event.t === t);
    const isReleased = (k: number) => row[k] >= 0 && lambda[row[k]] <= vanishedForce * most[k] + this.noise[k];
    return {
      released: fired.flatMap(({ index, crossing }) => (crossing !== 0 && isReleased(index) ? [bounds[index]] : [])),
      active: [],
      reached: fired.flatMap(({ index, crossing }) => (crossing !== 0 && row[index] < 0 ? [bounds[index]] : [])),
    };
  }

  /** Finds the first bound, of `from` and those behind it, that is passed at a state or pulls there; −1 if there is none. */
  findFault(state: Float64Array, tolerance: number, from: number): number {
    const { values, row, most, first } = this;
    this.evaluate(state, values);
    for (let k = from; k < this.count; k++) {
      if (row[k] >= 0 ? values[k] < -pullingForce * most[k] : values[k] < -tolerance && values[k] < first[k]) return k;
    }
    return -1;
  }

  evaluate(state: Float64Array, out: Float64Array): void {
    const { mechanism, bounds, table, saved, row } = this;
    mechanism.getState(saved);
    mechanism.setState(state);
    if (this.hasActive) mechanism.derivative(this.rates);
    for (const place of table.places) place.locate(mechanism);
    table.clear();
    for (let c = 0; c < bounds.length; c++) {
      if (row[c] >= 0) {
        const lambda = mechanism.table.lambda[row[c]];
        const none = this.noise[c];
        // a vanished force has one value: event location need not look into rounding
        out[c] = lambda > none ? lambda : lambda >= -none ? none : lambda + 2 * none;
        this.most[c] = Math.max(this.most[c], lambda);
      } else {
        bounds[c].evaluate(table, c);
        out[c] = table.value[table.rowStart[c]];
      }
    }
    mechanism.setState(saved);
  }
}
