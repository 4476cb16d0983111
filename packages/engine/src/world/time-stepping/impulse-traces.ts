/** What contacts did in the leap before: modes and impulses of the next are most likely the same (moreau-step.ts). */
import type { ContactTable } from "../../contact/index.js";
import { ConeMode } from "../../linalg/index.js";
import { ContactMark, ContactMemory } from "../contact-state/index.js";
import type { SteppingContext } from "./context.js";

/** Marks of a trace: `force` has the impulse along n and in the two axes of the cone, N s. */
const traceMarks = ContactMark.known | ContactMark.hadImpulse;

export class ImpulseTraces {
  private list = new ContactMemory();
  /** The traces of the leap at hand while they are compared with those of the leap before. */
  private next = new ContactMemory();
  /** How long the leap was, s. */
  readonly duration: Float64Array = new Float64Array(1);

  /** Whether there are none. */
  get isEmpty(): boolean {
    return !this.list.hasAny(ContactMark.known);
  }

  /** The mode of contact c in the leap before, or −1. */
  readMode(contacts: ContactTable, c: number): number {
    const id = this.list.findMarked(ContactMark.known, contacts, c);
    return id < 0 ? -1 : this.list.mode[id];
  }

  /** Whether contact c was pressed in the leap before. */
  hasPressed(contacts: ContactTable, c: number): boolean {
    return this.list.findMarked(ContactMark.hadImpulse, contacts, c) >= 0;
  }

  forget(): void {
    this.list.clear(traceMarks);
  }

  /** Takes over others in the place of its own. */
  copy({ list, duration }: ImpulseTraces): void {
    this.list.copy(list, traceMarks);
    this.duration.set(duration);
  }

  /** Takes over those of an island whose bodies this one has. */
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

  /** Modes and impulses of the leap before, of what is still there, to begin with. */
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
      result.pressed[r] = id >= 0 && (list.marks[id] & ContactMark.hadImpulse) !== 0 ? 1 : 0;
      result.f[r] = scale * (id < 0 ? 0 : list.force[4 * id]);
      if (cone[k] < 0) continue;
      result.mode[cone[k]] = id < 0 ? ConeMode.open : list.mode[id];
      for (let t = 0; t < 2; t++) result.f[tangentRow[k] + t] = scale * (id < 0 ? 0 : list.force[4 * id + 1 + t]);
    }
  }

  /** Keeps modes and impulses; tells whether modes are those of the leap before. */
  keep(context: SteppingContext, duration: number): boolean {
    const { cones, coneSolver } = context.solvers;
    const { contacts } = context.contactSet;
    const { list, next } = this;
    const { row: rowOf, tangentRow, cone, count } = cones;
    const { f, pressed, mode } = coneSolver.result;
    next.clear(traceMarks);
    let isSame = true;
    for (let k = 0; k < count; k++) {
      const r = rowOf[k];
      const isCone = cone[k] >= 0;
      const c = cones.list[k];
      const now = isCone ? mode[cone[k]] : ConeMode.stick;
      const wasPressed = list.findMarked(ContactMark.hadImpulse, contacts, c) >= 0 ? 1 : 0;
      // nothing presses joints, and they rub all the same
      const isActive = pressed[r] === 1 || k >= cones.jointStart;
      if (wasPressed !== pressed[r] || (isActive && this.readMode(contacts, c) !== now)) isSame = false;
      const t = tangentRow[k];
      next.remove(ContactMark.hadImpulse, contacts, c);
      const id = next.add(pressed[r] === 1 ? traceMarks : ContactMark.known, contacts, c);
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
