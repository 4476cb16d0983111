/**
 * Dominoes, towers and a pit of boxes, ours with Rapier at 60 Hz beside it. Aims for 200 dominoes: faster than real time, and
 * no slower than ten times Rapier.
 */
import { createRapier } from "./accuracy/rapier.js";
import { type Aim, type Findings, joinFindings, judgeAim } from "./closing.js";
import { createJob, type JobKind } from "./friction-jobs.js";
import {
  describeGrowth,
  describeRanges,
  formatRun,
  judgeRun,
  type Outcome,
  runHeadings,
  timeOther,
  timeOurs,
} from "./friction-runs.js";
import { printTable } from "./support.js";

const aims = { size: 200, realTime: 1, rapier: 10 };

export async function benchDominoes(sizes: readonly number[], limit: number, starts: number): Promise<Findings> {
  console.log("\nFree-standing dominoes of 20 × 100 × 50 mm, 50 mm apart, μ = 0.5, until the last is down\n");
  return benchJobs("dominoes", sizes, limit, starts, judgeDominoes);
}

/** The aims of a row of dominoes: of 200, and of no other number. A row that did not fall to its end misses them. */
export function judgeDominoes(name: string, size: number, own: Outcome, other: Outcome): Aim[] {
  if (size !== aims.size) return [];
  const part = own.isDone ? 1 : Infinity;
  return [
    judgeAim(`${name}, real time`, (part * own.time) / own.reached / aims.realTime),
    judgeAim(`${name}, ${aims.rapier} times the time of Rapier`, (part * own.time) / other.time / aims.rapier),
  ];
}

export async function benchTowers(sizes: readonly number[], limit: number, starts: number): Promise<Findings> {
  console.log("\nTowers of blocks, three a layer, each across those below, μ = 0.5: 60 s at rest\n");
  const standing = await benchJobs("standing", sizes, limit, starts);
  console.log("\nThe same, struck in the middle by a ball of 0.2 kg with 2 m/s: 1 s\n");
  return joinFindings([standing, await benchJobs("struck", sizes, limit, starts)]);
}

export async function benchPit(sizes: readonly number[], limit: number, starts: number): Promise<Findings> {
  console.log(
    "\nBoxes of 0.4 to 0.7 m dropped into a pit of 2.5 × 2.5 m, μ = 0.5, e = 0, until all rest: ours below 1e-6 m/s, Rapier below 0.01\n",
  );
  return benchJobs("pit", sizes, limit, starts);
}

async function benchJobs(
  kind: JobKind,
  sizes: readonly number[],
  limit: number,
  starts: number,
  judgeAims: (name: string, size: number, own: Outcome, other: Outcome) => Aim[] = () => [],
): Promise<Findings> {
  const rapier = await createRapier();
  const jobs = sizes.flatMap((size) => Array.from({ length: starts }, (_, start) => createJob(kind, size, start)));
  const outcomes: Outcome[] = [];
  for (const job of jobs) outcomes.push(await timeOurs(job, limit));
  const others = jobs.map((job) => timeOther(rapier, job));
  printTable(
    runHeadings,
    jobs.flatMap(({ name }, k) => [formatRun(name, outcomes[k]), formatRun("  Rapier, 60 Hz", others[k])]),
  );
  console.log(`\nours: ${describeGrowth(jobs, outcomes)}; Rapier: ${describeGrowth(jobs, others)}`);
  for (const line of describeRanges(jobs, outcomes)) console.log(line);
  return {
    bounds: jobs.flatMap(({ name }, k) => judgeRun(name, outcomes[k])),
    aims: jobs.flatMap(({ name, size }, k) => judgeAims(name, size, outcomes[k], others[k])),
  };
}
