/**
 * Modes that are nearly right, mended: what breaks the law once they are frozen and polished has another.
 *
 *   presses, f_n < 0             →  open          open, a_n < 0                  →  presses
 *   sticks, |f_t| > μ f_n        →  slips, against its force
 *   slips, a_t = 0               →  on its edge
 *   slips along d, a·d < 0       →  sticks        turns away from d              →  slips where it goes
 *   open at rest, and would press if it gave a little                            →  presses
 *
 * The last makes the answer that of vanishing compliance, whatever the guess: f = P(J λ) at all rows (cone-polish.ts).
 */

import { RowKind } from "../complementarity/index.js";
import { NormalLaw, TangentLaw } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConePolish } from "./cone-polish.js";
import { ConeMotion, type ConeProblem } from "./cone-problem.js";
import { type ConeScale, Scale } from "./cone-scale.js";

const rounds = 8;
const mostFactors = 25;
/** What breaks the law by this part of the worst is mended together: all at once would turn in circles. */
const worst = 0.5;
/** Modes that break the law by the same but for this part are the same. */
const same = 1e-3;
/** What breaks the law by less, beside the size of all, is rounding; of forces that compliance would give. */
const rounding = 1e-12;
const given = 1e-9;
/** Slower accelerations are none: as in what a result says (cone-solver.ts). */
export const noSlip = 3e-11;
/** Up to so many tolerances are rounding: what is farther from the law, and holds, may still be mended. */
const exact = 3;

export class ConeRepair {
  private zeros = new Float64Array(0);
  /** What was lawful, or the nearest to it. */
  private force = new Float64Array(0);
  private motion = new Float64Array(0);
  private normal = new Uint8Array(0);
  private tangent = new Uint8Array(0);
  /** What is less is not mended. */
  private readonly least = new Float64Array(1);
  /** How far the law was two rounds ago, and one. */
  private readonly before = new Float64Array(2);

  /**
   * From the laws and forces in `newton`, and λ if it is known; whether the law came to hold, with the base of `newton` as
   * the answer.
   */
  run(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    polish: ConePolish,
    lambda: Float64Array | null = null,
    limit = mostFactors,
  ): boolean {
    const { rows } = problem;
    if (this.zeros.length < rows.dimension) this.zeros = new Float64Array(2 * rows.dimension);
    let last = newton.matrix.factorizations + limit;
    let end = rounds;
    const { before } = this;
    let isKept = false;
    for (let round = 0; round < end && newton.matrix.factorizations < last; round++) {
      const from = round === 0 && lambda !== null ? lambda : this.zeros;
      const holds = polish.runWarm(problem, newton, scale, from, true);
      // nothing was solved
      if (!holds && polish.held[0] === Infinity) break;
      if (holds) {
        // from what is lawful to what compliance makes of it is as long a way
        if (!isKept) {
          last = newton.matrix.factorizations + limit;
          end = round + rounds;
        }
        isKept = true;
        this.keep(problem, newton);
      }
      // in a circle
      const off = scale.figures[Scale.residual];
      if (!holds && round > 1 && Math.abs(off - before[0]) <= same * off) break;
      before[0] = before[1];
      before[1] = off;
      const isExact = holds && scale.figures[Scale.worst] <= exact;
      const changed = isExact ? this.press(problem, newton, scale) : this.mend(problem, newton, scale);
      if (holds && changed === 0) return true;
      if (changed === 0) break;
      for (let i = 0; i < rows.rowCount; i++) newton.f[i] = newton.fBase[i];
    }
    if (isKept) this.goBack(problem, newton, scale);
    return isKept;
  }

  private keep({ rows, coneCount }: ConeProblem, { fBase, yBase, normal, tangent }: ConeNewton): void {
    if (this.motion.length < rows.dimension) this.motion = new Float64Array(2 * rows.dimension);
    for (let j = 0; j < rows.dimension; j++) this.motion[j] = yBase[j];
    if (this.force.length < rows.rowCount) {
      this.force = new Float64Array(2 * rows.rowCount);
      this.normal = new Uint8Array(2 * rows.rowCount);
    }
    if (this.tangent.length < coneCount) this.tangent = new Uint8Array(2 * coneCount);
    for (let i = 0; i < rows.rowCount; i++) {
      this.force[i] = fBase[i];
      this.normal[i] = normal[i];
    }
    for (let c = 0; c < coneCount; c++) this.tangent[c] = tangent[c];
  }

  /** Back to what was best. */
  private goBack(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): void {
    for (let i = 0; i < problem.rows.rowCount; i++) {
      newton.f[i] = this.force[i];
      newton.normal[i] = this.normal[i];
    }
    for (let c = 0; c < problem.coneCount; c++) newton.tangent[c] = this.tangent[c];
    newton.setBaseAt(problem, this.motion);
    scale.measure(problem, newton.fBase, newton.aBase);
  }

  /**
   * Lets press, of what is open and at rest, all that would press if everything gave a little; and what slips and does not
   * move is on the edge of its cone, and no more. How many.
   */
  private press(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): number {
    const { rows, coneCount, coneRow, tangentRow, mu, motion } = problem;
    const { normal, tangent, aBase, fBase, memory } = newton;
    const { d } = scale;
    const size = scale.figures[Scale.size];
    let changed = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      if (rows.kind[i] !== RowKind.inequality || normal[i] !== NormalLaw.open) continue;
      if (!(aBase[i] <= rounding * size && d[i] * memory[i] > given * size)) continue;
      normal[i] = NormalLaw.held;
      changed++;
    }
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      const speed = Math.sqrt(aBase[t] * aBase[t] + aBase[t + 1] * aBase[t + 1]);
      const isSlip = tangent[c] === TangentLaw.given || tangent[c] === TangentLaw.slip;
      // what carries next to nothing may slip or not
      const isLoaded = d[coneRow[c]] * fBase[coneRow[c]] > given * size;
      if (isSlip && isLoaded && motion[c] === ConeMotion.resting && speed <= noSlip * size) {
        tangent[c] = TangentLaw.projected;
        changed++;
      }
      if (tangent[c] !== TangentLaw.none || mu[c] === 0 || normal[coneRow[c]] === NormalLaw.open) continue;
      tangent[c] = motion[c] === ConeMotion.slipping ? TangentLaw.given : TangentLaw.held;
    }
    return changed;
  }

  /** Gives other laws to what breaks the law at the base worst; how many. */
  private mend(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): number {
    const { rows, coneRow, motion, coneCount, mu, shift } = problem;
    const { normal, tangent } = newton;
    const size = scale.figures[Scale.size];
    const { least } = this;
    let most = 0;
    for (let i = 0; i < rows.rowCount; i++) most = Math.max(most, this.measureNormal(problem, newton, scale, i));
    for (let c = 0; c < coneCount; c++) most = Math.max(most, this.measureTangent(problem, newton, scale, c));
    least[0] = Math.max(rounding * size, worst * most);
    let changed = 0;
    // tangents first: they are measured beside the law of their normal
    for (let c = 0; c < coneCount; c++) {
      if (motion[c] === ConeMotion.resting) changed += this.mendCone(problem, newton, scale, c);
    }
    for (let i = 0; i < rows.rowCount; i++) {
      if (!(this.measureNormal(problem, newton, scale, i) > least[0])) continue;
      normal[i] = normal[i] === NormalLaw.held ? NormalLaw.open : NormalLaw.held;
      changed++;
    }
    for (let c = 0; c < coneCount; c++) {
      const isLoose = mu[c] === 0 || (normal[coneRow[c]] === NormalLaw.open && shift[c] === 0);
      if (isLoose) tangent[c] = TangentLaw.none;
      else if (tangent[c] === TangentLaw.none) {
        tangent[c] = motion[c] === ConeMotion.slipping ? TangentLaw.given : TangentLaw.held;
      }
    }
    return changed;
  }

  /** By how much row i breaks the law of its normal, in units of a. */
  private measureNormal(
    { rows, coneOf, coneRow }: ConeProblem,
    newton: ConeNewton,
    { d }: ConeScale,
    i: number,
  ): number {
    const c = coneOf[i];
    if (rows.kind[i] !== RowKind.inequality || (c >= 0 && i !== coneRow[c])) return 0;
    return newton.normal[i] === NormalLaw.held ? -d[i] * newton.fBase[i] : -newton.aBase[i];
  }

  /** The same of the tangents of a cone that rests. */
  private measureTangent(problem: ConeProblem, newton: ConeNewton, { d }: ConeScale, c: number): number {
    const { motion, coneRow, tangentRow, mu, shift, direction } = problem;
    const { fBase: f, aBase: a } = newton;
    const law = newton.tangent[c];
    const t = tangentRow[c];
    if (motion[c] !== ConeMotion.resting) return 0;
    if (law === TangentLaw.held) {
      const force = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
      return d[t] * (force - mu[c] * (f[coneRow[c]] + shift[c]));
    }
    if (law !== TangentLaw.given) return 0;
    const along = a[t] * direction[2 * c] + a[t + 1] * direction[2 * c + 1];
    const across = Math.abs(a[t + 1] * direction[2 * c] - a[t] * direction[2 * c + 1]);
    return Math.max(-along, across);
  }

  private mendCone(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, c: number): number {
    const { tangentRow, direction } = problem;
    const { tangent, fBase, aBase } = newton;
    const off = this.measureTangent(problem, newton, scale, c);
    if (!(off > this.least[0])) return 0;
    const t = tangentRow[c];
    if (tangent[c] === TangentLaw.held) {
      const size = Math.sqrt(fBase[t] * fBase[t] + fBase[t + 1] * fBase[t + 1]);
      tangent[c] = TangentLaw.given;
      direction[2 * c] = -fBase[t] / size;
      direction[2 * c + 1] = -fBase[t + 1] / size;
      return 1;
    }
    const along = aBase[t] * direction[2 * c] + aBase[t + 1] * direction[2 * c + 1];
    tangent[c] = along < -0.5 * off ? TangentLaw.held : TangentLaw.slip;
    return 1;
  }
}
