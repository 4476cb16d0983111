/**
 * The exact orientation test: the side of the plane through a, b, c on which d lies. It is the sign of
 *
 *   Δ = (u × v)·w,   u = b − a,  v = c − a,  w = d − a
 *
 * without error: 1 if a, b, c go counter-clockwise seen from d, −1 if clockwise, 0 if the four are in one plane.
 *
 * First Δ as rounded. With ε = 2⁻⁵³, each of its six products passes at most eight roundings (three differences, two
 * products, the difference of a minor, two sums), so the error is below ((1 + ε)⁸ − 1) Π, Π the sum of the six absolute
 * values; Π as rounded is at least (1 − ε)⁸ of that. So |Δ| > 9 ε Π settles the sign. Otherwise Δ is summed without
 * rounding, as an expansion: doubles that do not overlap, the last of which has the sign of the sum (Shewchuk, "Adaptive
 * precision floating-point arithmetic and fast robust geometric predicates", 1997).
 *
 * Proven for coordinates that are 0 or between 2⁻³⁰⁰ and 2³⁰⁰ in size: they are multiples of 2⁻³⁵², so all parts of the
 * products are multiples of 2⁻¹⁰⁵⁶ below 2⁹¹⁰, and nothing is lost to underflow or overflow.
 */
import { splitter } from "../numbers/index.js";

/** 9 × 2⁻⁵³. */
const filter = 9 * 2 ** -53;

/** The parts of u, v, w: rounded, then the rest that rounding took; exactly u = part[0…2] + part[9…11], and so on. */
const part = /* @__PURE__ */ new Float64Array(18);
/** The exact product of three parts: four doubles. */
const product = /* @__PURE__ */ new Float64Array(4);
/** The expansion, growing in size: 6 products of 8 combinations of parts of 4 doubles at most. */
const sum = /* @__PURE__ */ new Float64Array(192);
/** The number of doubles of the expansion. */
const sumLength = /* @__PURE__ */ new Int32Array(1);

/** Returns the exact sign of (b − a) × (c − a) · (d − a): −1, 0 or 1. */
export function orient3(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  k: number,
  d: Float64Array,
  l: number,
): number {
  const ux = b[j] - a[i];
  const uy = b[j + 1] - a[i + 1];
  const uz = b[j + 2] - a[i + 2];
  const vx = c[k] - a[i];
  const vy = c[k + 1] - a[i + 1];
  const vz = c[k + 2] - a[i + 2];
  const wx = d[l] - a[i];
  const wy = d[l + 1] - a[i + 1];
  const wz = d[l + 2] - a[i + 2];
  const yz = uy * vz;
  const zy = uz * vy;
  const zx = uz * vx;
  const xz = ux * vz;
  const xy = ux * vy;
  const yx = uy * vx;
  const det = (yz - zy) * wx + (zx - xz) * wy + (xy - yx) * wz;
  const size =
    (Math.abs(yz) + Math.abs(zy)) * Math.abs(wx) +
    (Math.abs(zx) + Math.abs(xz)) * Math.abs(wy) +
    (Math.abs(xy) + Math.abs(yx)) * Math.abs(wz);
  const bound = filter * size;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  // all six products are zero
  if (size === 0) return 0;
  subtractExactly(0, b, j, a, i);
  subtractExactly(3, c, k, a, i);
  subtractExactly(6, d, l, a, i);
  return computeSign();
}

/** Writes b − a to part[o…o + 2] and the rest that rounding took to part[o + 9…o + 11]. */
function subtractExactly(o: number, b: Float64Array, j: number, a: Float64Array, i: number): void {
  for (let m = 0; m < 3; m++) {
    const p = b[j + m];
    const q = a[i + m];
    const d = p - q;
    const t = p - d;
    part[o + m] = d;
    part[o + m + 9] = p - (d + t) + (t - q);
  }
}

/** The sign of (u × v)·w from the parts. */
function computeSign(): number {
  sumLength[0] = 0;
  for (let m = 0; m < 3; m++) {
    const n = m === 2 ? 0 : m + 1;
    const o = m === 0 ? 2 : m - 1;
    // un vo wm − uo vn wm
    addProducts(n, 3 + o, 6 + m, 1);
    addProducts(o, 3 + n, 6 + m, -1);
  }
  const length = sumLength[0];
  return length === 0 ? 0 : sum[length - 1] > 0 ? 1 : -1;
}

/** Adds sign × the product of three numbers of two parts each. */
function addProducts(p: number, q: number, r: number, sign: number): void {
  for (let s = 0; s < 8; s++) addProduct(p + 9 * (s & 1), q + 9 * ((s >> 1) & 1), r + 9 * (s >> 2), sign);
}

/** Adds sign × part[p] × part[q] × part[r]. */
function addProduct(p: number, q: number, r: number, sign: number): void {
  const x = part[p];
  const y = part[q];
  const z = sign * part[r];
  if (x === 0 || y === 0 || z === 0) return;
  // x y = h + g
  const sx = splitter * x;
  const xh = sx - (sx - x);
  const xl = x - xh;
  const sy = splitter * y;
  const yh = sy - (sy - y);
  const yl = y - yh;
  const h = x * y;
  const g = xh * yh - h + xh * yl + xl * yh + xl * yl;
  // h z and g z, each in two doubles
  const sz = splitter * z;
  const zh = sz - (sz - z);
  const zl = z - zh;
  const sh = splitter * h;
  const hh = sh - (sh - h);
  const hl = h - hh;
  const hz = h * z;
  product[0] = hh * zh - hz + hh * zl + hl * zh + hl * zl;
  product[1] = hz;
  const sg = splitter * g;
  const gh = sg - (sg - g);
  const gl = g - gh;
  const gz = g * z;
  product[2] = gh * zh - gz + gh * zl + gl * zh + gl * zl;
  product[3] = gz;
  for (let m = 0; m < 4; m++) growSum(m);
}

/** Adds product[m] to the expansion; zeros are left out. */
function growSum(m: number): void {
  const length = sumLength[0];
  let q = product[m];
  let o = 0;
  for (let n = 0; n < length; n++) {
    const e = sum[n];
    const s = q + e;
    const t = s - q;
    const lost = q - (s - t) + (e - t);
    if (lost !== 0) sum[o++] = lost;
    q = s;
  }
  if (q !== 0) sum[o++] = q;
  sumLength[0] = o;
}
