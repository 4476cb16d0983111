/** What contacts did in the leap before, by name: modes and impulses of the next are most likely the same (leap.ts). */
import { ConeMode } from "../linalg/index.js";
import type { Trace } from "./leap-rows.js";
import { type IslandRun, nameContact } from "./run.js";

export class LeapTraces {
  list: ReadonlyMap<string, Trace> = new Map();
  /** How long the leap was, s. */
  readonly duration: Float64Array = new Float64Array(1);

  forget(): void {
    this.list = new Map();
  }

  /** Takes over those of an island whose bodies this one has. */
  inherit({ list, duration }: LeapTraces): void {
    if (this.list.size === 0) this.duration.set(duration);
    const scale = this.duration[0] / duration[0];
    const both = new Map(this.list);
    for (const [name, { pressed, mode, f }] of list) {
      both.set(name, { pressed, mode, f: [scale * f[0], scale * f[1], scale * f[2]] });
    }
    this.list = both;
  }

  /** Modes and impulses of the leap before, of what is still there, to begin with. */
  recall({ cones, coneSolver, contacts }: IslandRun, duration: number): void {
    const { list: traces } = this;
    const { problem, row: rowOf, tangentRow, cone, count } = cones;
    const { result } = coneSolver;
    const scale = traces.size > 0 ? duration / this.duration[0] : 0;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    for (let r = 0; r < problem.rows.rowCount; r++) result.f[r] = 0;
    for (let k = 0; k < count; k++) {
      const trace = traces.get(nameContact(contacts, cones.list[k]));
      const r = rowOf[k];
      result.pressed[r] = trace?.pressed ?? 0;
      result.f[r] = scale * (trace?.f[0] ?? 0);
      if (cone[k] < 0) continue;
      result.mode[cone[k]] = trace?.mode ?? ConeMode.open;
      for (let t = 0; t < 2; t++) result.f[tangentRow[k] + t] = scale * (trace?.f[1 + t] ?? 0);
    }
  }

  /** Keeps modes and impulses; tells whether modes are those of the leap before. */
  keep({ cones, coneSolver, contacts }: IslandRun, duration: number): boolean {
    const { row: rowOf, tangentRow, cone, count } = cones;
    const { f, pressed, mode } = coneSolver.result;
    const traces = new Map<string, Trace>();
    let isSame = true;
    for (let k = 0; k < count; k++) {
      const r = rowOf[k];
      const isCone = cone[k] >= 0;
      const name = nameContact(contacts, cones.list[k]);
      const now = isCone ? (mode[cone[k]] as ConeMode) : ConeMode.stick;
      const before = this.list.get(name);
      // nothing presses joints, and they rub all the same
      const isActive = pressed[r] === 1 || k >= cones.rubStart;
      if ((before?.pressed ?? 0) !== pressed[r] || (isActive && before?.mode !== now)) isSame = false;
      const t = tangentRow[k];
      traces.set(name, { pressed: pressed[r], mode: now, f: [f[r], isCone ? f[t] : 0, isCone ? f[t + 1] : 0] });
    }
    this.list = traces;
    this.duration[0] = duration;
    return isSame;
  }
}
