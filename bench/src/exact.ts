/**
 * The exact engine, a part at a time: evaluations of what is quiet and garbage (exact-quiet.ts), contact problems by every
 * solver (exact-problems.ts), islands and whole runs (exact-runs.ts). Each part is one function that prints its tables and
 * returns the bounds it missed and the aims it measured.
 */
import { closeBench, joinFindings } from "./closing.js";
import { benchProblems } from "./exact-problems.js";
import { benchBytes, benchEvaluation } from "./exact-quiet.js";
import { benchIslands, benchRuns } from "./exact-runs.js";

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const { bounds, aims } = joinFindings([
    await benchBytes("before all else"),
    benchEvaluation(quick),
    { bounds: benchProblems(quick), aims: [] },
    benchIslands(quick),
    benchRuns(quick),
    await benchBytes("after all else"),
  ]);
  return closeBench(bounds, aims);
}
