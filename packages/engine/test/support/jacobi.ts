/**
 * Jacobi's elliptic functions by the arithmetic-geometric mean, and the integrals that go with them. The complementary
 * parameter m₁ = 1 − m is handed over, not m alone: near the separatrix, m → 1, all digits are in it.
 *
 *   K = π / (2 agm(1, √m₁))          F(φ) = sin φ · R_F(cos² φ, 1 − m sin² φ, 1)
 */

/** K(m), the quarter period. */
export function completeK(m1: number): number {
  let [a, b] = [1, Math.sqrt(m1)];
  for (let k = 0; k < 60 && Math.abs(a - b) > 1e-16 * a; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (a + b);
}

/** sn, cn, dn of u with 0 ≤ u ≤ K, by descending Landen transformations. */
function computeQuarter(u: number, m1: number): [number, number, number] {
  const a = [1];
  const c = [Math.sqrt(1 - m1)];
  let b = Math.sqrt(m1);
  while (Math.abs(c[c.length - 1]) > 1e-17 && a.length < 40) {
    const [last, before] = [a[a.length - 1], b];
    a.push((last + before) / 2);
    c.push((last - before) / 2);
    b = Math.sqrt(last * before);
  }
  let phi = 2 ** (a.length - 1) * a[a.length - 1] * u;
  for (let n = a.length - 1; n > 0; n--) phi = (phi + Math.asin((c[n] / a[n]) * Math.sin(phi))) / 2;
  const [sn, cn] = [Math.sin(phi), Math.cos(phi)];
  return [sn, cn, Math.sqrt(cn * cn + m1 * sn * sn)];
}

/** sn, cn, dn of any u. */
export function computeJacobi(u: number, m1: number): [number, number, number] {
  const K = completeK(m1);
  // to −K … K, and from there to 0 … K
  const half = Math.round(u / (2 * K));
  const rest = u - 2 * half * K;
  const sign = half % 2 === 0 ? 1 : -1;
  const [sn, cn, dn] = computeQuarter(Math.abs(rest), m1);
  return [sign * Math.sign(rest) * sn, sign * cn, dn];
}

/** The u in −2K … 2K that has these sn, cn and dn. */
export function invertJacobi(sn: number, cn: number, dn: number, m1: number): number {
  const u = sn * carlsonRF(cn * cn, dn * dn, 1);
  return cn >= 0 ? u : (sn < 0 ? -2 : 2) * completeK(m1) - u;
}

/** Carlson's symmetric integral of the first kind, by duplication. */
function carlsonRF(x: number, y: number, z: number): number {
  for (let k = 0; k < 60; k++) {
    const mean = (x + y + z) / 3;
    const [X, Y, Z] = [1 - x / mean, 1 - y / mean, 1 - z / mean];
    if (Math.max(Math.abs(X), Math.abs(Y), Math.abs(Z)) < 1e-3) {
      const [e2, e3] = [X * Y - Z * Z, X * Y * Z];
      return (1 - e2 / 10 + e3 / 14 + (e2 * e2) / 24 - (3 * e2 * e3) / 44) / Math.sqrt(mean);
    }
    const lambda = Math.sqrt(x * y) + Math.sqrt(x * z) + Math.sqrt(y * z);
    [x, y, z] = [(x + lambda) / 4, (y + lambda) / 4, (z + lambda) / 4];
  }
  return Number.NaN;
}
