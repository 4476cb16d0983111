/** Curves: the numbers that are drawn, the axes, the pictures. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { angularMomentum, linearMomentum } from "@rigor/engine/rigid";
import { buildScene, type SceneFile } from "@rigor/engine/scene";
import { catalogue } from "@rigor/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawChart, lightTheme } from "../src/plot/chart.js";
import { gatherPanels } from "../src/plot/gather.js";
import { renderPng } from "../src/plot/png.js";
import { createScale } from "../src/plot/scale.js";
import { openRecording } from "../src/run-folder.js";
import { addPlot } from "../src/verbs/plot.js";
import { bounce, briefMechanism, type MadeRun, makeFolder, makeRun, patience } from "./support/make-run.js";
import { runVerb } from "./support/run-verb.js";

const folder = makeFolder();
afterAll(folder.remove);
let falls: MadeRun;
let turns: MadeRun;
beforeAll(() => {
  falls = makeRun(join(folder.path, "bounce"), bounce);
  turns = makeRun(join(folder.path, "mechanism"), briefMechanism);
}, patience);

const gather = async ({ dir }: MadeRun, ...whats: string[]) => gatherPanels(await openRecording(dir), whats);

describe("what is drawn", () => {
  test("energy, without terms that are zero throughout", async () => {
    const { times, panels } = await gather(falls, "energy");
    expect(times).toEqual(falls.samples.map(({ t }) => t));
    expect(panels.map(({ series }) => series.map(({ name }) => name))).toEqual([
      ["kinetic", "potential", "dissipated", "total"],
    ]);
    expect(panels[0].series[1].values).toEqual(falls.samples.map(({ energy }) => energy.potential));
  });

  test("forces by pair, zero where they do not touch", async () => {
    const { panels } = await gather(falls, "force", "contacts");
    expect(panels[0].series).toHaveLength(1);
    const { name, values } = panels[0].series[0];
    expect(name).toBe("ball on floor");
    expect(values[0]).toBe(0);
    expect(values[120]).toBeCloseTo(19.62, 9);
    expect(panels[1].series[0].values[120]).toBe(1);
  });

  test("no rounding of forces that are there: a cradle at rest in its middle has strings of 10 N, and contacts of 0 N", async () => {
    const cradle = catalogue.find(({ name }) => name === "newtons-cradle")!.create();
    const run = makeRun(join(folder.path, "cradle"), { ...cradle, run: { ...cradle.run, duration: 1.7 } });
    const raw = run.samples.flatMap(({ contacts }) => contacts.map(({ f }) => f));
    const [id] = Object.keys(run.samples[0].constraints);
    const weight = Math.hypot(...run.samples[0].constraints[id].force);
    const isRounding = (force: number) => force !== 0 && Math.abs(force) < 1e-9 * weight;
    // what would be drawn otherwise
    expect(raw.some(isRounding)).toBe(true);
    const { panels } = await gather(run, "force", `${id}.force`, "energy");
    const [force, joint, energy] = panels.map(({ series }) => series.flatMap(({ values }) => values));
    expect([...force, ...joint].filter(isRounding)).toEqual([]);
    const most = Math.max(...energy.map(Math.abs));
    expect(energy.filter((term) => term !== 0 && Math.abs(term) < 1e-9 * most)).toEqual([]);
  });

  test("coordinates of one kind share a frame; one component or all", async () => {
    const { panels } = await gather(turns, "arm.p.y", "weight.p", "h.force.x", "double.u", "rod.error", "cart.q.w");
    expect(panels.map(({ title, series }) => [title, ...series.map(({ name }) => name)])).toEqual([
      ["Position", "arm.p.y", "weight.p.x", "weight.p.y", "weight.p.z"],
      ["Constraint force", "h.force.x"],
      ["Coordinate", "double.u.0", "double.u.1"],
      ["Constraint error", "rod.error"],
      ["Rotation", "cart.q.w"],
    ]);
    expect(panels[0].series[2].values).toEqual(turns.samples.map(({ particles }) => particles.weight.p[1]));
    expect(panels[2].series[1].values).toEqual(turns.samples.map(({ generalized }) => generalized?.double.u[1]));
    const masses = (await gather(turns, "double.p.1", "spiral.p.y")).panels[0].series;
    expect(masses[0].values).toEqual(turns.samples.map(({ generalized }) => generalized?.double.p[1][0]));
    expect(masses[3].values).toEqual(turns.samples.map(({ generalized }) => generalized?.spiral.p[0][1]));
  });

  test("momentum is that of the engine, for a body whose frame is not that of its mass", async () => {
    const scene: SceneFile = {
      rigor: 1,
      gravity: [0, 0, 0],
      run: { duration: 0.5, sampleRate: 4 },
      bodies: [
        {
          id: "club",
          shapes: [
            { type: "sphere", radius: 0.3, position: [0.7, 0.2, 0] },
            { type: "box", size: [1, 0.2, 0.1], rotation: [0.1, 0.2, 0.3, 0.9], density: 300 },
          ],
          position: [1, 2, 3],
          rotation: [0.5, 0.1, -0.3, 0.8],
          velocity: [0.4, -0.2, 0.1],
          angularVelocity: [1, 2, -3],
        },
      ],
      particles: [{ id: "p", mass: 20, position: [0, 1, 0], velocity: [3, 0, 1] }],
    };
    const run = makeRun(join(folder.path, "club"), scene);
    // a method that needs a solver from elsewhere does not matter here
    writeFileSync(join(run.dir, "scene.json"), JSON.stringify({ ...scene, method: { resting: "lp-1989" } }));
    const { panels } = await gather(run, "momentum");
    const exact = new Float64Array(6);
    const { world } = buildScene(scene);
    linearMomentum(exact, 0, world.system);
    angularMomentum(exact, 3, world.system);
    panels
      .flatMap(({ series }) => series)
      .forEach(({ values }, k) => {
        // nothing acts: the same throughout. L is a sum of some hundreds of N·m·s, rounded
        for (const value of values) expect(Math.abs(value - exact[k])).toBeLessThan(1e-12 * 500);
      });
  });
});

describe("axes", () => {
  const labels = (values: number[], count = 5) => createScale(values, count).ticks.map(({ label }) => label);
  test("have round numbers with the digits they need", () => {
    expect(labels([0, 1])).toEqual(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    expect(labels([-3, 42])).toEqual(["0", "10", "20", "30", "40"]);
    expect(labels([0, 123456])).toEqual(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2"]);
    expect(createScale([0, 123456], 5).power).toBe(5);
  });

  test("take off what values have in common", () => {
    const { offset, power, ticks } = createScale([1000, 1000 + 3e-9], 4);
    expect(offset).toBe(1000);
    expect(power).toBe(-9);
    expect(ticks.map(({ label }) => label)).toEqual(["0", "1", "2", "3"]);
  });

  test("of one value, of none and of no numbers have ticks too", () => {
    for (const values of [
      [7],
      [0, 0],
      [],
      [Number.NaN, Infinity],
      [1, 1 + 2 ** -52],
      [-5e-324, 5e-324],
      [1e308, -1e308],
    ]) {
      const { low, high, ticks } = createScale(values, 5);
      expect(high).toBeGreaterThan(low);
      expect(ticks.length, String(values)).toBeGreaterThan(0);
      expect(ticks.length, String(values)).toBeLessThan(30);
    }
  });

  test("of counts are whole", () => {
    expect(createScale([0, 1], 5, { whole: true }).ticks.map(({ label }) => label)).toEqual(["0", "1"]);
  });
});

describe("pictures", () => {
  const panel = (values: number[], name = "a") => [{ title: "T", unit: "m", series: [{ name, values }] }];

  test("SVG is well formed whatever the names are, and leaves gaps where there are no numbers", () => {
    const nasty = "<script>\"&'\u0000\u001b]]>";
    const svg = drawChart([0, 1, 2, 3], panel([1, Number.NaN, 2, 3], nasty), { theme: lightTheme, title: nasty });
    expect(svg).not.toContain("<script>");
    expect(svg.match(/<path d="(M[^"]*)"/)?.[1]).toMatch(/^M[\d. ]+M[\d. ]+L[\d. ]+$/);
    // the renderer refuses what is not XML
    expect(Buffer.from(renderPng(svg)).toString("latin1", 1, 4)).toBe("PNG");
  });

  test("long curves keep their peaks", () => {
    const values = Array.from({ length: 100_000 }, (_, k) => (k === 54_321 ? 50 : Math.sin(k)));
    const times = values.map((_, k) => k);
    const svg = drawChart(times, panel(values), { theme: lightTheme, title: "t" });
    expect(svg.length).toBeLessThan(60_000);
    const heights = [...(svg.match(/<path d="([^"]*)"/)?.[1] ?? "").matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) =>
      Number(y),
    );
    // the peak is drawn, far above all else
    expect(Math.min(...heights)).toBeLessThan(80);
    expect(heights.filter((y) => y < 150)).toHaveLength(1);
  });

  test("the verb writes SVG and PNG; the same ones again", async () => {
    const { code, stderr, stdout } = await runVerb(addPlot, ["plot", falls.dir, "--what", "energy", "ball.p.y"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/plot\.svg\n.*plot\.png\n$/);
    const first = ["plot.svg", "plot.png"].map((name) => readFileSync(join(falls.dir, name)));
    await runVerb(addPlot, ["plot", falls.dir, "--what", "energy", "ball.p.y"]);
    ["plot.svg", "plot.png"].forEach((name, k) => {
      expect(readFileSync(join(falls.dir, name)).equals(first[k])).toBe(true);
    });
    // 800 × 300 a frame, two dots to a px
    expect([first[1].readUInt32BE(16), first[1].readUInt32BE(20)]).toEqual([1600, 1200]);
  });

  test("SVG on stdout, one file, and nothing else", async () => {
    const { stdout, stderr } = await runVerb(addPlot, ["plot", turns.dir, "--out", "-"]);
    expect(stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(stderr).toBe("");
    expect(existsSync(join(turns.dir, "plot.svg"))).toBe(false);
  });
});

describe("errors", () => {
  test.each([
    [["--what", "bal.p"], /must be energy, momentum, force, contacts, or <id>\.p.* Did you mean ball\?/],
    [["--what", "ball"], /of a body there are ball\.p, ball\.q, ball\.v, ball\.w/],
    [["--what", "ball.p.w"], /must end with a component: ball\.p\.x, ball\.p\.y, ball\.p\.z/],
    [["--what", "ball.p.x.y"], /must end with a component/],
    [["--out", "plot.pdf"], /must end with \.svg or \.png/],
  ])("%j", async (args, message) => {
    const { code, stderr } = await runVerb(addPlot, ["plot", falls.dir, ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
