/** What the audit (audit.ts) expects of the nodes and things of an island, kept to come back to: where it goes back, it does so too. */

import type { IslandModel } from "../island/index.js";
import { countNodes, findNode, nodeSize } from "../island/index.js";
import { type Audit, impulseSize } from "./audit.js";
import { countOwn } from "./audit-things.js";

/** An island, and the world whose audit expects it. */
interface Audited {
  readonly island: IslandModel;
  readonly world: { readonly audit: Audit };
}

const width = nodeSize + impulseSize;

export function createAuditMemory({ island }: Audited): Float64Array {
  return new Float64Array(width * countNodes(island) + countOwn(island) + island.coordinates.length);
}

export function saveAudit(out: Float64Array, { island, world }: Audited): void {
  const { expected, impulse, things } = world.audit;
  const { coordinates, ownStart, parts } = island;
  for (let k = 0; k < countNodes(island); k++) {
    const i = findNode(island, k);
    for (let e = 0; e < nodeSize; e++) out[width * k + e] = expected[nodeSize * i + e];
    for (let e = 0; e < impulseSize; e++) out[width * k + nodeSize + e] = impulse[impulseSize * i + e];
  }
  let o = width * countNodes(island);
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < 2 * coordinates[g].width; k++) out[o++] = things.expected[ownStart[g] + k];
    out[o++] = things.impulse[parts.coordinates[g]];
  }
}

export function loadAudit(from: Float64Array, { island, world }: Audited): void {
  const { expected, impulse, things } = world.audit;
  const { coordinates, ownStart, parts } = island;
  for (let k = 0; k < countNodes(island); k++) {
    const i = findNode(island, k);
    for (let e = 0; e < nodeSize; e++) expected[nodeSize * i + e] = from[width * k + e];
    for (let e = 0; e < impulseSize; e++) impulse[impulseSize * i + e] = from[width * k + nodeSize + e];
  }
  let o = width * countNodes(island);
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < 2 * coordinates[g].width; k++) things.expected[ownStart[g] + k] = from[o++];
    things.impulse[parts.coordinates[g]] = from[o++];
  }
}
