/**
 * A scene simulated sample by sample, in slices short enough to hear the page in between. Up to the end of the scene it is
 * a `SceneRun`: untouched, it ends in the same bits as `rigor run`. Beyond, or while something is dragged, it goes on.
 */
import { buildScene, type Sample, type SceneEvent, type SceneFile, SceneRun, takeSample } from "@rigor/engine/scene";
import type { Ending } from "../data/messages.js";
import { type Grip, gripBody, gripParticle } from "./grip.js";

/** One slice of work, ms of the wall clock. */
const slice = 12;

export interface LiveStep {
  readonly sample: Sample;
  readonly events: readonly SceneEvent[];
}

export class Live {
  readonly warnings: readonly string[];
  private readonly run: SceneRun;
  private grip: Grip | null = null;
  /** Samples beyond the end of the scene. */
  private beyond = 0;
  private failure: string | null = null;

  constructor(scene: SceneFile) {
    const model = buildScene(scene);
    this.warnings = model.warnings;
    this.run = new SceneRun(model);
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
    if (body >= 0) {
      const { index, fixed, driven } = bodies[body];
      if (!fixed && !driven) this.grip = gripBody(world, index, point);
    } else {
      const { index, fixed, driven } = particles[-1 - body];
      if (!fixed && !driven) this.grip = gripParticle(world, index);
    }
  }

  drag(target: readonly number[]): void {
    this.grip?.moveTo(target);
  }

  release(): void {
    this.grip?.release();
    this.grip = null;
  }

  conclude(): Ending {
    const { status, stateHash, error, warnings } = this.run.summarize();
    if (this.failure !== null) return { status: "failed", error: this.failure, warnings };
    return { status, stateHash, warnings, ...(error === undefined ? {} : { error }) };
  }
}
