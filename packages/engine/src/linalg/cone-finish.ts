/**
 * Forces near the law, brought to it: proximal rounds f ← P(f − S a), each solved by Newton's method from the one before,
 *
 *   S d = 10³      where modes are right a round takes a factor of some hundred away, and one factorisation
 *
 * with the forces that are there as memory: of those that satisfy the law it finds the nearest, not the limit of vanishing
 * compliance. A round that fails is thrown away and taken again with less. Where a round brings nothing, rows depend on one
 * another but for rounding, and forces have a long way to go: one that is stiffer takes them there, and the next takes away
 * what rounding then adds, which is the more the stiffer it was.
 */
import { releaseLaws } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConeProblem } from "./cone-problem.js";
import { type ConeScale, Scale } from "./cone-scale.js";

const first = 1e2;
const stiffer = 10;
const stiffest = 1e8;
const softest = 1e-3;
/** The stiffest of which rounding adds next to nothing. */
const mostBase = 1e5;
/** How near the law it is to come, beside the size of the data; and what will do, where it gets no nearer. */
const goal = 3e-13;
const lawful = 1e-10;
/** Steps of Newton's method a round, and rounds that may fail. */
const newtonLimit = 12;
const failureLimit = 6;
/** So many stiffer rounds are taken in a row. */
const inRow = 2;
/** A round that leaves more than this part brings nothing. */
const slow = 0.5;

export class ConeFinish {
  private best = new Float64Array(0);

  /**
   * From the forces in `newton.f`; whether the law came to hold but for 1e-10. The best that there were are then the base of
   * `newton`, and measured.
   */
  run(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, limit: number): boolean {
    const { figures } = scale;
    const m = problem.rows.rowCount;
    if (m > this.best.length) this.best = new Float64Array(2 * m);
    const { best } = this;
    const last = newton.matrix.factorizations + limit;
    const size = figures[Scale.size];
    let base = first;
    let sigma = first;
    let boost = first;
    let most = stiffest;
    let failures = 0;
    let row = 0;
    releaseLaws(newton.normal, newton.tangent, problem);
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    let least = figures[Scale.residual];
    for (let i = 0; i < m; i++) best[i] = newton.fBase[i];
    while (least > goal * size && newton.matrix.factorizations < last) {
      const isBoosted = sigma > base;
      if (this.runRound(problem, newton, scale, sigma)) {
        const off = figures[Scale.residual];
        const isSlow = !(off <= slow * least);
        if (off < least) {
          least = off;
          for (let i = 0; i < m; i++) best[i] = newton.fBase[i];
        }
        // what helps is kept
        if (isBoosted && !isSlow && sigma <= mostBase) base = sigma;
        else if (isBoosted && ++row < inRow) continue;
        sigma = base;
        if (isSlow && !isBoosted) {
          if (least <= lawful * size && boost > base) break;
          boost = Math.min(most, boost * stiffer);
          sigma = boost;
          row = 0;
        }
      } else {
        for (let i = 0; i < m; i++) newton.f[i] = newton.fBase[i];
        if (++failures > failureLimit) break;
        if (isBoosted) most = sigma / stiffer;
        else base = Math.max(softest, base / 10);
        boost = isBoosted ? most : base;
        sigma = base;
      }
    }
    for (let i = 0; i < m; i++) newton.f[i] = best[i];
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    return figures[Scale.residual] <= lawful * size && figures[Scale.force] <= figures[Scale.forceLimit];
  }

  /** One round from the base; whether it came to an end, with the base at it. */
  private runRound(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, sigma: number): boolean {
    const { d, figures } = scale;
    const { rowCount } = problem.rows;
    for (let i = 0; i < rowCount; i++) {
      newton.stiffness[i] = sigma / Math.max(d[i], 1e-9 * figures[Scale.mean]);
      newton.memory[i] = newton.fBase[i];
    }
    newton.control[0] = 1e-13 * figures[Scale.motion];
    newton.isFactored = false;
    if (!newton.run(problem, newtonLimit) && !(newton.control[1] <= 1e-11 * figures[Scale.motion])) return false;
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    return true;
  }
}
