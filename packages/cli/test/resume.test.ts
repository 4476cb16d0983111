/** Runs that are interrupted and resumed end with the same files, bit for bit. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { RunState } from "@rigor/engine/scene";
import { beforeAll, describe, expect, test } from "vitest";
import { readCheckpoint, writeCheckpoint } from "../src/checkpoint.js";
import { prepareRun } from "../src/prepare-run.js";
import { ballsScene, command, makeFolder, readJson, rigorIn, startIn, waitFor, writeScene } from "./support/command.js";

const folder = makeFolder();
const whole = join(folder, "whole");
const files = ["scene.json", "trajectory.ndjson", "events.ndjson", "animation.glb"];
/** As often as there is something to be written. */
const often = ["--checkpoint-interval", "0.001"];

beforeAll(() => {
  writeScene(folder, ballsScene);
  expect(rigorIn(folder, "run", "scene.json", "--out", whole, "-q").status).toBe(0);
});

function expectWhole(dir: string): void {
  expect(readdirSync(dir).sort()).toEqual(readdirSync(whole).sort());
  for (const name of files)
    expect([name, readFileSync(join(dir, name)).equals(readFileSync(join(whole, name)))]).toEqual([name, true]); // prettier-ignore
  const [got, must] = [dir, whole].map((each) => ({ ...readJson(each, "summary.json"), wallSeconds: 0 }));
  expect(got).toEqual(must);
}

/**
 * Starts a run and ends it by a signal: at the sight of a file, or a little after so large a part of the trajectory is
 * there. Returns how it ended.
 */
async function interrupt(dir: string, signal: NodeJS.Signals, when: number | string, ...args: string[]) {
  const child = startIn(folder, "run", "scene.json", "--out", dir, "-q", ...often, ...args);
  const size = typeof when === "number" ? when * statSync(join(whole, "trajectory.ndjson")).size : 0;
  const path = join(dir, typeof when === "string" ? when : "trajectory.ndjson");
  const timer = setInterval(() => {
    if (!existsSync(path) || statSync(path).size < size) return;
    clearInterval(timer);
    setTimeout(() => child.kill(signal), typeof when === "number" ? 40 * ((7 * when) % 1) : 0);
  }, 1);
  const outcome = await waitFor(child);
  clearInterval(timer);
  return outcome;
}

/**
 * Layers of beams that lie crosswise, each a little above the one below: once they land, in the first hundredth of a second, friction
 * has hundreds of contacts to find forces for at one instant. A run of three layers of fifteen is at it for more than 100 s.
 */
function crossedBeams(layers: number, count: number): object {
  const gap = 2e-4;
  const bodies: object[] = [{ id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true, friction: 0.5 }];
  for (let layer = 0; layer < layers; layer++) {
    const isAlongX = layer % 2 === 0;
    for (let k = 0; k < count; k++) {
      const aside = k - (count - 1) / 2;
      const y = layer + 0.5 + gap * (layer + 1);
      bodies.push({
        id: `beam-${layer}-${k}`,
        shape: { type: "box", size: isAlongX ? [count, 1, 0.5] : [0.5, 1, count] },
        mass: 1,
        friction: 0.5,
        position: isAlongX ? [0, y, aside] : [aside, y, 0],
      });
    }
  }
  return { rigor: 1, name: "beams", run: { duration: 1, sampleRate: 1 }, bodies };
}

/** Reads on until the text has come. */
async function readUntil(stream: Readable, text: string): Promise<void> {
  let read = "";
  while (!read.includes(text)) {
    const [data] = (await once(stream, "data")) as [Buffer];
    read += data.toString();
  }
}

/** A run that was killed once both of its checkpoints were there. */
async function makeKilled(name: string): Promise<string> {
  const dir = join(folder, name);
  expect((await interrupt(dir, "SIGKILL", "checkpoint-1.json")).signal).toBe("SIGKILL");
  expect(existsSync(join(dir, "checkpoint-0.json"))).toBe(true);
  return dir;
}

describe("killed", () => {
  test("at moments over all of the run, again and again", async () => {
    const dir = join(folder, "killed");
    let kills = 0;
    for (const part of [0, 0.01, 0.2, 0.45, 0.7]) {
      const way = existsSync(join(dir, "scene.json")) ? ["--resume"] : ["--force"];
      const { signal } = await interrupt(dir, "SIGKILL", part, ...way);
      if (signal === null) break;
      kills++;
      expect(existsSync(join(dir, "summary.json"))).toBe(false);
    }
    expect(kills).toBeGreaterThan(0);
    expect(rigorIn(folder, "run", "scene.json", "--out", dir, "-q", "--resume").status).toBe(0);
    expectWhole(dir);
  });

  test("by Ctrl-C: 130, a summary that says so, and on from there by the folder alone", async () => {
    const dir = join(folder, "stopped");
    expect((await interrupt(dir, "SIGINT", "checkpoint-1.json")).code).toBe(130);
    expect(readJson(dir, "summary.json").status).toBe("interrupted");
    const { status, stderr } = rigorIn(folder, "run", "stopped", "--resume");
    expect(stderr).toMatch(/from t = \d.* s on/);
    expect(status).toBe(0);
    expectWhole(dir);
    // and nothing is left to do
    const again = rigorIn(folder, "run", "stopped", "--resume");
    expect(again.stderr).toContain("nothing to resume");
    expect(again.status).toBe(0);
  });

  test("by Ctrl-C while the simulation is long at one thing: it ends at once all the same", async () => {
    // its first window alone is a minute and more on any machine: it is interrupted within a second
    writeScene(folder, crossedBeams(3, 15), "beams.json");
    const child = startIn(folder, "run", "beams.json", "--out", "busy");
    await readUntil(child.stderr as Readable, "0%");
    await delay(300);
    const start = performance.now();
    child.kill("SIGINT");
    expect((await waitFor(child)).code).toBe(130);
    // half a second where nothing else runs
    expect(performance.now() - start).toBeLessThan(1500);
    expect(readJson(folder, "busy", "summary.json")).toMatchObject({ status: "interrupted", time: 0 });
    expect(existsSync(join(folder, "busy", "animation.glb"))).toBe(false);
  });

  test("by Ctrl-C before it has begun: 130 and a line, no stack", async () => {
    // the last one is past the time at which signals are first heard, before the scene is built
    for (const wait of [150, 250, 400]) {
      const child = startIn(folder, "run", "dominoes", "--set", "count=200", "--out", `soon-${wait}`, "-q");
      let stderr = "";
      child.stderr?.on("data", (text: Buffer) => {
        stderr += text.toString();
      });
      await delay(wait);
      child.kill("SIGINT");
      const { code, signal } = await waitFor(child);
      expect([code ?? signal, stderr.replace("interrupted before the run began\n", "")]).toEqual([
        signal === null ? 130 : "SIGINT",
        "",
      ]);
    }
  });

  test("not by a reader that goes away: the run goes on to its end", () => {
    const line = '"$0" "$1" run scene.json --out unread 2>&1 | head -c 1; exit $PIPESTATUS';
    const { status } = spawnSync("bash", ["-c", line, process.execPath, command], { cwd: folder });
    expect(status).toBe(0);
    expectWhole(join(folder, "unread"));
  });

  test("before the first checkpoint", () => {
    const dir = join(folder, "early");
    mkdirSync(dir);
    for (const name of ["scene.json", "trajectory.ndjson"]) cpSync(join(whole, name), join(dir, name));
    const { status, stderr } = rigorIn(folder, "run", "early", "--resume");
    expect(stderr).toContain("from the beginning: no state was saved");
    expect(status).toBe(0);
    expectWhole(dir);
  });

  test("when all was written but the summary, and when all but for the checkpoints was removed", async () => {
    const dir = await makeKilled("late");
    for (const name of files) cpSync(join(whole, name), join(dir, name));
    for (const name of ["checkpoint-0.json.part", "summary.json.part"]) writeFileSync(join(dir, name), "{");
    expect(rigorIn(folder, "run", "late", "--resume", "-q").status).toBe(0);
    expectWhole(dir);
  });
});

/** The time of checkpoint k, s. */
function readCheckpointTime(dir: string, k: number): number {
  return readJson<{ data: { state: { world: { time: number } } } }>(dir, `checkpoint-${k}.json`).data.state.world.time;
}

describe("a torn checkpoint", () => {
  const tear = (path: string, how: string) => {
    const bytes = readFileSync(path);
    if (how === "cut") writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
    if (how === "empty") writeFileSync(path, "");
    if (how === "flipped") {
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(path, bytes);
    }
  };

  test("is found out, and the one before is used", async () => {
    const dir = await makeKilled("torn");
    const [first, second] = [0, 1].map((k) => readCheckpointTime(dir, k));
    const later = second > first ? 1 : 0;
    tear(join(dir, `checkpoint-${later}.json`), "flipped");
    const { status, stderr } = rigorIn(folder, "run", "torn", "--resume");
    expect(stderr).toContain(`from t = ${Math.min(first, second)} s on`);
    expect(status).toBe(0);
    expectWhole(dir);
  });

  test.each(["cut", "empty", "flipped"])("that is %s is no checkpoint", (how) => {
    const dir = join(folder, how);
    mkdirSync(dir);
    for (const name of ["trajectory.ndjson", "events.ndjson"]) writeFileSync(join(dir, name), "");
    expect(readCheckpoint(dir)).toBeNull();
    const state = { world: { time: 1 } } as unknown as RunState;
    const make = (number: number) => ({ number, trajectory: 0, events: 0, wallSeconds: 1, state });
    for (const number of [4, 5]) writeCheckpoint(dir, make(number));
    expect(readCheckpoint(dir)).toEqual(make(5));
    tear(join(dir, "checkpoint-1.json"), how);
    expect(readCheckpoint(dir)).toEqual(make(4));
    tear(join(dir, "checkpoint-0.json"), how);
    expect(() => readCheckpoint(dir)).toThrow("both of its checkpoints are damaged");
  });

  test("both are an error that says what to do, and nothing is lost", async () => {
    const dir = await makeKilled("torn-both");
    for (const k of [0, 1]) tear(join(dir, `checkpoint-${k}.json`), "cut");
    const before = readFileSync(join(dir, "trajectory.ndjson"));
    const { status, stderr } = rigorIn(folder, "run", "torn-both", "--resume");
    expect(stderr).toContain("both of its checkpoints are damaged");
    expect(stderr).toContain("--force");
    expect(status).toBe(2);
    expect(readFileSync(join(dir, "trajectory.ndjson")).equals(before)).toBe(true);
    expect(rigorIn(folder, "run", "scene.json", "--out", dir, "--force", "-q").status).toBe(0);
    expectWhole(dir);
  });

  test("that is the only one is an error too", () => {
    const dir = join(folder, "torn-single");
    mkdirSync(dir);
    for (const name of files.slice(0, 3)) cpSync(join(whole, name), join(dir, name));
    writeFileSync(join(dir, "checkpoint-0.json"), '{"rigor":1,"checksum":"');
    const { status, stderr } = rigorIn(folder, "run", "torn-single", "--resume");
    expect(stderr).toContain("its checkpoint is damaged");
    expect(status).toBe(2);
    expect(readdirSync(dir)).not.toContain("run.lock");
  });

  test("and a recording that is damaged in the middle: that cannot be mended by going on", async () => {
    const dir = await makeKilled("holed");
    const path = join(dir, "trajectory.ndjson");
    const bytes = readFileSync(path);
    bytes[200] = 0;
    writeFileSync(path, bytes);
    const { status, stderr } = rigorIn(folder, "run", "holed", "--resume", "-q");
    expect(stderr).toContain("trajectory.ndjson:1: must be a JSON object; the file is damaged, so run the scene again");
    expect(stderr).not.toContain("--resume");
    expect(status).toBe(2);
  });

  test("and a recording that has lost its end", async () => {
    const dir = await makeKilled("short");
    writeFileSync(join(dir, "trajectory.ndjson"), "");
    const { status, stderr } = rigorIn(folder, "run", "short", "--resume");
    expect(stderr).toContain("shorter than they were");
    expect(status).toBe(2);
  });
});

describe("resuming", () => {
  test("another scene, or with other options, is refused", async () => {
    const dir = await makeKilled("other");
    writeScene(folder, { ...ballsScene, gravity: [0, -1, 0] }, "other.json");
    const path = join(folder, "scene.json");
    const cases = [
      ["gravity is not given there and [0,-1,0] here", join(folder, "other.json"), { out: dir }],
      ["run.duration is 2 there and 3 here", path, { out: dir, duration: 3 }],
      ["run.duration is 2 there and 3 here", dir, { duration: 3 }],
      ["bodies[1].mass is 1 there and 7 here", dir, { set: { "bodies[1].mass": 7 } }],
    ] as const;
    for (const [difference, scene, options] of cases) {
      const refused = prepareRun(scene, { resume: true, checkpointInterval: 1, ...options });
      await expect(refused).rejects.toThrow(`was begun with another scene, or other options: ${difference}`);
      await expect(refused).rejects.toThrow(`rigor run ${dir} --resume`);
      await expect(refused).rejects.toMatchObject({ name: "CommandError", code: 2 });
    }
    rmSync(dir, { recursive: true });
  });
});

describe("a disk that is full", () => {
  /** By a limit on the size of a file, in units of 1024 bytes. */
  function runLimited(kilobytes: number, dir: string) {
    const line = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
    const args = ["-c", line, process.execPath, command, "run", "scene.json", "--out", dir, "-q", ...often];
    return spawnSync("bash", args, { encoding: "utf8", cwd: folder });
  }

  test("in the middle ends with 1 and a message; with room again, the run goes on to the same end", () => {
    const dir = join(folder, "full");
    const { status, stderr } = runLimited(40, dir);
    expect(stderr).toContain("trajectory.ndjson: cannot be written");
    expect(stderr).toContain("--resume");
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(status).toBe(1);
    expect(existsSync(join(dir, "summary.json"))).toBe(false);
    expect(statSync(join(dir, "trajectory.ndjson")).size).toBeGreaterThan(10_000);
    expect(rigorIn(folder, "run", "full", "--resume", "-q").status).toBe(0);
    expectWhole(dir);
  });

  test("at once ends with 2", () => {
    const { status, stderr } = runLimited(0, join(folder, "none"));
    expect(stderr).toContain("run.lock: cannot be written");
    expect(status).toBe(2);
    expect(readdirSync(join(folder, "none"))).toEqual([]);
  });
});
