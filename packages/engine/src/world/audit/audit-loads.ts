/**
 * Largest force and moment on each node and system of coordinates of an island, by its rows where forces were computed last: the
 * figures of the audit (audit.ts) are relative to them.
 */
import { vec3 } from "../../math/index.js";
import type { IslandSystem } from "../island/index.js";
import type { Audit } from "./audit.js";
import { measureThingLoads } from "./audit-things.js";

const wrench = new Float64Array(6);

/** Raises the largest forces and moments of the audit to those of an island. */
export function measureLoads({ largest, things }: Audit, island: IslandSystem): void {
  measureThingLoads(things, island);
  const {
    active: { table },
    model: { system, bodies, movingCount, particleCount, particleStart },
  } = island;
  const { jacobian: J, owner, rowStart, width, column, valueStart, lambda } = table;
  const { force, torque, particles } = system;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    largest[2 * i] = Math.max(largest[2 * i], vec3.length(force, 3 * i));
    largest[2 * i + 1] = Math.max(largest[2 * i + 1], vec3.length(torque, 3 * i));
  }
  for (let j = 0; j < particleCount; j++) {
    const i = system.count + j;
    largest[2 * i] = Math.max(largest[2 * i], vec3.length(particles.force, 3 * j));
  }
  wrench.fill(0);
  for (let k = 0; k < width.length; k++) {
    const isBody = width[k] === 6 && column[k] < 6 * movingCount;
    const isParticle = width[k] === 3 && column[k] >= particleStart && column[k] < particleStart + 3 * particleCount;
    if (!isBody && !isParticle) continue;
    const i = isBody ? bodies[column[k] / 6] : system.count + (column[k] - particleStart) / 3;
    let r = rowStart[owner[k]];
    for (let v = valueStart[k]; v < valueStart[k + 1]; v += width[k], r++) {
      for (let x = 0; x < width[k]; x++) wrench[x] = J[v + x] * lambda[r];
      largest[2 * i] = Math.max(largest[2 * i], vec3.length(wrench, 0));
      if (isBody) largest[2 * i + 1] = Math.max(largest[2 * i + 1], vec3.length(wrench, 3));
    }
  }
}
