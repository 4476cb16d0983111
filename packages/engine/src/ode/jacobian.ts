/**
 * ∂f/∂y for the implicit methods: asked of the problem if it can tell, else by differences of f.
 *
 *   ∂f/∂y_j ≈ (f(y + δ_j e_j) − f(y)) / δ_j,     δ_j = √ε · max(|y_j|, typical size of y_j)
 *
 * With this δ the error from the curvature of f and the error from rounding f are both about √ε, 8 digits. With a
 * pattern, columns that share no row are differenced together (see jacobian-colouring.ts): as many evaluations as there
 * are groups, however large n is. Where f is not finite at y + δ, it is tried at y − δ.
 *
 * Follows: Implicit Methods, section 3.
 */
import { requireColumns } from "../linalg/index.js";
import { colourColumns, type Groups } from "./jacobian-colouring.js";
import { findNotFinite } from "./norm.js";
import type { Pattern, Problem } from "./problem.js";
import { Count } from "./stepper.js";

/** √ε, ε = 2⁻⁵². */
const rootEpsilon = 1.4901161193847656e-8;

/** f′ of a problem, and what it takes to find it. */
export interface Jacobian {
  readonly problem: Problem;
  readonly pattern: Pattern | undefined;
  /** ∂f/∂y: row-major n×n, or one value an entry of the pattern. Written by `evaluateJacobian`. */
  readonly values: Float64Array;
  /** The size below which an entry of y counts as zero: n numbers, written by the solver. */
  readonly typical: Float64Array;
  /** Columns that are differenced together. */
  readonly groups: Groups;
  /** δ of each column. */
  readonly increments: Float64Array;
  readonly trial: Float64Array;
  readonly slope: Float64Array;
}

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
 * Fills `values` at `state`, where f is `f0`, and leaves the problem there. Returns −1, or the row of an entry that is
 * not finite.
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

/** δ along f, so that y + δ is where the solution is going. */
function chooseIncrements(jacobian: Jacobian, state: Float64Array, f0: Float64Array): void {
  const { increments, typical } = jacobian;
  for (let j = 0; j < increments.length; j++) {
    const y = state[j];
    const size = rootEpsilon * Math.max(Math.abs(y), typical[j], 1e-290);
    // what is really added to y, after rounding
    const moved = f0[j] < 0 ? y - size : y + size;
    increments[j] = moved - y;
  }
}

/** slope = f at `state` with the columns of group g moved by their δ. */
function evaluateMoved(jacobian: Jacobian, state: Float64Array, g: number, counts: Float64Array): void {
  const { problem, groups, increments, trial, slope } = jacobian;
  trial.set(state);
  for (let p = groups.start[g]; p < groups.start[g + 1]; p++) trial[groups.columns[p]] += increments[groups.columns[p]];
  problem.setState(trial);
  problem.derivative(slope);
  counts[Count.evaluations]++;
}

/** The columns of group g, from f there (`slope`) and f at the state. */
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

/** The row of the first value that is not finite, or −1. */
function findBadRow(jacobian: Jacobian): number {
  const { pattern, values, slope } = jacobian;
  const at = findNotFinite(values, values.length);
  if (at < 0) return -1;
  return pattern === undefined ? Math.floor(at / slope.length) : pattern.rowIndex[at];
}
