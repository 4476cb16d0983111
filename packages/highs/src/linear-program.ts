/**
 * HiGHS, a solver of linear programs in WebAssembly, as the engine's `LinearProgramSolver`. It is loaded once,
 * asynchronously; from then on it solves at once. The programs of contacts are degenerate, and now and then one of its
 * methods gives up: the primal simplex is tried first, then the dual one, then interior points.
 *
 * A browser that cannot find `highs.wasm` beside the script finds it by `locateFile`.
 */
import { type LinearProgram, type LinearProgramSolver, LinearProgramStatus } from "@rigor/engine/contact";
import { fail, requireOptions } from "@rigor/engine/math";
import highsModule, { type Highs, type Model, type ModelData } from "highs";

/** The package's types describe its CommonJS form, in which the function is a property. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

export interface HighsOptions {
  /** The largest violation of rows and signs, from 1e-10. Default 1e-9. */
  readonly tolerance?: number;
  /** The address of a file of the package, given its name. */
  readonly locateFile?: (file: string) => string;
}

/** Loads HiGHS; what it resolves to goes to `new RestingSolver({ method: "lp-1989", linearProgram })`. */
export async function createHighs(options: HighsOptions = {}): Promise<LinearProgramSolver> {
  requireOptions("options", options, "{ tolerance: 1e-9 }");
  const { tolerance = 1e-9, locateFile } = options;
  if (!(tolerance >= 1e-10 && tolerance <= 1e-2)) {
    fail("out-of-range", "options.tolerance", "must be a number from 1e-10 to 1e-2", tolerance);
  }
  const highs = await loadHighs(locateFile === undefined ? {} : { locateFile });
  return { solve: (x, program) => solveProgram(highs, tolerance, x, program) };
}

/** Primal simplex, dual simplex, interior points. */
const attempts = [{ simplex_strategy: 4 }, { simplex_strategy: 1 }, { solver: "ipm" }] as const;

function solveProgram(highs: Highs, tolerance: number, x: Float64Array, program: LinearProgram): LinearProgramStatus {
  // without unknowns there is nothing to solve, only to look
  if (program.columns === 0) return isMetByZero(program, tolerance);
  return highs.withModel(writeModel(program, highs.infinity), (model) => {
    for (const attempt of attempts) {
      model.clearSolver();
      model.options.set({
        output_flag: false,
        solver: "simplex",
        primal_feasibility_tolerance: tolerance,
        dual_feasibility_tolerance: tolerance,
        ...attempt,
      });
      const status = runModel(highs, model);
      if (status === LinearProgramStatus.optimal) x.set(model.getSolution().colValue);
      if (status !== LinearProgramStatus.failed) return status;
    }
    return LinearProgramStatus.failed;
  });
}

function runModel(highs: Highs, model: Model): LinearProgramStatus {
  const { modelStatus } = highs.constants;
  try {
    model.run();
  } catch {
    return LinearProgramStatus.failed;
  }
  const status = model.getModelStatus();
  if (status === modelStatus.optimal) return LinearProgramStatus.optimal;
  return status === modelStatus.infeasible ? LinearProgramStatus.infeasible : LinearProgramStatus.failed;
}

/** The program in compressed rows. */
function writeModel(program: LinearProgram, infinity: number): ModelData {
  const { rows, columns, cost, matrix, bound, isEquality, isFree } = program;
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const value = matrix[i * columns + j];
      if (value === 0) continue;
      indices.push(j);
      values.push(value);
    }
    starts.push(values.length);
  }
  return {
    numCols: columns,
    numRows: rows,
    colCost: cost.subarray(0, columns),
    colLower: Float64Array.from({ length: columns }, (_, j) => (isFree[j] === 1 ? -infinity : 0)),
    colUpper: new Float64Array(columns).fill(infinity),
    rowLower: bound.subarray(0, rows),
    rowUpper: Float64Array.from({ length: rows }, (_, i) => (isEquality[i] === 1 ? bound[i] : infinity)),
    matrix: { format: "csr", numRows: rows, numCols: columns, starts, indices, values },
  };
}

function isMetByZero({ rows, bound, isEquality }: LinearProgram, tolerance: number): LinearProgramStatus {
  for (let i = 0; i < rows; i++) {
    const out = isEquality[i] === 1 ? Math.abs(bound[i]) : bound[i];
    if (!(out <= tolerance)) return LinearProgramStatus.infeasible;
  }
  return LinearProgramStatus.optimal;
}
