/** `rigor run`: what it writes, what it says, and what it refuses. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepareRun } from "../src/prepare-run.js";
import {
  bouncingScene,
  fallingScene,
  makeFolder,
  readJson,
  readLines,
  rigorIn,
  writeScene,
} from "./support/command.js";

interface Line {
  readonly t: number;
  readonly bodies: Record<string, { p: number[]; q: number[]; v: number[]; w: number[] }>;
  readonly energy: Record<"kinetic" | "potential" | "dissipated" | "work" | "total", number>;
  readonly contacts: { a: string; b: string; p: number[]; n: number[]; f: number; t: number[]; gap: number }[];
  readonly constraints: Record<string, { force: number[]; torque: number[]; error: number }>;
}

describe("the results", () => {
  const folder = makeFolder();
  const { status, stdout, stderr } = rigorIn(folder, "run", writeScene(folder, bouncingScene), "--out", "out");
  const lines = readLines<Line>(folder, "out", "trajectory.ndjson");
  const events = readLines(folder, "out", "events.ndjson");
  const summary = readJson(folder, "out", "summary.json");

  test("are five files and nothing else", () => {
    expect(status).toBe(0);
    const names = ["animation.glb", "events.ndjson", "scene.json", "summary.json", "trajectory.ndjson"];
    expect(readdirSync(join(folder, "out")).sort()).toEqual(names);
    expect(
      readFileSync(join(folder, "out", "animation.glb"))
        .subarray(0, 4)
        .toString(),
    ).toBe("glTF");
  });

  test("have a line a sample, with the keys of the format in their order", () => {
    expect(lines.map(({ t }) => t)).toEqual(Array.from({ length: 41 }, (_, k) => (k < 40 ? k / 50 : 0.8)));
    expect(Object.keys(lines[0])).toEqual(["t", "bodies", "particles", "cloths", "energy", "contacts", "constraints"]);
    expect(Object.keys(lines[0].bodies)).toEqual(["floor", "ball"]);
    expect(Object.keys(lines[0].bodies.ball)).toEqual(["p", "q", "v", "w"]);
    expect(lines[0].bodies.ball).toEqual({ p: [0, 1.5, 0], q: [0, 0, 0, 1], v: [0, 0, 0], w: [0, 0, 0] });
  });

  test("are the motion of the closed form, and the books close", () => {
    const hit = Math.sqrt(2 / 9.81);
    for (const { t, bodies, energy } of lines) {
      const { kinetic, potential, dissipated, work, total } = energy;
      expect(Math.abs(kinetic + potential + dissipated - work - total)).toBeLessThan(1e-14);
      expect(Math.abs(total - lines[0].energy.total)).toBeLessThan(1e-9);
      const s = t - hit;
      const speed = 0.5 * 9.81 * hit;
      const height = t < hit ? 1.5 - 0.5 * 9.81 * t * t : 0.5 + speed * s - 0.5 * 9.81 * s * s;
      expect(Math.abs(bodies.ball.p[1] - height)).toBeLessThan(1e-11);
    }
    expect(events).toHaveLength(1);
    const [{ t, type, a, b, n, impulse, vBefore, vAfter }] = events as [Record<string, number & string & number[]>];
    expect([type, a, b, n]).toEqual(["collision", "ball", "floor", [0, 1, 0]]);
    expect(Math.abs(t - hit)).toBeLessThan(1e-11);
    expect(Math.abs(vBefore + Math.sqrt(2 * 9.81))).toBeLessThan(1e-10);
    expect(Math.abs(vAfter - 0.5 * Math.sqrt(2 * 9.81))).toBeLessThan(1e-10);
    expect(Math.abs(impulse - 2 * 1.5 * Math.sqrt(2 * 9.81))).toBeLessThan(1e-10);
  });

  test("are summed up in summary.json, on stdout, and the progress on stderr", () => {
    expect(Object.keys(summary)).toEqual([
      ..."status scene sceneHash version stateHash duration wallSeconds steps evaluations events".split(" "),
      ..."maxContacts worstPenetration worstConstraintError worstEnergyError worstForceBalance".split(" "),
      ..."worstKinematicError worstDissipationDrop warnings notes".split(" "),
    ]);
    expect(summary).toMatchObject({ status: "complete", scene: "Bouncing", duration: 0.8, warnings: [] });
    expect(summary.events).toEqual({ collision: 1, touch: 0, separate: 0, slip: 0, stick: 0 });
    expect(summary.sceneHash).toMatch(/^[0-9a-f]{16}$/);
    expect(summary.stateHash).toMatch(/^[0-9a-f]{16}$/);
    for (const part of [
      "penetration",
      "constraints",
      "energy",
      "forces",
      "positions",
      "dissipated",
      String(summary.stateHash),
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stderr).toMatch(/Bouncing: 0%/);
    expect(stderr).toMatch(/Bouncing: 100%, t = 0\.800 s.*1 events, 0 contacts\n/);
    expect(stdout + stderr).not.toContain(String.fromCharCode(27));
  });

  test("hold what is needed to run it again, in the same bits", () => {
    const again = rigorIn(folder, "run", "out/scene.json", "--out", "again", "--json", "--quiet");
    expect(again.stderr).toBe("");
    const other = JSON.parse(again.stdout) as Record<string, unknown>;
    expect({ ...other, wallSeconds: 0 }).toEqual({ ...summary, wallSeconds: 0 });
    for (const name of ["scene.json", "trajectory.ndjson", "events.ndjson", "animation.glb"]) {
      expect(readFileSync(join(folder, "again", name)).equals(readFileSync(join(folder, "out", name)))).toBe(true);
    }
  });
});

describe("contacts and joints", () => {
  const folder = makeFolder();
  const { status } = rigorIn(folder, "run", writeScene(folder, fallingScene), "--out", "out", "--quiet");
  const lines = readLines<Line>(folder, "out", "trajectory.ndjson");
  const summary = readJson<Record<string, number>>(folder, "out", "summary.json");

  test("have forces that move the arm as Newton says", () => {
    expect(status).toBe(0);
    for (const { bodies, constraints } of lines) {
      const { force, torque, error } = constraints.pin;
      const { p, w } = bodies.arm;
      const r = [p[0] - 3, p[1] - 2];
      // about the pin: θ̈ = −m g r_x / I, I = m (1 + 0.01)/12 + m/4; then m a = F + m g
      const inertia = 1.01 / 12 + 0.25;
      const alpha = (-9.81 * r[0]) / inertia;
      const a = [-alpha * r[1] - w[2] ** 2 * r[0], alpha * r[0] - w[2] ** 2 * r[1]];
      expect(Math.abs(force[0] - a[0])).toBeLessThan(1e-10);
      expect(Math.abs(force[1] - a[1] - 9.81)).toBeLessThan(1e-10);
      expect(Math.abs(force[2]) + Math.max(...torque.map(Math.abs))).toBeLessThan(1e-12);
      expect(error).toBeLessThanOrEqual(summary.worstConstraintError);
    }
  });

  test("are within what the summary says", () => {
    expect(Math.max(...lines.map(({ contacts }) => contacts.length))).toBe(summary.maxContacts);
    for (const { contacts } of lines) {
      for (const { f, gap, t, n } of contacts) {
        expect(f).toBeGreaterThanOrEqual(0);
        expect(-gap).toBeLessThanOrEqual(summary.worstPenetration);
        expect(t).toEqual([0, 0, 0]);
        expect(Math.abs(n.reduce((sum, x) => sum + x * x, 0) - 1)).toBeLessThan(1e-14);
      }
    }
    expect(summary.worstPenetration).toBeLessThan(1e-7);
  });
});

describe("options", () => {
  const folder = makeFolder();
  const scene = writeScene(folder, bouncingScene);

  test("--duration, --set and --method are in what is written", () => {
    const settings = ["--duration", "0.1", "--set", "gravity=[0,-1.62,0]", "--set", "bodies[1].mass=5"];
    const { status, stdout } = rigorIn(folder, "run", scene, "--out", "moon", "--json", "-q", ...settings);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ duration: 0.1 });
    const written = readJson<typeof bouncingScene & { gravity: number[] }>(folder, "moon", "scene.json");
    expect([written.gravity, written.bodies[1].mass, written.run.duration]).toEqual([[0, -1.62, 0], 5, 0.1]);
    const last = readLines<Line>(folder, "moon", "trajectory.ndjson").at(-1) as Line;
    expect(last.bodies.ball.v[1]).toBeCloseTo(-0.162, 12);
    const method = rigorIn(folder, "run", scene, "--out", "rk4", "-q", "--method", "integrator=rk4");
    expect(method.status).toBe(0);
    expect(readJson<{ method: unknown }>(folder, "rk4", "scene.json").method).toEqual({ integrator: "rk4" });
  });

  test("without --out the folder is runs/<name>, then runs/<name>-2, and is told", () => {
    for (const dir of ["runs/scene", "runs/scene-2"]) {
      const { status, stderr } = rigorIn(folder, "run", "scene.json", "--duration", "0.1");
      expect(status).toBe(0);
      expect(stderr).toContain(dir);
      expect(existsSync(join(folder, dir, "summary.json"))).toBe(true);
    }
  });

  test("a folder with a run in it is refused, unless --force", () => {
    expect(rigorIn(folder, "run", scene, "--out", "taken", "-q").status).toBe(0);
    const before = readFileSync(join(folder, "taken", "summary.json"), "utf8");
    const { status, stderr } = rigorIn(folder, "run", scene, "--out", "taken", "-q");
    expect(status).toBe(2);
    expect(stderr).toContain("--force");
    expect(readFileSync(join(folder, "taken", "summary.json"), "utf8")).toBe(before);
    writeFileSync(join(folder, "taken", "notes.txt"), "mine");
    // what was made from the run goes with it, and nothing else
    mkdirSync(join(folder, "taken", "csv"));
    for (const name of ["plot.svg", "csv/bodies.csv", "csv/mine.txt"])
      writeFileSync(join(folder, "taken", name), "old");
    expect(rigorIn(folder, "run", scene, "--out", "taken", "-q", "--force").status).toBe(0);
    expect(existsSync(join(folder, "taken", "plot.svg"))).toBe(false);
    expect(readdirSync(join(folder, "taken", "csv"))).toEqual(["mine.txt"]);
    expect(readFileSync(join(folder, "taken", "notes.txt"), "utf8")).toBe("mine");
  });

  test("the scene that runs is never written over", () => {
    const { status, stderr } = rigorIn(folder, "run", scene, "--out", ".", "--force");
    expect(status).toBe(2);
    expect(stderr).toContain("holds the scene itself");
    expect(readJson(scene)).toEqual(bouncingScene);
  });
});

describe("a run that fails", () => {
  const folder = makeFolder();

  test("ends with 1, and keeps what came before", () => {
    // a ball is squeezed between the floor and a lid that comes down on it
    const lid = {
      type: "keyframes",
      times: [0, 1],
      positions: [
        [0, 2, 0],
        [0, 1, 0],
      ],
    }; // prettier-ignore
    const scene = writeScene(folder, {
      rigor: 1,
      run: { duration: 1, sampleRate: 20 },
      bodies: [
        { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
        { id: "ball", shape: { type: "sphere", radius: 0.5 }, mass: 1, position: [0, 0.5, 0], velocity: [0.1, 0, 0] },
        { id: "lid", shape: { type: "box", size: [2, 1, 2] }, motion: lid, position: [0, 2, 0] },
      ],
    });
    const { status, stderr } = rigorIn(folder, "run", scene, "--out", "out", "-q");
    expect(status).toBe(1);
    expect(stderr).toContain("failed");
    expect(stderr).not.toContain("    at ");
    const summary = readJson(folder, "out", "summary.json");
    expect(summary.status).toBe("failed");
    expect(String(summary.error).length).toBeGreaterThan(10);
    // it touches at 0.5 s
    expect(readLines(folder, "out", "trajectory.ndjson").length).toBe(11);
  });

  test("as numbers get too large on the way: the same, and it can be resumed, to the same end", () => {
    const scene = writeScene(folder, {
      rigor: 1,
      gravity: [0, -1e15, 0],
      run: { duration: 3, sampleRate: 10 },
      bodies: [{ id: "stone", shape: { type: "sphere", radius: 1 } }],
    });
    const message = /moves at -1\S+ m\/s: numbers above 1e15 m\/s cannot be computed with/;
    const { status, stderr } = rigorIn(folder, "run", scene, "--out", "large", "-q");
    expect([status, stderr.includes("    at ")]).toEqual([1, false]);
    expect(stderr).toMatch(message);
    const summary = readJson(folder, "large", "summary.json");
    expect(summary).toMatchObject({ status: "failed", time: 1, error: expect.stringMatching(message) });
    expect(readLines(folder, "large", "trajectory.ndjson").length).toBe(11);
    expect(rigorIn(folder, "run", "large", "--resume", "-q").status).toBe(1);
    expect(readJson(folder, "large", "summary.json")).toEqual(summary);
    // what was cut off before its summary begins anew, and ends the same
    unlinkSync(join(folder, "large", "summary.json"));
    expect(rigorIn(folder, "run", "large", "--resume", "-q").status).toBe(1);
    expect(readJson(folder, "large", "summary.json")).toMatchObject({ status: "failed", stateHash: summary.stateHash });
  });

  test.each([
    [
      "angularVelocity",
      { bodies: [{ id: "b", shape: { type: "sphere", radius: 1 }, angularVelocity: [1e308, 0, 0] }] },
    ],
    ["gravity", { gravity: [0, 1e200, 0] }],
    ["mass", { bodies: [{ id: "b", shape: { type: "sphere", radius: 1 }, mass: 1e308 }] }],
  ])("not at all, as a number of the file is too large: %s", (what, scene) => {
    const file = writeScene(folder, { rigor: 1, run: { duration: 1 }, ...scene });
    for (const verb of [["check"], ["run", "--out", what, "-q"]]) {
      const { status, stderr } = rigorIn(folder, verb[0], file, ...verb.slice(1));
      expect(status).toBe(2);
      expect(stderr).toMatch(new RegExp(`${what}.*must be at most 1e\\d+ \\S+ in size, got 1e`));
    }
    expect(existsSync(join(folder, what))).toBe(false);
  });

  test("a floor with friction and a box without: the summary and the command say that there is no friction", () => {
    const scene = writeScene(folder, {
      rigor: 1,
      run: { duration: 0.1 },
      bodies: [
        { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true, friction: 0.5 },
        { id: "box", shape: { type: "box", size: [1, 1, 1] }, position: [0, 0.5, 0], velocity: [1, 0, 0] },
      ],
    });
    const { status, stdout } = rigorIn(folder, "run", scene, "--out", "bare");
    expect(status).toBe(0);
    expect(stdout).toMatch(/warning\s+friction\/one-sided: box has none and floor has 0\.5/);
    expect(rigorIn(folder, "report", "bare").status).toBe(0);
    expect(readFileSync(join(folder, "bare", "report.html"), "utf8")).toContain(
      "friction/one-sided: box has none and floor has 0.5",
    );
  });
});

describe("what is refused, with 2, a message, and nothing written", () => {
  const folder = makeFolder();
  mkdirSync(join(folder, "inner"));
  const mesh = (file: string) => ({
    ...bouncingScene,
    bodies: [{ id: "m", shape: { type: "mesh", file }, mass: 1 }],
  });
  writeFileSync(
    join(folder, "outside.obj"),
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
  );
  symlinkSync(join(folder, "outside.obj"), join(folder, "inner", "link.obj"));
  const scenes: Record<string, unknown> = {
    "empty.json": "",
    "text.json": "hello",
    "cut.json": '{"rigor":1,\n"bodies":[{',
    "list.json": [],
    "number.json": 3,
    "null.json": null,
    "version.json": { rigor: 2 },
    "unknown.json": { rigor: 1, bodys: [] },
    "mass.json": { ...bouncingScene, bodies: [{ id: "a", shape: { type: "sphere", radius: -1 }, mass: -1 }] },
    "overlap.json": {
      rigor: 1,
      bodies: ["a", "b"].map((id) => ({ id, shape: { type: "sphere", radius: 1 }, mass: 1 })),
    },
    "inner/up.json": mesh("../outside.obj"),
    "inner/link.json": mesh("link.obj"),
    "inner/root.json": mesh("/etc/passwd"),
    "inner/gone.json": mesh("gone.obj"),
  };
  for (const [name, scene] of Object.entries(scenes)) writeScene(folder, scene, name);
  writeScene(folder, bouncingScene);
  writeScene(folder, `{"rigor":1,"name":"${"x".repeat(66 * 2 ** 20)}"}`, "large.json");
  execFileSync("bash", ["-c", 'mkfifo "$0"', join(folder, "pipe")]);

  test.each([
    ["empty.json", "empty"],
    ["cut.json", "line 2"],
    ["list.json", "must be"],
    ["number.json", "must be"],
    ["null.json", "must be"],
    ["version.json", "rigor: must be 1"],
    ["unknown.json", "bodys"],
    ["mass.json", "bodies[0].mass: must be > 0, got -1"],
    ["mass.json", "bodies[0].shape.radius"],
    ["overlap.json", "overlap"],
    ["inner/up.json", "bodies[0].shape.file: must be in the scene's folder"],
    ["inner/link.json", "bodies[0].shape.file: must be in the scene's folder"],
    ["inner/root.json", "bodies[0].shape.file: must be in the scene's folder"],
    ["inner/gone.json", "gone.obj"],
    ["gone.json", "no such file"],
    ["inner/", "is a folder"],
  ])("%s: %s", async (scene, message) => {
    const out = join(folder, "out");
    const refused = prepareRun(join(folder, scene), { out, checkpointInterval: 1 });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toSatisfy(({ name }) => name === "CommandError" || name === "RigorError");
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    [["mass.json"], "bodies[0].mass: must be > 0, got -1"],
    [["text.json"], "text.json: is not JSON"],
    [["destructive-chian"], "Did you mean destructive-chain?"],
    [["xyzzy-nothing-like-it"], "`rigor scenes` lists them"],
    [["/dev/zero"], "larger than 64 MiB"],
    [["large.json"], "large.json: is larger than 64 MiB"],
    [["scene.json", "--duration", "-1"], "It must be a finite number > 0."],
    [["scene.json", "--set", "mass"], "It must be key=value."],
    [["scene.json", "--set", "bodies[7].mass=1"], "there is no entry 7 in a list of 2"],
    [["scene.json", "--method", "integrator=leapfrog"], "method.integrator"],
    [["scene.json", "--resume", "--force"], "cannot both be given"],
    [["scene.json", "--resume"], "no run in it to be resumed"],
    [["scene.json", "--duration", "1e300"], "run.duration: must be at most"],
    [["scene.json", "--set", "run.sampleRate=1e12"], "run.sampleRate: must be at most"],
    [["pipe"], "is a pipe"],
  ])("rigor run %j", (args, message) => {
    const { status, stdout, stderr } = rigorIn(folder, "run", ...args, "--out", "out");
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(stdout).toBe("");
    expect(status).toBe(2);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test.each([["/proc/nowhere/out"], ["/dev/full"], ["scene.json/out"]])("--out %s", (out) => {
    const { status, stderr } = rigorIn(folder, "run", "scene.json", "--out", out);
    expect(stderr).toContain("cannot be written");
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(status).toBe(2);
  });
});
