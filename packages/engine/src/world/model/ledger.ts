/**
 * Power of the forces in the accumulators of an island: Σ F·v + τ·ω of bodies, Σ f·v of particles, Σ Q·u̇ of coordinates. The
 * power of one force is the difference of these sums before and after the force was applied.
 */
import type { StateLayout } from "../../constrain/index.js";
import { Answer } from "../../rigid/index.js";

/** Slots of the ledger, which holds the integrals of the energy balance. */
export const LedgerSlot = {
  /** Work done by forces without a potential, by motors and by driven bodies, J. */
  work: 0,
  /** Energy dissipated by forces that only dissipate, and by impacts, J. */
  dissipated: 1,
} as const;

/** Writes the power of the forces in the accumulators to out[o], W. */
export function measurePower(out: Float64Array, o: number, layout: StateLayout): void {
  const { system, bodies, bodyCount, coordinates, own, ownStart } = layout;
  const { force, torque, velocity, angularVelocity, answers, particles } = system;
  let sum = 0;
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    if (answers[i] === Answer.none) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) sum += force[k] * velocity[k] + torque[k] * angularVelocity[k];
  }
  for (let j = 0; j < layout.particleCount; j++) {
    // an anchor, a particle without mass on a body, passes its force on to the body
    if (particles.inverseMass[j] === 0 && particles.mass[j] !== 0) continue;
    for (let k = 0; k < 3; k++) sum += particles.force[3 * j + k] * particles.state[6 * j + 3 + k];
  }
  for (let g = 0; g < coordinates.length; g++) {
    const { width, force: Q } = coordinates[g];
    for (let k = 0; k < width; k++) sum += Q[k] * own[ownStart[g] + width + k];
  }
  out[o] = sum;
}
