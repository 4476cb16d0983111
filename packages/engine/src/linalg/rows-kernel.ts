/**
 * Products with the rows of a problem, and the measures by which a solution is judged.
 *
 *   a = J y + c          y = y⁰ + Jᵀ f          dᵢ = Jᵢ Jᵢᵀ, the diagonal of A = J Jᵀ
 *   residual             maxᵢ dᵢ |fᵢ − P(fᵢ − aᵢ/dᵢ)|, P the projection on fᵢ ≥ 0 (natural map); |aᵢ| on equalities
 *   scale                max |J y⁰ + c|, the size of the data
 *   noiseᵢ               |Jᵢ| (|y⁰| + |J|ᵀ|f|) + |cᵢ|: a few ulp of it are what aᵢ cannot tell
 */
import { RowKind, type RowProblem } from "./rows-problem.js";

/** out = J y + c. */
export function evaluateRows(out: Float64Array, problem: RowProblem, y: Float64Array, c: Float64Array): void {
  multiplyRows(out, problem, y);
  for (let i = 0; i < problem.rowCount; i++) out[i] += c[i];
}

/** out = J y. Terms are added in their order, however wide blocks are. */
export function multiplyRows(out: Float64Array, problem: RowProblem, y: Float64Array): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
      const o = nodeStart[blockNode[p]];
      const e = blockEntry[p];
      const width = nodeStart[blockNode[p] + 1] - o;
      if (width === 6) {
        sum += values[e] * y[o];
        sum += values[e + 1] * y[o + 1];
        sum += values[e + 2] * y[o + 2];
        sum += values[e + 3] * y[o + 3];
        sum += values[e + 4] * y[o + 4];
        sum += values[e + 5] * y[o + 5];
      } else for (let k = 0; k < width; k++) sum += values[e + k] * y[o + k];
    }
    out[i] = sum;
  }
}

/** y = y⁰ + Jᵀ f. */
export function moveByForces(y: Float64Array, problem: RowProblem, y0: Float64Array, f: Float64Array): void {
  for (let k = 0; k < problem.dimension; k++) y[k] = y0[k];
  addForces(y, problem, f);
}

/** y += Jᵀ f. */
export function addForces(y: Float64Array, problem: RowProblem, f: Float64Array): void {
  const { blockStart, blockNode, blockEntry, nodeStart, values, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    const fi = f[i];
    if (fi === 0) continue;
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
}

/** d: the squared length of each row. */
export function measureRows(d: Float64Array, problem: RowProblem): void {
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

/** How much of the scale, and of the noise of a row, its acceleration may be wrong by. */
const scaleTolerance = 1e-13;
const noiseTolerance = 2e-14;
/** Forces may grow without bound where there is no solution; theirs never excuses more than this fraction of the scale. */
const noiseLimit = 1e-7;

/**
 * tolerance: what aᵢ may be wrong by at the forces f, beside data of the size scale[o]. `work` has room for y. Where y⁰
 * all but satisfies the rows, the scale is rounding itself: the noise of y⁰ and c counts in full.
 */
export function measureTolerance(
  tolerance: Float64Array,
  problem: RowProblem,
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
  measureToleranceBeside(tolerance, problem, tolerance, f, work, scale, o);
}

/** The same where |J| |y⁰| + |c| is known, by row: `given`, which may be the output. */
export function measureToleranceBeside(
  tolerance: Float64Array,
  problem: RowProblem,
  given: Float64Array,
  f: Float64Array,
  work: Float64Array,
  scale: Float64Array,
  o: number,
): void {
  const { rowStart, column, values, rowCount, dimension } = problem;
  for (let k = 0; k < dimension; k++) work[k] = 0;
  for (let i = 0; i < rowCount; i++) {
    const fi = Math.abs(f[i]);
    if (fi === 0) continue;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) work[column[k]] += Math.abs(values[k]) * fi;
  }
  const base = scaleTolerance * scale[o];
  const most = noiseLimit * scale[o];
  for (let i = 0; i < rowCount; i++) {
    let moved = 0;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) moved += Math.abs(values[k]) * work[column[k]];
    tolerance[i] = base + noiseTolerance * given[i] + Math.min(most, noiseTolerance * moved);
  }
}

/** out[o] = max (|c| + |J| |y⁰|): the size of what a row is made of, which may be far above that of their sum. */
export function measureSize(out: Float64Array, o: number, problem: RowProblem): void {
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
  problem: RowProblem,
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
export function formProduct(A: Float64Array, problem: RowProblem, d: Float64Array): void {
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
