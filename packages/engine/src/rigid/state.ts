/**
 * Where the four parts of a body's state stand among its thirteen numbers:
 *
 *   Y(t) = (x(t), q(t), P(t), L(t)),   q in the place of R                                                      (2–41)
 *
 *   x  centre of mass, m           q  rotation from body axes to world axes, unit quaternion [x, y, z, w]
 *   P  linear momentum, N·s        L  angular momentum about x, N·m·s
 *
 * All in world axes. P and L are the state, not v and ω: in free flight they do not change by a bit, whatever the solver.
 *
 * Follows: Rigid Body Simulation, sections 2.11 and 4.
 */

/** Numbers a body takes in the state vector. */
export const bodySize = 13;

/** Slots within them. */
export const Slot = { x: 0, q: 3, P: 7, L: 10 } as const;

/** Below so many numbers a typed array's own method takes longer to call than a loop to run. */
const few = 200;

/** Copies the whole of `out` from another array. */
export function copyInto(out: Float64Array, from: Float64Array): void {
  if (out.length > few) out.set(from);
  else for (let k = 0; k < out.length; k++) out[k] = from[k];
}

/** Sets the first n numbers to zero, and perhaps those behind them. */
export function clear(out: Float64Array, n: number): void {
  if (n > few) out.fill(0);
  else for (let k = 0; k < n; k++) out[k] = 0;
}
