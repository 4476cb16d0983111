/** Given forces on bodies of an island: those of contacts with what sleeps beside it. */

import type { RigidSystem } from "../../rigid/index.js";

/** A force on a body of an island and its moment about the centre of mass: six numbers of `wrench`. */
export interface Load {
  readonly body: number;
  readonly wrench: Float64Array;
  readonly offset: number;
}

/** A part of a system with given forces on its bodies. */
interface Loaded {
  readonly loads: readonly Load[];
  readonly system: RigidSystem;
}

/** Adds the forces of ties to the accumulators. */
export function applyLoads({ loads, system }: Loaded): void {
  const { force, torque } = system;
  for (let k = 0; k < loads.length; k++) {
    const { body, wrench, offset } = loads[k];
    for (let x = 0; x < 3; x++) {
      force[3 * body + x] += wrench[offset + x];
      torque[3 * body + x] += wrench[offset + 3 + x];
    }
  }
}
