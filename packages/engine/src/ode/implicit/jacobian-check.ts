/**
 * The check that the Jacobian of a problem is the derivative of its f. An error there does not make an implicit method
 * wrong, only slow, so it is hard to notice.
 *
 *   ∂f/∂y_j ≈ (f(y + δ e_j) − f(y − δ e_j)) / 2δ,     δ = ∛ε · max(|y_j|, typical size)
 *
 * which is good to about ε^(2/3) = 4e-11.
 */
import { requireColumns } from "../../linalg/index.js";
import { fail, requirePositive } from "../../math/index.js";
import type { Pattern, Problem } from "../problem/index.js";
import { requireDimension } from "../stepper/index.js";
import { roundingPart } from "./parameters.js";

/** The entry of ∂f/∂y in which a problem and differences of its f disagree most. */
export interface JacobianCheck {
  /** The row of the entry: the index of ẏ. */
  readonly row: number;
  /** The column of the entry: the index of y. */
  readonly column: number;
  /** The value of `problem.jacobian`, and 0 outside the pattern. */
  readonly analytic: number;
  /** The value of central differences of f. */
  readonly difference: number;
  /**
   * The difference |analytic − difference|, less the part that rounding explains, over the larger of the two. Below 1e-6 they
   * agree.
   */
  readonly error: number;
}

/** The cube root of ε = 2⁻⁵². */
const cubeRootEpsilon = 6.055454452393343e-6;

/**
 * Compares `problem.jacobian`, and the zeros outside `problem.pattern`, with central differences of f at the installed
 * state, and returns the worst entry. `typical` is the size of y where it is zero. Costs 2n evaluations.
 */
export function checkJacobian(problem: Problem, typical = 1): JacobianCheck {
  const n = requireDimension(problem);
  requirePositive("typical", typical);
  const { pattern } = problem;
  if (pattern !== undefined) requireColumns("problem.pattern.", n, pattern.columnStart, pattern.rowIndex);
  else if (problem.jacobian === undefined) {
    fail("missing", "problem.jacobian", "must be given to be checked", undefined, "give a jacobian, a pattern or both");
  }
  const values = new Float64Array(pattern === undefined ? n * n : pattern.rowIndex.length).fill(Number.NaN);
  const state = new Float64Array(n + 1);
  problem.getState(state);
  problem.jacobian?.(values);
  const analytic = new Float64Array(n);
  const difference = new Float64Array(n);
  const rounding = new Float64Array(n);
  let worst: JacobianCheck = { row: 0, column: 0, analytic: 0, difference: 0, error: -1 };
  for (let j = 0; j < n && !Number.isNaN(worst.error); j++) {
    readColumn(analytic, values, pattern, j);
    differenceColumn(difference, rounding, problem, state, j, cubeRootEpsilon * Math.max(Math.abs(state[j]), typical));
    for (let i = 0; i < n; i++) {
      // a pattern alone says nothing of the entries within it
      if (problem.jacobian === undefined && Number.isNaN(analytic[i])) continue;
      const gap = Math.abs(analytic[i] - difference[i]) - rounding[i];
      const error = gap <= 0 ? 0 : gap / Math.max(Math.abs(analytic[i]), Math.abs(difference[i]));
      if (error <= worst.error) continue;
      worst = { row: i, column: j, analytic: analytic[i], difference: difference[i], error };
      if (Number.isNaN(error)) break;
    }
  }
  problem.setState(state);
  return worst;
}

/** Computes column j by central differences, and a bound on the error from rounding f. */
function differenceColumn(
  out: Float64Array,
  rounding: Float64Array,
  problem: Problem,
  state: Float64Array,
  j: number,
  delta: number,
): void {
  const n = out.length;
  const trial = Float64Array.from(state);
  const behind = new Float64Array(n);
  trial[j] = state[j] - delta;
  const low = trial[j];
  problem.setState(trial);
  problem.derivative(behind);
  trial[j] = state[j] + delta;
  problem.setState(trial);
  problem.derivative(out);
  const width = trial[j] - low;
  for (let i = 0; i < n; i++) {
    rounding[i] = (roundingPart * (Math.abs(out[i]) + Math.abs(behind[i]))) / width;
    out[i] = (out[i] - behind[i]) / width;
  }
}

/** Copies column j of the values, zeros included. */
function readColumn(out: Float64Array, values: Float64Array, pattern: Pattern | undefined, j: number): void {
  const n = out.length;
  if (pattern === undefined) {
    for (let i = 0; i < n; i++) out[i] = values[i * n + j];
    return;
  }
  out.fill(0);
  for (let e = pattern.columnStart[j]; e < pattern.columnStart[j + 1]; e++) out[pattern.rowIndex[e]] = values[e];
}
