/**
 * Diagnosis of an evaluation of the derivative that failed: a path without a finite pose, or a force that was not finite. Forces
 * are applied once more, each alone, until the faulty one is found.
 */
import type { Anchors } from "./anchors.js";
import type { BodyForce, BodySystem } from "./body-force.js";
import { bodySize, Slot } from "./state.js";

/** A rigid system with its forces and anchors, whose evaluation can be repeated force by force. */
interface ForcedSystem extends BodySystem {
  /** Forces of the system, in the order of application. */
  readonly forces: readonly BodyForce[];
  /** Anchors of the system. */
  readonly anchors: Anchors;
  /** Computes all forces. */
  computeForces(): void;
}

/**
 * Returns the fault as a phrase for reports, or null if there is none. The rates that it affects are marked in `out`, so that no
 * integrator overlooks it. `before` is the last fault found.
 */
export function findFault(system: ForcedSystem, out: Float64Array, before: string | null): string | null {
  const { time, kinematics, particles } = system;
  const lost = kinematics.faultyBody;
  if (lost >= 0) {
    out.fill(Number.NaN, bodySize * lost, bodySize * (lost + 1));
    return `the path of body ${system.names[lost]} did not give a finite pose and motion at t = ${time}`;
  }
  // a state that an earlier fault has spoilt does not show its cause
  if (before !== null && !system.state.every(Number.isFinite)) return before;
  const replay = (name: string, apply: () => void): string | null => {
    clearForces(system);
    apply();
    system.anchors.collect(system, system.state);
    const place = findPlace(system, out);
    return place === null ? null : `force "${name}" was not finite on ${place} at t = ${time}`;
  };
  for (const force of system.forces) {
    const fault = replay(force.name, () => force.apply(system));
    if (fault !== null) return fault;
  }
  for (const force of particles.forces) {
    const fault = replay(force.name, () => force.apply(particles));
    if (fault !== null) return fault;
  }
  // none of them alone
  system.computeForces();
  const place = findPlace(system, out);
  return place === null ? null : `force "sum of all" was not finite on ${place} at t = ${time}`;
}

function clearForces({ force, torque, particles }: BodySystem): void {
  force.fill(0);
  torque.fill(0);
  particles.force.fill(0);
}

/** Returns the first body, or else particle, on which the accumulated force is not finite, and marks its rates. */
function findPlace({ count, names, force, torque, particles }: BodySystem, out: Float64Array): string | null {
  for (let c = 0; c < 3 * count; c++) {
    if (Number.isFinite(force[c]) && Number.isFinite(torque[c])) continue;
    const body = Math.floor(c / 3);
    out[bodySize * body + Slot.P] = Number.NaN;
    return `body ${names[body]}`;
  }
  for (let c = 0; c < 3 * particles.count; c++) {
    if (Number.isFinite(particles.force[c])) continue;
    const particle = Math.floor(c / 3);
    out[bodySize * count + 6 * particle + 3 + (c % 3)] = Number.NaN;
    return `particle ${particle}`;
  }
  return null;
}
