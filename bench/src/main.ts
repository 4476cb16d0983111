/**
 * `npm run bench` runs every benchmark; `npm run bench ode -- --quick` runs one, with options. One file a benchmark, each
 * with a function `run(args)`.
 *
 * Exit code 0: all that was measured holds; 1: one failed or missed a bound; 3: all bounds hold, and an aim was missed;
 * 2: bad usage.
 */
import { cpus } from "node:os";
import { joinCodes } from "./closing.js";

interface Benchmark {
  /** Options it knows beside `--quick`; those that end in = take a value. */
  readonly options?: readonly string[];
  /** Runs it. `args` are the options from the command line. A number, returned or promised, is an exit code. */
  run(args: string[]): unknown;
}

const benchmarks: Record<string, { about: string; load(): Promise<Benchmark> }> = {
  ode: { about: "error against evaluations and time, for every solver", load: () => import("./ode.js") },
  linalg: {
    about: "sparse factors against conjugate gradients: time, fill, growth",
    load: () => import("./linalg.js"),
  },
  particles: { about: "springs, lattices and buckets: time, growth, garbage", load: () => import("./particles.js") },
  rigid: {
    about: "bodies: an evaluation, its growth, and a tumbling box beside cannon-es and Rapier",
    load: () => import("./rigid.js"),
  },
  collide: {
    about: "broad and narrow phase: time, growth, garbage; a heap of hulls beside Rapier, Jolt and cannon-es",
    load: () => import("./collide.js"),
  },
  constrain: {
    about:
      "chains, trees and nets: time, growth, garbage; a chain with a heavy weight beside Rapier, Jolt, Havok and MuJoCo",
    load: () => import("./constrain.js"),
  },
  exact: {
    about: "stacks, a chain, bricks, a pit, islands and contact problems: time, growth, garbage, and how exact",
    load: () => import("./exact.js"),
  },
  accuracy: {
    about: "scenes with known answers, ours beside Rapier, Jolt, Havok, PhysX, MuJoCo, cannon-es and crashcat",
    load: () => import("./accuracy.js"),
  },
  friction: {
    about: "dominoes beside Rapier, towers, a pit and contact problems: time, growth, and how exact",
    load: () => import("./friction.js"),
  },
  random: {
    about: "random scenes by the thousand: does every step end, within its bounds or with a word why not",
    load: () => import("./random.js"),
  },
  io: {
    about: "what part of a run is writing, how soon the command answers, the viewer's size and frames a second",
    load: () => import("./io.js"),
  },
};

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const names = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = args.slice(names.length);
  if (options.includes("--list") || options.includes("--help")) {
    process.stdout.write(describeBenchmarks());
    return 0;
  }
  const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no benchmark "${unknown.join('", "')}".\n\n${describeBenchmarks()}`);
    return 2;
  }
  const chosen = names.length > 0 ? names : Object.keys(benchmarks);
  const known = ["--quick"];
  // options of one benchmark are asked of it alone: all are not loaded to find out
  if (names.length === 1) known.push(...((await benchmarks[names[0]!]!.load()).options ?? []));
  const strange = options.filter((option) => !known.some((name) => isOption(option, name)));
  if (strange.length > 0) {
    process.stderr.write(`There is no option ${strange.join(", ")}; there is ${known.join(", ")}.\n`);
    return 2;
  }
  process.stdout.write(`Rigor benchmarks on Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}\n`);
  let code = 0;
  for (const name of chosen) {
    process.stdout.write(`\n${name}: ${benchmarks[name]!.about}\n\n`);
    const benchmark = await benchmarks[name]!.load();
    const result = await benchmark.run(options);
    if (typeof result === "number") code = joinCodes(code, result);
  }
  return code;
}

function isOption(option: string, name: string): boolean {
  return name.endsWith("=") ? option.startsWith(name) : option === name;
}

function describeBenchmarks(): string {
  const lines = Object.entries(benchmarks).map(([name, { about }]) => `  ${name.padEnd(12)}${about}\n`);
  return `Benchmarks:\n${lines.join("")}\nnpm run bench runs all; npm run bench <name> -- --quick runs one, shortened.\n`;
}
