/**
 * Diagnosis of the constraints of a mechanism at its state: how well they are met, whether some follow from others (then the
 * forces are not unique, and those of least norm are taken), and whether some contradict others.
 */
import { ConstraintSolver, multiplyInverseMass } from "../solver/index.js";
import type { Mechanism } from "./mechanism.js";
import { conflictTolerance, termTolerance } from "./parameters.js";

/** Diagnosis of constraints. */
export interface ConstraintReport {
  /** Number of scalar constraints. */
  readonly rows: number;
  /** Number of scalar constraints that are independent. */
  readonly rank: number;
  /** Whether the forces are unique: all rows are independent. */
  readonly unique: boolean;
  /** Largest |C|, m or rad. */
  readonly position: number;
  /** Largest |Ċ|, m/s or rad/s. */
  readonly velocity: number;
  /** Largest part of C̈ that no force can correct, m/s² or rad/s². */
  readonly acceleration: number;
  /** Constraints that contradict others, in their speeds or accelerations: "constraints[3] (motor)". */
  readonly conflicts: readonly string[];
}

/** Evaluates the forces once, at the state of the mechanism. */
export function checkConstraints(mechanism: Mechanism): ConstraintReport {
  mechanism.prepare();
  mechanism.evaluate();
  const { table, constraints } = mechanism;
  const { rows } = table;
  const position = largest(table.value);
  const velocity = largest(table.rate);
  // conjugate gradients do not determine the rank
  const solver = new ConstraintSolver(table, mechanism, mechanism.count, "direct");
  solver.judge();
  const left = findLeft(solver, table.rate);
  mechanism.derivative(new Float64Array(mechanism.dimension));
  const missing = findMissing(mechanism);
  const size = 1 + largest(mechanism.acceleration) + largest(table.gamma);
  const allowed = conflictTolerance * size + termTolerance * measureTerms(mechanism);
  const conflicts = constraints.flatMap(({ name }, c) => {
    const [first, end] = [table.rowStart[c], table.rowStart[c + 1]];
    const isMissed = largest(missing.subarray(first, end)) > allowed;
    const isLeft = largest(left.subarray(first, end)) > conflictTolerance * (1 + velocity);
    return isMissed || isLeft ? [`constraints[${c}] (${name})`] : [];
  });
  const rank = rows - solver.redundant;
  return { rows, rank, unique: rank === rows, position, velocity, acceleration: largest(missing), conflicts };
}

/** Finds the part of Ċ that no impulse can remove. */
function findLeft(solver: ConstraintSolver, rate: Float64Array): Float64Array {
  const mu = rate.map((x) => -x);
  solver.solve(mu);
  const left = new Float64Array(rate.length);
  solver.multiply(left, mu);
  for (let r = 0; r < left.length; r++) left[r] += rate[r];
  return left;
}

/** Finds C̈ + k_s C + k_d Ċ, which the forces should make zero, from the λ of the last evaluation. */
function findMissing(mechanism: Mechanism): Float64Array {
  const { table, acceleration, settings } = mechanism;
  const { gamma, value, rate } = table;
  const total = new Float64Array(mechanism.count);
  table.addTransposed(total, table.lambda);
  multiplyInverseMass(mechanism, total);
  for (let k = 0; k < total.length; k++) total[k] += acceleration[k];
  const missing = new Float64Array(table.rows);
  table.multiply(missing, total);
  for (let r = 0; r < table.rows; r++) {
    missing[r] += gamma[r] + settings.stiffness * value[r] + settings.damping * rate[r];
  }
  return missing;
}

/** The largest acceleration that the forces of rows would give by themselves, each taken with the same sign. */
function measureTerms(mechanism: Mechanism): number {
  const { jacobian: J, owner, rowStart, width, column, valueStart, lambda } = mechanism.table;
  const total = new Float64Array(mechanism.count);
  for (let b = 0; b < width.length; b++) {
    let r = rowStart[owner[b]];
    for (let v = valueStart[b]; v < valueStart[b + 1]; v += width[b], r++) {
      for (let k = 0; k < width[b]; k++) total[column[b] + k] += Math.abs(J[v + k] * lambda[r]);
    }
  }
  multiplyInverseMass(mechanism, total);
  return largest(total);
}

function largest(values: Float64Array): number {
  return values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}
