/**
 * What users give and get: what a call is told, contacts, limits, energies; and the certificate of a run: how exact it was
 * at its worst, and what was not unique or not by the method asked for.
 */
import type { RigidSystem } from "../../rigid/index.js";
import type { WorldEvent } from "./events.js";

export interface AdvanceOptions {
  /** Of all islands together. Default 1e7. */
  readonly maxSteps?: number;
  /** Called after every window, with the time reached. Return false to stop there. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is welcome
  readonly onProgress?: (t: number) => boolean | undefined | void;
}

export interface WorldReport {
  /**
   * Done; or else the world is at the last good time. Refused: what was added or moved by hand since does not fit, bodies
   * overlap or a joint is beyond its limit; the message names it, and the world goes on once that is mended.
   */
  readonly status: "done" | "failed" | "refused" | "too-many-steps" | "cancelled";
  readonly t: number;
  readonly steps: number;
  readonly evaluations: number;
  /** Of this call, in canonical order. */
  readonly events: readonly WorldEvent[];
  readonly message: string;
  /** What is as the rules say and hardly as it was meant: friction of one of two that touch. Each two are told once. */
  readonly warnings: readonly string[];
  /** The worst of this call. */
  readonly worst: Readonly<Worst>;
}

export interface Contact {
  /** Bodies; a is −1 if it is a particle. */
  readonly a: number;
  readonly b: number;
  readonly particle: number;
  readonly point: readonly [number, number, number];
  /** From b to a. */
  readonly normal: readonly [number, number, number];
  /** On a along the normal, N. */
  readonly force: number;
  /** Of friction, on a, world axes, N. */
  readonly friction: readonly [number, number, number];
  readonly gap: number;
}

export interface Energy {
  readonly kinetic: number;
  readonly potential: number;
  readonly dissipated: number;
  readonly work: number;
  /** Kinetic + potential + dissipated − work: stays what it was. */
  readonly total: number;
}

/** A limit of a joint at the present time. */
export interface LimitState {
  /** Its number, as events have it. */
  readonly limit: number;
  /** How far its coordinate is from it, rad or m, and how fast that grows. */
  readonly gap: number;
  readonly rate: number;
  /** What it pushes with, N·m or N. */
  readonly force: number;
}

/** The friction of a joint. */
export interface FrictionState {
  /** Its number. */
  readonly friction: number;
  /** ṡ, rad/s or m/s; |Ω| of a turning. */
  readonly rate: number;
  /** What it does along s, N·m or N; |M| of a turning. */
  readonly force: number;
  /** Of a turning: M, on the first end of its joint, world axes, N·m. */
  readonly moment?: readonly [number, number, number];
  readonly isSlipping: boolean;
}

/** The worst of a run so far. Every number is the largest seen. */
export interface Worst {
  /** How deep a part was in another, m. */
  penetration: number;
  /** |C| of joints at the ends of steps: m or rad. */
  constraintError: number;
  /** Residual of complementarity, relative to the accelerations without contact forces; and max |f·a|. */
  residual: number;
  complementarity: number;
  /** Contacts at once; of the largest set that was at rest, how many held and how many of them are independent. */
  contacts: number;
  holding: number;
  rank: number;
  /** Whether the forces of resting contact were the only ones, each time. Else those of least norm are told. */
  unique: boolean;
  /** |Δ total energy|, relative to the largest term so far, or to what an island moved with at the end of a step. */
  energyError: number;
  /**
   * How far the momenta of a body or particle are from what forces and impulses that are told come to, within a window, and these forces
   * from what moves it, at a sample and in the last step of a window: relative to the largest force on it.
   */
  forceBalance: number;
  /** How far a body is from where its velocities lead within a window, and by how much it is turned from there times its radius of gyration, m. */
  kinematicError: number;
  /** By how much the dissipated energy has fallen, relative to the most energy that was exchanged so far. */
  dissipationDrop: number;
  /** Which body these three are of, and when that was. Where steps are fixed nothing is judged, and they stay 0: see `isAudited`. */
  readonly places: Places;
  /** What was needed besides the methods asked for, and what was not met, each once. */
  readonly fallbacks: string[];
}

/** Where something was at its worst: the body, −1 if it is of something else, or of all; the particle; the thing with coordinates; the time, s. */
interface Place {
  readonly body: number;
  readonly particle?: number;
  readonly thing?: number;
  readonly time: number;
}

/** The figures that are found by the audit (audit.ts). */
export type AuditFigure = "forceBalance" | "kinematicError" | "dissipationDrop";
export type Places = Partial<Record<AuditFigure, Place>>;

/** What an island stands on, as it settled last: see `Worst`. */
export interface Standing {
  contacts: number;
  holding: number;
  rank: number;
  isUnique: boolean;
}

export function createWorst(): Worst {
  const none = {
    penetration: 0,
    constraintError: 0,
    residual: 0,
    complementarity: 0,
    contacts: 0,
    holding: 0,
    rank: 0,
    forceBalance: 0,
    kinematicError: 0,
    dissipationDrop: 0,
  };
  return { ...none, unique: true, energyError: 0, places: {}, fallbacks: [] };
}

/** What is found from here on is of the next report; so is what looks have found since the last. */
export function beginReport(worst: Worst, looks: { hasLooked: boolean }, isLook: boolean): void {
  if (!looks.hasLooked) Object.assign(worst, createWorst());
  looks.hasLooked = isLook;
}

/** Notes a figure of the audit that is worse than before, with its place. */
export function noteFault(worst: Worst, figure: AuditFigure, value: number, place: Place): void {
  worst[figure] = value;
  worst.places[figure] = place;
}

/** Notes a figure of node i, if it is the worst so far. */
export function note(
  worst: Worst,
  figure: AuditFigure,
  value: number,
  { count }: RigidSystem,
  i: number,
  t: number,
): void {
  // what is no number is the worst there is, and stays
  if (value <= worst[figure] || Number.isNaN(worst[figure])) return;
  noteFault(worst, figure, value, i < count ? { body: i, time: t } : { body: -1, particle: i - count, time: t });
}
