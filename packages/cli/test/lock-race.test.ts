/**
 * Of runs that begin in the same folder at the same instant one is let in. Real processes, which wait for one instant, over
 * and over: `RIGOR_PAIRS=10000 npx vitest run --project cli packages/cli/test/lock-race.test.ts` for as many as one likes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repeats } from "../../../test/support/campaign.js";
import { isRunning, readStart } from "../src/processes.js";
import { ballsScene, command, makeFolder, rigorIn, waitFor, writeScene } from "./support/command.js";

const pairs = Number(process.env.RIGOR_PAIRS ?? repeats(400, 100));
const folder = makeFolder();
const program = fileURLToPath(new URL("./support/take-folders.mjs", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));

interface Taker {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

let takers: Taker[] = [];

beforeAll(async () => {
  takers = Array.from({ length: 3 }, () => {
    const child = spawn(process.execPath, [program, dist], { stdio: ["pipe", "pipe", "inherit"] });
    const lines: Interface = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    return { child, lines: lines[Symbol.asyncIterator]() };
  });
  for (const { lines } of takers) expect((await lines.next()).value).toBe("ready");
});

afterAll(async () => {
  for (const { child } of takers) child.stdin?.end();
  await Promise.all(takers.map(({ child }) => child.exitCode ?? once(child, "close")));
});

/** What each process says that takes a folder in a millisecond. */
async function race(dir: string, count: number): Promise<string[]> {
  const instant = performance.timeOrigin + performance.now() + 1;
  const some = takers.slice(0, count);
  for (const { child } of some) child.stdin?.write(`${JSON.stringify([dir, instant])}\n`);
  return Promise.all(some.map(async ({ lines }) => (await lines.next()).value as string));
}

async function expectOne(count: number, times: number, prepare: (dir: string, k: number) => void): Promise<void> {
  const outcomes = new Map<string, number>();
  for (let k = 0; k < times; k++) {
    const dir = join(folder, `${expect.getState().currentTestName?.length}-${count}-${k}`);
    prepare(dir, k);
    const outcome = (await race(dir, count)).sort().join(", ");
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (k % 100 === 0) expect(readdirSync(dir)).toContain("run.lock");
  }
  const one = ["in", ...Array.from({ length: count - 1 }, () => "out")].join(", ");
  expect(Object.fromEntries(outcomes)).toEqual({ [one]: times });
}

describe("at the same instant", () => {
  test("into a folder that is not there", () => expectOne(2, pairs, () => {}), 600_000);

  test("three of them, below another one that is not there", async () => {
    await expectOne(3, Math.ceil(pairs / 5), (dir) => expect(existsSync(dir)).toBe(false));
  }, 600_000);

  test("into one that is there", () => expectOne(2, Math.ceil(pairs / 5), (dir) => mkdirSync(dir)), 600_000);

  test("into one with a lock that a kill has left: three of them", async () => {
    const left = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), started: null });
    await expectOne(3, pairs, (dir) => {
      mkdirSync(dir);
      writeFileSync(join(dir, "run.lock"), left);
    });
  }, 600_000);

  test("what was taken over leaves nothing beside it", () => {
    for (const name of readdirSync(folder).filter((each) => each.includes("-"))) {
      expect(readdirSync(join(folder, name)).filter((each) => each !== "run.lock")).toEqual([]);
    }
  });
});

describe.runIf(process.platform === "linux")("a process that was killed, and that nobody has waited for", () => {
  test("holds no lock", async () => {
    writeScene(folder, { ...ballsScene, run: { duration: 600, sampleRate: 60 } });
    // the shell becomes a program that never asks what became of its child
    const line = '"$0" "$1" run scene.json --out zombie -q --checkpoint-interval 0.001 & echo $!; exec sleep 300';
    const parent = spawn("sh", ["-c", line, process.execPath, command], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [said] = (await once(parent.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const pid = Number(said.toString());
    try {
      const dir = join(folder, "zombie");
      while (!existsSync(join(dir, "checkpoint-0.json"))) await delay(5);
      const started = readStart(pid);
      expect([isRunning(pid, started), isRunning(pid, "1")]).toEqual([true, false]);
      process.kill(pid, "SIGKILL");
      while (isRunning(pid, started)) await delay(5);
      // it is still there
      expect(() => process.kill(pid, 0)).not.toThrow();
      expect(readStart(pid)).toBe(started);
      const refused = rigorIn(folder, "run", "zombie", "--resume", "--duration", "1");
      // another option is refused, and not another run
      expect(refused.stderr).toContain("was begun with another scene, or other options");
      const next = spawn(process.execPath, [command, "run", "zombie", "--resume", "-q"], {
        cwd: folder,
        stdio: "ignore",
      });
      const isTaken = () => readFileSync(join(dir, "run.lock"), "utf8").includes(`${next.pid},`);
      while (!isTaken()) await delay(5);
      next.kill("SIGINT");
      expect((await waitFor(next)).code).toBe(130);
      expect(() => process.kill(pid, 0)).not.toThrow();
    } finally {
      parent.kill();
      await waitFor(parent);
    }
  });

  test("and one that runs does", () => {
    expect(isRunning(process.pid, readStart(process.pid))).toBe(true);
    expect(isRunning(process.ppid, null)).toBe(true);
    expect(isRunning(2 ** 22 + 1, null)).toBe(false);
  });
});
