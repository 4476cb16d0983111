/**
 * Solves, judges and sorts row problems whose equalities are eliminated first (rows-reduction.ts): the same questions as to a
 * `RowSolver`, asked of the few rows that are left. Worth while where there are many equalities and few other rows.
 */
import { RowBasis } from "./rows-basis.js";
import { DualActiveSet } from "./rows-dual.js";
import { measureTolerance, moveByForces } from "./rows-kernel.js";
import { RowLeastReduced } from "./rows-least-reduced.js";
import { RowNormalMatrix } from "./rows-normal-matrix.js";
import { RowKind, type RowProblem } from "./rows-problem.js";
import { RowRank } from "./rows-rank.js";
import { RowReduction } from "./rows-reduction.js";
import { RowFigure, RowMethod, RowResult, RowStatus } from "./rows-result.js";

/** Fewer equalities than this are rows like others. */
const fewEqualities = 12;
/** More inequalities than this are too many for dense rows, unless equalities leave few ways to move. */
const manyInequalities = 60;
/** Those ways of all, and multiplications, at most. */
const fewWays = 0.5;
const denseWork = 1e9;
/** Of the largest |y − y⁰|: by how much forces of least norm may miss the motion. */
const leastError = 1e-12;

export class ReducedSolver {
  private readonly dual = new DualActiveSet();
  private readonly rank = new RowRank();
  private readonly basis = new RowBasis();
  private readonly least = new RowLeastReduced();
  /** Never set up: so few rows do not need it. */
  private readonly normal = new RowNormalMatrix();
  /** What is known of the rows that are left. */
  private readonly inner = new RowResult();
  private tolerance = new Float64Array(0);
  private innerTolerance = new Float64Array(0);
  private guess = new Float64Array(0);
  private work = new Float64Array(0);
  private out = new Uint8Array(0);
  private avoid = new Uint8Array(0);

  /** Solves the problem, whose rows have the squared lengths d. False if that is not worth while, or could not be done. */
  solve(problem: RowProblem, d: Float64Array, result: RowResult): boolean {
    const { dual } = this;
    const { rowCount: m } = problem;
    let equalities = 0;
    for (let i = 0; i < m; i++) if (problem.kind[i] === RowKind.equality) equalities++;
    if (!isWorthwhile(equalities, m - equalities, problem.dimension)) return false;
    const reduction = findReduction(problem);
    if (!reduction.pose(problem, d)) return false;
    this.setUp(m, problem.dimension);
    reduction.begin(problem, result.f);
    const { tolerance, innerTolerance, work } = this;
    measureTolerance(tolerance, problem, problem.y0, problem.c, result.f, work, result.figures, RowFigure.scale);
    for (let k = 0; k < reduction.count; k++) innerTolerance[k] = tolerance[reduction.rows[k]];
    const { problem: inner, f, x, a } = reduction;
    dual.least = innerTolerance;
    result.status = dual.solve(inner, inner.y0, inner.c, inner.kind, reduction.d, f, x, a, false);
    dual.least = null;
    for (let k = 0; k < reduction.count; k++) result.missed[reduction.rows[k]] = dual.missed[k];
    result.method = RowMethod.dual;
    result.iterations = dual.pivots;
    result.factorizations = 1;
    if (result.status === RowStatus.infeasible) {
      reduction.writeCertificate(problem, dual.certificate, result.certificate);
    }
    reduction.finish(problem, dual, result);
    return result.status === RowStatus.ok || result.status === RowStatus.infeasible;
  }

  /** Rank and uniqueness of the last solution, of which `holds` tells the rows that hold. */
  judge(problem: RowProblem, d: Float64Array, holds: Uint8Array, result: RowResult): void {
    const { inner } = this;
    const reduction = this.read(problem, d, holds, result);
    const { equalities } = reduction;
    this.rank.judgeFound(reduction.problem, this.normal, this.dual, reduction.d, inner);
    result.rank = equalities.rank + inner.rank;
    result.unique = inner.unique && equalities.rank === equalities.count;
  }

  /** See `RowSolver.selectBasis`. */
  selectBasis(
    problem: RowProblem,
    d: Float64Array,
    holds: Uint8Array,
    result: RowResult,
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
  findLeastForces(problem: RowProblem, d: Float64Array, holds: Uint8Array, result: RowResult): boolean {
    const { guess, work } = this;
    const { rowCount: m, dimension: n } = problem;
    const reduction = findReduction(problem);
    const { equalities } = reduction;
    // the forces that move nothing are as many as there are rows too many: sparse ones, which a dense factor would fill
    if (reduction.count > manyInequalities) return false;
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
    isGood &&= error <= leastError * most;
    if (isGood) result.figures[RowFigure.forceError] = most > 0 ? error / most : 0;
    else for (let i = 0; i < m; i++) result.f[i] = guess[i];
    return isGood;
  }

  /** What holds, and the forces, of the rows that are left. */
  private read(problem: RowProblem, d: Float64Array, holds: Uint8Array, result: RowResult): RowReduction {
    const { inner, rank } = this;
    const reduction = findReduction(problem);
    reduction.pose(problem, d);
    const { count, rows } = reduction;
    inner.reserve(count, problem.dimension);
    rank.setUp(reduction.problem);
    inner.holding = 0;
    for (let k = 0; k < count; k++) {
      inner.f[k] = result.f[rows[k]];
      rank.holds[k] = holds[rows[k]];
      inner.holding += rank.holds[k];
    }
    inner.figures[RowFigure.scale] = result.figures[RowFigure.scale];
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
  if (equalities < fewEqualities) return false;
  if (inequalities <= manyInequalities) return true;
  const ways = Math.max(0, dimension - equalities);
  return ways <= fewWays * dimension && inequalities * Math.min(inequalities, ways) * dimension <= denseWork;
}

/** What is kept of the rows of a problem. */
function findReduction(problem: RowProblem): RowReduction {
  if (problem.memory instanceof RowReduction) return problem.memory;
  const made = new RowReduction();
  problem.memory = made;
  return made;
}
