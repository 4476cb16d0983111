/**
 * Random scenes by the thousand: each is run for a second of simulated time in a thread, with a limit of processor time, and
 * judged by the invariants of every scene (packages/scenes/src/random/judge.ts). The exit code is 1 if there were faults.
 *
 *   --from=1000              the first seed; else 0
 *   --count=5000             how many; else 280, with --quick 28
 *   --limit=20               processor seconds a scene, at most; else 60
 *   --friction=none          none, all; else every other one
 *   --only=pit,stack         kinds of scenes; else all take turns, and each time they have, one of extreme masses
 *   --twice=10               every so many scenes one is run twice, and the bits are compared; else 10
 *
 * Faults are reported as they come; Ctrl-C ends it after the scene at hand, with the table of those so far.
 *
 * Columns: how many ran to their end; how many of these with a fallback that the world reported; how many ended before, with a
 * message; how many had not ended when their time was over; how many broke a bound that the world did not report; the median and the
 * longest time.
 */
import { extremeKinds, randomKinds } from "@rigor/scenes";
import { RandomRuns, type Verdict } from "./random-runs.js";
import { formatTime, printTable, readList, readNumbers } from "./support.js";

export const options = ["--from=", "--count=", "--limit=", "--friction=", "--only=", "--twice="];

export async function run(args: readonly string[]): Promise<number> {
  const from = Number(readList(args, "--from")?.[0] ?? 0);
  const [count] = readNumbers(args, "--count") ?? [args.includes("--quick") ? 28 : 280];
  const [limit] = readNumbers(args, "--limit") ?? [60];
  const [twice] = readNumbers(args, "--twice") ?? [10];
  const [friction] = readList(args, "--friction") ?? ["some"];
  const all = [...randomKinds, ...extremeKinds];
  const only = readList(args, "--only") ?? all;
  const unknown = only.filter((kind) => !all.includes(kind));
  if (unknown.length > 0 || !(from >= 0) || !["none", "all", "some"].includes(friction)) {
    console.error(`--only: ${all.join(", ")}; --friction: none, all, some; --from: a seed, 0 or more`);
    return 2;
  }
  const runs = new RandomRuns(limit);
  const verdicts: Verdict[] = [];
  let isOver = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      isOver = true;
    });
  }
  for (let seed = from; verdicts.length < count && !isOver; seed++) {
    const turn = seed % randomKinds.length;
    // of extreme masses by themselves, every seed is one
    const isOnly = only.every((kind) => extremeKinds.includes(kind));
    const others = isOnly || turn === randomKinds.length - 1 ? extremeKinds : [];
    for (const kind of [randomKinds[turn], ...others].filter((kind) => only.includes(kind))) {
      if (verdicts.length >= count || isOver) break;
      const isTwice = verdicts.length % twice === 0;
      const task = { seed, kind, friction: friction === "some" ? undefined : friction === "all", isTwice };
      const verdict = await runs.judge(task);
      verdicts.push(verdict);
      if (isFaulty(verdict) || verdict.message !== "") console.log(describe(verdict));
    }
  }
  runs.end();
  print(verdicts, only);
  return verdicts.some(isFaulty) ? 1 : 0;
}

/** The number of seeds that are named beside each fallback. */
const shown = 5;

const isFaulty = ({ faults, isLate }: Verdict) => faults.length > 0 || isLate;

function print(verdicts: readonly Verdict[], kinds: readonly string[]): void {
  const rows = [...kinds, "all"].map((kind) => {
    const own = verdicts.filter((verdict) => kind === "all" || verdict.kind === kind);
    const times = own.map(({ time }) => time).sort((a, b) => a - b);
    const tally = (isOne: (verdict: Verdict) => boolean) => String(own.filter(isOne).length);
    return [
      kind,
      String(own.length),
      tally(({ message, isLate }) => message === "" && !isLate),
      tally(({ message, isLate, fallbacks }) => message === "" && !isLate && fallbacks.length > 0),
      tally(({ message }) => message !== ""),
      tally(({ isLate }) => isLate),
      tally(({ faults }) => faults.length > 0),
      formatTime(times[Math.floor(times.length / 2)] ?? 0),
      formatTime(times[times.length - 1] ?? 0),
    ];
  });
  console.log();
  printTable(["", "scenes", "ended", "fallbacks", "failed", "late", "faulty", "median", "longest"], rows);
  const counts = new Map<string, number[]>();
  for (const { seed, fallbacks: words } of verdicts) {
    for (const what of words) counts.set(what, [...(counts.get(what) ?? []), seed]);
  }
  const lines = [...counts]
    .sort((a, b) => b[1].length - a[1].length)
    .map(
      ([what, seeds]) =>
        `  ${seeds.length} × ${what}: ${seeds.slice(0, shown).join(", ")}${seeds.length > shown ? ", …" : ""}`,
    );
  if (lines.length > 0) console.log(`\nFallbacks, in how many scenes:\n${lines.join("\n")}`);
  if (verdicts.every((verdict) => !isFaulty(verdict) && verdict.message === "")) {
    console.log("\nEvery scene came to its end, within its bounds or with a fallback.");
  }
}

/** The faults of a scene in one line. */
function describe({ seed, kind, time, message, isLate, reached, steps, events, faults }: Verdict): string {
  const late = `not over at t = ${reached.toFixed(3)} after ${steps} steps, ${events} events`;
  const what = [...(message === "" ? [] : [`failed: ${message}`]), ...(isLate ? [late] : []), ...faults];
  return `${seed} ${kind}, ${formatTime(time)}: ${what.join("; ")}`;
}
