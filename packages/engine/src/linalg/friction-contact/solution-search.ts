/**
 * A search for any forces that satisfy the Signorini–Coulomb conditions: the forces given are improved if they are near;
 * else an interior point method guesses others, started near the given forces, then farther from them; else the homotopy of
 * vanishing compliance is followed in double steps.
 */

import type { ActiveSetCorrection } from "./active-set-correction.js";
import { releaseModes } from "./alart-curnier.js";
import type { ComplianceHomotopy } from "./compliance-homotopy.js";
import { CompliantInteriorPoint } from "./compliant-interior-point.js";
import { CoulombInteriorPoint, InteriorFigure } from "./coulomb-interior-point.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import type { MultiplierMethod } from "./multipliers.js";
import { NewtonState, setMeasuredBase } from "./newton-state.js";
import {
  searchFactorizations,
  searchFarResidual,
  searchFinePart,
  searchFloors,
  searchGuessFactorizations,
  searchGuessGoal,
  searchNearResidual,
  searchWarmFactorizations,
  searchWarmResidual,
  secondImprovement,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";
import { ProximalPoint } from "./proximal-point.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** The search for any solution, with the methods that it tries. */
export class SolutionSearch {
  private readonly interior = new CoulombInteriorPoint();
  readonly compliant = new CompliantInteriorPoint(this.interior);
  private readonly proximal = new ProximalPoint();
  private best = new Float64Array(0);
  /** A solution, while a better one is searched for. */
  private readonly state = new NewtonState();
  private force = new Float64Array(0);

  /**
   * Searches from the forces given; returns whether the conditions came to be satisfied. The nearest forces are then the base of
   * `newton`, and measured. With a budget, a number of factorisations, the search is given up if the first guess does not lead to
   * a solution within it; 0 is no budget. Where `fine` is not 0, the guess distinguishes accelerations of that size from rest.
   */
  run(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    from: Float64Array,
    homotopy: ComplianceHomotopy,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
    budget: number,
    fine: number,
  ): boolean {
    const { figures } = scale;
    const isBrought = this.bringNear(problem, newton, scale, from, multipliers, correction, budget, fine);
    if (isBrought || budget > 0) return isBrought;
    const m = problem.rows.rowCount;
    if (m > this.best.length) this.best = new Float64Array(2 * m);
    const { best } = this;
    const residual = isBounded(scale) ? figures[Scale.residual] : Infinity;
    for (let i = 0; i < m; i++) {
      best[i] = newton.fBase[i];
      newton.f[i] = from[i];
    }
    const isNear = homotopy.followFast(problem, newton, scale, multipliers, correction);
    if (!isNear) {
      setMeasuredBase(problem, newton, scale);
      if (figures[Scale.residual] < residual) return false;
      releaseModes(newton.normal, newton.tangent, problem);
      for (let i = 0; i < m; i++) newton.f[i] = best[i];
    }
    setMeasuredBase(problem, newton, scale);
    return isNear;
  }

  /** Brings the forces given to a solution, or a guess; whether that was done. */
  private bringNear(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    from: Float64Array,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
    budget: number,
    fine: number,
  ): boolean {
    const { figures } = scale;
    const isCold = this.start(problem, newton, scale, from);
    const isWarm = figures[Scale.residual] <= searchWarmResidual * figures[Scale.size];
    if (isWarm && this.proximal.run(problem, newton, scale, searchWarmFactorizations, 0)) return true;
    if (scale.masses.isSpread) {
      if (this.compliant.run(problem, newton, scale, multipliers, correction, budget > 0)) return true;
      releaseModes(newton.normal, newton.tangent, problem);
      this.start(problem, newton, scale, from);
    }
    for (let k = isCold ? 1 : 0; k < searchFloors.length; k++) {
      if (!this.guess(problem, newton, scale, from, k, fine)) continue;
      if (this.finish(problem, newton, scale, budget)) return true;
      if (budget > 0) return false;
    }
    return false;
  }

  /** Takes the forces given as the base of `newton`; whether there are none. */
  private start(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    from: Float64Array,
  ): boolean {
    let isCold = true;
    for (let i = 0; i < problem.rows.rowCount; i++) {
      newton.f[i] = from[i];
      if (from[i] !== 0) isCold = false;
    }
    setMeasuredBase(problem, newton, scale);
    return isCold;
  }

  /** Guesses forces by interior points that begin at floor k; whether they are of use. */
  private guess(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    from: Float64Array,
    k: number,
    fine: number,
  ): boolean {
    const { interior } = this;
    const size = scale.figures[Scale.size];
    const goal = fine > 0 ? Math.min(searchGuessGoal, searchFinePart * (fine / size)) : searchGuessGoal;
    interior.run(problem, newton.matrix, scale, from, searchFloors[k], goal, searchGuessFactorizations);
    if (!(interior.figures[InteriorFigure.best] <= searchFarResidual * size)) return false;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = interior.best[i];
    return true;
  }

  /** Proximal rounds from a guess, within a budget of factorisations if that is not 0; whether they led to a solution. */
  private finish(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    budget: number,
  ): boolean {
    const { figures } = scale;
    const isBudgeted = budget > 0;
    const limit = isBudgeted ? budget : searchFactorizations;
    if (this.proximal.run(problem, newton, scale, limit, isBudgeted ? searchNearResidual : 0)) return true;
    return isBounded(scale) && figures[Scale.residual] <= searchNearResidual * figures[Scale.size];
  }

  /**
   * Looks for another solution than that in the base of `newton`, whose modes leave something of the conditions open, as active
   * rows are inconsistent or a cone on its edge is pushed on along its force: among forces that are nearly indeterminate others
   * may satisfy them. Whether a better one was found, which is the base then; else that is as it was.
   */
  improve(
    problem: FrictionContactProblem,
    newton: SemismoothNewton,
    scale: ProblemScale,
    homotopy: ComplianceHomotopy,
    multipliers: MultiplierMethod,
    correction: ActiveSetCorrection,
  ): boolean {
    const m = problem.rows.rowCount;
    if (m > this.force.length) this.force = new Float64Array(2 * m);
    for (let i = 0; i < m; i++) this.force[i] = newton.fBase[i];
    this.state.store(problem, this.force, newton.normal, newton.tangent);
    const residual = scale.figures[Scale.residual];
    const isFound = this.run(problem, newton, scale, this.force, homotopy, multipliers, correction, 0, 0);
    if (isFound && scale.figures[Scale.residual] <= secondImprovement * residual) return true;
    this.state.restore(problem, newton);
    setMeasuredBase(problem, newton, scale);
    return false;
  }
}

function isBounded({ figures }: ProblemScale): boolean {
  return figures[Scale.force] <= figures[Scale.forceLimit];
}
