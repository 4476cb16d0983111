/**
 * Modes from the problem of one small compliance, solved at once by an interior point method (coulomb-interior-point.ts), and
 * then fixed: for problems whose masses differ much. Levels of the homotopy (compliance-homotopy.ts) are hard to pass there, as
 * heavy nodes fall through light ones at most of them; here it is a compliance beside contacts of the heaviest node.
 *
 *   active    R f_n > s                  slips   ζ > R (μ f_n − |f_t|);  with ζ ∝ R it is but on the edge of its cone
 */

import { MassFigure, RowKind } from "../complementarity/index.js";
import type { ActiveSetCorrection } from "./active-set-correction.js";
import { NormalMode, TangentMode } from "./alart-curnier.js";
import { type CoulombInteriorPoint, InteriorFigure } from "./coulomb-interior-point.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import type { MultiplierMethod } from "./multipliers.js";
import {
  compliantCorrectionFactorizations,
  compliantFactorizations,
  compliantGoal,
  compliantLevels,
  compliantResidual,
  compliantSlipRatio,
  cornerFactor,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** The search for modes at one of a few compliances. */
export class CompliantInteriorPoint {
  private readonly interior: CoulombInteriorPoint;

  constructor(interior: CoulombInteriorPoint) {
    this.interior = interior;
  }

  /**
   * Searches for modes that satisfy the Signorini–Coulomb conditions; returns whether it found them. Their forces are then the
   * base of `newton`, and measured. With a budget only the first compliance is tried: some 40 factorisations.
   */
  run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
    isBudgeted = false,
  ): boolean {
    const { interior } = this;
    const { figures } = scale;
    const unit = cornerFactor * scale.masses.figures[MassFigure.heaviest];
    let isRead = false;
    for (let k = 0; k < (isBudgeted ? 1 : compliantLevels.length); k++) {
      const R = compliantLevels[k] * unit;
      interior.runCompliant(problem, newton.matrix, scale, R, compliantGoal, compliantFactorizations);
      newton.isFactored = false;
      if (!(interior.figures[InteriorFigure.best] <= compliantResidual * figures[Scale.size])) continue;
      this.readModes(problem, newton, R);
      newton.setBase(problem);
      multipliers.sigma[0] = figures[Scale.mean] / R;
      if (multipliers.runFrom(problem, newton, scale)) return true;
      this.readModes(problem, newton, R);
      isRead = true;
    }
    if (!isRead || isBudgeted) return false;
    return correction.run(problem, newton, scale, multipliers, null, compliantCorrectionFactorizations);
  }

  /** Writes forces and modes of `newton` from the result of the interior point method. */
  private readModes(problem: FrictionContactProblem, newton: SemismoothNewton, R: number): void {
    const { rows, coneCount, coneRow, tangentRow, mu, shift, motion } = problem;
    const { best: f, bestSlack: s, bestBound: z } = this.interior;
    const { normal, tangent } = newton;
    for (let i = 0; i < rows.rowCount; i++) {
      newton.f[i] = f[i];
      const isHeld = rows.kind[i] === RowKind.equality || R * f[i] > s[i];
      normal[i] = isHeld ? NormalMode.closed : NormalMode.open;
    }
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      const isLoose = mu[c] === 0 || (normal[n] === NormalMode.open && shift[c] === 0);
      const radius = mu[c] * (f[n] + shift[c]);
      const left = radius - Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      if (isLoose) tangent[c] = TangentMode.frictionless;
      else if (motion[c] === TangentialState.slipping) tangent[c] = TangentMode.prescribedSlip;
      else if (!(z[3 * c] > R * left)) tangent[c] = TangentMode.stick;
      else tangent[c] = z[3 * c] > compliantSlipRatio * R * radius ? TangentMode.slip : TangentMode.projected;
    }
  }
}
