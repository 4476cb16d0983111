/** The time of a run of the command, and that of its disk for files of that size. */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  fsync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

/**
 * The command from its start to its end; by its own report the run itself, how long it waited for writing and how long
 * another thread wrote; s and bytes.
 */
export interface Taken {
  readonly name: string;
  readonly whole: number;
  readonly run: number;
  readonly writing: number;
  readonly beside: number;
  readonly bytes: number;
}

export function measureRun(bin: string, given: readonly string[]): Taken {
  const dir = mkdtempSync(join(tmpdir(), "rigor-bench-"));
  try {
    const start = performance.now();
    const { stdout } = spawnSync(process.execPath, [bin, "run", ...given, "--out", dir], { encoding: "utf8" });
    const whole = (performance.now() - start) / 1000;
    const found = /^ *writing +([\d.]+) s, ([\d.]+) %.*\(([\d.]+) s/m.exec(stdout);
    if (found === null) throw new Error(`${given.join(" ")} did not run: ${stdout}`);
    const bytes = readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0);
    const [writing, share, beside] = found.slice(1).map(Number);
    const name = [basename(given[0], ".json"), ...given.slice(1)].join(" ");
    return { name, whole, run: (100 * writing) / share, writing, beside, bytes };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Bytes of each of the four files that are flushed at the end of a short run. */
const sizes = [60_000, 2000, 20_000, 600];

/** The time of the disk operations at the end of a run: files flushed, two of them renamed, the folder flushed. Median, s. */
export async function measureDisk(): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 15; turn++) {
    const dir = mkdtempSync(join(tmpdir(), "rigor-bench-"));
    const files = sizes.map((length, k) => {
      const file = openSync(join(dir, `${k}.part`), "w");
      writeSync(file, Buffer.alloc(length, 65));
      return file;
    });
    const start = performance.now();
    await Promise.all(files.map((file) => promisify(fsync)(file)));
    for (const k of [2, 3]) renameSync(join(dir, `${k}.part`), join(dir, String(k)));
    const folder = openSync(dir, "r");
    fsyncSync(folder);
    times.push((performance.now() - start) / 1000);
    for (const file of [...files, folder]) closeSync(file);
    rmSync(dir, { recursive: true });
  }
  return times.sort((p, q) => p - q)[times.length >> 1];
}
