/**
 * A check of uniqueness, which looks for other answers:
 *
 *   nearby      the same modes from disturbed forces: what the rounds of the multipliers do not take back is free
 *   elsewhere   proximal rounds from strong normal forces everywhere (what may be jammed, jams) and from none
 *   all         all active sets, where every cone slips and they are few
 *
 * Another one counts only if it satisfies the conditions. So "not unique" is certain, and "unique" is not.
 */

import { releaseModes } from "./alart-curnier.js";
import type { ComplianceHomotopy } from "./compliance-homotopy.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import type { FrictionContactResult } from "./friction-contact-result.js";
import type { ModeEnumeration } from "./mode-enumeration.js";
import type { MultiplierMethod } from "./multipliers.js";
import { setMeasuredBase } from "./newton-state.js";
import { distinctMotion, disturbance, disturbanceRemainder } from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** The check of the uniqueness of an answer. */
export class UniquenessCheck {
  private readonly nothing = new Float64Array(1);

  /** Writes `unique` and `uniqueForces` of the result, which is the answer of the problem; `hold` fixes its modes and forces. */
  run(
    problem: FrictionContactProblem,
    result: FrictionContactResult,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    homotopy: ComplianceHomotopy,
    enumeration: ModeEnumeration,
    hold: () => void,
  ): void {
    result.unique = true;
    result.uniqueForces = true;
    for (const sign of [1, -1]) {
      hold();
      this.disturb(problem, result, newton, scale, multipliers, sign);
    }
    const { rowCount: m, kind } = problem.rows;
    for (const strength of [10, 0]) {
      releaseModes(newton.normal, newton.tangent, problem);
      for (let i = 0; i < m; i++) {
        const isNormal = kind[i] === 1 && scale.d[i] > 0;
        newton.f[i] = isNormal ? (strength * scale.figures[Scale.size]) / scale.d[i] : 0;
      }
      homotopy.runProximalRounds(problem, newton, scale, this.nothing, 1);
      setMeasuredBase(problem, newton, scale);
      this.compare(problem, result, newton, scale, 0);
    }
    if (hasSlip(problem) && enumeration.canRun(problem)) {
      enumeration.run(problem, newton, scale, multipliers);
      // several sets may give the same motion
      if (enumeration.spread > distinctMotion * scale.figures[Scale.motion]) result.unique = false;
    }
    if (!result.unique) result.uniqueForces = false;
  }

  /** Solves from disturbed forces with the same modes. */
  private disturb(
    problem: FrictionContactProblem,
    result: FrictionContactResult,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
    sign: number,
  ): void {
    const m = problem.rows.rowCount;
    let most = 0;
    for (let i = 0; i < m; i++) most = Math.max(most, Math.abs(result.f[i]));
    if (most === 0) return;
    for (let i = 0; i < m; i++) {
      // numbers without a pattern, the same every time
      const x = ((i + 1) * (i + 1) * 0.6180339887498949) % 1;
      newton.memory[i] = disturbance * most * sign * (2 * x - 1);
    }
    multipliers.runDisturbed(problem, newton, scale, result.lambda);
    this.compare(problem, result, newton, scale, disturbance * disturbanceRemainder * most);
  }

  private compare(
    problem: FrictionContactProblem,
    result: FrictionContactResult,
    newton: SemismoothNewton,
    scale: ProblemScale,
    forces: number,
  ): void {
    if (!scale.satisfiesCoulomb) return;
    const { rowCount, dimension } = problem.rows;
    let moved = 0;
    let changed = 0;
    for (let j = 0; j < dimension; j++) moved = Math.max(moved, Math.abs(newton.yBase[j] - result.y[j]));
    for (let i = 0; i < rowCount; i++) changed = Math.max(changed, Math.abs(newton.fBase[i] - result.f[i]));
    if (moved > distinctMotion * scale.figures[Scale.motion]) result.unique = false;
    if (forces > 0 && changed > forces) result.uniqueForces = false;
  }
}

/** Without friction the motion is unique. */
function hasSlip({ coneCount, motion, mu }: FrictionContactProblem): boolean {
  for (let c = 0; c < coneCount; c++) if (motion[c] === TangentialState.slipping && mu[c] > 0) return true;
  return false;
}
