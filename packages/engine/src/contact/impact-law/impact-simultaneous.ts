/**
 * One round of a collision law: impulses on the contacts of a set, all at once, with every joint holding.
 *
 *   contacts   v⁺ ≥ −e v⁻,   j ≥ 0,   j (v⁺ + e v⁻) = 0          (29)
 *   joints     v⁺ = 0,   j of any sign;     v⁺ = v⁻ + A j, the rates of the rows
 *
 * The law holds at contacts that separate, too, v⁻ > 0, and leaves them −e v⁻ of slack. The paper discards them; v⁺ ≥ 0 there
 * would let energy rise. With c + e v⁻ in place of c it is a row problem. y⁺ is unique; of the impulses those of least norm
 * are taken, so that the four corners of a face share alike in any order of rows. One e always has a solution where c = 0:
 * y = −e y⁻. In a closed container that may be the only one, which rounding must not miss, so slack is given. Unlike e may
 * contradict each other there; then, and where energy would rise, the plastic problem (e = 0, which y = 0 satisfies) takes
 * its part: see impact-energy.ts.
 *
 * Follows: Baraff 1989, section 8; Rigid Body Simulation, section 8.
 */
import {
  RowKind,
  UnilateralFigure,
  type UnilateralProblem,
  UnilateralSolver,
  UnilateralStatus,
} from "../../linalg/index.js";
import { resize } from "../../math/index.js";
import { findBlend, measureWork, Work } from "./impact-energy.js";
import { addImpulses, evaluateRates } from "./impact-kernel.js";
import { firstSlack, lastSlack, leastNormTolerance, proofTolerance } from "./parameters.js";

/** A solver for one round of the simultaneous law. */
export class ImpactRound {
  /** Impulses of the round, those of least norm, and the motion and rates after it. */
  j = new Float64Array(0);
  least = new Float64Array(0);
  y = new Float64Array(0);
  v = new Float64Array(0);
  /** s of the round, 1 where the law holds unchanged, and its work W. */
  readonly blend = new Float64Array(1);
  readonly work = new Float64Array(2);
  private readonly solver = new UnilateralSolver();
  private shifted = new Float64Array(0);
  private plasticJ = new Float64Array(0);
  private relaxed = new Float64Array(0);
  private plasticLeast = new Float64Array(0);
  private plasticV = new Float64Array(0);
  private plasticY = new Float64Array(0);

  /** Clears all warm starts: see `ImpactSolver.reset`. */
  reset(): void {
    this.solver.reset();
  }

  /** Reserves arrays for so many rows and velocities. */
  reserve(rows: number, dimension: number): void {
    if (rows > this.j.length) {
      const length = Math.max(rows, 2 * this.j.length);
      this.j = resize(this.j, length);
      this.v = resize(this.v, length);
      this.least = resize(this.least, length);
      this.plasticLeast = resize(this.plasticLeast, length);
      this.relaxed = resize(this.relaxed, length);
      this.shifted = resize(this.shifted, length);
      this.plasticJ = resize(this.plasticJ, length);
      this.plasticV = resize(this.plasticV, length);
    }
    if (dimension > this.y.length) {
      this.y = resize(this.y, Math.max(dimension, 2 * this.y.length));
      this.plasticY = resize(this.plasticY, this.y.length);
    }
  }

  /**
   * Solves for the motion y0 of the problem, with rates `before` and restitution e (0 at rows that are no contacts).
   * Anything but ok: not even the plastic problem was solved, and j, y and v are not to be used unless it only missed its
   * tolerance (iterationLimit).
   */
  run(problem: UnilateralProblem, before: Float64Array, e: Float64Array): UnilateralStatus {
    const { j, y, v, least, plasticJ, plasticY, plasticV, plasticLeast, blend, work } = this;
    const { rowCount: m, dimension: n, c } = problem;
    let bounces = false;
    for (let i = 0; i < m; i++) {
      if (e[i] !== 0 && before[i] !== 0) bounces = true;
      this.shifted[i] = c[i] + e[i] * before[i];
    }
    const status = this.solveLaw(problem, this.shifted, j, y, v, least);
    blend[0] = 1;
    measureWork(work, problem, j, before, v);
    const isLaw = status === UnilateralStatus.ok && work[Work.work] <= work[Work.noise];
    if (isLaw || !bounces) return status;
    const plastic = this.solveLaw(problem, c, plasticJ, plasticY, plasticV, plasticLeast);
    if (plastic !== UnilateralStatus.ok && plastic !== UnilateralStatus.iterationLimit) return plastic;
    if (status === UnilateralStatus.ok) findBlend(blend, m, before, plasticJ, plasticV, j, v);
    else blend[0] = 0;
    blendArrays(blend, m, j, plasticJ);
    blendArrays(blend, m, least, plasticLeast);
    blendArrays(blend, n, y, plasticY);
    evaluateRates(v, problem, problem.values, y, c);
    measureWork(work, problem, j, before, v);
    return plastic;
  }

  /**
   * One contact without joints, j = −(1 + e) v⁻/A with A the denominator of (8–18): a push, if it approaches. It leaves
   * v⁺ = −e v⁻, the law (8–10) of one contact, and that of the paper, eq. (27).
   */
  runSingle(problem: UnilateralProblem, row: number, before: Float64Array, e: Float64Array): UnilateralStatus {
    const { j, v, least } = this;
    const { rowStart, values } = problem;
    for (let i = 0; i < problem.rowCount; i++) {
      j[i] = 0;
      least[i] = 0;
    }
    let A = 0;
    for (let k = rowStart[row], end = rowStart[row + 1]; k < end; k++) A += values[k] * values[k];
    this.blend[0] = 1;
    // a row that nothing can move
    if (!(A > 0)) return UnilateralStatus.infeasible;
    j[row] = Math.max(0, (-(1 + e[row]) * before[row]) / A);
    least[row] = j[row];
    moveRows(problem, j, this.y, v);
    measureWork(this.work, problem, j, before, v);
    return UnilateralStatus.ok;
  }

  /**
   * The row problem with c replaced: impulses j with the motion y they lead to, exact to rounding; the rates v, which are
   * those without the replacement; and the least impulses that lead to y, up to `leastTolerance`.
   */
  private solveLaw(
    problem: UnilateralProblem,
    c: UnilateralProblem["c"],
    j: Float64Array,
    y: Float64Array,
    v: Float64Array,
    least: Float64Array,
  ): UnilateralStatus {
    const { solver } = this;
    const { result } = solver;
    const { rowCount: m, kind } = problem;
    const own = problem.c;
    problem.c = c;
    let status = solver.solve(problem);
    for (let part = firstSlack; status === UnilateralStatus.infeasible && part <= lastSlack; part *= 100) {
      if (isProof(problem, result.certificate)) break;
      status = this.solveSlack(problem, c, part);
    }
    for (let i = 0; i < m; i++) j[i] = kind[i] === RowKind.equality ? result.f[i] : Math.max(0, result.f[i]);
    if (status === UnilateralStatus.ok) solver.judge(problem);
    const isUnique = status !== UnilateralStatus.ok || result.unique;
    if (!isUnique) solver.findLeastForces(problem);
    problem.c = own;
    moveRows(problem, j, y, v);
    const isExact = !isUnique && result.forceError <= leastNormTolerance;
    for (let i = 0; i < m; i++) least[i] = isExact ? result.f[i] : j[i];
    return status;
  }

  /** Solves the problem with a part of the largest rate as slack at every contact. */
  private solveSlack(problem: UnilateralProblem, c: UnilateralProblem["c"], part: number): UnilateralStatus {
    const { solver, relaxed } = this;
    const slack = part * solver.result.figures[UnilateralFigure.scale];
    for (let i = 0; i < problem.rowCount; i++) relaxed[i] = problem.kind[i] === RowKind.equality ? c[i] : c[i] + slack;
    problem.c = relaxed;
    const status = solver.solve(problem);
    problem.c = c;
    return status;
  }
}

/** Whether u, with Jᵀ u = 0 and u·c < 0, says more than rounding does. */
function isProof(problem: UnilateralProblem, u: Float64Array): boolean {
  let sum = 0;
  let size = 0;
  for (let i = 0; i < problem.rowCount; i++) {
    sum += u[i] * problem.c[i];
    size += Math.abs(u[i] * problem.c[i]);
  }
  return -sum > proofTolerance * size;
}

/** a = (1 − s) b + s a, s = blend[0]. */
function blendArrays(blend: Float64Array, count: number, a: Float64Array, b: Float64Array): void {
  const s = blend[0];
  for (let i = 0; i < count; i++) a[i] = s === 0 ? b[i] : (1 - s) * b[i] + s * a[i];
}

/** y = y⁰ + Jᵀ j, v = J y + c. */
function moveRows(problem: UnilateralProblem, j: Float64Array, y: Float64Array, v: Float64Array): void {
  for (let k = 0; k < problem.dimension; k++) y[k] = problem.y0[k];
  addImpulses(y, problem, problem.values, j);
  evaluateRates(v, problem, problem.values, y, problem.c);
}
