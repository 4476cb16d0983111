/** Parts of an island that the choice of active rows reads and writes. */
import type { IslandContext } from "../context/index.js";

/** Parts of an island that the choice of active rows reads and writes: no other part is visible in this room. */
export type ActiveSetContext = Pick<
  IslandContext,
  "world" | "island" | "limits" | "jointFriction" | "candidates" | "contactSet" | "memory" | "solvers" | "display"
>;
