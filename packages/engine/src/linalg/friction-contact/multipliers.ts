/**
 * The method of multipliers (Hestenes 1969, Powell 1969), or augmented Lagrangian, for fixed modes: linear but for the directions
 * of incipient slip, and the limit of vanishing compliance where forces are not unique.
 *
 *   f = P(w − S a),   w ← w − S a          from w = 0, with S the same for all rows
 *
 * The first round is the problem of compliance 1/S; the others take its error away, a factor 1/(1 + S λ₁) each. w is a sum of
 * accelerations J (y − y*), so w = J λ stays in the range of J: no round adds a force that compliance would not have caused. So
 * one factor and a few substitutions give the limit itself, without extrapolation: where all modes are linear a round is one of
 * them, and the next takes away what its rounding has left (`SemismoothNewton.takeMultiplierRound`). Tangents on the edge of
 * their disc that do not slip keep their memory unprojected for the same reason; those that slip have none. A warm start takes w
 * = J λ with the λ of the time before: in the range of the new J, and all but right.
 */

import { RowKind } from "../complementarity/index.js";
import { NormalMode, TangentMode } from "./alart-curnier.js";
import { multiplyCones } from "./cone-products.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import {
  driftRounding,
  exactTolerances,
  firstMultiplierStiffness,
  inconsistencyLimit,
  jointAcceleration,
  jointStalls,
  keptImprovement,
  keptResidual,
  lastMultiplierStiffness,
  multiplierNewtonSteps,
  multiplierRounds,
  multiplierStiffening,
  restingDrift,
  settledTolerances,
  slowMultiplierRound,
  wrongModes,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** Slots of `control`. */
const Control = {
  /** The largest acceleration of an active row after the last round, and after the one before. */
  drift: 0,
  before: 1,
  /** The largest beside the tolerance of its row. */
  worst: 2,
  /** The largest f √d: what forces add to the motion. */
  force: 3,
  /** Part of the drift that the last round of the stiffness before took away, beside what it left. */
  pace: 4,
  /** Stiffness times the mean, and the largest that is tried. */
  sigma: 5,
  last: 6,
} as const;

/** The method of multipliers for fixed modes, with its multipliers λ. */
export class MultiplierMethod {
  /** Multipliers after a run that succeeded: f = P(J λ) on all active rows. */
  lambda = new Float64Array(0);
  /** The stiffness times the mean of d that `runFrom` begins with. */
  readonly sigma = new Float64Array(1);
  /** Whether the active rows had no acceleration at the end, but for rounding; whatever the cones. */
  isConverged = false;
  /** The largest acceleration of an active row at the end. */
  readonly drift = new Float64Array(1);
  private first = new Float64Array(0);
  private sum = new Float64Array(0);
  private readonly total = new Float64Array(1);
  /** See `Control`. */
  private readonly control = new Float64Array(7);
  /** Whether the stiffness has grown in this run, and how often in a row that made rounds no quicker. */
  private isStiffer = false;
  private stalls = 0;
  /** The best forces of a run that failed, with a small residual, and that residual, or ∞. */
  bestForces = new Float64Array(0);
  readonly best = new Float64Array(1);
  private bestLambda = new Float64Array(0);
  private bestMotion = new Float64Array(0);
  /** Whether these are as good as inconsistent rows allow. */
  private isInconsistent = false;
  /** Whether these satisfied the conditions. */
  private isSatisfying = false;
  /** Whether one factor serves for all rounds of a stiffness, and a round is but a substitution. */
  private isQuick = false;
  private isMeasured = true;
  /** Whether rounds that are slow go on with more stiffness, see `jointAcceleration`. */
  private isPatient = false;
  /** The active rows, and how many. */
  private rows = new Int32Array(0);
  private count = 0;

  /**
   * Solves with the modes in `newton`, from w = J λ and the forces in `newton.f`; returns whether the Signorini–Coulomb
   * conditions are satisfied. The base of `newton` is then the answer, and the measures are in `scale`. Unless it `mustSatisfy`
   * the conditions, it goes on to the end even if forces leave their cones.
   */
  runWarm(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    lambda: Float64Array,
    mustSatisfy: boolean,
  ): boolean {
    multiplyCones(newton.memory, problem, lambda);
    newton.setBase(problem);
    newton.isFactored = false;
    this.setUp(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = lambda[j];
    this.sigma[0] = firstMultiplierStiffness;
    this.isQuick = newton.hasLinearModes(problem);
    return this.run(problem, newton, scale, mustSatisfy);
  }

  /** Solves from w = 0 and no forces, whatever the modes; the residual is measured if that is asked for. */
  runFree(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale, isMeasured: boolean): void {
    this.isPatient = hasJoints(problem);
    this.sigma[0] = firstMultiplierStiffness;
    this.runAtOnce(problem, newton, scale, isMeasured);
    if (!this.isConverged && this.isPatient) {
      // inconsistent rows get worse by it
      this.isPatient = false;
      this.sigma[0] = firstMultiplierStiffness;
      this.runAtOnce(problem, newton, scale, isMeasured);
    }
    if (this.isConverged || !scale.masses.isSpread) return;
    // light nodes that carry heavy ones: as stiff beside these as rows are else beside their own
    this.sigma[0] = firstMultiplierStiffness * scale.figures[Scale.spread];
    this.runAtOnce(problem, newton, scale, isMeasured);
  }

  /** One run of `runFree`, with the stiffness in `sigma`. */
  private runAtOnce(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    isMeasured: boolean,
  ): void {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.memory[i] = 0;
    newton.setFree(problem, scale.free);
    newton.isFactored = false;
    this.setUp(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = 0;
    this.isQuick = newton.hasLinearModes(problem);
    this.isMeasured = isMeasured;
    this.run(problem, newton, scale, false);
    this.isMeasured = true;
    if (this.isConverged) this.isPatient = false;
  }

  /** Solves from w = 0, S = sigma[0]/mean and the base of `newton`, which may solve the problem of this compliance. */
  runFrom(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): boolean {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.memory[i] = 0;
    this.setUp(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = 0;
    // rounding of large forces on light nodes is the next round's to take away
    this.isQuick = newton.keepsSolvedMotion && newton.hasLinearModes(problem);
    if (this.isQuick) newton.isFactored = false;
    return this.run(problem, newton, scale, true);
  }

  /** Solves from w = J λ with the memory of `newton` added to it: a disturbance. */
  runDisturbed(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    lambda: Float64Array,
  ): boolean {
    multiplyCones(newton.a, problem, lambda);
    for (let i = 0; i < problem.rows.rowCount; i++) newton.memory[i] += newton.a[i];
    newton.setBase(problem);
    newton.isFactored = false;
    this.setUp(problem, newton);
    this.sigma[0] = firstMultiplierStiffness;
    this.isQuick = false;
    return this.run(problem, newton, scale, false);
  }

  private setUp(problem: FrictionContactProblem, newton: SemismoothNewton): void {
    const n = problem.rows.dimension;
    if (problem.rows.rowCount > this.bestForces.length) this.bestForces = new Float64Array(2 * problem.rows.rowCount);
    if (n > this.lambda.length) {
      this.lambda = new Float64Array(2 * n);
      this.bestLambda = new Float64Array(2 * n);
      this.bestMotion = new Float64Array(2 * n);
      this.first = new Float64Array(2 * n);
      this.sum = new Float64Array(2 * n);
    }
    this.total[0] = 0;
    for (let j = 0; j < n; j++) {
      this.first[j] = newton.yBase[j];
      this.sum[j] = 0;
    }
  }

  /**
   * Runs rounds with the modes in `newton`, from what was set up; returns whether the Signorini–Coulomb conditions are satisfied.
   */
  private run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    mustSatisfy: boolean,
  ): boolean {
    const { control } = this;
    const { figures } = scale;
    this.begin(problem, newton, scale);
    for (let round = 0; round < multiplierRounds; round++) {
      if (!this.takeRound(problem, newton, scale, round === 0)) break;
      const isSlow = this.endRound(problem, newton, scale, round);
      // rounding of large forces on light nodes may end the rounds that follow
      if (mustSatisfy && !this.isQuick && newton.keepsSolvedMotion && this.isConverged) {
        scale.measure(problem, newton.fBase, newton.aBase);
        if (scale.satisfiesCoulomb) this.keepBest(problem, newton, scale);
      }
      const isAtRest = control[Control.drift] <= driftRounding * figures[Scale.size];
      if (!isSlow && !this.isMeasured && isAtRest) {
        figures[Scale.residual] = Number.NaN;
        this.closeSum(problem, newton);
        return true;
      }
      if (isSlow || isAtRest) {
        if (this.isFinished(problem, newton, scale, isSlow, mustSatisfy)) {
          this.closeSum(problem, newton);
          return scale.satisfiesCoulomb || this.takeBest(problem, newton, scale);
        }
        if (mustSatisfy) this.keepBest(problem, newton, scale);
        control[Control.sigma] *= multiplierStiffening;
        this.isStiffer = true;
        newton.isFactored = false;
      }
      control[Control.before] = control[Control.drift];
    }
    return this.takeBest(problem, newton, scale);
  }

  /** Lists the active rows, and forgets the run before. */
  private begin(problem: FrictionContactProblem, newton: SemismoothNewton, { figures }: ProblemScale): void {
    const { control } = this;
    this.listActive(problem, newton);
    control[Control.sigma] = this.sigma[0];
    control[Control.last] = Math.max(
      lastMultiplierStiffness,
      multiplierStiffening * firstMultiplierStiffness * figures[Scale.spread],
    );
    control[Control.before] = Infinity;
    control[Control.pace] = 0;
    this.isStiffer = false;
    this.stalls = 0;
    this.drift[0] = Infinity;
    this.best[0] = Infinity;
    this.isConverged = false;
  }

  /** One round with the stiffness in `control`; whether it came to an end, and to finite numbers. */
  private takeRound(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    isFirst: boolean,
  ): boolean {
    const { control } = this;
    const { stiffness } = newton;
    const S = control[Control.sigma] / scale.figures[Scale.mean];
    for (let i = 0; i < problem.rows.rowCount; i++) stiffness[i] = S;
    const isDone = this.isQuick
      ? newton.takeMultiplierRound(problem, isFirst)
      : this.takeNewtonRound(problem, newton, scale);
    if (!isDone) return false;
    this.addRound(problem, newton);
    this.measureDrift(newton);
    return Number.isFinite(control[Control.drift]);
  }

  /** A round where the directions of incipient slip are to be found, by Newton's method. */
  private takeNewtonRound(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): boolean {
    const { control: goal } = newton;
    const { figures } = scale;
    this.measureForces(problem, newton, scale);
    goal[0] = 1e-15 * (figures[Scale.motion] + this.control[Control.force]);
    const isDone = newton.run(problem, multiplierNewtonSteps);
    if (!isDone && !(goal[1] <= 1e-7 * figures[Scale.motion])) return false;
    this.remember(problem, newton);
    newton.acceptRun(problem);
    return true;
  }

  /** Writes how the active rows are after a round; whether the round was slow. */
  private endRound(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    { figures }: ProblemScale,
    round: number,
  ): boolean {
    const { control } = this;
    const least = driftRounding * figures[Scale.size];
    let isSlow = round > 0 && control[Control.drift] > slowMultiplierRound * control[Control.before];
    if (this.isQuick && (isSlow || control[Control.drift] <= least)) {
      // the motion that the forces give, instead of that which was solved for
      newton.endMultiplierRounds(problem);
      this.measureDrift(newton);
      const drift = control[Control.drift];
      if (drift > least && round > 0 && drift > slowMultiplierRound * control[Control.before]) isSlow = true;
    }
    this.isConverged = control[Control.drift] <= restingDrift * figures[Scale.size];
    this.drift[0] = control[Control.drift];
    return isSlow;
  }

  /** Measures the solution; returns whether a stiffer round would improve nothing more. */
  private isFinished(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    isSlow: boolean,
    mustSatisfy: boolean,
  ): boolean {
    const { control } = this;
    const { figures } = scale;
    const drift = control[Control.drift];
    scale.measure(problem, newton.fBase, newton.aBase);
    this.compareDrift(newton, scale);
    // a round leaves 1/(1 + S λ₁): of inconsistent rows as much as before, however stiff; of what is all but singular less
    const pace = control[Control.before] / drift - 1;
    if (this.isStiffer) this.stalls = pace > jointAcceleration * control[Control.pace] ? 0 : this.stalls + 1;
    control[Control.pace] = Math.max(0, pace);
    const mostStalls = this.isPatient ? jointStalls : 0;
    const isIdle = mustSatisfy ? control[Control.worst] <= settledTolerances : this.stalls >= mostStalls;
    const isStagnant = this.isStiffer && drift > 0.5 * control[Control.before] && isIdle;
    if (figures[Scale.worst] <= exactTolerances || isStagnant || !isSlow) return true;
    if (control[Control.sigma] >= control[Control.last]) return true;
    // no further round would improve this: the modes are others
    return mustSatisfy && figures[Scale.residual] > wrongModes * control[Control.sigma] * drift;
  }

  /** Keeps the forces, if they are better than before and their residual is small. */
  private keepBest(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
    const { figures } = scale;
    const residual = figures[Scale.residual];
    // forces of inconsistent rows grow with their stiffness: the first of those alike
    if (!(residual < keptImprovement * this.best[0]) || figures[Scale.force] > figures[Scale.forceLimit]) return;
    const held = this.drift[0];
    const isContradiction = held <= inconsistencyLimit * figures[Scale.size] && residual <= 2 * held;
    if (residual > keptResidual * figures[Scale.size] && !isContradiction) return;
    this.best[0] = residual;
    this.isInconsistent = isContradiction;
    this.isSatisfying = newton.keepsSolvedMotion && scale.satisfiesCoulomb;
    for (let i = 0; i < problem.rows.rowCount; i++) this.bestForces[i] = newton.fBase[i];
    const { lambda, bestLambda, bestMotion } = this;
    for (let j = 0; j < problem.rows.dimension; j++) {
      bestLambda[j] = lambda[j];
      bestMotion[j] = newton.yBase[j];
    }
    this.closeSum(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) {
      const kept = bestLambda[j];
      bestLambda[j] = lambda[j];
      lambda[j] = kept;
    }
  }

  /** Goes back to the best forces that there were, where rows are inconsistent: with more stiffness rounding made them worse. */
  private takeBest(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): boolean {
    if (this.best[0] === Infinity || !(this.isInconsistent || this.isSatisfying)) return false;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = this.bestForces[i];
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = this.bestLambda[j];
    newton.setBaseAt(problem, this.bestMotion);
    scale.measure(problem, newton.fBase, newton.aBase);
    this.measureDrift(newton);
    this.drift[0] = this.control[Control.drift];
    return this.isInconsistent || scale.satisfiesCoulomb;
  }

  /** w ← w − S a wherever there is a memory. */
  private remember(problem: FrictionContactProblem, newton: SemismoothNewton): void {
    const { memory, stiffness, a, tangent } = newton;
    const { coneOf, coneRow, rows } = problem;
    for (let i = 0; i < rows.rowCount; i++) {
      const c = coneOf[i];
      if (c >= 0 && i !== coneRow[c] && !hasMemory(tangent[c])) continue;
      memory[i] -= stiffness[i] * a[i];
    }
  }

  /** λ = λ₀ − Σ S (y − y*), the sum taken from the first base. */
  private addRound(problem: FrictionContactProblem, newton: SemismoothNewton): void {
    const y = newton.yBase;
    const S = newton.stiffness[0];
    this.total[0] += S;
    for (let j = 0; j < problem.rows.dimension; j++) this.sum[j] += S * (y[j] - this.first[j]);
  }

  private closeSum(problem: FrictionContactProblem, newton: SemismoothNewton): void {
    const total = this.total[0];
    const { lambda, sum, first } = this;
    const y = newton.yBase;
    for (let j = 0; j < problem.rows.dimension; j++) lambda[j] += total * (y[j] - first[j]) - sum[j];
  }

  /** Rows whose acceleration is to be zero. */
  private listActive(problem: FrictionContactProblem, { normal, tangent }: SemismoothNewton): void {
    const { coneOf, coneRow, rows } = problem;
    if (this.rows.length < rows.rowCount) this.rows = new Int32Array(2 * rows.rowCount);
    let count = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      const c = coneOf[i];
      const isHeld = c >= 0 && i !== coneRow[c] ? hasMemory(tangent[c]) : normal[i] === NormalMode.closed;
      if (isHeld) this.rows[count++] = i;
    }
    this.count = count;
  }

  /** Writes control.drift: the largest acceleration of an active row. */
  private measureDrift({ aBase }: SemismoothNewton): void {
    const { rows, count } = this;
    let most = 0;
    for (let k = 0; k < count; k++) {
      const size = Math.abs(aBase[rows[k]]);
      // written so that a NaN stays
      if (!(size <= most)) most = size;
    }
    this.control[Control.drift] = most;
  }

  /** Writes control.worst: the largest acceleration of an active row beside its tolerance. */
  private compareDrift({ aBase }: SemismoothNewton, { tolerance }: ProblemScale): void {
    const { rows, count } = this;
    let most = 0;
    for (let k = 0; k < count; k++) most = Math.max(most, Math.abs(aBase[rows[k]]) / tolerance[rows[k]]);
    this.control[Control.worst] = most;
  }

  /** Writes control.force: the largest f √d, which forces add to the motion. */
  private measureForces(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
    let most = 0;
    for (let i = 0; i < problem.rows.rowCount; i++) {
      const f = newton.fBase[i];
      most = Math.max(most, f * f * scale.d[i]);
    }
    this.control[Control.force] = Math.sqrt(most);
  }
}

/** Whether there are equalities besides the tangents of cones. */
function hasJoints({ rows, coneOf }: FrictionContactProblem): boolean {
  for (let i = 0; i < rows.rowCount; i++) if (rows.kind[i] === RowKind.equality && coneOf[i] < 0) return true;
  return false;
}

function hasMemory(law: number): boolean {
  return law === TangentMode.stick || law === TangentMode.projected;
}
