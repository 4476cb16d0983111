/**
 * A run on its way into its folder. Samples are handed to the thread that writes, some at a time, so that what is written
 * costs the run little more than to hand it over; only when that thread is far behind does the run wait for it.
 */
import { once } from "node:events";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { SceneRun } from "@rigor/engine/scene";
import type { Checkpoint } from "./checkpoint.js";
import { Handover } from "./handover.js";
import { nameParts } from "./packed-samples.js";
import type { RunSummary } from "./run-folder.js";
import { reviveError } from "./verbs/verb.js";
import { readClock, type WriteReply, type WriterLink } from "./write-messages.js";

export interface RecordOptions {
  readonly dir: string;
  /** The state from which the run continues; null at t = 0. */
  readonly checkpoint: Checkpoint | null;
  /** The wall clock between two checkpoints, at least, s. */
  readonly checkpointInterval: number;
  readonly version: string;
  /** To the thread that writes. */
  readonly link: WriterLink;
  /** Looked at whenever a window of the world is over. */
  readonly signal: { readonly aborted: boolean };
  /** The callback for the end of the simulation, when only writing is left. */
  onClosing?(): void;
  /** The callback that receives the time, the number of events, the contacts of the last sample, and the summary so far. */
  onProgress?(t: number, events: number, contacts: number, summarize: () => RunSummary): void;
}

/** The wall time of writing, s. */
export interface Writing {
  /** From the beginning, or from where it went on, until all was written. */
  readonly whole: number;
  /** The time that the run waited for writing, s: in handing over, and at the end. */
  readonly held: number;
  /** So long was the thread that writes at work, most of it beside the run. */
  readonly worked: number;
}

export interface Recorded {
  readonly summary: RunSummary;
  readonly writing: Writing;
}

/** Milliseconds of work between two looks at the outside world. */
const slice = 50;

/** Runs to the end, or until the signal. What cannot be written ends it; all that was written until then stays. */
export async function recordRun(run: SceneRun, options: RecordOptions): Promise<Recorded> {
  const { dir, checkpoint, checkpointInterval, link, version } = options;
  const entered = performance.now();
  const began = readClock() - 1000 * (checkpoint?.wallSeconds ?? 0);
  const { model } = run;
  const handover = new Handover(link, { began, checkpointInterval, kept: checkpoint?.state ?? null, model });
  const reply = once(link.port, "message") as Promise<[WriteReply]>;
  const task = { dir, sceneText: JSON.stringify(model.scene), names: nameParts(model), began };
  handover.give({ type: "open", task: { ...task, checkpoint: omitState(checkpoint) } });
  const summarize = () => summarizeRun(run, began, version);
  await advance(run, handover, options, summarize);
  const start = performance.now();
  if (!handover.isCutOff) {
    handover.giveSamples();
    if (run.status === "running") handover.keep(run.checkpoint);
    handover.give({ type: "end", events: run.takeEvents(), summary: summarize() });
  }
  options.onClosing?.();
  const [answer] = await reply;
  if (answer.type === "failed") throw reviveError(answer);
  const end = performance.now();
  const held = (handover.held + end - start) / 1000;
  return { summary: answer.summary, writing: { whole: (end - entered) / 1000, held, worked: answer.seconds } };
}

function omitState(checkpoint: Checkpoint | null): Omit<Checkpoint, "state"> | null {
  if (checkpoint === null) return null;
  const { state: _, ...lengths } = checkpoint;
  return lengths;
}

async function advance(
  run: SceneRun,
  handover: Handover,
  { signal, onProgress }: RecordOptions,
  summarize: () => RunSummary,
): Promise<void> {
  let pause = performance.now() + slice;
  let contacts = 0;
  const look = (t: number): boolean => {
    handover.giveDue();
    onProgress?.(t, run.eventCount, contacts, summarize);
    return performance.now() < pause;
  };
  look(run.time);
  while (run.status === "running" && !signal.aborted && !handover.isCutOff) {
    const frame = run.next(look);
    if (frame !== null) {
      contacts = frame.sample.contacts.length;
      handover.add(frame, run.checkpoint);
    }
    look(run.time);
    if (performance.now() < pause) continue;
    await yieldToEvents();
    pause = performance.now() + slice;
  }
}

function summarizeRun(run: SceneRun, began: number, version: string): RunSummary {
  const { status, error, scene, sceneHash, stateHash, duration, ...figures } = run.summarize();
  return {
    status,
    ...(error === undefined ? {} : { error }),
    scene,
    sceneHash,
    version,
    stateHash,
    duration,
    wallSeconds: (readClock() - began) / 1000,
    ...figures,
  };
}
