/**
 * A model on its way from t = 0 to the end, sample by sample. It knows no files and no clock on the wall: whoever drives it,
 * the same scene gives the same samples, events and hashes, in Node, in a browser and in a worker.
 *
 *   const run = new SceneRun(buildScene(scene));
 *   for (let frame = run.next(); frame !== null; frame = run.next()) console.log(frame.sample.t);
 *   run.summarize().stateHash
 *
 * Sample k is at k/sampleRate, the last at the duration. After every `checkpointEvery` of them the world is saved, whether
 * anybody asks or not: solvers begin anew there, so a run that is resumed from such a state ends in the same bits.
 */
import { checkConstraints } from "../constrain/index.js";
import { fail, RigorError, requireOptions, requirePositive } from "../math/index.js";
import { describeAudit, FrictionNotes, isAudited } from "../world/index.js";
import { advanceModel } from "./advance.js";
import type { SceneRunOptions } from "./file.js";
import type { Model } from "./model.js";
import {
  bookEvents,
  bookReport,
  bookSample,
  bookWorst,
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

export interface SceneFrame {
  readonly sample: Sample;
  /** Since the sample before, in order. */
  readonly events: readonly SceneEvent[];
}

/** summary.json, but for the version of the command and the time that it took. */
export interface Summary {
  readonly status: "complete" | "interrupted" | "failed";
  /** Why it failed. */
  readonly error?: string;
  readonly scene: string;
  readonly sceneHash: string;
  readonly stateHash: string;
  readonly duration: number;
  /** How far it came, s: of a run that is not complete. */
  readonly time?: number;
  readonly steps: number;
  readonly evaluations: number;
  readonly events: RunFigures["events"];
  readonly maxContacts: number;
  readonly worstPenetration: number;
  readonly worstConstraintError: number;
  readonly worstEnergyError: number;
  /** Relative to the largest force on a body. This and the next two are not there where steps are fixed, as nothing is judged then. */
  readonly worstForceBalance?: number;
  /** m. */
  readonly worstKinematicError?: number;
  /** Relative to the most energy that was exchanged. */
  readonly worstDissipationDrop?: number;
  /** What is off; empty where nothing is. */
  readonly warnings: readonly string[];
  /** What is ordinary and good to know. */
  readonly notes: readonly string[];
}

const unaudited = "steps are fixed: forces and motion are not audited, and the energy by no more than a hundredth";
/** Pairs with one-sided friction that are named. */
const mostPairs = 4;
/** Samples from one saved state to the next. */
const checkpointEvery = 30;
/** Durations this near to a whole number of samples, relative, are one. */
const wholeSlack = 1e-9;

export class SceneRun {
  readonly model: Model;
  readonly duration: number;
  readonly sampleRate: number;
  /** t = 0 included. */
  readonly sampleCount: number;
  readonly sceneHash: string;
  private readonly names: Names;
  private readonly friction: FrictionNotes;
  /** Whether some surfaces have friction and others none. */
  private readonly hasFriction: boolean;
  private figures: RunFigures;
  private index = -1;
  private failure: string | null = null;
  private saved: RunState | null = null;
  /** Since the last sample. */
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

  /** A run that goes on from a state, with a model built anew from the same scene. */
  static restore(model: Model, state: RunState, options: SceneRunOptions = {}): SceneRun {
    const run = new SceneRun(model, options);
    requireRunState(state, run.sceneHash, run.duration, run.sampleRate);
    model.world.restore(state.world);
    // of t = 0: told long ago
    model.world.events.length = 0;
    run.index = state.sampleIndex;
    run.figures = { ...readFigures(state.figures), notes: state.figures.notes ?? [] };
    run.saved = state;
    return run;
  }

  /** s. */
  get time(): number {
    return this.model.world.time;
  }

  /** Of the last sample; −1 before the first. */
  get sampleIndex(): number {
    return this.index;
  }

  get status(): "running" | "complete" | "failed" {
    if (this.failure !== null) return "failed";
    return this.index === this.sampleCount - 1 ? "complete" : "running";
  }

  /** The last state from which the run can be resumed: that of a sample before, or of this one; null before the first. */
  get checkpoint(): RunState | null {
    return this.saved;
  }

  /** What was found off so far. */
  get warnings(): readonly string[] {
    return this.listWarnings();
  }

  /** What there was to note so far. */
  get notes(): readonly string[] {
    return this.figures.notes;
  }

  /** How many events there were so far, up to the last sample. */
  get eventCount(): number {
    return Object.values(this.figures.events).reduce((sum, count) => sum + count, 0);
  }

  /**
   * Moves on to the next sample and returns it with the events since the last. Null if the run is over (see `status`), or if
   * `onProgress`, which is told the time after every window of the world, returned false: then call again, or leave it.
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
        bookReport(this.figures, report);
        this.collectEvents();
        if (report.status === "cancelled") return null;
        if (report.status !== "done") this.failure = report.message;
      }
      return this.failure === null ? this.record() : null;
    } catch (error) {
      // a scene has no functions of a user's: whatever the engine cannot do ends the run, and is told with all that was found
      if (!(error instanceof RigorError)) throw error;
      this.failure = `${error.message}, at t = ${this.time}`;
      return null;
    }
  }

  /** Events that no sample has come with: those before a failure. */
  takeEvents(): SceneEvent[] {
    return this.pending.splice(0);
  }

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

  /** Those of the figures; what the audit found says which body it is of, when it was and how much. */
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
    const isLeaping = figures.warnings.some((warning) => warning.includes("gone through at once"));
    return [...figures.warnings, ...(isLeaping ? [describeLeaps(figures)] : []), ...found];
  }

  private timeOf(k: number): number {
    return k < this.sampleCount - 1 ? k / this.sampleRate : this.duration;
  }

  /** What happens at t = 0. Returns null, or why it cannot be. */
  private begin(): string | null {
    const { world, constraints } = this.model;
    const fault = world.settle();
    bookWorst(this.figures, world.worst);
    this.collectEvents();
    if (fault !== null) return fault;
    if (!isAudited(world.settings)) note(this.figures, unaudited);
    if (constraints.length > 0 && !checkConstraints(world.mechanism).unique) {
      note(this.figures, "forces of constraints are not unique: those of least norm are told");
    }
    return null;
  }

  private collectEvents(): void {
    // taken, so that memory does not grow
    const events = this.model.world.events.splice(0).map((event) => nameEvent(event, this.names));
    bookEvents(this.figures, events);
    for (const event of events) this.pending.push(event);
  }

  /** The sample at the present time. */
  private record(): SceneFrame {
    const sample = takeSample(this.model, this.names);
    // what looking at forces has found
    bookWorst(this.figures, this.model.world.worst);
    // what it has settled
    this.collectEvents();
    this.index++;
    bookSample(this.figures, sample, this.index === 0);
    const frame = { sample, events: this.takeEvents() };
    if (this.hasFriction) this.warnOfFriction([...sample.contacts, ...frame.events]);
    if (this.index % checkpointEvery === 0 && this.status === "running") this.save();
    return frame;
  }

  /** Two that touch, of which one has friction and the other none; the first few are named. */
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
      const count = figures.warnings.filter((each) => each.startsWith("friction: ")).length;
      if (count < mostPairs) warn(figures, warning);
      else warn(figures, "friction: of further pairs one has none and the other has, and nothing rubs between them");
    }
  }

  private save(): void {
    const { sceneHash, duration, sampleRate, index, figures } = this;
    const world = this.model.world.save();
    this.saved = { rigor: 1, sceneHash, duration, sampleRate, sampleIndex: index, figures: { ...figures }, world };
    // told before
    this.model.world.events.length = 0;
  }
}

/** How far a run with leaps is off: what is gone through at once is known to that. */
function describeLeaps({ worstEnergyError, worstKinematicError, worstForceBalance }: RunFigures): string {
  const [energy, way, force] = [worstEnergyError, worstKinematicError, worstForceBalance].map((x) =>
    x.toExponential(1),
  );
  return `gone through at once: energy off by ${energy}, positions by ${way} m, forces by ${force} of the largest`;
}

/** How many samples there are after the first. */
function countIntervals(duration: number, sampleRate: number): number {
  const count = duration * sampleRate;
  const whole = Math.round(count);
  const isWhole = Math.abs(count - whole) <= wholeSlack * Math.max(1, whole);
  return Math.max(1, isWhole ? whole : Math.ceil(count));
}
