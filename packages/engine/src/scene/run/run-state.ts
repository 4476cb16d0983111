/**
 * The figures of a run besides the world itself: counts, the worst errors, and the energy at t = 0. They are plain data, as is
 * the state from which a run is resumed.
 */
import { fail, requireInteger, requireOptions } from "../../math/index.js";
import type { AuditFigure, Places, Snapshot, WorldReport, Worst } from "../../world/index.js";
import { joinPlaces } from "./advance.js";
import type { Sample, SceneEvent, SceneEventType } from "./sample.js";

/** The figures of a run so far: sums and largest values. Arrays and records are replaced, never changed. */
export interface RunFigures {
  /** The number of steps of integrators. */
  steps: number;
  /** The number of evaluations of the right-hand side. */
  evaluations: number;
  /** The number of events of each type. */
  events: Readonly<Record<SceneEventType, number>>;
  /** The largest number of contacts in a sample. */
  maxContacts: number;
  /** The largest penetration, m. */
  worstPenetration: number;
  /** The largest violation of a constraint, m or rad. */
  worstConstraintError: number;
  /** The largest error of the energy balance, relative to the largest term so far. */
  worstEnergyError: number;
  /** The time of `worstEnergyError`, s. */
  worstEnergyTime?: number;
  /** The largest error of the force balance, relative to the largest force on a body: see `Worst` of the world. */
  worstForceBalance: number;
  /** The largest kinematic error, m: see `Worst` of the world. */
  worstKinematicError: number;
  /** The largest drop of the dissipated energy, relative to the most energy exchanged: see `Worst` of the world. */
  worstDissipationDrop: number;
  /** The bodies and times of the three worst errors above. */
  places: Places;
  /** The total energy at t = 0, J. */
  firstEnergy: number;
  /** The largest term of the energy balance so far, J. */
  largestEnergy: number;
  /** The warnings, each once, in the order in which they arose. */
  warnings: readonly string[];
  /** The notes, each once: regular conditions worth knowing, for example that forces are not unique. */
  notes: readonly string[];
}

/** The state of a run, from which it continues with the same bits. */
export interface RunState {
  /** The version of this format. */
  readonly rigor: 1;
  /** The hash of the scene. */
  readonly sceneHash: string;
  /** The duration of the run, s. */
  readonly duration: number;
  /** The number of samples a second. */
  readonly sampleRate: number;
  /** The index of the last sample. */
  readonly sampleIndex: number;
  /** The figures of the run so far. */
  readonly figures: RunFigures;
  /** The snapshot of the world. */
  readonly world: Snapshot;
}

/** The figures at the start of a run. */
export function createFigures(warnings: readonly string[]): RunFigures {
  return {
    steps: 0,
    evaluations: 0,
    events: { collision: 0, touch: 0, separate: 0, slip: 0, stick: 0 },
    maxContacts: 0,
    worstPenetration: 0,
    worstConstraintError: 0,
    worstEnergyError: 0,
    worstForceBalance: 0,
    worstKinematicError: 0,
    worstDissipationDrop: 0,
    places: {},
    firstEnergy: 0,
    largestEnergy: 0,
    warnings,
    notes: [],
  };
}

/** Figures read from a file, in which NaN was written as null. */
export function readFigures(figures: RunFigures): RunFigures {
  const entries = Object.entries(figures).map(([key, value]) => [key, value === null ? Number.NaN : value]);
  return Object.fromEntries(entries) as RunFigures;
}

/** Adds a warning, unless the run has it already. */
export function warn(figures: RunFigures, warning: string): void {
  if (!figures.warnings.includes(warning)) figures.warnings = [...figures.warnings, warning];
}

/** Adds a note, unless the run has it already. */
export function note(figures: RunFigures, text: string): void {
  if (!figures.notes.includes(text)) figures.notes = [...figures.notes, text];
}

/** Adds the counts and the worst errors of a report of the world. */
export function addReport(figures: RunFigures, { steps, evaluations, worst }: WorldReport): void {
  figures.steps += steps;
  figures.evaluations += evaluations;
  addWorst(figures, worst);
}

/** Adds the worst errors of the world, and its fallbacks as warnings. */
export function addWorst(figures: RunFigures, worst: Readonly<Worst>): void {
  figures.worstPenetration = Math.max(figures.worstPenetration, worst.penetration);
  figures.worstConstraintError = Math.max(figures.worstConstraintError, worst.constraintError);
  figures.places = joinPlaces(readAudit(figures), worst);
  figures.worstForceBalance = Math.max(figures.worstForceBalance, worst.forceBalance);
  figures.worstKinematicError = Math.max(figures.worstKinematicError, worst.kinematicError);
  figures.worstDissipationDrop = Math.max(figures.worstDissipationDrop, worst.dissipationDrop);
  if (!worst.unique) note(figures, "contact forces were not unique at times: those of least norm are reported");
  for (const fallback of worst.fallbacks) warn(figures, `fallback: ${fallback}`);
}

/** The worst errors of the audit, by the names that the world has for them. */
export function readAudit(figures: RunFigures): Pick<Worst, AuditFigure | "places"> {
  const { worstForceBalance, worstKinematicError, worstDissipationDrop, places } = figures;
  return {
    forceBalance: worstForceBalance,
    kinematicError: worstKinematicError,
    dissipationDrop: worstDissipationDrop,
    places,
  };
}

/** Adds events to the counts. */
export function addEvents(figures: RunFigures, events: readonly SceneEvent[]): void {
  if (events.length === 0) return;
  const counts = { ...figures.events };
  for (const { type } of events) counts[type]++;
  figures.events = counts;
}

/** Adds the contacts, constraints and energies of a sample; the first sample sets the reference of the energy balance. */
export function addSample(figures: RunFigures, sample: Sample, isFirst: boolean): void {
  const { energy, contacts, constraints } = sample;
  const { kinetic, potential, dissipated, work, total } = energy;
  figures.maxContacts = Math.max(figures.maxContacts, contacts.length);
  for (const { gap } of contacts) figures.worstPenetration = Math.max(figures.worstPenetration, -gap);
  for (const { error } of Object.values(constraints)) {
    figures.worstConstraintError = Math.max(figures.worstConstraintError, error);
  }
  if (isFirst) figures.firstEnergy = total;
  for (const term of [kinetic, potential, dissipated, work]) {
    figures.largestEnergy = Math.max(figures.largestEnergy, Math.abs(term));
  }
  if (figures.largestEnergy === 0) return;
  const error = Math.abs(total - figures.firstEnergy) / figures.largestEnergy;
  // NaN is the worst error, and remains
  if (error <= figures.worstEnergyError || Number.isNaN(figures.worstEnergyError)) return;
  figures.worstEnergyError = error;
  figures.worstEnergyTime = sample.t;
}

/** Throws unless a state is one of the run of this scene with this duration and rate. */
export function requireRunState(state: RunState, sceneHash: string, duration: number, sampleRate: number): void {
  requireOptions("state", state, "the `checkpoint` of a run");
  const cure = "resume with the scene and the options of the run that was interrupted";
  if (state.rigor !== 1) fail("wrong-version", "state.rigor", "must be 1", state.rigor);
  if (state.sceneHash !== sceneHash)
    fail("other-scene", "state.sceneHash", `must be ${sceneHash}`, state.sceneHash, cure);
  if (state.duration !== duration) fail("other-run", "state.duration", `must be ${duration}`, state.duration, cure);
  if (state.sampleRate !== sampleRate) {
    fail("other-run", "state.sampleRate", `must be ${sampleRate}`, state.sampleRate, cure);
  }
  requireInteger("state.sampleIndex", state.sampleIndex, 0, Number.MAX_SAFE_INTEGER);
  requireOptions("state.figures", state.figures, "the `checkpoint` of a run");
}
