/**
 * A semismooth Newton method (Qi and Sun 1993) for the projections of alart-curnier.ts, in motion space and incremental:
 *
 *   F(δ) = δ − Jᵀ(f(a) − f̂) = 0,   a = â + J δ          from the base f̂, ŷ = y⁰ + Jᵀ f̂, â = J ŷ + c
 *   (1 + Jᵀ K J) Δδ = −F                                 Armijo's rule on |F|²
 *
 * δ is as small as the base is near, so that a stiffness of 10⁷ costs no digits. A factor at hand is used as long as it brings F
 * down by ten.
 */
import { resize } from "../../math/index.js";
import {
  addForceMagnitudes,
  keepMotion,
  MassFigure,
  type NodeMasses,
  type UnilateralProblem,
} from "../complementarity/index.js";
import { SolveStatus } from "../dense/index.js";
import {
  differentiateFixedModes,
  evaluateFixedModes,
  evaluateProjections,
  NormalMode,
  TangentMode,
} from "./alart-curnier.js";
import { addConeForces, multiplyCones } from "./cone-products.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import { NewtonMatrix } from "./newton-matrix.js";
import {
  armijo,
  factorReuse,
  newtonHalvings,
  newtonIdle,
  newtonNoise,
  newtonNoiseOfSpread,
  newtonRefinements,
  termRounding,
  tieOfAll,
  tieOfRow,
} from "./parameters.js";

/** How a line search ended. */
const StepOutcome = {
  /** A step was taken, or an old factor was of no use. */
  taken: 0,
  /** No step helps, and F is as small as rounding lets it be. */
  rounding: 1,
  /** No step helps. */
  failed: 2,
} as const;
type StepOutcome = (typeof StepOutcome)[keyof typeof StepOutcome];

/** The semismooth Newton method, with its base, modes and factor. */
export class SemismoothNewton {
  readonly matrix = new NewtonMatrix();
  iterations = 0;
  /** Modes of rows and of the tangents of cones: written by the caller, as are multiplier estimates (`memory`) and stiffness. */
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
  /** [0]: what max |F| may be at the end; [1]: what it is; [2]: |F|²; [3]: max |F| before the last step. */
  readonly control = new Float64Array(4);
  /** Whether there is a factor of these stiffnesses, good for a try. */
  isFactored = false;
  /** Rounding thresholds of the accelerations, by row: see `evaluateProjections`. */
  tie = new Float64Array(0);
  private k = new Float64Array(0);
  private K = new Float64Array(0);
  private d = new Float64Array(0);
  private F = new Float64Array(0);
  private step = new Float64Array(0);
  private kept = new Float64Array(0);
  private change = new Float64Array(0);
  /** Whether the motion that was solved for is kept beside forces, where it is theirs but for rounding: node-masses.ts. */
  keepsSolvedMotion = false;
  /** By node, where masses differ: √(mass of the heaviest/its own). */
  unit = new Float64Array(0);
  private room = new Float64Array(0);

  setUp(problem: FrictionContactProblem): void {
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
  setSpread({ isSpread, lightness, figures }: NodeMasses, { nodeCount }: UnilateralProblem): void {
    this.keepsSolvedMotion = isSpread;
    if (!isSpread) return;
    const heaviest = figures[MassFigure.heaviest];
    if (nodeCount > this.unit.length) this.unit = new Float64Array(2 * nodeCount);
    for (let p = 0; p < nodeCount; p++) this.unit[p] = lightness[p] < Infinity ? Math.sqrt(lightness[p] / heaviest) : 1;
  }

  /** Measures what is rounding in the rows of the problem: before a solve in which modes are to be found. */
  measureTies({ rows }: FrictionContactProblem): void {
    const { rowCount, rowStart, column, values, y0, c } = rows;
    const { tie } = this;
    let most = 0;
    for (let i = 0; i < rowCount; i++) {
      let size = Math.abs(c[i]);
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) size += Math.abs(values[k] * y0[column[k]]);
      tie[i] = size;
      most = Math.max(most, size);
    }
    const ofRow = tieOfRow;
    const ofAll = tieOfAll;
    for (let i = 0; i < rowCount; i++) tie[i] = ofRow * tie[i] + ofAll * most;
  }

  /** Takes the forces f as the base. */
  setBase(problem: FrictionContactProblem): void {
    const { rows } = problem;
    for (let i = 0; i < rows.rowCount; i++) this.fBase[i] = this.f[i];
    for (let j = 0; j < rows.dimension; j++) this.yBase[j] = rows.y0[j];
    addConeForces(this.yBase, problem, this.fBase);
    this.evaluateMotion(problem);
  }

  /** Takes the forces f of the last run as the base, and the motion δ that it has found, see `keepsSolvedMotion`. */
  acceptRun(problem: FrictionContactProblem): void {
    const { yBase, d, kept } = this;
    const n = problem.rows.dimension;
    for (let j = 0; j < n; j++) {
      kept[j] = yBase[j] + d[j];
      d[j] = 0;
    }
    this.setBase(problem);
    if (this.keepsSolvedMotion) this.restoreMotion(problem);
  }

  /** Takes the forces f as the base, and a motion that was kept beside them, see `keepsSolvedMotion`. */
  setBaseAt(problem: FrictionContactProblem, motion: Float64Array): void {
    for (let j = 0; j < problem.rows.dimension; j++) this.kept[j] = motion[j];
    this.setBase(problem);
    if (this.keepsSolvedMotion) this.restoreMotion(problem);
  }

  /** Takes the motion in `kept` for that of the base, wherever it is. */
  private restoreMotion(problem: FrictionContactProblem): void {
    keepMotion(this.yBase, this.kept, problem.rows, this.fBase, this.step);
    this.evaluateMotion(problem);
  }

  /** Takes no forces as the base, with the accelerations `free` that there are then. */
  setFree({ rows }: FrictionContactProblem, free: Float64Array): void {
    for (let i = 0; i < rows.rowCount; i++) {
      this.fBase[i] = 0;
      this.aBase[i] = free[i];
    }
    for (let j = 0; j < rows.dimension; j++) this.yBase[j] = rows.y0[j];
  }

  /** â = J ŷ + c. */
  private evaluateMotion(problem: FrictionContactProblem): void {
    const { aBase } = this;
    const { rowCount, c } = problem.rows;
    multiplyCones(aBase, problem, this.yBase);
    for (let i = 0; i < rowCount; i++) aBase[i] += c[i];
  }

  /** Runs from the base; whether max |F| came down to control[0]. Its forces are in f, the accelerations in a. */
  run(problem: FrictionContactProblem, limit: number): boolean {
    const { control, d, F, step, kept, matrix } = this;
    const n = problem.rows.dimension;
    for (let j = 0; j < n; j++) d[j] = 0;
    this.evaluateBase(problem);
    if (this.hasLinearModes(problem)) return this.runLinear(problem);
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
      control[3] = control[1];
      const outcome = this.searchStep(problem, isOld);
      if (outcome !== StepOutcome.taken) return outcome === StepOutcome.rounding;
      // rounding of large forces on light nodes: a new factor, and hardly any less
      const isIdle = this.keepsSolvedMotion && !isOld && control[1] > newtonIdle * control[3];
      if (isIdle && control[1] <= newtonNoiseOfSpread * control[0]) return true;
      // an old factor that did not help, or a new one that is no longer that of where we stand
      if (control[1] > factorReuse * control[3]) this.isFactored = false;
    }
    return control[1] <= control[0];
  }

  /**
   * Line search along `step` from `kept`, by Armijo's rule on |F|². With an old factor only the full step is tried, and taken if it
   * brings F down by ten; else δ stays as it was.
   */
  private searchStep(problem: FrictionContactProblem, isOld: boolean): StepOutcome {
    const { control, d, step, kept } = this;
    const n = problem.rows.dimension;
    const merit = control[2];
    const size = control[3];
    let t = 1;
    for (let halved = 0; ; halved++, t /= 2) {
      for (let j = 0; j < n; j++) d[j] = kept[j] + t * step[j];
      this.evaluate(problem);
      const isTaken = isOld
        ? control[1] <= factorReuse * size || control[1] <= control[0]
        : control[2] <= (1 - armijo * t) * merit;
      if (isTaken) return StepOutcome.taken;
      const isRounding = halved === 0 && size <= newtonNoise * control[0];
      if (!isOld && !isRounding && halved < newtonHalvings) continue;
      for (let j = 0; j < n; j++) d[j] = kept[j];
      this.evaluate(problem);
      if (isOld) return StepOutcome.taken;
      return isRounding ? StepOutcome.rounding : StepOutcome.failed;
    }
  }

  /** Runs where one factor serves: a substitution, and others as long as they take away what rounding has left. */
  private runLinear(problem: FrictionContactProblem): boolean {
    const { control, d, F, step, matrix } = this;
    const n = problem.rows.dimension;
    for (let iteration = 0; iteration < newtonRefinements; iteration++) {
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
      if (control[1] <= newtonNoise * control[0] || (iteration > 0 && !(control[1] <= factorReuse * size))) break;
    }
    return control[1] <= newtonNoise * control[0];
  }

  /**
   * Takes one round of the method of multipliers, where one factor serves (multipliers.ts), from `memory`, `yBase` and `aBase`:
   * the motion, its accelerations, and w ← w − S a with them. A round is a substitution and two products; what it leaves of F by
   * rounding is part of the next one's. The first goes far, and others follow. Returns false where there is no factor. S is
   * `stiffness[0]`.
   */
  takeMultiplierRound(problem: FrictionContactProblem, isFirst: boolean): boolean {
    const { rows } = problem;
    const { f, a, step, yBase, aBase, memory, matrix, normal, tangent, stiffness } = this;
    if (!this.isFactored) {
      differentiateFixedModes(this.k, this.K, problem, normal, tangent, stiffness);
      if (matrix.factor(problem, this.k, this.K) !== SolveStatus.ok) return false;
      this.isFactored = true;
    }
    this.iterations++;
    evaluateFixedModes(f, problem, normal, tangent, memory, stiffness, aBase);
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
  endMultiplierRounds(problem: FrictionContactProblem): void {
    const { aBase, yBase, kept } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) aBase[i] = 0;
    evaluateFixedModes(this.f, problem, this.normal, this.tangent, this.memory, this.stiffness, aBase);
    for (let j = 0; j < problem.rows.dimension; j++) kept[j] = yBase[j];
    this.setBase(problem);
    if (this.keepsSolvedMotion) this.restoreMotion(problem);
  }

  /** Whether one factor serves for good: modes fixed, and no direction to be found. */
  hasLinearModes(problem: FrictionContactProblem): boolean {
    const { normal, tangent } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) if (normal[i] === NormalMode.projected) return false;
    for (let c = 0; c < problem.coneCount; c++) {
      if (tangent[c] === TangentMode.projected || tangent[c] === TangentMode.slip) return false;
    }
    return true;
  }

  /** F, f, a and the derivatives at δ. */
  private evaluate(problem: FrictionContactProblem): void {
    const { rows } = problem;
    const { a, aBase, d } = this;
    multiplyCones(a, problem, d);
    for (let i = 0; i < rows.rowCount; i++) a[i] += aBase[i];
    this.measure(problem);
  }

  /** Computes F, f, a and the derivatives at δ = 0. */
  private evaluateBase(problem: FrictionContactProblem): void {
    const { a, aBase } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) a[i] = aBase[i];
    this.measure(problem);
  }

  /** F, f and the derivatives at a. */
  private measure(problem: FrictionContactProblem): void {
    const { rows } = problem;
    const { control, a, d, f, fBase, F, change } = this;
    evaluateProjections(
      f,
      this.k,
      this.K,
      problem,
      this.normal,
      this.tangent,
      this.memory,
      this.stiffness,
      a,
      this.tie,
    );
    for (let i = 0; i < rows.rowCount; i++) change[i] = fBase[i] - f[i];
    for (let j = 0; j < rows.dimension; j++) F[j] = d[j];
    addConeForces(F, problem, change);
    if (this.keepsSolvedMotion) {
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
  private measureSpread({ rows }: FrictionContactProblem): void {
    const { control, F, change, room, unit } = this;
    for (let j = 0; j < rows.dimension; j++) room[j] = 0;
    addForceMagnitudes(room, rows, change);
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
