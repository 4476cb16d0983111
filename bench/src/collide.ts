/**
 * Collision detection, a part at a time: the broad phase (collide-broad.ts), the narrow phase (collide-narrow.ts), and both
 * in a heap of hulls, beside other engines (collide-pile.ts). Each part is one function that prints its tables and returns
 * the bounds it missed, a line each.
 */
import { closeBench } from "./closing.js";
import { benchBroadPhase } from "./collide-broad.js";
import { benchNarrowPhase } from "./collide-narrow.js";
import { benchPile } from "./collide-pile.js";

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const missed = [...benchBroadPhase(quick), ...benchNarrowPhase(quick), ...(await benchPile(quick))];
  return closeBench(missed);
}
