/**
 * Rows of an island with their solver, kept by their shape. Contacts become active and inactive again, and many active sets
 * recur: the pattern, the elimination order and the memory of a table then serve again.
 */
import {
  type Columns,
  type Constraint,
  ConstraintSolver,
  type Mechanism,
  RowTable,
  type SolverMethod,
  type VelocityLayout,
} from "../../constrain/index.js";
import { maxKeptTables } from "./parameters.js";

/** Rows of joints and active contacts, with their solver. */
interface ActiveTable {
  readonly table: RowTable;
  readonly solver: ConstraintSolver;
}

/** Table without rows of each mechanism, common to all islands without joints and active contacts. */
const empty = new WeakMap<Mechanism, ActiveTable>();

/** Returns the table without rows of a mechanism, and its solver. */
export function chooseEmpty(mechanism: Mechanism): ActiveTable {
  let made = empty.get(mechanism);
  if (made === undefined) {
    const table = new RowTable([], mechanism);
    made = { table, solver: new ConstraintSolver(table, mechanism, 0, mechanism.settings.solver) };
    empty.set(mechanism, made);
  }
  return made;
}

/** Tables of rows of an island, by their shape. */
export class ActiveTables {
  /** The tables used last, the newest at the end. */
  private readonly kept: ActiveTable[] = [];

  /** Returns the table of joints and active contacts, and its solver. */
  choose(
    layout: VelocityLayout & Columns & { readonly mechanism: Mechanism },
    joints: readonly Constraint[],
    active: readonly Constraint[],
    method: SolverMethod,
  ): ActiveTable {
    if (joints.length === 0 && active.length === 0) return chooseEmpty(layout.mechanism);
    const { kept } = this;
    for (let k = kept.length - 1; k >= 0; k--) {
      if (!kept[k].table.take(joints, active)) continue;
      kept[k].solver.restart();
      return kept[k];
    }
    const table = new RowTable([...joints, ...active], layout);
    const made = { table, solver: new ConstraintSolver(table, layout, layout.count, method) };
    made.solver.looksForWeak = joints.length > 0;
    if (kept.length === maxKeptTables) kept.shift();
    kept.push(made);
    return made;
  }
}
