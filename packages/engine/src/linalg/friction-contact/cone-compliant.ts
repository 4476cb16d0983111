/**
 * Modes from the problem of one small compliance, solved at once by an interior point method (cone-interior.ts), and polished:
 * for problems whose masses differ much. Levels of the path (cone-path.ts) are hard to pass there, as heavy nodes fall through
 * light ones at most of them; here it is a compliance beside contacts of the heaviest node.
 *
 *   presses   R f_n > s                  slips   ζ > R (μ f_n − |f_t|);  with ζ ∝ R it is but on the edge of its cone
 */

import { MassFigure, RowKind } from "../complementarity/index.js";
import { type ConeInterior, InteriorFigure } from "./cone-interior.js";
import { NormalLaw, TangentLaw } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConePolish } from "./cone-polish.js";
import { ConeMotion, type ConeProblem } from "./cone-problem.js";
import type { ConeRepair } from "./cone-repair.js";
import { type ConeScale, cornerPart, Scale } from "./cone-scale.js";

/**
 * R beside d of a corner of the heaviest node, one after the other until the modes are those of the limit. Of 178 problems of card
 * houses and towers with one heavy or light piece 160 had them at one of these, in 57 factorizations in the mean.
 */
const levels = [3e-3, 3e-5, 1e-2];
/** How often modes of the last may be factored to mend them. */
const repairFactors = 10;
/** How near it comes to the law of that compliance, beside the size of the data, in how many factorizations; and what will do. */
const goal = 1e-12;
const mostFactors = 60;
const near = 1e-5;
/** What slips moves faster than compliance would let it, which is R μ f_n, by this: 10 to 100 are alike. */
const faster = 30;

export class ConeCompliant {
  private readonly interior: ConeInterior;

  constructor(interior: ConeInterior) {
    this.interior = interior;
  }

  /**
   * Whether modes were found that satisfy the law; their forces are then the base of `newton`, and measured. In haste, only the first
   * compliance is tried: some 40 factorizations.
   */
  run(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    repair: ConeRepair,
    isHasty = false,
  ): boolean {
    const { interior } = this;
    const { figures } = scale;
    const unit = cornerPart * scale.masses.figures[MassFigure.heaviest];
    let isRead = false;
    for (let k = 0; k < (isHasty ? 1 : levels.length); k++) {
      const R = levels[k] * unit;
      interior.runCompliant(problem, newton.matrix, scale, R, goal, mostFactors);
      newton.isFactored = false;
      if (!(interior.figures[InteriorFigure.best] <= near * figures[Scale.size])) continue;
      this.readModes(problem, newton, R);
      newton.setBase(problem);
      polish.sigma[0] = figures[Scale.mean] / R;
      if (polish.runFrom(problem, newton, scale)) return true;
      this.readModes(problem, newton, R);
      isRead = true;
    }
    if (!isRead || isHasty) return false;
    return repair.run(problem, newton, scale, polish, null, repairFactors);
  }

  /** Forces and laws of `newton` from what the interior point method has come to. */
  private readModes(problem: ConeProblem, newton: ConeNewton, R: number): void {
    const { rows, coneCount, coneRow, tangentRow, mu, shift, motion } = problem;
    const { best: f, bestSlack: s, bestBound: z } = this.interior;
    const { normal, tangent } = newton;
    for (let i = 0; i < rows.rowCount; i++) {
      newton.f[i] = f[i];
      const isHeld = rows.kind[i] === RowKind.equality || R * f[i] > s[i];
      normal[i] = isHeld ? NormalLaw.held : NormalLaw.open;
    }
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      const isLoose = mu[c] === 0 || (normal[n] === NormalLaw.open && shift[c] === 0);
      const radius = mu[c] * (f[n] + shift[c]);
      const left = radius - Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      if (isLoose) tangent[c] = TangentLaw.none;
      else if (motion[c] === ConeMotion.slipping) tangent[c] = TangentLaw.given;
      else if (!(z[3 * c] > R * left)) tangent[c] = TangentLaw.held;
      else tangent[c] = z[3 * c] > faster * R * radius ? TangentLaw.slip : TangentLaw.projected;
    }
  }
}
