/**
 * The files of a run. Samples and events are appended as they come; now and then a checkpoint is written. The summary comes
 * last but for the checkpoints, which go when it is there: at any instant the folder is either that of a run that can be
 * resumed or that of one that has ended.
 */
import { join } from "node:path";
import type { RunState, SceneEvent, SceneFile } from "@rigor/engine/scene";
import { removeCheckpoints, writeCheckpoint } from "./checkpoint.js";
import { commitFiles, type TrialFile, writeTrialFile } from "./files.js";
import { AnimationMaker } from "./gltf/animation.js";
import { LineFile } from "./line-file.js";
import { findPlaces, measureSample, type PackedOrder, type PackedSamples, SampleText } from "./packed-samples.js";
import { readSampleLines } from "./recording-lines.js";
import type { RunSummary } from "./run-folder.js";
import { readClock, type WriteTask } from "./write-messages.js";

/** Milliseconds after which what was gathered is written, so that others can follow a slow run. */
const flushInterval = 500;
export class RunWriter {
  private readonly task: WriteTask;
  private readonly scene: SceneFile;
  /** scene.json on its way to the disk: it must be there before a state is saved. */
  private readonly sceneFile: TrialFile | null;
  private readonly trajectory: LineFile;
  private readonly events: LineFile;
  private readonly animation: AnimationMaker;
  /** The layout of the numbers of a sample, from which its line is made. */
  private readonly text: SampleText;
  private readonly order: PackedOrder;
  /** The lengths of the files at the last sample from which the run can be resumed. */
  private mark: { readonly trajectory: number; readonly events: number };
  /** The number of the next checkpoint. */
  private number: number;
  private flushedAt = performance.now();

  /** Opens the files. */
  constructor(task: WriteTask) {
    const { dir, checkpoint, sceneText } = task;
    this.task = task;
    this.scene = JSON.parse(sceneText) as SceneFile;
    this.sceneFile = checkpoint === null ? writeTrialFile(join(dir, "scene.json"), `${sceneText}\n`) : null;
    this.sceneFile?.commit();
    this.mark = { trajectory: checkpoint?.trajectory ?? 0, events: checkpoint?.events ?? 0 };
    this.trajectory = new LineFile(join(dir, "trajectory.ndjson"), this.mark.trajectory);
    this.events = new LineFile(join(dir, "events.ndjson"), this.mark.events);
    this.animation = new AnimationMaker(this.scene);
    this.text = new SampleText(task.names);
    this.order = findPlaces(task.names, this.scene);
    this.number = checkpoint === null ? 0 : checkpoint.number + 1;
  }

  /** Of a run that goes on: takes what was recorded before into the animation. */
  async recall(): Promise<void> {
    const { dir, checkpoint } = this.task;
    if (checkpoint === null) return;
    let line = 0;
    for await (const sample of readSampleLines(dir, this.scene, false)) {
      this.animation.add(sample, `${this.trajectory.path}:${++line}`);
    }
  }

  /** Appends samples and their events. */
  add({ numbers, samples }: PackedSamples, isMark: boolean): void {
    const size = measureSample(this.task.names);
    for (const [k, { rest, events }] of samples.entries()) {
      this.trajectory.add(this.text.format(numbers, k * size, rest));
      this.animation.addPacked(numbers, k * size, this.order, rest.generalized);
      this.addEvents(events);
    }
    if (isMark) this.mark = { trajectory: this.trajectory.length, events: this.events.length };
    const now = performance.now();
    if (now - this.flushedAt < flushInterval) return;
    this.flushedAt = now;
    this.trajectory.flush();
    this.events.flush();
  }

  private addEvents(events: readonly SceneEvent[]): void {
    for (const event of events) this.events.add(JSON.stringify(event));
  }

  /** Writes a checkpoint; the recordings that it counts on first. */
  async keep(state: RunState, wallSeconds: number): Promise<void> {
    await this.sceneFile?.flushed;
    this.trajectory.sync();
    this.events.sync();
    writeCheckpoint(this.task.dir, { number: this.number++, ...this.mark, wallSeconds, state });
  }

  /** Ends the recording. What the disk takes its time for goes on beside the making of the animation. */
  async end(last: readonly SceneEvent[], summary: RunSummary): Promise<RunSummary> {
    const { dir, began } = this.task;
    this.addEvents(last);
    const synced = [this.sceneFile?.flushed, this.trajectory.syncBeside(), this.events.syncBeside()];
    const files: TrialFile[] = [];
    try {
      const isOver = summary.status !== "interrupted";
      // of a run that failed at once there is nothing to be seen
      if (isOver && this.trajectory.length > 0)
        files.push(writeTrialFile(join(dir, "animation.glb"), this.animation.finish().bytes));
      const whole = { ...summary, wallSeconds: (readClock() - began) / 1000 };
      files.push(writeTrialFile(join(dir, "summary.json"), `${JSON.stringify(whole)}\n`));
      await Promise.all(synced);
      await commitFiles(dir, files);
      if (isOver) removeCheckpoints(dir);
      return whole;
    } finally {
      await Promise.allSettled(synced);
      for (const file of files) file.discard();
    }
  }

  close(): void {
    this.trajectory.close();
    this.events.close();
  }
}
