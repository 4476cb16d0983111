/** Settings of a world: its options, checked, with their defaults. */

import type { LinearProgramSolver } from "../../contact/index.js";
import { fail, Most, requireMagnitude, requireOptions, requirePositive, requireVector } from "../../math/index.js";
import {
  defaultContactTolerance,
  defaultFixedStep,
  defaultGravity,
  defaultRestitutionThreshold,
  defaultTolerance,
} from "./parameters.js";

/** Options of a world. */
export interface WorldOptions {
  /** Gravity, m/s². Default (0, −9.81, 0). */
  readonly gravity?: ArrayLike<number>;
  /** Tolerance of the local error of the integrator, absolute and relative. Default 1e-8. */
  readonly tolerance?: number;
  /** Gap below which bodies touch, and the greatest penetration, m. Default 1e-7. */
  readonly contactTolerance?: number;
  /** Speed of approach below which a contact is a resting contact, m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
  /** Order of impacts at several contacts: all at once, or one after the other. Default "simultaneous". */
  readonly collisions?: "simultaneous" | "propagation";
  /**
   * Quantities whose ratio is e, in impacts with friction: speeds (Newton; Poisson where that would raise the energy), or impulses
   * (Poisson). Default "newton".
   */
  readonly restitution?: "newton" | "poisson";
  /** Method for the forces of resting contact. Default "auto". */
  readonly resting?: "auto" | "pivot" | "lp-1989";
  /** Solver of linear programs for `resting: "lp-1989"`. */
  readonly linearProgram?: LinearProgramSolver;
  /** Integrator of the motion between events. Default "dopri5". */
  readonly integrator?: "dopri5" | "adams" | "rk4" | "midpoint" | "euler" | "backward-euler";
  /** Step of a method of fixed step, or largest step of an adaptive one, s. */
  readonly step?: number;
  /** Method that locates the instant of a collision. Default "conservative". */
  readonly impactTime?: "conservative" | "regula-falsi" | "bisection";
  /** Time at the start, s. Default 0. */
  readonly time?: number;
}

/** Settings of a world: `WorldOptions` with all defaults. */
export interface WorldSettings {
  /** Gravity, m/s². */
  readonly gravity: Float64Array;
  /** Tolerance of the local error of the integrator, absolute and relative. */
  readonly tolerance: number;
  /** Gap below which bodies touch, and the greatest penetration, m. */
  readonly contactTolerance: number;
  /** Speed of approach below which a contact is a resting contact, m/s. */
  readonly restitutionThreshold: number;
  /** Order of impacts at several contacts. */
  readonly collisions: "simultaneous" | "propagation";
  /** Hypothesis of restitution in impacts with friction. */
  readonly restitution: "newton" | "poisson";
  /** Method for the forces of resting contact. */
  readonly resting: "auto" | "pivot" | "lp-1989";
  /** Solver of linear programs for `resting: "lp-1989"`. */
  readonly linearProgram: LinearProgramSolver | undefined;
  /** Integrator of the motion between events. */
  readonly integrator: "dopri5" | "adams" | "rk4" | "midpoint" | "euler" | "backward-euler";
  /** Step of a method of fixed step, or largest step of an adaptive one, s. */
  readonly step: number;
  /** Method that locates the instant of a collision. */
  readonly impactTime: "conservative" | "regula-falsi" | "bisection";
  /** Time at the start, s. */
  readonly time: number;
}

/** Allowed values of the options that are names. */
const choices = {
  collisions: ["simultaneous", "propagation"],
  restitution: ["newton", "poisson"],
  resting: ["auto", "pivot", "lp-1989"],
  integrator: ["dopri5", "adams", "rk4", "midpoint", "euler", "backward-euler"],
  impactTime: ["conservative", "regula-falsi", "bisection"],
} as const;
const numbers = ["tolerance", "contactTolerance", "restitutionThreshold", "step"] as const;
const keys = ["gravity", "linearProgram", "time", ...numbers, ...Object.keys(choices)];

/** Returns the settings of a world; throws for an option that is unknown or out of range. */
export function createSettings(options: WorldOptions): WorldSettings {
  requireOptions("options", options, "{ gravity: [0, -9.81, 0] }");
  for (const key of Object.keys(options)) {
    if (!keys.includes(key))
      fail("unknown-option", `options.${key}`, "must be an option", key, `there are ${keys.join(", ")}`);
  }
  const { gravity = [0, -defaultGravity, 0], tolerance = defaultTolerance } = options;
  const { contactTolerance = defaultContactTolerance, restitutionThreshold = defaultRestitutionThreshold } = options;
  const { collisions = "simultaneous", resting = "auto", integrator = "dopri5", impactTime = "conservative" } = options;
  const { linearProgram, restitution = "newton", time = 0 } = options;
  const isFixed = integrator !== "dopri5" && integrator !== "adams";
  const { step = isFixed ? defaultFixedStep : Infinity } = options;
  requireVector("options.gravity", gravity);
  requireMagnitude("options.gravity", gravity, Most.acceleration, "m/s²");
  requireMagnitude("options.time", time, Most.time, "s");
  for (const [name, value] of Object.entries({ tolerance, contactTolerance, restitutionThreshold })) {
    requirePositive(`options.${name}`, value);
  }
  if (!(step > 0)) fail("not-positive", "options.step", "must be > 0", step);
  if (!Number.isFinite(time)) fail("not-finite", "options.time", "must be a finite number", time);
  for (const [name, value] of Object.entries({ collisions, restitution, resting, integrator, impactTime })) {
    const allowed: readonly string[] = choices[name as keyof typeof choices];
    if (!allowed.includes(value))
      fail("unknown-name", `options.${name}`, `must be one of ${allowed.join(", ")}`, value);
  }
  if (resting === "lp-1989" && linearProgram === undefined) {
    const cure = "give a solver of linear programs: createHighs() of @rigor/highs";
    fail("missing", "options.linearProgram", 'must be given beside resting: "lp-1989"', linearProgram, cure);
  }
  return {
    gravity: Float64Array.from(gravity),
    tolerance,
    contactTolerance,
    restitutionThreshold,
    collisions,
    restitution,
    resting,
    linearProgram,
    integrator,
    step,
    impactTime,
    time,
  };
}
