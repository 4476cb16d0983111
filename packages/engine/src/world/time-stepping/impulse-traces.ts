/** Modes and impulses of the last time step, with which the search of the next one begins (moreau-step.ts): a warm start. */
import type { ContactTable } from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import { ContactMark, ContactMemory } from "../contact-state/index.js";
import type { SteppingContext } from "./context.js";

/** The marks of a trace; its `force` holds the impulse along n and along the two axes of the cone, N·s. */
const traceMarks = ContactMark.known | ContactMark.hadImpulse;

/** Modes and impulses of the contacts of one time step. */
export class ImpulseTraces {
  private list = new ContactMemory();
  /** The traces of the present step while they are compared with those of the step before; made with the first step. */
  private next: ContactMemory | null = null;
  /** The length of the step, s. */
  readonly duration: Float64Array = new Float64Array(1);

  /** Whether no trace is known. */
  get isEmpty(): boolean {
    return !this.list.hasAny(ContactMark.known);
  }

  /** Returns the mode of contact c in the last step, or −1. */
  readMode(contacts: ContactTable, c: number): number {
    const id = this.list.findMarked(ContactMark.known, contacts, c);
    return id < 0 ? -1 : this.list.mode[id];
  }

  /** Returns whether contact c was active in the last step. */
  wasActive(contacts: ContactTable, c: number): boolean {
    return this.list.findMarked(ContactMark.hadImpulse, contacts, c) >= 0;
  }

  /** Removes all traces. */
  forget(): void {
    this.list.clear(traceMarks);
  }

  /** Replaces the traces by those of another step. */
  copy({ list, duration }: ImpulseTraces): void {
    this.list.copy(list, traceMarks);
    this.duration.set(duration);
  }

  /** Takes over the traces of an island whose bodies have joined this one. */
  inherit({ list, duration }: ImpulseTraces): void {
    if (this.isEmpty) this.duration.set(duration);
    const scale = this.duration[0] / duration[0];
    for (let from = 0; from < list.count; from++) {
      if ((list.marks[from] & ContactMark.known) === 0) continue;
      this.list.remove(ContactMark.hadImpulse, list, from);
      const id = this.list.add(list.marks[from] & traceMarks, list, from);
      this.list.mode[id] = list.mode[from];
      for (let x = 0; x < 3; x++) this.list.force[4 * id + x] = scale * list.force[4 * from + x];
    }
  }

  /** Writes the modes and impulses of contacts that still exist into the solver, scaled to a step of that duration. */
  recall(context: SteppingContext, duration: number): void {
    const { cones, coneSolver } = context.solvers;
    const { contacts } = context.contactSet;
    const { list } = this;
    const { problem, row: rowOf, tangentRow, cone, count } = cones;
    const { result } = coneSolver;
    const scale = this.isEmpty ? 0 : duration / this.duration[0];
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    for (let r = 0; r < problem.rows.rowCount; r++) result.f[r] = 0;
    for (let k = 0; k < count; k++) {
      const id = list.findMarked(ContactMark.known, contacts, cones.list[k]);
      const r = rowOf[k];
      result.active[r] = id >= 0 && (list.marks[id] & ContactMark.hadImpulse) !== 0 ? 1 : 0;
      result.f[r] = scale * (id < 0 ? 0 : list.force[4 * id]);
      if (cone[k] < 0) continue;
      result.mode[cone[k]] = id < 0 ? ContactMode.open : list.mode[id];
      for (let t = 0; t < 2; t++) result.f[tangentRow[k] + t] = scale * (id < 0 ? 0 : list.force[4 * id + 1 + t]);
    }
  }

  /** Keeps the modes and impulses of the solver, and returns whether the modes are those of the last step. */
  keep(context: SteppingContext, duration: number): boolean {
    const { cones, coneSolver } = context.solvers;
    const { contacts } = context.contactSet;
    const { list } = this;
    const next = this.next ?? new ContactMemory();
    const { row: rowOf, tangentRow, cone, count } = cones;
    const { f, active, mode } = coneSolver.result;
    next.clear(traceMarks);
    let isSame = true;
    for (let k = 0; k < count; k++) {
      const r = rowOf[k];
      const isCone = cone[k] >= 0;
      const c = cones.list[k];
      const now = isCone ? mode[cone[k]] : ContactMode.stick;
      const wasActive = list.findMarked(ContactMark.hadImpulse, contacts, c) >= 0 ? 1 : 0;
      // joint friction has no normal force, and a mode all the same
      const isActive = active[r] === 1 || k >= cones.jointStart;
      if (wasActive !== active[r] || (isActive && this.readMode(contacts, c) !== now)) isSame = false;
      const t = tangentRow[k];
      next.remove(ContactMark.hadImpulse, contacts, c);
      const id = next.add(active[r] === 1 ? traceMarks : ContactMark.known, contacts, c);
      next.mode[id] = now;
      next.force[4 * id] = f[r];
      next.force[4 * id + 1] = isCone ? f[t] : 0;
      next.force[4 * id + 2] = isCone ? f[t + 1] : 0;
      next.force[4 * id + 3] = 0;
    }
    this.list = next;
    this.next = list;
    this.duration[0] = duration;
    return isSame;
  }
}
