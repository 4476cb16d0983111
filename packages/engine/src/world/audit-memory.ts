/** What the audit (audit.ts) expects of the bodies of an island, kept to come back to: where it goes back, it does so too. */
import { expectedSize, impulseSize } from "./audit.js";
import type { IslandRun } from "./run.js";

const width = expectedSize + impulseSize;

export function createAuditMemory({ island }: IslandRun): Float64Array {
  return new Float64Array(width * island.movingCount);
}

export function saveAudit(out: Float64Array, { island, kit }: IslandRun): void {
  const { expected, impulse } = kit.audit;
  for (let b = 0; b < island.movingCount; b++) {
    const i = island.bodies[b];
    for (let k = 0; k < expectedSize; k++) out[width * b + k] = expected[expectedSize * i + k];
    for (let k = 0; k < impulseSize; k++) out[width * b + expectedSize + k] = impulse[impulseSize * i + k];
  }
}

export function loadAudit(from: Float64Array, { island, kit }: IslandRun): void {
  const { expected, impulse } = kit.audit;
  for (let b = 0; b < island.movingCount; b++) {
    const i = island.bodies[b];
    for (let k = 0; k < expectedSize; k++) expected[expectedSize * i + k] = from[width * b + k];
    for (let k = 0; k < impulseSize; k++) impulse[impulseSize * i + k] = from[width * b + expectedSize + k];
  }
}
