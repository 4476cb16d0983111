/** The command as a user runs it: `node bin/rigor.js …`, on the built package, in folders that are thrown away. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

export const command = fileURLToPath(new URL("../../bin/rigor.js", import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it to its end, in a folder. */
export function rigorIn(cwd: string, ...args: string[]): Outcome {
  const options = { encoding: "utf8", cwd, maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options);
  return { status, stdout, stderr };
}

/** Starts it and lets it run. */
export function startIn(cwd: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [command, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
}

export async function waitFor(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal };
}

/** A folder that is there until the tests of the file are over. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rigor-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a scene into a folder, and returns the path of its file. */
export function writeScene(folder: string, scene: unknown, name = "scene.json"): string {
  const path = join(folder, name);
  writeFileSync(path, typeof scene === "string" ? scene : JSON.stringify(scene));
  return path;
}

export function readJson<T = Record<string, unknown>>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), "utf8")) as T;
}

export function readLines<T = Record<string, unknown>>(...path: string[]): T[] {
  const lines = readFileSync(join(...path), "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as T);
}

/** A box and a ball that fall on a floor, and a hinged arm: events, contacts and a joint in a second of run time. */
export const fallingScene = {
  rigor: 1,
  name: "Falling",
  run: { duration: 1, sampleRate: 60 },
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0], offset: 0 }, fixed: true },
    {
      id: "box",
      shape: { type: "box", size: [1, 0.5, 1] },
      mass: 2,
      position: [0, 0.8, 0],
      rotation: [0.1, 0, 0.2, 0.97],
      restitution: 0.3,
    },
    { id: "ball", shape: { type: "sphere", radius: 0.3 }, mass: 1, position: [0.2, 1.7, 0], restitution: 0.5 },
    { id: "arm", shape: { type: "box", size: [1, 0.1, 0.1] }, mass: 1, position: [3.5, 2, 0] },
  ],
  constraints: [{ id: "pin", type: "hinge", a: "arm", anchor: [3, 2, 0], axis: [0, 0, 1] }],
};

/** Balls that bounce: a few hundred samples in little time. */
export const ballsScene = {
  rigor: 1,
  name: "Balls",
  run: { duration: 2, sampleRate: 60 },
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
    ...[0, 1, 2].map((k) => ({
      id: `ball ${k}`,
      shape: { type: "sphere", radius: 0.3 },
      mass: 1,
      position: [0.1 * k, 0.8 + 0.7 * k, 0],
      restitution: 0.8,
    })),
  ],
};

/** A ball that falls by a metre and bounces: quick. */
export const bouncingScene = {
  rigor: 1,
  name: "Bouncing",
  run: { duration: 0.8, sampleRate: 50 },
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
    { id: "ball", shape: { type: "sphere", radius: 0.5 }, mass: 2, position: [0, 1.5, 0], restitution: 0.5 },
  ],
};
