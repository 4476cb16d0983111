/**
 * A run into its folder. Samples and events are appended as they come; now and then a checkpoint is written. The summary
 * comes last but for the checkpoints, which go when it is there: at any instant the folder is either that of a run that can
 * be resumed or that of one that has ended.
 */
import { join } from "node:path";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { formatSample, type RunState, type SceneRun } from "@rigor/engine/scene";
import { type Checkpoint, removeCheckpoints, writeCheckpoint } from "./checkpoint.js";
import { ExitCode } from "./context.js";
import { describeWriteError, writeWholeFile } from "./files.js";
import { LineFile } from "./line-file.js";
import type { RunSummary } from "./run-folder.js";
import { CommandError } from "./verbs/verb.js";

export interface RecordOptions {
  readonly dir: string;
  /** Where the run goes on; null at the beginning. */
  readonly checkpoint: Checkpoint | null;
  /** The wall clock between two checkpoints, at least, s. */
  readonly checkpointInterval: number;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Told the time, all events so far and the contacts of the last sample. */
  onProgress?(t: number, events: number, contacts: number): void;
}

export interface Recorded {
  readonly summary: RunSummary;
  /** Of the wall clock, what writing took, s. */
  readonly writeSeconds: number;
}

/** Milliseconds of work between two looks at the outside world. */
const slice = 50;

/** Runs to the end, or until the signal. What cannot be written ends it; all that was written until then stays. */
export async function recordRun(run: SceneRun, options: RecordOptions): Promise<Recorded> {
  const recording = openRecording(run, options);
  try {
    await advance(run, recording, options);
    return await finish(run, recording, options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const cure = "what was recorded until then is kept: mend it, and go on by --resume";
    throw new CommandError(`${error.message}; ${cure}`, ExitCode.failed);
  } finally {
    recording.trajectory.close();
    recording.events.close();
  }
}

interface Recording {
  readonly trajectory: LineFile;
  readonly events: LineFile;
  readonly began: number;
  /** The last state to resume from, and how long the files were then. */
  mark: Checkpoint | null;
  /** The number of the last one that was written, and when. */
  writtenNumber: number;
  writtenAt: number;
  contacts: number;
  /** Milliseconds. */
  writing: number;
}

function openRecording(run: SceneRun, { dir, checkpoint }: RecordOptions): Recording {
  const now = performance.now();
  try {
    if (checkpoint === null) writeWholeFile(join(dir, "scene.json"), `${JSON.stringify(run.model.scene)}\n`);
    return {
      trajectory: new LineFile(join(dir, "trajectory.ndjson"), checkpoint?.trajectory ?? 0),
      events: new LineFile(join(dir, "events.ndjson"), checkpoint?.events ?? 0),
      began: now - 1000 * (checkpoint?.wallSeconds ?? 0),
      mark: checkpoint,
      writtenNumber: checkpoint?.number ?? -1,
      writtenAt: now,
      contacts: 0,
      writing: performance.now() - now,
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(error.message, ExitCode.misused);
  }
}

async function advance(run: SceneRun, recording: Recording, options: RecordOptions): Promise<void> {
  const { signal, onProgress } = options;
  let pause = performance.now() + slice;
  const look = (t: number): boolean => {
    onProgress?.(t, run.eventCount, recording.contacts);
    return performance.now() < pause;
  };
  while (run.status === "running" && !signal.aborted) {
    const frame = run.next(look);
    if (frame !== null) {
      const start = performance.now();
      recording.contacts = frame.sample.contacts.length;
      recording.trajectory.add(formatSample(frame.sample));
      for (const event of frame.events) recording.events.add(JSON.stringify(event));
      if (run.checkpoint !== null && run.checkpoint !== recording.mark?.state) setMark(recording, run.checkpoint);
      const isDue = performance.now() - recording.writtenAt >= 1000 * options.checkpointInterval;
      if (isDue) keep(recording, options.dir);
      recording.writing += performance.now() - start;
    }
    look(run.time);
    if (performance.now() < pause) continue;
    await yieldToEvents();
    pause = performance.now() + slice;
  }
  for (const event of run.takeEvents()) recording.events.add(JSON.stringify(event));
}

function setMark(recording: Recording, state: RunState): void {
  const { trajectory, events, began } = recording;
  const wallSeconds = (performance.now() - began) / 1000;
  recording.mark = {
    number: recording.writtenNumber + 1,
    trajectory: trajectory.length,
    events: events.length,
    wallSeconds,
    state,
  };
}

/** Writes the last checkpoint unless it is there; the recordings that it counts on first. */
function keep(recording: Recording, dir: string): void {
  const { mark, trajectory, events } = recording;
  if (mark === null || mark.number === recording.writtenNumber) return;
  trajectory.sync();
  events.sync();
  writeCheckpoint(dir, mark);
  recording.writtenNumber = mark.number;
  recording.writtenAt = performance.now();
}

async function finish(run: SceneRun, recording: Recording, { dir, version }: RecordOptions): Promise<Recorded> {
  const start = performance.now();
  const { status, error, scene, sceneHash, stateHash, duration, ...figures } = run.summarize();
  if (status === "interrupted") keep(recording, dir);
  recording.trajectory.sync();
  recording.events.sync();
  if (status !== "interrupted") await animate(dir);
  const summary: RunSummary = {
    status,
    ...(error === undefined ? {} : { error }),
    scene,
    sceneHash,
    version,
    stateHash,
    duration,
    wallSeconds: (performance.now() - recording.began) / 1000,
    ...figures,
  };
  writeWholeFile(join(dir, "summary.json"), `${JSON.stringify(summary)}\n`);
  if (status !== "interrupted") removeCheckpoints(dir);
  recording.writing += performance.now() - start;
  return { summary, writeSeconds: recording.writing / 1000 };
}

async function animate(dir: string): Promise<void> {
  const { writeAnimation } = await import("./gltf/animation.js");
  try {
    await writeAnimation(dir);
  } catch (error) {
    throw describeWriteError(join(dir, "animation.glb"), error);
  }
}
