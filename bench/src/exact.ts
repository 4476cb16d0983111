/**
 * The exact engine, a part at a time: evaluations of what is quiet and garbage (exact-quiet.ts), contact problems by every
 * solver (exact-problems.ts), islands and whole runs (exact-runs.ts). Each part is one function that prints its tables and
 * returns the bounds and aims it missed, a line each.
 */
import { benchProblems } from "./exact-problems.js";
import { benchBytes, benchEvaluation } from "./exact-quiet.js";
import { benchIslands, benchRuns } from "./exact-runs.js";

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const missed = [
    ...(await benchBytes("before all else")),
    ...benchEvaluation(quick),
    ...benchProblems(quick),
    ...benchIslands(quick),
    ...benchRuns(quick),
    ...(await benchBytes("after all else")),
  ];
  console.log(missed.length === 0 ? "\nAll bounds hold." : `\nMissed:\n  ${missed.join("\n  ")}`);
  return missed.length === 0 ? 0 : 1;
}
