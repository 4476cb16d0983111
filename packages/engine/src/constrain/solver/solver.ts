/**
 * Solves A x = b, A = J W Jᵀ, in one of three ways:
 *
 *   "direct"               sparse block LDLᵀ; O(n) for a tree, O(kn) with k loops
 *   "dense"                LDLᵀ with complete pivoting, and the rank
 *   "conjugate-gradients"  least squares on products with J and Jᵀ, as the notes say: iterative.ts
 *
 * Where rows depend on one another A is singular, and x is not unique: all three find the x of least norm, the first two
 * by singular-solver.ts. Whether A is singular is judged at the ends of steps, where the constraints are met exactly.
 *
 * Follows: Constrained Dynamics, section 4.4.
 */
import { SolveStatus, SparseBlockLdl, type TransposableOperator } from "../../linalg/index.js";
import { Carrier, type RowTable } from "../model/index.js";
import { multiplyInverseMass, type VelocityLayout, weighJacobian } from "./inverse-mass.js";
import { IterativeSolver } from "./iterative.js";
import { longestRatio, sparsePivotTolerance } from "./parameters.js";
import { buildSchurPattern, fillSchur, type SchurPattern } from "./schur-pattern.js";
import { SingularSolver } from "./singular-solver.js";

/** Method of a constraint solver: see above. */
export type SolverMethod = "direct" | "dense" | "conjugate-gradients";

/** A solver of A x = b, A = J W Jᵀ. */
export class ConstraintSolver implements TransposableOperator {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows of A that depend on others, as of the last `judge`. */
  redundant = 0;
  private readonly table: RowTable;
  private readonly layout: VelocityLayout;
  private readonly method: SolverMethod;
  /** T = J W, block by block. */
  private readonly weighed: Float64Array;
  /** J V of `factorWeak`. */
  private readonly displaced: Float64Array;
  /** The numbers of all blocks. */
  private readonly blocks: Int32Array;
  private readonly velocity: Float64Array;
  private readonly pattern: SchurPattern;
  private readonly sparse: SparseBlockLdl | null;
  private readonly iterative: IterativeSolver | null;
  private readonly x: Float64Array;
  private readonly scratch: Float64Array;
  /** Whether rows that depend on one another nearly are looked for: singular-solver.ts. */
  looksForWeak = true;
  /** Made when A is found to be singular for the first time. */
  private singular: SingularSolver | null = null;
  /** Whether A has been singular since the solver began. */
  private hasBeenSingular = false;
  private isSingular = false;

  constructor(table: RowTable, layout: VelocityLayout, columns: number, method: SolverMethod) {
    const m = table.rows;
    this.rows = m;
    this.columns = m;
    this.table = table;
    this.layout = layout;
    this.method = method;
    this.weighed = new Float64Array(table.jacobian.length);
    this.displaced = new Float64Array(table.jacobian.length);
    this.blocks = Int32Array.from(table.ends, (_, b) => b);
    this.velocity = new Float64Array(columns);
    this.pattern = buildSchurPattern(table, layout, method === "direct");
    const { matrix, sizes } = this.pattern;
    const isDirect = method === "direct";
    this.sparse = isDirect
      ? new SparseBlockLdl(matrix, { sizes, tolerance: sparsePivotTolerance, refinements: 1 })
      : null;
    this.iterative = method === "conjugate-gradients" ? new IterativeSolver(table, layout, columns) : null;
    const room = matrix.rows;
    this.x = new Float64Array(room);
    this.scratch = new Float64Array(m);
  }

  /** Takes over the J of the table. */
  factor(): SolveStatus {
    if (this.rows === 0) return SolveStatus.ok;
    if (this.iterative !== null) return this.iterative.factor();
    if (this.method === "dense" || this.redundant > 0) return this.factorSingular(this.redundant === 0);
    weighJacobian(this.layout, this.weighed, this.table, this.pattern.weighed);
    fillSchur(this.pattern, this.table, this.weighed, this.layout);
    this.isSingular = false;
    const status = this.sparse?.factor(this.pattern.matrix) ?? SolveStatus.notFactored;
    return status === SolveStatus.singular ? this.factorSingular(true) : status;
  }

  /** Whether `judge` would do no more than `factor` has done. */
  get isRegular(): boolean {
    return !this.hasBeenSingular;
  }

  /** Clears the history, as if the solver were new: for other numbers in rows of the same shape. */
  restart(): void {
    this.redundant = 0;
    this.isSingular = false;
    this.hasBeenSingular = false;
  }

  /**
   * Factors A at a state that meets the constraints, and determines how many rows depend on others. `isFactored` says that the
   * last `factor` was of this J, which then serves on where nothing else was found.
   */
  judge(isFactored = false): SolveStatus {
    this.redundant = 0;
    // a matrix that has been singular once is judged by the solver that determines the rank
    const status = this.hasBeenSingular ? this.factorSingular(true, isFactored && this.isSingular) : this.factor();
    if (this.isSingular && this.singular !== null) this.redundant = this.rows - this.singular.rank;
    return status;
  }

  /** Factors A as `judge` does, where the number of dependent rows is not needed: it stays, if it is known to have no effect. */
  judgeAgain(): SolveStatus {
    if (this.redundant > 0 && this.singular?.hasCompliance === true) return this.factorSingular(false);
    return this.judge();
  }

  /**
   * Factors a singular A. With `isFree` the rank is determined, else it stays; `isFactored` says that J is that of the last time.
   */
  private factorSingular(isFree: boolean, isFactored = false): SolveStatus {
    this.isSingular = true;
    this.hasBeenSingular = true;
    this.singular ??= this.createSingular();
    if (!isFactored) weighJacobian(this.layout, this.weighed, this.table, this.blocks);
    return this.singular.factor(this.weighed, isFree, isFactored);
  }

  private createSingular(): SingularSolver {
    const { table, layout, method } = this;
    const made = new SingularSolver(table, layout, (out, x) => this.multiply(out, x), method === "dense");
    made.looksForWeak = this.looksForWeak;
    return made;
  }

  /** x ← A⁻¹ x, or the solution of least norm. */
  solve(x: Float64Array): SolveStatus {
    const m = this.rows;
    if (m === 0) return SolveStatus.ok;
    if (this.iterative !== null) return this.iterative.solve(x);
    return this.isSingular && this.singular !== null ? this.singular.solve(x) : this.solveSparse(x);
  }

  /**
   * Whether the motion W Jᵀ x, by which rows are to be met that are off by b, is far longer than those that each of them asks for
   * by itself: then rows that nearly depend on one another contradict each other. Only of a matrix that is or has been singular:
   * on the way out of a singular position rows are independent by next to nothing.
   */
  isLong(x: Float64Array, b: Float64Array): boolean {
    if (!this.hasBeenSingular) return false;
    if (!this.isSingular) weighJacobian(this.layout, this.weighed, this.table, this.blocks);
    const { table, weighed, scratch, rows } = this;
    const { jacobian, valueStart, width, owner, rowStart } = table;
    this.multiply(scratch, x);
    let together = 0;
    for (let r = 0; r < rows; r++) together += x[r] * scratch[r];
    scratch.fill(0);
    for (let k = 0; k < width.length; k++) {
      const first = valueStart[k];
      for (let v = first; v < valueStart[k + 1]; v++) {
        scratch[rowStart[owner[k]] + Math.floor((v - first) / width[k])] += weighed[v] * jacobian[v];
      }
    }
    let alone = 0;
    for (let r = 0; r < rows; r++) if (scratch[r] > 0) alone += (b[r] * b[r]) / scratch[r];
    return together > longestRatio * longestRatio * alone;
  }

  /** Solves A x = b as nearly as is possible without contradictions; `factor` must precede the next `solve`. */
  solveNear(x: Float64Array): SolveStatus {
    this.singular ??= this.createSingular();
    if (!this.isSingular) weighJacobian(this.layout, this.weighed, this.table, this.blocks);
    return this.singular.solveNear(x, this.weighed);
  }

  /** Whether rows depend on one another nearly, as they do near a singular position. */
  get isWeak(): boolean {
    return this.isSingular && this.singular?.isWeak === true;
  }

  /** Factors the matrix of weak directions, for `takeWeakPart`: weak-rows.ts. J is that of the table. */
  factorWeak(compliance: Float64Array): SolveStatus {
    this.singular ??= this.createSingular();
    weighJacobian(this.layout, this.weighed, this.table, this.blocks);
    this.writeDisplaced();
    return this.singular.factorWeak(this.displaced, compliance);
  }

  /** x ← its part in weak directions: those in which the rows of J are independent by less than the compliance. */
  takeWeakPart(x: Float64Array): SolveStatus {
    return this.singular?.takeWeakPart(x) ?? SolveStatus.notFactored;
  }

  /** J V, V = m W of a body or particle: how heavy it is has no part in how far it must move. */
  private writeDisplaced(): void {
    const { table, weighed, layout, displaced } = this;
    const { mass, particles } = layout.system;
    for (let b = 0; b < table.ends.length; b++) {
      const { carrier, index } = table.ends[b];
      const m = carrier === Carrier.body ? mass[index] : carrier === Carrier.particle ? particles.mass[index] : 1;
      for (let v = table.valueStart[b]; v < table.valueStart[b + 1]; v++) {
        displaced[v] = weighed[v] === 0 ? 0 : m * weighed[v];
      }
    }
  }

  private solveSparse(x: Float64Array): SolveStatus {
    const { x: full, sparse } = this;
    full.fill(0);
    for (let i = 0; i < this.rows; i++) full[i] = x[i];
    const status = sparse?.solve(full) ?? SolveStatus.notFactored;
    for (let i = 0; i < this.rows; i++) x[i] = full[i];
    return status;
  }

  /** out ← J W Jᵀ x. */
  multiply(out: Float64Array, x: Float64Array): void {
    const { velocity, table, layout } = this;
    velocity.fill(0);
    table.addTransposed(velocity, x);
    multiplyInverseMass(layout, velocity);
    table.multiply(out, velocity);
  }

  multiplyTransposed(out: Float64Array, x: Float64Array): void {
    this.multiply(out, x);
  }
}
