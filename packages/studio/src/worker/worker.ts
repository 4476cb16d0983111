/** The worker: reads a run, or simulates a scene, and sends frames to the page. See messages.ts. */
import { requireScene, type SceneFile } from "@rigor/engine/scene";
import { encodeSample, type Frame, type Layout, listBuffers, type SampleLine } from "../data/frame.js";
import type { Ending, Reply, Request, Source } from "../data/messages.js";
import type { EventLine } from "../data/recording.js";
import { createLayout, describeScene } from "./describe.js";
import { Live, Rehearsal } from "./live.js";
import { Lines, nameSource, readJson } from "./read-lines.js";

/** As much of the worker's global object as is used. */
interface Scope {
  postMessage(message: Reply, transfer?: Transferable[]): void;
  onmessage: ((event: { data: Request }) => void) | null;
}

const scope = globalThis as unknown as Scope;
/** The least intervals between messages with frames and with the pace, ms. */
const [sendEvery, paceEvery] = [24, 400];
/** The least working time from which a pace is computed, ms. */
const paceLeast = 20;
/** The time of the preview run before a scene is first shown, ms; it continues while the worker is idle. */
const rehearsedFirst = 300;
/** A scene that takes longer to build than this is not built twice, ms. */
const slowToBuild = 500;

let live: Live | null = null;
/** The time up to which the page asked for samples, s. The first sample comes unasked. */
let until = 0;
/** The actions to take after the present slice, as dragging must not interrupt it. */
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
      waiting.push(() => live?.grab(data.body, data.point), reportPulls);
      break;
    case "drag":
      waiting.push(() => live?.drag(data.target));
      break;
    case "release":
      waiting.push(() => live?.release(), reportPulls);
      break;
  }
  wake?.();
};

function reportPulls(): void {
  const pulls = live?.listPulls() ?? [];
  if (pulls.length > 0) scope.postMessage({ type: "pulls", pulls: [...pulls] });
}

function guard(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    scope.postMessage({ type: "problem", message });
  });
}

/** Reads the scene, sends the drawing to the page, and returns the layout of its frames. `look` throws with every problem of the scene. */
async function open(source: Source, look: (scene: SceneFile) => void) {
  const name = nameSource(source, "the scene");
  const scene = (await readJson(source, name)) as SceneFile;
  try {
    look(scene);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const drawing = describeScene(scene);
  scope.postMessage({ type: "drawing", drawing });
  return { scene, layout: createLayout(drawing) };
}

async function play({ scene, trajectory, events, summary }: Extract<Request, { type: "play" }>): Promise<void> {
  const { scene: file, layout } = await open(scene, requireScene);
  const outbox = new Outbox(layout);
  const samples = new Lines<SampleLine>(trajectory, "trajectory.ndjson");
  const happened = events === null ? null : new Lines<EventLine>(events, "events.ndjson");
  let reported = "";
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
    if (status !== reported) scope.postMessage({ type: "end", ending: { ...ending, status } });
    reported = status;
    for await (const lines of happened?.read() ?? []) scope.postMessage({ type: "events", events: lines });
    if (isFirst) reportMasses(file);
    // files that were dropped do not grow
    if (isOver || typeof trajectory !== "string") return;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}

const unfinished: Ending = { status: "unfinished" };
/** The interval of checks whether a run has grown, and the time after which it no longer counts as growing, ms. */
const lookEvery = 700;
const stillAfter = 15_000;

/** Masses, of which some come from densities: a scene that can no longer be built has none. */
function reportMasses(scene: SceneFile): void {
  try {
    const built = new Live(scene);
    scope.postMessage({ type: "masses", masses: built.listMasses(), weight: built.weight });
  } catch {
    // they are not shown
  }
}

async function simulate(source: Source): Promise<void> {
  let took = 0;
  const { scene, layout } = await open(source, (data) => {
    const begin = performance.now();
    live = new Live(data);
    took = performance.now() - begin;
  });
  const world = live as unknown as Live;
  scope.postMessage({ type: "masses", masses: world.listMasses(), weight: world.weight });
  const preview = took < slowToBuild ? new Preview(scene, layout) : null;
  const outbox = new Outbox(layout);
  const pace = new Pace();
  let isReported = false;
  let isBegun = false;
  let isIdle = false;
  const deadline = performance.now() + rehearsedFirst;
  while (performance.now() < deadline && preview?.goOn(world));
  preview?.send();
  for (;;) {
    for (const task of waiting.splice(0)) task();
    if (world.hasFailed || (isBegun && world.time >= until)) {
      if (!isIdle) {
        outbox.send();
        pace.send(world.time);
      }
      isIdle = true;
      if (world.hasFailed) break;
      // there is time to look ahead
      if (preview?.goOn(world)) await yieldToMessages();
      else {
        preview?.send();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = null;
      }
      continue;
    }
    isIdle = false;
    pace.start(world.time);
    const step = world.next();
    pace.stop(world.time);
    if (step !== null) outbox.add(step.sample, step.events);
    isBegun ||= step !== null;
    reportRemarks(world);
    outbox.sendInTime();
    if (world.isOver && !isReported) {
      isReported = true;
      outbox.send();
      scope.postMessage({ type: "end", ending: world.conclude() });
    }
    await yieldToMessages();
  }
  scope.postMessage({ type: "end", ending: world.conclude() });
}

/** The warnings and notes that the page knows. */
let known = "";

function reportRemarks({ remarks }: Live): void {
  const words = [...remarks.warnings, "", ...remarks.notes].join("\n");
  if (words === known) return;
  known = words;
  scope.postMessage({ type: "remarks", ...remarks });
}

/** The frames of a scene as it goes if nobody pulls, on their way to the page. */
class Preview {
  private readonly rehearsal: Rehearsal;
  private readonly layout: Layout;
  private frames: Frame[] = [];
  private last = 0;

  constructor(scene: SceneFile, layout: Layout) {
    this.rehearsal = new Rehearsal(scene);
    this.layout = layout;
  }

  /** A slice of it. False if there is no more, or no more use for it. */
  goOn(world: Live): boolean {
    const { rehearsal } = this;
    if (rehearsal.isOver || world.listPulls().length > 0 || rehearsal.time < world.time) return false;
    const sample = rehearsal.next();
    if (sample !== null) this.frames.push(encodeSample(sample, this.layout));
    if (performance.now() - this.last >= 4 * sendEvery) this.send();
    return !rehearsal.isOver;
  }

  send(): void {
    this.last = performance.now();
    if (this.frames.length === 0) return;
    const frames = this.frames.splice(0);
    scope.postMessage({ type: "preview", frames }, listBuffers(frames));
  }
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
