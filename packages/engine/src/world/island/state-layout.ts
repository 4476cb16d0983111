/** Layout of the state of an island, for the paths that are recorded from it. */
import { bodySize } from "../../rigid/index.js";
import type { PathLayout } from "../trajectory/index.js";
import type { Nodes } from "./nodes.js";

const noParticles = new Int32Array(0);

/** Returns the layout of the state of an island. */
export function createStateLayout({ movingCount, bodies, particleCount }: Nodes): PathLayout {
  return {
    count: movingCount,
    bodies,
    particleCount,
    particles: particleCount === 0 ? noParticles : Int32Array.from({ length: particleCount }, (_, j) => j),
    particleStart: bodySize * movingCount,
  };
}
