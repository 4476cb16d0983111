/**
 * Forces near the law, brought to it: proximal rounds f ← P(f − S a), each solved by Newton's method from the one before,
 *
 *   S d = 10², 10³, 10⁴, 10⁵      where modes are right a round takes a factor of the kind away, and one substitution
 *
 * with the forces that are there as memory: of those that satisfy the law it finds the nearest, not the limit of vanishing
 * compliance. S grows where a round brings little; a round that fails is thrown away and taken again with less. Where the
 * stiffest bring little, rows depend on one another but for rounding, and forces have a long way to go: it is gone in strides
 * (cone-stride.ts), from one change of modes to the next.
 */
import { releaseLaws } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConeProblem } from "./cone-problem.js";
import { type ConeScale, Scale } from "./cone-scale.js";
import { ConeStride } from "./cone-stride.js";

const first = 1e2;
const stiffer = 10;
/** The stiffest of which rounding adds next to nothing. */
const stiffest = 1e5;
const softest = 1e-2;
/** How near the law it is to come, beside the size of the data; and what will do, where it gets no nearer. */
const goal = 3e-13;
const lawful = 1e-10;
/** The same after many factorisations. */
const nearly = 5e-10;
const long = 200;
/** Steps of Newton's method a round, rounds in all, and those that may fail. */
const newtonLimit = 16;
const roundLimit = 600;
const failureLimit = 30;
/** After so many rounds in a row that did not fail they may be stiffer again. */
const recovery = 8;
/** A round that leaves more than this part brings little; after so many of the stiffest in a row there is a stride. */
const slow = 0.5;
const inRow = 2;

export class ConeFinish {
  private best = new Float64Array(0);
  private readonly stride = new ConeStride();

  /**
   * From the forces in `newton.f`; whether the law came to hold but for 1e-10, or for 5e-10 after a long time, or for the part
   * that is enough. The best that there were are then the base of `newton`, and measured.
   */
  run(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, limit: number, enough: number): boolean {
    const { figures } = scale;
    const m = problem.rows.rowCount;
    if (m > this.best.length) this.best = new Float64Array(2 * m);
    const { best } = this;
    const begun = newton.matrix.factorizations;
    const last = begun + limit;
    const size = figures[Scale.size];
    let sigma = first;
    let most = stiffest;
    let failures = 0;
    let steady = 0;
    let row = 0;
    let isAfter = false;
    let hasRetreated = false;
    releaseLaws(newton.normal, newton.tangent, problem);
    newton.isFactored = false;
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    let least = figures[Scale.residual];
    let before = least;
    for (let i = 0; i < m; i++) best[i] = newton.fBase[i];
    for (let round = 0; round < roundLimit; round++) {
      if (least <= goal * size || newton.matrix.factorizations >= last) break;
      if (!this.runRound(problem, newton, scale, sigma)) {
        newton.isFactored = false;
        steady = 0;
        row = 0;
        if (++failures > failureLimit) break;
        if (isAfter && !hasRetreated) {
          hasRetreated = true;
          isAfter = this.stride.retreat(newton.f, m);
          newton.setBase(problem);
          continue;
        }
        for (let i = 0; i < m; i++) newton.f[i] = newton.fBase[i];
        most = Math.max(softest, sigma / stiffer);
        sigma = most;
        continue;
      }
      if (++steady % recovery === 0) most = Math.min(stiffest, most * stiffer);
      isAfter = false;
      const off = figures[Scale.residual];
      const isSlow = !(off <= slow * before);
      before = off;
      if (off <= slow * least) hasRetreated = false;
      if (off < least) {
        least = off;
        for (let i = 0; i < m; i++) best[i] = newton.fBase[i];
      }
      const isLong = newton.matrix.factorizations - begun > long;
      if (isSlow && least <= Math.max(enough, isLong ? nearly : lawful) * size) break;
      if (!isSlow || sigma < most) {
        row = 0;
        if (isSlow) {
          sigma = Math.min(most, sigma * stiffer);
          newton.isFactored = false;
        }
        continue;
      }
      if (++row < inRow) continue;
      row = 0;
      const { fBase, aBase, memory, f } = newton;
      if (!this.stride.run(f, problem, fBase, aBase, memory, figures, Scale.residual)) continue;
      newton.setBase(problem);
      before = Infinity;
      isAfter = true;
    }
    for (let i = 0; i < m; i++) newton.f[i] = best[i];
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    return (
      figures[Scale.residual] <= Math.max(enough, nearly) * size && figures[Scale.force] <= figures[Scale.forceLimit]
    );
  }

  /** One round from the base, with the factor of the last where it will do; whether it came to an end, with the base at it. */
  private runRound(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, sigma: number): boolean {
    const { d, figures } = scale;
    const { rowCount } = problem.rows;
    for (let i = 0; i < rowCount; i++) {
      newton.stiffness[i] = (sigma * Math.sqrt(figures[Scale.spread])) / Math.max(d[i], 1e-9 * figures[Scale.mean]);
      newton.memory[i] = newton.fBase[i];
    }
    newton.control[0] = 1e-13 * figures[Scale.motion];
    if (!newton.run(problem, newtonLimit) && !(newton.control[1] <= 1e-11 * figures[Scale.motion])) return false;
    newton.acceptRun(problem);
    scale.measureOff(problem, newton.fBase, newton.aBase);
    return true;
  }
}
