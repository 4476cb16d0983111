/** Parts of an island that time-stepping reads and writes. */
import type { ActiveSetContext } from "../active-set/index.js";
import type { IslandContext } from "../context/index.js";
import type { DetectionContext } from "../detection/index.js";
import type { EventContext } from "../event-handling/index.js";

/** Parts of an island that this room reads and writes itself: no other part is visible in it. */
type SteppingParts = Pick<IslandContext, "world" | "island" | "jointFriction" | "contactSet" | "memory" | "solvers">;

/** Parts of an island that time-stepping needs, with those of the rooms by which it detects contacts and activates rows. */
export type SteppingContext = SteppingParts & ActiveSetContext & DetectionContext & EventContext;
