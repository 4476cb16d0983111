/**
 * Dominoes, towers and a pit of boxes, ours with Rapier at 60 Hz beside it. Aims for 200 dominoes: faster than real time, and
 * no slower than ten times Rapier.
 */
import { createRapier } from "./accuracy/rapier.js";
import { createJob, type JobKind } from "./friction-jobs.js";
import {
  describeGrowth,
  formatRun,
  judgeRun,
  type Outcome,
  runHeadings,
  timeOther,
  timeOurs,
} from "./friction-runs.js";
import { printTable } from "./support.js";

const aims = { size: 200, realTime: 1, rapier: 10 };

export async function benchDominoes(sizes: readonly number[], limit: number): Promise<string[]> {
  console.log("\nFree-standing dominoes of 20 × 100 × 50 mm, 50 mm apart, μ = 0.5, until the last is down\n");
  return benchJobs("dominoes", sizes, limit, (name, size, own, other) => {
    if (size !== aims.size || !own.isDone) return [];
    const [real, beside] = [own.time / own.reached / aims.realTime, own.time / other.time / aims.rapier];
    return [
      ...(real <= 1 ? [] : [`${name}: aim of real time missed by ${real.toFixed(1)} ×`]),
      ...(beside <= 1 ? [] : [`${name}: aim of ${aims.rapier} × Rapier missed by ${beside.toFixed(1)} ×`]),
    ];
  });
}

export async function benchTowers(sizes: readonly number[], limit: number): Promise<string[]> {
  console.log("\nTowers of blocks, three a layer, each across those below, μ = 0.5: 60 s at rest\n");
  const standing = await benchJobs("standing", sizes, limit);
  console.log("\nThe same, struck in the middle by a ball of 0.2 kg with 2 m/s: 1 s\n");
  return [...standing, ...(await benchJobs("struck", sizes, limit))];
}

export async function benchPit(sizes: readonly number[], limit: number): Promise<string[]> {
  console.log(
    "\nBoxes of 0.4 to 0.7 m dropped into a pit of 2.5 × 2.5 m, μ = 0.5, e = 0, until all rest: ours below 1e-6 m/s, Rapier below 0.01\n",
  );
  return benchJobs("pit", sizes, limit);
}

async function benchJobs(
  kind: JobKind,
  sizes: readonly number[],
  limit: number,
  judgeAims: (name: string, size: number, own: Outcome, other: Outcome) => string[] = () => [],
): Promise<string[]> {
  const rapier = await createRapier();
  const jobs = sizes.map((size) => createJob(kind, size));
  const outcomes: Outcome[] = [];
  for (const job of jobs) outcomes.push(await timeOurs(job, limit));
  const others = jobs.map((job) => timeOther(rapier, job));
  printTable(
    runHeadings,
    jobs.flatMap(({ name }, k) => [formatRun(name, outcomes[k]), formatRun("  Rapier, 60 Hz", others[k])]),
  );
  console.log(`\nours: ${describeGrowth(jobs, outcomes)}; Rapier: ${describeGrowth(jobs, others)}`);
  return jobs.flatMap(({ name, size }, k) => [
    ...judgeRun(name, outcomes[k]),
    ...judgeAims(name, size, outcomes[k], others[k]),
  ]);
}
