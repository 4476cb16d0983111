/**
 * Enumeration of all active sets, where every cone slips in a known direction: then the problem is linear in each set, and having
 * tried all proves that there is no solution. Of several solutions it takes the one of least Σ f².
 */

import { RowKind } from "../complementarity/index.js";
import { NormalMode, releaseModes } from "./alart-curnier.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import type { MultiplierMethod } from "./multipliers.js";
import { setMeasuredBase } from "./newton-state.js";
import { enumerationLimit, firstMultiplierStiffness } from "./parameters.js";
import type { ProblemScale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** The enumeration of active sets, and what it found. */
export class ModeEnumeration {
  /** Sets that solve the problem, and how far the motions of two of them are apart. */
  found = 0;
  spread = 0;
  private motion = new Float64Array(0);
  private best = new Float64Array(0);
  private normal = new Uint8Array(0);
  private list = new Int32Array(enumerationLimit);
  private readonly size = new Float64Array(1);

  /** Whether the problem is one that can be enumerated. */
  canRun(problem: FrictionContactProblem): boolean {
    const { rows, coneCount, motion, mu, coneOf, coneRow } = problem;
    for (let c = 0; c < coneCount; c++) if (motion[c] === TangentialState.resting && mu[c] > 0) return false;
    let count = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      const isTangent = coneOf[i] >= 0 && coneRow[coneOf[i]] !== i;
      if (isTangent || rows.kind[i] === RowKind.equality) continue;
      if (count === enumerationLimit) return false;
      this.list[count++] = i;
    }
    this.found = count;
    return true;
  }

  /** Tries all sets; whether there is a solution, which is then the base of `newton`. After `canRun`. */
  run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    multipliers: MultiplierMethod,
  ): boolean {
    const m = problem.rows.rowCount;
    const count = this.found;
    if (m > this.best.length) {
      this.best = new Float64Array(m);
      this.normal = new Uint8Array(m);
    }
    if (problem.rows.dimension > this.motion.length) this.motion = new Float64Array(problem.rows.dimension);
    this.found = 0;
    this.spread = 0;
    this.size[0] = Infinity;
    for (let set = 0; set < 1 << count; set++) {
      releaseModes(newton.normal, newton.tangent, problem);
      for (let k = 0; k < count; k++)
        newton.normal[this.list[k]] = set & (1 << k) ? NormalMode.closed : NormalMode.open;
      for (let i = 0; i < m; i++) newton.f[i] = 0;
      newton.setBase(problem);
      newton.isFactored = false;
      multipliers.sigma[0] = firstMultiplierStiffness;
      if (!multipliers.runFrom(problem, newton, scale)) continue;
      this.found++;
      for (let j = 0; j < problem.rows.dimension; j++) {
        if (this.found === 1) this.motion[j] = newton.yBase[j];
        this.spread = Math.max(this.spread, Math.abs(newton.yBase[j] - this.motion[j]));
      }
      let sum = 0;
      for (let i = 0; i < m; i++) sum += newton.fBase[i] * newton.fBase[i];
      if (sum >= this.size[0]) continue;
      this.size[0] = sum;
      for (let i = 0; i < m; i++) {
        this.best[i] = newton.fBase[i];
        this.normal[i] = newton.normal[i];
      }
    }
    if (this.found === 0) return false;
    releaseModes(newton.normal, newton.tangent, problem);
    for (let i = 0; i < m; i++) {
      newton.f[i] = this.best[i];
      newton.normal[i] = this.normal[i];
    }
    setMeasuredBase(problem, newton, scale);
    return true;
  }
}
