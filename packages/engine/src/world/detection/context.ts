/** The view that detection has of an island. */
import type { IslandContext } from "../context/index.js";

/** Parts of an island that detection reads and writes; no other part is visible in this room. */
export type DetectionContext = Pick<
  IslandContext,
  "world" | "island" | "limits" | "jointFriction" | "candidates" | "contactSet" | "memory" | "solvers" | "display"
>;
