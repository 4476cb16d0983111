/**
 * The run of a model from t = 0 to the end, sample by sample. It reads no files and no wall clock: a scene gives the same
 * samples, events and hashes in Node, in a browser and in a worker.
 *
 *   const run = new SceneRun(buildScene(scene));
 *   for (let frame = run.next(); frame !== null; frame = run.next()) console.log(frame.sample.t);
 *   run.summarize().stateHash
 *
 * Sample k is at t = k/sampleRate, the last at the duration. After every `checkpointEvery` samples the world is saved, in every
 * run: solvers restart there, so a run that is resumed from such a state ends with the same bits.
 */
import { checkConstraints } from "../../constrain/index.js";
import { fail, RigorError, requireOptions, requirePositive } from "../../math/index.js";
import { describeAudit, FrictionNotes, isAudited } from "../../world/index.js";
import type { Model } from "../build/index.js";
import type { SceneRunOptions } from "../format/index.js";
import { advanceModel } from "./advance.js";
import { checkpointEvery, mostNamedPairs, wholeSlack } from "./parameters.js";
import {
  addEvents,
  addReport,
  addSample,
  addWorst,
  createFigures,
  note,
  type RunFigures,
  type RunState,
  readAudit,
  readFigures,
  requireRunState,
  warn,
} from "./run-state.js";
import { listNames, type Names, nameEvent, type Sample, type SceneEvent, takeSample } from "./sample.js";
import { hashScene, hashState } from "./scene-hash.js";

/** A sample with the events that lead to it. */
export interface SceneFrame {
  /** The sample. */
  readonly sample: Sample;
  /** The events since the previous sample, in order. */
  readonly events: readonly SceneEvent[];
}

/** The summary of a run: summary.json without the version of the command and the wall time. */
export interface Summary {
  /** The outcome of the run. */
  readonly status: "complete" | "interrupted" | "failed";
  /** The reason of a failure. */
  readonly error?: string;
  /** The name of the scene. */
  readonly scene: string;
  /** The hash of the scene file. */
  readonly sceneHash: string;
  /** The hash of the state at the end. */
  readonly stateHash: string;
  /** The duration of a complete run, s. */
  readonly duration: number;
  /** The time that an incomplete run reached, s. */
  readonly time?: number;
  /** The number of steps of integrators. */
  readonly steps: number;
  /** The number of evaluations of the right-hand side. */
  readonly evaluations: number;
  /** The number of events of each type. */
  readonly events: RunFigures["events"];
  /** The largest number of contacts in a sample. */
  readonly maxContacts: number;
  /** The largest penetration, m. */
  readonly worstPenetration: number;
  /** The largest violation of a constraint, m or rad. */
  readonly worstConstraintError: number;
  /** The largest error of the energy balance, relative to the largest term so far. */
  readonly worstEnergyError: number;
  /**
   * The largest error of the force balance, relative to the largest force on a body. Absent where steps are fixed, as nothing is
   * audited then.
   */
  readonly worstForceBalance?: number;
  /** The largest kinematic error, m. Absent where steps are fixed. */
  readonly worstKinematicError?: number;
  /** The largest drop of the dissipated energy, relative to the most energy exchanged. Absent where steps are fixed. */
  readonly worstDissipationDrop?: number;
  /** The inexactnesses of the run: fallbacks, failed audits, repairs; empty where there are none. */
  readonly warnings: readonly string[];
  /** The notes on the run: regular conditions worth knowing. */
  readonly notes: readonly string[];
}

const unaudited = "steps are fixed: forces and motion are not audited, and the energy by no more than a hundredth";
/** Code of warnings of pairs in contact with friction on one side only. */
const oneSided = "friction/one-sided: ";

/** A run of a model, which `next` advances sample by sample. */
export class SceneRun {
  /** The model that is run. */
  readonly model: Model;
  /** The duration, s. */
  readonly duration: number;
  /** The number of samples a second. */
  readonly sampleRate: number;
  /** The number of samples, that of t = 0 included. */
  readonly sampleCount: number;
  /** The hash of the scene file. */
  readonly sceneHash: string;
  private readonly names: Names;
  private readonly friction: FrictionNotes;
  /** Whether some surfaces have friction and others have none. */
  private readonly hasFriction: boolean;
  private figures: RunFigures;
  private index = -1;
  private failure: string | null = null;
  private saved: RunState | null = null;
  /** The events since the last sample. */
  private pending: SceneEvent[] = [];

  constructor(model: Model, options: SceneRunOptions = {}) {
    requireOptions("options", options, "{ duration: 5 }");
    const { duration = model.duration, sampleRate = model.sampleRate } = options;
    requirePositive("options.duration", duration);
    requirePositive("options.sampleRate", sampleRate);
    this.model = model;
    this.duration = duration;
    this.sampleRate = sampleRate;
    this.sampleCount = countIntervals(duration, sampleRate) + 1;
    this.sceneHash = hashScene(model.scene);
    this.names = listNames(model);
    this.friction = new FrictionNotes(model.world);
    this.hasFriction = this.friction.isNeeded;
    this.figures = createFigures(model.warnings);
    if (model.world.time !== 0) fail("under-way", "model", "must be at t = 0", model.world.time, "build it anew");
  }

  /** A run that continues from a state, with a model built again from its scene. */
  static restore(model: Model, state: RunState, options: SceneRunOptions = {}): SceneRun {
    const run = new SceneRun(model, options);
    requireRunState(state, run.sceneHash, run.duration, run.sampleRate);
    model.world.restore(state.world);
    // the events of t = 0 are those of the first sample
    model.world.events.length = 0;
    run.index = state.sampleIndex;
    run.figures = { ...readFigures(state.figures), notes: state.figures.notes ?? [] };
    run.saved = state;
    return run;
  }

  /** The present time, s. */
  get time(): number {
    return this.model.world.time;
  }

  /** The index of the last sample; −1 before the first. */
  get sampleIndex(): number {
    return this.index;
  }

  /** The status of the run. */
  get status(): "running" | "complete" | "failed" {
    if (this.failure !== null) return "failed";
    return this.index === this.sampleCount - 1 ? "complete" : "running";
  }

  /** The last state from which the run can be resumed, at this sample or an earlier one; null before the first. */
  get checkpoint(): RunState | null {
    return this.saved;
  }

  /** The warnings so far. */
  get warnings(): readonly string[] {
    return this.listWarnings();
  }

  /** The notes so far. */
  get notes(): readonly string[] {
    return this.figures.notes;
  }

  /** The number of events so far, up to the last sample. */
  get eventCount(): number {
    return Object.values(this.figures.events).reduce((sum, count) => sum + count, 0);
  }

  /**
   * Advances to the next sample and returns it with the events since the last. Null if the run is over (see `status`), or if
   * `onProgress`, which receives the time after every window of the world, returned false: another call continues the run.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is welcome
  next(onProgress?: (t: number) => boolean | undefined | void): SceneFrame | null {
    if (this.status !== "running") return null;
    try {
      if (this.index < 0) {
        this.failure = this.begin();
      } else {
        const options = onProgress === undefined ? {} : { onProgress };
        const report = advanceModel(this.model, this.timeOf(this.index + 1), options);
        addReport(this.figures, report);
        this.collectEvents();
        if (report.status === "cancelled") return null;
        if (report.status !== "done") this.failure = report.message;
      }
      return this.failure === null ? this.record() : null;
    } catch (error) {
      // a scene has no user functions, so an error of the engine ends the run and is reported in its summary
      if (!(error instanceof RigorError)) throw error;
      this.failure = `${error.message}, at t = ${this.time}`;
      return null;
    }
  }

  /** The events since the last sample, which a failed run has no sample for. The list is emptied. */
  takeEvents(): SceneEvent[] {
    return this.pending.splice(0);
  }

  /** The summary of the run so far. */
  summarize(): Summary {
    const { figures, failure, duration, model } = this;
    const status = this.status === "running" ? "interrupted" : this.status;
    return {
      status,
      ...(failure === null ? {} : { error: failure }),
      scene: model.name,
      sceneHash: this.sceneHash,
      stateHash: hashState(model),
      duration,
      ...(status === "complete" ? {} : { time: this.time }),
      steps: figures.steps,
      evaluations: figures.evaluations,
      events: figures.events,
      maxContacts: figures.maxContacts,
      worstPenetration: figures.worstPenetration,
      worstConstraintError: figures.worstConstraintError,
      worstEnergyError: figures.worstEnergyError,
      ...(isAudited(model.world.settings) && {
        worstForceBalance: figures.worstForceBalance,
        worstKinematicError: figures.worstKinematicError,
        worstDissipationDrop: figures.worstDissipationDrop,
      }),
      warnings: this.listWarnings(),
      notes: figures.notes,
    };
  }

  /** The warnings of the figures, and those of the audit with body, time and size of the error. */
  private listWarnings(): string[] {
    const { figures, model, names } = this;
    const found = describeAudit(
      {
        ...readAudit(figures),
        fallbacks: figures.warnings,
        energyError: figures.worstEnergyError,
        ...(figures.worstEnergyTime !== undefined && { energyTime: figures.worstEnergyTime }),
      },
      model.world.settings,
      (i) => `body ${JSON.stringify(names.bodies[i])}`,
      (j) => `particle ${JSON.stringify(names.particles[j])}`,
      (g) => JSON.stringify(model.generalized[g].id),
    );
    const isTimeStepping = figures.warnings.some((warning) => warning.includes("time-stepping/"));
    return [...figures.warnings, ...(isTimeStepping ? [describeTimeStepping(figures)] : []), ...found];
  }

  private timeOf(k: number): number {
    return k < this.sampleCount - 1 ? k / this.sampleRate : this.duration;
  }

  /** Handles the events at t = 0. Returns null, or the reason of a failure. */
  private begin(): string | null {
    const { world, constraints } = this.model;
    const fault = world.settle();
    addWorst(this.figures, world.worst);
    this.collectEvents();
    if (fault !== null) return fault;
    if (!isAudited(world.settings)) note(this.figures, unaudited);
    if (constraints.length > 0 && !checkConstraints(world.mechanism).unique) {
      note(this.figures, "forces of constraints are not unique: those of least norm are reported");
    }
    return null;
  }

  private collectEvents(): void {
    // events are removed from the world, so that memory does not grow
    const events = this.model.world.events.splice(0).map((event) => nameEvent(event, this.names));
    addEvents(this.figures, events);
    for (const event of events) this.pending.push(event);
  }

  /** The sample at the present time. */
  private record(): SceneFrame {
    const sample = takeSample(this.model, this.names);
    // errors found while the forces of the sample were solved
    addWorst(this.figures, this.model.world.worst);
    // events handled while the sample was taken
    this.collectEvents();
    this.index++;
    addSample(this.figures, sample, this.index === 0);
    const frame = { sample, events: this.takeEvents() };
    if (this.hasFriction) this.warnOfFriction([...sample.contacts, ...frame.events]);
    if (this.index % checkpointEvery === 0 && this.status === "running") this.save();
    return frame;
  }

  /** Warns of pairs in contact with friction on one side only; the first few are named. */
  private warnOfFriction(pairs: readonly { readonly a: string; readonly b: string }[]): void {
    const { friction, figures } = this;
    const { parts } = this.model.world;
    const { bodies, particles } = this.names;
    const find = (id: string) => {
      const row = bodies.indexOf(id);
      return row >= 0 ? friction.findPart(row, -1) : friction.findPart(-1, particles.indexOf(id));
    };
    const name = (p: number) => (parts.body[p] >= 0 ? bodies[parts.body[p]] : particles[parts.particle[p]]);
    for (const key of new Set(pairs.map(({ a, b }) => JSON.stringify([a, b])))) {
      const [p, q] = (JSON.parse(key) as [string, string]).map(find);
      const warning = p < 0 || q < 0 ? null : friction.warn(p, q, name);
      if (warning === null || figures.warnings.includes(warning)) continue;
      const count = figures.warnings.filter((each) => each.startsWith(oneSided)).length;
      if (count < mostNamedPairs) warn(figures, warning);
      else
        warn(
          figures,
          `${oneSided}of further pairs one has none and the other has some, so no friction acts between them`,
        );
    }
  }

  private save(): void {
    const { sceneHash, duration, sampleRate, index, figures } = this;
    const world = this.model.world.save();
    this.saved = { rigor: 1, sceneHash, duration, sampleRate, sampleIndex: index, figures: { ...figures }, world };
    // these events are reported already
    this.model.world.events.length = 0;
  }
}

/** The accuracy of a run with phases of Moreau–Jean time-stepping, as a warning. */
function describeTimeStepping({ worstEnergyError, worstKinematicError, worstForceBalance }: RunFigures): string {
  const [energy, way, force] = [worstEnergyError, worstKinematicError, worstForceBalance].map((x) =>
    x.toExponential(1),
  );
  return `time-stepping: energy error ${energy}, position error ${way} m, force error ${force} of the largest`;
}

/** The number of samples after the first. */
function countIntervals(duration: number, sampleRate: number): number {
  const count = duration * sampleRate;
  const whole = Math.round(count);
  const isWhole = Math.abs(count - whole) <= wholeSlack * Math.max(1, whole);
  return Math.max(1, isWhole ? whole : Math.ceil(count));
}
