/**
 * Resting contact: forces that keep contacts from penetrating and joints together, and no more than that.
 *
 *   a = A f + b                                                                    (9–9)
 *   contacts   a ≥ 0 (9–5),  f ≥ 0 (9–6),  f·a = 0 (9–7);      joints   a = 0
 *
 * In the paper of 1989, whose b is −b of this: f·a = 0 is eq. (14), all three conditions together eqs. (15) and (16), and
 * the joints eq. (26). `complementarity` and `residual` say how well they are met.
 *
 *   auto      Gauss' principle, min ½|y − y⁰|² under the rows, by a dual active set; many rows, or such with forces of a
 *             moment ago, by a guess that is polished (linalg/complementarity/unilateral-solver.ts)
 *   pivot     Baraff's pivoting
 *   lp-1989   guesses of vanishing contacts, tested by a linear program (resting-lp.ts); then made exact from there
 *
 * Accelerations are unique, whatever the method. Forces are where `unique` says so; else those of least norm are given,
 * which do not depend on the order of the rows. A method that does not end says so in `fallback`, and `auto` takes over.
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, sections 5 to 7.
 */
import {
  UnilateralFigure,
  UnilateralMethod,
  type UnilateralProblem,
  UnilateralSolver,
  UnilateralStatus,
} from "../../linalg/index.js";
import { fail, requireInteger, requireOptions } from "../../math/index.js";
import type { LinearProgramSolver } from "./linear-program.js";
import { acceptedResidual, sharpeningWork, stalledResidual } from "./parameters.js";
import { RestingFailure, RestingHeuristic } from "./resting-lp.js";

/** Method for the forces of resting contacts: see above. */
export type RestingMethod = "auto" | "pivot" | "lp-1989";

/** Options of a solver of resting contact. */
export interface RestingOptions {
  /** Method. Default "auto". */
  readonly method?: RestingMethod;
  /** Solver of linear programs, for "lp-1989". */
  readonly linearProgram?: LinearProgramSolver;
}

const names = {
  [UnilateralMethod.dual]: "dual",
  [UnilateralMethod.polish]: "polish",
  [UnilateralMethod.pivoting]: "pivot",
} as const;
const pivotingFailed = "pivot: the pivots did not end in an exact answer";

/** A solver of resting contact. Its arrays are replaced by longer ones when problems grow, never otherwise. */
export class RestingSolver {
  /** Method asked for. */
  readonly method: RestingMethod;
  /** Method that gave the answer of the last solve. */
  methodUsed: "dual" | "polish" | "pivot" | "lp-1989" = "dual";
  /** Reason why another method than the one asked for was used; null if none was. */
  fallback: string | null = null;
  private readonly rows: UnilateralSolver;
  private readonly heuristic: RestingHeuristic | undefined;
  private problem: UnilateralProblem | undefined;

  constructor(options: RestingOptions = {}) {
    requireOptions("options", options, '{ method: "auto" }');
    const { method = "auto", linearProgram } = options;
    if (method !== "auto" && method !== "pivot" && method !== "lp-1989") {
      fail("unknown", "options.method", 'must be "auto", "pivot" or "lp-1989"', method);
    }
    if (method === "lp-1989" && typeof linearProgram?.solve !== "function") {
      fail("missing", "options.linearProgram", "must solve linear programs", linearProgram, "use createHighs()");
    }
    this.method = method;
    this.rows = new UnilateralSolver(method === "pivot" ? { method: UnilateralMethod.pivoting } : {});
    this.heuristic = method === "lp-1989" ? new RestingHeuristic(linearProgram as LinearProgramSolver) : undefined;
  }

  /** Forces of the rows, N (or in the units of the row): ≥ 0 on contacts. */
  get forces(): Float64Array {
    return this.rows.result.f;
  }

  /** Accelerations of the rows: ≥ 0 on contacts, up to rounding. */
  get accelerations(): Float64Array {
    return this.rows.result.a;
  }

  /** y, mass-scaled accelerations of the nodes. */
  get motion(): Float64Array {
    return this.rows.result.y;
  }

  /** Largest violation of the conditions, relative to the size of the data. */
  get residual(): number {
    return this.rows.result.residual;
  }

  /** max |fᵢ aᵢ| over the contacts. */
  get complementarity(): number {
    return this.rows.result.complementarity;
  }

  /** max |Jᵀf − (y − y⁰)| where forces of least norm were looked for, relative to the largest |y − y⁰|; else 0. */
  get forceError(): number {
    return this.rows.result.forceError;
  }

  /** Number of rows with a = 0, joints among them. */
  get holding(): number {
    return this.rows.result.holding;
  }

  /** Number of independent rows among those with a = 0. */
  get rank(): number {
    return this.rows.result.rank;
  }

  /** Whether no other forces give the same motion. */
  get unique(): boolean {
    return this.rows.result.unique;
  }

  /** Proof that rows contradict each other, where they do (`UnilateralResult.certificate`). */
  get certificate(): Float64Array {
    return this.rows.result.certificate;
  }

  /** Clears all warm starts: answers from here on depend on the problem alone, to the last bit. */
  reset(): void {
    this.rows.reset();
  }

  /** Solves the problem; where `warm`, the forces in place belong to its rows and are near. */
  solve(problem: UnilateralProblem, warm = false): UnilateralStatus {
    this.solveMotion(problem, warm);
    return this.judgeForces(problem, true);
  }

  /** Solves the problem; where forces are not unique any solution is given. `warm`: see `solve`. */
  solveAny(problem: UnilateralProblem, warm = false): UnilateralStatus {
    this.solveMotion(problem, warm);
    return this.judgeForces(problem, false);
  }

  /**
   * Determines rank and uniqueness of the forces after `solveMotion`, and the forces of least norm where they are not unique and
   * `wantsLeast`.
   */
  judgeForces(problem: UnilateralProblem, wantsLeast: boolean): UnilateralStatus {
    const { rows } = this;
    if (rows.result.status === UnilateralStatus.ok) {
      rows.judge(problem);
      if (wantsLeast && rows.result.status === UnilateralStatus.ok && !this.unique) rows.findLeastForces(problem);
    }
    return rows.result.status;
  }

  /** Solves for the accelerations; rank and uniqueness of the forces are left to `judgeForces`. `warm`: see `solve`. */
  solveMotion(problem: UnilateralProblem, warm = false): UnilateralStatus {
    const { rows, heuristic } = this;
    const { result } = rows;
    this.problem = problem;
    this.fallback = null;
    if (heuristic === undefined) {
      rows.solve(problem, warm);
      this.sharpen(problem);
      this.methodUsed = names[result.method];
      if (this.method === "pivot" && result.method !== UnilateralMethod.pivoting) this.fallback = pivotingFailed;
    } else this.solveByHeuristic(problem, heuristic);
    // where rows all but depend on each other rounding is larger than the rows alone show; `residual` says how large
    const isGood = result.figures[UnilateralFigure.residual] <= acceptedResidual;
    if (result.status === UnilateralStatus.iterationLimit && isGood) result.status = UnilateralStatus.ok;
    result.figures[UnilateralFigure.forceError] = 0;
    result.holding = 0;
    result.rank = 0;
    result.unique = false;
    return result.status;
  }

  /**
   * Solves for the accelerations where few rows are violated without any force: these are added to the active set one after the
   * other.
   */
  solveFew(problem: UnilateralProblem): UnilateralStatus {
    const { rows } = this;
    if (this.method !== "auto") return this.solveMotion(problem);
    rows.method = UnilateralMethod.dual;
    const status = this.solveMotion(problem);
    rows.method = undefined;
    return status === UnilateralStatus.ok ? status : this.solveMotion(problem);
  }

  /** Writes 1 for the rows with a = 0 in the last solution, joints among them, and 0 for the others; how many. */
  listHolding(out: Uint8Array): number {
    return this.rows.listHolding(this.requireSolved(out), out);
  }

  /**
   * Writes 1 for contacts that carry everything, 0 for all other rows; how many they are. They are independent of each
   * other and of the joints; as equalities beside the joints they give the same motion, without any of them pulling, and
   * no contact that could carry a force is independent of them. Where forces are not unique some of theirs may be zero.
   * Contacts with a 1 in `avoid` are left out where others can do without them.
   */
  selectBasis(out: Uint8Array, avoid: Uint8Array | null = null): number {
    return this.rows.selectBasis(this.requireSolved(out), out, avoid);
  }

  private solveByHeuristic(problem: UnilateralProblem, heuristic: RestingHeuristic): void {
    const { rows } = this;
    const { result } = rows;
    result.reserve(problem.rowCount, problem.dimension);
    this.methodUsed = "lp-1989";
    this.fallback = heuristic.predict(problem, result.f);
    if (this.fallback === null) {
      rows.solve(problem, true);
      this.sharpen(problem);
      if (result.status === UnilateralStatus.ok && heuristic.agrees(problem, result.a)) return;
      this.fallback = RestingFailure.accuracy;
    }
    rows.solve(problem);
    this.sharpen(problem);
    this.methodUsed = names[result.method];
  }

  /**
   * A polish that stalls leaves an error in rows that nearly depend on each other: its result is the warm start of the dual
   * method.
   */
  private sharpen(problem: UnilateralProblem): void {
    const { rows } = this;
    const { result } = rows;
    const { rowCount: m, dimension: n } = problem;
    if (result.status !== UnilateralStatus.ok || result.method !== UnilateralMethod.polish) return;
    if (result.figures[UnilateralFigure.residual] <= stalledResidual || m * n * Math.min(m, n) > sharpeningWork) return;
    rows.method = UnilateralMethod.dual;
    rows.solve(problem, true);
    rows.method = undefined;
  }

  private requireSolved(out: Uint8Array): UnilateralProblem {
    const { problem } = this;
    if (problem === undefined || this.rows.result.status !== UnilateralStatus.ok) {
      fail("not-solved", "RestingSolver", "must have solved a problem", this.rows.result.status, "call solve first");
    }
    requireInteger("out.length", out.length, problem.rowCount, 1 << 28, "one entry a row");
    return problem;
  }
}
