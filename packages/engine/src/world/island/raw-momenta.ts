/** Momenta of an island by the integrator alone, before the projection at the end of a step. */
import { Slot } from "../../rigid/index.js";
import type { IslandModel } from "./island-model.js";
import { countNodes, findNode, nodeSize, readNode } from "./nodes.js";

const node = new Float64Array(nodeSize);

/** Writes P and L of each node of an island, and u and u̇ of its generalized coordinates, before the projection to `raw`. */
export function keepRaw(raw: Float64Array, island: IslandModel): void {
  for (let k = 0; k < countNodes(island); k++) {
    readNode(node, 0, island.system, findNode(island, k));
    for (let e = 0; e < 6; e++) raw[6 * k + e] = node[Slot.P + e];
  }
  keepRawThings(raw, 6 * countNodes(island), island);
}

/** Writes u and u̇ of the generalized coordinates of an island to raw[o …]. */
function keepRawThings(raw: Float64Array, o: number, { coordinates, ownStart, own }: IslandModel): void {
  let to = o;
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < 2 * coordinates[g].width; k++) raw[to++] = own[ownStart[g] + k];
  }
}
