/**
 * The interface of an initial value problem: the three requests of "Differential Equation Basics", section 4.
 *
 *   dim(y)            `dimension`
 *   get/set y and t   `getState`, `setState`
 *   evaluate f        `derivative`
 *
 * A state is y with its clock behind it: an array of `dimension + 1` numbers, of which the last is t. So (y, t) travels
 * as one flat array, and no floating-point number passes through a call that V8 might not inline (it would be boxed,
 * 16 bytes of garbage a call).
 *
 * Follows: Differential Equation Basics, section 4; Implicit Methods, sections 3 and 4.
 */
import type { BlockMatrix } from "../../linalg/index.js";
import { fail, requireFinite, requireLength } from "../../math/index.js";
import { requireWriter } from "./problem-check.js";
import { requireOptions } from "./require-options.js";

/** An initial value problem ẏ = f(y, t), as a black box that holds y and t. */
export interface Problem {
  /** The number n of entries of y. */
  readonly dimension: number;
  /** Copies y into `state[0 … n−1]` and t into `state[n]`. */
  getState(state: Float64Array): void;
  /** Installs y and t from `state`. Coordinates that the problem prescribes itself may be overruled. */
  setState(state: Float64Array): void;
  /** Writes ẏ at the installed y and t into `out[0 … n−1]`. */
  derivative(out: Float64Array): void;
  /**
   * Writes ∂f/∂y at the installed state: row-major n×n, or, with a `pattern`, one value an entry of the pattern.
   * Implicit solvers difference f where it is missing.
   */
  jacobian?(out: Float64Array): void;
  /** The places where ∂f/∂y may be non-zero. Given, the implicit solvers work on sparse matrices. */
  readonly pattern?: Pattern;
  /**
   * A number that changes whenever f becomes another function: a force was removed, a particle fixed. `integrate` then restarts
   * the stepper.
   */
  readonly revision?: number;
  /**
   * Projects the installed end of a step onto the constraints that y must satisfy there, as those of a mechanism. Returns
   * whether the state was moved.
   */
  finishStep?(): boolean;
  /**
   * Removes from e, an estimate of the error of a step that is too large, the part that `finishStep` will remove itself at the
   * installed end; `derivative` was the request before. Returns whether e was changed. `dopri5` alone asks for it.
   */
  filterError?(e: Float64Array): boolean;
  /** Returns a description of entry `index` of y, and of its fault if that is known, for reports. */
  describe?(index: number): string;
}

/** The sparsity pattern of an n×n matrix, column by column. */
export interface Pattern {
  /** The start of each column in `rowIndex`, and the end of the last: n + 1 numbers. */
  readonly columnStart: Int32Array;
  /** The rows of column j, rising: `rowIndex[columnStart[j] … columnStart[j+1]−1]`. */
  readonly rowIndex: Int32Array;
}

/**
 * A problem of second order, with the structure that the n×n form (4–5) of backward Euler needs.
 *
 * ẍ = f(x, ẋ, t)                                                                                               (4–1)
 * d/dt (x, v) = (v, f(x, v, t))                                                                                (4–2)
 *
 * The second line is the first as a first-order system in y. The notes leave out t, on which f may depend here.
 */
export interface SecondOrderProblem extends Problem {
  /** The number of coordinates of x; y has twice as many entries. */
  readonly coordinates: number;
  /** The index in y of each coordinate of x. */
  readonly positionIndex: Int32Array;
  /** The index in y of each coordinate of v = ẋ. */
  readonly velocityIndex: Int32Array;
  /**
   * The weights wᵢ > 0 that make W ∂f/∂x and W ∂f/∂v symmetric (for particles, the masses, kg); wᵢ = 0 marks a prescribed
   * coordinate: after `setState` at time t, `getState` gives its x and v at t.
   */
  readonly weights: Float64Array;
  /** Adds every block that `linearise` will fill to K and D, both `coordinates` square and empty. */
  addBlocks(K: BlockMatrix, D: BlockMatrix): void;
  /** Fills K = W ∂f/∂x and D = W ∂f/∂v at the installed state. */
  linearise(K: BlockMatrix, D: BlockMatrix): void;
}

/** A function f that reads y, with t in `y[n]`, and writes ẏ to `out`. */
export type DerivativeFunction = (y: Float64Array, out: Float64Array) => void;

/** The options of `createProblem`. */
export interface ProblemOptions {
  /** The time at the start, s. Default 0. */
  readonly time?: number;
  /** The Jacobian ∂f/∂y: a function that reads y and writes n×n numbers row by row, or the values of `pattern`. */
  readonly jacobian?: DerivativeFunction;
  /** The places where ∂f/∂y may be non-zero. */
  readonly pattern?: Pattern;
}

const problemKeys = ["time", "jacobian", "pattern"];

/**
 * Returns the problem ẏ = f(y, t) with an initial y. f is called twice at once, at the initial state, to verify that it writes
 * every entry of `out` and nothing else; an error that it throws there is passed on.
 *
 *   const circle = createProblem([1, 0], (y, out) => {
 *     out[0] = -y[1];
 *     out[1] = y[0];
 *   });
 */
export function createProblem(
  initial: ArrayLike<number>,
  f: DerivativeFunction,
  options: ProblemOptions = {},
): Problem {
  if (typeof initial !== "object" || initial === null || !Number.isInteger(initial.length)) {
    fail("not-a-list", "initial", "must be a list of numbers", initial, "write [1] for a y of one entry");
  }
  requireFunction("f", f);
  requireOptions(options, problemKeys);
  const { time = 0, jacobian, pattern } = options;
  if (jacobian !== undefined) requireFunction("options.jacobian", jacobian);
  requireFinite("options.time", time);
  const n = initial.length;
  if (n === 0) fail("empty", "initial", "must have at least one entry", n);
  for (let i = 0; i < n; i++) requireFinite(`initial[${i}]`, initial[i]);
  if (pattern !== undefined) requireLength("options.pattern.columnStart", pattern.columnStart, n + 1);
  const state = new Float64Array(n + 1);
  state.set(initial);
  state[n] = time;
  requireWriter("f", f, state);
  return new FunctionProblem(state, f, jacobian, pattern);
}

function requireFunction(path: string, f: DerivativeFunction): void {
  if (typeof f !== "function")
    fail("not-a-function", path, "must be a function", f, "write (y, out) => { out[0] = …; }");
}

class FunctionProblem implements Problem {
  readonly dimension: number;
  readonly jacobian?: (out: Float64Array) => void;
  readonly pattern?: Pattern;
  private readonly state: Float64Array;
  private readonly f: DerivativeFunction;

  constructor(state: Float64Array, f: DerivativeFunction, jacobian?: DerivativeFunction, pattern?: Pattern) {
    this.dimension = state.length - 1;
    this.state = state;
    this.f = f;
    if (jacobian !== undefined) this.jacobian = (out) => jacobian(this.state, out);
    if (pattern !== undefined) this.pattern = pattern;
  }

  getState(state: Float64Array): void {
    state.set(this.state);
  }

  setState(state: Float64Array): void {
    this.state.set(state);
  }

  derivative(out: Float64Array): void {
    this.f(this.state, out);
  }
}
