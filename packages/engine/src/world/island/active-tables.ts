/**
 * Rows of an island with their solver, kept by their shape: contacts come and go, and what is held now has often been held
 * before. Its pattern, its order of elimination and its room then serve again.
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

/** Shapes that are remembered. */
const mostKept = 8;

interface ActiveTable {
  readonly table: RowTable;
  readonly solver: ConstraintSolver;
}

/** The table without rows of each mechanism: all islands that hold nothing have it in common. */
const empty = new WeakMap<Mechanism, ActiveTable>();

/** The table of nothing, and a solver that has nothing to do. */
export function chooseEmpty(mechanism: Mechanism): ActiveTable {
  let made = empty.get(mechanism);
  if (made === undefined) {
    const table = new RowTable([], mechanism);
    made = { table, solver: new ConstraintSolver(table, mechanism, 0, mechanism.settings.solver) };
    empty.set(mechanism, made);
  }
  return made;
}

export class ActiveTables {
  private readonly kept: ActiveTable[] = [];

  /** The table of joints and what is held, and its solver. */
  choose(
    layout: VelocityLayout & Columns & { readonly mechanism: Mechanism },
    joints: readonly Constraint[],
    held: readonly Constraint[],
    method: SolverMethod,
  ): ActiveTable {
    if (joints.length === 0 && held.length === 0) return chooseEmpty(layout.mechanism);
    const { kept } = this;
    for (let k = kept.length - 1; k >= 0; k--) {
      if (!kept[k].table.take(joints, held)) continue;
      kept[k].solver.restart();
      return kept[k];
    }
    const table = new RowTable([...joints, ...held], layout);
    const made = { table, solver: new ConstraintSolver(table, layout, layout.count, method) };
    made.solver.looksForWeak = joints.length > 0;
    if (kept.length === mostKept) kept.shift();
    kept.push(made);
    return made;
  }
}
