/**
 * The search for forces that satisfy the law, whichever of them: those that there are brought to it if they are near; else a
 * guess by an interior point method, from near and from far; else the path of vanishing compliance, by strides.
 */
import { ConeCompliant } from "./cone-compliant.js";
import { ConeFinish } from "./cone-finish.js";
import { ConeInterior, InteriorFigure } from "./cone-interior.js";
import { releaseLaws } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConePath } from "./cone-path.js";
import type { ConePolish } from "./cone-polish.js";
import type { ConeProblem } from "./cone-problem.js";
import type { ConeRepair } from "./cone-repair.js";
import { type ConeScale, Scale } from "./cone-scale.js";

/** Forces so near the law, beside the size of the data, are brought to it at once, and so often factored for it. */
const warmPart = 1e-4;
const warmFactors = 30;
/** How near a guess of it comes, in how many factorisations; and in how many it is brought to the law. */
const guessPart = 1e-6;
const guessFactors = 80;
/** How near it comes beside what is to be told apart. */
const finePart = 0.01;
const finishFactors = 300;
/** It begins near the forces that there are, and farther from them if that leads nowhere; where it stays so far, it does. */
const floors = [0.1, 1, 100];
const farPart = 1e-2;
/** What will do where it gets no nearer. */
const nearPart = 8e-10;

export class ConeSearch {
  private readonly interior = new ConeInterior();
  readonly compliant = new ConeCompliant(this.interior);
  private readonly finish = new ConeFinish();
  private best = new Float64Array(0);

  /**
   * From the forces given; whether the law came to hold. The nearest to it are then the base of `newton`, and measured. In
   * haste, what is not found from the first guess in so many factorisations is given up; 0 is no haste. Where `fine` is not 0,
   * what is as fast as that is to be told from rest by the guess.
   */
  run(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    from: Float64Array,
    path: ConePath,
    polish: ConePolish,
    repair: ConeRepair,
    haste: number,
    fine: number,
  ): boolean {
    const { figures } = scale;
    const isBrought = this.bring(problem, newton, scale, from, polish, repair, haste, fine);
    if (isBrought || haste > 0) return isBrought;
    const m = problem.rows.rowCount;
    if (m > this.best.length) this.best = new Float64Array(2 * m);
    const { best } = this;
    const residual = isBounded(scale) ? figures[Scale.residual] : Infinity;
    for (let i = 0; i < m; i++) {
      best[i] = newton.fBase[i];
      newton.f[i] = from[i];
    }
    const isNear = path.approach(problem, newton, scale, polish, repair);
    if (!isNear) {
      setBase(problem, newton, scale);
      if (figures[Scale.residual] < residual) return false;
      releaseLaws(newton.normal, newton.tangent, problem);
      for (let i = 0; i < m; i++) newton.f[i] = best[i];
    }
    setBase(problem, newton, scale);
    return isNear;
  }

  /** Brings the forces given to the law, or a guess; whether that was done. */
  private bring(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    from: Float64Array,
    polish: ConePolish,
    repair: ConeRepair,
    haste: number,
    fine: number,
  ): boolean {
    const { finish, interior } = this;
    const { figures } = scale;
    const m = problem.rows.rowCount;
    let isCold = true;
    for (let i = 0; i < m; i++) {
      newton.f[i] = from[i];
      if (from[i] !== 0) isCold = false;
    }
    setBase(problem, newton, scale);
    const isWarm = figures[Scale.residual] <= warmPart * figures[Scale.size];
    if (isWarm && finish.run(problem, newton, scale, warmFactors, 0)) return true;
    if (scale.masses.isSpread) {
      if (this.compliant.run(problem, newton, scale, polish, repair, haste > 0)) return true;
      releaseLaws(newton.normal, newton.tangent, problem);
      for (let i = 0; i < m; i++) newton.f[i] = from[i];
      setBase(problem, newton, scale);
    }
    for (let k = isCold ? 1 : 0; k < floors.length; k++) {
      const goal = fine > 0 ? Math.min(guessPart, finePart * (fine / figures[Scale.size])) : guessPart;
      interior.run(problem, newton.matrix, scale, from, floors[k], goal, guessFactors);
      if (!(interior.figures[InteriorFigure.best] <= farPart * figures[Scale.size])) continue;
      for (let i = 0; i < m; i++) newton.f[i] = interior.best[i];
      if (finish.run(problem, newton, scale, haste > 0 ? haste : finishFactors, haste > 0 ? nearPart : 0)) return true;
      if (isBounded(scale) && figures[Scale.residual] <= nearPart * figures[Scale.size]) return true;
      if (haste > 0) return false;
    }
    return false;
  }
}

function setBase(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): void {
  newton.setBase(problem);
  scale.measure(problem, newton.fBase, newton.aBase);
}

function isBounded({ figures }: ConeScale): boolean {
  return figures[Scale.force] <= figures[Scale.forceLimit];
}
