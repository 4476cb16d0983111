/**
 * Newton's method for a cone problem whose law has memory and stiffness (cone-law.ts), in motion space and incremental:
 *
 *   F(δ) = δ − Jᵀ(f(a) − f̂) = 0,   a = â + J δ          from the base f̂, ŷ = y⁰ + Jᵀ f̂, â = J ŷ + c
 *   (1 + Jᵀ K J) Δδ = −F                                 Armijo's rule on |F|²
 *
 * δ is as small as the base is near, so that a stiffness of 10⁷ costs no digits. A factor at hand is used as long as it
 * brings F down by ten.
 */
import { resize } from "../../math/index.js";
import { addSizes, keepMotion, MassFigure, type NodeMasses, type RowProblem } from "../complementarity/index.js";
import { SolveStatus } from "../dense/index.js";
import { addConeForces, multiplyCones } from "./cone-kernel.js";
import { applyHeldLaw, applyLaw, differentiateHeldLaw, NormalLaw, TangentLaw } from "./cone-law.js";
import { ConeMatrix } from "./cone-matrix.js";
import type { ConeProblem } from "./cone-problem.js";

const halvings = 12;
const refinements = 4;
/** Where a step with a new factor no longer helps, F is rounding if it is within this multiple of what it should be. */
const noise = 1e3;
/** The same where masses differ, and a step takes less than a tenth of F away: 1.3e3 was seen, of a card house. */
const spreadNoise = 1e4;
const idle = 0.9;
/** Rounding of accelerations beside the terms of their row, and beside the largest of all. */
const ownTie = 1e-13;
const anyTie = 1e-15;
/** Rounding of Jᵀ Δf beside its terms. */
const termRounding = 1e-15;

export class ConeNewton {
  readonly matrix = new ConeMatrix();
  iterations = 0;
  /** Laws of rows and of the tangents of cones: written by the caller, as are memory and stiffness. */
  normal = new Uint8Array(0);
  tangent = new Uint8Array(0);
  memory = new Float64Array(0);
  stiffness = new Float64Array(0);
  /** Forces and accelerations where the method stands. */
  f = new Float64Array(0);
  a = new Float64Array(0);
  /** The base, set by `setBase`. */
  fBase = new Float64Array(0);
  yBase = new Float64Array(0);
  aBase = new Float64Array(0);
  /** [0]: what max |F| may be at the end; [1]: what it is; [2]: |F|². */
  readonly control = new Float64Array(3);
  /** Whether there is a factor of these stiffnesses, good for a try. */
  isFactored = false;
  /** Accelerations up to this are rounding, by row: see `applyLaw`. */
  tie = new Float64Array(0);
  private k = new Float64Array(0);
  private K = new Float64Array(0);
  private d = new Float64Array(0);
  private F = new Float64Array(0);
  private step = new Float64Array(0);
  private kept = new Float64Array(0);
  private change = new Float64Array(0);
  /** Whether the motion that was solved for is kept beside forces, where it is theirs but for rounding: node-masses.ts. */
  keepsMotion = false;
  /** By node, where masses differ: √(mass of the heaviest/its own). */
  unit = new Float64Array(0);
  private room = new Float64Array(0);

  setUp(problem: ConeProblem): void {
    const m = problem.rows.rowCount;
    const n = problem.rows.dimension;
    const cones = problem.coneCount;
    if (m > this.f.length) this.growRows(Math.max(m, 2 * this.f.length));
    if (n > this.d.length) this.growMotion(Math.max(n, 2 * this.d.length));
    if (cones > this.tangent.length) {
      this.tangent = new Uint8Array(2 * cones);
      this.K = new Float64Array(18 * cones);
    }
    this.matrix.setUp(problem.rows);
    this.isFactored = false;
  }

  /** Keeps motions beside forces from here on where masses differ. */
  setSpread({ isSpread, lightness, figures }: NodeMasses, { nodeCount }: RowProblem): void {
    this.keepsMotion = isSpread;
    if (!isSpread) return;
    const heaviest = figures[MassFigure.heaviest];
    if (nodeCount > this.unit.length) this.unit = new Float64Array(2 * nodeCount);
    for (let p = 0; p < nodeCount; p++) this.unit[p] = lightness[p] < Infinity ? Math.sqrt(lightness[p] / heaviest) : 1;
  }

  /** Measures what is rounding in the rows of the problem: before a solve in which modes are to be found. */
  measureTies({ rows }: ConeProblem): void {
    const { rowCount, rowStart, column, values, y0, c } = rows;
    const { tie } = this;
    let most = 0;
    for (let i = 0; i < rowCount; i++) {
      let size = Math.abs(c[i]);
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) size += Math.abs(values[k] * y0[column[k]]);
      tie[i] = size;
      most = Math.max(most, size);
    }
    for (let i = 0; i < rowCount; i++) tie[i] = ownTie * tie[i] + anyTie * most;
  }

  /** Takes the forces f as the base. */
  setBase(problem: ConeProblem): void {
    const { rows } = problem;
    for (let i = 0; i < rows.rowCount; i++) this.fBase[i] = this.f[i];
    for (let j = 0; j < rows.dimension; j++) this.yBase[j] = rows.y0[j];
    addConeForces(this.yBase, problem, this.fBase);
    this.evaluateMotion(problem);
  }

  /** Takes the forces f of the last run as the base, and the motion δ that it has found, see `keepsMotion`. */
  acceptRun(problem: ConeProblem): void {
    const { yBase, d, kept } = this;
    const n = problem.rows.dimension;
    for (let j = 0; j < n; j++) {
      kept[j] = yBase[j] + d[j];
      d[j] = 0;
    }
    this.setBase(problem);
    if (this.keepsMotion) this.restoreMotion(problem);
  }

  /** Takes the forces f as the base, and a motion that was kept beside them, see `keepsMotion`. */
  setBaseAt(problem: ConeProblem, motion: Float64Array): void {
    for (let j = 0; j < problem.rows.dimension; j++) this.kept[j] = motion[j];
    this.setBase(problem);
    if (this.keepsMotion) this.restoreMotion(problem);
  }

  /** Takes the motion in `kept` for that of the base, wherever it is. */
  private restoreMotion(problem: ConeProblem): void {
    keepMotion(this.yBase, this.kept, problem.rows, this.fBase, this.step);
    this.evaluateMotion(problem);
  }

  /** Takes no forces as the base, with the accelerations `free` that there are then. */
  setFree({ rows }: ConeProblem, free: Float64Array): void {
    for (let i = 0; i < rows.rowCount; i++) {
      this.fBase[i] = 0;
      this.aBase[i] = free[i];
    }
    for (let j = 0; j < rows.dimension; j++) this.yBase[j] = rows.y0[j];
  }

  /** â = J ŷ + c. */
  private evaluateMotion(problem: ConeProblem): void {
    const { aBase } = this;
    const { rowCount, c } = problem.rows;
    multiplyCones(aBase, problem, this.yBase);
    for (let i = 0; i < rowCount; i++) aBase[i] += c[i];
  }

  /** Runs from the base; whether max |F| came down to control[0]. Its forces are in f, the accelerations in a. */
  run(problem: ConeProblem, limit: number): boolean {
    const { control, d, F, step, kept, matrix } = this;
    const n = problem.rows.dimension;
    for (let j = 0; j < n; j++) d[j] = 0;
    this.evaluateBase(problem);
    if (this.hasLinearLaws(problem)) return this.runLinear(problem);
    for (let iteration = 0; iteration < limit; iteration++) {
      if (control[1] <= control[0]) return true;
      if (!Number.isFinite(control[1])) return false;
      const isOld = this.isFactored;
      if (!isOld && matrix.factor(problem, this.k, this.K) !== SolveStatus.ok) return false;
      this.isFactored = true;
      this.iterations++;
      for (let j = 0; j < n; j++) {
        step[j] = -F[j];
        kept[j] = d[j];
      }
      matrix.solve(step);
      const merit = control[2];
      const size = control[1];
      let t = 1;
      let halved = 0;
      for (; ; halved++, t /= 2) {
        for (let j = 0; j < n; j++) d[j] = kept[j] + t * step[j];
        this.evaluate(problem);
        if (isOld ? control[1] <= 0.1 * size || control[1] <= control[0] : control[2] <= (1 - 2e-4 * t) * merit) break;
        const isRounding = halved === 0 && size <= noise * control[0];
        if (isOld || isRounding || halved === halvings) {
          for (let j = 0; j < n; j++) d[j] = kept[j];
          this.evaluate(problem);
          if (!isOld) return isRounding;
          break;
        }
      }
      // what large forces on light nodes are rounded by: a new factor, and hardly any less
      const isIdle = this.keepsMotion && !isOld && control[1] > idle * size;
      if (isIdle && control[1] <= spreadNoise * control[0]) return true;
      // an old factor that did not help, or a new one that is no longer that of where we stand
      if (control[1] > 0.1 * size) this.isFactored = false;
    }
    return control[1] <= control[0];
  }

  /** The same where one factor serves: a substitution, and others as long as they take away what rounding has left. */
  private runLinear(problem: ConeProblem): boolean {
    const { control, d, F, step, matrix } = this;
    const n = problem.rows.dimension;
    for (let iteration = 0; iteration < refinements; iteration++) {
      const size = control[1];
      if (size <= control[0]) return true;
      if (!Number.isFinite(size)) return false;
      if (!this.isFactored && matrix.factor(problem, this.k, this.K) !== SolveStatus.ok) return false;
      this.isFactored = true;
      this.iterations++;
      for (let j = 0; j < n; j++) step[j] = -F[j];
      matrix.solve(step);
      for (let j = 0; j < n; j++) d[j] += step[j];
      this.evaluate(problem);
      if (control[1] <= noise * control[0] || (iteration > 0 && !(control[1] <= 0.1 * size))) break;
    }
    return control[1] <= noise * control[0];
  }

  /**
   * One round of a polish, where one factor serves (cone-polish.ts), from what stands in `memory`, `yBase` and `aBase`: the
   * motion, its accelerations, and w ← w − S a with them. A substitution and two products; what it leaves of F by rounding is
   * part of the next one's. The first goes far, and others follow. False where there is no factor. S is `stiffness[0]`.
   */
  takeRound(problem: ConeProblem, isFirst: boolean): boolean {
    const { rows } = problem;
    const { f, a, step, yBase, aBase, memory, matrix, normal, tangent, stiffness } = this;
    if (!this.isFactored) {
      differentiateHeldLaw(this.k, this.K, problem, normal, tangent, stiffness);
      if (matrix.factor(problem, this.k, this.K) !== SolveStatus.ok) return false;
      this.isFactored = true;
    }
    this.iterations++;
    applyHeldLaw(f, problem, normal, tangent, memory, stiffness, aBase);
    for (let j = 0; j < rows.dimension; j++) step[j] = rows.y0[j] - yBase[j];
    addConeForces(step, problem, f);
    matrix.solve(step);
    for (let j = 0; j < rows.dimension; j++) yBase[j] += step[j];
    const S = stiffness[0];
    if (isFirst) this.evaluateMotion(problem);
    else {
      // by as much as the motion: with J y + c anew, S times other roundings than those it was solved for would be in w
      multiplyCones(a, problem, step);
      for (let i = 0; i < rows.rowCount; i++) aBase[i] += a[i];
    }
    for (let i = 0; i < rows.rowCount; i++) memory[i] -= S * aBase[i];
    return true;
  }

  /** Takes the forces that rounds have come to as the base: what stands in `memory`. */
  endRounds(problem: ConeProblem): void {
    const { aBase, yBase, kept } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) aBase[i] = 0;
    applyHeldLaw(this.f, problem, this.normal, this.tangent, this.memory, this.stiffness, aBase);
    for (let j = 0; j < problem.rows.dimension; j++) kept[j] = yBase[j];
    this.setBase(problem);
    if (this.keepsMotion) this.restoreMotion(problem);
  }

  /** Whether one factor serves for good: modes held, and no direction to be found. */
  hasLinearLaws(problem: ConeProblem): boolean {
    const { normal, tangent } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) if (normal[i] === NormalLaw.projected) return false;
    for (let c = 0; c < problem.coneCount; c++) {
      if (tangent[c] === TangentLaw.projected || tangent[c] === TangentLaw.slip) return false;
    }
    return true;
  }

  /** F, f, a and the derivatives at δ. */
  private evaluate(problem: ConeProblem): void {
    const { rows } = problem;
    const { a, aBase, d } = this;
    multiplyCones(a, problem, d);
    for (let i = 0; i < rows.rowCount; i++) a[i] += aBase[i];
    this.measure(problem);
  }

  /** The same at δ = 0. */
  private evaluateBase(problem: ConeProblem): void {
    const { a, aBase } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) a[i] = aBase[i];
    this.measure(problem);
  }

  /** F, f and the derivatives at a. */
  private measure(problem: ConeProblem): void {
    const { rows } = problem;
    const { control, a, d, f, fBase, F, change } = this;
    applyLaw(f, this.k, this.K, problem, this.normal, this.tangent, this.memory, this.stiffness, a, this.tie);
    for (let i = 0; i < rows.rowCount; i++) change[i] = fBase[i] - f[i];
    for (let j = 0; j < rows.dimension; j++) F[j] = d[j];
    addConeForces(F, problem, change);
    if (this.keepsMotion) {
      this.measureSpread(problem);
      return;
    }
    let most = 0;
    let sum = 0;
    for (let j = 0; j < rows.dimension; j++) {
      const size = Math.abs(F[j]);
      if (!(size <= most)) most = size;
      sum += size * size;
    }
    control[1] = most;
    control[2] = sum;
  }

  /** |F| where masses differ: of each node beside its own mass, and without what is rounding of forces on it. */
  private measureSpread({ rows }: ConeProblem): void {
    const { control, F, change, room, unit } = this;
    for (let j = 0; j < rows.dimension; j++) room[j] = 0;
    addSizes(room, rows, change);
    let most = 0;
    let sum = 0;
    for (let node = 0; node < rows.nodeCount; node++) {
      let terms = 0;
      for (let j = rows.nodeStart[node]; j < rows.nodeStart[node + 1]; j++) terms = Math.max(terms, room[j]);
      for (let j = rows.nodeStart[node]; j < rows.nodeStart[node + 1]; j++) {
        const size = Math.abs(F[j]);
        const off = unit[node] * (size - Math.min(size, termRounding * terms));
        if (!(off <= most)) most = off;
        sum += size * size;
      }
    }
    control[1] = most;
    control[2] = sum;
  }

  private growRows(length: number): void {
    this.normal = new Uint8Array(length);
    this.f = resize(this.f, length);
    this.tie = new Float64Array(length);
    this.a = new Float64Array(length);
    this.memory = new Float64Array(length);
    this.stiffness = new Float64Array(length);
    this.fBase = new Float64Array(length);
    this.aBase = new Float64Array(length);
    this.k = new Float64Array(length);
    this.change = new Float64Array(length);
  }

  private growMotion(length: number): void {
    this.yBase = new Float64Array(length);
    this.d = new Float64Array(length);
    this.F = new Float64Array(length);
    this.step = new Float64Array(length);
    this.kept = new Float64Array(length);
    this.room = new Float64Array(length);
  }
}
