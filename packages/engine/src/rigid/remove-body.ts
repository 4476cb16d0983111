/**
 * Taking a body away: its row stays in the tables, answers to nothing and has no motion, until another body is given it.
 * Others keep theirs, so that nothing that names them is wrong. The path that it followed goes with it, and so do forces on
 * it alone.
 */
import { Answer } from "./rates.js";
import { bodySize, Slot } from "./state.js";
import type { RigidSystem } from "./system.js";

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
