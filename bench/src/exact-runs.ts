/**
 * Runs of the exact engine: processor time beside simulated time, with how exact the run was: the deepest penetration, the
 * energy balance, relative to its largest term, and the joints. Each has a limit; one that reaches it says where it was.
 */
import type { World, WorldReport } from "@rigor/engine/world";
import { type Aim, type Findings, joinFindings, judgeAim } from "./closing.js";
import { buildBricks, buildChain, buildIslands, buildPit, buildStack, buildTangle } from "./exact-scenes.js";
import { fitExponent, formatTime, printTable } from "./support.js";

interface Run {
  readonly name: string;
  build(): World;
  /** Simulated, s. */
  readonly duration: number;
  /** An aim: processor seconds a simulated second, at most. */
  readonly aim?: number;
}

interface Outcome {
  readonly reached: number;
  /** Processor time, s. */
  readonly time: number;
  readonly steps: number;
  readonly events: number;
  readonly penetration: number;
  readonly energy: number;
  readonly constraint: number;
  /** Why it ended before its time. */
  readonly fault: string;
}

/** Bounds of any run: penetration, m; energy balance, relative; joints, m. */
const bounds = { penetration: 1e-7, energy: 1e-7, constraint: 1e-9 };
/** Between two looks at the clock, s of simulated time and steps. */
const slice = { time: 1 / 120, steps: 5000 };

export function benchRuns(quick: boolean): Findings {
  console.log("\nRuns: processor time, and how exact they were\n");
  const limit = quick ? 5 : 30;
  const stacks = quick ? [10, 30] : [10, 30, 100];
  const pits = quick ? [20] : [20, 50, 100];
  const runs: Run[] = [
    ...stacks.map((n) => ({ name: `stack of ${n} at rest`, build: () => buildStack(n, 0), duration: 60 })),
    ...stacks.map((n) => ({
      name: `stack of ${n} dropped into place`,
      build: () => buildStack(n, 0.01),
      duration: 1,
      ...(n === 10 ? { aim: 1 } : {}),
    })),
    { name: "chain of 100 swings and strikes", build: () => buildChain(100), duration: quick ? 0.5 : 2, aim: 1 },
    { name: "6 chains of 5 dropped on one another", build: () => buildTangle(6), duration: quick ? 0.5 : 1 },
    { name: "30 bricks overbalanced", build: () => buildBricks(30), duration: 0.5 },
    ...pits.map((n) => ({ name: `${n} boxes dropped into a pit`, build: () => buildPit(n), duration: 2 })),
  ];
  const missed: string[] = [];
  const aims: Aim[] = [];
  const rows = runs.map((run) => {
    const outcome = timeRun(run, limit);
    missed.push(...judge(run, outcome));
    if (run.aim !== undefined)
      aims.push(judgeAim(`${run.name}, by real time`, outcome.time / outcome.reached / run.aim));
    const { reached, time, steps, events, penetration, energy, constraint } = outcome;
    const aim = run.aim === undefined ? "" : `${run.aim.toFixed(1)} ×`;
    return [
      run.name,
      `${reached.toPrecision(3)} of ${run.duration} s`,
      formatTime(time),
      `${(time / reached).toFixed(2)} ×`,
      aim,
      String(steps),
      String(events),
      ...[penetration, energy, constraint].map((x) => x.toExponential(1)),
    ];
  });
  printTable(
    ["scene", "simulated", "time", "by real time", "aim", "steps", "events", "penetration", "energy", "joints"],
    rows,
  );
  return { bounds: missed, aims };
}

function judge({ name }: Run, { penetration, energy, constraint, fault }: Outcome): string[] {
  const missed: string[] = [];
  if (fault !== "") missed.push(`${name}: ${fault}`);
  for (const [what, got] of Object.entries({ penetration, energy, constraint })) {
    const bound = bounds[what as keyof typeof bounds];
    if (!(got <= bound)) missed.push(`${name}: ${what} ${got.toExponential(1)}, should be at most ${bound}`);
  }
  return missed;
}

/** Runs it to its end in steps of simulated time, or until it has used up its processor time. */
function timeRun({ build, duration }: Run, limit: number, step = slice.time): Outcome {
  const world = build();
  const figures = { steps: 0, events: 0, penetration: 0, energy: 0, constraint: 0 };
  let fault = "";
  const start = process.cpuUsage();
  const elapsed = () => 1e-6 * process.cpuUsage(start).user;
  let report: WorldReport | undefined;
  while (world.time < duration && fault === "") {
    report = world.advanceTo(Math.min(duration, world.time + step), { maxSteps: slice.steps });
    const { status, message, steps, events, worst } = report;
    figures.steps += steps;
    figures.events += events.length;
    figures.penetration = Math.max(figures.penetration, worst.penetration);
    figures.energy = Math.max(figures.energy, worst.energyError);
    figures.constraint = Math.max(figures.constraint, worst.constraintError);
    if (status !== "done") fault = message;
    else if (world.time < duration && elapsed() > limit)
      fault = `stopped after ${limit} s at t = ${world.time.toFixed(3)}`;
  }
  return { ...figures, reached: world.time, time: elapsed(), fault };
}

/** Exponent of the cost by the number of islands, at most. */
const islandExponent = 1.1;

/** Independent islands: what each costs, and how the cost grows with their number, in slices and in one go. */
export function benchIslands(quick: boolean): Findings {
  const counts = quick ? [1, 10] : [1, 10, 100];
  return joinFindings([slice.time, 1].map((step) => benchIslandsBy(step, counts)));
}

function benchIslandsBy(step: number, counts: readonly number[]): Findings {
  const way = step < 1 ? "in steps of 1/120 s" : "in one go";
  console.log(`\nIndependent islands: stacks of three that fall into place, for 1 s ${way}\n`);
  const time = (n: number) => timeRun({ name: "", build: () => buildIslands(n), duration: 1 }, 120, step);
  // some before, so that all are compiled alike; then as many of each number as it takes for 300, garbage and all
  for (let k = 0; k < 20; k++) time(10);
  const outcomes = counts.map((n) => {
    const runs = Array.from({ length: Math.ceil(300 / n) }, () => time(n));
    return { ...runs[0]!, time: runs.reduce((sum, run) => sum + run.time, 0) / runs.length };
  });
  printTable(
    ["islands", "time", "an island", "steps of one", "penetration", "energy"],
    outcomes.map(({ time, steps, penetration, energy }, k) => [
      String(counts[k]),
      formatTime(time),
      formatTime(time / counts[k]!),
      (steps / counts[k]!).toFixed(1),
      penetration.toExponential(1),
      energy.toExponential(1),
    ]),
  );
  const p = fitExponent(
    counts,
    outcomes.map(({ time }) => time),
  );
  console.log(`\nexponent by islands: ${p.toFixed(3)}, aim ${islandExponent}`);
  const bounds = outcomes.flatMap(({ fault }, k) => (fault === "" ? [] : [`${counts[k]} islands: ${fault}`]));
  return { bounds, aims: [judgeAim(`exponent by islands, ${way}`, p / islandExponent, `, ${p.toFixed(3)}`)] };
}
