/**
 * Solves problems whose equalities are eliminated first (equality-elimination.ts), and answers for them the questions to a
 * `UnilateralSolver` from the few rows that are left. Worth while where there are many equalities and few other rows.
 */
import { ActiveBasis } from "./active-basis.js";
import { ActiveRank } from "./active-rank.js";
import { EqualityElimination } from "./equality-elimination.js";
import { GoldfarbIdnani } from "./goldfarb-idnani.js";
import { NormalMatrix } from "./normal-matrix.js";
import { denseWork, freePart, leastEqualities, reducedNormError, smallProblem } from "./parameters.js";
import { ReducedMinimumNorm } from "./reduced-minimum-norm.js";
import { measureTolerance, moveByForces } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";
import { UnilateralFigure, UnilateralMethod, UnilateralResult, UnilateralStatus } from "./unilateral-result.js";

/** A solver that eliminates the equalities of a problem before it solves it. */
export class ReducedSolver {
  private readonly dual = new GoldfarbIdnani();
  private readonly rank = new ActiveRank();
  private readonly basis = new ActiveBasis();
  private readonly least = new ReducedMinimumNorm();
  /** Never set up: so few rows do not need it. */
  private readonly normal = new NormalMatrix();
  /** The result for the rows that are left. */
  private readonly inner = new UnilateralResult();
  private tolerance = new Float64Array(0);
  private innerTolerance = new Float64Array(0);
  private guess = new Float64Array(0);
  private work = new Float64Array(0);
  private out = new Uint8Array(0);
  private avoid = new Uint8Array(0);

  /** Solves the problem, whose rows have the squared lengths d. False if that is not worth while, or could not be done. */
  solve(problem: UnilateralProblem, d: Float64Array, result: UnilateralResult): boolean {
    const { dual } = this;
    const { rowCount: m } = problem;
    let equalities = 0;
    for (let i = 0; i < m; i++) if (problem.kind[i] === RowKind.equality) equalities++;
    if (!isWorthwhile(equalities, m - equalities, problem.dimension)) return false;
    const reduction = findElimination(problem);
    if (!reduction.pose(problem, d)) return false;
    this.setUp(m, problem.dimension);
    reduction.begin(problem, result.f);
    const { tolerance, innerTolerance, work } = this;
    measureTolerance(tolerance, problem, problem.y0, problem.c, result.f, work, result.figures, UnilateralFigure.scale);
    for (let k = 0; k < reduction.count; k++) innerTolerance[k] = tolerance[reduction.rows[k]];
    const { problem: inner, f, x, a } = reduction;
    dual.least = innerTolerance;
    result.status = dual.solve(inner, inner.y0, inner.c, inner.kind, reduction.d, f, x, a, false);
    dual.least = null;
    for (let k = 0; k < reduction.count; k++) result.inconsistency[reduction.rows[k]] = dual.inconsistency[k];
    result.method = UnilateralMethod.dual;
    result.iterations = dual.pivots;
    result.factorizations = 1;
    if (result.status === UnilateralStatus.infeasible) {
      reduction.writeCertificate(problem, dual.certificate, result.certificate);
    }
    reduction.finish(problem, dual, result);
    return result.status === UnilateralStatus.ok || result.status === UnilateralStatus.infeasible;
  }

  /** Writes rank and uniqueness of the last solution, whose active rows are marked in `holds`. */
  judge(problem: UnilateralProblem, d: Float64Array, holds: Uint8Array, result: UnilateralResult): void {
    const { inner } = this;
    const reduction = this.read(problem, d, holds, result);
    const { equalities } = reduction;
    this.rank.judgeFound(reduction.problem, this.normal, this.dual, reduction.d, inner);
    result.rank = equalities.rank + inner.rank;
    result.unique = inner.unique && equalities.rank === equalities.count;
  }

  /** See `RowSolver.selectBasis`. */
  selectBasis(
    problem: UnilateralProblem,
    d: Float64Array,
    holds: Uint8Array,
    result: UnilateralResult,
    out: Uint8Array,
    avoid: Uint8Array | null,
  ): number {
    const reduction = this.read(problem, d, holds, result);
    const { count, rows } = reduction;
    for (let k = 0; k < count; k++) this.avoid[k] = avoid === null ? 0 : avoid[rows[k]];
    const { normal, dual, rank, inner } = this;
    const { problem: left, d: lengths } = reduction;
    const size = this.basis.select(left, normal, dual, rank, lengths, inner, this.out, this.avoid, problem, rows);
    for (let i = 0; i < problem.rowCount; i++) out[i] = 0;
    for (let k = 0; k < count; k++) out[rows[k]] = this.out[k];
    return size;
  }

  /** Replaces the forces by those of least norm. False, with all as it was, if equalities depend on each other. */
  findMinimumNorm(problem: UnilateralProblem, d: Float64Array, holds: Uint8Array, result: UnilateralResult): boolean {
    const { guess, work } = this;
    const { rowCount: m, dimension: n } = problem;
    const reduction = findElimination(problem);
    const { equalities } = reduction;
    // the forces that move nothing are as many as there are rows too many: sparse ones, which a dense factor would fill
    if (reduction.count > smallProblem) return false;
    if (!reduction.pose(problem, d) || equalities.rank < equalities.count) return false;
    for (let i = 0; i < m; i++) guess[i] = result.f[i];
    let isGood = this.least.run(reduction, holds, result.f);
    moveByForces(work, problem, problem.y0, result.f);
    let error = 0;
    let most = 0;
    for (let k = 0; k < n; k++) {
      error = Math.max(error, Math.abs(work[k] - result.y[k]));
      most = Math.max(most, Math.abs(result.y[k] - problem.y0[k]));
    }
    isGood &&= error <= reducedNormError * most;
    if (isGood) result.figures[UnilateralFigure.forceError] = most > 0 ? error / most : 0;
    else for (let i = 0; i < m; i++) result.f[i] = guess[i];
    return isGood;
  }

  /** Reads the active rows, and the forces, of the rows that are left. */
  private read(
    problem: UnilateralProblem,
    d: Float64Array,
    holds: Uint8Array,
    result: UnilateralResult,
  ): EqualityElimination {
    const { inner, rank } = this;
    const reduction = findElimination(problem);
    reduction.pose(problem, d);
    const { count, rows } = reduction;
    inner.reserve(count, problem.dimension);
    rank.setUp(reduction.problem);
    inner.activeCount = 0;
    for (let k = 0; k < count; k++) {
      inner.f[k] = result.f[rows[k]];
      rank.active[k] = holds[rows[k]];
      inner.activeCount += rank.active[k];
    }
    inner.figures[UnilateralFigure.scale] = result.figures[UnilateralFigure.scale];
    return reduction;
  }

  private setUp(m: number, n: number): void {
    if (m > this.tolerance.length) {
      this.tolerance = new Float64Array(2 * m);
      this.innerTolerance = new Float64Array(2 * m);
      this.guess = new Float64Array(2 * m);
      this.out = new Uint8Array(2 * m);
      this.avoid = new Uint8Array(2 * m);
    }
    if (n > this.work.length) this.work = new Float64Array(n);
  }
}

/** Whether few rows, or short ones, are left beside so many equalities. */
function isWorthwhile(equalities: number, inequalities: number, dimension: number): boolean {
  if (equalities < leastEqualities) return false;
  if (inequalities <= smallProblem) return true;
  const ways = Math.max(0, dimension - equalities);
  return ways <= freePart * dimension && inequalities * Math.min(inequalities, ways) * dimension <= denseWork;
}

/** Returns the elimination that is kept with a problem. */
function findElimination(problem: UnilateralProblem): EqualityElimination {
  if (problem.memory instanceof EqualityElimination) return problem.memory;
  const made = new EqualityElimination();
  problem.memory = made;
  return made;
}
