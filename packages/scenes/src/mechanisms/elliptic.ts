/**
 * Motion of a pendulum, θ̈ = −w² sin θ, in Jacobi's elliptic functions with parameter m = k²:
 *
 *   from rest at θ₀          sin ½θ = k cd(wt),   k = sin ½θ₀              θ̇ = −2 k k′ w sn/dn
 *   from 0, going round      ½θ = am(½Ωt),   k = 2w/Ω < 1                  θ̇ = Ω dn
 */
import { asin, cos, sin } from "@rigor/engine/math";

interface Swing {
  /** θ, rad, and θ̇, rad/s. */
  readonly angle: number;
  readonly rate: number;
}

/** From rest at an angle, rad. */
export function swingFrom(theta0: number, w: number, t: number): Swing {
  const k = sin(0.5 * theta0);
  const { sn, cn, dn } = computeJacobi(w * t, k * k);
  return { angle: 2 * asin((k * cn) / dn), rate: (-2 * k * cos(0.5 * theta0) * w * sn) / dn };
}

/** From the lowest point with a rate of Ω > 2w, rad/s. */
export function goRound(Omega: number, w: number, t: number): Swing {
  const k = (2 * w) / Omega;
  const { am, dn } = computeJacobi(0.5 * Omega * t, k * k);
  return { angle: 2 * am, rate: Omega * dn };
}

/** The time from rest at an angle, rad, down to the lowest point: K(k)/w. */
export function findQuarter(theta0: number, w: number): number {
  let a = 1;
  let b = cos(0.5 * theta0);
  for (let n = 0; n < means; n++) [a, b] = [0.5 * (a + b), Math.sqrt(a * b)];
  return Math.PI / (2 * a * w);
}

/** The digits that are right double with each: these are enough for m up to 0.99. */
const means = 6;

/** am, sn, cn and dn by the arithmetic-geometric mean. */
function computeJacobi(u: number, m: number) {
  const a = [1];
  const c = [Math.sqrt(m)];
  let b = Math.sqrt(1 - m);
  for (let n = 0; n < means; n++) {
    const last = a[n];
    a.push(0.5 * (last + b));
    c.push(0.5 * (last - b));
    b = Math.sqrt(last * b);
  }
  let am = 64 * a[means] * u;
  for (let n = means; n > 0; n--) am = 0.5 * (am + asin((c[n] / a[n]) * sin(am)));
  const sn = sin(am);
  return { am, sn, cn: cos(am), dn: Math.sqrt(1 - m * sn * sn) };
}
