/** The command as a user runs it: `node bin/rigor.js …`, on the built package. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const command = fileURLToPath(new URL("../bin/rigor.js", import.meta.url));
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("what it tells", () => {
  test("--version", () => {
    expect(run("--version")).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  test("--help, with examples, on stdout", () => {
    const { status, stdout, stderr } = run("--help");
    expect(status).toBe(0);
    expect(stderr).toBe("");
    for (const part of ["Usage: rigor", "demo", "Examples:", "Exit codes:"]) expect(stdout).toContain(part);
  });

  test("the help of a verb", () => {
    expect(run("help", "demo").stdout).toContain("--duration");
    expect(run("demo", "--help").stdout).toContain("--duration");
  });
});

describe("bad usage ends with 2, a message on stderr, and nothing on stdout", () => {
  test.each([
    [[], "Usage: rigor"],
    [["dmeo"], "Did you mean demo?"],
    [["--verison"], "Did you mean --version?"],
    [["demo", "--durtion", "3"], "Did you mean --duration?"],
    [["demo", "--duration"], "argument missing"],
    [["demo", "--duration", "0"], "It must be a finite number > 0."],
    [["demo", "--duration", "long"], "It must be a finite number > 0."],
    [["demo", "surplus"], "too many arguments"],
    [["run", "billiard-break", "--out", ""], '--out: must be a name, got ""'],
    [["info", ""], 'dir: must be a name, got ""'],
    [["run", "scene.json", "--durtion", "3"], "Run `rigor run --help`"],
  ])("rigor %j", (args, message) => {
    const { status, stdout, stderr } = run(...args);
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});

describe("rigor demo", () => {
  test("writes the summary to stdout and the progress, as plain lines, to stderr", () => {
    const { status, stdout, stderr } = run("demo");
    expect(status).toBe(0);
    // the weight of the block, 8 kg; and the same bits on every machine
    expect(stdout).toContain("the weight is 78.480000 N");
    expect(stdout).toMatch(/floor {7}carries 78\.4800\d\d N/);
    expect(stdout).toMatch(/state hash {2}8e5a377d1b707af1\n/);
    // of all worlds together: to be changed only with a change of the exact engine that moves the last bits
    expect(stdout).toMatch(/state hash {2}a7c1a38c820efcaf\n/);
    expect(stdout).toMatch(/bouncing-ball .* \d\.\de-1[3-6]\n/);
    // bodies: rounding, and the worst of all, 1.5e-7
    expect(stdout).toMatch(/pushed-block .* \d\.\de-16\n/);
    expect(stdout).toMatch(/dzhanibekov .* [12]\.\de-7\n/);
    expect(stdout).toMatch(/lagrange-top .* [12]\.\de-9\n/);
    // mechanisms: rounding; forces of 59 N; and the angles of Andrews' squeezer
    expect(stdout).toMatch(/atwood-machine .* \d\.\de-16\n/);
    expect(stdout).toMatch(/bead-on-wire .* [89]\.\de-8\n/);
    expect(stdout).toMatch(/andrews-squeezer .* [45]\.\de-11\n/);
    // worlds: rounding; a force of 0.8 N; balls after 15 collisions
    expect(stdout).toMatch(/sliding-wedge .* \d\.\de-1[4-6]\n/);
    expect(stdout).toMatch(/brick-over-edge .* \d\.\de-1[23]\n/);
    expect(stdout).toMatch(/newtons-cradle .* \d\.\de-1[12]\n/);
    expect(stderr).toMatch(/^\S.*: 0%.*\n/);
    expect(stderr).toMatch(/: 100%.*\n$/);
    expect(stdout + stderr).not.toContain(String.fromCharCode(27));
  });

  test("ends cleanly on Ctrl-C, with 130", async () => {
    const child = spawn(process.execPath, [command, "demo", "--duration", "1e9"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    await once(child.stderr, "data");
    child.kill("SIGINT");
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    expect(signal).toBeNull();
    expect(code).toBe(130);
    expect(stderr).not.toContain("Error");
    expect(stderr.endsWith("\n")).toBe(true);
  });

  test("ends quietly when nobody reads its output", async () => {
    const child = spawn(process.execPath, [command, "scenes", "--json"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const [code] = (await once(child, "close")) as [number | null];
    expect(stderr).not.toContain("EPIPE");
    expect(code).toBe(0);
  });
});

describe("the file bin/rigor.js", () => {
  test("is executable", () => {
    expect(() => accessSync(command, constants.X_OK)).not.toThrow();
    expect(readFileSync(command, "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
  });

  test("says how to build where nothing is built", () => {
    const folder = mkdtempSync(join(tmpdir(), "rigor-"));
    try {
      mkdirSync(join(folder, "bin"));
      copyFileSync(command, join(folder, "bin/rigor.mjs"));
      const { status, stderr } = spawnSync(process.execPath, [join(folder, "bin/rigor.mjs")], { encoding: "utf8" });
      expect(stderr).toContain("npm run build");
      expect(status).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
