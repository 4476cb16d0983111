/**
 * The homotopy of vanishing compliance, which decides the modes of the answer where several would do.
 *
 *   f = P(−a/ε),   ε = 10⁻², 10⁻³ …        every row gives by ε · mean · f, the same for all
 *
 * Each level starts from the one before. A level that Newton's method does not reach at once is reached by proximal rounds, f ←
 * P(f − S(a + ε f)) with growing S; a round that fails is rejected and repeated with less. As soon as two levels agree on the
 * modes, these are fixed, and the method of multipliers solves for them; if the result satisfies the Signorini–Coulomb conditions
 * without compliance, it is the answer.
 *
 * On the edge of its disc a cone slips if its acceleration stays as ε falls; if that falls with ε, it sticks.
 */

import { RowKind } from "../complementarity/index.js";
import type { ActiveSetCorrection } from "./active-set-correction.js";
import { measureNaturalMap, NormalMode, releaseModes, TangentMode } from "./alart-curnier.js";
import { type FrictionContactProblem, hasSlipping, TangentialState } from "./friction-contact-problem.js";
import type { MultiplierMethod } from "./multipliers.js";

import { NewtonState, setMeasuredBase } from "./newton-state.js";
import {
  acceptedTolerances,
  complianceRatio,
  earlyExitFactorizations,
  earlyExitGoals,
  earlyExitGrowth,
  earlyExitLevel,
  earlyExitStiffness,
  edgePart,
  fastCorrectionFactorizations,
  fastLevelFactorizations,
  firstCompliance,
  firstLevelNewtonSteps,
  homotopyLevels,
  lateLevelNewtonSteps,
  leastDiagonal,
  levelEdge,
  levelGoal,
  levelLargestStiffness,
  levelNewtonSteps,
  levelProximalFailures,
  levelProximalRounds,
  levelStallRounds,
  levelStiffnessRecovery,
  roughSpeed,
  roundAccepted,
  roundGoal,
  searchTolerance,
  searchToleranceLate,
  slipDecay,
  unlimited,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

const none = new Float64Array(1);

/** Slots of the numbers of proximal rounds: S d, the largest that is allowed, its growth, the least residual, and the goal. */
const Round = { sigma: 0, cap: 1, growth: 2, least: 3, goal: 4 } as const;

/** The path of vanishing compliance, with its levels and its proximal rounds. */
export class ComplianceHomotopy {
  /** Largest f d of the last level, in units of a: it grows without bound where there is no solution. */
  readonly force = new Float64Array(1);
  /** The number of factorisations, or a little more, after which the path is given up. */
  limit = unlimited;
  /** Forces kept beside the method of multipliers, which changes them. */
  private kept = new Float64Array(0);
  /** Forces with which a level began. */
  private start = new Float64Array(0);
  private normal = new Uint8Array(0);
  private tangent = new Uint8Array(0);
  /** |a_t| of the cones at the level before. */
  private speed = new Float64Array(0);
  /** Natural map at a level: residual, and the largest beside its tolerance. */
  private readonly law = new Float64Array(2);
  /** Of proximal rounds: see `Round`, and how many in a row were no better. */
  private readonly rounds = new Float64Array(5);
  private stalled = 0;
  private readonly epsilon = new Float64Array(1);
  /**
   * The level nearest to a solution, of those that were solved for and did not quite satisfy the conditions, and its residual, or
   * ∞.
   */
  private readonly nearest = new NewtonState();
  private readonly near = new Float64Array(1);

  setUp(problem: FrictionContactProblem): void {
    const m = problem.rows.rowCount;
    if (m > this.kept.length) {
      this.kept = new Float64Array(2 * m);
      this.start = new Float64Array(2 * m);
      this.normal = new Uint8Array(2 * m);
    }
    if (problem.coneCount > this.tangent.length) {
      this.tangent = new Uint8Array(2 * problem.coneCount);
      this.speed = new Float64Array(2 * problem.coneCount);
    }
  }

  /** Follows the path from the forces in `newton.f` and the level given (0: 10⁻²); whether it led to an answer. */
  run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
    first = 0,
  ): boolean {
    this.setUp(problem);
    const { epsilon, kept } = this;
    const m = problem.rows.rowCount;
    this.near[0] = Infinity;
    epsilon[0] = firstCompliance * scale.figures[Scale.mean];
    for (let level = 0; level < first; level++) epsilon[0] *= complianceRatio;
    releaseModes(newton.normal, newton.tangent, problem);
    // where directions are known already, what rounds come to is seldom the limit
    let mayLeave = !hasSlipping(problem);
    const levels = homotopyLevels + scale.masses.decades[0];
    for (let level = first; level < levels; level++, epsilon[0] *= complianceRatio) {
      if (!this.runNewton(problem, newton, scale, level)) {
        if (mayLeave && level >= earlyExitLevel) {
          if (this.leaveEarly(problem, newton, scale, multipliers, correction)) return true;
          mayLeave = false;
          this.restart(problem, newton);
        }
        const left = this.limit - newton.matrix.factorizations;
        if (!this.runProximalRounds(problem, newton, scale, epsilon, 10, 10, 1, left)) return false;
      }
      this.measureForces(problem, newton, scale);
      const isSame = this.classify(problem, newton, level === first);
      if (!isSame && level < levels - 2) continue;
      for (let i = 0; i < m; i++) kept[i] = newton.f[i];
      this.fixModes(problem, newton);
      multipliers.sigma[0] = scale.figures[Scale.mean] / epsilon[0];
      if (multipliers.runFrom(problem, newton, scale)) return true;
      if (multipliers.best[0] < this.near[0]) this.keepNearest(problem, multipliers);
      for (let i = 0; i < m; i++) newton.f[i] = kept[i];
      releaseModes(newton.normal, newton.tangent, problem);
    }
    return false;
  }

  /**
   * Leaves the path where Newton's method does not reach a level: proximal rounds without compliance, from the forces of the
   * level before, as roughly as will do, and the correction of the modes that they come to. Returns whether that gave an answer.
   */
  private leaveEarly(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
  ): boolean {
    const { kept } = this;
    const m = problem.rows.rowCount;
    const last = newton.matrix.factorizations + earlyExitFactorizations;
    for (let k = 0; k < earlyExitGoals.length && newton.matrix.factorizations < last; k++) {
      releaseModes(newton.normal, newton.tangent, problem);
      const left = last - newton.matrix.factorizations;
      this.runProximalRounds(
        problem,
        newton,
        scale,
        none,
        earlyExitStiffness,
        earlyExitGrowth,
        earlyExitGoals[k],
        left,
      );
      setMeasuredBase(problem, newton, scale);
      for (let i = 0; i < m; i++) kept[i] = newton.f[i];
      this.readModes(problem, newton, scale);
      if (correction.run(problem, newton, scale, multipliers, null, earlyExitFactorizations)) return true;
      for (let i = 0; i < m; i++) newton.f[i] = kept[i];
    }
    return false;
  }

  /** Reads modes off forces and accelerations that are right but for some part of the size, and writes them to `newton`. */
  private readModes(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
    const { rows, coneCount, coneRow, tangentRow, motion, mu, shift } = problem;
    const { f, aBase } = newton;
    const least = roughSpeed * scale.figures[Scale.residual];
    for (let i = 0; i < rows.rowCount; i++) {
      newton.normal[i] = rows.kind[i] === RowKind.equality || f[i] > 0 ? NormalMode.closed : NormalMode.open;
    }
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      const r = mu[c] * (f[coneRow[c]] + shift[c]);
      const force = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      const speed = Math.sqrt(aBase[t] * aBase[t] + aBase[t + 1] * aBase[t + 1]);
      let law: number = TangentMode.stick;
      if (r === 0) law = TangentMode.frictionless;
      else if (motion[c] === TangentialState.slipping) law = TangentMode.prescribedSlip;
      else if (force >= r * (1 - edgePart)) law = speed > least ? TangentMode.slip : TangentMode.projected;
      newton.tangent[c] = law;
    }
  }

  /**
   * Follows the path in double steps from the forces in `newton.f`, near the answer or not, until compliance is no more than the
   * tolerated residual; returns whether it came there. Modes that rounding would decide need not be distinguished for it.
   */
  followFast(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
  ): boolean {
    this.setUp(problem);
    const { epsilon } = this;
    epsilon[0] = firstCompliance * scale.figures[Scale.mean];
    releaseModes(newton.normal, newton.tangent, problem);
    const levels = homotopyLevels + scale.masses.decades[0];
    for (let level = 0; level < levels; level += 2, epsilon[0] *= 0.01) {
      const isReached = this.runNewton(problem, newton, scale, Math.max(1, level));
      if (!isReached && !this.runProximalRounds(problem, newton, scale, epsilon, 10, 10, 1, fastLevelFactorizations)) {
        if (level <= earlyExitLevel) return false;
        // from the level before, whose forces are still there
        this.restart(problem, newton);
        newton.setBase(problem);
        break;
      }
      this.measureForces(problem, newton, scale);
      if (this.isNear(problem, newton, scale, searchTolerance)) return true;
    }
    return this.correctNearest(problem, newton, scale, multipliers, correction);
  }

  /** Corrects the modes of a level of little compliance, or takes its forces, where they are near enough. */
  private correctNearest(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
  ): boolean {
    const { kept } = this;
    const m = problem.rows.rowCount;
    for (let i = 0; i < m; i++) kept[i] = newton.f[i];
    scale.measure(problem, newton.fBase, newton.aBase);
    this.readModes(problem, newton, scale);
    if (
      correction.run(problem, newton, scale, multipliers, null, fastCorrectionFactorizations) &&
      this.isNear(problem, newton, scale, searchToleranceLate)
    )
      return true;
    for (let i = 0; i < m; i++) newton.f[i] = kept[i];
    newton.setBase(problem);
    return this.isNear(problem, newton, scale, searchToleranceLate);
  }

  /** Returns whether the forces of the base satisfy the conditions but for that part of the size of the data. */
  private isNear(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    part: number,
  ): boolean {
    const { figures } = scale;
    scale.measure(problem, newton.fBase, newton.aBase);
    return figures[Scale.residual] <= part * figures[Scale.size] && figures[Scale.force] <= figures[Scale.forceLimit];
  }

  /** Solves the problem of compliance ε from the forces in `newton.f`; these stay where that fails. */
  private runNewton(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    level: number,
  ): boolean {
    const { start, epsilon } = this;
    const m = problem.rows.rowCount;
    for (let i = 0; i < m; i++) {
      start[i] = newton.f[i];
      newton.memory[i] = 0;
      newton.stiffness[i] = 1 / epsilon[0];
    }
    newton.control[0] = levelGoal * scale.figures[Scale.motion];
    newton.isFactored = false;
    newton.setBase(problem);
    const limit =
      level === 0 ? firstLevelNewtonSteps : level < earlyExitLevel ? levelNewtonSteps : lateLevelNewtonSteps;
    if (newton.run(problem, limit)) return true;
    this.restart(problem, newton);
    return false;
  }

  /** Goes back to the forces with which the level began, with all modes released. */
  private restart(problem: FrictionContactProblem, newton: SemismoothNewton): void {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = this.start[i];
    releaseModes(newton.normal, newton.tangent, problem);
  }

  /** Takes the forces of a level as the base. */
  private measureForces(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
    newton.acceptRun(problem);
    let most = 0;
    for (let i = 0; i < problem.rows.rowCount; i++) most = Math.max(most, Math.abs(newton.f[i]) * scale.d[i]);
    this.force[0] = most;
  }

  /**
   * Runs proximal rounds at the compliance epsilon[0], which may be 0, from S d = first; returns whether the conditions came to
   * be satisfied.
   */
  runProximalRounds(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    epsilon: Float64Array,
    first: number,
    growth = 10,
    goal = 1,
    factorizations = Infinity,
  ): boolean {
    const { figures } = scale;
    const { rounds } = this;
    let failures = 0;
    rounds[Round.sigma] = first;
    rounds[Round.cap] = levelLargestStiffness;
    rounds[Round.growth] = growth;
    rounds[Round.least] = Infinity;
    rounds[Round.goal] = goal;
    this.stalled = 0;
    this.setUp(problem);
    // nothing is satisfied that no round has come to
    this.law[1] = Infinity;
    if (factorizations <= 0) return false;
    setMeasuredBase(problem, newton, scale);
    const last = newton.matrix.factorizations + factorizations;
    for (let round = 0; round < levelProximalRounds && newton.matrix.factorizations < last; round++) {
      this.writeProximal(problem, newton, scale, epsilon);
      newton.isFactored = false;
      if (newton.run(problem, levelNewtonSteps) || newton.control[1] <= roundAccepted * figures[Scale.motion]) {
        if (this.isReached(problem, newton, scale, epsilon)) return true;
        rounds[Round.sigma] = Math.min(rounds[Round.cap], rounds[Round.sigma] * rounds[Round.growth]);
        rounds[Round.cap] = Math.min(levelLargestStiffness, levelStiffnessRecovery * rounds[Round.cap]);
      } else {
        for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = newton.fBase[i];
        if (++failures > levelProximalFailures) return false;
        rounds[Round.cap] = rounds[Round.sigma] / 3;
        rounds[Round.sigma] /= 10;
        rounds[Round.growth] = Math.max(1.5, Math.sqrt(rounds[Round.growth]));
      }
    }
    return this.law[1] <= acceptedTolerances;
  }

  /** Stiffness, multiplier estimates and goal of a round from the base: f = P(f̂ − S (a + ε f)). */
  private writeProximal(
    { rows }: FrictionContactProblem,
    newton: SemismoothNewton,
    { d, figures }: ProblemScale,
    epsilon: Float64Array,
  ): void {
    const sigma = this.rounds[Round.sigma];
    for (let i = 0; i < rows.rowCount; i++) {
      const S = (sigma * Math.sqrt(figures[Scale.spread])) / Math.max(d[i], leastDiagonal * figures[Scale.mean]);
      newton.stiffness[i] = S / (1 + S * epsilon[0]);
      newton.memory[i] = newton.fBase[i] / (1 + S * epsilon[0]);
    }
    newton.control[0] = roundGoal * figures[Scale.motion];
  }

  /** Whether a round has come to the conditions, or as near as rounding lets it; its forces are the base then, as always. */
  private isReached(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    epsilon: Float64Array,
  ): boolean {
    const { law, rounds } = this;
    newton.acceptRun(problem);
    measureNaturalMap(law, problem, newton.fBase, newton.aBase, scale.d, scale.tolerance, epsilon);
    if (law[0] <= 1e-13 * scale.figures[Scale.size]) return true;
    if (rounds[Round.sigma] >= 1e4 && law[1] <= 1) return true;
    if (rounds[Round.goal] > 1 && law[1] <= rounds[Round.goal]) return true;
    // the limit of rounding
    this.stalled = law[1] < 0.5 * rounds[Round.least] ? 0 : this.stalled + 1;
    rounds[Round.least] = Math.min(rounds[Round.least], law[1]);
    return this.stalled >= levelStallRounds && law[1] <= acceptedTolerances;
  }

  /**
   * Reads modes off the forces and accelerations of a level; returns whether they are those of the level before. Where rounding
   * decides whether a row is active, its mode stays.
   */
  private classify(problem: FrictionContactProblem, newton: SemismoothNewton, isFirst: boolean): boolean {
    const { rows, coneCount, coneRow } = problem;
    const { f } = newton;
    let changed = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      if (!isFirst && this.isTied(problem, newton, i)) continue;
      const mode = rows.kind[i] === RowKind.equality || f[i] > 0 ? NormalMode.closed : NormalMode.open;
      if (mode !== this.normal[i]) changed++;
      this.normal[i] = mode;
    }
    for (let c = 0; c < coneCount; c++) {
      if (!isFirst && this.isTied(problem, newton, coneRow[c])) continue;
      const mode = this.classifyTangent(problem, newton, c, isFirst);
      if (mode !== this.tangent[c]) changed++;
      this.tangent[c] = mode;
    }
    return !isFirst && changed === 0;
  }

  /** Whether rounding decides if an inequality is active. */
  private isTied({ rows }: FrictionContactProblem, { aBase, tie }: SemismoothNewton, i: number): boolean {
    return rows.kind[i] === RowKind.inequality && Math.abs(aBase[i]) <= tie[i];
  }

  /** The mode of the tangents of a cone at a level, and their speed for the next one. */
  private classifyTangent(
    { coneRow, tangentRow, motion, mu, shift }: FrictionContactProblem,
    { f, aBase }: SemismoothNewton,
    c: number,
    isFirst: boolean,
  ): number {
    const t = tangentRow[c];
    const speed = Math.sqrt(aBase[t] * aBase[t] + aBase[t + 1] * aBase[t + 1]);
    const r = mu[c] * (f[coneRow[c]] + shift[c]);
    const force = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
    const isSlow = isFirst || speed < slipDecay * this.speed[c];
    this.speed[c] = speed;
    if (r === 0) return TangentMode.frictionless;
    if (motion[c] === TangentialState.slipping) return TangentMode.prescribedSlip;
    if (!(force >= r * (1 - levelEdge))) return TangentMode.stick;
    return isSlow ? TangentMode.projected : TangentMode.slip;
  }

  /** Keeps the modes of a level, with the best forces that their rounds came to. */
  private keepNearest(problem: FrictionContactProblem, multipliers: MultiplierMethod): void {
    this.near[0] = multipliers.best[0];
    this.nearest.store(problem, multipliers.bestForces, this.normal, this.tangent);
  }

  /**
   * Goes back, after a run that failed, to the level that was solved to the least residual, where that is below `keptResidual`;
   * returns false if none was. Cones at the very edge of sticking have no modes that are better.
   */
  restoreNearest(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): boolean {
    if (this.near[0] === Infinity) return false;
    this.nearest.restore(problem, newton);
    setMeasuredBase(problem, newton, scale);
    return true;
  }

  private fixModes(problem: FrictionContactProblem, newton: SemismoothNewton): void {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.normal[i] = this.normal[i];
    for (let c = 0; c < problem.coneCount; c++) newton.tangent[c] = this.tangent[c];
  }
}
