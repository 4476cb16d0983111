/**
 * Margin of the modes of a flow where contacts are on the edges of their cones, so that forces are not unique: the modes are solved
 * for anew, and last as long as the solution has no other contact that slips.
 */
import {
  ContactMode,
  FrictionContactFigure,
  FrictionContactSolver,
  FrictionContactStatus,
} from "../../linalg/index.js";
import { outsideCone } from "./parameters.js";
import type { SlidingFlow } from "./sliding-flow.js";

/** Margin of the modes of a flow, and the solver that measures it. */
export class ModeMargin {
  /** Margin: the smallest distance of a sticking force from its cone, as a part of the radius; negative if a contact would slip. */
  readonly value = new Float64Array(1);
  /** Solver of the modes. */
  readonly solver = new FrictionContactSolver();

  /** Solves for the modes at the state at which the forces were computed last, and writes the margin. */
  measure(flow: SlidingFlow): void {
    const { solver, value } = this;
    const { result } = solver;
    this.begin(flow);
    value[0] = -1;
    if (solver.solve(flow.cones.problem, true) !== FrictionContactStatus.solved) return;
    // forces violate the conditions by more than inconsistent rows account for
    if (result.residual > Math.max(outsideCone, 2 * result.figures[FrictionContactFigure.held])) return;
    this.compare(flow);
  }

  /** Starts the solver from the modes and normal forces of the flow. */
  private begin({ cones, solver, modes: { mode } }: SlidingFlow): void {
    const { problem, cone, row, count } = cones;
    const { result } = this.solver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    for (let k = 0; k < count; k++) {
      result.active[row[k]] = 1;
      if (cone[k] >= 0) result.mode[cone[k]] = mode[k];
      if (cones.isBall(k)) result.mode[cone[k] + 1] = ContactMode.stick;
    }
    for (let r = 0; r < problem.rows.rowCount; r++) result.f[r] = solver.result.f[r];
  }

  /** Writes the margin from the modes of the flow and those of the solution. */
  private compare({ cones, modes: { mode } }: SlidingFlow): void {
    const { problem, cone, row, count } = cones;
    const { value: margin, solver } = this;
    const { result } = solver;
    const { f, a, figures } = result;
    margin[0] = 1;
    for (let k = 0; k < count; k++) {
      if (cone[k] < 0 || mode[k] === ContactMode.slip) continue;
      const t = cones.tangentRow[k];
      const solved = result.mode[cone[k]];
      if (solved === ContactMode.slip) {
        const speed = Math.sqrt(a[t] * a[t] + a[t + 1] * a[t + 1]) / figures[FrictionContactFigure.scale];
        margin[0] = Math.min(margin[0] < 0 ? margin[0] : 0, -outsideCone - speed);
      } else if (solved === ContactMode.stick && margin[0] > 0) {
        const most = problem.mu[cone[k]] * (f[row[k]] + problem.shift[cone[k]]);
        const size = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
        if (most > 0) margin[0] = Math.min(margin[0], Math.max(outsideCone, (most - size) / most));
      }
    }
  }
}
