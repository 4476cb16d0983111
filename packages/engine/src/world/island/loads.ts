/** Given forces on bodies of an island: those of the contacts of a frozen interface, with sleeping bodies. */

import type { RigidSystem } from "../../rigid/index.js";

/** A force on a body of an island and its moment about the centre of mass: six numbers of `wrench`. */
export interface Load {
  /** Row of the body. */
  readonly body: number;
  /** Force and moment, among others. */
  readonly wrench: Float64Array;
  /** First of the six numbers. */
  readonly offset: number;
}

/** Adds the loads to the accumulators. */
export function applyLoads(loads: readonly Load[], system: RigidSystem): void {
  const { force, torque } = system;
  for (let k = 0; k < loads.length; k++) {
    const { body, wrench, offset } = loads[k];
    for (let x = 0; x < 3; x++) {
      force[3 * body + x] += wrench[offset + x];
      torque[3 * body + x] += wrench[offset + 3 + x];
    }
  }
}
