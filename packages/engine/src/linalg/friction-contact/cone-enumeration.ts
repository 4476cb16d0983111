/**
 * All sets of pressed cones, one after the other, where every cone slips in a known direction: then the problem is linear
 * in each set, and having tried all proves that there is no solution. Of several solutions the one of least Σ f².
 */

import { RowKind } from "../complementarity/index.js";
import { NormalLaw, releaseLaws } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConePolish } from "./cone-polish.js";
import { ConeMotion, type ConeProblem } from "./cone-problem.js";
import type { ConeScale } from "./cone-scale.js";

const largest = 12;
const sigma = 1e4;

export class ConeEnumeration {
  /** Sets that solve the problem, and how far the motions of two of them are apart. */
  found = 0;
  spread = 0;
  private motion = new Float64Array(0);
  private best = new Float64Array(0);
  private normal = new Uint8Array(0);
  private list = new Int32Array(largest);
  private readonly size = new Float64Array(1);

  /** Whether the problem is one that can be enumerated. */
  canRun(problem: ConeProblem): boolean {
    const { rows, coneCount, motion, mu, coneOf, coneRow } = problem;
    for (let c = 0; c < coneCount; c++) if (motion[c] === ConeMotion.resting && mu[c] > 0) return false;
    let count = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      const isTangent = coneOf[i] >= 0 && coneRow[coneOf[i]] !== i;
      if (isTangent || rows.kind[i] === RowKind.equality) continue;
      if (count === largest) return false;
      this.list[count++] = i;
    }
    this.found = count;
    return true;
  }

  /** Tries all sets; whether there is a solution, which is then the base of `newton`. After `canRun`. */
  run(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, polish: ConePolish): boolean {
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
      releaseLaws(newton.normal, newton.tangent, problem);
      for (let k = 0; k < count; k++) newton.normal[this.list[k]] = set & (1 << k) ? NormalLaw.held : NormalLaw.open;
      for (let i = 0; i < m; i++) newton.f[i] = 0;
      newton.setBase(problem);
      newton.isFactored = false;
      polish.sigma[0] = sigma;
      if (!polish.runFrom(problem, newton, scale)) continue;
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
    releaseLaws(newton.normal, newton.tangent, problem);
    for (let i = 0; i < m; i++) {
      newton.f[i] = this.best[i];
      newton.normal[i] = this.normal[i];
    }
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    return true;
  }
}
