/**
 * Energy of a jump of velocities: the energy that impulses dissipate by bringing rows to rest, as in a plastic impact (Carnot).
 *
 *   ½ (v⁺ − v⁻)² = ½ Σ ΔP·Δv + ΔL·Δω      in the metric of the masses; of coordinates, the decrease of their kinetic energy
 *
 * It is computed from the motion before and after the jump, of each body by itself, and not as the remainder of a balance.
 */
import { bodySize, Slot } from "../../rigid/index.js";
import type { IslandModel } from "./island-model.js";

/** Numbers of a body (P, L, v, ω) and of a particle (v). */
const bodyWidth = 12;

/** Motion of the island before the jump. */
let before = new Float64Array(0);

/** Records the motion of the island before a jump. */
export function keepMotion({ system, bodies, movingCount, particleCount, coordinates }: IslandModel): void {
  const { state, velocity, angularVelocity, particles } = system;
  const size = bodyWidth * movingCount + 3 * particleCount + coordinates.length;
  if (before.length < size) before = new Float64Array(2 * size);
  let o = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    for (let k = 0; k < 6; k++) before[o++] = state[bodySize * i + Slot.P + k];
    for (let k = 3 * i; k < 3 * i + 3; k++) before[o++] = velocity[k];
    for (let k = 3 * i; k < 3 * i + 3; k++) before[o++] = angularVelocity[k];
  }
  for (let j = 0; j < particleCount; j++) for (let k = 3; k < 6; k++) before[o++] = particles.state[6 * j + k];
  for (let g = 0; g < coordinates.length; g++) before[o++] = coordinates[g].kineticEnergy();
}

/** Returns the energy of the jump since `keepMotion`, J. */
export function measureJump({ system, bodies, movingCount, particleCount, coordinates }: IslandModel): number {
  const { state, velocity, angularVelocity, particles } = system;
  let twice = 0;
  let o = 0;
  for (let b = 0; b < movingCount; b++, o += bodyWidth) {
    const i = bodies[b];
    const y = bodySize * i + Slot.P;
    for (let k = 0; k < 3; k++) {
      twice += (state[y + k] - before[o + k]) * (velocity[3 * i + k] - before[o + 6 + k]);
      twice += (state[y + 3 + k] - before[o + 3 + k]) * (angularVelocity[3 * i + k] - before[o + 9 + k]);
    }
  }
  for (let j = 0; j < particleCount; j++) {
    for (let k = 3; k < 6; k++, o++) {
      const jump = particles.state[6 * j + k] - before[o];
      if (particles.inverseMass[j] > 0) twice += particles.mass[j] * jump * jump;
    }
  }
  let sum = 0.5 * Math.max(0, twice);
  for (let g = 0; g < coordinates.length; g++, o++) sum += Math.max(0, before[o] - coordinates[g].kineticEnergy());
  return sum;
}
