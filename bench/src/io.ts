/**
 * From a scene to files and to a page: the share of writing in a run, how soon the command answers, how large the
 * page is and how fast it draws. Bounds: writing 10 % of a run, 300 ms to `rigor --help`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { catalogue } from "@rigor/scenes";
import { closeBench } from "./closing.js";
import { measureFrames } from "./io-frames.js";
import { measureDisk, measureRun, type Taken } from "./io-runs.js";
import { printTable } from "./support.js";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));
const mostWriting = 0.1;
const longestStart = 0.3;
/** Runs that take longer than this, s, must keep the bound one by one; shorter ones together. */
const short = 1;
const bin = join(packages, "cli/bin/rigor.js");

type Given = readonly [name: string, ...options: string[]];

/** Runs of some seconds. */
const longRuns: readonly Given[] = [
  ["destructive-chain", "--duration", "3"],
  ["curling-chain", "--duration", "3"],
  ["overbalanced-bricks", "--duration", "1"],
];

export async function run(args: string[]): Promise<number> {
  const isQuick = args.includes("--quick");
  const isWritingGood = [measureWriting(isQuick), isQuick || (await measureCatalogue())].every(Boolean);
  const isStartGood = measureStart(isQuick ? 5 : 15);
  measureBundle();
  await measureFrames(join(packages, "studio/dist"), isQuick ? [200] : [200, 1000, 5000]);
  return closeBench([
    ...(isWritingGood ? [] : [`writing holds runs up by more than ${percent(mostWriting)}`]),
    ...(isStartGood ? [] : [`the command takes longer than ${milliseconds(longestStart)} to start`]),
  ]);
}

/** Every run on its own. */
function measureWriting(isQuick: boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), "rigor-bench-"));
  try {
    const given = isQuick ? longRuns.slice(0, 1) : [...longRuns, writeFall(folder, 2000)];
    const all = given.map((each) => measureRun(bin, each));
    printRuns("a run into its folder", all);
    const worst = Math.max(...all.map(({ writing, run: whole }) => writing / whole));
    console.log(`runs of some seconds: at most ${percent(mostWriting)} each: ${judge(worst)}`);
    return worst <= mostWriting;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Particles in free fall: there is next to nothing to be simulated, and much to be written. */
function writeFall(folder: string, count: number): Given {
  const particles = Array.from({ length: count }, (_, k) => ({
    id: `p${k}`,
    mass: 1,
    position: [(k % 50) / 10, Math.floor(k / 50) / 10, 0],
    velocity: [((7 * k) % 19) / 10 - 0.9, ((5 * k) % 17) / 10 - 0.8, 0],
  }));
  const path = join(folder, `${count} particles in free fall.json`);
  writeFileSync(path, JSON.stringify({ rigor: 1, run: { duration: 10, sampleRate: 60 }, particles }));
  return [path];
}

/** Every built-in scene as it comes, the median of three runs: most are over in some tenths of a second. */
async function measureCatalogue(): Promise<boolean> {
  const all = catalogue.map(({ name }) => {
    const turns = [1, 2, 3].map(() => measureRun(bin, [name]));
    return turns.sort((p, q) => p.writing / p.run - q.writing / q.run)[1];
  });
  const sum = (pick: (taken: Taken) => number) => all.reduce((total, taken) => total + pick(taken), 0);
  const share = sum(({ writing }) => writing) / sum((taken) => taken.run);
  const above = all.filter((taken) => taken.writing > mostWriting * taken.run).sort((p, q) => q.run - p.run);
  const long = above.filter((taken) => taken.run > short);
  const beyond = all.filter(({ writing, whole }) => writing > mostWriting * whole);
  console.log(
    `\n${all.length} built-in scenes as they come: ${sum((taken) => taken.run).toFixed(1)} s, waiting for writing ` +
      `${percent(share)}, at most ${percent(mostWriting)}: ${judge(share)}`,
  );
  console.log(
    `above it are ${above.length}; of those that take more than ${short} s ${long.length}; above it of all that the ` +
      `command takes, from its start to its end, ${beyond.length}`,
  );
  if (above.length > 0) printRuns("above it", above);
  console.log(`the disk alone, for files of that size: ${milliseconds(await measureDisk())}`);
  return share <= mostWriting && long.length === 0;
}

function printRuns(title: string, runs: readonly Taken[]): void {
  printTable(
    [title, "command", "run", "writing", "of command", "of run", "beside", "files"],
    runs.map(({ name, whole, run: taken, writing, beside, bytes }) => [
      name,
      `${whole.toFixed(2)} s`,
      `${taken.toFixed(2)} s`,
      milliseconds(writing),
      percent(writing / whole),
      percent(writing / taken),
      milliseconds(beside),
      size(bytes),
    ]),
  );
}

function judge(share: number): string {
  return share <= mostWriting ? "good" : "too much";
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
