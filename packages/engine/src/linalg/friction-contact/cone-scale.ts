/**
 * The measures of a cone problem: what is large and small in it, and whether forces satisfy the law.
 *
 *   d       squared lengths of rows (of a cone: the mean of its three)
 *   mean    their geometric mean: a compliance of ε is one of ε · mean, the same for all rows, in physical units
 *   spread  ratio of the masses of nodes, as far as it is more than usual, else 1 (node-masses.ts). A row that ends at a light
 *           node has its d, whatever it carries: what is small beside d may be large beside what it carries, by as much
 *   scale   max |J y⁰ + c|; motion: what motion may be expected, max (|y⁰|, |c|/√d)
 */
import { exp, log, resize } from "../../math/index.js";
import {
  MassFigure,
  measureLargest,
  measureToleranceBeside,
  NodeMasses,
  type RowProblem,
} from "../complementarity/index.js";
import { measureCones, measureLaw } from "./cone-law.js";
import type { ConeProblem } from "./cone-problem.js";

/** Slots of `ConeScale.figures`. */
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

/** The law holds where it is violated by this many tolerances at most: some 1e-11 of the scale. */
export const accepted = 100;
/** Forces beyond this multiple of the scale hold nothing: they diverge. */
const forceLimit = 1e6;

/** Squares of motions are summed, 1e280 each: beyond this they are no numbers, and searches would have no end. */
const mostMotion = 1e140;

/** d of a corner of a box beside its 1/m: arms are in it. */
export const cornerPart = 4;

/** Rounding, beside what shifts could give. */
const epsilon = 2e-16;

export class ConeScale {
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
  /** The largest acceleration that shifts alone could give. */
  private readonly pressed = new Float64Array(1);
  private readonly law = new Float64Array(2);

  /** Measures the problem; false where it is not finite. */
  setUp(problem: ConeProblem): boolean {
    const { rows } = problem;
    const m = rows.rowCount;
    const { figures } = this;
    if (m > this.d.length) {
      this.d = resize(this.d, 2 * m);
      this.tolerance = new Float64Array(2 * m);
      this.free = new Float64Array(2 * m);
      this.given = new Float64Array(2 * m);
      this.central = new Float64Array(2 * m);
    }
    if (rows.dimension > this.work.length) this.work = new Float64Array(2 * rows.dimension);
    this.measureData(rows);
    measureCones(this.d, problem);
    measureLargest(figures, Scale.data, this.free, m);
    let sum = 0;
    let count = 0;
    let motion = 0;
    let most = 0;
    let least = Infinity;
    for (let j = 0; j < rows.dimension; j++) motion = Math.max(motion, Math.abs(rows.y0[j]));
    for (let i = 0; i < m; i++) {
      if (!(this.d[i] > 0)) continue;
      // rows of a body alike: one logarithm is enough for them
      if (i === 0 || this.d[i] !== this.d[i - 1]) this.law[0] = log(this.d[i]);
      sum += this.law[0];
      most = Math.max(most, this.d[i]);
      least = Math.min(least, this.d[i]);
      count++;
      motion = Math.max(motion, Math.abs(rows.c[i]) / Math.sqrt(this.d[i]));
    }
    this.masses.measure(rows);
    figures[Scale.spread] = this.masses.figures[MassFigure.spread];
    const heaviest = this.masses.figures[MassFigure.heaviest];
    least = Math.min(least, heaviest);
    if (this.masses.isSpread) for (let i = 0; i < m; i++) this.central[i] = this.d[i] > 0 ? cornerPart * heaviest : 0;
    else for (let i = 0; i < m; i++) this.central[i] = this.d[i];
    figures[Scale.mean] = count > 0 ? exp(sum / count) : 1;
    // what presses besides is data, too
    this.pressed[0] = 0;
    for (let c = 0; c < problem.coneCount; c++) {
      if (problem.shift[c] === 0) continue;
      const d = this.d[problem.tangentRow[c]];
      const force = problem.mu[c] * problem.shift[c];
      this.pressed[0] = Math.max(this.pressed[0], force * d);
      figures[Scale.size] = Math.max(figures[Scale.size], force * d);
      motion = Math.max(motion, force * Math.sqrt(d));
    }
    figures[Scale.motion] = motion;
    // what a light node carries of a heavy one is large beside its own weight
    figures[Scale.forceLimit] = count > 0 ? forceLimit * figures[Scale.size] * (most / least) : Infinity;
    let check = 0;
    for (let c = 0; c < problem.coneCount; c++) {
      check += problem.mu[c] + problem.shift[c] + problem.direction[2 * c] + problem.direction[2 * c + 1];
    }
    return motion <= mostMotion && Number.isFinite(figures[Scale.data] + figures[Scale.mean] + check);
  }

  /** d, free, given and the size of all. */
  private measureData({ rowCount, rowStart, column, values, y0, c }: RowProblem): void {
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

  /** Measures how far forces f with accelerations a are from the law, into figures: residual, worst, force. */
  measure(problem: ConeProblem, f: Float64Array, a: Float64Array): void {
    const { rows } = problem;
    const { figures, tolerance } = this;
    measureToleranceBeside(tolerance, rows, this.given, f, this.work, figures, Scale.data);
    // where all is nought, or nothing beside what could be held
    for (let i = 0; i < rows.rowCount; i++) tolerance[i] += 1e-290 + epsilon * this.pressed[0];
    this.measureOff(problem, f, a);
    figures[Scale.worst] = this.law[1];
  }

  /** The same without `worst`. */
  measureOff(problem: ConeProblem, f: Float64Array, a: Float64Array): void {
    const { figures, law, d } = this;
    this.compliance[0] = 0;
    measureLaw(law, problem, f, a, d, this.tolerance, this.compliance);
    figures[Scale.residual] = law[0];
    let most = 0;
    for (let i = 0; i < problem.rows.rowCount; i++) most = Math.max(most, Math.abs(f[i]) * d[i]);
    figures[Scale.force] = most;
  }

  /** Whether what has been measured satisfies the law, with forces that are not beyond reason. */
  get holds(): boolean {
    const { figures } = this;
    return figures[Scale.worst] <= accepted && figures[Scale.force] <= figures[Scale.forceLimit];
  }
}
