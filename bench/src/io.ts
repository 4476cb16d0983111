/**
 * From a scene to files and to a page: what part of a run is spent on writing, how soon the command answers, how large the
 * page is and how fast it draws. Bounds: writing 10 % of a run, 300 ms to `rigor --help`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { catalogue } from "@rigor/scenes";
import { measureFrames } from "./io-frames.js";
import { printTable } from "./support.js";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));
const bin = join(packages, "cli/bin/rigor.js");
const mostWriting = 0.1;
const longestStart = 0.3;

type Given = readonly [name: string, ...options: string[]];

/** Runs of some seconds. */
const longRuns: readonly Given[] = [
  ["destructive-chain", "--duration", "3"],
  ["curling-chain", "--duration", "3"],
  ["overbalanced-bricks", "--duration", "1"],
];
/** Runs that are over at once, or whose samples cost less than a line of JSON: what writing costs at worst. */
const shortRuns: readonly Given[] = [["destructive-chain"], ["billiard-break"], ["curtain"], ["dzhanibekov"]];

export async function run(args: string[]): Promise<number> {
  const isQuick = args.includes("--quick");
  const isWritingGood = measureWriting(isQuick) && (isQuick || measureCatalogue());
  const isStartGood = measureStart(isQuick ? 5 : 15);
  measureBundle();
  await measureFrames(join(packages, "studio/dist"), isQuick ? [200] : [200, 1000, 5000]);
  return isWritingGood && isStartGood ? 0 : 1;
}

/**
 * What a run took: the command from its start to its end; by what it says the run itself, how long it was held up by writing
 * and how long another thread wrote; s and bytes.
 */
interface Taken {
  readonly whole: number;
  readonly run: number;
  readonly writing: number;
  readonly beside: number;
  readonly bytes: number;
}

function record([name, ...options]: Given): Taken {
  const dir = mkdtempSync(join(tmpdir(), "rigor-bench-"));
  try {
    const start = performance.now();
    const { stdout } = spawnSync(process.execPath, [bin, "run", name, ...options, "--out", dir], { encoding: "utf8" });
    const whole = (performance.now() - start) / 1000;
    const found = /^ *writing +([\d.]+) s, ([\d.]+) %.*\(([\d.]+) s/m.exec(stdout);
    if (found === null) throw new Error(`${name} did not run: ${stdout}`);
    const bytes = readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0);
    const writing = Number(found[1]);
    return { whole, run: (100 * writing) / Number(found[2]), writing, beside: Number(found[3]), bytes };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The bound is on runs of some seconds, all together. */
function measureWriting(isQuick: boolean): boolean {
  const long = (isQuick ? longRuns.slice(0, 1) : longRuns).map((given) => ({
    name: given.join(" "),
    ...record(given),
  }));
  const short = (isQuick ? [] : shortRuns).map((given) => ({ name: given.join(" "), ...record(given) }));
  const sum = (key: keyof Taken) => long.reduce((total, taken) => total + taken[key], 0);
  const together = {
    name: "together",
    whole: sum("whole"),
    run: sum("run"),
    writing: sum("writing"),
    beside: sum("beside"),
    bytes: sum("bytes"),
  };
  printTable(
    ["a run into its folder", "command", "run", "writing", "of command", "of run", "beside", "files"],
    [...long, together, ...short].map(({ name, whole, run, writing, beside, bytes }) => [
      name,
      `${whole.toFixed(2)} s`,
      `${run.toFixed(2)} s`,
      `${writing.toFixed(3)} s`,
      percent(writing / whole),
      percent(writing / run),
      `${beside.toFixed(3)} s`,
      size(bytes),
    ]),
  );
  const worst = Math.max(...[...long, ...short].map(({ whole, writing }) => writing / whole));
  const isGood = together.writing <= mostWriting * together.run;
  console.log(
    `of runs of some seconds ${percent(together.writing / together.run)}, at most ${percent(mostWriting)}: ` +
      `${isGood ? "good" : "too much"}; of no command more than ${percent(worst)}`,
  );
  return isGood;
}

/** Every built-in scene as it comes: most are over in some tenths of a second. The bound is on all of them together. */
function measureCatalogue(): boolean {
  const all = catalogue.map(({ name }) => ({ name, ...record([name]) }));
  const sum = (key: keyof Taken) => all.reduce((total, taken) => total + taken[key], 0);
  const share = sum("writing") / sum("run");
  const above = all.filter(({ writing, run }) => writing > mostWriting * run);
  const longest = above.reduce((most, { run }) => Math.max(most, run), 0);
  const worst = [...all].sort((p, q) => q.writing / q.run - p.writing / p.run).slice(0, 5);
  console.log(
    `\n${all.length} built-in scenes as they come: ${sum("run").toFixed(1)} s, held up by writing ${percent(share)}, ` +
      `at most ${percent(mostWriting)}: ${share <= mostWriting ? "good" : "too much"}; above it are ${above.length}, ` +
      `the longest of which took ${longest.toFixed(2)} s`,
  );
  printTable(
    ["the largest shares", "run", "writing", "of run"],
    worst.map(({ name, run, writing }) => [
      name,
      `${run.toFixed(2)} s`,
      `${writing.toFixed(3)} s`,
      percent(writing / run),
    ]),
  );
  return share <= mostWriting;
}

/** A fresh process each: from the start of node to its end. */
function measureStart(turns: number): boolean {
  const time = (...args: string[]) => {
    const seconds = Array.from({ length: turns }, () => {
      const start = performance.now();
      spawnSync(process.execPath, args);
      return (performance.now() - start) / 1000;
    }).sort((p, q) => p - q);
    return { best: seconds[0], median: seconds[turns >> 1] };
  };
  const rows = [
    ["node alone", time("-e", "0")],
    ["rigor --help", time(bin, "--help")],
    ["rigor scenes", time(bin, "scenes")],
  ] as const;
  console.log();
  printTable(
    ["start", "best", "median"],
    rows.map(([name, { best, median }]) => [name, milliseconds(best), milliseconds(median)]),
  );
  return rows[1][1].best <= longestStart;
}

function measureBundle(): void {
  const folder = join(packages, "studio/dist");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(js|css|html)$/.test(name),
  );
  const rows = names.sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    return { name, bytes: bytes.length, packed: gzipSync(bytes).length };
  });
  const sum = (key: "bytes" | "packed") => rows.reduce((total, row) => total + row[key], 0);
  const all = [...rows, { name: "together", bytes: sum("bytes"), packed: sum("packed") }];
  console.log();
  printTable(
    ["the page", "bytes", "gzip"],
    all.map(({ name, bytes, packed }) => [name, size(bytes), size(packed)]),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function milliseconds(seconds: number): string {
  return `${(1000 * seconds).toFixed(0)} ms`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}
