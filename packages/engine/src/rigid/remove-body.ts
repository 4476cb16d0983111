/**
 * Taking a body away: it keeps its index and its place in the state, answers to nothing and has no motion. Others keep
 * theirs, so that nothing that names them is wrong.
 */
import { Answer } from "./rates.js";
import { bodySize, Slot } from "./state.js";
import type { RigidSystem } from "./system.js";

export function removeBody(system: RigidSystem, i: number): void {
  system.requireBody("body", i);
  const { state, inverseMass, inverseMoments, answers, mass } = system;
  const y = bodySize * i;
  for (let k = y + Slot.P; k < y + bodySize; k++) state[k] = 0;
  inverseMass[i] = 0;
  mass[i] = 0;
  for (let k = 3 * i; k < 3 * i + 3; k++) inverseMoments[k] = 0;
  answers[i] = Answer.none;
  system.deriveBody(i);
  system.revise();
}
