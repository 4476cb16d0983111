/**
 * Products of small dense blocks on (array, offset), row after row, with the sizes that occur most written out:
 * 1 (a scalar), 3 (a particle), 5 (a hinge) and 6 (a body). Those of 5 are the same sums in the same order as by any size.
 */

/** C ← C − A T: C is h × m at c[co], A is h × w at a[ao], T is w × m at t[0]. */
export function subtractProduct(
  c: Float64Array,
  co: number,
  a: Float64Array,
  ao: number,
  t: Float64Array,
  h: number,
  w: number,
  m: number,
): void {
  if (w === 3 && m === 3) subtractProduct3(c, co, a, ao, t, h);
  else if (w === 6 && m === 6) subtractProduct6(c, co, a, ao, t, h);
  else if (w === 5 && m === 5) subtractProduct5(c, co, a, ao, t, h);
  else {
    for (let r = 0; r < h; r++) {
      for (let q = 0; q < w; q++) {
        const f = a[ao + r * w + q];
        for (let j = 0; j < m; j++) c[co + r * m + j] -= f * t[q * m + j];
      }
    }
  }
}

function subtractProduct3(c: Float64Array, co: number, a: Float64Array, ao: number, t: Float64Array, h: number): void {
  const t0 = t[0];
  const t1 = t[1];
  const t2 = t[2];
  const t3 = t[3];
  const t4 = t[4];
  const t5 = t[5];
  const t6 = t[6];
  const t7 = t[7];
  const t8 = t[8];
  for (let r = 0; r < 3 * h; r += 3) {
    const x = a[ao + r];
    const y = a[ao + r + 1];
    const z = a[ao + r + 2];
    c[co + r] -= x * t0 + y * t3 + z * t6;
    c[co + r + 1] -= x * t1 + y * t4 + z * t7;
    c[co + r + 2] -= x * t2 + y * t5 + z * t8;
  }
}

function subtractProduct6(c: Float64Array, co: number, a: Float64Array, ao: number, t: Float64Array, h: number): void {
  for (let r = 0; r < 6 * h; r += 6) {
    const a0 = a[ao + r];
    const a1 = a[ao + r + 1];
    const a2 = a[ao + r + 2];
    const a3 = a[ao + r + 3];
    const a4 = a[ao + r + 4];
    const a5 = a[ao + r + 5];
    for (let j = 0; j < 6; j++) {
      const low = a0 * t[j] + a1 * t[j + 6] + a2 * t[j + 12];
      c[co + r + j] -= low + (a3 * t[j + 18] + a4 * t[j + 24] + a5 * t[j + 30]);
    }
  }
}

function subtractProduct5(c: Float64Array, co: number, a: Float64Array, ao: number, t: Float64Array, h: number): void {
  for (let r = 0; r < 5 * h; r += 5) {
    const a0 = a[ao + r];
    const a1 = a[ao + r + 1];
    const a2 = a[ao + r + 2];
    const a3 = a[ao + r + 3];
    const a4 = a[ao + r + 4];
    for (let j = 0; j < 5; j++) {
      const left = c[co + r + j] - a0 * t[j] - a1 * t[j + 5] - a2 * t[j + 10];
      c[co + r + j] = left - a3 * t[j + 15] - a4 * t[j + 20];
    }
  }
}

/** T ← D Lᵀ: T is w × m at t[0], D is w × w (both triangles) at d[o], L is m × w at l[lo]. */
export function multiplyTransposedInto(
  t: Float64Array,
  d: Float64Array,
  o: number,
  l: Float64Array,
  lo: number,
  w: number,
  m: number,
): void {
  if (w === 3) {
    const d0 = d[o];
    const d1 = d[o + 1];
    const d2 = d[o + 2];
    const d4 = d[o + 4];
    const d5 = d[o + 5];
    const d8 = d[o + 8];
    for (let j = 0, s = lo; j < m; j++, s += 3) {
      const x = l[s];
      const y = l[s + 1];
      const z = l[s + 2];
      t[j] = d0 * x + d1 * y + d2 * z;
      t[m + j] = d1 * x + d4 * y + d5 * z;
      t[2 * m + j] = d2 * x + d5 * y + d8 * z;
    }
  } else if (w === 6) {
    for (let j = 0, s = lo; j < m; j++, s += 6) {
      const l0 = l[s];
      const l1 = l[s + 1];
      const l2 = l[s + 2];
      const l3 = l[s + 3];
      const l4 = l[s + 4];
      const l5 = l[s + 5];
      for (let q = 0, r = o; q < 6; q++, r += 6) {
        const low = d[r] * l0 + d[r + 1] * l1 + d[r + 2] * l2;
        t[q * m + j] = low + (d[r + 3] * l3 + d[r + 4] * l4 + d[r + 5] * l5);
      }
    }
  } else if (w === 5) {
    for (let j = 0, s = lo; j < m; j++, s += 5) {
      const l0 = l[s];
      const l1 = l[s + 1];
      const l2 = l[s + 2];
      const l3 = l[s + 3];
      const l4 = l[s + 4];
      for (let q = 0, r = o; q < 5; q++, r += 5) {
        t[q * m + j] = 0 + d[r] * l0 + d[r + 1] * l1 + d[r + 2] * l2 + d[r + 3] * l3 + d[r + 4] * l4;
      }
    }
  } else {
    for (let q = 0; q < w; q++) {
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let p = 0; p < w; p++) sum += d[o + q * w + p] * l[lo + j * w + p];
        t[q * m + j] = sum;
      }
    }
  }
}

/**
 * D ← D − L T, symmetric, m × m at d[o], with L m × w at l[lo] and T w × m at t[0]. What is taken from the diagonal
 * adds to scale[p …], the measure of its rows.
 */
export function subtractSquare(
  d: Float64Array,
  o: number,
  l: Float64Array,
  lo: number,
  t: Float64Array,
  m: number,
  w: number,
  scale: Float64Array,
  p: number,
): void {
  if (w === 3 && m === 3) {
    subtractSquare3(d, o, l, lo, t, scale, p);
    return;
  }
  if (w === 5) {
    subtractSquareBy5(d, o, l, lo, t, m, scale, p);
    return;
  }
  for (let r = 0; r < m; r++) {
    const s = lo + r * w;
    for (let c = 0; c <= r; c++) {
      let sum = 0;
      if (w === 6) {
        sum = l[s] * t[c] + l[s + 1] * t[m + c] + l[s + 2] * t[2 * m + c];
        sum += l[s + 3] * t[3 * m + c] + l[s + 4] * t[4 * m + c] + l[s + 5] * t[5 * m + c];
      } else if (w === 3) sum = l[s] * t[c] + l[s + 1] * t[m + c] + l[s + 2] * t[2 * m + c];
      else for (let q = 0; q < w; q++) sum += l[s + q] * t[q * m + c];
      const v = d[o + r * m + c] - sum;
      d[o + r * m + c] = v;
      d[o + c * m + r] = v;
      if (c === r) scale[p + r] += Math.abs(sum);
    }
  }
}

function subtractSquare3(
  d: Float64Array,
  o: number,
  l: Float64Array,
  lo: number,
  t: Float64Array,
  scale: Float64Array,
  p: number,
): void {
  const t0 = t[0];
  const t3 = t[3];
  const t6 = t[6];
  const l3 = l[lo + 3];
  const l4 = l[lo + 4];
  const l5 = l[lo + 5];
  const l6 = l[lo + 6];
  const l7 = l[lo + 7];
  const l8 = l[lo + 8];
  const a = l[lo] * t0 + l[lo + 1] * t3 + l[lo + 2] * t6;
  const b = l3 * t[1] + l4 * t[4] + l5 * t[7];
  const c = l6 * t[2] + l7 * t[5] + l8 * t[8];
  const low = d[o + 3] - (l3 * t0 + l4 * t3 + l5 * t6);
  const left = d[o + 6] - (l6 * t0 + l7 * t3 + l8 * t6);
  const right = d[o + 7] - (l6 * t[1] + l7 * t[4] + l8 * t[7]);
  d[o] -= a;
  d[o + 4] -= b;
  d[o + 8] -= c;
  d[o + 1] = low;
  d[o + 3] = low;
  d[o + 2] = left;
  d[o + 6] = left;
  d[o + 5] = right;
  d[o + 7] = right;
  scale[p] += Math.abs(a);
  scale[p + 1] += Math.abs(b);
  scale[p + 2] += Math.abs(c);
}

/** For L of five columns. */
function subtractSquareBy5(
  d: Float64Array,
  o: number,
  l: Float64Array,
  lo: number,
  t: Float64Array,
  m: number,
  scale: Float64Array,
  p: number,
): void {
  for (let r = 0, s = lo; r < m; r++, s += 5) {
    const l0 = l[s];
    const l1 = l[s + 1];
    const l2 = l[s + 2];
    const l3 = l[s + 3];
    const l4 = l[s + 4];
    for (let c = 0; c <= r; c++) {
      const sum = 0 + l0 * t[c] + l1 * t[m + c] + l2 * t[2 * m + c] + l3 * t[3 * m + c] + l4 * t[4 * m + c];
      const v = d[o + r * m + c] - sum;
      d[o + r * m + c] = v;
      d[o + c * m + r] = v;
      if (c === r) scale[p + r] += Math.abs(sum);
    }
  }
}

/** y ← y − L x: L is h × w at l[lo], x at x[xo], y at y[yo]. */
export function subtractTimes(
  y: Float64Array,
  yo: number,
  l: Float64Array,
  lo: number,
  h: number,
  w: number,
  x: Float64Array,
  xo: number,
): void {
  if (w === 3) {
    const a = x[xo];
    const b = x[xo + 1];
    const c = x[xo + 2];
    for (let r = 0, s = lo; r < h; r++, s += 3) y[yo + r] -= l[s] * a + l[s + 1] * b + l[s + 2] * c;
    return;
  }
  if (w === 5) {
    const a = x[xo];
    const b = x[xo + 1];
    const c = x[xo + 2];
    const d = x[xo + 3];
    const e = x[xo + 4];
    for (let r = 0, s = lo; r < h; r++, s += 5) {
      y[yo + r] -= 0 + l[s] * a + l[s + 1] * b + l[s + 2] * c + l[s + 3] * d + l[s + 4] * e;
    }
    return;
  }
  for (let r = 0, s = lo; r < h; r++) {
    let sum = 0;
    for (let q = 0; q < w; q++, s++) sum += l[s] * x[xo + q];
    y[yo + r] -= sum;
  }
}

/** y ← y − Lᵀ x: L is h × w at l[lo], x at x[xo], y at y[yo]. */
export function subtractTransposedTimes(
  y: Float64Array,
  yo: number,
  l: Float64Array,
  lo: number,
  h: number,
  w: number,
  x: Float64Array,
  xo: number,
): void {
  if (w === 3) {
    let a = y[yo];
    let b = y[yo + 1];
    let c = y[yo + 2];
    for (let r = 0, s = lo; r < h; r++, s += 3) {
      const xr = x[xo + r];
      a -= l[s] * xr;
      b -= l[s + 1] * xr;
      c -= l[s + 2] * xr;
    }
    y[yo] = a;
    y[yo + 1] = b;
    y[yo + 2] = c;
    return;
  }
  if (w === 5) {
    subtractTransposedTimes5(y, yo, l, lo, h, x, xo);
    return;
  }
  for (let r = 0, s = lo; r < h; r++) {
    const xr = x[xo + r];
    for (let q = 0; q < w; q++, s++) y[yo + q] -= l[s] * xr;
  }
}

function subtractTransposedTimes5(
  y: Float64Array,
  yo: number,
  l: Float64Array,
  lo: number,
  h: number,
  x: Float64Array,
  xo: number,
): void {
  let a = y[yo];
  let b = y[yo + 1];
  let c = y[yo + 2];
  let d = y[yo + 3];
  let e = y[yo + 4];
  for (let r = 0, s = lo; r < h; r++, s += 5) {
    const xr = x[xo + r];
    a -= l[s] * xr;
    b -= l[s + 1] * xr;
    c -= l[s + 2] * xr;
    d -= l[s + 3] * xr;
    e -= l[s + 4] * xr;
  }
  y[yo] = a;
  y[yo + 1] = b;
  y[yo + 2] = c;
  y[yo + 3] = d;
  y[yo + 4] = e;
}

/** y[o …] ← y[o …] − B x[o …]: B is 3 × 3 and symmetric, at b[s]; its lower triangle is read. */
export function subtractLowerThree(y: Float64Array, o: number, b: Float64Array, s: number, x: Float64Array): void {
  const b1 = b[s + 3];
  const b2 = b[s + 6];
  const b5 = b[s + 7];
  const x0 = x[o];
  const x1 = x[o + 1];
  const x2 = x[o + 2];
  y[o] -= b[s] * x0 + b1 * x1 + b2 * x2;
  y[o + 1] -= b1 * x0 + b[s + 4] * x1 + b5 * x2;
  y[o + 2] -= b2 * x0 + b5 * x1 + b[s + 8] * x2;
}
