/**
 * What a solver may ask of the thing it solves: the three requests of "Differential Equation Basics", section 4.
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
import type { BlockMatrix } from "../linalg/index.js";
import { fail, requireFinite, requireLength } from "../math/index.js";
import { requireWriter } from "./problem-check.js";
import { requireOptions } from "./require-options.js";

/** ẏ = f(y, t), as a black box. */
export interface Problem {
  /** n: how many numbers y has. */
  readonly dimension: number;
  /** Copies y into `state[0 … n−1]` and t into `state[n]`. */
  getState(state: Float64Array): void;
  /** Installs y and t from `state`. Coordinates the problem dictates itself may be overruled. */
  setState(state: Float64Array): void;
  /** Writes ẏ at the installed y and t into `out[0 … n−1]`. */
  derivative(out: Float64Array): void;
  /**
   * Writes ∂f/∂y at the installed state: row-major n×n, or, with a `pattern`, one value an entry of the pattern.
   * Implicit solvers difference f where it is missing.
   */
  jacobian?(out: Float64Array): void;
  /** Where ∂f/∂y may be non-zero. Given, the implicit solvers work on sparse matrices. */
  readonly pattern?: Pattern;
  /** Changes whenever f becomes another function: a force was removed, a particle held. `integrate` then begins anew. */
  readonly revision?: number;
  /**
   * Called once the end of a step is installed: may move the installed state a little, onto what must hold there (the
   * constraints of a mechanism). Tells whether it did.
   */
  finishStep?(): boolean;
  /**
   * Takes from e, an estimate of the error of a step that is too large, what `finishStep` will take away itself at the end that is
   * installed; `derivative` was the request before. Tells whether it changed anything. So far `dopri5` asks for it.
   */
  filterError?(e: Float64Array): boolean;
  /** What entry `index` of y is, in words, and what was wrong with it if that is known: for reports. */
  describe?(index: number): string;
}

/**
 * The places of a sparse n×n matrix, column by column: rows `rowIndex[columnStart[j] … columnStart[j+1]−1]`, rising.
 */
export interface Pattern {
  readonly columnStart: Int32Array;
  readonly rowIndex: Int32Array;
}

/**
 * ẍ = f(x, ẋ, t)                                                                                               (4–1)
 * d/dt (x, v) = (v, f(x, v, t))                                                                                (4–2)
 * The second is the first, written as a first-order system in y; here comes what the n×n form (4–5) of backward Euler
 * needs besides. The notes leave out t, on which f may depend here.
 */
export interface SecondOrderProblem extends Problem {
  /** How many coordinates x has; y has twice as many entries. */
  readonly coordinates: number;
  /** Where coordinate i of x stands in y. */
  readonly positionIndex: Int32Array;
  /** Where coordinate i of v = ẋ stands in y. */
  readonly velocityIndex: Int32Array;
  /**
   * wᵢ > 0 such that W ∂f/∂x and W ∂f/∂v are symmetric (for particles, the masses); wᵢ = 0 marks a coordinate that the
   * problem dictates: after `setState` at time t, `getState` tells its x and v at t.
   */
  readonly weights: Float64Array;
  /** Adds to K and D, both `coordinates` square and empty, every block that `linearise` will fill. */
  addBlocks(K: BlockMatrix, D: BlockMatrix): void;
  /** Fills K = W ∂f/∂x and D = W ∂f/∂v at the installed state. */
  linearise(K: BlockMatrix, D: BlockMatrix): void;
}

/** f as a function: reads y, with t in `y[n]`, and writes ẏ. */
export type DerivativeFunction = (y: Float64Array, out: Float64Array) => void;

export interface ProblemOptions {
  /** The time at the start. Default 0. */
  readonly time?: number;
  /** ∂f/∂y: reads y, writes row-major n×n, or the values of `pattern`. */
  readonly jacobian?: DerivativeFunction;
  readonly pattern?: Pattern;
}

const problemKeys = ["time", "jacobian", "pattern"];

/**
 * A problem from a function. f is called twice here, at the initial state, to see whether it writes every entry of
 * `out` and nothing else; what it throws there is thrown.
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
