/**
 * Reports to the user: options and result of a call, contacts, limits, energies; and the certificate of a run, the largest
 * errors, the uniqueness of its forces and its fallbacks.
 */
import type { RigidSystem } from "../../rigid/index.js";
import type { WorldEvent } from "./events.js";

/** Options of a call that advances a world. */
export interface AdvanceOptions {
  /** Largest number of steps of all islands together. Default 1e7. */
  readonly maxSteps?: number;
  /** Callback after every window, with the time reached; it stops the run by returning false. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is welcome
  readonly onProgress?: (t: number) => boolean | undefined | void;
}

/** Result of a call that advances a world. */
export interface WorldReport {
  /**
   * Outcome of the call. Unless it is "done", the world is at the last time reached without an error. Refused: after an addition
   * or a change by hand bodies overlap or a joint is beyond its limit; the message names them, and the world can be advanced once
   * this is corrected.
   */
  readonly status: "done" | "failed" | "refused" | "too-many-steps" | "cancelled";
  /** Time that the world has reached, s. */
  readonly t: number;
  /** Number of steps of this call, of all islands. */
  readonly steps: number;
  /** Number of evaluations of derivatives in this call. */
  readonly evaluations: number;
  /** Events of this call, in canonical order. */
  readonly events: readonly WorldEvent[];
  /** Reason for the outcome, in a sentence; empty if the call is done. */
  readonly message: string;
  /** Inputs that are valid and probably unintended, such as friction on one side of a contact only; each pair once. */
  readonly warnings: readonly string[];
  /** Largest errors and fallbacks of this call. */
  readonly worst: Readonly<Worst>;
}

/** A contact of two bodies, or of a particle and a body, with its force. */
export interface Contact {
  /** First body; −1 if it is a particle. */
  readonly a: number;
  /** Second body. */
  readonly b: number;
  /** Particle of the pair; −1 unless a is a particle. */
  readonly particle: number;
  /** Point of the contact in world coordinates, m. */
  readonly point: readonly [number, number, number];
  /** Unit normal, from b to a. */
  readonly normal: readonly [number, number, number];
  /** Normal force on a, N. */
  readonly force: number;
  /** Friction force on a, world axes, N. */
  readonly friction: readonly [number, number, number];
  /** Signed gap, m. */
  readonly gap: number;
}

/** Terms of the energy balance, J. */
export interface Energy {
  /** Kinetic energy, J. */
  readonly kinetic: number;
  /** Potential energy, J. */
  readonly potential: number;
  /** Energy dissipated by impacts, friction and forces that only dissipate, J. */
  readonly dissipated: number;
  /** Work done by forces without a potential, by motors and by driven bodies, J. */
  readonly work: number;
  /** Kinetic + potential + dissipated − work, J: constant but for errors. */
  readonly total: number;
}

/** State of a limit of a joint. */
export interface LimitState {
  /** Number of the limit, as in events. */
  readonly limit: number;
  /** Distance of the coordinate from the limit, rad or m. */
  readonly gap: number;
  /** Rate of the gap, rad/s or m/s. */
  readonly rate: number;
  /** Force of the limit, N·m or N. */
  readonly force: number;
}

/** State of the friction of a joint. */
export interface FrictionState {
  /** Number of the friction element. */
  readonly friction: number;
  /** Sliding rate ṡ, rad/s or m/s; |Ω| of a relative rotation. */
  readonly rate: number;
  /** Friction force along s, N·m or N; |M| of a relative rotation. */
  readonly force: number;
  /** Friction moment M of a relative rotation on the first end of its joint, world axes, N·m. */
  readonly moment?: readonly [number, number, number];
  /** Whether the joint slips. */
  readonly isSlipping: boolean;
}

/** Certificate of a run: every number is the largest of its kind so far. */
export interface Worst {
  /** Penetration of two parts, m. */
  penetration: number;
  /** |C| of joints at the ends of steps, m or rad. */
  constraintError: number;
  /** Residual of the complementarity conditions, relative to the accelerations without contact forces. */
  residual: number;
  /** Largest product |f·a| of a contact force and the acceleration of its gap, W/s. */
  complementarity: number;
  /** Number of simultaneous contacts. */
  contacts: number;
  /** Number of contacts with a force, of the largest set at rest. */
  holding: number;
  /** Number of independent rows among the contacts with a force, of the largest set at rest. */
  rank: number;
  /** Whether the forces of resting contact were unique, each time; otherwise those of least norm are reported. */
  unique: boolean;
  /** |Δ total energy|, relative to its largest term so far, or to the kinetic energy of an island at the end of a step. */
  energyError: number;
  /**
   * Difference of the momenta of a body or particle from the integral of the reported forces and impulses within a window; and
   * difference of these forces from its acceleration, at a sample and in the last step of a window. Relative to the largest force
   * on it.
   */
  forceBalance: number;
  /**
   * Difference of the position of a body from the integral of its velocity within a window, m; rotations times its radius of
   * gyration.
   */
  kinematicError: number;
  /** Decrease of the dissipated energy, relative to the most energy that was exchanged so far. */
  dissipationDrop: number;
  /** Body and time of the last three figures. Where steps are fixed nothing is judged, and the figures stay 0: see `isAudited`. */
  readonly places: Places;
  /** Departures from the methods asked for, and bounds that were not met, each once. */
  readonly fallbacks: string[];
}

/** Place of the largest figure of its kind. */
interface Place {
  /** Body; −1 if the figure is of a particle, of generalized coordinates, or of the whole world. */
  readonly body: number;
  /** Particle, if the figure is of one. */
  readonly particle?: number;
  /** Number of the system with generalized coordinates, if the figure is of one. */
  readonly thing?: number;
  /** Time, s. */
  readonly time: number;
}

/** Figures that are found by the audit (audit.ts). */
export type AuditFigure = "forceBalance" | "kinematicError" | "dissipationDrop";

/** Places of the figures of the audit. */
export type Places = Partial<Record<AuditFigure, Place>>;

/** Contacts on which an island rests, after the last event handling: see `Worst`. */
export interface Standing {
  /** Number of contacts. */
  contacts: number;
  /** Number of contacts with a force. */
  holding: number;
  /** Number of independent rows among the contacts with a force. */
  rank: number;
  /** Whether the forces are unique. */
  isUnique: boolean;
}

/** Returns a certificate without errors. */
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

/** Begins the next report with a new certificate, unless readings since the last report have begun it. */
export function beginReport(worst: Worst, looks: { hasLooked: boolean }, isLook: boolean): void {
  if (!looks.hasLooked) Object.assign(worst, createWorst());
  looks.hasLooked = isLook;
}

/** Records a figure of the audit that is larger than before, with its place. */
export function noteFault(worst: Worst, figure: AuditFigure, value: number, place: Place): void {
  worst[figure] = value;
  worst.places[figure] = place;
}

/** Records a figure of node i, if it is the largest so far. */
export function note(
  worst: Worst,
  figure: AuditFigure,
  value: number,
  { count }: RigidSystem,
  i: number,
  t: number,
): void {
  // NaN counts as the largest figure, and stays
  if (value <= worst[figure] || Number.isNaN(worst[figure])) return;
  noteFault(worst, figure, value, i < count ? { body: i, time: t } : { body: -1, particle: i - count, time: t });
}
