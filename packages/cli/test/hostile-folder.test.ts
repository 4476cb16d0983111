/**
 * Folders of runs that others have made, to harm: what they say is checked before anything is made of it, what they hold of
 * links is not written through, and what they put in the place of files is not waited for.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCheckpoint } from "../src/checkpoint.js";
import { unlockFolders } from "../src/folder-lock.js";
import { LineFile } from "../src/line-file.js";
import { prepareFolder } from "../src/output-folder.js";
import { prepareRun } from "../src/prepare-run.js";
import { writePage } from "../src/report/page.js";
import { type Run, readRun } from "../src/run-folder.js";
import { addDiff } from "../src/verbs/diff.js";
import { addExport } from "../src/verbs/export.js";
import { addInfo } from "../src/verbs/info.js";
import { addPlot } from "../src/verbs/plot.js";
import { addReport } from "../src/verbs/report.js";
import { rigorIn } from "./support/command.js";
import { bounce, type MadeRun, makeFolder, makeRun, patience } from "./support/make-run.js";
import { type Result, runVerb } from "./support/run-verb.js";

const folder = makeFolder();
afterAll(folder.remove);
let run: MadeRun;
beforeAll(() => {
  run = makeRun(join(folder.path, "bounce"), { ...bounce, run: { duration: 0.6, sampleRate: 20 } });
}, patience);

let count = 0;
/** A copy of the folder, changed. */
function copyRun(change: (dir: string) => void = () => {}): string {
  const dir = join(folder.path, `copy ${count++}`);
  cpSync(run.dir, dir, { recursive: true });
  change(dir);
  return dir;
}

/** Changes summary.json, scene.json, or line `k` of a recording. */
function edit(dir: string, name: string, change: (data: Record<string, never>) => unknown, k = 0): void {
  const path = join(dir, name);
  const lines = readFileSync(path, "utf8").split("\n");
  const data = JSON.parse(lines[k]) as Record<string, never>;
  lines[k] = JSON.stringify(change(data) ?? data);
  writeFileSync(path, lines.join("\n"));
}

function makePipe(path: string): void {
  expect(spawnSync("sh", ["-c", 'mkfifo "$0"', path]).status).toBe(0);
}

/** Every verb that reads a folder. */
const verbs: readonly [string, (dir: string) => Promise<Result>][] = [
  ["info", (dir) => runVerb(addInfo, ["info", dir])],
  ["info --json", (dir) => runVerb(addInfo, ["info", dir, "--json"])],
  ["diff", (dir) => runVerb(addDiff, ["diff", dir, run.dir])],
  ["report", (dir) => runVerb(addReport, ["report", dir])],
  ["plot", (dir) => runVerb(addPlot, ["plot", dir, "--what", "energy", "momentum", "force", "ball.p"])],
  ["export", (dir) => runVerb(addExport, ["export", dir, "--csv", "--parquet", "--gltf"])],
];

describe("a summary that is none", () => {
  const script = "<img src=x onerror=alert(1)>";
  const cases: readonly [string, object, string][] = [
    ["a script for a status", { status: script }, "status: must be complete, interrupted or failed"],
    ["a script for steps", { steps: script }, "steps: must be a whole number, 0 or more"],
    ["a script for contacts", { maxContacts: script }, "maxContacts: must be a whole number"],
    ["numbers as texts", { worstPenetration: "1e-9" }, 'worstPenetration: must be a number, got "1e-9"'],
    ["no warnings", { warnings: undefined }, "warnings: must be a list, got nothing"],
    ["warnings that are records", { warnings: [{}] }, "warnings[0]: must be a text, got a record"],
    ["events that are none", { events: { touch: -1 } }, "events.touch: must be a whole number"],
    ["events that are a text", { events: "many" }, "events: must be a record"],
    ["a duration that is a list", { duration: [1] }, "duration: must be a number, got [1]"],
    ["a certificate that is a text", { worstForceBalance: script }, "worstForceBalance: must be a number"],
    ["an error that is a record", { error: {} }, "error: must be a text"],
    ["a hash that is a number", { stateHash: 5 }, "stateHash: must be a text, got 5"],
  ];

  test.each(cases)("%s is told, by every verb, with 2, and nothing is written", async (_, change, message) => {
    const dir = copyRun((path) => edit(path, "summary.json", (data) => ({ ...data, ...change })));
    const before = readdirSync(dir);
    for (const [, act] of verbs) {
      const { code, stdout, stderr } = await act(dir);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`summary.json: ${message}`);
    }
    expect(readdirSync(dir)).toEqual(before);
  });

  test("deep enough to break what writes it", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const dir = copyRun((path) => {
      const text = readFileSync(join(path, "summary.json"), "utf8");
      writeFileSync(join(path, "summary.json"), `${text.slice(0, -1)},"more":${deep}}`);
    });
    const { code, stderr } = await runVerb(addInfo, ["info", dir, "--json"]);
    expect([code, stderr.includes("must not be nested deeper")]).toEqual([2, true]);
  });

  test("but fields of other versions are let alone, and numbers that JSON has no word for are none", async () => {
    const more = { worstForceBalance: 1e-12, later: { a: [1] }, worstEnergyError: null };
    const dir = copyRun((path) => edit(path, "summary.json", (data) => ({ ...data, ...more })));
    const { summary } = await readRun(dir);
    expect(summary).toMatchObject({ worstForceBalance: 1e-12, later: { a: [1] }, worstEnergyError: Number.NaN });
    expect((await runVerb(addReport, ["report", dir, "--out", "-"])).stdout).toContain("✗ does not hold");
  });

  test("and of a run that is resumed, by the command", () => {
    const dir = copyRun((path) => edit(path, "summary.json", (data) => ({ ...data, steps: "<b>" })));
    const { status, stdout, stderr } = rigorIn(folder.path, "run", dir, "--resume", "--json");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("steps: must be a whole number");
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

describe("a page", () => {
  test("has nothing of a summary or a recording in it as it is, were it not checked", async () => {
    const script = "<script>alert(1)</script>";
    const { scene, summary } = await readRun(run.dir);
    const texts = Object.keys(summary).filter((key) => !["events", "warnings"].includes(key));
    const bad = Object.fromEntries(texts.map((key) => [key, `"${script}`]));
    const audit = { worstForceBalance: script, worstKinematicError: script, worstDissipationDrop: script };
    const nasty = { ...summary, ...bad, ...audit, events: { [script]: script }, warnings: [script], notes: [script] };
    const event = {
      t: 0,
      type: script,
      a: script,
      b: script,
      p: [0, 0, 0],
      n: [0, 0, 0],
      impulse: script,
      vBefore: script,
      vAfter: script,
    };
    const findings = {
      times: [0, 1],
      panels: [{ title: script, unit: script, series: [{ name: script, values: [0, 1] }] }],
    };
    const pair = {
      pair: script,
      peak: script,
      peakTime: script,
      last: script,
      friction: script,
      impulse: script,
      collisions: script,
    };
    const constraint = {
      id: script,
      type: script,
      peak: script,
      peakTime: script,
      peakTorque: script,
      worstError: script,
    };
    const html = writePage(
      { scene: { ...scene, name: script, description: script }, summary: nasty } as unknown as Run,
      { ...findings, pairs: [pair], constraints: [constraint], events: [event], eventCount: 1, leastGap: 0 } as never,
    );
    expect(html).not.toContain("<script");
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(15);
    expect(html).not.toContain(`"&quot;"`);
  });
});

describe("a recording that is none", () => {
  const cases: readonly [string, string, (line: Record<string, never>) => unknown, string][] = [
    ["a text for a time", "trajectory.ndjson", (line) => ({ ...line, t: "1" }), 't: must be a finite number, got "1"'],
    [
      "no energy",
      "trajectory.ndjson",
      (line) => ({ ...line, energy: undefined }),
      "energy: must be a record, got nothing",
    ],
    ["no contacts", "trajectory.ndjson", (line) => ({ ...line, contacts: 3 }), "contacts: must be a list, got 3"],
    [
      "a contact of nothing",
      "trajectory.ndjson",
      (line) => ({ ...line, contacts: [{}] }),
      "contacts[0].a: must be a text",
    ],
    ["no bodies", "trajectory.ndjson", (line) => ({ ...line, bodies: {} }), "bodies.floor: must be there"],
    [
      "a place in the plane",
      "trajectory.ndjson",
      (line) => {
        const { ball, floor } = line.bodies as Record<string, object>;
        return { ...line, bodies: { floor, ball: { ...ball, p: [1, 2] } } };
      },
      "bodies.ball.p: must be 3 finite numbers, got [1,2]",
    ],
    [
      "a body of nobody",
      "trajectory.ndjson",
      (line) => ({ ...line, bodies: { ...(line.bodies as object), "\u001b[2J": {} } }),
      "bodies.\\u001b[2J: must be a body of the scene",
    ],
  ];

  test.each(cases)("%s is told, by every verb, with its line", async (_, name, change, message) => {
    const dir = copyRun((path) => edit(path, name, change, 1));
    for (const [, act] of verbs) {
      const { code, stdout, stderr } = await act(dir);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`${name}:2: ${message}`);
    }
  });

  test.each([
    ["a script for a place", { p: "<script>" }, "p: must be 3 numbers"],
    ["an impulse that is a text", { impulse: "9" }, 'impulse: must be a number, got "9"'],
    ["ends that are records", { a: {} }, "a: must be a text"],
  ])("%s of an event", async (_, change, message) => {
    const dir = copyRun((path) => edit(path, "events.ndjson", (line) => ({ ...line, ...change })));
    for (const verb of ["info", "report", "export"]) {
      const [, act] = verbs.find(([name]) => name === verb) as (typeof verbs)[number];
      const { code, stderr } = await act(dir);
      expect([code, stderr.includes(`events.ndjson:1: ${message}`)]).toEqual([2, true]);
    }
  });

  test("a scene that is none", async () => {
    const dir = copyRun((path) =>
      edit(path, "scene.json", (data) => ({ ...data, bodies: [{ id: 5 }, { name: "x" }] })),
    );
    for (const [, act] of verbs) {
      const { code, stderr } = await act(dir);
      expect([code, stderr.includes("scene.json: is no scene: bodies[0].")]).toEqual([2, true]);
    }
  });

  test.runIf(process.platform === "linux")("pipes and devices in the place of files are not waited for", async () => {
    for (const name of ["summary.json", "scene.json", "trajectory.ndjson", "events.ndjson"]) {
      const dir = copyRun((path) => {
        rmSync(join(path, name));
        makePipe(join(path, name));
      });
      const { code, stderr } = await runVerb(addInfo, ["info", dir]);
      expect([code, stderr.includes(`${name}: must be a file`)]).toEqual([2, true]);
      rmSync(join(dir, name));
      symlinkSync("/dev/zero", join(dir, name));
      expect((await runVerb(addInfo, ["info", dir])).code).toBe(2);
    }
    const dir = copyRun((path) => makePipe(join(path, "run.lock")));
    expect(() => prepareFolder(dir, { force: true, resume: false, sceneFile: null })).toThrow("is no file");
  });
});

describe("a state that is none", () => {
  test.each([
    ["figures that are texts", { figures: { steps: "<script>" } }],
    ["islands of nothing", { world: { islands: [{}] } }],
    ["no world", { world: null }],
  ])("%s is not gone on from", async (_, change) => {
    const dir = copyRun((path) => {
      rmSync(join(path, "summary.json"));
      const state = { rigor: 1, sampleIndex: 0, figures: {}, world: {}, ...change };
      writeCheckpoint(path, { number: 0, trajectory: 0, events: 0, wallSeconds: 0, state: state as never });
    });
    const going = prepareRun(dir, { resume: true, checkpointInterval: 1 });
    await expect(going).rejects.toThrow("cannot be resumed: its checkpoint does not fit the scene");
    unlockFolders();
  });
});

describe("links that lead out of the folder", () => {
  const secret = "what was there before\n";
  let target = 0;
  /** A file outside, which a link is made to. */
  const plant = (path: string): string => {
    const outside = join(folder.path, `outside-${target++}`);
    writeFileSync(outside, secret);
    rmSync(path, { force: true });
    symlinkSync(outside, path);
    return outside;
  };
  const outsides: string[] = [];
  const expectUntouched = () => {
    for (const path of outsides) expect(readFileSync(path, "utf8")).toBe(secret);
    outsides.length = 0;
  };

  test("under the names of files on their way are not written through by report, plot and export", async () => {
    const names = ["report.html", "plot.svg", "plot.png", "animation.glb"];
    const tables = ["bodies", "contacts", "energy", "events"];
    const dir = copyRun((path) => {
      for (const name of names) outsides.push(plant(join(path, `${name}.part`)), plant(join(path, name)));
      for (const format of ["csv", "parquet"]) {
        mkdirSync(join(path, format));
        for (const table of tables) {
          const file = join(path, format, `${table}.${format}`);
          outsides.push(plant(`${file}.part`), plant(file));
        }
      }
    });
    for (const [name, act] of verbs.slice(3)) expect([name, (await act(dir)).code]).toEqual([name, 0]);
    expect(outsides).toHaveLength(24);
    expectUntouched();
    // the files themselves are there, in the place of the links
    for (const name of [...names, "csv/bodies.csv", "parquet/energy.parquet"]) {
      expect(lstatSync(join(dir, name)).isFile()).toBe(true);
    }
    expect(readdirSync(dir).filter((name) => /[0-9a-f]{16}\.part$/.test(name))).toEqual([]);
  });

  test.each(["csv", "parquet"])("in the place of the folder %s are refused, unless they were named", async (format) => {
    const outside = join(folder.path, `tables-${format}`);
    mkdirSync(outside);
    writeFileSync(join(outside, `bodies.${format}`), secret);
    const dir = copyRun((path) => symlinkSync(outside, join(path, format)));
    const { code, stderr } = await runVerb(addExport, ["export", dir, `--${format}`]);
    expect([code, stderr.includes("is a symbolic link")]).toEqual([2, true]);
    // nor are they emptied by a run that throws away what is there
    prepareFolder(dir, { force: true, resume: false, sceneFile: null });
    unlockFolders();
    expect(readFileSync(join(outside, `bodies.${format}`), "utf8")).toBe(secret);
    expect((await runVerb(addExport, ["export", run.dir, `--${format}`, "--out", join(dir, format)])).code).toBe(0);
  });

  test("under the names of recordings are neither gone on with nor cut", () => {
    const dir = copyRun((path) => outsides.push(plant(join(path, "trajectory.ndjson"))));
    const path = join(dir, "trajectory.ndjson");
    expect(() => new LineFile(path, 5)).toThrow("is a symbolic link");
    expectUntouched();
    outsides.push(plant(path));
    const file = new LineFile(path);
    file.add("a line");
    file.flush();
    file.close();
    expect(lstatSync(path).isFile()).toBe(true);
    expectUntouched();
    // nor a file that has another name elsewhere
    const other = join(folder.path, "other name");
    writeFileSync(other, secret);
    rmSync(path);
    linkSync(other, path);
    expect(() => new LineFile(path, 5)).toThrow("hard links");
    expect(readFileSync(other, "utf8")).toBe(secret);
  });

  test("are not written through by the command, with --force and with --resume", () => {
    const own = [
      "summary.json",
      "trajectory.ndjson",
      "events.ndjson",
      "animation.glb",
      "checkpoint-0.json",
      "run.lock",
    ];
    const planted = (path: string, names: readonly string[]) => {
      for (const name of names) outsides.push(plant(join(path, name)), plant(join(path, `${name}.part`)));
    };
    const scene = join(run.dir, "scene.json");
    const forced = copyRun((path) => planted(path, own.slice(0, -1)));
    expect(rigorIn(folder.path, "run", scene, "--out", forced, "--force", "-q").status).toBe(0);
    const resumed = copyRun((path) => planted(path, own.slice(0, -1)));
    expect(rigorIn(folder.path, "run", resumed, "--resume", "-q").status).toBe(2);
    rmSync(join(resumed, "checkpoint-0.json"));
    expect(rigorIn(folder.path, "run", resumed, "--resume", "-q").status).toBe(0);
    const locked = copyRun((path) => planted(path, own.slice(-1)));
    const { status, stderr } = rigorIn(folder.path, "run", scene, "--out", locked, "--force", "-q");
    expect([status, stderr.includes("is a symbolic link")]).toEqual([2, true]);
    expectUntouched();
    for (const dir of [forced, resumed]) {
      expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
      expect(existsSync(join(dir, "run.lock"))).toBe(false);
      expect(readFileSync(join(dir, "trajectory.ndjson"))).toEqual(readFileSync(join(run.dir, "trajectory.ndjson")));
    }
  });
});

test("CSV: text that a spreadsheet would take for a formula is text", async () => {
  const id = "=HYPERLINK(1)";
  const bodies = [...(bounce.bodies ?? []).slice(0, 1), { ...(bounce.bodies ?? [])[1], id }];
  const { dir } = makeRun(join(folder.path, "formula"), { ...bounce, run: { duration: 0.1, sampleRate: 20 }, bodies });
  expect((await runVerb(addExport, ["export", dir, "--csv"])).code).toBe(0);
  expect(readFileSync(join(dir, "csv", "bodies.csv"), "utf8")).toContain(`0,'${id},0,1.5,0`);
});
