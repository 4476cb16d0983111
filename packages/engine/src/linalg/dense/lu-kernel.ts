/**
 * Small dense blocks on (array, offset), row after row, without symmetry: products, LU with partial pivoting, division.
 */

/** C ← C − A B: C is h × m at c[co], A is h × w at a[ao], B is w × m at b[bo]. */
export function multiplyAway(
  c: Float64Array,
  co: number,
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  h: number,
  w: number,
  m: number,
): void {
  if (w === 6 && m === 1) subtractFrom6(c, co, a, ao, b, bo, h);
  else if (w === 6) multiplyAway6(c, co, a, ao, b, bo, h, m);
  else {
    for (let r = 0; r < h; r++) {
      for (let q = 0; q < w; q++) {
        const f = a[ao + r * w + q];
        for (let j = 0; j < m; j++) c[co + r * m + j] -= f * b[bo + q * m + j];
      }
    }
  }
}

function multiplyAway6(
  c: Float64Array,
  co: number,
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  h: number,
  m: number,
): void {
  for (let r = 0; r < h; r++) {
    const s = ao + 6 * r;
    const a0 = a[s];
    const a1 = a[s + 1];
    const a2 = a[s + 2];
    const a3 = a[s + 3];
    const a4 = a[s + 4];
    const a5 = a[s + 5];
    for (let j = 0, o = bo; j < m; j++, o++) {
      const low = a0 * b[o] + a1 * b[o + m] + a2 * b[o + 2 * m];
      c[co + r * m + j] -= low + (a3 * b[o + 3 * m] + a4 * b[o + 4 * m] + a5 * b[o + 5 * m]);
    }
  }
}

/** Computes C ← C − A B for a vector B: the numbers of all rows are formed as in `multiplyAway`. */
function subtractFrom6(
  c: Float64Array,
  co: number,
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  h: number,
): void {
  const b0 = b[bo];
  const b1 = b[bo + 1];
  const b2 = b[bo + 2];
  const b3 = b[bo + 3];
  const b4 = b[bo + 4];
  const b5 = b[bo + 5];
  for (let r = 0, s = ao; r < h; r++, s += 6) {
    const low = a[s] * b0 + a[s + 1] * b1 + a[s + 2] * b2;
    c[co + r] -= low + (a[s + 3] * b3 + a[s + 4] * b4 + a[s + 5] * b5);
  }
}

/**
 * D ← its LU, w × w at d[o], with the rows exchanged as pivots[p …] says; the diagonal is stored inverted. False where a
 * pivot vanishes or is not finite.
 */
export function factorBlock(d: Float64Array, o: number, w: number, pivots: Int32Array, p: number): boolean {
  for (let k = 0; k < w; k++) {
    let best = k;
    let most = Math.abs(d[o + k * w + k]);
    for (let r = k + 1; r < w; r++) {
      const size = Math.abs(d[o + r * w + k]);
      if (size > most) {
        most = size;
        best = r;
      }
    }
    if (!(most > 0 && most < Infinity)) return false;
    pivots[p + k] = best;
    const row = o + k * w;
    if (best !== k) {
      for (let c = 0, s = o + best * w; c < w; c++, s++) {
        const t = d[row + c];
        d[row + c] = d[s];
        d[s] = t;
      }
    }
    const inverse = 1 / d[row + k];
    d[row + k] = inverse;
    for (let r = k + 1; r < w; r++) {
      const s = o + r * w;
      const f = d[s + k] * inverse;
      d[s + k] = f;
      if (f !== 0) for (let c = k + 1; c < w; c++) d[s + c] -= f * d[row + c];
    }
  }
  return true;
}

/** X ← D⁻¹ X: X is w × m at x[xo], D as `factorBlock` has left it. */
export function divideBlock(
  x: Float64Array,
  xo: number,
  m: number,
  d: Float64Array,
  o: number,
  w: number,
  pivots: Int32Array,
  p: number,
): void {
  for (let k = 0; k < w; k++) {
    const best = pivots[p + k];
    if (best === k) continue;
    for (let j = 0, r = xo + k * m, s = xo + best * m; j < m; j++, r++, s++) {
      const t = x[r];
      x[r] = x[s];
      x[s] = t;
    }
  }
  if (w === 6) {
    for (let j = 0; j < m; j++) divideColumn6(x, xo + j, m, d, o);
    return;
  }
  if (m === 1) {
    divideVector(x, xo, d, o, w);
    return;
  }
  for (let r = 1; r < w; r++) {
    for (let k = 0; k < r; k++) {
      const f = d[o + r * w + k];
      if (f !== 0) for (let j = 0; j < m; j++) x[xo + r * m + j] -= f * x[xo + k * m + j];
    }
  }
  for (let r = w - 1; r >= 0; r--) {
    for (let k = r + 1; k < w; k++) {
      const f = d[o + r * w + k];
      if (f !== 0) for (let j = 0; j < m; j++) x[xo + r * m + j] -= f * x[xo + k * m + j];
    }
    const f = d[o + r * w + r];
    for (let j = 0; j < m; j++) x[xo + r * m + j] *= f;
  }
}

/** Computes x ← D⁻¹ x for a vector whose rows have been exchanged. */
function divideVector(x: Float64Array, xo: number, d: Float64Array, o: number, w: number): void {
  for (let r = 1, s = o + w; r < w; r++, s += w) {
    let sum = x[xo + r];
    for (let k = 0; k < r; k++) sum -= d[s + k] * x[xo + k];
    x[xo + r] = sum;
  }
  for (let r = w - 1, s = o + w * r; r >= 0; r--, s -= w) {
    let sum = x[xo + r];
    for (let k = r + 1; k < w; k++) sum -= d[s + k] * x[xo + k];
    x[xo + r] = sum * d[s + r];
  }
}

/** Computes x ← D⁻¹ x for a column of six numbers, from x[xo] on, each m after the one before. */
function divideColumn6(x: Float64Array, xo: number, m: number, d: Float64Array, o: number): void {
  let x0 = x[xo];
  let x1 = x[xo + m] - d[o + 6] * x0;
  let x2 = x[xo + 2 * m] - d[o + 12] * x0 - d[o + 13] * x1;
  let x3 = x[xo + 3 * m] - d[o + 18] * x0 - d[o + 19] * x1 - d[o + 20] * x2;
  let x4 = x[xo + 4 * m] - d[o + 24] * x0 - d[o + 25] * x1 - d[o + 26] * x2 - d[o + 27] * x3;
  let x5 = x[xo + 5 * m] - d[o + 30] * x0 - d[o + 31] * x1 - d[o + 32] * x2 - d[o + 33] * x3 - d[o + 34] * x4;
  x5 *= d[o + 35];
  x4 = (x4 - d[o + 29] * x5) * d[o + 28];
  x3 = (x3 - d[o + 22] * x4 - d[o + 23] * x5) * d[o + 21];
  x2 = (x2 - d[o + 15] * x3 - d[o + 16] * x4 - d[o + 17] * x5) * d[o + 14];
  x1 = (x1 - d[o + 8] * x2 - d[o + 9] * x3 - d[o + 10] * x4 - d[o + 11] * x5) * d[o + 7];
  x0 = (x0 - d[o + 1] * x1 - d[o + 2] * x2 - d[o + 3] * x3 - d[o + 4] * x4 - d[o + 5] * x5) * d[o];
  x[xo] = x0;
  x[xo + m] = x1;
  x[xo + 2 * m] = x2;
  x[xo + 3 * m] = x3;
  x[xo + 4 * m] = x4;
  x[xo + 5 * m] = x5;
}
