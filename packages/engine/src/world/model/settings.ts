/** The choices of a world, checked. */

import type { LinearProgramSolver } from "../../contact/index.js";
import { fail, Most, requireMagnitude, requireOptions, requirePositive, requireVector } from "../../math/index.js";

export interface WorldOptions {
  /** m/s². Default (0, −9.81, 0). */
  readonly gravity?: ArrayLike<number>;
  /** Local error the integrator keeps, absolute and relative. Default 1e-8. */
  readonly tolerance?: number;
  /** Bodies closer than this touch; none is ever deeper in another, m. Default 1e-7. */
  readonly contactTolerance?: number;
  /** Approaches slower than this are resting contact, m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
  /** Default "simultaneous". */
  readonly collisions?: "simultaneous" | "propagation";
  /**
   * What e is of, in impacts in which something rubs: speeds (Newton; Poisson where that would raise the energy), or
   * impulses (Poisson). Default "newton".
   */
  readonly restitution?: "newton" | "poisson";
  /** Default "auto". */
  readonly resting?: "auto" | "pivot" | "lp-1989";
  /** For `resting: "lp-1989"`. */
  readonly linearProgram?: LinearProgramSolver;
  /** How the state is advanced between events. Default "dopri5". */
  readonly integrator?: "dopri5" | "adams" | "rk4" | "midpoint" | "euler" | "backward-euler";
  /** The step of a method of fixed step, or the largest of an adaptive one, s. */
  readonly step?: number;
  /** How the instant of a collision is found. Default "conservative". */
  readonly impactTime?: "conservative" | "regula-falsi" | "bisection";
  /** The clock at the start, s. Default 0. */
  readonly time?: number;
}

export interface WorldSettings {
  readonly gravity: Float64Array;
  readonly tolerance: number;
  readonly contactTolerance: number;
  readonly restitutionThreshold: number;
  readonly collisions: "simultaneous" | "propagation";
  readonly restitution: "newton" | "poisson";
  readonly resting: "auto" | "pivot" | "lp-1989";
  readonly linearProgram: LinearProgramSolver | undefined;
  readonly integrator: "dopri5" | "adams" | "rk4" | "midpoint" | "euler" | "backward-euler";
  readonly step: number;
  readonly impactTime: "conservative" | "regula-falsi" | "bisection";
  readonly time: number;
}

const choices = {
  collisions: ["simultaneous", "propagation"],
  restitution: ["newton", "poisson"],
  resting: ["auto", "pivot", "lp-1989"],
  integrator: ["dopri5", "adams", "rk4", "midpoint", "euler", "backward-euler"],
  impactTime: ["conservative", "regula-falsi", "bisection"],
} as const;
const numbers = ["tolerance", "contactTolerance", "restitutionThreshold", "step"] as const;
const keys = ["gravity", "linearProgram", "time", ...numbers, ...Object.keys(choices)];

export function createSettings(options: WorldOptions): WorldSettings {
  requireOptions("options", options, "{ gravity: [0, -9.81, 0] }");
  for (const key of Object.keys(options)) {
    if (!keys.includes(key))
      fail("unknown-option", `options.${key}`, "must be an option", key, `there are ${keys.join(", ")}`);
  }
  const { gravity = [0, -9.81, 0], tolerance = 1e-8, contactTolerance = 1e-7, restitutionThreshold = 1e-6 } = options;
  const { collisions = "simultaneous", resting = "auto", integrator = "dopri5", impactTime = "conservative" } = options;
  const { linearProgram, restitution = "newton", time = 0 } = options;
  const isFixed = integrator !== "dopri5" && integrator !== "adams";
  const { step = isFixed ? 1e-3 : Infinity } = options;
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
