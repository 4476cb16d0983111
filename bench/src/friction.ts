/**
 * Friction in the exact engine, a part at a time: dominoes, towers and a pit beside Rapier (friction-heaps.ts), and contact
 * problems (friction-problems.ts). Each part prints its tables and returns the bounds it missed and the aims it measured.
 *
 *   --only=dominoes,pit      parts: dominoes, towers, pit, problems
 *   --sizes=5,10             in the place of each part's own
 *   --limit=30               processor seconds a run, at most; else 20, of towers 300, of a pit 3600
 *   --starts=5               runs of each, from starts 1e-12 m apart: the spread of their results is the effect of rounding; else 1
 */
import { closeBench, type Findings, joinFindings } from "./closing.js";
import { benchDominoes, benchPit, benchTowers } from "./friction-heaps.js";
import { benchConeProblems } from "./friction-problems.js";
import { readList, readNumbers } from "./support.js";

export const options = ["--only=", "--sizes=", "--limit=", "--starts="];

const parts = {
  dominoes: { sizes: [5, 10, 50, 200], quick: [2, 5], limit: 20, bench: benchDominoes },
  towers: { sizes: [10, 30, 100], quick: [10], limit: 300, bench: benchTowers },
  pit: { sizes: [20, 50, 100, 200], quick: [4], limit: 3600, bench: benchPit },
  problems: { sizes: [10, 30, 100, 200, 500], quick: [10, 30], limit: 20, bench: benchConeProblems },
};

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const only = readList(args, "--only") ?? Object.keys(parts);
  const sizes = readNumbers(args, "--sizes");
  const [limit] = readNumbers(args, "--limit") ?? [];
  const [starts] = readNumbers(args, "--starts") ?? [1];
  const unknown = only.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(", ")}; there is ${Object.keys(parts).join(", ")}.`);
    return 2;
  }
  const findings: Findings[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (!only.includes(name)) continue;
    findings.push(
      await part.bench(sizes ?? (quick ? part.quick : part.sizes), limit ?? (quick ? 3 : part.limit), starts),
    );
  }
  const { bounds, aims } = joinFindings(findings);
  return closeBench(bounds, aims);
}
