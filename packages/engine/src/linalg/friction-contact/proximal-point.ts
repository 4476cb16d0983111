/**
 * The proximal point method for forces near a solution: rounds f ← P(f − S a), each solved by Newton's method from the one
 * before,
 *
 *   S d = 10², 10³, 10⁴, 10⁵      where modes are right a round takes a factor of the kind away, and one substitution
 *
 * with the forces that are there as multiplier estimates: it finds the nearest solution, not the limit of vanishing compliance.
 * S grows where a round brings little; a round that fails is rejected and repeated with less. Where the stiffest bring little,
 * rows depend on one another but for rounding, and forces have a long way to go: they go along a self-stress ray
 * (self-stress-ray.ts), from one change of modes to the next.
 */
import { releaseModes } from "./alart-curnier.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import { setMeasuredBase } from "./newton-state.js";
import {
  leastDiagonal,
  proximalFailures,
  proximalFirstStiffness,
  proximalGoal,
  proximalLargestStiffness,
  proximalLateFactorizations,
  proximalLeastStiffness,
  proximalNewtonSteps,
  proximalRecoveryRounds,
  proximalRounds,
  proximalStiffening,
  roundAccepted,
  roundGoal,
  searchTolerance,
  searchToleranceLate,
  slowProximalRound,
  slowRoundsBeforeRay,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import { SelfStressRay } from "./self-stress-ray.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** Slots of `control`. */
const Control = {
  /** S d of the next round, and the largest that is allowed. */
  sigma: 0,
  cap: 1,
  /** The least residual, and that of the last round. */
  least: 2,
  before: 3,
} as const;

/**
 * The proximal point method (Rockafellar 1976) for the Signorini–Coulomb conditions: from forces near a solution to the nearest
 * solution.
 */
export class ProximalPoint {
  private best = new Float64Array(0);
  private readonly ray = new SelfStressRay();
  private readonly control = new Float64Array(4);
  /** Rounds that failed, rounds in a row that did not, and rounds in a row of the largest S that were slow. */
  private failures = 0;
  private steady = 0;
  private slowInRow = 0;
  /** Whether the next round is the first after a step along a ray, and whether such a step was shortened already. */
  private isAfterRay = false;
  private hasRetreated = false;

  /**
   * Runs from the forces in `newton.f`; whether the residual came down to `searchTolerance` of the size, to `searchToleranceLate`
   * after many factorisations, or to the part that is `enough`. The best forces are then the base of `newton`, and measured.
   */
  run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    limit: number,
    enough: number,
  ): boolean {
    const { figures } = scale;
    const { control } = this;
    const m = problem.rows.rowCount;
    if (m > this.best.length) this.best = new Float64Array(2 * m);
    const { best } = this;
    const begun = newton.matrix.factorizations;
    const last = begun + limit;
    const size = figures[Scale.size];
    this.begin(problem, newton, scale);
    for (let round = 0; round < proximalRounds; round++) {
      if (control[Control.least] <= proximalGoal * size || newton.matrix.factorizations >= last) break;
      if (!this.runRound(problem, newton, scale)) {
        if (!this.recover(problem, newton)) break;
        continue;
      }
      const isSlow = this.record(newton, figures, m);
      const isLate = newton.matrix.factorizations - begun > proximalLateFactorizations;
      const will = Math.max(enough, isLate ? searchToleranceLate : searchTolerance) * size;
      if (isSlow && control[Control.least] <= will) break;
      if (!isSlow || control[Control.sigma] < control[Control.cap]) this.adapt(newton, isSlow);
      else this.tryRay(problem, newton, figures);
    }
    for (let i = 0; i < m; i++) newton.f[i] = best[i];
    setMeasuredBase(problem, newton, scale);
    const isNear = figures[Scale.residual] <= Math.max(enough, searchToleranceLate) * size;
    return isNear && figures[Scale.force] <= figures[Scale.forceLimit];
  }

  /** Measures the forces given, which are the best at first. */
  private begin(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
    const { control, best } = this;
    control[Control.sigma] = proximalFirstStiffness;
    control[Control.cap] = proximalLargestStiffness;
    this.failures = 0;
    this.steady = 0;
    this.slowInRow = 0;
    this.isAfterRay = false;
    this.hasRetreated = false;
    releaseModes(newton.normal, newton.tangent, problem);
    newton.isFactored = false;
    setMeasuredBase(problem, newton, scale);
    control[Control.least] = scale.figures[Scale.residual];
    control[Control.before] = control[Control.least];
    for (let i = 0; i < problem.rows.rowCount; i++) best[i] = newton.fBase[i];
  }

  /** After a round that failed: a shorter step along the ray, or less stiffness. False after too many failures. */
  private recover(problem: FrictionContactProblem, newton: SemismoothNewton): boolean {
    const { control } = this;
    const m = problem.rows.rowCount;
    newton.isFactored = false;
    this.steady = 0;
    this.slowInRow = 0;
    if (++this.failures > proximalFailures) return false;
    if (this.isAfterRay && !this.hasRetreated) {
      this.hasRetreated = true;
      this.isAfterRay = this.ray.retreat(newton.f, m);
      newton.setBase(problem);
      return true;
    }
    for (let i = 0; i < m; i++) newton.f[i] = newton.fBase[i];
    control[Control.cap] = Math.max(proximalLeastStiffness, control[Control.sigma] / proximalStiffening);
    control[Control.sigma] = control[Control.cap];
    return true;
  }

  /** Keeps the forces of a round if they are the best; whether the round was slow. */
  private record(newton: SemismoothNewton, figures: Float64Array, m: number): boolean {
    const { control, best } = this;
    if (++this.steady % proximalRecoveryRounds === 0)
      control[Control.cap] = Math.min(proximalLargestStiffness, control[Control.cap] * proximalStiffening);
    this.isAfterRay = false;
    const residual = figures[Scale.residual];
    const isSlow = !(residual <= slowProximalRound * control[Control.before]);
    control[Control.before] = residual;
    if (residual <= slowProximalRound * control[Control.least]) this.hasRetreated = false;
    if (residual < control[Control.least]) {
      control[Control.least] = residual;
      for (let i = 0; i < m; i++) best[i] = newton.fBase[i];
    }
    return isSlow;
  }

  /** Goes on with the stiffness there is, or with more where the round was slow. */
  private adapt(newton: SemismoothNewton, isSlow: boolean): void {
    const { control } = this;
    this.slowInRow = 0;
    if (!isSlow) return;
    control[Control.sigma] = Math.min(control[Control.cap], control[Control.sigma] * proximalStiffening);
    newton.isFactored = false;
  }

  /** After slow rounds of the largest stiffness: a step along the self-stress ray of the last one. */
  private tryRay(problem: FrictionContactProblem, newton: SemismoothNewton, figures: Float64Array): void {
    if (++this.slowInRow < slowRoundsBeforeRay) return;
    this.slowInRow = 0;
    const { fBase, aBase, memory, f } = newton;
    if (!this.ray.run(f, problem, fBase, aBase, memory, figures, Scale.residual)) return;
    newton.setBase(problem);
    this.control[Control.before] = Infinity;
    this.isAfterRay = true;
  }

  /** One round from the base, with the factor of the last where it will do; whether it came to an end, with the base at it. */
  private runRound(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): boolean {
    const { d, figures } = scale;
    const { rowCount } = problem.rows;
    const sigma = this.control[Control.sigma];
    for (let i = 0; i < rowCount; i++) {
      newton.stiffness[i] =
        (sigma * Math.sqrt(figures[Scale.spread])) / Math.max(d[i], leastDiagonal * figures[Scale.mean]);
      newton.memory[i] = newton.fBase[i];
    }
    newton.control[0] = roundGoal * figures[Scale.motion];
    const isDone = newton.run(problem, proximalNewtonSteps);
    if (!isDone && !(newton.control[1] <= roundAccepted * figures[Scale.motion])) return false;
    newton.acceptRun(problem);
    scale.measureResidual(problem, newton.fBase, newton.aBase);
    return true;
  }
}
