/**
 * Constraints, a part at a time: trees of links (constrain-trees.ts), nets (constrain-nets.ts), the chain with a heavy
 * weight beside other engines (constrain-precision.ts), four-bars in a row (constrain-four-bars.ts), and garbage (constrain-garbage.ts). Each part is one function that prints its tables and returns the
 * bounds it missed, a line each.
 */
import { closeBench } from "./closing.js";
import { benchFourBars } from "./constrain-four-bars.js";
import { benchGarbage } from "./constrain-garbage.js";
import { benchNets } from "./constrain-nets.js";
import { benchPrecision } from "./constrain-precision.js";
import { benchTrees } from "./constrain-trees.js";

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const missed = [
    ...benchTrees(quick),
    ...benchNets(quick),
    ...benchFourBars(quick),
    ...(await benchGarbage()),
    ...(await benchPrecision(quick)),
  ];
  return closeBench(missed);
}
