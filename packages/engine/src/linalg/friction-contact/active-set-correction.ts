/**
 * Correction of modes that are nearly right: a contact that violates the Signorini–Coulomb conditions, once all modes are fixed
 * and solved for, gets another mode.
 *
 *   active, f_n < 0              →  open          open, a_n < 0                  →  active
 *   sticks, |f_t| > μ f_n        →  slips, against its force
 *   slips, a_t = 0               →  on its edge
 *   slips along d, a·d < 0       →  sticks        turns away from d              →  slips where it goes
 *   open at rest, and would be active if it gave a little                        →  active
 *
 * The last makes the answer that of vanishing compliance, whatever the guess: f = P(J λ) at all rows (multipliers.ts).
 */

import { RowKind } from "../complementarity/index.js";
import { NormalMode, TangentMode } from "./alart-curnier.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import type { MultiplierMethod } from "./multipliers.js";
import { NewtonState } from "./newton-state.js";
import {
  complianceForce,
  correctedPart,
  correctionFactorizations,
  correctionRounding,
  correctionRounds,
  correctionTolerances,
  cyclingPart,
  restAcceleration,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** The correction of modes, with the solution that it found last. */
export class ActiveSetCorrection {
  private zeros = new Float64Array(0);
  /** The solution found last. */
  private readonly state = new NewtonState();
  /** Violations below this are not corrected, in units of a. */
  private readonly least = new Float64Array(1);
  /** The residual two rounds ago, and one. */
  private readonly before = new Float64Array(2);

  /**
   * Corrects the modes in `newton`, from the forces there, and from λ if it is known. Returns whether the Signorini–Coulomb
   * conditions came to be satisfied, with the base of `newton` as the answer.
   */
  run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    lambda: Float64Array | null = null,
    limit = correctionFactorizations,
  ): boolean {
    const { rows } = problem;
    if (this.zeros.length < rows.dimension) this.zeros = new Float64Array(2 * rows.dimension);
    let last = newton.matrix.factorizations + limit;
    let end = correctionRounds;
    let isKept = false;
    for (let round = 0; round < end && newton.matrix.factorizations < last; round++) {
      const from = round === 0 && lambda !== null ? lambda : this.zeros;
      const isSolved = multipliers.runWarm(problem, newton, scale, from, true);
      if (isSolved) {
        // from a solution to that of vanishing compliance is as long a way
        if (!isKept) {
          last = newton.matrix.factorizations + limit;
          end = round + correctionRounds;
        }
        isKept = true;
        this.state.store(problem, newton.fBase, newton.normal, newton.tangent);
        this.state.storeMotion(problem, newton.yBase);
      } else if (multipliers.drift[0] === Infinity || this.isCycling(scale, round)) break;
      this.before[0] = this.before[1];
      this.before[1] = scale.figures[Scale.residual];
      const isExact = isSolved && scale.figures[Scale.worst] <= correctionTolerances;
      const changed = isExact
        ? this.activateCompliant(problem, newton, scale)
        : this.correctWorst(problem, newton, scale);
      if (changed === 0) {
        if (isSolved) return true;
        break;
      }
      for (let i = 0; i < rows.rowCount; i++) newton.f[i] = newton.fBase[i];
    }
    if (isKept) this.restore(problem, newton, scale);
    return isKept;
  }

  /** Whether the residual is that of two rounds ago. */
  private isCycling({ figures }: ProblemScale, round: number): boolean {
    const residual = figures[Scale.residual];
    return round > 1 && Math.abs(residual - this.before[0]) <= cyclingPart * residual;
  }

  /** Goes back to the solution found last. */
  private restore(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
    this.state.restore(problem, newton);
    newton.setBaseAt(problem, this.state.motion);
    scale.measure(problem, newton.fBase, newton.aBase);
  }

  /**
   * Activates contacts that are open and at rest, and would be active if everything gave a little, and puts cones that slip and
   * do not move on their edge. Returns how many modes have changed.
   */
  private activateCompliant(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    { d, figures }: ProblemScale,
  ): number {
    const { rows } = problem;
    const { normal, aBase, memory } = newton;
    const size = figures[Scale.size];
    let changed = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      if (rows.kind[i] !== RowKind.inequality || normal[i] !== NormalMode.open) continue;
      if (!(aBase[i] <= correctionRounding * size && d[i] * memory[i] > complianceForce * size)) continue;
      normal[i] = NormalMode.closed;
      changed++;
    }
    return changed + this.stopResting(problem, newton, d, figures);
  }

  /**
   * Puts cones that slip and do not move on their edge, unless they carry next to nothing; returns how many. Active cones get
   * friction.
   */
  private stopResting(
    { coneCount, coneRow, tangentRow, mu, motion }: FrictionContactProblem,
    { normal, tangent, aBase, fBase }: SemismoothNewton,
    d: Float64Array,
    figures: Float64Array,
  ): number {
    const leastSpeed = restAcceleration * figures[Scale.size];
    const leastForce = complianceForce * figures[Scale.size];
    let changed = 0;
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      const speed = Math.sqrt(aBase[t] * aBase[t] + aBase[t + 1] * aBase[t + 1]);
      const isSlip = tangent[c] === TangentMode.prescribedSlip || tangent[c] === TangentMode.slip;
      // next to nothing may slip or not
      const isLoaded = d[n] * fBase[n] > leastForce;
      if (isSlip && isLoaded && motion[c] === TangentialState.resting && speed <= leastSpeed) {
        tangent[c] = TangentMode.projected;
        changed++;
      }
      if (tangent[c] !== TangentMode.frictionless || mu[c] === 0 || normal[n] === NormalMode.open) continue;
      tangent[c] = motion[c] === TangentialState.slipping ? TangentMode.prescribedSlip : TangentMode.stick;
    }
    return changed;
  }

  /** Gives other modes to the worst violations at the base; returns how many. */
  private correctWorst(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): number {
    const { rows, coneRow, motion, coneCount, mu, shift } = problem;
    const { normal, tangent } = newton;
    const size = scale.figures[Scale.size];
    const { least } = this;
    let most = 0;
    for (let i = 0; i < rows.rowCount; i++) most = Math.max(most, this.measureNormal(problem, newton, scale, i));
    for (let c = 0; c < coneCount; c++) most = Math.max(most, this.measureTangent(problem, newton, scale, c));
    least[0] = Math.max(correctionRounding * size, correctedPart * most);
    let changed = 0;
    // tangents first: they are measured beside the mode of their normal
    for (let c = 0; c < coneCount; c++) {
      if (motion[c] === TangentialState.resting) changed += this.correctCone(problem, newton, scale, c);
    }
    for (let i = 0; i < rows.rowCount; i++) {
      if (!(this.measureNormal(problem, newton, scale, i) > least[0])) continue;
      normal[i] = normal[i] === NormalMode.closed ? NormalMode.open : NormalMode.closed;
      changed++;
    }
    for (let c = 0; c < coneCount; c++) {
      const isLoose = mu[c] === 0 || (normal[coneRow[c]] === NormalMode.open && shift[c] === 0);
      if (isLoose) tangent[c] = TangentMode.frictionless;
      else if (tangent[c] === TangentMode.frictionless) {
        tangent[c] = motion[c] === TangentialState.slipping ? TangentMode.prescribedSlip : TangentMode.stick;
      }
    }
    return changed;
  }

  /** Returns the violation of the Signorini condition of row i, in units of a. */
  private measureNormal(
    { rows, coneOf, coneRow }: FrictionContactProblem,
    newton: SemismoothNewton,
    { d }: ProblemScale,
    i: number,
  ): number {
    const c = coneOf[i];
    if (rows.kind[i] !== RowKind.inequality || (c >= 0 && i !== coneRow[c])) return 0;
    return newton.normal[i] === NormalMode.closed ? -d[i] * newton.fBase[i] : -newton.aBase[i];
  }

  /** Returns the violation of Coulomb's law by the tangents of a cone that rests, in units of a. */
  private measureTangent(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    { d }: ProblemScale,
    c: number,
  ): number {
    const { motion, coneRow, tangentRow, mu, shift, direction } = problem;
    const { fBase: f, aBase: a } = newton;
    const law = newton.tangent[c];
    const t = tangentRow[c];
    if (motion[c] !== TangentialState.resting) return 0;
    if (law === TangentMode.stick) {
      const force = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      return d[t] * (force - mu[c] * (f[coneRow[c]] + shift[c]));
    }
    if (law !== TangentMode.prescribedSlip) return 0;
    const along = a[t] * direction[2 * c] + a[t + 1] * direction[2 * c + 1];
    const across = Math.abs(a[t + 1] * direction[2 * c] - a[t] * direction[2 * c + 1]);
    return Math.max(-along, across);
  }

  /** Gives the tangents of a cone another mode if their violation is among the worst; returns 1 if it did. */
  private correctCone(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    c: number,
  ): number {
    const { tangentRow, direction } = problem;
    const { tangent, fBase, aBase } = newton;
    const off = this.measureTangent(problem, newton, scale, c);
    if (!(off > this.least[0])) return 0;
    const t = tangentRow[c];
    if (tangent[c] === TangentMode.stick) {
      const size = Math.sqrt(fBase[t] * fBase[t] + fBase[t + 1] * fBase[t + 1]);
      tangent[c] = TangentMode.prescribedSlip;
      direction[2 * c] = -fBase[t] / size;
      direction[2 * c + 1] = -fBase[t + 1] / size;
      return 1;
    }
    const along = aBase[t] * direction[2 * c] + aBase[t + 1] * direction[2 * c + 1];
    tangent[c] = along < -0.5 * off ? TangentMode.stick : TangentMode.slip;
    return 1;
  }
}
