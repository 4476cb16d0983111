/** Gauss' principle as a quadratic program for HiGHS: min ½|y − y⁰|² under J y + c ≥ 0, = 0 on equalities. */
import { RowKind, type UnilateralProblem } from "@rigor/engine/linalg";
import highsModule, { type Highs } from "highs";

/** HiGHS itself; the package's types describe its CommonJS form. */
export function loadHighs(): Promise<Highs> {
  return (highsModule as unknown as typeof highsModule.default)();
}

/** The motion y, or undefined where HiGHS finds none. */
export function solveQuadratic(highs: Highs, problem: UnilateralProblem): Float64Array | undefined {
  const { rowCount: m, dimension: n, kind, rowStart, column, values, y0, c } = problem;
  // in units of the largest number, and with rows of length 1, tolerances mean the same everywhere
  const size = y0.subarray(0, n).reduce((most, y) => Math.max(most, Math.abs(y)), 1e-300);
  const count = rowStart[m];
  const scaled = new Float64Array(count);
  const lower = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const length = Math.sqrt(values.subarray(rowStart[i], rowStart[i + 1]).reduce((sum, v) => sum + v * v, 0));
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) scaled[k] = values[k] / length;
    lower[i] = -c[i] / length / size;
  }
  const unlimited = new Float64Array(n).fill(highs.infinity);
  return highs.withModel(
    {
      numCols: n,
      numRows: m,
      colCost: Float64Array.from(y0.subarray(0, n), (y) => -y / size),
      colLower: unlimited.map((x) => -x),
      colUpper: unlimited,
      rowLower: lower,
      rowUpper: lower.map((x, i) => (kind[i] === RowKind.equality ? x : highs.infinity)),
      matrix: {
        format: "csr",
        numRows: m,
        numCols: n,
        starts: rowStart.slice(0, m + 1),
        indices: column.slice(0, count),
        values: scaled,
      },
      hessian: {
        format: "triangular",
        dimension: n,
        starts: Int32Array.from({ length: n + 1 }, (_, k) => k),
        indices: Int32Array.from({ length: n }, (_, k) => k),
        values: new Float64Array(n).fill(1),
      },
    },
    (model) => {
      model.options.set({
        output_flag: false,
        primal_feasibility_tolerance: 1e-10,
        dual_feasibility_tolerance: 1e-10,
        qp_regularization_value: 0,
      });
      try {
        model.run();
      } catch {
        return undefined;
      }
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal) return undefined;
      return model.getSolution().colValue.map((y) => y * size);
    },
  );
}
