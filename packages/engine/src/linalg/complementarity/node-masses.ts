/**
 * How much the masses of nodes differ, and what that means for the motion of the light ones. y⁰ + Jᵀ f of a light node between
 * heavy ones is a sum of large forces, and all that is left of it may be their rounding: ε (M/m) g. The rows themselves say
 * how it moves, and a motion that was solved for keeps to them. A pair (y, f) is as good as can be if y keeps to the rows, and
 * y − y⁰ − Jᵀ f is rounding beside its terms, node by node.
 *
 *   lightness   1/m of a node: the least squared length of a block of its inequalities, normals of contacts; ∞ without one.
 *               Equalities are left out: those of joints may be in any unit
 *   spread      the ratio of masses, as far as it is more than usual; else 1
 */

import { largestMassRatio, motionRounding, usualMassRatio } from "./parameters.js";
import { addForceMagnitudes } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** Slots of `NodeMasses.figures`. */
export const MassFigure = { spread: 0, heaviest: 1, rest: 2 } as const;

/** The ratios of the masses of the nodes of a problem. */
export class NodeMasses {
  lightness = new Float64Array(0);
  /** The ratio of masses, and 1/m of the heaviest node; the last is scratch. */
  readonly figures = Float64Array.of(1, Infinity, 0);
  /** How many powers of ten the ratio is, rounded up: an integer in an array, as a number of another kind would be boxed. */
  readonly decades = new Int32Array(1);

  /** Measures the nodes of a problem. */
  measure(rows: UnilateralProblem): void {
    const { rowCount, nodeCount, kind, blockStart, blockNode, blockEntry, nodeStart, values } = rows;
    if (nodeCount > this.lightness.length) this.lightness = new Float64Array(2 * nodeCount);
    const { lightness, figures } = this;
    for (let node = 0; node < nodeCount; node++) lightness[node] = Infinity;
    for (let i = 0; i < rowCount; i++) {
      if (kind[i] !== RowKind.inequality) continue;
      for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
        const node = blockNode[p];
        const width = nodeStart[node + 1] - nodeStart[node];
        let square = 0;
        for (let k = 0, e = blockEntry[p]; k < width; k++, e++) square += values[e] * values[e];
        if (square > 0 && square < lightness[node]) lightness[node] = square;
      }
    }
    let least = Infinity;
    let most = 0;
    for (let node = 0; node < nodeCount; node++) {
      least = Math.min(least, lightness[node]);
      if (lightness[node] < Infinity) most = Math.max(most, lightness[node]);
    }
    figures[MassFigure.heaviest] = least;
    figures[MassFigure.spread] =
      most > 0 ? Math.min(largestMassRatio, Math.max(1, most / (usualMassRatio * least))) : 1;
    figures[MassFigure.rest] = figures[MassFigure.spread];
    this.decades[0] = 0;
    for (; figures[MassFigure.rest] > 1; figures[MassFigure.rest] *= 0.1) this.decades[0]++;
  }

  /** Whether masses differ by more than usual. */
  get isSpread(): boolean {
    return this.figures[MassFigure.spread] > 1;
  }
}

/**
 * Takes over into y, which is y⁰ + Jᵀ f, the motion that was `solved` for, of the nodes for which the two are the same but for
 * rounding. `terms` has room for as many numbers.
 */
export function keepMotion(
  y: Float64Array,
  solved: Float64Array,
  rows: UnilateralProblem,
  f: Float64Array,
  terms: Float64Array,
): void {
  const { nodeCount, nodeStart, dimension, y0 } = rows;
  for (let j = 0; j < dimension; j++) terms[j] = Math.abs(y0[j]);
  addForceMagnitudes(terms, rows, f);
  for (let node = 0; node < nodeCount; node++) {
    const first = nodeStart[node];
    const end = nodeStart[node + 1];
    let most = 0;
    for (let j = first; j < end; j++) most = Math.max(most, terms[j]);
    let isSame = true;
    for (let j = first; j < end; j++) if (!(Math.abs(solved[j] - y[j]) <= motionRounding * most)) isSame = false;
    for (let j = first; isSame && j < end; j++) y[j] = solved[j];
  }
}
