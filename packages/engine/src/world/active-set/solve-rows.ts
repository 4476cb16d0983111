/**
 * Forces of resting contact for rows that have been built, a = A f + b of (9–9), also where all rows are in balance without
 * forces but for rounding, as of a body that flies in a slot of its own width. The accelerations of the rows have no scale then
 * by which to judge a residual, and both sides of the slot may have to approach at 1e-14 m/s². The scale is that of the terms of
 * the rows.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import type { ContactTable } from "../../contact/index.js";
import { RowKind, UnilateralStatus } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import { isLimit } from "../island/index.js";
import type { ActiveSetContext } from "./context.js";
import {
  balancedPart,
  conditionTolerance,
  contradictionGrowth,
  contradictionRounds,
  leastContradiction,
  mostContradiction,
  proofPart,
} from "./parameters.js";

/** Whether the rows are solved, with a residual of complementarity that need not be reported. */
export function satisfiesConditions(context: ActiveSetContext, status: UnilateralStatus): boolean {
  const { resting } = context.world.solvers;
  return status === UnilateralStatus.ok && resting.residual <= conditionTolerance;
}

/**
 * Solves for forces, or for the least ones where they are not unique. Where no forces satisfy the conditions, rows that are in
 * balance without forces may separate by rounding; and if `mayMiss`, rows that contradict each other may approach, by
 * `world.solvers.contradiction`.
 */
export function solveRows(
  context: ActiveSetContext,
  contacts: ContactTable,
  wantsLeast: boolean,
  mayMiss: boolean,
): UnilateralStatus {
  context.world.solvers.contradiction[0] = 0;
  const status = solvePlainly(context, wantsLeast);
  if (satisfiesConditions(context, status) || status === UnilateralStatus.notFinite) return status;
  const isEased = easeBalanced(context, contacts) || status === UnilateralStatus.iterationLimit;
  const eased = isEased ? solvePlainly(context, wantsLeast) : status;
  return eased === UnilateralStatus.infeasible && mayMiss ? solveContradiction(context, contacts, wantsLeast) : eased;
}

/** Solves the rows as they are. */
function solvePlainly(context: ActiveSetContext, wantsLeast: boolean): UnilateralStatus {
  const { resting } = context.world.solvers;
  const { problem } = context.solvers.rows;
  return wantsLeast ? resting.solve(problem) : resting.solveAny(problem);
}

/** Lets rows that are in balance separate by rounding. Returns whether there are any. */
function easeBalanced(context: ActiveSetContext, contacts: ContactTable): boolean {
  const { c, y0, values, column, rowStart, kind, rowCount } = context.solvers.rows.problem;
  let isChanged = false;
  for (let r = 0; r < rowCount; r++) {
    if (kind[r] !== RowKind.inequality) continue;
    let sum = c[r];
    for (let v = rowStart[r]; v < rowStart[r + 1]; v++) sum += values[v] * y0[column[v]];
    const rounding = balancedPart * measureTerms(context, contacts, r);
    if (!(Math.abs(sum) <= rounding)) continue;
    c[r] += rounding - sum;
    isChanged = true;
  }
  return isChanged;
}

/** Approach that each row is allowed, as a part of its terms. */
let slack = new Float64Array(0);

/**
 * Solves rows that contradict each other. Where joints, or opposite contacts, leave a contact no freedom, the acceleration γ of
 * the motion itself may close its gap, and no force can stop that. Rows of the certificate that there are no forces are allowed a
 * small approach, which grows until there are forces.
 */
function solveContradiction(context: ActiveSetContext, contacts: ContactTable, wantsLeast: boolean): UnilateralStatus {
  const { resting, contradiction } = context.world.solvers;
  const { problem, joints } = context.solvers.rows;
  const { rowCount } = problem;
  if (slack.length < rowCount) slack = new Float64Array(2 * rowCount);
  slack.fill(0, 0, rowCount);
  let status: UnilateralStatus = UnilateralStatus.infeasible;
  for (let round = 0; round < contradictionRounds && status === UnilateralStatus.infeasible; round++) {
    const proof = resting.certificate;
    let most = 0;
    for (let r = joints.rows; r < rowCount; r++) most = Math.max(most, Math.abs(proof[r]));
    if (most === 0) return status;
    for (let r = joints.rows; r < rowCount; r++) {
      if (!(Math.abs(proof[r]) > proofPart * most)) continue;
      const more = slack[r] === 0 ? leastContradiction : contradictionGrowth * slack[r];
      problem.c[r] += more * measureTerms(context, contacts, r);
      slack[r] += more;
      contradiction[0] = Math.max(contradiction[0], slack[r]);
    }
    if (contradiction[0] > mostContradiction) return status;
    status = solvePlainly(context, wantsLeast);
  }
  return status;
}

/** Returns the size of the terms of the acceleration of row r: |c|, |J| |y⁰| of each node, and |ω|² |r| of both bodies. */
function measureTerms({ solvers: { rows }, island }: ActiveSetContext, table: ContactTable, r: number): number {
  const { problem, joints, contacts } = rows;
  const { y0, values, column, blockStart, blockEntry, blockNode, nodeStart } = problem;
  let size = Math.abs(problem.c[r]);
  for (let b = blockStart[r]; b < blockStart[r + 1]; b++) {
    const width = nodeStart[blockNode[b] + 1] - nodeStart[blockNode[b]];
    let [row, motion] = [0, 0];
    for (let k = 0, v = blockEntry[b]; k < width; k++, v++) {
      row += values[v] * values[v];
      motion += y0[column[v]] * y0[column[v]];
    }
    size += Math.sqrt(row * motion);
  }
  const c = contacts[r - joints.rows];
  if (isLimit(table, c)) return size;
  const { bodyA, bodyB, particleA, point } = table;
  if (particleA[c] < 0) size += measureTurning(island.model.system, bodyA[c], point, 3 * c);
  return size + measureTurning(island.model.system, bodyB[c], point, 3 * c);
}

const arm = new Float64Array(3);

/** Returns |ω|² |r| of body i at a point, m/s². */
function measureTurning(system: RigidSystem, i: number, point: Float64Array, o: number): number {
  const { state, angularVelocity: w } = system;
  vec3.subtract(arm, 0, point, o, state, bodySize * i);
  return vec3.dot(w, 3 * i, w, 3 * i) * Math.sqrt(vec3.dot(arm, 0, arm, 0));
}
