/**
 * Guess of the modes of contacts at an event, by the features that meet: most of them are as they were before. A contact that slid
 * slowly and was not about to stop before is not about to stop now.
 *
 * A contact that stuck and whose force has left its cone is guessed to slip, one that has stopped to stick, a new one to be
 * active and to stick. A guess is only a warm start: modes that violate the Signorini–Coulomb conditions are corrected by the
 * solver (linalg/friction-contact/friction-contact-solver.ts).
 */

import type { ContactTable } from "../../contact/index.js";
import { ContactMode, type FrictionContactSolver } from "../../linalg/index.js";
import type { IslandCones } from "../assembly/index.js";
import { ContactMark, type ContactMemory, type IslandMemory } from "../contact-state/index.js";
import type { JointFrictionRows } from "../island/index.js";
import { Course } from "./contact-modes.js";
import type { SlidingFlow } from "./sliding-flow.js";
import { slidesOn } from "./slow-slip.js";

/** Marks of a contact memory that belong to a guess. */
const guessMarks = ContactMark.known | ContactMark.straight | ContactMark.goesOn | ContactMark.slidesOn;

/** An island whose modes are to be found, with the cones of its contacts and their solver. */
interface GuessContext {
  readonly solvers: {
    /** Contacts as cones. */
    readonly cones: IslandCones;
    /** Solver that starts from the guess. */
    readonly coneSolver: FrictionContactSolver;
  };
  /** Contacts that break stick, or have stopped. */
  readonly memory: IslandMemory;
  /** Frictions of joints. */
  readonly jointFriction: JointFrictionRows;
}

/** Modes, forces and directions of contacts up to an event. */
export class ModeGuess {
  /** Memory of the modes, forces, directions and marks of the contacts. */
  readonly memory: ContactMemory;
  /**
   * Whether contacts that break stick are unknown, since a contact was on the edge of its cone, or modes have been found since.
   */
  private hasEdges = false;

  constructor(memory: ContactMemory) {
    this.memory = memory;
  }

  /** Takes the modes of a flow at the state at which forces were computed last. */
  remember(flow: SlidingFlow): void {
    this.forget();
    this.add(flow);
  }

  /** Adds the modes of a flow to those that are known. */
  add(flow: SlidingFlow): void {
    const { memory } = this;
    const { context, cones, solver, hasEdges } = flow;
    const { mode, course, direction, tangential } = flow.modes;
    const { contacts } = context.contactSet;
    if (hasEdges) this.hasEdges = true;
    for (let c = 0; c < contacts.count; c++) {
      const id = memory.add(ContactMark.known, contacts, c);
      memory.mode[id] = ContactMode.open;
      memory.force.fill(0, 4 * id, 4 * id + 4);
    }
    for (let k = 0; k < cones.count; k++) {
      const c = cones.list[k];
      const id = memory.add(ContactMark.known, contacts, c);
      memory.mode[id] = mode[k];
      memory.force[4 * id] = solver.result.f[cones.row[k]];
      for (let x = 0; x < 3; x++) memory.force[4 * id + 1 + x] = tangential[3 * k + x];
      if (cones.cone[k] < 0 || mode[k] !== ContactMode.slip) continue;
      if (course[k] !== Course.free) {
        memory.add(ContactMark.straight, contacts, c);
        for (let x = 0; x < 3; x++) memory.direction[3 * id + x] = direction[3 * k + x];
      }
      if (course[k] !== Course.begun && flow.hasManyContacts && slidesOn(flow, k))
        memory.add(ContactMark.slidesOn, contacts, c);
      if (course[k] === Course.begun || this.slidesOn(contacts, c)) memory.add(ContactMark.goesOn, contacts, c);
    }
  }

  /** Replaces all modes by those of another guess. */
  copy(other: ModeGuess): void {
    this.forget();
    this.merge(other);
  }

  /** Adds the modes of another guess. */
  merge(other: ModeGuess): void {
    if (other.hasEdges) this.hasEdges = true;
    this.memory.merge(other.memory, guessMarks);
  }

  /** Entry in the memory of a contact with a fixed direction of slip, which has that direction; else −1. */
  recall(contacts: ContactTable, c: number): number {
    return this.memory.findMarked(ContactMark.straight, contacts, c);
  }

  /** Whether contact c had just begun to slip, or goes on slipping among many contacts: it is not about to stop. */
  goesOn(contacts: ContactTable, c: number): boolean {
    return this.memory.findMarked(ContactMark.goesOn, contacts, c) >= 0;
  }

  /** Whether contact c slid on below the resolved speed. */
  slidesOn(contacts: ContactTable, c: number): boolean {
    return this.memory.findMarked(ContactMark.slidesOn, contacts, c) >= 0;
  }

  /** Takes the modes of the last solution at the same instant. */
  learn({ solvers: { cones, coneSolver } }: GuessContext, contacts: ContactTable): void {
    const { active, mode, f } = coneSolver.result;
    const { row, cone, count } = cones;
    const { memory } = this;
    this.hasEdges = true;
    for (let k = 0; k < count; k++) {
      const isOpen = k < cones.contactCount && active[row[k]] === 0;
      const found = cone[k] < 0 ? ContactMode.stick : mode[cone[k]];
      const id = memory.add(ContactMark.known, contacts, cones.list[k]);
      memory.mode[id] = isOpen ? ContactMode.open : found;
      memory.force[4 * id] = f[row[k]];
      cones.writeTangential(memory.force, 4 * id + 1, k, f);
    }
  }

  /** Forgets all modes. */
  forget(): void {
    this.memory.clear(guessMarks);
    this.hasEdges = false;
  }

  /** Writes modes and forces of the present cones to the result of their solver. Returns whether anything is known. */
  write(context: GuessContext, contacts: ContactTable): boolean {
    const { cones, coneSolver } = context.solvers;
    if (!this.memory.hasAny(ContactMark.known) || context.jointFriction.hasBalls) return false;
    const { problem, count } = cones;
    const { result } = coneSolver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    result.f.fill(0);
    result.lambda.fill(0);
    for (let k = 0; k < count; k++) this.writeContact(context, contacts, k);
    return true;
  }

  /** Writes mode and force of entry k of the cones. */
  private writeContact(context: GuessContext, contacts: ContactTable, k: number): void {
    const { memory } = this;
    const { cones } = context.solvers;
    const { result } = context.solvers.coneSolver;
    const { row, tangentRow, cone } = cones;
    const c = cones.list[k];
    const id = memory.findMarked(ContactMark.known, contacts, c);
    const mode = id < 0 ? -1 : memory.mode[id];
    if (k < cones.contactCount) {
      result.active[row[k]] = mode === ContactMode.open ? 0 : 1;
      result.f[row[k]] = id < 0 ? 0 : memory.force[4 * id];
    }
    if (cone[k] < 0) return;
    if (this.willSlip(context, contacts, c, mode)) result.mode[cone[k]] = ContactMode.slip;
    else result.mode[cone[k]] = mode === ContactMode.edge ? ContactMode.edge : ContactMode.stick;
    for (let t = 0; t < 2 && id >= 0; t++) {
      result.f[tangentRow[k] + t] = cones.project(memory.force, 4 * id + 1, k, t);
    }
  }

  /** Whether contact c, which had this mode, or −1, is guessed to slip: it breaks stick, or slipped and has not stopped. */
  private willSlip({ memory }: GuessContext, contacts: ContactTable, c: number, mode: number): boolean {
    const { breakingStick, stopped } = memory;
    if (breakingStick.has(contacts, c) && !this.hasEdges) return true;
    return mode === ContactMode.slip && !stopped.has(contacts, c);
  }
}
