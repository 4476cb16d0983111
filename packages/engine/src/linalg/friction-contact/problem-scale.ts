/**
 * The scales of a friction contact problem: what is large and small in it, and whether forces satisfy the Signorini–Coulomb
 * conditions.
 *
 *   d       squared lengths of rows (of a cone: the mean of its three)
 *   mean    their geometric mean: a compliance of ε is one of ε · mean, the same for all rows, in physical units
 *   spread  ratio of the masses of nodes, as far as it is more than usual, else 1 (node-masses.ts). A row that ends at a light
 *           node has its d, whatever it carries: what is small beside d may be large beside what it carries, by as much
 *   scale   max |J y⁰ + c|; motion: the largest expected motion, max (|y⁰|, |c|/√d)
 */
import { exp, log, resize } from "../../math/index.js";
import {
  MassFigure,
  measureLargest,
  measureToleranceFrom,
  NodeMasses,
  type UnilateralProblem,
} from "../complementarity/index.js";
import { averageConeDiagonals, measureNaturalMap } from "./alart-curnier.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import {
  acceptedTolerances,
  cornerFactor,
  divergentForce,
  largestMotion,
  leastTolerance,
  shiftRounding,
} from "./parameters.js";

/** Slots of `ProblemScale.figures`. */
export const Scale = {
  data: 0,
  size: 1,
  mean: 2,
  motion: 3,
  residual: 4,
  worst: 5,
  force: 6,
  forceLimit: 7,
  spread: 8,
} as const;

/** The scales of a problem, and the measures of forces beside them. */
export class ProblemScale {
  readonly figures = new Float64Array(9);
  d = new Float64Array(0);
  tolerance = new Float64Array(0);
  /** J y⁰ + c, the accelerations without forces. */
  free = new Float64Array(0);
  /** |J| |y⁰| + |c|. */
  private given = new Float64Array(0);
  readonly masses = new NodeMasses();
  /** d; where masses differ that of a corner of the heaviest for all rows: what an interior point method weighs with. */
  central = new Float64Array(0);
  readonly compliance = new Float64Array(1);
  private work = new Float64Array(0);
  /** The largest acceleration that shifts alone could cause. */
  private readonly ofShifts = new Float64Array(1);
  private readonly law = new Float64Array(2);

  /** Measures the problem; false where it is not finite. */
  setUp(problem: FrictionContactProblem): boolean {
    const { rows } = problem;
    const { figures, masses } = this;
    this.reserve(rows);
    this.measureData(rows);
    averageConeDiagonals(this.d, problem);
    measureLargest(figures, Scale.data, this.free, rows.rowCount);
    let sum = 0;
    let count = 0;
    let motion = 0;
    let most = 0;
    let least = Infinity;
    for (let j = 0; j < rows.dimension; j++) motion = Math.max(motion, Math.abs(rows.y0[j]));
    for (let i = 0; i < rows.rowCount; i++) {
      if (!(this.d[i] > 0)) continue;
      // rows of a body alike: one logarithm is enough for them
      if (i === 0 || this.d[i] !== this.d[i - 1]) this.law[0] = log(this.d[i]);
      sum += this.law[0];
      most = Math.max(most, this.d[i]);
      least = Math.min(least, this.d[i]);
      count++;
      motion = Math.max(motion, Math.abs(rows.c[i]) / Math.sqrt(this.d[i]));
    }
    masses.measure(rows);
    figures[Scale.spread] = masses.figures[MassFigure.spread];
    const heaviest = masses.figures[MassFigure.heaviest];
    least = Math.min(least, heaviest);
    if (masses.isSpread)
      for (let i = 0; i < rows.rowCount; i++) this.central[i] = this.d[i] > 0 ? cornerFactor * heaviest : 0;
    else for (let i = 0; i < rows.rowCount; i++) this.central[i] = this.d[i];
    figures[Scale.mean] = count > 0 ? exp(sum / count) : 1;
    figures[Scale.motion] = motion;
    this.measureShifts(problem);
    // a light node may carry a heavy one: a force that is large beside its own weight
    figures[Scale.forceLimit] = count > 0 ? divergentForce * figures[Scale.size] * (most / least) : Infinity;
    return figures[Scale.motion] <= largestMotion && this.isFinite(problem);
  }

  private reserve({ rowCount, dimension }: UnilateralProblem): void {
    if (rowCount > this.d.length) {
      this.d = resize(this.d, 2 * rowCount);
      this.tolerance = new Float64Array(2 * rowCount);
      this.free = new Float64Array(2 * rowCount);
      this.given = new Float64Array(2 * rowCount);
      this.central = new Float64Array(2 * rowCount);
    }
    if (dimension > this.work.length) this.work = new Float64Array(2 * dimension);
  }

  /** Normal forces that are given are data, too: what friction they could cause. */
  private measureShifts({ coneCount, tangentRow, mu, shift }: FrictionContactProblem): void {
    const { d, figures, ofShifts } = this;
    ofShifts[0] = 0;
    for (let c = 0; c < coneCount; c++) {
      if (shift[c] === 0) continue;
      const dt = d[tangentRow[c]];
      const force = mu[c] * shift[c];
      ofShifts[0] = Math.max(ofShifts[0], force * dt);
      figures[Scale.size] = Math.max(figures[Scale.size], force * dt);
      figures[Scale.motion] = Math.max(figures[Scale.motion], force * Math.sqrt(dt));
    }
  }

  private isFinite({ coneCount, mu, shift, direction }: FrictionContactProblem): boolean {
    const { figures } = this;
    let check = 0;
    for (let c = 0; c < coneCount; c++) check += mu[c] + shift[c] + direction[2 * c] + direction[2 * c + 1];
    return Number.isFinite(figures[Scale.data] + figures[Scale.mean] + check);
  }

  /** d, free, given and the size of all. */
  private measureData({ rowCount, rowStart, column, values, y0, c }: UnilateralProblem): void {
    const { d, free, given } = this;
    let most = 0;
    for (let i = 0; i < rowCount; i++) {
      let square = 0;
      let sum = 0;
      let size = Math.abs(c[i]);
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) {
        const x = values[k];
        const term = x * y0[column[k]];
        square += x * x;
        sum += term;
        size += Math.abs(term);
      }
      d[i] = square;
      free[i] = sum + c[i];
      given[i] = size;
      if (size > most) most = size;
    }
    this.figures[Scale.size] = most;
  }

  /**
   * Measures how far forces f with accelerations a are from the Signorini–Coulomb conditions, into the figures residual, worst and
   * force.
   */
  measure(problem: FrictionContactProblem, f: Float64Array, a: Float64Array): void {
    const { rows } = problem;
    const { figures, tolerance } = this;
    measureToleranceFrom(tolerance, rows, this.given, f, this.work, figures, Scale.data);
    // where all is nought, or nothing beside what could be carried
    for (let i = 0; i < rows.rowCount; i++) tolerance[i] += leastTolerance + shiftRounding * this.ofShifts[0];
    this.measureResidual(problem, f, a);
    figures[Scale.worst] = this.law[1];
  }

  /** Measures residual and force, beside the tolerances that were measured last. */
  measureResidual(problem: FrictionContactProblem, f: Float64Array, a: Float64Array): void {
    const { figures, law, d } = this;
    this.compliance[0] = 0;
    measureNaturalMap(law, problem, f, a, d, this.tolerance, this.compliance);
    figures[Scale.residual] = law[0];
    let most = 0;
    for (let i = 0; i < problem.rows.rowCount; i++) most = Math.max(most, Math.abs(f[i]) * d[i]);
    figures[Scale.force] = most;
  }

  /** Whether the forces that were measured satisfy the Signorini–Coulomb conditions, and do not diverge. */
  get satisfiesCoulomb(): boolean {
    const { figures } = this;
    return figures[Scale.worst] <= acceptedTolerances && figures[Scale.force] <= figures[Scale.forceLimit];
  }
}
