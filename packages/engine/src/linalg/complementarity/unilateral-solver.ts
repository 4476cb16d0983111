/**
 * Solves problems of unilateral and bilateral rows: the front of all methods. Small ones are solved by the dual active set
 * method; large ones by a guess that is polished (forces given, else NNCG, else the interior point method), with the dual active
 * set method behind it for the rest. Where many rows are equalities and few are not, the equalities are eliminated first
 * (reduced-solver.ts). With forces given, small ones are polished as well. Whatever the method, the answer is certified by its
 * residual. After the first solves of a pattern nothing is allocated, unless a method is called upon for the first time.
 *
 *   solve             f, y, a, status, residual
 *   judge             rank and uniqueness of the forces of the last solve
 *   findMinimumNorm   replaces them by those of minimum norm
 *   listActive        rows with a = 0
 *   selectBasis       independent ones among them that can carry everything
 */
import { requireInteger, resize } from "../../math/index.js";
import { ActiveBasis } from "./active-basis.js";
import { ActiveRank } from "./active-rank.js";
import { ActiveSetPolish } from "./active-set-polish.js";
import { DantzigPivoting } from "./dantzig.js";
import { GoldfarbIdnani } from "./goldfarb-idnani.js";
import { InteriorPoint } from "./interior-point.js";
import { MinimumNormForces } from "./minimum-norm.js";
import { NonsmoothConjugateGradients } from "./nncg.js";
import { NodeMasses } from "./node-masses.js";
import { NormalMatrix } from "./normal-matrix.js";
import {
  acceptedTolerances,
  guessTolerance,
  interiorFactorizations,
  nncgSweeps,
  nncgTolerance,
  polishRounds,
  smallProblem,
} from "./parameters.js";
import { ReducedSolver } from "./reduced-solver.js";
import {
  evaluateRows,
  formDelassus,
  measureDelassusDiagonal,
  measureLargest,
  measureResidual,
  measureSize,
  measureTolerance,
  moveByForces,
} from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";
import { UnilateralFigure, UnilateralMethod, UnilateralResult, UnilateralStatus } from "./unilateral-result.js";

/** The options of a `UnilateralSolver`. */
export interface UnilateralSolverOptions {
  /** The method that is asked first. Default: `dual` up to `smallRows` rows without a guess, else `polish`. */
  readonly method?: UnilateralMethod;
  /** The number of rows up to which the dual active set method is asked first. Default 60. */
  readonly smallRows?: number;
}
/** A solver of unilateral and bilateral rows; see the methods in the header of the file. */
export class UnilateralSolver {
  method: UnilateralMethod | undefined;
  smallRows: number;
  /** Of the last solve. Its f is the guess of a warm start, and may be written before one. */
  readonly result = new UnilateralResult();
  private readonly normal = new NormalMatrix();
  private readonly dual = new GoldfarbIdnani();
  private readonly nncg = new NonsmoothConjugateGradients();
  private readonly polish = new ActiveSetPolish();
  private readonly interior = new InteriorPoint();
  private readonly pivoting = new DantzigPivoting();
  private readonly minimumNorm = new MinimumNormForces();
  private readonly rank = new ActiveRank();
  private readonly basis = new ActiveBasis();
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

  constructor(options: UnilateralSolverOptions = {}) {
    const { method, smallRows = smallProblem } = options;
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
  solve(problem: UnilateralProblem, warm = false): UnilateralStatus {
    const { result } = this;
    const isSmall = this.method === undefined && problem.rowCount <= this.smallRows;
    const method = this.method ?? (isSmall && !warm ? UnilateralMethod.dual : UnilateralMethod.polish);
    this.begin(problem, method);
    if (!Number.isFinite(result.figures[UnilateralFigure.scale])) result.status = UnilateralStatus.notFinite;
    else if (!warm && this.method === undefined && this.solveReduced(problem)) return result.status;
    else this.solveBy(problem, method, warm, isSmall);
    if (!this.certify(problem) && (warm || result.method !== UnilateralMethod.dual)) {
      this.solveByDualActiveSet(problem, false);
      this.certify(problem);
    }
    // where rows all but depend on each other pivots may go round in circles: a guess from within ends that
    if ((result.status as UnilateralStatus) === UnilateralStatus.iterationLimit && isSmall) {
      result.status = UnilateralStatus.ok;
      result.method = UnilateralMethod.polish;
      this.solveByPolish(problem, false, false);
      this.certify(problem);
    }
    return result.status;
  }

  /** Measures the problem, and forgets the result before. */
  private begin(problem: UnilateralProblem, method: UnilateralMethod): void {
    const { result } = this;
    const { rowCount: m, dimension: n, y0, c } = problem;
    result.reserve(m, n);
    this.setUp(m, n);
    measureDelassusDiagonal(this.d, problem);
    this.masses.measure(problem);
    result.method = method;
    result.iterations = 0;
    result.factorizations = 0;
    result.status = UnilateralStatus.ok;
    for (let i = 0; i < m; i++) result.inconsistency[i] = 0;
    evaluateRows(result.a, problem, y0, c);
    measureLargest(result.figures, UnilateralFigure.scale, result.a, m);
    this.isReduced = false;
  }

  /** Eliminates the equalities, where that is worth while; whether that gave a certified answer. */
  private solveReduced(problem: UnilateralProblem): boolean {
    this.isReduced = this.reduced.solve(problem, this.d, this.result) && this.certify(problem);
    return this.isReduced;
  }

  /** Solves by the method given, from the beginning. */
  private solveBy(problem: UnilateralProblem, method: UnilateralMethod, warm: boolean, isSmall: boolean): void {
    const { result } = this;
    result.status = UnilateralStatus.ok;
    result.method = method;
    for (let i = 0; i < problem.rowCount; i++) result.inconsistency[i] = 0;
    if (method === UnilateralMethod.polish) this.solveByPolish(problem, warm, isSmall);
    else if (method === UnilateralMethod.pivoting) this.solveByPivoting(problem);
    else this.solveByDualActiveSet(problem, warm);
  }

  /** Finds rank and uniqueness of the last solution, which was of this problem. */
  judge(problem: UnilateralProblem): void {
    const { result, rank, d } = this;
    if (!this.isReduced) rank.judge(problem, this.normal, this.dual, d, result);
    else {
      rank.findActive(problem, d, result);
      this.reduced.judge(problem, d, rank.active, result);
    }
  }

  /** Replaces the forces of the last solution by the least ones that give the same motion. */
  findMinimumNorm(problem: UnilateralProblem): void {
    const { result } = this;
    const n = problem.dimension;
    this.rank.findActive(problem, this.d, result);
    if (!this.isReduced || !this.reduced.findMinimumNorm(problem, this.d, this.rank.active, result)) {
      for (let k = 0; k < n; k++) this.r[k] = result.y[k] - problem.y0[k];
      this.minimumNorm.run(problem, this.normal, this.rank.active, this.r, result.f, this.masses.isSpread);
      const { figures } = this.minimumNorm;
      result.figures[UnilateralFigure.forceError] = figures[1] > 0 ? figures[0] / figures[1] : 0;
      result.factorizations += this.minimumNorm.factorizations;
    }
    this.measure(problem);
  }

  /** Writes 1 for the rows with a = 0 in the last solution, equalities among them, else 0; how many they are. */
  listActive(problem: UnilateralProblem, out: Uint8Array): number {
    this.rank.findActive(problem, this.d, this.result);
    for (let i = 0; i < problem.rowCount; i++) out[i] = this.rank.active[i];
    return this.result.activeCount;
  }

  /**
   * Writes 1 for inequalities that, as equalities beside the equalities, give the last solution's motion without any of
   * them pulling, each independent of the rest, else 0; how many they are. Rows with a 1 in `avoid` come last.
   */
  selectBasis(problem: UnilateralProblem, out: Uint8Array, avoid: Uint8Array | null = null): number {
    const { rank, d, result } = this;
    rank.findActive(problem, d, result);
    if (this.isReduced) return this.reduced.selectBasis(problem, d, rank.active, result, out, avoid);
    return this.basis.select(problem, this.normal, this.dual, rank, d, result, out, avoid);
  }

  /** @deprecated Use `findMinimumNorm`. */
  findLeastForces(problem: UnilateralProblem): void {
    this.findMinimumNorm(problem);
  }

  /** @deprecated Use `listActive`. */
  listHolding(problem: UnilateralProblem, out: Uint8Array): number {
    return this.listActive(problem, out);
  }

  private solveByDualActiveSet(problem: UnilateralProblem, warm: boolean): void {
    const { result, dual } = this;
    const { y0, c, kind } = problem;
    result.method = UnilateralMethod.dual;
    dual.keepsSolvedMotion = this.masses.isSpread;
    result.status = dual.solve(problem, y0, c, kind, this.d, result.f, result.y, result.a, warm);
    dual.keepsSolvedMotion = false;
    result.iterations += dual.pivots;
    for (let i = 0; i < problem.rowCount; i++) result.inconsistency[i] = dual.inconsistency[i];
    if (result.status !== UnilateralStatus.infeasible) return;
    for (let i = 0; i < problem.rowCount; i++) result.certificate[i] = dual.certificate[i];
  }

  private solveByPolish(problem: UnilateralProblem, warm: boolean, isSmall: boolean): void {
    const { result, nncg, interior, normal, control, d } = this;
    const { f, y, a } = result;
    const scale = result.figures[UnilateralFigure.scale];
    if (warm && this.tryPolish(problem, guessTolerance)) return;
    if (isSmall) {
      this.solveByDualActiveSet(problem, false);
      return;
    }
    if (!warm) for (let i = 0; i < problem.rowCount; i++) f[i] = 0;
    moveByForces(y, problem, problem.y0, f);
    control[0] = nncgTolerance * scale;
    nncg.run(problem, d, f, y, nncgSweeps, control);
    if (this.tryPolish(problem, nncgTolerance)) return;
    control[0] = guessTolerance * scale;
    interior.run(problem, normal, d, f, y, a, interiorFactorizations, control, result.figures, UnilateralFigure.scale);
    result.factorizations += interior.factorizations;
    if (this.tryPolish(problem, guessTolerance)) return;
    this.solveByDualActiveSet(problem, true);
  }

  /** Polishes from the forces there are; rows with f d below a fraction of the scale begin outside the set. */
  private tryPolish(problem: UnilateralProblem, fraction: number): boolean {
    const { result, polish, control, guess } = this;
    const m = problem.rowCount;
    for (let i = 0; i < m; i++) guess[i] = result.f[i];
    control[0] = fraction * result.figures[UnilateralFigure.scale];
    polish.scale[0] = result.figures[UnilateralFigure.scale];
    const done = polish.run(problem, this.normal, this.d, result.f, result.y, result.a, polishRounds, control);
    result.factorizations += polish.rounds;
    result.iterations += polish.solves;
    // forces of a set that does not close may be anything
    if (!done) for (let i = 0; i < m; i++) result.f[i] = guess[i];
    return done;
  }

  private solveByPivoting(problem: UnilateralProblem): void {
    const { result, pivoting } = this;
    const { rowCount: m, kind, y0 } = problem;
    if (m * m > this.A.length) this.A = new Float64Array(m * m);
    formDelassus(this.A, problem, this.d);
    // a is b at first
    for (let i = 0; i < m; i++) this.guess[i] = result.a[i];
    result.status = pivoting.solve(m, this.A, this.guess, kind, result.f, result.a);
    result.iterations += pivoting.pivots;
    if (result.status === UnilateralStatus.infeasible) {
      for (let i = 0; i < m; i++) result.certificate[i] = pivoting.df[i];
    }
    // A has rounded what J has not
    for (let pass = 0; pass < 3; pass++) {
      moveByForces(result.y, problem, y0, result.f);
      if (pass === 2 || result.status !== UnilateralStatus.ok) return;
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
  private measure(problem: UnilateralProblem): void {
    const { figures, f, a } = this.result;
    measureResidual(figures, UnilateralFigure.residual, problem, f, a, this.d);
    measureSize(this.size, 0, problem);
    if (this.size[0] > 0) figures[UnilateralFigure.residual] /= this.size[0];
  }

  /** Measures the solution, and lets it pass or not: false where a status of ok has to be taken back. */
  private certify(problem: UnilateralProblem): boolean {
    const { result, tolerance, work, d } = this;
    const { figures, f, a } = result;
    if (result.status === UnilateralStatus.notFinite) return true;
    evaluateRows(a, problem, result.y, problem.c);
    this.measure(problem);
    if (!Number.isFinite(figures[UnilateralFigure.residual])) {
      result.status = UnilateralStatus.notFinite;
      return false;
    }
    if (result.status !== UnilateralStatus.ok) return result.status === UnilateralStatus.infeasible;
    measureTolerance(tolerance, problem, problem.y0, problem.c, f, work, figures, UnilateralFigure.scale);
    for (let i = 0; i < problem.rowCount; i++) tolerance[i] = Math.max(tolerance[i], result.inconsistency[i]);
    if (satisfiesRows(problem, f, a, d, tolerance)) return true;
    result.status = UnilateralStatus.iterationLimit;
    return false;
  }
}

/** Whether every row is at its condition, up to ten times what rounding allows. */
function satisfiesRows(
  problem: UnilateralProblem,
  f: Float64Array,
  a: Float64Array,
  d: Float64Array,
  tolerance: Float64Array,
): boolean {
  const { kind, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    const out = kind[i] === RowKind.equality ? a[i] : Math.min(d[i] * f[i], a[i]);
    if (!(Math.abs(out) <= acceptedTolerances * tolerance[i])) return false;
  }
  return true;
}
