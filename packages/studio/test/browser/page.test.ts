/** The page in a real browser: loads, plays, scrubs, picks, drags, in the dark and on a phone, without a complaint. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildScene, formatSample, type SceneFile, SceneRun } from "@rigor/engine/scene";
import { catalogue } from "@rigor/scenes";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startViewer, type Viewer } from "../../../cli/src/server/viewer-server.js";
import { startBrowser, type TestBrowser } from "../support/browser.js";
import { type BuiltPage, buildPage, serveBelow } from "../support/page.js";

/** A box that stands before the camera, a ball that falls beside it, and an arm that swings. */
const scene: SceneFile = {
  rigor: 1,
  name: "A box, a ball & an arm",
  description: "for the tests of the page",
  run: { duration: 1, sampleRate: 50 },
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
    { id: "box", shape: { type: "box", size: [1, 1, 1] }, mass: 2, position: [0, 0.5, 0] },
    { id: "ball", shape: { type: "sphere", radius: 0.3 }, position: [1.2, 1, 0], restitution: 0.5 },
    { id: "arm", shape: { type: "box", size: [0.8, 0.1, 0.1] }, position: [-1.2, 1, 0] },
  ],
  constraints: [{ id: "pivot", type: "hinge", a: "arm", anchor: [-1.6, 1, 0], axis: [0, 0, 1] }],
};

/** What `studio.describe()` tells. */
interface State {
  readonly time: number;
  readonly isPlaying: boolean;
  readonly samples: number;
  readonly end: number;
  readonly events: number;
  readonly selected: string | null;
  readonly problem: string | null;
  readonly ending: { readonly status: string; readonly stateHash?: string } | null;
  readonly poses: readonly number[];
  readonly speed: string;
  readonly pulls: readonly { readonly id: string; readonly from: number; readonly to: number }[];
}

const folder = mkdtempSync(join(tmpdir(), "rigor-page-"));
let browser: TestBrowser;
let built: BuiltPage;
let recorded: Viewer;
let live: Viewer;

beforeAll(async () => {
  writeRun(join(folder, "run"));
  [built, browser] = await Promise.all([buildPage(), startBrowser()]);
  recorded = await startViewer({ page: built.folder, run: join(folder, "run") });
  live = await startViewer({ page: built.folder, scene });
}, 60_000);

afterAll(async () => {
  await Promise.all([browser?.close(), recorded?.close(), live?.close()]);
  built?.remove();
  rmSync(folder, { recursive: true, force: true });
});

function writeRun(path: string): void {
  mkdirSync(path);
  const model = buildScene(scene);
  const run = new SceneRun(model);
  const [samples, events]: [string[], string[]] = [[], []];
  for (let frame = run.next(); frame !== null; frame = run.next()) {
    samples.push(`${formatSample(frame.sample)}\n`);
    events.push(...frame.events.map((event) => `${JSON.stringify(event)}\n`));
  }
  writeFileSync(join(path, "scene.json"), JSON.stringify(model.scene));
  writeFileSync(join(path, "trajectory.ndjson"), samples.join(""));
  writeFileSync(join(path, "events.ndjson"), events.join(""));
  writeFileSync(join(path, "summary.json"), JSON.stringify(run.summarize()));
}

const look = (page: Page) => page.evaluate("studio.describe()") as Promise<State>;
/** Waits until an expression holds in the page. (`waitForFunction` evaluates text there, which its policy forbids.) */
async function until(page: Page, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await page.evaluate(what)) !== true) {
    if (performance.now() > deadline) throw new Error(`in vain: ${what}; ${JSON.stringify(await look(page))}`);
    await page.waitForTimeout(40);
  }
}

/** Opens a page and waits for what is to be seen in it. */
async function open(url: string, options?: BrowserContextOptions) {
  const { page, complaints } = await browser.open(url, options);
  await until(page, "studio.describe().poses.length > 0");
  return { page, complaints };
}

/** Stops it, so that nothing moves but what the test moves. */
async function pause(page: Page): Promise<void> {
  if ((await look(page)).isPlaying) await page.keyboard.press("k");
  await until(page, "!studio.describe().isPlaying");
}

/** Where a body, or a point of the world, is in the picture: by the page's own camera, once panels have come or gone. */
async function locate(page: Page, what: string | readonly number[]): Promise<[number, number]> {
  await page.evaluate(
    "new Promise((go) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(go)), 100))",
  );
  return (await page.evaluate(`studio.locate(${JSON.stringify(what)})`)) as [number, number];
}

describe("a run", () => {
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    ({ page, complaints } = await open(recorded.url, { viewport: { width: 800, height: 480 } }));
  }, 120_000);

  afterEach(() => expect(complaints).toEqual([]));

  test("loads, plays to its end, and tells its name", async () => {
    await until(page, "studio.describe().ending !== null && studio.describe().events > 0");
    const state = await look(page);
    expect(state.samples).toBe(51);
    expect(state.ending?.status).toBe("complete");
    expect(await page.title()).toBe("A box, a ball & an arm · Rigor");
    expect(await page.textContent("#about")).toBe("for the tests of the page");
    await page.selectOption("#speed", "8");
    await until(page, "studio.describe().time === 1 && !studio.describe().isPlaying");
    // and from the end it begins anew
    await page.selectOption("#speed", "0.03125");
    await page.keyboard.press("k");
    await until(page, "studio.describe().time < 1");
    expect((await look(page)).isPlaying).toBe(true);
  });

  test("is scrubbed, stepped and slowed down, by mouse and by keys", async () => {
    await pause(page);
    const box = (await (await page.$("#scrubber"))!.boundingBox())!;
    await page.mouse.click(box.x + 7 + (box.width - 14) / 2, box.y + box.height / 2);
    await until(page, "Math.abs(studio.describe().time - 0.5) < 0.02");
    await page.keyboard.press("Home");
    expect((await look(page)).time).toBe(0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    expect((await look(page)).time).toBe(0.22);
    await page.click("#back-button");
    expect((await look(page)).time).toBe(0.2);
    await page.keyboard.press("End");
    expect((await look(page)).time).toBe(1);
    await page.selectOption("#speed", "1");
    await page.keyboard.press(",");
    expect((await look(page)).speed).toBe("1/2×");
    // the ball at sample 10 is where free fall has it
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    await until(page, "Math.abs(studio.describe().poses[2 * 7 + 1] - (1 - 0.5 * 9.81 * 0.04)) < 1e-9");
  });

  test("shows the numbers of a body that is picked, and of a force that is hovered", async () => {
    await page.keyboard.press("Home");
    await until(page, "studio.describe().time === 0");
    await page.mouse.click(...(await locate(page, "box")));
    await until(page, 'studio.describe().selected === "box"');
    await page.waitForSelector("#selection:not([hidden])");
    const panel = (await page.textContent("#selection"))!.replaceAll("\u00a0", " ");
    for (const part of ["box 1 × 1 × 1 m · 2 kg", "p, m", "0.5000", "19.6200", "floor (4)"]) {
      expect(panel).toContain(part);
    }
    // an arrow stands on each corner of the box
    await page.mouse.move(...(await locate(page, [0.5, 0, 0.5])));
    await page.waitForSelector("#tip:not([hidden])");
    const tip = await page.textContent("#tip");
    expect(tip).toContain("on box, by floor");
    expect(tip).toMatch(/normal force\s*4\.905\sN/);
    await page.keyboard.press("Escape");
    await until(page, "studio.describe().selected === null");
  });

  test("draws every layer, and plots that follow", async () => {
    for (const key of "cnvjbtxcnvjbt") await page.keyboard.press(key);
    await page.keyboard.press("g");
    await page.waitForSelector(".plot .playhead:not([hidden])");
    expect(await page.textContent("#plots")).toMatch(/kinetic.*potential.*dissipated.*work.*total/s);
    await page.keyboard.press("End");
    await until(page, "studio.describe().time === 1");
    // a press in the plot goes to that time
    const plot = (await (await page.$(".plot .u-over"))!.boundingBox())!;
    await page.mouse.click(plot.x + plot.width / 4, plot.y + plot.height / 2);
    await until(page, "Math.abs(studio.describe().time - 0.25) < 0.02");
  });

  test("comes with help on all keys", async () => {
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
    const help = await page.textContent("#help");
    for (const part of ["play, pause", "bounding boxes", "drag a body"]) expect(help).toContain(part);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help:not([open])", { state: "attached" });
  });

  test("is light or dark as the system is, and as the user wants", async () => {
    const theme = () => page.evaluate("document.documentElement.dataset.theme");
    const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await theme()).toBe("light");
    const light = await paper();
    await page.emulateMedia({ colorScheme: "dark" });
    await until(page, 'document.documentElement.dataset.theme === "dark"');
    expect(await paper()).not.toBe(light);
    await page.click("#theme-button");
    expect(await theme()).toBe("light");
    await page.reload();
    // what was chosen stays chosen
    expect(await theme()).toBe("light");
  });

  test("is called a warning where something is off, with its words on the page; what is ordinary is a note", async () => {
    const files = ["scene.json", "trajectory.ndjson", "events.ndjson"].map((name) => ({
      name,
      mimeType: "application/json",
      buffer: readFileSync(join(folder, "run", name)),
    }));
    const summary = JSON.parse(readFileSync(join(folder, "run", "summary.json"), "utf8"));
    const give = async (words: object) => {
      const buffer = Buffer.from(JSON.stringify({ ...summary, warnings: [], notes: [], ...words }));
      await page.setInputFiles("#files", [...files, { name: "summary.json", mimeType: "application/json", buffer }]);
      await until(page, "studio.describe().isShown && studio.describe().ending !== null");
      await until(page, 'document.querySelector("#chips").textContent.includes("grid")');
      return page.evaluate(`[
        [...document.querySelectorAll("#chips .chip.warn")].map((chip) => chip.textContent),
        [...document.querySelectorAll("#notices li")].map((line) => line.className + "|" + line.textContent),
      ]`);
    };
    const note = "contact forces were not unique at times: those of least norm are reported";
    expect(await give({ notes: [note] })).toEqual([[], [`|Note: ${note}`]]);
    const warning = "force balance of box was off by 1e-3 at 0.5 s";
    expect(await give({ warnings: [warning] })).toEqual([["warning"], [`warn|Warning: ${warning}`]]);
    expect(await give({})).toEqual([[], []]);
  });

  test("opens from files", async () => {
    await page.goto(`http://127.0.0.1:${recorded.port}/`);
    await page.waitForSelector("#gallery button");
    const files = ["scene.json", "trajectory.ndjson", "events.ndjson", "summary.json"];
    await page.setInputFiles(
      "#files",
      files.map((name) => join(folder, "run", name)),
    );
    await until(page, "studio.describe().samples === 51 && studio.describe().events > 0");
  });
});

describe("a run that is still being written", () => {
  test("is followed: new samples appear, the page says that it grows, and when it has ended", async () => {
    const [whole, part] = ["run", "growing"].map((name) => join(folder, name));
    mkdirSync(part);
    const read = (name: string) => readFileSync(join(whole, name), "utf8");
    const lines = read("trajectory.ndjson").split(/(?<=\n)/);
    const write = (count: number, torn: string) =>
      writeFileSync(join(part, "trajectory.ndjson"), lines.slice(0, count).join("") + torn);
    writeFileSync(join(part, "scene.json"), read("scene.json"));
    writeFileSync(join(part, "events.ndjson"), "");
    write(10, lines[10].slice(0, 99));
    const server = await startViewer({ page: built.folder, run: part });
    const { page, complaints } = await open(server.url);
    await until(page, 'studio.describe().samples === 10 && studio.describe().ending?.status === "unfinished"');
    write(30, lines[30].slice(0, 7));
    await until(page, 'studio.describe().samples === 30 && studio.describe().ending.status === "growing"');
    await until(page, 'document.querySelector("#chips").textContent.includes("growing")');
    // it goes on from where it had to stop
    await until(page, "studio.describe().isPlaying && studio.describe().time > 0.3");
    write(lines.length, "");
    for (const name of ["events.ndjson", "summary.json"]) writeFileSync(join(part, name), read(name));
    await until(page, 'studio.describe().samples === 51 && studio.describe().ending.status === "complete"');
    await until(page, "studio.describe().events > 0 && studio.describe().time === 1");
    expect(complaints).toEqual([]);
    await server.close();
  });
});

describe("a scene", () => {
  test("is simulated in the page, and a body can be pulled: the timeline shows when, and the run says so", async () => {
    const server = await startViewer({
      page: built.folder,
      scene: { ...scene, run: { duration: 12, sampleRate: 50 } },
    });
    const { page, complaints } = await open(server.url, { viewport: { width: 500, height: 340 } });
    await until(page, "studio.describe().time > 0");
    // the timeline above its bar, where pulls are marked
    const countMarks = () =>
      page.evaluate(`(() => {
        const canvas = document.querySelector("#timeline-marks");
        const copy = new OffscreenCanvas(canvas.width, Math.floor(canvas.height / 4));
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        return data.filter((value, k) => k % 4 === 3 && value > 0).length;
      })()`);
    expect(await countMarks()).toBe(0);
    const [x, y] = await locate(page, "box");
    await page.mouse.move(x, y);
    await page.mouse.down();
    const before = (await look(page)).poses[7 + 1];
    expect(before).toBeCloseTo(0.5, 6);
    await page.mouse.move(x, y - 60, { steps: 4 });
    await until(page, 'studio.describe().selected === "box"');
    // lifted off the floor
    await until(page, "studio.describe().poses[8] > 0.6");
    await page.mouse.up();
    // and down again, by itself
    const high = (await look(page)).time;
    await until(page, `studio.describe().time > ${high} && studio.describe().poses[8] < 0.55`);
    await page.selectOption("#speed", "8");
    await until(page, "studio.describe().ending !== null");
    const { pulls, ending } = await look(page);
    expect(pulls.map(({ id }) => id)).toEqual(["box"]);
    expect(pulls[0].to).toBeGreaterThan(pulls[0].from);
    expect(ending).toMatchObject({ status: "complete", pulls });
    expect(await countMarks()).toBeGreaterThan(10);
    expect(await page.textContent("#chips")).toContain("pulled");
    expect(await page.textContent("#notices")).toContain(`box was pulled at ${pulls[0].from.toFixed(3)} s`);
    expect(complaints).toEqual([]);
    await server.close();
  });

  test("is not changed by clicks: paused and scrubbed back, a click selects, and the run ends in the same bits", async () => {
    const { page, complaints } = await open(live.url, { viewport: { width: 500, height: 340 } });
    await until(page, "studio.describe().end > 0.4");
    await pause(page);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    await until(page, "Math.abs(studio.describe().poses[2 * 7 + 1] - (1 - 0.5 * 9.81 * 0.04)) < 1e-9");
    // what is shown may be a rounding before the sample until the next picture
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
    const before = await look(page);
    expect(before.time).toBe(0.2);
    for (const id of ["box", "ball"]) {
      const [x, y] = await locate(page, id);
      // a hand is never quite still
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 1, y - 1);
      await page.mouse.up();
      await until(page, `studio.describe().selected === "${id}"`);
      await page.keyboard.press("Escape");
      await until(page, "studio.describe().selected === null");
    }
    const after = await look(page);
    expect(after).toMatchObject({ time: 0.2, isPlaying: false, samples: before.samples, pulls: [] });
    expect(after.poses).toEqual(before.poses);
    // and while it plays
    await page.keyboard.press("Space");
    await page.mouse.click(...(await locate(page, "box")));
    await until(page, "studio.describe().ending !== null");
    const run = new SceneRun(buildScene(scene));
    while (run.next() !== null);
    expect((await look(page)).ending?.stateHash).toBe(run.summarize().stateHash);
    expect(await page.textContent("#chips")).not.toContain("pulled");
    expect(complaints).toEqual([]);
  });

  test("plays by the space bar, whatever was clicked before", async () => {
    const { page, complaints } = await open(live.url, { viewport: { width: 1280, height: 500 } });
    const controls = ["#frame-button", "#plots-button", "#plots-button", "#theme-button", "#theme-button"];
    const layers = ["contacts", "normals", "boxes"].map((name) => `[data-layer="${name}"]`);
    await pause(page);
    for (const control of [...controls, ...layers, "#back-button", "#scrubber", "#speed", "#restart-button", "#view"]) {
      await page.click(control, control === "#view" ? { position: { x: 20, y: 300 } } : {});
      if (control === "#speed") await page.keyboard.press("Escape");
      await until(page, "studio.describe().isShown");
      await pause(page);
      const pressed = await page.getAttribute("#plots-button", "aria-pressed");
      await page.keyboard.press("Space");
      expect((await look(page)).isPlaying, control).toBe(true);
      expect(await page.getAttribute("#plots-button", "aria-pressed"), control).toBe(pressed);
    }
    // and whoever goes by keys presses the button that has the focus
    await pause(page);
    await page.focus("#frame-button");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    expect((await look(page)).isPlaying).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("stays in view: the camera goes back where things go out, and sizes grow with the scene", async () => {
    const bodies = [-1, 1].map((side) => ({
      id: side < 0 ? "left" : "right",
      shape: { type: "sphere", radius: 0.1 } as const,
      position: [0.2 * side, 0, 0] as const,
      velocity: [6 * side, 0, 0] as const,
    }));
    const server = await startViewer({
      page: built.folder,
      scene: { rigor: 1, gravity: [0, 0, 0], run: { duration: 0.5, sampleRate: 60 }, bodies },
    });
    const { page, complaints } = await open(server.url);
    await until(page, "studio.describe().time === 0.5");
    for (const id of ["left", "right"]) {
      const [x, y] = await locate(page, id);
      expect(x, id).toBeGreaterThan(0);
      expect(x, id).toBeLessThan(520);
      expect(y, id).toBeGreaterThan(0);
      expect(y, id).toBeLessThan(340);
    }
    // the grid goes by the size of the scene: cells of 0.1 m for what is there at first
    // the ground is built anew with the picture after the last sample
    await until(page, "Number(/grid ([\\d.]+)/.exec(document.body.innerText)?.[1]) > 0.2");
    expect(complaints).toEqual([]);
    await server.close();
  });

  test("that cannot be read is told by its name, leaves nothing behind, and the message can be closed", async () => {
    const { page } = await open(live.url, { viewport: { width: 900, height: 500 } });
    await until(page, "studio.describe().events > 0");
    const give = (name: string, content: string) =>
      page.setInputFiles("#files", { name, mimeType: "application/json", buffer: Buffer.from(content) });
    const left = () =>
      page.evaluate(`[
        ...["#clock", "#chips", "#notices", "#about", "#pace"].map((id) => document.querySelector(id).textContent),
        document.title,
        document.querySelector("#name").textContent,
        document.querySelector("#transport").checkVisibility(),
        [...document.querySelector("#timeline-marks").getContext("2d").getImageData(0, 0, 300, 20).data].some((x) => x > 0),
      ]`);
    const nothing = ["", "", "", "", "", "Rigor", "Rigor", false, false];
    await give("torn scene.json", '{"rigor": 1,');
    await page.waitForSelector("#problem:not([hidden])");
    expect(await page.textContent("#problem")).toContain("torn scene.json is not JSON");
    expect(await left()).toEqual(nothing);
    await page.click("#problem-close");
    await page.waitForSelector("#problem", { state: "hidden" });
    await page.waitForSelector("#gallery button");
    await give("wrong.json", '{"rigor": 1, "bodies": [{"id": "a", "shape": {"type": "sphere", "radius": -1}}]}');
    await page.waitForSelector("#problem:not([hidden])");
    expect(await page.textContent("#problem")).toMatch(/wrong\.json: [\s\S]*bodies\[0\]\.shape\.radius/);
    expect(await left()).toEqual(nothing);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#problem", { state: "hidden" });
    // what is good is opened as if nothing had been
    await give("good.json", JSON.stringify(scene));
    await until(page, "studio.describe().time > 0.1");
    // files that are no scene leave what is open as it is
    await give("notes.txt", "hello");
    await page.waitForSelector("#problem:not([hidden])");
    expect(await page.textContent("#problem")).toContain("notes.txt");
    expect(await page.textContent("#chips")).toContain("live");
    await page.click("#problem-close");
    await page.waitForSelector("#problem", { state: "hidden" });
    expect((await look(page)).samples).toBeGreaterThan(1);
  });

  test("that has mistakes is told, with every one of them", async () => {
    const bad = { ...scene, bodies: [{ id: "a", shape: { type: "sphere", radius: -1 }, mas: 2 }] };
    const server = await startViewer({ page: built.folder, scene: bad });
    const { page } = await browser.open(server.url);
    await page.waitForSelector("#problem:not([hidden])");
    const text = await page.textContent("#problem");
    expect(text).toContain("bodies[0].shape.radius");
    expect(text).toContain("bodies[0].mas");
    await server.close();
  });
});

describe("the page", () => {
  test("fits a phone: nothing is cut off, and fingers can do what a mouse can", async () => {
    const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };
    const { page, complaints } = await open(recorded.url, phone);
    await pause(page);
    await page.tap("#layers-button");
    await page.tap('[data-layer="boxes"]');
    expect(await page.getAttribute('[data-layer="boxes"]', "aria-pressed")).toBe("true");
    await page.tap("#layers-button");
    await page.tap("#plots-button");
    await page.waitForSelector(".plot canvas");
    const outside = (await page.evaluate(`
      [...document.querySelectorAll("button, select, input, #plots, #clock")].filter((item) => {
        const { left, right, top, bottom, width } = item.getBoundingClientRect();
        return width > 0 && item.checkVisibility() && (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1);
      }).map((item) => item.id || item.textContent)`)) as string[];
    expect(outside).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.tap("#plots-button");
    const [x, y] = await locate(page, "box");
    await page.touchscreen.tap(x, y);
    await until(page, 'studio.describe().selected === "box"');
    expect(complaints).toEqual([]);
  });

  test("works from any server of static files, below any path", async () => {
    const server = await serveBelow("/some/where/", built.folder);
    const { page, complaints } = await open(`${server.url}?builtin=bouncing-ball`);
    await until(page, "studio.describe().time > 0.05");
    expect(complaints).toEqual([]);
    server.close();
  });

  test("measures how fast it draws", async () => {
    const { page, complaints } = await browser.open(
      `http://127.0.0.1:${recorded.port}/bench.html?bodies=20&seconds=0.5`,
      {
        viewport: { width: 160, height: 100 },
      },
    );
    await until(page, "window.__fps > 0");
    expect(complaints).toEqual([]);
  });
});

describe("the same bits in Node and in the page's worker", () => {
  const names = [
    "bouncing-ball",
    "simple-pendulum",
    "double-pendulum",
    "newtons-cradle",
    "sliding-wedge",
    "five-contacts",
    "bungee",
    "atwood-machine",
    "hanging-chain",
    "falling-block",
    "billiard-break",
  ];

  test("of scenes with balls, blocks, joints, springs and coordinates of their own", async () => {
    const scenes = names.map((name) => {
      const file = catalogue.find((entry) => entry.name === name)!.create();
      return { ...file, run: { ...file.run, duration: Math.min(file.run?.duration ?? 5, 0.5) } };
    });
    const { page, complaints } = await browser.open(
      `http://127.0.0.1:${recorded.port}/bench.html?bodies=1&seconds=0.01`,
    );
    // the worker of the page itself, asked to go on to the end
    const found = await page.evaluate(`Promise.all(${JSON.stringify(scenes)}.map((scene) => new Promise((resolve) => {
      const worker = new Worker(${JSON.stringify(built.worker)}, { type: "module" });
      worker.onmessage = ({ data }) => {
        if (data.type !== "end" && data.type !== "problem") return;
        worker.terminate();
        resolve(data.message ?? data.ending.status + " " + data.ending.stateHash);
      };
      worker.postMessage({ type: "simulate", scene: new Blob([JSON.stringify(scene)]) });
      worker.postMessage({ type: "advance", until: 100 });
    })))`);
    const expected = scenes.map((file) => {
      const run = new SceneRun(buildScene(file));
      while (run.next() !== null);
      return `complete ${run.summarize().stateHash}`;
    });
    expect(found).toEqual(expected);
    expect(new Set(expected).size).toBe(names.length);
    expect(complaints).toEqual([]);
  });
});
