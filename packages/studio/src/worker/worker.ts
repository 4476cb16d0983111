/** The worker: reads a run, or simulates a scene, and sends frames to the page. See messages.ts. */
import { requireScene, type SceneFile } from "@rigor/engine/scene";
import { encodeSample, type Frame, type Layout, listBuffers, type SampleLine } from "../data/frame.js";
import type { Ending, Reply, Request, Source } from "../data/messages.js";
import type { EventLine } from "../data/recording.js";
import { createLayout, describeScene } from "./describe.js";
import { Live } from "./live.js";
import { Lines, readJson } from "./read-lines.js";

/** As much of the worker's global object as is used. */
interface Scope {
  postMessage(message: Reply, transfer?: Transferable[]): void;
  onmessage: ((event: { data: Request }) => void) | null;
}

const scope = globalThis as unknown as Scope;
/** How often frames are sent at most, and the pace, ms. */
const [sendEvery, paceEvery] = [24, 400];
/** Less work than this tells no pace, ms. */
const paceLeast = 20;

let live: Live | null = null;
/** How far the page wants us to be, s. The first sample comes unasked. */
let until = 0;
/** What to do once the present slice is over: dragging must not get in between. */
const waiting: (() => void)[] = [];
let wake: (() => void) | null = null;

scope.onmessage = ({ data }) => {
  switch (data.type) {
    case "play":
      return guard(() => play(data));
    case "simulate":
      return guard(() => simulate(data.scene));
    case "advance":
      until = data.until;
      break;
    case "grab":
      waiting.push(() => live?.grab(data.body, data.point));
      break;
    case "drag":
      waiting.push(() => live?.drag(data.target));
      break;
    case "release":
      waiting.push(() => live?.release());
      break;
  }
  wake?.();
};

function guard(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    scope.postMessage({ type: "problem", message });
  });
}

/** Reads the scene, tells the page what to draw, and returns who stands where. `look` throws with all that is wrong with it. */
async function open(source: Source, look: (data: unknown) => readonly string[]) {
  const data = await readJson(source, "the scene");
  const told = look(data);
  const scene = data as SceneFile;
  const drawing = describeScene(scene);
  scope.postMessage({ type: "drawing", drawing, warnings: told });
  return { scene, layout: createLayout(drawing) };
}

async function play({ scene, trajectory, events, summary }: Extract<Request, { type: "play" }>): Promise<void> {
  const { scene: file, layout } = await open(scene, (data) => {
    requireScene(data);
    return [];
  });
  const outbox = new Outbox(layout);
  const samples = new Lines<SampleLine>(trajectory, "trajectory.ndjson");
  const happened = events === null ? null : new Lines<EventLine>(events, "events.ndjson");
  let told = "";
  let grownAt = -Infinity;
  for (let isFirst = true; ; isFirst = false) {
    // first the summary: what was written before it is there
    const found = summary === null ? null : await readJson(summary, "summary.json").catch(() => null);
    for await (const lines of samples.read()) {
      for (const line of lines) outbox.add(line, []);
      outbox.send();
      if (!isFirst) grownAt = performance.now();
    }
    const isGrowing = performance.now() - grownAt < stillAfter;
    const ending = (found as Ending | null) ?? unfinished;
    const isOver = ending.status !== unfinished.status;
    const status = !isOver && isGrowing ? "growing" : ending.status;
    if (status !== told) scope.postMessage({ type: "end", ending: { ...ending, status } });
    told = status;
    for await (const lines of happened?.read() ?? []) scope.postMessage({ type: "events", events: lines });
    if (isFirst) tellMasses(file);
    // files that were dropped do not grow
    if (isOver || typeof trajectory !== "string") return;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}

const unfinished: Ending = { status: "unfinished" };
/** How often we look whether a run has grown, and after how long it no longer counts as growing, ms. */
const lookEvery = 700;
const stillAfter = 15_000;

/** Masses that come from densities: of a scene that can no longer be built nothing is told. */
function tellMasses(scene: SceneFile): void {
  if (scene.bodies?.every(({ mass, fixed }) => fixed === true || mass !== undefined) ?? true) return;
  try {
    scope.postMessage({ type: "masses", masses: new Live(scene).listMasses() });
  } catch {
    // they are not shown
  }
}

async function simulate(source: Source): Promise<void> {
  const { layout } = await open(source, (data) => {
    live = new Live(data as SceneFile);
    return live.warnings;
  });
  const world = live as unknown as Live;
  scope.postMessage({ type: "masses", masses: world.listMasses() });
  const outbox = new Outbox(layout);
  const pace = new Pace();
  let isTold = false;
  let isBegun = false;
  for (;;) {
    for (const task of waiting.splice(0)) task();
    if (world.hasFailed || (isBegun && world.time >= until)) {
      outbox.send();
      pace.send(world.time);
      if (world.hasFailed) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      wake = null;
      continue;
    }
    pace.start(world.time);
    const step = world.next();
    pace.stop(world.time);
    if (step !== null) outbox.add(step.sample, step.events);
    isBegun ||= step !== null;
    outbox.sendInTime();
    if (world.isOver && !isTold) {
      isTold = true;
      outbox.send();
      scope.postMessage({ type: "end", ending: world.conclude() });
    }
    await yieldToMessages();
  }
  scope.postMessage({ type: "end", ending: world.conclude() });
}

/** Frames on their way to the page. */
class Outbox {
  private frames: Frame[] = [];
  private events: EventLine[] = [];
  private last = 0;
  private readonly layout: Layout;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  add(line: SampleLine, events: readonly EventLine[]): void {
    this.frames.push(encodeSample(line, this.layout));
    this.events.push(...events);
  }

  sendInTime(): void {
    if (performance.now() - this.last >= sendEvery) this.send();
  }

  send(): void {
    this.last = performance.now();
    if (this.events.length > 0) scope.postMessage({ type: "events", events: this.events.splice(0) });
    if (this.frames.length === 0) return;
    const frames = this.frames.splice(0);
    scope.postMessage({ type: "frames", frames }, listBuffers(frames));
  }
}

/** Simulated time against the time that the work took. */
class Pace {
  private work = 0;
  private gain = 0;
  private begin = 0;
  private from = 0;
  private ratio = 0;

  start(time: number): void {
    this.begin = performance.now();
    this.from = time;
  }

  stop(time: number): void {
    this.work += performance.now() - this.begin;
    this.gain += time - this.from;
    if (this.work >= paceEvery) this.send(time);
  }

  send(time: number): void {
    if (this.work >= paceLeast) {
      this.ratio = (1000 * this.gain) / this.work;
      this.work = 0;
      this.gain = 0;
    }
    scope.postMessage({ type: "pace", ratio: this.ratio, time });
  }
}

const channel = new MessageChannel();

/** Lets messages in. A timer would wait for 4 ms. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}
