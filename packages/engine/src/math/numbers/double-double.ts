/**
 * Numbers as unevaluated sums high + low of two doubles, about 106 bits, from + − × ÷ alone (Dekker, "A floating-point
 * technique for extending the available precision", 1971). No fused multiply-add: engines differ in having one.
 *
 * A double that is passed to or returned from a call is boxed unless V8 inlines the call, which it does not promise. So
 * kernels exchange numbers through the register `parts`, and the exact product of two doubles is written out where it is
 * needed:
 *
 *   s = splitter a,  ah = s − (s − a),  al = a − ah     two halves of 26 bits, whose products are exact
 *   a b = p + (ah bh − p + ah bl + al bh + al bl)       p = a b as rounded
 *
 * It holds for |a|, |b| < 2⁹⁹⁶ and a product far from underflow.
 */
import { double } from "./bits.js";

/** The register of two double-doubles, high, low, high, low: arguments and results of the kernels of `math`. */
export const parts = /* @__PURE__ */ new Float64Array(4);

/** 2²⁷ + 1: Dekker's constant, which splits a double into two halves of 26 bits. */
export const splitter = 134217729;

/** Writes the quotient (parts[0] + parts[1]) / (parts[2] + parts[3]) to double[0]. The high parts must dominate the low ones. */
export function divideParts(): void {
  const n = parts[0] + parts[1];
  const nl = parts[1] - (n - parts[0]);
  const d = parts[2] + parts[3];
  const dl = parts[3] - (d - parts[2]);
  const q = n / d;
  // n − q d, exactly
  const s = splitter * q;
  const qh = s - (s - q);
  const ql = q - qh;
  const t = splitter * d;
  const dh = t - (t - d);
  const dt = d - dh;
  const p = q * d;
  const rest = n - p - (qh * dh - p + qh * dt + ql * dh + ql * dt);
  double[0] = q + (rest + nl - q * dl) / d;
}
