/**
 * A scene simulated sample by sample, in slices short enough to hear the page in between. Up to the end of the scene it is
 * a `SceneRun`: untouched, it ends in the same bits as `rigor run`. Beyond, or while something is dragged, it goes on.
 */
import {
  buildScene,
  measureWeight,
  type Sample,
  type SceneEvent,
  type SceneFile,
  SceneRun,
  takeSample,
} from "@rigor/engine/scene";
import type { Ending, Pull } from "../data/messages.js";
import { type Grip, gripBody, gripParticle } from "./grip.js";

/** One slice of work, ms of the wall clock. */
const slice = 12;

export interface LiveStep {
  readonly sample: Sample;
  readonly events: readonly SceneEvent[];
}

/** Samples of many bodies that the camera needs of a preview: one of so many bodies a sample. */
const previewedBodies = 100;

/** A second run of a scene, ahead of the visible one, from which the camera learns where things go. */
export class Rehearsal {
  private readonly run: SceneRun;
  private readonly every: number;

  constructor(scene: SceneFile) {
    this.run = new SceneRun(buildScene(scene));
    this.every = Math.ceil((1 + this.run.model.bodies.length) / previewedBodies);
  }

  get time(): number {
    return this.run.time;
  }

  get isOver(): boolean {
    return this.run.status !== "running";
  }

  /** Works for one slice, or until the next sample is there. */
  next(): Sample | null {
    const deadline = performance.now() + slice;
    const frame = this.run.next(() => performance.now() < deadline);
    const isNeeded = this.run.sampleIndex % this.every === 0 || this.isOver;
    return frame !== null && isNeeded ? frame.sample : null;
  }
}

export class Live {
  private readonly run: SceneRun;
  private readonly pulls: Pull[] = [];
  private grip: Grip | null = null;
  /** Samples beyond the end of the scene. */
  private beyond = 0;
  private failure: string | null = null;

  constructor(scene: SceneFile) {
    this.run = new SceneRun(buildScene(scene));
  }

  /** The warnings and the notes so far. */
  get remarks(): { readonly warnings: readonly string[]; readonly notes: readonly string[] } {
    const { warnings, notes } = this.run;
    return { warnings, notes };
  }

  /** The largest weight of what can move, N. */
  get weight(): number {
    return measureWeight(this.run.model);
  }

  get time(): number {
    return this.run.time;
  }

  /** Whether the scene's own duration is over. */
  get isOver(): boolean {
    return this.run.status !== "running";
  }

  get hasFailed(): boolean {
    return this.failure !== null || this.run.status === "failed";
  }

  /** kg, body by body, in the order of the file. */
  listMasses(): Float64Array {
    const { world, bodies } = this.run.model;
    return Float64Array.from(bodies, ({ index }) => world.system.mass[index]);
  }

  /** Works for one slice, or until the next sample is there. */
  next(): LiveStep | null {
    const deadline = performance.now() + slice;
    const isInTime = () => performance.now() < deadline;
    return this.isOver ? this.goOn(isInTime) : this.run.next(isInTime);
  }

  /** One sample after the end. */
  private goOn(isInTime: () => boolean): LiveStep | null {
    if (this.hasFailed) return null;
    const { model, duration, sampleRate } = this.run;
    const report = model.world.advanceTo(duration + (this.beyond + 1) / sampleRate, { onProgress: isInTime });
    model.world.events.length = 0;
    if (report.status === "cancelled") return null;
    if (report.status !== "done") {
      this.failure = report.message;
      return null;
    }
    this.beyond++;
    return { sample: takeSample(model), events: [] };
  }

  /** Takes hold of a body of the file at a point in its frame, or of particle j as −1 − j. */
  grab(body: number, point: readonly number[]): void {
    this.release();
    const { world, bodies, particles } = this.run.model;
    const { id, index, fixed, driven } = body >= 0 ? bodies[body] : particles[-1 - body];
    if (fixed || driven) return;
    this.grip = body >= 0 ? gripBody(world, index, point) : gripParticle(world, index);
    this.pulls.push({ id, from: this.time, to: this.time });
  }

  drag(target: readonly number[]): void {
    this.grip?.moveTo(target);
  }

  release(): void {
    this.listPulls();
    this.grip?.release();
    this.grip = null;
  }

  /** When somebody pulled; the last time up to now, if it lasts. */
  listPulls(): readonly Pull[] {
    const last = this.pulls.at(-1);
    if (this.grip !== null && last !== undefined) this.pulls[this.pulls.length - 1] = { ...last, to: this.time };
    return this.pulls;
  }

  conclude(): Ending {
    const { status, stateHash, error, warnings, notes } = this.run.summarize();
    const pulls = this.listPulls();
    const remarks = { warnings, notes, ...(pulls.length === 0 ? {} : { pulls: [...pulls] }) };
    if (this.failure !== null) return { status: "failed", error: this.failure, ...remarks };
    return { status, stateHash, ...remarks, ...(error === undefined ? {} : { error }) };
  }
}
