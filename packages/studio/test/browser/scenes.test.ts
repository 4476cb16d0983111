/**
 * Built-in scenes, live in a real browser: what moves is in view at any time and in any window, and fills enough of it; no
 * force is shown that is rounding; no number is cut off; a click only selects; the space bar plays whatever was clicked; and
 * nothing is called a warning where nothing is off. The judge of what is seen is `support/seen.ts`. Some of each kind are
 * looked at; all of them by `npm run check:framing`.
 */
import { catalogue } from "@rigor/scenes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "../support/browser.js";
import { type BuiltPage, buildPage, serveBelow } from "../support/page.js";
import {
  type Area,
  type Look,
  listClipped,
  Mover,
  measureOutside,
  measureShare,
  readNumbers,
  writeLooks,
} from "../support/seen.js";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A desk, a tablet, a telephone. */
const sizes: readonly [Size, ...Size[]] = [
  { width: 1280, height: 760 },
  { width: 820, height: 560 },
  { width: 390, height: 760 },
];
/** What moves takes so much of the free area's width or height, whichever is more. */
const [least, most] = [0.15, 0.85];

/** One of each way in which things move, stand around and are drawn. */
const some = [
  "destructive-chain",
  "gears",
  "marble-run",
  "newtons-cradle",
  "conveyor",
  "eulers-disk",
  "arch",
  "bead-on-wire",
  "andrews-squeezer",
  "thrown-with-drag",
  "jelly",
];
const all = catalogue.map(({ name }) => name);
const names = process.env.RIGOR_FRAMING === "all" ? all : some;

let browser: TestBrowser;
let built: BuiltPage;
let server: Awaited<ReturnType<typeof serveBelow>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [built, browser] = await Promise.all([buildPage(), startBrowser()]);
  server = await serveBelow("/", built.folder);
  // every pixel would be computed by the processor, and none is looked at here: the camera's matrix tells
  ({ page, complaints } = await browser.open(`${server.url}?quality=none`, { viewport: sizes[0] }));
  await page.addStyleTag({ content: "* { backdrop-filter: none !important; box-shadow: none !important; }" });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  built?.remove();
});

async function until(what: string): Promise<void> {
  const deadline = performance.now() + 90_000;
  while ((await page.evaluate(what)) !== true) {
    const state = () => page.evaluate("JSON.stringify(studio.describe())");
    if (performance.now() > deadline) throw new Error(`in vain: ${what}; ${await state()}`);
    await page.waitForTimeout(10);
  }
}

/** Resizes the window, and waits until the page has found its new places. */
async function resize(size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))");
}

describe("a built-in scene is in view at any time, in any window:", () => {
  test.each(names)("%s", async (name) => {
    const scene = catalogue.find((entry) => entry.name === name)!.create();
    const mover = new Mover(scene);
    const end = scene.run?.duration ?? 5;
    const times = [0, 1, 2, 4].filter((t) => t < end).concat(end);
    await resize(sizes[0]);
    const file = { name: `${name}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(scene)) };
    await page.setInputFiles("#files", file);
    await until(`studio.describe().isShown && studio.describe().name === ${JSON.stringify(name)}`);
    const faults: string[] = [];
    let seen: Look[] = [];
    const judge = async (when: string, { width, height }: Size, at: readonly number[]) => {
      const looks = (await page.evaluate(writeLooks(at))) as Look[];
      seen.push(...looks);
      const areas = looks.map((look) => mover.project(look, width, height));
      areas.forEach((area, k) => {
        const { free, time } = looks[k];
        const share = measureShare(area, free);
        const outside = measureOutside(area, free);
        if (outside <= 1 && share <= most && (mover.isPoints || share >= least)) return;
        const where = `${when}, ${width} × ${height}, at ${time.toFixed(2)} s`;
        faults.push(`${where}: takes ${share.toFixed(3)}, ${outside.toFixed(0)} px are outside`);
      });
      // a point has no size: where points alone move, their ways are to be seen
      if (!mover.isPoints || areas.length < 10) return;
      const share = measureShare(areas.reduce(joinAreas), looks[0].free);
      if (share < least) faults.push(`${when}, ${width} × ${height}: ways take ${share.toFixed(3)}`);
    };
    // as it comes, with no more known than whoever watches has seen
    for (const t of times) {
      await page.evaluate(`studio.reach(${t})`);
      await until(`studio.describe().end >= ${t}`);
      await judge("live", sizes[0], [t]);
    }
    // and once all of it is known: the largest force as well
    seen = [];
    const fine = Array.from({ length: 11 }, (_, k) => (k * end) / 10);
    for (const size of sizes) {
      if (size !== sizes[0]) await resize(size);
      await judge("known", size, [...times, ...fine]);
      if (size.width === 820) continue;
      faults.push(
        ...(await judgeNumbers(mover.aim(seen[seen.length - 1], size.width, size.height))).map(
          (text) => `${size.width} px: ${text}`,
        ),
      );
    }
    faults.push(...(await judgeKeys()), ...judgeArrows(seen));
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

interface State {
  readonly time: number;
  readonly isPlaying: boolean;
  readonly samples: number;
  readonly selected: string | null;
  readonly pulls: readonly unknown[];
  readonly warnings: readonly string[];
}

const describePage = () => page.evaluate("studio.describe()") as Promise<State>;

/** Clicks a body, opens the plots, and reads all numbers: at the time that is shown. */
async function judgeNumbers(body: [number, number] | null): Promise<string[]> {
  const faults: string[] = [];
  const before = await describePage();
  if (body !== null) {
    await page.mouse.click(...body);
    const after = await describePage();
    // another body may stand before it
    if (after.selected === null) faults.push("a click selects nothing");
    for (const key of ["time", "isPlaying", "samples"] as const)
      if (after[key] !== before[key]) faults.push(`a click changes ${key}`);
    if (after.pulls.length > 0) faults.push("a click pulls");
  }
  await page.click("#plots-button");
  await page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))");
  faults.push(...((await page.evaluate(listClipped)) as string[]).map((text) => `cut off: ${text}`));
  const [shown, warned] = (await page.evaluate(
    '[document.querySelector("#selection").innerText + document.querySelector("#plots").innerText, document.querySelector(".chip.warn, #notices .warn") !== null]',
  )) as [string, boolean];
  for (const unit of ["N", "J"]) {
    const sizes = readNumbers(shown, unit).map(Math.abs);
    const largest = Math.max(0, ...sizes);
    // rounding beside numbers that are shown at the same time
    const rounding = sizes.filter((x) => x > 0 && x < 1e-9 * largest);
    if (rounding.length > 0) faults.push(`shown: ${rounding.join(", ")} ${unit}`);
  }
  if (warned || before.warnings.length > 0) faults.push(`a warning: ${before.warnings.join("; ")}`);
  await page.click("#plots-button");
  await page.keyboard.press("Escape");
  return faults;
}

/**
 * Plays by the space bar, while a button has the focus. After all else: at its end the scene goes on beyond it, and samples come
 * for as long as that takes to compute.
 */
async function judgeKeys(): Promise<string[]> {
  await page.click("#plots-button");
  await page.click("#plots-button");
  await page.keyboard.press("Space");
  const { isPlaying } = await describePage();
  await page.keyboard.press("k");
  return isPlaying ? [] : ["the space bar does not play"];
}

/** No arrow stands for rounding: below 1e-9 of the largest force that was seen. */
function judgeArrows(seen: readonly Look[]): string[] {
  const largest = Math.max(0, ...seen.flatMap(({ forces }) => forces));
  return seen.flatMap(({ time, forces, arrows }) => {
    const real = forces.filter((force) => force >= 1e-9 * largest && force > 0).length;
    return arrows > real ? [`at ${time.toFixed(2)} s ${arrows} arrows for ${real} forces`] : [];
  });
}

function joinAreas(a: Area, b: Area): Area {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
