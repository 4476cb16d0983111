/** Two runs do not write into the same folder; what a kill has left of one does not keep the next one out. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { lockFolder, unlockFolders } from "../src/folder-lock.js";
import { ballsScene, makeFolder, readJson, rigorIn, startIn, waitFor, writeScene } from "./support/command.js";

const folder = makeFolder();
writeScene(folder, { ...ballsScene, run: { duration: 600, sampleRate: 60 } });
const lock = join(folder, "run.lock");
afterEach(() => {
  unlockFolders();
  rmSync(lock, { force: true });
});

describe("a folder that another run is writing into", () => {
  test("is refused, by name of the process, with --resume and with --force, and that run goes on", async () => {
    const dir = join(folder, "taken");
    const child = startIn(folder, "run", "scene.json", "--out", dir, "-q", "--checkpoint-interval", "0.001");
    while (!existsSync(join(dir, "checkpoint-0.json"))) await delay(5);
    for (const args of [
      ["run", "taken", "--resume"],
      ["run", "scene.json", "--out", "taken", "--force"],
    ]) {
      const { status, stderr } = rigorIn(folder, ...args);
      expect(stderr).toContain(`taken: another run is writing into it (process ${child.pid} on ${hostname()})`);
      expect(stderr).toContain("run.lock");
      expect(status).toBe(2);
    }
    expect(child.exitCode).toBeNull();
    child.kill("SIGINT");
    expect((await waitFor(child)).code).toBe(130);
    expect(readJson(dir, "summary.json").status).toBe("interrupted");
    expect(readdirSync(dir)).not.toContain("run.lock");
  });

  test("is taken over when that run was killed", async () => {
    const dir = join(folder, "killed");
    const child = startIn(folder, "run", "scene.json", "--out", dir, "-q", "--checkpoint-interval", "0.001");
    while (!existsSync(join(dir, "checkpoint-0.json"))) await delay(5);
    child.kill("SIGKILL");
    await waitFor(child);
    expect(readdirSync(dir)).toContain("run.lock");
    const next = startIn(folder, "run", "killed", "--resume", "-q");
    while (existsSync(join(dir, "run.lock")) && !readFileSync(join(dir, "run.lock"), "utf8").includes(`${next.pid},`)) {
      await delay(5);
    }
    next.kill("SIGINT");
    expect((await waitFor(next)).code).toBe(130);
    expect(readdirSync(dir)).not.toContain("run.lock");
  });
});

describe("a lock", () => {
  const own = () => JSON.parse(readFileSync(lock, "utf8")) as { pid: number };

  test.each([
    ["of a process that is no more", { pid: 2 ** 22 + 1, host: hostname(), started: null }],
    ["of a process whose number another one has", { pid: process.pid, host: hostname(), started: "1" }],
  ])("%s is taken over", (_, left) => {
    writeFileSync(lock, JSON.stringify(left));
    lockFolder(folder);
    expect(own().pid).toBe(process.pid);
    expect(readdirSync(folder).filter((name) => name.startsWith("run.lock"))).toEqual(["run.lock"]);
    unlockFolders();
    expect(existsSync(lock)).toBe(false);
  });

  describe("on a lock, of whoever is about to take that over", () => {
    const left = (pid: number) => JSON.stringify({ pid, host: hostname(), started: null });
    /** Named after the lock: the file, when it was written, and what it says. */
    const nameClaim = () => {
      const { ino, mtimeNs } = statSync(lock, { bigint: true });
      const digest = createHash("sha256")
        .update(`${ino} ${mtimeNs} ${readFileSync(lock, "utf8")}`)
        .digest("hex");
      return `${lock}.${digest.slice(0, 16)}`;
    };

    test("keeps others out; what a kill has left of it does not", () => {
      writeFileSync(lock, left(2 ** 22 + 1));
      const claim = nameClaim();
      writeFileSync(claim, left(process.ppid));
      expect(() => lockFolder(folder)).toThrow("another run is writing into it");
      expect([own().pid, existsSync(claim)]).toEqual([2 ** 22 + 1, true]);
      writeFileSync(claim, left(2 ** 22 + 2));
      lockFolder(folder);
      expect(own().pid).toBe(process.pid);
      expect(readdirSync(folder).filter((name) => name.startsWith("run.lock"))).toEqual(["run.lock"]);
    });
  });

  test("of another process is not given back in its place", () => {
    lockFolder(folder);
    writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: hostname(), started: null }));
    unlockFolders();
    expect(own().pid).toBe(process.ppid);
  });

  test("of another machine is not: nobody can tell", () => {
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: "elsewhere", started: null }));
    expect(() => lockFolder(folder)).toThrow("on elsewhere");
  });

  test("that says nothing is left alone at first, and taken over when it is old", () => {
    writeFileSync(lock, "");
    expect(() => lockFolder(folder)).toThrow("another run is writing into it;");
    utimesSync(lock, 1, 1);
    lockFolder(folder);
    expect(own().pid).toBe(process.pid);
  });
});
