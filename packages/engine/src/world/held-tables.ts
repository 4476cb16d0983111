/**
 * Rows of an island with their solver, kept by their shape: contacts come and go, and what is held now has often been held
 * before. Its pattern, its order of elimination and its room then serve again.
 */
import {
  type Columns,
  type Constraint,
  ConstraintSolver,
  RowTable,
  type SolverMethod,
  type VelocityLayout,
} from "../constrain/index.js";

/** Shapes that are remembered. */
const mostKept = 8;

interface HeldTable {
  readonly table: RowTable;
  readonly solver: ConstraintSolver;
}

export class HeldTables {
  private readonly kept: HeldTable[] = [];

  /** The table of joints and what is held, and its solver. */
  choose(
    layout: VelocityLayout & Columns,
    joints: readonly Constraint[],
    held: readonly Constraint[],
    method: SolverMethod,
  ): HeldTable {
    const { kept } = this;
    for (let k = kept.length - 1; k >= 0; k--) {
      if (!kept[k].table.take(joints, held)) continue;
      kept[k].solver.restart();
      return kept[k];
    }
    const table = new RowTable([...joints, ...held], layout);
    const made = { table, solver: new ConstraintSolver(table, layout, layout.count, method) };
    if (kept.length === mostKept) kept.shift();
    kept.push(made);
    return made;
  }
}
