/**
 * What contacts did up to an event, by name: where modes are then looked for, most of them are the same as before. What slid
 * slowly and was not about to stop then, is not now.
 *
 * What stuck and has left its cone is guessed to slip, what has stopped to stick, and what is new to press and to stick. A
 * guess is never an answer: modes that break the law are found anew (linalg/friction-contact/cone-solver.ts).
 */

import type { ContactTable } from "../../contact/index.js";
import { ConeMode, type ConeSolver } from "../../linalg/index.js";
import type { IslandCones } from "../assembly/index.js";
import { ContactMark, type ContactMemory, type IslandMemory } from "../contact-state/index.js";
import type { JointFrictionRows } from "../island/index.js";
import { Course } from "./contact-modes.js";
import type { SlidingFlow } from "./sliding-flow.js";
import { slidesOn } from "./slow-slip.js";

/** Marks of a contact memory that a guess is made of. */
const guessMarks = ContactMark.known | ContactMark.straight | ContactMark.goesOn | ContactMark.slidesOn;

/** An island whose modes are to be found, with the cones of its contacts and their solver. */
interface GuessContext {
  readonly solvers: {
    readonly cones: IslandCones;
    readonly coneSolver: ConeSolver;
  };
  readonly memory: IslandMemory;
  readonly jointFriction: JointFrictionRows;
}

export class ModeGuess {
  /** Where modes, forces, directions and marks of the contacts are kept. */
  readonly memory: ContactMemory;
  /** Whether what has left its cone is not to be told: as something was on the edge, or modes have been found since. */
  private hasEdges = false;

  constructor(memory: ContactMemory) {
    this.memory = memory;
  }

  /** Takes what contacts do in a flow, where forces were computed last. */
  remember(flow: SlidingFlow): void {
    this.forget();
    this.add(flow);
  }

  /** The same beside what is known. */
  add(flow: SlidingFlow): void {
    const { memory } = this;
    const { context, cones, solver, hasEdges } = flow;
    const { mode, course, direction, tangential } = flow.modes;
    const { contacts } = context.contactSet;
    if (hasEdges) this.hasEdges = true;
    for (let c = 0; c < contacts.count; c++) {
      const id = memory.add(ContactMark.known, contacts, c);
      memory.mode[id] = ConeMode.open;
      memory.force.fill(0, 4 * id, 4 * id + 4);
    }
    for (let k = 0; k < cones.count; k++) {
      const c = cones.list[k];
      const id = memory.add(ContactMark.known, contacts, c);
      memory.mode[id] = mode[k];
      memory.force[4 * id] = solver.result.f[cones.row[k]];
      for (let x = 0; x < 3; x++) memory.force[4 * id + 1 + x] = tangential[3 * k + x];
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip) continue;
      if (course[k] !== Course.free) {
        memory.add(ContactMark.straight, contacts, c);
        for (let x = 0; x < 3; x++) memory.direction[3 * id + x] = direction[3 * k + x];
      }
      if (course[k] !== Course.begun && flow.hasManyContacts && slidesOn(flow, k))
        memory.add(ContactMark.slidesOn, contacts, c);
      if (course[k] === Course.begun || this.slidesOn(contacts, c)) memory.add(ContactMark.goesOn, contacts, c);
    }
  }

  /** Takes what another knows, in the place of what was known. */
  copy(other: ModeGuess): void {
    this.forget();
    this.merge(other);
  }

  /** The same beside it. */
  merge(other: ModeGuess): void {
    if (other.hasEdges) this.hasEdges = true;
    this.memory.merge(other.memory, guessMarks);
  }

  /** The entry in the memory of a contact that went straight up to now, which has its direction; else −1. */
  recall(contacts: ContactTable, c: number): number {
    return this.memory.findMarked(ContactMark.straight, contacts, c);
  }

  /** Whether contact c had just begun to slip, or in a crowd went on doing so: it is not about to stop. */
  goesOn(contacts: ContactTable, c: number): boolean {
    return this.memory.findMarked(ContactMark.goesOn, contacts, c) >= 0;
  }

  /** Whether contact c slid on, however slowly. */
  slidesOn(contacts: ContactTable, c: number): boolean {
    return this.memory.findMarked(ContactMark.slidesOn, contacts, c) >= 0;
  }

  /** Takes what was found last, at the same time. */
  learn({ solvers: { cones, coneSolver } }: GuessContext, contacts: ContactTable): void {
    const { pressed, mode, f } = coneSolver.result;
    const { row, cone, count } = cones;
    const { memory } = this;
    this.hasEdges = true;
    for (let k = 0; k < count; k++) {
      const isOpen = k < cones.contactCount && pressed[row[k]] === 0;
      const found = cone[k] < 0 ? ConeMode.stick : mode[cone[k]];
      const id = memory.add(ContactMark.known, contacts, cones.list[k]);
      memory.mode[id] = isOpen ? ConeMode.open : found;
      memory.force[4 * id] = f[row[k]];
      cones.writeTangential(memory.force, 4 * id + 1, k, f);
    }
  }

  forget(): void {
    this.memory.clear(guessMarks);
    this.hasEdges = false;
  }

  /** Writes modes and forces of the cones at hand to the result of their solver; false if nothing is known. */
  write(context: GuessContext, contacts: ContactTable): boolean {
    const { jointFriction } = context;
    const { cones, coneSolver } = context.solvers;
    const { breakingStick, stopped } = context.memory;
    const { memory } = this;
    if (!memory.hasAny(ContactMark.known) || jointFriction.hasBalls) return false;
    const { problem, row, tangentRow, cone, count } = cones;
    const { result } = coneSolver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    result.f.fill(0);
    result.lambda.fill(0);
    for (let k = 0; k < count; k++) {
      const c = cones.list[k];
      const id = memory.findMarked(ContactMark.known, contacts, c);
      const mode = id < 0 ? -1 : memory.mode[id];
      if (k < cones.contactCount) {
        result.pressed[row[k]] = mode === ConeMode.open ? 0 : 1;
        result.f[row[k]] = id < 0 ? 0 : memory.force[4 * id];
      }
      if (cone[k] < 0) continue;
      const isSlipping =
        (breakingStick.has(contacts, c) && !this.hasEdges) || (mode === ConeMode.slip && !stopped.has(contacts, c));
      result.mode[cone[k]] = isSlipping ? ConeMode.slip : mode === ConeMode.edge ? ConeMode.edge : ConeMode.stick;
      for (let t = 0; t < 2 && id >= 0; t++) {
        result.f[tangentRow[k] + t] = cones.project(memory.force, 4 * id + 1, k, t);
      }
    }
    return true;
  }
}
