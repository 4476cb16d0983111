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
import { measureFrames } from "./io-frames.js";
import { printTable } from "./support.js";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));
const bin = join(packages, "cli/bin/rigor.js");
const mostWriting = 0.1;
const longestStart = 0.3;

type Given = readonly [name: string, ...options: string[]];

/** Runs of some seconds. The bound is on all of them together. */
const longRuns: readonly Given[] = [
  ["destructive-chain", "--duration", "3"],
  ["curling-chain", "--duration", "3"],
  ["overbalanced-bricks", "--duration", "1"],
];
/** Runs that are over at once, or whose samples cost less than a line of JSON: what writing costs at worst. */
const shortRuns: readonly Given[] = [["destructive-chain"], ["billiard-break"], ["curtain"], ["dzhanibekov"]];

export async function run(args: string[]): Promise<number> {
  const isQuick = args.includes("--quick");
  const isWritingGood = measureWriting(isQuick);
  const isStartGood = measureStart(isQuick ? 5 : 15);
  measureBundle();
  await measureFrames(join(packages, "studio/dist"), isQuick ? [200] : [200, 1000, 5000]);
  return isWritingGood && isStartGood ? 0 : 1;
}

/** By what the command says of itself. */
function measureWriting(isQuick: boolean): boolean {
  const rows: string[][] = [];
  const add = (name: string, seconds: number, writing: number, bytes: number) =>
    rows.push([name, `${seconds.toFixed(2)} s`, `${writing.toFixed(3)} s`, percent(writing / seconds), size(bytes)]);
  const record = ([name, ...options]: Given): readonly [seconds: number, writing: number, bytes: number] => {
    const dir = mkdtempSync(join(tmpdir(), "rigor-bench-"));
    try {
      const { stdout } = spawnSync(process.execPath, [bin, "run", name, ...options, "--out", dir], {
        encoding: "utf8",
      });
      const found = /^ *writing +([\d.]+) s, ([\d.]+) %/m.exec(stdout);
      if (found === null) throw new Error(`${name} did not run: ${stdout}`);
      const bytes = readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0);
      return [(100 * Number(found[1])) / Number(found[2]), Number(found[1]), bytes];
    } finally {
      rmSync(dir, { recursive: true });
    }
  };
  const total: [number, number, number] = [0, 0, 0];
  for (const given of isQuick ? longRuns.slice(0, 1) : longRuns) {
    const figures = record(given);
    add(given.join(" "), ...figures);
    figures.forEach((figure, k) => {
      total[k] += figure;
    });
  }
  add("together", ...total);
  for (const given of isQuick ? [] : shortRuns) add(given.join(" "), ...record(given));
  printTable(["a run into its folder", "takes", "writing", "share", "files"], rows);
  const isGood = total[1] <= mostWriting * total[0];
  console.log(
    `together ${percent(total[1] / total[0])}, at most ${percent(mostWriting)}: ${isGood ? "good" : "too much"}`,
  );
  return isGood;
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
