/**
 * What went wrong in an evaluation of the derivative: a path that told no pose, or a force that was not finite. Forces are
 * applied once more, each alone, until the culprit is found.
 */
import { bodySize, Slot } from "./state.js";
import type { RigidSystem } from "./system.js";

/**
 * The fault as a phrase for reports, or null if there is none. Marks the rates of what it befell in `out`, so that no
 * solver overlooks it. `before` is the last fault found.
 */
export function findFault(system: RigidSystem, out: Float64Array, before: string | null): string | null {
  const { time, kinematics, particles } = system;
  const lost = kinematics.faultyBody;
  if (lost >= 0) {
    out.fill(Number.NaN, bodySize * lost, bodySize * (lost + 1));
    return `the path of body ${system.names[lost]} did not tell a finite pose and motion at t = ${time}`;
  }
  // a state that an earlier fault has spoilt tells nothing of its cause
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

function clearForces({ force, torque, particles }: RigidSystem): void {
  force.fill(0);
  torque.fill(0);
  particles.force.fill(0);
}

/** The first body, or else particle, on which the accumulated force is not finite; its rates are marked. */
function findPlace({ count, names, force, torque, particles }: RigidSystem, out: Float64Array): string | null {
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
