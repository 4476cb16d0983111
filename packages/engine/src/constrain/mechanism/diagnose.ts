/**
 * The search for the force or constraint that was not finite in an evaluation of the derivative: forces are applied once more,
 * each alone, and the rows of the constraints looked through, until the culprit is found.
 */
import type { MechanismModel } from "./mechanism-model.js";

/**
 * Describes the fault as a phrase for reports, or returns null if no single force or constraint is at fault. The accumulators are
 * left with the forces tried last. `before` is the last fault found.
 */
export function findCulprit(mechanism: MechanismModel, before: string | null): string | null {
  const { system, own, time, forces, coordinates } = mechanism;
  const { kinematics, particles } = system;
  // a state that an earlier fault has spoilt does not show its cause
  const isSpoilt = !(system.state.every(Number.isFinite) && own.every(Number.isFinite));
  if (isSpoilt) return before ?? `the state was not finite at t = ${time}`;
  if (kinematics.faultyBody >= 0) {
    return `the path of body ${system.names[kinematics.faultyBody]} did not give a finite pose and motion at t = ${time}`;
  }
  for (const force of system.forces) {
    const place = replay(mechanism, () => force.apply(system));
    if (place !== null) return `force "${force.name}" was not finite on ${place} at t = ${time}`;
  }
  for (const force of particles.forces) {
    const place = replay(mechanism, () => force.apply(particles));
    if (place !== null) return `force "${force.name}" was not finite on ${place} at t = ${time}`;
  }
  for (const thing of coordinates) {
    const place = replay(mechanism, () => thing.computeForces(mechanism));
    if (place !== null) return `the forces of "${thing.name}" were not finite at t = ${time}`;
  }
  for (const [k, force] of forces.entries()) {
    const place = replay(mechanism, () => force.apply(mechanism));
    if (place !== null)
      return `forces[${k}] of the mechanism ("${force.name}") was not finite on ${place} at t = ${time}`;
  }
  return findRow(mechanism);
}

/** Whether the accumulators hold finite numbers only. */
export function areForcesFinite({ system, coordinates }: MechanismModel): boolean {
  const { force, torque, count, particles } = system;
  for (let k = 0; k < 3 * count; k++) if (!(Number.isFinite(force[k]) && Number.isFinite(torque[k]))) return false;
  for (let k = 0; k < 3 * particles.count; k++) if (!Number.isFinite(particles.force[k])) return false;
  for (let g = 0; g < coordinates.length; g++) {
    const { width, force: Q } = coordinates[g];
    for (let k = 0; k < width; k++) if (!Number.isFinite(Q[k])) return false;
  }
  return true;
}

/** Applies one force to cleared accumulators and names what it spoils, if anything. */
function replay({ system, coordinates }: MechanismModel, apply: () => void): string | null {
  const { force, torque, particles } = system;
  const isBad = (x: number) => !Number.isFinite(x);
  force.fill(0);
  torque.fill(0);
  particles.force.fill(0);
  for (const thing of coordinates) thing.force.fill(0);
  apply();
  system.anchors.collect(system, system.state);
  for (let i = 0; i < system.count; i++) {
    const isHit = force.subarray(3 * i, 3 * i + 3).some(isBad) || torque.subarray(3 * i, 3 * i + 3).some(isBad);
    if (isHit) return `body ${system.names[i]}`;
  }
  for (let j = 0; j < particles.count; j++) {
    if (particles.force.subarray(3 * j, 3 * j + 3).some(isBad)) return `particle ${j}`;
  }
  const thing = coordinates.find(({ force: Q, width }) => Q.subarray(0, width).some(isBad));
  return thing === undefined ? null : `"${thing.name}"`;
}

/** The first constraint with a row that is not finite. */
function findRow(mechanism: MechanismModel): string | null {
  const { table, constraints, time } = mechanism;
  mechanism.evaluate();
  const isBad = (x: number) => !Number.isFinite(x);
  const { value, rate, gamma, jacobian, rowStart, blockStart, valueStart } = table;
  for (const [c, { name }] of constraints.entries()) {
    const rows = [value, rate, gamma].some((of) => of.subarray(rowStart[c], rowStart[c + 1]).some(isBad));
    const blocks = jacobian.subarray(valueStart[blockStart[c]], valueStart[blockStart[c + 1]]).some(isBad);
    if (rows || blocks) return `constraints[${c}] (${name}) was not finite at t = ${time}`;
  }
  return null;
}
