/**
 * A run into its folder. Samples and events are appended as they come; now and then a checkpoint is written. The summary
 * comes last but for the checkpoints, which go when it is there: at any instant the folder is either that of a run that can
 * be resumed or that of one that has ended.
 */
import { join } from "node:path";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { formatSample, type RunState, type SceneFile, type SceneRun } from "@rigor/engine/scene";
import { type Checkpoint, removeCheckpoints, writeCheckpoint } from "./checkpoint.js";
import { ExitCode } from "./context.js";
import { commitFiles, type TrialFile, writeTrialFile } from "./files.js";
import { buildAnimation } from "./gltf/animation.js";
import { readTracks, TrackCollector } from "./gltf/tracks.js";
import { LineFile } from "./line-file.js";
import { type RunSummary, openRecording as readRecording } from "./run-folder.js";
import { CommandError } from "./verbs/verb.js";

export interface RecordOptions {
  readonly dir: string;
  /** Where the run goes on; null at the beginning. */
  readonly checkpoint: Checkpoint | null;
  /** The wall clock between two checkpoints, at least, s. */
  readonly checkpointInterval: number;
  readonly version: string;
  /** Looked at whenever a window of the world is over. */
  readonly signal: { readonly aborted: boolean };
  /** Told the time, all events so far, the contacts of the last sample, and what the summary is so far. */
  onProgress?(t: number, events: number, contacts: number, summarize: () => RunSummary): void;
}

export interface Recorded {
  readonly summary: RunSummary;
  /** Of the wall clock, what writing took, s. */
  readonly writeSeconds: number;
}

/** Milliseconds of work between two looks at the outside world, and after which what was gathered is written. */
const slice = 50;
const flushInterval = 500;

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
  /** scene.json on its way to the disk: it must be there before a state is saved. */
  readonly sceneFile: TrialFile | null;
  /** The scene as it is in that file. */
  readonly sceneText: string;
  readonly trajectory: LineFile;
  readonly events: LineFile;
  /** The motions so far, for the animation; null where some were recorded before, and are read back. */
  readonly tracks: TrackCollector | null;
  readonly began: number;
  /** The last state to resume from, and how long the files were then. */
  mark: Checkpoint | null;
  /** The number of the last one that was written, and when. */
  writtenNumber: number;
  writtenAt: number;
  flushedAt: number;
  contacts: number;
  /** Milliseconds. */
  writing: number;
}

function openRecording(run: SceneRun, { dir, checkpoint }: RecordOptions): Recording {
  const now = performance.now();
  try {
    const sceneText = JSON.stringify(run.model.scene);
    const sceneFile = checkpoint === null ? writeTrialFile(join(dir, "scene.json"), `${sceneText}\n`) : null;
    sceneFile?.commit();
    return {
      sceneFile,
      sceneText,
      trajectory: new LineFile(join(dir, "trajectory.ndjson"), checkpoint?.trajectory ?? 0),
      events: new LineFile(join(dir, "events.ndjson"), checkpoint?.events ?? 0),
      tracks: checkpoint === null ? new TrackCollector(run.model.scene) : null,
      began: now - 1000 * (checkpoint?.wallSeconds ?? 0),
      mark: checkpoint,
      writtenNumber: checkpoint?.number ?? -1,
      writtenAt: now,
      flushedAt: now,
      contacts: 0,
      writing: performance.now() - now,
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(error.message, ExitCode.misused);
  }
}

async function advance(run: SceneRun, recording: Recording, options: RecordOptions): Promise<void> {
  const { signal, onProgress, version } = options;
  let pause = performance.now() + slice;
  const summarize = () => summarizeRun(run, recording, version);
  const look = (t: number): boolean => {
    onProgress?.(t, run.eventCount, recording.contacts, summarize);
    return performance.now() < pause;
  };
  look(run.time);
  while (run.status === "running" && !signal.aborted) {
    const frame = run.next(look);
    if (frame !== null) {
      const start = performance.now();
      recording.contacts = frame.sample.contacts.length;
      recording.trajectory.add(formatSample(frame.sample));
      recording.tracks?.add(frame.sample, "sample");
      for (const event of frame.events) recording.events.add(JSON.stringify(event));
      if (run.checkpoint !== null && run.checkpoint !== recording.mark?.state) setMark(recording, run.checkpoint);
      const now = performance.now();
      const isDue = now - recording.writtenAt >= 1000 * options.checkpointInterval;
      if (isDue) await keep(recording, options.dir);
      if (now - recording.flushedAt >= flushInterval) flush(recording);
      recording.writing += performance.now() - start;
    }
    look(run.time);
    if (performance.now() < pause) continue;
    await yieldToEvents();
    pause = performance.now() + slice;
  }
  for (const event of run.takeEvents()) recording.events.add(JSON.stringify(event));
}

/** Now and then, so that others can follow a slow run. */
function flush(recording: Recording): void {
  recording.flushedAt = performance.now();
  recording.trajectory.flush();
  recording.events.flush();
}

function summarizeRun(run: SceneRun, { began }: Recording, version: string): RunSummary {
  const { status, error, scene, sceneHash, stateHash, duration, ...figures } = run.summarize();
  return {
    status,
    ...(error === undefined ? {} : { error }),
    scene,
    sceneHash,
    version,
    stateHash,
    duration,
    wallSeconds: (performance.now() - began) / 1000,
    ...figures,
  };
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
async function keep(recording: Recording, dir: string): Promise<void> {
  const { mark, trajectory, events, sceneFile } = recording;
  if (mark === null || mark.number === recording.writtenNumber) return;
  await sceneFile?.flushed;
  trajectory.sync();
  events.sync();
  writeCheckpoint(dir, mark);
  recording.writtenNumber = mark.number;
  recording.writtenAt = performance.now();
}

/** Ends the recording. What the disk takes its time for goes on beside the making of the animation. */
async function finish(run: SceneRun, recording: Recording, { dir, version }: RecordOptions): Promise<Recorded> {
  const start = performance.now();
  const status = run.status === "running" ? "interrupted" : run.status;
  if (status === "interrupted") await keep(recording, dir);
  const { sceneFile, trajectory, events } = recording;
  const synced = [sceneFile?.flushed, trajectory.syncBeside(), events.syncBeside()];
  const files: TrialFile[] = [];
  try {
    // of a run that failed at once there is nothing to be seen
    if (status !== "interrupted" && run.sampleIndex >= 0) files.push(await animate(recording, dir));
    const summary = summarizeRun(run, recording, version);
    files.push(writeTrialFile(join(dir, "summary.json"), `${JSON.stringify(summary)}\n`));
    await Promise.all(synced);
    await commitFiles(dir, files);
    if (status !== "interrupted") removeCheckpoints(dir);
    recording.writing += performance.now() - start;
    return { summary, writeSeconds: recording.writing / 1000 };
  } finally {
    await Promise.allSettled(synced);
    for (const file of files) file.discard();
  }
}

async function animate({ tracks, sceneText }: Recording, dir: string): Promise<TrialFile> {
  const scene = JSON.parse(sceneText) as SceneFile;
  const motions = tracks === null ? await readTracks(await readRecording(dir)) : tracks.finish();
  return writeTrialFile(join(dir, "animation.glb"), buildAnimation(scene, motions).bytes);
}
