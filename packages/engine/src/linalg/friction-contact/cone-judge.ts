/**
 * Whether an answer is the only one, as far as can be told by looking for others:
 *
 *   nearby      the same modes from forces disturbed: what the rounds of the polish do not take back is free
 *   elsewhere   proximal rounds from strong normal forces everywhere (what may be jammed, jams) and from none
 *   all         all sets of pressed cones, where every cone slips and they are few
 *
 * Another one counts only if it satisfies the law. So "not unique" is certain, and "unique" is not.
 */
import type { ConeEnumeration } from "./cone-enumeration.js";
import { releaseLaws } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConePath } from "./cone-path.js";
import type { ConePolish } from "./cone-polish.js";
import { ConeMotion, type ConeProblem } from "./cone-problem.js";
import type { ConeResult } from "./cone-result.js";
import { type ConeScale, Scale } from "./cone-scale.js";

/** What is disturbed, beside the largest force; and what of it must remain to count. */
const disturbance = 1e-3;
const remainder = 1e-3;
/** Accelerations further apart than this, beside the size of the data, are others. */
const apart = 1e-6;

export class ConeJudge {
  private readonly nothing = new Float64Array(1);

  /** Writes `unique` and `uniqueForces` of the result, which is the answer of the problem; `hold` sets modes and forces. */
  run(
    problem: ConeProblem,
    result: ConeResult,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    path: ConePath,
    enumeration: ConeEnumeration,
    hold: () => void,
  ): void {
    result.unique = true;
    result.uniqueForces = true;
    for (const sign of [1, -1]) {
      hold();
      this.disturb(problem, result, newton, scale, polish, sign);
    }
    const { rowCount: m, kind } = problem.rows;
    for (const strength of [10, 0]) {
      releaseLaws(newton.normal, newton.tangent, problem);
      for (let i = 0; i < m; i++) {
        const isNormal = kind[i] === 1 && scale.d[i] > 0;
        newton.f[i] = isNormal ? (strength * scale.figures[Scale.size]) / scale.d[i] : 0;
      }
      path.runRounds(problem, newton, scale, this.nothing, 1);
      newton.setBase(problem);
      scale.measure(problem, newton.fBase, newton.aBase);
      this.compare(problem, result, newton, scale, 0);
    }
    if (hasSlip(problem) && enumeration.canRun(problem)) {
      enumeration.run(problem, newton, scale, polish);
      // several sets may give the same motion
      if (enumeration.spread > apart * scale.figures[Scale.motion]) result.unique = false;
    }
    if (!result.unique) result.uniqueForces = false;
  }

  /** Polishes from disturbed forces, the same modes held. */
  private disturb(
    problem: ConeProblem,
    result: ConeResult,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
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
    polish.runDisturbed(problem, newton, scale, result.lambda);
    this.compare(problem, result, newton, scale, disturbance * remainder * most);
  }

  private compare(
    problem: ConeProblem,
    result: ConeResult,
    newton: ConeNewton,
    scale: ConeScale,
    forces: number,
  ): void {
    if (!scale.holds) return;
    const { rowCount, dimension } = problem.rows;
    let moved = 0;
    let changed = 0;
    for (let j = 0; j < dimension; j++) moved = Math.max(moved, Math.abs(newton.yBase[j] - result.y[j]));
    for (let i = 0; i < rowCount; i++) changed = Math.max(changed, Math.abs(newton.fBase[i] - result.f[i]));
    if (moved > apart * scale.figures[Scale.motion]) result.unique = false;
    if (forces > 0 && changed > forces) result.uniqueForces = false;
  }
}

/** Without friction the motion is unique. */
function hasSlip({ coneCount, motion, mu }: ConeProblem): boolean {
  for (let c = 0; c < coneCount; c++) if (motion[c] === ConeMotion.slipping && mu[c] > 0) return true;
  return false;
}
