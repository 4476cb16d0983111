/**
 * Removal of a body: its row stays in the tables, without degrees of freedom and without motion, until another body takes it.
 * Other bodies keep their rows and names. The path that the body followed is removed with it, and so are forces on it alone.
 */
import { Answer } from "./rates.js";
import { bodySize, Slot } from "./state.js";
import type { RigidSystem } from "./system.js";

/** Removes a body from its system, with its path and the forces on it alone. */
export function removeBody(system: RigidSystem, body: number): void {
  const i = system.requireBody("body", body);
  for (const force of [...system.forces]) {
    const { on = [], couples = [] } = force;
    const named = [...Array.from(on), ...Array.from(couples)];
    if (on.length > 0 && named.every((each) => each === body)) system.removeForce(force);
  }
  system.kinematics.remove(i);
  const { state, inverseMass, inverseMoments, answers, mass } = system;
  const y = bodySize * i;
  for (let k = y + Slot.P; k < y + bodySize; k++) state[k] = 0;
  inverseMass[i] = 0;
  mass[i] = 0;
  for (let k = 3 * i; k < 3 * i + 3; k++) inverseMoments[k] = 0;
  answers[i] = Answer.none;
  system.deriveBody(i);
  system.freeRow(i);
  system.revise();
}
