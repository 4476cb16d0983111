/** Copy of the sums of the audit (audit.ts) of an island, for its rollback. */

import type { IslandModel } from "../island/index.js";
import { countNodes, findNode, nodeSize } from "../island/index.js";
import { type Audit, impulseSize } from "./audit.js";

/** An island, and the world that it belongs to. */
interface Audited {
  readonly island: { readonly model: IslandModel };
  readonly world: { readonly audit: Audit };
}

/** Number of entries of a node in the copy. */
const width = nodeSize + impulseSize;

/** Returns the number of entries of the sums of an island. */
export function measureAuditMemory({ island: { model } }: Audited): number {
  return width * countNodes(model) + model.ownCount + model.coordinates.length;
}

/** Copies the sums of an island to an array. */
export function saveAudit(out: Float64Array, { island: { model }, world }: Audited): void {
  const { expected, impulse, things } = world.audit;
  const { coordinates, ownStart, parts } = model;
  for (let k = 0; k < countNodes(model); k++) {
    const i = findNode(model, k);
    for (let e = 0; e < nodeSize; e++) out[width * k + e] = expected[nodeSize * i + e];
    for (let e = 0; e < impulseSize; e++) out[width * k + nodeSize + e] = impulse[impulseSize * i + e];
  }
  let o = width * countNodes(model);
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < 2 * coordinates[g].width; k++) out[o++] = things.expected[ownStart[g] + k];
    out[o++] = things.impulse[parts.coordinates[g]];
  }
}

/** Restores the sums of an island from an array. */
export function loadAudit(from: Float64Array, { island: { model }, world }: Audited): void {
  const { expected, impulse, things } = world.audit;
  const { coordinates, ownStart, parts } = model;
  for (let k = 0; k < countNodes(model); k++) {
    const i = findNode(model, k);
    for (let e = 0; e < nodeSize; e++) expected[nodeSize * i + e] = from[width * k + e];
    for (let e = 0; e < impulseSize; e++) impulse[impulseSize * i + e] = from[width * k + nodeSize + e];
  }
  let o = width * countNodes(model);
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < 2 * coordinates[g].width; k++) things.expected[ownStart[g] + k] = from[o++];
    things.impulse[parts.coordinates[g]] = from[o++];
  }
}
