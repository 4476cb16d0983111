/**
 * The Jacobian ∂f/∂y for the implicit methods: that of the problem if it has one, else differences of f.
 *
 *   ∂f/∂y_j ≈ (f(y + δ_j e_j) − f(y)) / δ_j,     δ_j = √ε · max(|y_j|, typical size of y_j)
 *
 * With this δ the error from the curvature of f and the error from rounding f are both about √ε, 8 digits. With a
 * pattern, columns that share no row are differenced together (see jacobian-colouring.ts), which costs an evaluation a
 * group, however large n is. Where f is not finite at y + δ, it is tried at y − δ.
 *
 * Follows: Implicit Methods, section 3.
 */
import { requireColumns } from "../../linalg/index.js";
import type { Pattern, Problem } from "../problem/index.js";
import { Count, findNotFinite } from "../stepper/index.js";
import { colourColumns, type Groups } from "./jacobian-colouring.js";
import { leastSize } from "./parameters.js";

/** √ε, ε = 2⁻⁵². */
const rootEpsilon = 1.4901161193847656e-8;

/** The Jacobian f′ of a problem, and the arrays of its evaluation. */
export interface Jacobian {
  /** The problem of which f′ is the Jacobian. */
  readonly problem: Problem;
  /** The sparsity pattern, if there is one. */
  readonly pattern: Pattern | undefined;
  /** The values of ∂f/∂y: n×n numbers row by row, or one an entry of the pattern. `evaluateJacobian` writes them. */
  readonly values: Float64Array;
  /** The size below which an entry of y counts as zero: n numbers, written by the solver. */
  readonly typical: Float64Array;
  /** The groups of columns that are differenced together. */
  readonly groups: Groups;
  /** The increments δ of the columns, in the units of y. */
  readonly increments: Float64Array;
  /** The values of y and t at which f is differenced. */
  readonly trial: Float64Array;
  /** The values of f there. */
  readonly slope: Float64Array;
}

/** Returns the Jacobian of a problem, not yet evaluated. */
export function createJacobian(problem: Problem): Jacobian {
  const n = problem.dimension;
  const pattern = problem.pattern;
  if (pattern !== undefined) requireColumns("problem.pattern.", n, pattern.columnStart, pattern.rowIndex);
  return {
    problem,
    pattern,
    values: new Float64Array(pattern === undefined ? n * n : pattern.rowIndex.length),
    typical: new Float64Array(n),
    groups: colourColumns(n, pattern),
    increments: new Float64Array(n),
    trial: new Float64Array(n + 1),
    slope: new Float64Array(n),
  };
}

/**
 * Evaluates the Jacobian at `state`, where f is `f0`, and leaves the problem there. Returns −1, or the row of an entry that
 * is not finite.
 */
export function evaluateJacobian(
  jacobian: Jacobian,
  state: Float64Array,
  f0: Float64Array,
  counts: Float64Array,
): number {
  const { problem } = jacobian;
  counts[Count.jacobians]++;
  if (problem.jacobian !== undefined) {
    problem.setState(state);
    problem.jacobian(jacobian.values);
    return findBadRow(jacobian);
  }
  chooseIncrements(jacobian, state, f0);
  const { groups, slope } = jacobian;
  let bad = -1;
  for (let g = 0; g < groups.count && bad < 0; g++) {
    evaluateMoved(jacobian, state, g, counts);
    bad = findNotFinite(slope, slope.length);
    if (bad >= 0) {
      for (let p = groups.start[g]; p < groups.start[g + 1]; p++) jacobian.increments[groups.columns[p]] *= -1;
      evaluateMoved(jacobian, state, g, counts);
      bad = findNotFinite(slope, slope.length);
    }
    storeGroup(jacobian, f0, g);
  }
  problem.setState(state);
  return bad >= 0 ? bad : findBadRow(jacobian);
}

/** Chooses the increments δ along f, so that y + δ is ahead of the solution. */
function chooseIncrements(jacobian: Jacobian, state: Float64Array, f0: Float64Array): void {
  const { increments, typical } = jacobian;
  for (let j = 0; j < increments.length; j++) {
    const y = state[j];
    const size = rootEpsilon * Math.max(Math.abs(y), typical[j], leastSize);
    // the increment after the rounding of y + δ
    const moved = f0[j] < 0 ? y - size : y + size;
    increments[j] = moved - y;
  }
}

/** Evaluates f, in `slope`, at `state` with the entries of group g moved by their δ. */
function evaluateMoved(jacobian: Jacobian, state: Float64Array, g: number, counts: Float64Array): void {
  const { problem, groups, increments, trial, slope } = jacobian;
  trial.set(state);
  for (let p = groups.start[g]; p < groups.start[g + 1]; p++) trial[groups.columns[p]] += increments[groups.columns[p]];
  problem.setState(trial);
  problem.derivative(slope);
  counts[Count.evaluations]++;
}

/** Writes the columns of group g, from f there (`slope`) and f at the state. */
function storeGroup(jacobian: Jacobian, f0: Float64Array, g: number): void {
  const { pattern, groups, increments, slope, values } = jacobian;
  const n = slope.length;
  for (let p = groups.start[g]; p < groups.start[g + 1]; p++) {
    const j = groups.columns[p];
    const delta = increments[j];
    if (pattern === undefined) {
      for (let i = 0; i < n; i++) values[i * n + j] = (slope[i] - f0[i]) / delta;
    } else {
      const { columnStart, rowIndex } = pattern;
      for (let e = columnStart[j]; e < columnStart[j + 1]; e++) {
        const i = rowIndex[e];
        values[e] = (slope[i] - f0[i]) / delta;
      }
    }
  }
}

/** Returns the row of the first value that is not finite, or −1. */
function findBadRow(jacobian: Jacobian): number {
  const { pattern, values, slope } = jacobian;
  const at = findNotFinite(values, values.length);
  if (at < 0) return -1;
  return pattern === undefined ? Math.floor(at / slope.length) : pattern.rowIndex[at];
}
