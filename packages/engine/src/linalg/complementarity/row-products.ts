/**
 * Products with the rows of a problem, and the measures by which a solution is judged.
 *
 *   a = J y + c          y = y⁰ + Jᵀ f          dᵢ = Jᵢ Jᵢᵀ, the diagonal of the Delassus matrix A = J Jᵀ
 *   residual             maxᵢ dᵢ |fᵢ − P(fᵢ − aᵢ/dᵢ)|, P the projection on fᵢ ≥ 0 (natural map); |aᵢ| on equalities
 *   scale                max |J y⁰ + c|, the size of the data
 *   noiseᵢ               |Jᵢ| (|y⁰| + |J|ᵀ|f|) + |cᵢ|: a few ulp of it are the rounding error of aᵢ
 */

import { noiseLimit, noiseTolerance, scaleTolerance } from "./parameters.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** out = J y + c. */
export function evaluateRows(out: Float64Array, problem: UnilateralProblem, y: Float64Array, c: Float64Array): void {
  multiplyRows(out, problem, y);
  for (let i = 0; i < problem.rowCount; i++) out[i] += c[i];
}

/**
 * Whether rows i, i + 1 and i + 2 have blocks on the same nodes, of six numbers each, as those of a cone of two bodies: then they
 * are gone through side by side, as one sum need not wait for the other. Terms are added in their order in any case.
 */
function isTriple({ blockStart, blockNode, nodeStart, rowCount }: UnilateralProblem, i: number): boolean {
  if (i + 3 > rowCount) return false;
  const begin = blockStart[i];
  const second = blockStart[i + 1];
  const count = second - begin;
  if (blockStart[i + 2] - second !== count || blockStart[i + 3] - second !== 2 * count) return false;
  for (let p = begin; p < second; p++) {
    const node = blockNode[p];
    if (blockNode[p + count] !== node || blockNode[p + 2 * count] !== node) return false;
    if (nodeStart[node + 1] - nodeStart[node] !== 6) return false;
  }
  return true;
}

/** out = J y. Terms are added in their order, however wide blocks are. */
export function multiplyRows(out: Float64Array, problem: UnilateralProblem, y: Float64Array): void {
  for (let i = 0; i < problem.rowCount; ) {
    if (isTriple(problem, i)) {
      multiplyTriple(out, problem, i, y);
      i += 3;
    } else multiplyRow(out, problem, i++, y);
  }
}

/** Computes out[i] = Jᵢ y of one row. */
export function multiplyRow(out: Float64Array, problem: UnilateralProblem, i: number, y: Float64Array): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
  let sum = 0;
  for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
    const o = nodeStart[blockNode[p]];
    const e = blockEntry[p];
    const width = nodeStart[blockNode[p] + 1] - o;
    for (let k = 0; k < width; k++) sum += values[e + k] * y[o + k];
  }
  out[i] = sum;
}

/** Computes out = J y of the rows i, i + 1 and i + 2, whose blocks are on the same nodes, six numbers wide. */
export function multiplyTriple(out: Float64Array, problem: UnilateralProblem, i: number, y: Float64Array): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
  const end = blockStart[i + 1];
  const count = end - blockStart[i];
  let a = 0;
  let b = 0;
  let c = 0;
  for (let p = blockStart[i]; p < end; p++) {
    const o = nodeStart[blockNode[p]];
    const u = blockEntry[p];
    const v = blockEntry[p + count];
    const w = blockEntry[p + 2 * count];
    const y0 = y[o];
    const y1 = y[o + 1];
    const y2 = y[o + 2];
    const y3 = y[o + 3];
    const y4 = y[o + 4];
    const y5 = y[o + 5];
    a = a + values[u] * y0 + values[u + 1] * y1 + values[u + 2] * y2;
    b = b + values[v] * y0 + values[v + 1] * y1 + values[v + 2] * y2;
    c = c + values[w] * y0 + values[w + 1] * y1 + values[w + 2] * y2;
    a = a + values[u + 3] * y3 + values[u + 4] * y4 + values[u + 5] * y5;
    b = b + values[v + 3] * y3 + values[v + 4] * y4 + values[v + 5] * y5;
    c = c + values[w + 3] * y3 + values[w + 4] * y4 + values[w + 5] * y5;
  }
  out[i] = a;
  out[i + 1] = b;
  out[i + 2] = c;
}

/** y = y⁰ + Jᵀ f. */
export function moveByForces(y: Float64Array, problem: UnilateralProblem, y0: Float64Array, f: Float64Array): void {
  for (let k = 0; k < problem.dimension; k++) y[k] = y0[k];
  addForces(y, problem, f);
}

/** y += Jᵀ f. */
export function addForces(y: Float64Array, problem: UnilateralProblem, f: Float64Array): void {
  const { rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    if (f[i] === 0) continue;
    if (i + 2 < rowCount && f[i + 1] !== 0 && f[i + 2] !== 0 && isTriple(problem, i)) {
      addTriple(y, problem, i, f);
      i += 2;
      continue;
    }
    addRow(y, problem, i, f);
  }
}

/** Adds the motion of the force of one row: y += Jᵢᵀ fᵢ. */
export function addRow(y: Float64Array, problem: UnilateralProblem, i: number, f: Float64Array): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
  const fi = f[i];
  for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
    const o = nodeStart[blockNode[p]];
    const e = blockEntry[p];
    const width = nodeStart[blockNode[p] + 1] - o;
    if (width === 6) {
      y[o] += values[e] * fi;
      y[o + 1] += values[e + 1] * fi;
      y[o + 2] += values[e + 2] * fi;
      y[o + 3] += values[e + 3] * fi;
      y[o + 4] += values[e + 4] * fi;
      y[o + 5] += values[e + 5] * fi;
    } else for (let k = 0; k < width; k++) y[o + k] += values[e + k] * fi;
  }
}

/** Adds Jᵀ f of the rows i, i + 1 and i + 2, whose blocks are on the same nodes, six numbers wide. */
export function addTriple(y: Float64Array, problem: UnilateralProblem, i: number, f: Float64Array): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
  const end = blockStart[i + 1];
  const count = end - blockStart[i];
  const a = f[i];
  const b = f[i + 1];
  const c = f[i + 2];
  for (let p = blockStart[i]; p < end; p++) {
    const o = nodeStart[blockNode[p]];
    const u = blockEntry[p];
    const v = blockEntry[p + count];
    const w = blockEntry[p + 2 * count];
    y[o] = y[o] + values[u] * a + values[v] * b + values[w] * c;
    y[o + 1] = y[o + 1] + values[u + 1] * a + values[v + 1] * b + values[w + 1] * c;
    y[o + 2] = y[o + 2] + values[u + 2] * a + values[v + 2] * b + values[w + 2] * c;
    y[o + 3] = y[o + 3] + values[u + 3] * a + values[v + 3] * b + values[w + 3] * c;
    y[o + 4] = y[o + 4] + values[u + 4] * a + values[v + 4] * b + values[w + 4] * c;
    y[o + 5] = y[o + 5] + values[u + 5] * a + values[v + 5] * b + values[w + 5] * c;
  }
}

/** d: the squared length of each row. */
export function measureDelassusDiagonal(d: Float64Array, problem: UnilateralProblem): void {
  const { rowStart, values, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) sum += values[k] * values[k];
    d[i] = sum;
  }
}

/** out[o] = max |vᵢ| over the first n entries; NaN if one is. */
export function measureLargest(out: Float64Array, o: number, v: Float64Array, n: number): void {
  let most = 0;
  let check = 0;
  for (let i = 0; i < n; i++) {
    const size = Math.abs(v[i]);
    if (size > most) most = size;
    check += size - size;
  }
  out[o] = check === 0 ? most : Number.NaN;
}

/** y += |J|ᵀ |f|: how large the terms of Jᵀ f are. */
export function addForceMagnitudes(
  y: Float64Array,
  { rowCount, blockStart, blockNode, blockEntry, nodeStart, values }: UnilateralProblem,
  f: Float64Array,
): void {
  for (let i = 0; i < rowCount; i++) {
    const fi = Math.abs(f[i]);
    if (fi === 0) continue;
    for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
      const at = nodeStart[blockNode[p]];
      const width = nodeStart[blockNode[p] + 1] - at;
      for (let k = 0, e = blockEntry[p]; k < width; k++, e++) y[at + k] += Math.abs(values[e]) * fi;
    }
  }
}

/**
 * tolerance: what aᵢ may be wrong by at the forces f, beside data of the size scale[o]. `work` has room for y. Where y⁰
 * all but satisfies the rows, the scale is rounding itself: the noise of y⁰ and c counts in full.
 */
export function measureTolerance(
  tolerance: Float64Array,
  problem: UnilateralProblem,
  y0: Float64Array,
  c: Float64Array,
  f: Float64Array,
  work: Float64Array,
  scale: Float64Array,
  o: number,
): void {
  const { rowStart, column, values, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    let given = Math.abs(c[i]);
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++)
      given += Math.abs(values[k]) * Math.abs(y0[column[k]]);
    tolerance[i] = given;
  }
  measureToleranceFrom(tolerance, problem, tolerance, f, work, scale, o);
}

/** Computes the tolerances where |J| |y⁰| + |c| is known, by row: `given`, which may be the output. */
export function measureToleranceFrom(
  tolerance: Float64Array,
  problem: UnilateralProblem,
  given: Float64Array,
  f: Float64Array,
  work: Float64Array,
  scale: Float64Array,
  o: number,
): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values, rowCount, dimension } = problem;
  for (let k = 0; k < dimension; k++) work[k] = 0;
  addForceMagnitudes(work, problem, f);
  const base = scaleTolerance * scale[o];
  const most = noiseLimit * scale[o];
  for (let i = 0; i < rowCount; i++) {
    let moved = 0;
    for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
      const at = nodeStart[blockNode[p]];
      const width = nodeStart[blockNode[p] + 1] - at;
      for (let k = 0, e = blockEntry[p]; k < width; k++, e++) moved += Math.abs(values[e]) * work[at + k];
    }
    tolerance[i] = base + noiseTolerance * given[i] + Math.min(most, noiseTolerance * moved);
  }
}

/** out[o] = max (|c| + |J| |y⁰|): the size of what a row is made of, which may be far above that of their sum. */
export function measureSize(out: Float64Array, o: number, problem: UnilateralProblem): void {
  const { rowStart, column, values, rowCount, y0, c } = problem;
  let most = 0;
  for (let i = 0; i < rowCount; i++) {
    let sum = Math.abs(c[i]);
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) sum += Math.abs(values[k] * y0[column[k]]);
    if (sum > most) most = sum;
  }
  out[o] = most;
}

/** out[o] = the residual of f and a; out[o + 1] = max |fᵢ aᵢ|, the lack of complementarity. */
export function measureResidual(
  out: Float64Array,
  o: number,
  problem: UnilateralProblem,
  f: Float64Array,
  a: Float64Array,
  d: Float64Array,
): void {
  const { kind, rowCount } = problem;
  let residual = 0;
  let product = 0;
  for (let i = 0; i < rowCount; i++) {
    let size = 0;
    if (kind[i] === RowKind.equality) size = Math.abs(a[i]);
    else {
      // d (f − max(0, f − a/d)) = min(d f, a)
      size = Math.abs(Math.min(d[i] * f[i], a[i]));
      product = Math.max(product, Math.abs(f[i] * a[i]));
      // a force on a row without blocks moves nothing
      if (f[i] < 0) size = Math.max(size, -f[i] * d[i]);
    }
    // written so that a NaN stays
    if (!(size <= residual)) residual = size;
  }
  out[o] = residual;
  out[o + 1] = product;
}

/** A = J Jᵀ, row by row; d is its diagonal. */
export function formDelassus(A: Float64Array, problem: UnilateralProblem, d: Float64Array): void {
  const { rowCount: m, blockStart, blockNode, blockEntry, nodeStart, values } = problem;
  for (let i = 0; i < m; i++) {
    A[i * m + i] = d[i];
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (let p = blockStart[i]; p < blockStart[i + 1]; p++) {
        for (let q = blockStart[j]; q < blockStart[j + 1]; q++) {
          if (blockNode[p] !== blockNode[q]) continue;
          const width = nodeStart[blockNode[p] + 1] - nodeStart[blockNode[p]];
          for (let k = 0; k < width; k++) sum += values[blockEntry[p] + k] * values[blockEntry[q] + k];
        }
      }
      A[i * m + j] = sum;
      A[j * m + i] = sum;
    }
  }
}
