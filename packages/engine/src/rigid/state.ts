/**
 * Where the four parts of a body's state stand among its thirteen numbers:
 *
 *   Y(t) = (x(t), q(t), P(t), L(t))
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
