/**
 * The path of vanishing compliance: which modes the answer has, where several would do.
 *
 *   f = P(−a/ε),   ε = 10⁻², 10⁻³ …        every row gives by ε · mean · f, the same for all
 *
 * Each level starts from the one before. A level that Newton's method does not reach at once is reached by proximal rounds,
 * f ← P(f − S(a + ε f)) with growing S; a round that fails is thrown away and taken again with less. As soon as two levels
 * agree on the modes, these are frozen and polished; what then satisfies the law without compliance is the answer.
 *
 * On the edge of its disc a cone slips if its acceleration stays as ε falls; if that falls with ε, it sticks.
 */

import { RowKind } from "../complementarity/index.js";
import { measureLaw, NormalLaw, releaseLaws, TangentLaw } from "./cone-law.js";
import { unlimited } from "./cone-matrix.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConePolish } from "./cone-polish.js";
import { ConeMotion, type ConeProblem, hasSlipping } from "./cone-problem.js";
import type { ConeRepair } from "./cone-repair.js";
import { accepted, type ConeScale, Scale } from "./cone-scale.js";

/** Levels of the path where masses are alike, to 1e-10; else as many more as compliances of heavy nodes are below those of light ones. */
const usualLevels = 9;
const newtonLimit = 40;
/** Where Newton's method wanders from f = 0, rounds decide which solution the path begins with. */
const firstLimit = 12;
/** From this level on, 1e-6, the path may be left where Newton's method fails. */
const leaveLevel = 4;
const lateLimit = 20;
/** How near rounds then come to the law before modes are read off, in tolerances; and how often they may factor for it. */
const roughGoals = [1e8, 1e5];
const roughLimit = 25;
/** Their first stiffness times d, and how much more each has. */
const roughSigma = 10;
const roughGrowth = 10;
const none = new Float64Array(1);
const proximalRounds = 80;
const failureLimit = 14;
const sigmaLimit = 1e7;
/** How near the law `approach` comes, beside the size of the data; and what will do, where rounding or rows forbid more. */
const lawful = 1e-10;
const nearly = 5e-10;
/** How often it may factor in rounds for a level, and to mend the modes of the last. */
const nearLimit = 100;
const nearFactors = 15;
/** After so many rounds that are no better, what is accepted is the answer. */
const patienceLimit = 6;

export class ConePath {
  /** Largest f d of the last level, in units of a: it grows without bound where there is no solution. */
  readonly force = new Float64Array(1);
  /** How often it may factor, or a little more, before it is given up. */
  limit = unlimited;
  /** Kept beside the polish, which changes them. */
  private kept = new Float64Array(0);
  /** Forces with which a level began. */
  private start = new Float64Array(0);
  private normal = new Uint8Array(0);
  private tangent = new Uint8Array(0);
  /** |a_t| of the cones at the level before. */
  private speed = new Float64Array(0);
  private readonly law = new Float64Array(2);
  private readonly epsilon = new Float64Array(1);
  /** Of levels that were polished and were not quite lawful, the nearest to the law: laws, forces, and how near, or ∞. */
  private nearNormal = new Uint8Array(0);
  private nearTangent = new Uint8Array(0);
  private nearForces = new Float64Array(0);
  private readonly near = new Float64Array(1);

  setUp(problem: ConeProblem): void {
    const m = problem.rows.rowCount;
    if (m > this.kept.length) {
      this.kept = new Float64Array(2 * m);
      this.start = new Float64Array(2 * m);
      this.normal = new Uint8Array(2 * m);
      this.nearNormal = new Uint8Array(2 * m);
      this.nearForces = new Float64Array(2 * m);
    }
    if (problem.coneCount > this.tangent.length) {
      this.tangent = new Uint8Array(2 * problem.coneCount);
      this.nearTangent = new Uint8Array(2 * problem.coneCount);
      this.speed = new Float64Array(2 * problem.coneCount);
    }
  }

  /** Follows the path from the forces in `newton.f` and the level given (0: 10⁻²); whether it led to an answer. */
  run(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    repair: ConeRepair,
    first = 0,
  ): boolean {
    this.setUp(problem);
    const { epsilon, kept } = this;
    const m = problem.rows.rowCount;
    this.near[0] = Infinity;
    epsilon[0] = 1e-2 * scale.figures[Scale.mean];
    for (let level = 0; level < first; level++) epsilon[0] *= 0.1;
    releaseLaws(newton.normal, newton.tangent, problem);
    // where directions are known already, what rounds come to is seldom the limit
    let mayLeave = !hasSlipping(problem);
    const levels = usualLevels + scale.masses.decades[0];
    for (let level = first; level < levels; level++, epsilon[0] *= 0.1) {
      if (!this.runNewton(problem, newton, scale, level)) {
        if (mayLeave && level >= leaveLevel) {
          if (this.leave(problem, newton, scale, polish, repair)) return true;
          mayLeave = false;
          this.restart(problem, newton);
        }
        const left = this.limit - newton.matrix.factorizations;
        if (!this.runRounds(problem, newton, scale, epsilon, 10, 10, 1, left)) return false;
      }
      this.measureForces(problem, newton, scale);
      const isSame = this.classify(problem, newton, level === first);
      if (!isSame && level < levels - 2) continue;
      for (let i = 0; i < m; i++) kept[i] = newton.f[i];
      this.holdModes(problem, newton);
      polish.sigma[0] = scale.figures[Scale.mean] / epsilon[0];
      if (polish.runFrom(problem, newton, scale)) return true;
      if (polish.best[0] < this.near[0]) this.keepNear(problem, polish);
      for (let i = 0; i < m; i++) newton.f[i] = kept[i];
      releaseLaws(newton.normal, newton.tangent, problem);
    }
    return false;
  }

  /**
   * Where Newton's method does not reach a level, from the forces of the one before: proximal rounds without compliance, as
   * roughly as will do, and the modes that they come to mended. Whether that is an answer.
   */
  private leave(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    repair: ConeRepair,
  ): boolean {
    const { kept } = this;
    const m = problem.rows.rowCount;
    const last = newton.matrix.factorizations + roughLimit;
    for (let k = 0; k < roughGoals.length && newton.matrix.factorizations < last; k++) {
      releaseLaws(newton.normal, newton.tangent, problem);
      const left = last - newton.matrix.factorizations;
      this.runRounds(problem, newton, scale, none, roughSigma, roughGrowth, roughGoals[k], left);
      newton.setBase(problem);
      scale.measure(problem, newton.fBase, newton.aBase);
      for (let i = 0; i < m; i++) kept[i] = newton.f[i];
      this.readModes(problem, newton, scale);
      if (repair.run(problem, newton, scale, polish, null, roughLimit)) return true;
      for (let i = 0; i < m; i++) newton.f[i] = kept[i];
    }
    return false;
  }

  /** Reads modes off forces and accelerations that are right but for some part of the size, to the laws of `newton`. */
  private readModes(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): void {
    const { rows, coneCount, coneRow, tangentRow, motion, mu, shift } = problem;
    const { f, aBase } = newton;
    const least = 10 * scale.figures[Scale.residual];
    for (let i = 0; i < rows.rowCount; i++) {
      newton.normal[i] = rows.kind[i] === RowKind.equality || f[i] > 0 ? NormalLaw.held : NormalLaw.open;
    }
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      const r = mu[c] * (f[coneRow[c]] + shift[c]);
      const force = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      const speed = Math.sqrt(aBase[t] * aBase[t] + aBase[t + 1] * aBase[t + 1]);
      let law: number = TangentLaw.held;
      if (r === 0) law = TangentLaw.none;
      else if (motion[c] === ConeMotion.slipping) law = TangentLaw.given;
      else if (force >= r * (1 - 1e-9)) law = speed > least ? TangentLaw.slip : TangentLaw.projected;
      newton.tangent[c] = law;
    }
  }

  /**
   * Follows the path by strides from the forces in `newton.f`, near the answer or not, until compliance is no more than what
   * the law may be off by; whether it came there. Modes that rounding would decide need not be told apart for it.
   */
  approach(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    repair: ConeRepair,
  ): boolean {
    this.setUp(problem);
    const { epsilon } = this;
    epsilon[0] = 1e-2 * scale.figures[Scale.mean];
    releaseLaws(newton.normal, newton.tangent, problem);
    const levels = usualLevels + scale.masses.decades[0];
    for (let level = 0; level < levels; level += 2, epsilon[0] *= 0.01) {
      const isReached = this.runNewton(problem, newton, scale, Math.max(1, level));
      if (!isReached && !this.runRounds(problem, newton, scale, epsilon, 10, 10, 1, nearLimit)) {
        if (level <= leaveLevel) return false;
        // from the level before, whose forces are still there
        this.restart(problem, newton);
        newton.setBase(problem);
        break;
      }
      this.measureForces(problem, newton, scale);
      if (this.isNear(problem, newton, scale, lawful)) return true;
    }
    return this.mendNear(problem, newton, scale, polish, repair);
  }

  /** The modes of a level of little compliance, mended; or else its forces, where they are near enough. */
  private mendNear(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    repair: ConeRepair,
  ): boolean {
    const { kept } = this;
    const m = problem.rows.rowCount;
    for (let i = 0; i < m; i++) kept[i] = newton.f[i];
    scale.measure(problem, newton.fBase, newton.aBase);
    this.readModes(problem, newton, scale);
    if (repair.run(problem, newton, scale, polish, null, nearFactors) && this.isNear(problem, newton, scale, nearly))
      return true;
    for (let i = 0; i < m; i++) newton.f[i] = kept[i];
    newton.setBase(problem);
    return this.isNear(problem, newton, scale, nearly);
  }

  /** Whether the forces of the base satisfy the law but for that part of the size of the data. */
  private isNear(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, part: number): boolean {
    const { figures } = scale;
    scale.measure(problem, newton.fBase, newton.aBase);
    return figures[Scale.residual] <= part * figures[Scale.size] && figures[Scale.force] <= figures[Scale.forceLimit];
  }

  /** Solves the problem of compliance ε from the forces in `newton.f`; these stay where that fails. */
  private runNewton(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, level: number): boolean {
    const { start, epsilon } = this;
    const m = problem.rows.rowCount;
    for (let i = 0; i < m; i++) {
      start[i] = newton.f[i];
      newton.memory[i] = 0;
      newton.stiffness[i] = 1 / epsilon[0];
    }
    newton.control[0] = 1e-11 * scale.figures[Scale.motion];
    newton.isFactored = false;
    newton.setBase(problem);
    const limit = level === 0 ? firstLimit : level < leaveLevel ? newtonLimit : lateLimit;
    if (newton.run(problem, limit)) return true;
    this.restart(problem, newton);
    return false;
  }

  /** Back to the forces with which the level began, whatever holds or slips. */
  private restart(problem: ConeProblem, newton: ConeNewton): void {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = this.start[i];
    releaseLaws(newton.normal, newton.tangent, problem);
  }

  /** Takes the forces of a level as the base. */
  private measureForces(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): void {
    newton.acceptRun(problem);
    let most = 0;
    for (let i = 0; i < problem.rows.rowCount; i++) most = Math.max(most, Math.abs(newton.f[i]) * scale.d[i]);
    this.force[0] = most;
  }

  /** Proximal rounds at the compliance epsilon[0], which may be 0, from S d = first; whether the law came to hold. */
  runRounds(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    epsilon: Float64Array,
    first: number,
    patience = 10,
    goal = 1,
    factorizations = Infinity,
  ): boolean {
    const { d, figures } = scale;
    const m = problem.rows.rowCount;
    let sigma = first;
    let cap = sigmaLimit;
    let grow = patience;
    let failures = 0;
    let least = Infinity;
    let stalled = 0;
    this.setUp(problem);
    // what no round has come to does not hold
    this.law[1] = Infinity;
    if (factorizations <= 0) return false;
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    const last = newton.matrix.factorizations + factorizations;
    for (let round = 0; round < proximalRounds && newton.matrix.factorizations < last; round++) {
      for (let i = 0; i < m; i++) {
        const S = (sigma * Math.sqrt(figures[Scale.spread])) / Math.max(d[i], 1e-9 * figures[Scale.mean]);
        newton.stiffness[i] = S / (1 + S * epsilon[0]);
        newton.memory[i] = newton.fBase[i] / (1 + S * epsilon[0]);
      }
      newton.control[0] = 1e-13 * figures[Scale.motion];
      newton.isFactored = false;
      if (newton.run(problem, newtonLimit) || newton.control[1] <= 1e-11 * figures[Scale.motion]) {
        newton.acceptRun(problem);
        measureLaw(this.law, problem, newton.fBase, newton.aBase, d, scale.tolerance, epsilon);
        if (
          this.law[0] <= 1e-13 * figures[Scale.size] ||
          (sigma >= 1e4 && this.law[1] <= 1) ||
          (goal > 1 && this.law[1] <= goal)
        )
          return true;
        // as good as rounding lets it be
        stalled = this.law[1] < 0.5 * least ? 0 : stalled + 1;
        least = Math.min(least, this.law[1]);
        if (stalled >= patienceLimit && this.law[1] <= accepted) return true;
        sigma = Math.min(cap, sigma * grow);
        cap = Math.min(sigmaLimit, 1.3 * cap);
      } else {
        for (let i = 0; i < m; i++) newton.f[i] = newton.fBase[i];
        if (++failures > failureLimit) return false;
        cap = sigma / 3;
        sigma /= 10;
        grow = Math.max(1.5, Math.sqrt(grow));
      }
    }
    return this.law[1] <= accepted;
  }

  /**
   * Reads modes off the forces and accelerations of a level; whether they are those of the level before. Where rounding tells
   * whether something presses, it does what it did.
   */
  private classify(problem: ConeProblem, newton: ConeNewton, isFirst: boolean): boolean {
    const { rows, coneCount, coneRow, tangentRow, motion, mu, shift } = problem;
    const { f, aBase, tie } = newton;
    let changed = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      if (!isFirst && rows.kind[i] === RowKind.inequality && Math.abs(aBase[i]) <= tie[i]) continue;
      const law = rows.kind[i] === RowKind.equality || f[i] > 0 ? NormalLaw.held : NormalLaw.open;
      if (law !== this.normal[i]) changed++;
      this.normal[i] = law;
    }
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      if (!isFirst && rows.kind[n] === RowKind.inequality && Math.abs(aBase[n]) <= tie[n]) continue;
      const speed = Math.sqrt(aBase[t] * aBase[t] + aBase[t + 1] * aBase[t + 1]);
      const r = mu[c] * (f[n] + shift[c]);
      const force = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      let law: number = TangentLaw.held;
      if (r === 0) law = TangentLaw.none;
      else if (motion[c] === ConeMotion.slipping) law = TangentLaw.given;
      else if (force >= r * (1 - 1e-12)) law = speed < 0.3 * this.speed[c] ? TangentLaw.projected : TangentLaw.slip;
      if (isFirst && law === TangentLaw.slip) law = TangentLaw.projected;
      if (law !== this.tangent[c]) changed++;
      this.tangent[c] = law;
      this.speed[c] = speed;
    }
    return !isFirst && changed === 0;
  }

  private keepNear({ rows, coneCount }: ConeProblem, polish: ConePolish): void {
    this.near[0] = polish.best[0];
    for (let i = 0; i < rows.rowCount; i++) {
      this.nearForces[i] = polish.bestForces[i];
      this.nearNormal[i] = this.normal[i];
    }
    for (let c = 0; c < coneCount; c++) this.nearTangent[c] = this.tangent[c];
  }

  /**
   * After a run that failed: goes back to the level that was polished to the nearest of the law, where that is nearer than
   * it need be; false if none was. Cones at the very edge of sticking have no modes that are better.
   */
  takeNear(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): boolean {
    if (this.near[0] === Infinity) return false;
    for (let i = 0; i < problem.rows.rowCount; i++) {
      newton.f[i] = this.nearForces[i];
      newton.normal[i] = this.nearNormal[i];
    }
    for (let c = 0; c < problem.coneCount; c++) newton.tangent[c] = this.nearTangent[c];
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    return true;
  }

  private holdModes(problem: ConeProblem, newton: ConeNewton): void {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.normal[i] = this.normal[i];
    for (let c = 0; c < problem.coneCount; c++) newton.tangent[c] = this.tangent[c];
  }
}
