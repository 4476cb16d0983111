/**
 * Solves row problems: the front of all methods. Small ones by the dual active set; large ones by a guess that is polished
 * (forces given, else sweeps, else the interior point method), with the dual active set behind it for what is left. Where
 * many rows are equalities and few are not, the equalities are eliminated first (rows-reduction.ts). With forces given,
 * small ones are polished as well. Whatever the method, the answer is certified by its residual. After the
 * first solves of a pattern nothing is allocated, unless a method is called upon for the first time.
 *
 *   solve             f, y, a, status, residual
 *   judge             rank and uniqueness of the forces of the last solve
 *   findLeastForces   replaces them by those of least norm
 *   listHolding       rows with a = 0
 *   selectBasis       independent ones among them that can carry everything
 */
import { requireInteger, resize } from "../../math/index.js";
import { NodeMasses } from "./node-masses.js";
import { RowBasis } from "./rows-basis.js";
import { DualActiveSet } from "./rows-dual.js";
import { RowInterior } from "./rows-interior.js";
import {
  evaluateRows,
  formProduct,
  measureLargest,
  measureResidual,
  measureRows,
  measureSize,
  measureTolerance,
  moveByForces,
} from "./rows-kernel.js";
import { RowLeastForces } from "./rows-least-forces.js";
import { RowNormalMatrix } from "./rows-normal-matrix.js";
import { Pivoting } from "./rows-pivoting.js";
import { RowPolish } from "./rows-polish.js";
import { RowKind, type RowProblem } from "./rows-problem.js";
import { RowRank } from "./rows-rank.js";
import { ReducedSolver } from "./rows-reduced-solver.js";
import { RowFigure, RowMethod, RowResult, RowStatus } from "./rows-result.js";
import { RowSweeps } from "./rows-sweep.js";

export interface RowSolverOptions {
  /** Default: `dual` up to `smallRows` rows without a guess, else `polish`. */
  readonly method?: RowMethod;
  /** Default 60. */
  readonly smallRows?: number;
}

const sweepLimit = 60;
/** Sets tried from a guess, and factorisations of the interior point method. */
const polishRounds = 8;
const interiorLimit = 60;
export class RowSolver {
  method: RowMethod | undefined;
  smallRows: number;
  /** Of the last solve. Its f is the guess of a warm start, and may be written before one. */
  readonly result = new RowResult();
  private readonly normal = new RowNormalMatrix();
  private readonly dual = new DualActiveSet();
  private readonly sweeps = new RowSweeps();
  private readonly polish = new RowPolish();
  private readonly interior = new RowInterior();
  private readonly pivoting = new Pivoting();
  private readonly least = new RowLeastForces();
  private readonly rank = new RowRank();
  private readonly basis = new RowBasis();
  private readonly reduced = new ReducedSolver();
  /** Whether equalities were eliminated in the last solve. */
  private isReduced = false;
  private readonly masses = new NodeMasses();
  private d = new Float64Array(0);
  private A = new Float64Array(0);
  private r = new Float64Array(0);
  private guess = new Float64Array(0);
  private tolerance = new Float64Array(0);
  private work = new Float64Array(0);
  private readonly control = new Float64Array(1);
  private readonly size = new Float64Array(1);

  constructor(options: RowSolverOptions = {}) {
    const { method, smallRows = 60 } = options;
    if (method !== undefined) requireInteger("options.method", method, 0, 2);
    requireInteger("options.smallRows", smallRows, 0, 1 << 28);
    this.method = method;
    this.smallRows = smallRows;
  }

  /** Forgets what problems before have left: answers from here on depend on the problem alone, to the last bit. */
  reset(): void {
    this.normal.reset();
  }

  /** Solves the problem; where `warm`, from the forces in `result.f`, which belong to its rows. */
  solve(problem: RowProblem, warm = false): RowStatus {
    const { result } = this;
    const { rowCount: m, dimension: n, y0, c } = problem;
    const isSmall = this.method === undefined && m <= this.smallRows;
    const method = this.method ?? (isSmall && !warm ? RowMethod.dual : RowMethod.polish);
    result.reserve(m, n);
    this.setUp(m, n);
    measureRows(this.d, problem);
    this.masses.measure(problem);
    result.method = method;
    result.iterations = 0;
    result.factorizations = 0;
    result.status = RowStatus.ok;
    for (let i = 0; i < m; i++) result.missed[i] = 0;
    evaluateRows(result.a, problem, y0, c);
    measureLargest(result.figures, RowFigure.scale, result.a, m);
    this.isReduced = false;
    if (!Number.isFinite(result.figures[RowFigure.scale])) result.status = RowStatus.notFinite;
    else {
      const mayReduce = !warm && this.method === undefined;
      this.isReduced = mayReduce && this.reduced.solve(problem, this.d, result) && this.certify(problem);
      if (this.isReduced) return result.status;
      result.status = RowStatus.ok;
      result.method = method;
      for (let i = 0; i < m; i++) result.missed[i] = 0;
      if (method === RowMethod.polish) this.solveByPolish(problem, warm, isSmall);
      else if (method === RowMethod.pivoting) this.solveByPivoting(problem);
      else this.solveByDual(problem, warm);
    }
    if (!this.certify(problem) && (warm || result.method !== RowMethod.dual)) {
      this.solveByDual(problem, false);
      this.certify(problem);
    }
    // where rows all but depend on each other pivots may go round in circles: a guess from within ends that
    if ((result.status as RowStatus) === RowStatus.iterationLimit && isSmall) {
      result.status = RowStatus.ok;
      result.method = RowMethod.polish;
      this.solveByPolish(problem, false, false);
      this.certify(problem);
    }
    return result.status;
  }

  /** Finds rank and uniqueness of the last solution, which was of this problem. */
  judge(problem: RowProblem): void {
    const { result, rank, d } = this;
    if (!this.isReduced) rank.judge(problem, this.normal, this.dual, d, result);
    else {
      rank.findHolding(problem, d, result);
      this.reduced.judge(problem, d, rank.holds, result);
    }
  }

  /** Replaces the forces of the last solution by the least ones that give the same motion. */
  findLeastForces(problem: RowProblem): void {
    const { result } = this;
    const n = problem.dimension;
    this.rank.findHolding(problem, this.d, result);
    if (!this.isReduced || !this.reduced.findLeastForces(problem, this.d, this.rank.holds, result)) {
      for (let k = 0; k < n; k++) this.r[k] = result.y[k] - problem.y0[k];
      this.least.run(problem, this.normal, this.rank.holds, this.r, result.f, this.masses.isSpread);
      const { figures } = this.least;
      result.figures[RowFigure.forceError] = figures[1] > 0 ? figures[0] / figures[1] : 0;
      result.factorizations += this.least.factorizations;
    }
    this.measure(problem);
  }

  /** Writes 1 for the rows with a = 0 in the last solution, equalities among them, else 0; how many they are. */
  listHolding(problem: RowProblem, out: Uint8Array): number {
    this.rank.findHolding(problem, this.d, this.result);
    for (let i = 0; i < problem.rowCount; i++) out[i] = this.rank.holds[i];
    return this.result.holding;
  }

  /**
   * Writes 1 for inequalities that, as equalities beside the equalities, give the last solution's motion without any of
   * them pulling, each independent of the rest, else 0; how many they are. Rows with a 1 in `avoid` come last.
   */
  selectBasis(problem: RowProblem, out: Uint8Array, avoid: Uint8Array | null = null): number {
    const { rank, d, result } = this;
    rank.findHolding(problem, d, result);
    if (this.isReduced) return this.reduced.selectBasis(problem, d, rank.holds, result, out, avoid);
    return this.basis.select(problem, this.normal, this.dual, rank, d, result, out, avoid);
  }

  private solveByDual(problem: RowProblem, warm: boolean): void {
    const { result, dual } = this;
    const { y0, c, kind } = problem;
    result.method = RowMethod.dual;
    dual.keepsMotion = this.masses.isSpread;
    result.status = dual.solve(problem, y0, c, kind, this.d, result.f, result.y, result.a, warm);
    dual.keepsMotion = false;
    result.iterations += dual.pivots;
    for (let i = 0; i < problem.rowCount; i++) result.missed[i] = dual.missed[i];
    if (result.status !== RowStatus.infeasible) return;
    for (let i = 0; i < problem.rowCount; i++) result.certificate[i] = dual.certificate[i];
  }

  private solveByPolish(problem: RowProblem, warm: boolean, isSmall: boolean): void {
    const { result, sweeps, interior, normal, control, d } = this;
    const { f, y, a } = result;
    const scale = result.figures[RowFigure.scale];
    if (warm && this.tryPolish(problem, 1e-9)) return;
    if (isSmall) {
      this.solveByDual(problem, false);
      return;
    }
    if (!warm) for (let i = 0; i < problem.rowCount; i++) f[i] = 0;
    moveByForces(y, problem, problem.y0, f);
    control[0] = 1e-5 * scale;
    sweeps.run(problem, d, f, y, sweepLimit, control);
    if (this.tryPolish(problem, 1e-5)) return;
    control[0] = 1e-9 * scale;
    interior.run(problem, normal, d, f, y, a, interiorLimit, control, result.figures, RowFigure.scale);
    result.factorizations += interior.factorizations;
    if (this.tryPolish(problem, 1e-9)) return;
    this.solveByDual(problem, true);
  }

  /** Polishes from the forces there are; what presses less than a fraction of the scale is not taken to press. */
  private tryPolish(problem: RowProblem, fraction: number): boolean {
    const { result, polish, control, guess } = this;
    const m = problem.rowCount;
    for (let i = 0; i < m; i++) guess[i] = result.f[i];
    control[0] = fraction * result.figures[RowFigure.scale];
    polish.scale[0] = result.figures[RowFigure.scale];
    const done = polish.run(problem, this.normal, this.d, result.f, result.y, result.a, polishRounds, control);
    result.factorizations += polish.rounds;
    result.iterations += polish.solves;
    // forces of a set that does not close may be anything
    if (!done) for (let i = 0; i < m; i++) result.f[i] = guess[i];
    return done;
  }

  private solveByPivoting(problem: RowProblem): void {
    const { result, pivoting } = this;
    const { rowCount: m, kind, y0 } = problem;
    if (m * m > this.A.length) this.A = new Float64Array(m * m);
    formProduct(this.A, problem, this.d);
    // a is b at first
    for (let i = 0; i < m; i++) this.guess[i] = result.a[i];
    result.status = pivoting.solve(m, this.A, this.guess, kind, result.f, result.a);
    result.iterations += pivoting.pivots;
    if (result.status === RowStatus.infeasible) {
      for (let i = 0; i < m; i++) result.certificate[i] = pivoting.df[i];
    }
    // A has rounded what J has not
    for (let pass = 0; pass < 3; pass++) {
      moveByForces(result.y, problem, y0, result.f);
      if (pass === 2 || result.status !== RowStatus.ok) return;
      evaluateRows(result.a, problem, result.y, problem.c);
      pivoting.correct(kind, result.f, result.a);
    }
  }

  private setUp(m: number, n: number): void {
    if (m > this.d.length) {
      const length = Math.max(m, 2 * this.d.length);
      this.d = resize(this.d, length);
      this.guess = resize(this.guess, length);
      this.tolerance = resize(this.tolerance, length);
    }
    if (n > this.work.length) {
      this.work = resize(this.work, n);
      this.r = resize(this.r, n);
    }
  }

  /** Writes residual and complementarity. */
  private measure(problem: RowProblem): void {
    const { figures, f, a } = this.result;
    measureResidual(figures, RowFigure.residual, problem, f, a, this.d);
    measureSize(this.size, 0, problem);
    if (this.size[0] > 0) figures[RowFigure.residual] /= this.size[0];
  }

  /** Measures the solution, and lets it pass or not: false where a status of ok has to be taken back. */
  private certify(problem: RowProblem): boolean {
    const { result, tolerance, work, d } = this;
    const { figures, f, a } = result;
    if (result.status === RowStatus.notFinite) return true;
    evaluateRows(a, problem, result.y, problem.c);
    this.measure(problem);
    if (!Number.isFinite(figures[RowFigure.residual])) {
      result.status = RowStatus.notFinite;
      return false;
    }
    if (result.status !== RowStatus.ok) return result.status === RowStatus.infeasible;
    measureTolerance(tolerance, problem, problem.y0, problem.c, f, work, figures, RowFigure.scale);
    for (let i = 0; i < problem.rowCount; i++) tolerance[i] = Math.max(tolerance[i], result.missed[i]);
    if (satisfiesRows(problem, f, a, d, tolerance)) return true;
    result.status = RowStatus.iterationLimit;
    return false;
  }
}

/** Whether every row is at its condition, up to ten times what rounding allows. */
function satisfiesRows(
  problem: RowProblem,
  f: Float64Array,
  a: Float64Array,
  d: Float64Array,
  tolerance: Float64Array,
): boolean {
  const { kind, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    const out = kind[i] === RowKind.equality ? a[i] : Math.min(d[i] * f[i], a[i]);
    if (!(Math.abs(out) <= 10 * tolerance[i])) return false;
  }
  return true;
}
