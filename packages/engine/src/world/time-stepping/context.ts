/** The view that time-stepping has of an island. */
import type { ActiveSetContext } from "../active-set/index.js";
import type { DetectionContext } from "../detection/index.js";
import type { EventContext } from "../event-handling/index.js";

/**
 * Parts of an island that a time step needs: those of the rooms by which it detects contacts, activates rows and handles impacts.
 */
export type SteppingContext = ActiveSetContext & DetectionContext & EventContext;
