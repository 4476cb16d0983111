/**
 * A constraint from a function of the user's alone: it says what must be zero, and a tape gives the derivatives.
 *
 *   mechanism.add(custom({ ends: [{ body: 0 }, [0, 2, 0]],
 *     value: ([a, b]) => a.point([1, 0, 0]).minus(b.position).length().minus(3) }))
 *
 *   C(p, R, t)           n = ∂C/∂p,   t = Σ c × ∂C/∂c over the columns c of R            γ = C̈ while nothing accelerates
 *   f(p, R, v, ω, t)     n = ∂f/∂v,   t = ∂f/∂ω                                          γ = ḟ while nothing accelerates
 *
 * The second is for `binds: "velocities"`; f need not be linear in the velocities. A constraint whose rows are written by
 * hand is any object of type `Constraint`: `mechanism.add(() => mine)`.
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import { type Expression, fail, type Tape, type Traced, traceFunction } from "../../math/index.js";
import { countInputs, createEnd, createSymbolicEnd, type Place, type SymbolicEnd, writeInputs } from "../ends/index.js";
import {
  type Binding,
  type Constraint,
  type ConstraintMaker,
  type End,
  EndSlot,
  type MechanismState,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of a constraint from a function. */
export interface CustomOptions {
  /** Places that the constraint acts on; `readReaction` is of the first, unless that is a point of the world. */
  readonly ends: readonly Place[];
  /**
   * Function that must be zero: one expression or vector, or a list. It is called once, with expressions (see
   * math/differentiation/expression.ts).
   */
  readonly value: (ends: readonly SymbolicEnd[], time: Expression) => Traced;
  /** Level on which the function binds. Default "positions". */
  readonly binds?: Binding;
  /** Name for reports. Default "custom". */
  readonly name?: string;
}

/** Makes a constraint from a function that must be zero. */
export function custom(options: CustomOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["ends", "value", "binds", "name"]);
    const { ends: places, value, binds = "positions", name = "custom" } = options;
    if (!Array.isArray(places) || places.length === 0) {
      fail("no-ends", `${path}.ends`, "must be a list of one place or more", places);
    }
    if (binds !== "positions" && binds !== "velocities") {
      fail("unknown", `${path}.binds`, 'must be "positions" or "velocities"', binds);
    }
    if (typeof value !== "function") fail("not-a-function", `${path}.value`, "must be a function of the ends", value);
    const ends = places.map((place, e) => createEnd(`${path}.ends[${e}]`, mechanism, place));
    const hasVelocities = binds === "velocities";
    // the time, then the inputs of the ends
    const start = new Int32Array(ends.length + 1).fill(1);
    ends.forEach((end, e) => {
      start[e + 1] = start[e] + countInputs(end, hasVelocities);
    });
    const describe = (inputs: readonly Expression[]) =>
      ends.map((end, e) => createSymbolicEnd(`ends[${e}]`, end, inputs, start[e], hasVelocities));
    const tape = traceFunction(start[ends.length], (x) => value(describe(x), x[0]), `${path}.value`);
    const constraint = new Custom(name, binds, ends, start, tape, value.length > 1);
    constraint.requireFinite(`${path}.value`, mechanism);
    return constraint;
  };
}

class Custom implements Constraint {
  readonly name: string;
  readonly rows: number;
  readonly binds: Binding;
  readonly ends: readonly End[];
  readonly changes: boolean;
  private readonly tape: Tape;
  /** First input of each end. */
  private readonly start: Int32Array;
  /** Inputs with their derivatives; f, ḟ and f̈; ∂f/∂x, row by row. */
  private readonly x: Float64Array;
  private readonly dx: Float64Array;
  private readonly ddx: Float64Array;
  private readonly jet: Float64Array;
  private readonly gradient: Float64Array;
  private readonly torque = new Float64Array(3);
  /** J q̇ of the row at hand. */
  private readonly along = new Float64Array(1);

  constructor(name: string, binds: Binding, ends: readonly End[], start: Int32Array, tape: Tape, changes: boolean) {
    const inputs = tape.inputCount;
    this.changes = changes;
    this.name = name;
    this.binds = binds;
    this.rows = tape.outputCount;
    this.ends = ends;
    this.start = start;
    this.tape = tape;
    this.x = new Float64Array(inputs);
    this.dx = new Float64Array(inputs);
    this.ddx = new Float64Array(inputs);
    this.dx[0] = 1;
    this.jet = new Float64Array(3 * tape.outputCount);
    this.gradient = new Float64Array(inputs * tape.outputCount);
  }

  evaluate(table: RowTable, c: number, mechanism: MechanismState): void {
    const { rows, jet, gradient, tape } = this;
    this.compute(mechanism);
    const first = table.rowStart[c];
    const isOnPositions = this.binds === "positions";
    for (let k = 0; k < rows; k++) {
      const r = first + k;
      this.writeRow(table, c, k, isOnPositions);
      if (isOnPositions) {
        table.value[r] = jet[k];
        table.gamma[r] = jet[2 * rows + k];
        table.drift[r] = gradient[k * tape.inputCount];
      } else {
        table.gamma[r] = jet[rows + k];
        table.drift[r] = jet[k] - this.along[0];
      }
    }
  }

  private compute(mechanism: MechanismState): void {
    const { ends, start, x, dx, ddx, tape } = this;
    x[0] = mechanism.time;
    for (let e = 0; e < ends.length; e++) {
      if (start[e + 1] > start[e]) writeInputs(x, dx, ddx, start[e], ends[e], this.binds === "velocities");
    }
    tape.evaluateJet(this.jet, 0, x, 0, dx, 0, ddx, 0);
    tape.writeJacobian(this.gradient, 0);
  }

  /** J of row k, and J q̇ if it is on velocities. */
  private writeRow(table: RowTable, c: number, k: number, isOnPositions: boolean): void {
    const { ends, start, gradient: g, torque: t, tape } = this;
    let along = 0;
    for (let e = 0; e < ends.length; e++) {
      if (start[e + 1] === start[e]) continue;
      const { at, turns } = ends[e];
      let n = k * tape.inputCount + start[e];
      t.fill(0);
      if (isOnPositions) {
        if (turns) addTorque(t, at, EndSlot.axes, g, n + 3);
      } else {
        n += turns ? 12 : 3;
        for (let i = 0; i < 3; i++) {
          if (turns) t[i] = g[n + 3 + i];
          along += g[n + i] * at[EndSlot.velocity + i] + t[i] * at[EndSlot.angularVelocity + i];
        }
      }
      table.writeRow(c, e, k, g, n, t, 0);
    }
    this.along[0] = along;
  }

  /** Throws unless the function and its derivatives are finite at the state. */
  requireFinite(path: string, mechanism: MechanismState): void {
    for (const end of this.ends) end.locate(mechanism);
    this.compute(mechanism);
    if (this.jet.every(Number.isFinite) && this.gradient.every(Number.isFinite)) return;
    const cure = "a square root or a length at 0, for example, has no derivative: prefer squares";
    fail("not-finite", path, "must be finite at the present state, with its derivatives", this.jet, cure);
  }
}

/** t += Σ c × ∂C/∂c over the columns of a matrix at m[i …], the derivatives at g[j …], both row by row. */
function addTorque(t: Float64Array, m: Float64Array, i: number, g: Float64Array, j: number): void {
  for (let c = 0; c < 3; c++) {
    t[0] += m[i + 3 + c] * g[j + 6 + c] - m[i + 6 + c] * g[j + 3 + c];
    t[1] += m[i + 6 + c] * g[j + c] - m[i + c] * g[j + 6 + c];
    t[2] += m[i + c] * g[j + 3 + c] - m[i + 3 + c] * g[j + c];
  }
}
