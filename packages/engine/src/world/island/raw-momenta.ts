/** Momenta of an island where forces have led them, before the end of a step is put onto its rows. */
import { Slot } from "../../rigid/index.js";
import type { IslandModel } from "./island-model.js";
import { countNodes, findNode, nodeSize, readNode } from "./nodes.js";

const node = new Float64Array(nodeSize);

/** P and L of each node of an island, u and u̇ of its things, where forces have led them: written to `raw` before a step is put onto its rows. */
export function keepRaw(raw: Float64Array, island: IslandModel): void {
  for (let k = 0; k < countNodes(island); k++) {
    readNode(node, 0, island.system, findNode(island, k));
    for (let e = 0; e < 6; e++) raw[6 * k + e] = node[Slot.P + e];
  }
  keepRawThings(raw, 6 * countNodes(island), island);
}

/** Writes u and u̇ of the things of an island where forces have led them to raw[o …], before a step is put onto its rows. */
function keepRawThings(raw: Float64Array, o: number, { coordinates, ownStart, own }: IslandModel): void {
  let to = o;
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < 2 * coordinates[g].width; k++) raw[to++] = own[ownStart[g] + k];
  }
}
