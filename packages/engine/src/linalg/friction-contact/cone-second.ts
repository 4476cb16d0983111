/**
 * A second look at an answer whose modes leave something of the law open, as rows that are held contradict each other or a
 * cone on its edge is pushed on along its force: among forces that are nearly indeterminate others may satisfy it. They are
 * searched for from those that there are (cone-search.ts), and taken where they are nearer to the law.
 */
import type { ConeNewton } from "./cone-newton.js";
import type { ConePath } from "./cone-path.js";
import type { ConePolish } from "./cone-polish.js";
import type { ConeProblem } from "./cone-problem.js";
import type { ConeRepair } from "./cone-repair.js";
import { type ConeScale, Scale } from "./cone-scale.js";
import type { ConeSearch } from "./cone-search.js";

/** Others are taken if they break the law by no more than this part of what it was. */
const better = 0.5;

export class ConeSecond {
  private force = new Float64Array(0);
  private normal = new Uint8Array(0);
  private tangent = new Uint8Array(0);

  /** Whether others were found, which are the base of `newton` then; else that is as it was. */
  run(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    search: ConeSearch,
    path: ConePath,
    polish: ConePolish,
    repair: ConeRepair,
  ): boolean {
    const m = problem.rows.rowCount;
    if (m > this.force.length) {
      this.force = new Float64Array(2 * m);
      this.normal = new Uint8Array(2 * m);
    }
    if (problem.coneCount > this.tangent.length) this.tangent = new Uint8Array(2 * problem.coneCount);
    const { force, normal, tangent } = this;
    for (let i = 0; i < m; i++) {
      force[i] = newton.fBase[i];
      normal[i] = newton.normal[i];
    }
    for (let c = 0; c < problem.coneCount; c++) tangent[c] = newton.tangent[c];
    const off = scale.figures[Scale.residual];
    const isFound = search.run(problem, newton, scale, force, path, polish, repair, 0, 0);
    if (isFound && scale.figures[Scale.residual] <= better * off) return true;
    for (let i = 0; i < m; i++) {
      newton.f[i] = force[i];
      newton.normal[i] = normal[i];
    }
    for (let c = 0; c < problem.coneCount; c++) newton.tangent[c] = tangent[c];
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    return false;
  }
}
