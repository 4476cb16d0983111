/**
 * What is watched of bounds in a step: the gap of one that does not hold, the force of one that does. The finder of events
 * sees where they pass zero; what it cannot see, a hop that begins and ends within the step, is found at the end of it.
 */
import type { EventSet, Report } from "../ode/index.js";
import type { Bound } from "./limit.js";
import type { BoundHints } from "./limit-settle.js";
import type { Mechanism } from "./mechanism.js";
import { RowTable } from "./row-table.js";

/** A force that has fallen to this fraction of the largest that its bound has carried is none. */
const noForce = 1e-6;
/** A force beyond this, relative to the same, pulls. */
const pulls = 1e-9;

export class BoundWatch implements EventSet {
  readonly count: number;
  readonly direction: Int8Array;
  readonly terminal: Uint8Array;
  readonly names: readonly string[];
  /** Gaps and forces as of the last `evaluate`; a force that is none is its noise, not zero. */
  readonly values: Float64Array;
  private readonly mechanism: Mechanism;
  private readonly bounds: readonly Bound[];
  private readonly table: RowTable;
  private readonly saved: Float64Array;
  private readonly rates: Float64Array;
  /** The row of each bound that holds, or −1. */
  private readonly row: Int32Array;
  private readonly holdsAny: boolean;
  /** Of each that holds, the force that is none. */
  readonly noise: Float64Array;
  /** The largest force of each so far. */
  private readonly most: Float64Array;
  /** The gaps at the start. */
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
    this.holdsAny = this.row.some((r) => r >= 0);
    const state = new Float64Array(mechanism.dimension + 1);
    mechanism.getState(state);
    this.evaluate(state, this.values);
    this.first = this.values.slice();
  }

  /** Whether bound k holds. */
  holds(k: number): boolean {
    return this.row[k] >= 0;
  }

  /** What the events that ended a run tell: what only touched zero has not passed it. */
  readHints({ events, t }: Report): BoundHints {
    const { mechanism, row, most, bounds } = this;
    const { lambda } = mechanism.table;
    mechanism.derivative(this.rates);
    const fired = events.filter((event) => event.t === t);
    const isSpent = (k: number) => row[k] >= 0 && lambda[row[k]] <= noForce * most[k] + this.noise[k];
    return {
      spent: fired.flatMap(({ index, crossing }) => (crossing !== 0 && isSpent(index) ? [bounds[index]] : [])),
      pressed: [],
      reached: fired.flatMap(({ index, crossing }) => (crossing !== 0 && row[index] < 0 ? [bounds[index]] : [])),
    };
  }

  /** The first bound, of `from` and those behind it, that is passed at a state or pulls there; −1 if all is well. */
  findFault(state: Float64Array, tolerance: number, from: number): number {
    const { values, row, most, first } = this;
    this.evaluate(state, values);
    for (let k = from; k < this.count; k++) {
      if (row[k] >= 0 ? values[k] < -pulls * most[k] : values[k] < -tolerance && values[k] < first[k]) return k;
    }
    return -1;
  }

  evaluate(state: Float64Array, out: Float64Array): void {
    const { mechanism, bounds, table, saved, row } = this;
    mechanism.getState(saved);
    mechanism.setState(state);
    if (this.holdsAny) mechanism.derivative(this.rates);
    for (const place of table.places) place.locate(mechanism);
    table.clear();
    for (let c = 0; c < bounds.length; c++) {
      if (row[c] >= 0) {
        const lambda = mechanism.table.lambda[row[c]];
        const none = this.noise[c];
        // what is none is the same for all: the finder of events need not look into rounding
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
