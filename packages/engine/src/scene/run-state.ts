/**
 * What is known of a run so far, besides the world itself: counts, the worst of everything, the books at first. Plain data,
 * as is the state that a run is resumed from.
 */
import { fail, requireInteger, requireOptions } from "../math/index.js";
import type { AuditFigure, Places, Snapshot, WorldReport, Worst } from "../world/index.js";
import { joinPlaces } from "./advance.js";
import type { Sample, SceneEvent, SceneEventType } from "./sample.js";

/** All of it are sums or largest values; the arrays and records are replaced, never changed. */
export interface RunFigures {
  steps: number;
  evaluations: number;
  events: Readonly<Record<SceneEventType, number>>;
  maxContacts: number;
  /** m. */
  worstPenetration: number;
  /** m or rad. */
  worstConstraintError: number;
  /** Of the books, relative to the largest term so far. */
  worstEnergyError: number;
  /** When that was, s. */
  worstEnergyTime?: number;
  /** See `Worst` of the world: relative to the largest force on a body; m; relative to the most energy exchanged. */
  worstForceBalance: number;
  worstKinematicError: number;
  worstDissipationDrop: number;
  /** Which body these are of, and when. */
  places: Places;
  /** The total at first, and the largest term so far, J. */
  firstEnergy: number;
  largestEnergy: number;
  /** What is off, each once, in the order in which it came up. */
  warnings: readonly string[];
  /** What is ordinary and good to know, each once: that forces are not unique, for example. */
  notes: readonly string[];
}

/** Where a run stands: enough to go on from there in the same bits. */
export interface RunState {
  /** The version of this form. */
  readonly rigor: 1;
  readonly sceneHash: string;
  /** s, and samples a second. */
  readonly duration: number;
  readonly sampleRate: number;
  /** Of the last sample. */
  readonly sampleIndex: number;
  readonly figures: RunFigures;
  readonly world: Snapshot;
}

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

/** Figures as they were saved: what was no number is null in a file. */
export function readFigures(figures: RunFigures): RunFigures {
  const entries = Object.entries(figures).map(([key, value]) => [key, value === null ? Number.NaN : value]);
  return Object.fromEntries(entries) as RunFigures;
}

/** Adds a warning, once. */
export function warn(figures: RunFigures, warning: string): void {
  if (!figures.warnings.includes(warning)) figures.warnings = [...figures.warnings, warning];
}

/** Adds a note, once. */
export function note(figures: RunFigures, text: string): void {
  if (!figures.notes.includes(text)) figures.notes = [...figures.notes, text];
}

export function bookReport(figures: RunFigures, { steps, evaluations, worst }: WorldReport): void {
  figures.steps += steps;
  figures.evaluations += evaluations;
  bookWorst(figures, worst);
}

export function bookWorst(figures: RunFigures, worst: Readonly<Worst>): void {
  figures.worstPenetration = Math.max(figures.worstPenetration, worst.penetration);
  figures.worstConstraintError = Math.max(figures.worstConstraintError, worst.constraintError);
  figures.places = joinPlaces(readAudit(figures), worst);
  figures.worstForceBalance = Math.max(figures.worstForceBalance, worst.forceBalance);
  figures.worstKinematicError = Math.max(figures.worstKinematicError, worst.kinematicError);
  figures.worstDissipationDrop = Math.max(figures.worstDissipationDrop, worst.dissipationDrop);
  if (!worst.unique) note(figures, "contact forces were not unique at times: those of least norm are told");
  for (const fallback of worst.fallbacks) warn(figures, `fallback: ${fallback}`);
}

/** The figures of the audit, by the names that the world has for them. */
export function readAudit(figures: RunFigures): Pick<Worst, AuditFigure | "places"> {
  const { worstForceBalance, worstKinematicError, worstDissipationDrop, places } = figures;
  return {
    forceBalance: worstForceBalance,
    kinematicError: worstKinematicError,
    dissipationDrop: worstDissipationDrop,
    places,
  };
}

export function bookEvents(figures: RunFigures, events: readonly SceneEvent[]): void {
  if (events.length === 0) return;
  const counts = { ...figures.events };
  for (const { type } of events) counts[type]++;
  figures.events = counts;
}

/** Books what the sample shows; the first one opens the books. */
export function bookSample(figures: RunFigures, sample: Sample, isFirst: boolean): void {
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
  // what is no number is the worst there is, and stays
  if (error <= figures.worstEnergyError || Number.isNaN(figures.worstEnergyError)) return;
  figures.worstEnergyError = error;
  figures.worstEnergyTime = sample.t;
}

/** Throws unless a state is one of the run of this scene with this duration and rate. */
export function requireRunState(state: RunState, sceneHash: string, duration: number, sampleRate: number): void {
  requireOptions("state", state, "what `checkpoint` of a run told");
  const cure = "resume with the scene and the options of the run that was interrupted";
  if (state.rigor !== 1) fail("wrong-version", "state.rigor", "must be 1", state.rigor);
  if (state.sceneHash !== sceneHash)
    fail("other-scene", "state.sceneHash", `must be ${sceneHash}`, state.sceneHash, cure);
  if (state.duration !== duration) fail("other-run", "state.duration", `must be ${duration}`, state.duration, cure);
  if (state.sampleRate !== sampleRate) {
    fail("other-run", "state.sampleRate", `must be ${sampleRate}`, state.sampleRate, cure);
  }
  requireInteger("state.sampleIndex", state.sampleIndex, 0, Number.MAX_SAFE_INTEGER);
  requireOptions("state.figures", state.figures, "what `checkpoint` of a run told");
}
