/**
 * The layout of the state of a body, four parts in thirteen numbers:
 *
 *   Y(t) = (x(t), q(t), P(t), L(t)),   q in the place of R                                                      (2–41)
 *
 *   x  centre of mass, m           q  rotation from body axes to world axes, unit quaternion [x, y, z, w]
 *   P  linear momentum, N·s        L  angular momentum about x, N·m·s
 *
 * All in world axes. P and L are the state, not v and ω: in free flight they do not change by a bit, whatever the integrator.
 *
 * Follows: Rigid Body Simulation, sections 2.11 and 4.
 */
import { shortArray } from "./parameters.js";

/** Number of entries of a body in the state vector. */
export const bodySize = 13;

/** Offsets of x, q, P and L among the entries of a body. */
export const Slot = { x: 0, q: 3, P: 7, L: 10 } as const;

/** Copies the whole of `out` from another array. */
export function copyInto(out: Float64Array, from: Float64Array): void {
  if (out.length > shortArray) out.set(from);
  else for (let k = 0; k < out.length; k++) out[k] = from[k];
}

/** Sets the first n entries to zero, and perhaps those behind them. */
export function clear(out: Float64Array, n: number): void {
  if (n > shortArray) out.fill(0);
  else for (let k = 0; k < n; k++) out[k] = 0;
}
