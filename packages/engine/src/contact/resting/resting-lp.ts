/**
 * Resting contact by the heuristic of 1989: guess which contacts vanish, V, and let a linear program say whether forces fit
 * the guess. With b = −(J y⁰ + c):
 *
 *   χ̈ = A f − b ≥ 0,   f ≥ 0                                                       (12)
 *   first guess        V = ∅:  A f = b                                             (19)
 *   approximation      f_a with the least Σ f                                      (22)
 *                      under A f ≥ b, f ≥ 0                                        (23)
 *   its residual       r = A f_a − b,  V = {i : rᵢ > 0}                            (21)
 *   test of a guess    fⱼ = 0, χ̈ⱼ ≥ 0 on V;  fₖ ≥ 0, χ̈ₖ = 0 on the others          (18)
 *
 * χ̈ᵢ > 0 is eq. (13), the two sets of contacts are those of eq. (17), and A f − b is eq. (8).
 * Equalities (joints, eq. (26)) are rows with χ̈ = 0 whose f has any sign and does not count in the sum. Rows and forces
 * are scaled by the lengths √dᵢ of the rows and the size of b, so that tolerances of the program solver mean something.
 * Where the paper would go on with f_a, which adds energy, this says that it failed.
 *
 * Follows: Baraff 1989, sections 5.2 to 7.
 */
import {
  evaluateRows,
  formDelassus,
  measureDelassusDiagonal,
  RowKind,
  type UnilateralProblem,
} from "../../linalg/index.js";
import { type LinearProgram, type LinearProgramSolver, LinearProgramStatus } from "./linear-program.js";
import { programTolerance, vanishingAcceleration } from "./parameters.js";

/** Reasons for which a prediction failed. */
export const RestingFailure = {
  program: "lp-1989: the linear program was not solved",
  infeasible: "lp-1989: no forces satisfy the contacts",
  prediction: "lp-1989: no forces fit the vanishing contacts that were predicted",
  accuracy: "lp-1989: the forces of the linear program were not exact enough",
} as const;
/** Reason for which a prediction failed: see the constant of this name. */
export type RestingFailure = (typeof RestingFailure)[keyof typeof RestingFailure];

/** The heuristic of 1989 for the forces of resting contacts. */
export class RestingHeuristic {
  /** Linear programs solved in the last `predict`. */
  programs = 0;
  private readonly solver: LinearProgramSolver;
  private A = new Float64Array(0);
  private d = new Float64Array(0);
  private b = new Float64Array(0);
  /** Factor of each row, 1/√dᵢ, and of all of b. */
  private weight = new Float64Array(0);
  private size = 0;
  /** Scaled forces and accelerations; 1 for the contacts that vanish. */
  private x = new Float64Array(0);
  private a = new Float64Array(0);
  private vanishes = new Uint8Array(0);

  constructor(solver: LinearProgramSolver) {
    this.solver = solver;
  }

  /** Writes forces to f; null if they fit, up to the accuracy of the programs, else why there are none. */
  predict(problem: UnilateralProblem, f: Float64Array): RestingFailure | null {
    this.setUp(problem);
    const { x, a, vanishes, weight, size } = this;
    const { rowCount: m, kind } = problem;
    this.programs = 0;
    vanishes.fill(0, 0, m);
    let status = this.test(problem);
    if (status === LinearProgramStatus.infeasible) {
      status = this.approximate(problem);
      if (status === LinearProgramStatus.infeasible) return RestingFailure.infeasible;
      if (status === LinearProgramStatus.failed) return RestingFailure.program;
      this.accelerate(m);
      for (let i = 0; i < m; i++) vanishes[i] = kind[i] !== RowKind.equality && a[i] > vanishingAcceleration ? 1 : 0;
      status = this.test(problem);
    }
    if (status === LinearProgramStatus.infeasible) return RestingFailure.prediction;
    if (status === LinearProgramStatus.failed) return RestingFailure.program;
    this.accelerate(m);
    for (let i = 0; i < m; i++) f[i] = x[i] * weight[i] * size;
    return null;
  }

  /** Whether exact accelerations are those of the last prediction. */
  agrees(problem: UnilateralProblem, accelerations: Float64Array): boolean {
    const { a, weight, size } = this;
    for (let i = 0; i < problem.rowCount; i++) {
      if (!(Math.abs(accelerations[i] * weight[i] - a[i] * size) <= programTolerance * size)) return false;
    }
    return true;
  }

  /** Forms A and b, scaled. */
  private setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    if (m * m > this.A.length) this.A = new Float64Array(m * m);
    if (m > this.b.length) {
      this.d = new Float64Array(m);
      this.b = new Float64Array(m);
      this.weight = new Float64Array(m);
      this.x = new Float64Array(m);
      this.a = new Float64Array(m);
      this.vanishes = new Uint8Array(m);
    }
    const { A, b, d, weight } = this;
    measureDelassusDiagonal(d, problem);
    formDelassus(A, problem, d);
    evaluateRows(b, problem, problem.y0, problem.c);
    this.size = 0;
    for (let i = 0; i < m; i++) {
      weight[i] = d[i] > 0 ? 1 / Math.sqrt(d[i]) : 1;
      b[i] *= -weight[i];
      this.size = Math.max(this.size, Math.abs(b[i]));
    }
    // nothing accelerates: any size will do
    if (this.size === 0) this.size = 1;
    for (let i = 0; i < m; i++) {
      b[i] /= this.size;
      for (let j = 0; j < m; j++) A[i * m + j] *= weight[i] * weight[j];
    }
  }

  /** Looks for forces that fit the guess V: columns of contacts that vanish are left out. */
  private test(problem: UnilateralProblem): LinearProgramStatus {
    const { A, b, x, vanishes } = this;
    const { rowCount: m, kind } = problem;
    const kept: number[] = [];
    for (let i = 0; i < m; i++) if (vanishes[i] === 0) kept.push(i);
    const columns = kept.length;
    const matrix = new Float64Array(m * columns);
    for (let i = 0; i < m; i++) for (let k = 0; k < columns; k++) matrix[i * columns + k] = A[i * m + kept[k]];
    const found = new Float64Array(columns);
    const status = this.solve(found, {
      rows: m,
      columns,
      cost: new Float64Array(columns),
      matrix,
      bound: b,
      isEquality: Uint8Array.from({ length: m }, (_, i) => 1 - vanishes[i]),
      isFree: Uint8Array.from(kept, (i) => (kind[i] === RowKind.equality ? 1 : 0)),
    });
    x.fill(0, 0, m);
    for (let k = 0; k < columns; k++) x[kept[k]] = found[k];
    return status;
  }

  /** Looks for the forces of least sum that let nothing penetrate. */
  private approximate(problem: UnilateralProblem): LinearProgramStatus {
    const { A, b, x, weight } = this;
    const { rowCount: m, kind } = problem;
    const isEquality = Uint8Array.from({ length: m }, (_, i) => (kind[i] === RowKind.equality ? 1 : 0));
    // the sum is of forces, not of scaled ones
    let most = 0;
    for (let i = 0; i < m; i++) most = Math.max(most, weight[i]);
    const cost = Float64Array.from({ length: m }, (_, i) => (isEquality[i] === 1 ? 0 : weight[i] / most));
    return this.solve(x, { rows: m, columns: m, cost, matrix: A, bound: b, isEquality, isFree: isEquality });
  }

  private solve(x: Float64Array, program: LinearProgram): LinearProgramStatus {
    this.programs++;
    return this.solver.solve(x, program);
  }

  /** a = A x − b. */
  private accelerate(m: number): void {
    const { A, b, x, a } = this;
    for (let i = 0; i < m; i++) {
      let sum = -b[i];
      for (let j = 0; j < m; j++) sum += A[i * m + j] * x[j];
      a[i] = sum;
    }
  }
}
