/**
 * Initial value problems whose solutions are known to the last digit of a double, for tests, benchmarks and docs alike.
 * Closed forms, or extrapolation in 34 digits by two orders (113-bit arithmetic for the stiff ones), cross-checked with
 * the values of the Test Set for IVP Solvers (Bari/CWI) where it has them.
 */
import { createProblem, type DerivativeFunction, type Problem } from "@rigor/engine/ode";

export interface ReferenceProblem {
  /** Kebab-case: "kepler-0.5". */
  readonly name: string;
  /** The equations in words, and where they are from. */
  readonly description: string;
  /** Whether an explicit method needs far more steps than the accuracy does. */
  readonly stiff: boolean;
  /** y at t = 0. */
  readonly initial: readonly number[];
  /** Reads y, with t in slot n; writes ẏ. */
  readonly derivative: DerivativeFunction;
  /** Writes ∂f/∂y, row-major. */
  readonly jacobian?: DerivativeFunction;
  /** The solution, at rising times. */
  readonly rows: readonly ReferenceRow[];
  /** A bound on the error of the rows. */
  readonly errorBound: number;
  /** Whether `errorBound` is absolute, or relative to each entry. */
  readonly errorKind: "absolute" | "relative";
}

export interface ReferenceRow {
  readonly t: number;
  readonly y: readonly number[];
}

/** The problem at its start, for a solver. */
export function createReferenceProblem(reference: ReferenceProblem): Problem {
  const { initial, derivative, jacobian } = reference;
  return createProblem(initial, derivative, jacobian === undefined ? {} : { jacobian });
}

/** The largest error of a state against row `row`, each entry in units of max(1, |yᵢ|). */
export function measureReferenceError(reference: ReferenceProblem, row: number, state: ArrayLike<number>): number {
  const { y } = reference.rows[row] as ReferenceRow;
  let worst = 0;
  for (let i = 0; i < y.length; i++) {
    const exact = y[i] as number;
    const error = Math.abs((state[i] as number) - exact) / Math.max(1, Math.abs(exact));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}
