/**
 * Forces of resting contact from rows that are built, a = A f + b of (9–9), also where all is in balance without any but for
 * rounding: what flies in a slot just as wide, for example. There is no size among the rows then by which to judge what is left
 * of them, and both sides of the slot may have to be left at 1e-14 m/s². The size is in what the rows are made of.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import type { ContactTable } from "../../contact/index.js";
import { RowKind, RowStatus } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import { isLimit } from "../island/index.js";
import type { ActiveSetContext } from "./context.js";

/** Accelerations below this fraction of their terms are rounding. */
const balance = 1e-12;
/** The largest residual that a certificate does not tell of. */
const conditionTolerance = 1e-9;
/** Where rows contradict each other they may miss by this part of their terms, and by more, up to the second, in so many rounds. */
const [leastMiss, mostMiss, missGrowth, missRounds] = [1e-10, 1e-3, 99, 40];
/** Rows with less than this fraction of the largest share have none in a proof. */
export const proofPart = 1e-9;

/** Whether the rows are as good as solved: `lawful` is the residual that a certificate may have. */
export function satisfiesConditions(context: ActiveSetContext, status: RowStatus): boolean {
  const { resting } = context.world.solvers;
  return status === RowStatus.ok && resting.residual <= conditionTolerance;
}

/** By how much rows of the last problem approach that no force can stop, as a part of their terms. */
export const missing: Float64Array = new Float64Array(1);

/**
 * Solves for forces, or for least ones where they are not unique. Where none are found that satisfy the law, rows that are in
 * balance without any to rounding part by as much as that; and if `mayMiss`, those that contradict each other approach.
 */
export function solveRows(
  context: ActiveSetContext,
  contacts: ContactTable,
  wantsLeast: boolean,
  mayMiss: boolean,
): RowStatus {
  missing[0] = 0;
  const status = solvePlainly(context, wantsLeast);
  if (satisfiesConditions(context, status) || status === RowStatus.notFinite) return status;
  const isEased = easeBalanced(context, contacts) || status === RowStatus.iterationLimit;
  const eased = isEased ? solvePlainly(context, wantsLeast) : status;
  return eased === RowStatus.infeasible && mayMiss ? solveMissing(context, contacts, wantsLeast) : eased;
}

function solvePlainly(context: ActiveSetContext, wantsLeast: boolean): RowStatus {
  const { resting } = context.world.solvers;
  const { problem } = context.solvers.rows;
  return wantsLeast ? resting.solve(problem) : resting.solveAny(problem);
}

/** Lets rows in balance to rounding part; whether there are any. */
function easeBalanced(context: ActiveSetContext, contacts: ContactTable): boolean {
  const { c, y0, values, column, rowStart, kind, rowCount } = context.solvers.rows.problem;
  let isChanged = false;
  for (let r = 0; r < rowCount; r++) {
    if (kind[r] !== RowKind.inequality) continue;
    let sum = c[r];
    for (let v = rowStart[r]; v < rowStart[r + 1]; v++) sum += values[v] * y0[column[v]];
    const rounding = balance * measureTerms(context, contacts, r);
    if (!(Math.abs(sum) <= rounding)) continue;
    c[r] += rounding - sum;
    isChanged = true;
  }
  return isChanged;
}

/** By how much each row may approach, as a part of its terms. */
let slack = new Float64Array(0);

/**
 * Where joints, or contacts that face each other, leave a contact no way to move, what motion itself gives, γ, may close its gap,
 * and no force can stop that: ½γt², as long as bodies go on. Rows of a proof that there are no forces may approach by a little,
 * which grows until there are some.
 */
function solveMissing(context: ActiveSetContext, contacts: ContactTable, wantsLeast: boolean): RowStatus {
  const { resting } = context.world.solvers;
  const { problem, joints } = context.solvers.rows;
  const { rowCount } = problem;
  if (slack.length < rowCount) slack = new Float64Array(2 * rowCount);
  slack.fill(0, 0, rowCount);
  let status: RowStatus = RowStatus.infeasible;
  for (let round = 0; round < missRounds && status === RowStatus.infeasible; round++) {
    const proof = resting.certificate;
    let most = 0;
    for (let r = joints.rows; r < rowCount; r++) most = Math.max(most, Math.abs(proof[r]));
    if (most === 0) return status;
    for (let r = joints.rows; r < rowCount; r++) {
      if (!(Math.abs(proof[r]) > proofPart * most)) continue;
      const more = slack[r] === 0 ? leastMiss : missGrowth * slack[r];
      problem.c[r] += more * measureTerms(context, contacts, r);
      slack[r] += more;
      missing[0] = Math.max(missing[0], slack[r]);
    }
    if (missing[0] > mostMiss) return status;
    status = solvePlainly(context, wantsLeast);
  }
  return status;
}

/** How large the terms are of which the acceleration of row r is made: |c|, |J| |y⁰| of each node, and |ω|² |r| of both bodies. */
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
  if (particleA[c] < 0) size += measureTurning(island.system, bodyA[c], point, 3 * c);
  return size + measureTurning(island.system, bodyB[c], point, 3 * c);
}

const arm = new Float64Array(3);

/** |ω|² |r| of body i at a point, m/s². */
function measureTurning(system: RigidSystem, i: number, point: Float64Array, o: number): number {
  const { state, angularVelocity: w } = system;
  vec3.subtract(arm, 0, point, o, state, bodySize * i);
  return vec3.dot(w, 3 * i, w, 3 * i) * Math.sqrt(vec3.dot(arm, 0, arm, 0));
}
