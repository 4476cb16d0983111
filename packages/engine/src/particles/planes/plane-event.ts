/** Events of particles at planes, and the tolerances by which they are handled. */
import type { ParticleTable } from "../system/index.js";

/** An event of a particle at a plane: a collision, a change of the active set, or a change of the friction mode. */
export interface PlaneEvent {
  /** Time of the event, s. */
  readonly t: number;
  /** Kind of the event. */
  readonly type: "collision" | "touch" | "separate" | "slip" | "stick";
  /** The particle. */
  readonly particle: number;
  /** The plane; for slip and stick the first active plane of the particle. */
  readonly plane: number;
  /** Position of the particle, m. */
  readonly point: readonly [number, number, number];
  /** Normal impulse of a collision, N·s. */
  readonly impulse?: number;
  /** Normal velocity before a collision, m/s. */
  readonly vBefore?: number;
  /** Normal velocity after a collision, m/s. */
  readonly vAfter?: number;
}

/** Tolerances of event handling. */
export interface EventTolerances {
  /** Gap below which a particle touches a plane, m. */
  readonly contactTolerance: number;
  /** Speed below which a particle neither bounces nor slides, m/s. */
  readonly restitutionThreshold: number;
  /**
   * Duration below which a bounce is left out, s: for methods of order 1, which gain or lose about as much speed in a step as
   * gravity gives in it, so that their bounces would go on for ever, one step long. 0 for all others.
   */
  readonly shortestBounce: number;
}

/** Creates an event of a particle at a plane at the present state. */
export function createEvent(
  system: ParticleTable,
  type: PlaneEvent["type"],
  particle: number,
  plane: number,
): PlaneEvent {
  const { state } = system;
  const point = [state[6 * particle], state[6 * particle + 1], state[6 * particle + 2]] as const;
  return { t: system.time, type, particle, plane, point };
}
