/** What must hold of a basis of rows: see `UnilateralSolver.selectBasis`. */
import { RowKind, UnilateralMethod, UnilateralProblem, UnilateralSolver, UnilateralStatus } from "@rigor/engine/linalg";

/** The problem with the rows of `keep` alone, in their order, the inequalities among them as equalities if so wished. */
export function restrictRows(
  problem: UnilateralProblem,
  keep: (row: number) => boolean,
  asEqualities: boolean,
): UnilateralProblem {
  const other = new UnilateralProblem();
  for (let node = 0; node < problem.nodeCount; node++) {
    const at = problem.nodeStart[node];
    const width = problem.nodeStart[node + 1] - at;
    const to = problem.nodeStart[other.addNode(width)];
    other.y0.set(problem.y0.subarray(at, at + width), to);
  }
  for (let row = 0; row < problem.rowCount; row++) {
    if (keep(row)) copyRow(other, problem, row, asEqualities ? RowKind.equality : (problem.kind[row] as RowKind));
  }
  return other;
}

/** Adds row `row` of the second problem, which has the same nodes, to the first. */
export function copyRow(to: UnilateralProblem, from: UnilateralProblem, row: number, kind: RowKind, factor = 1): void {
  const i = to.addRow(kind);
  to.c[i] = factor * from.c[row];
  for (let b = from.blockStart[row]; b < from.blockStart[row + 1]; b++) {
    const width = from.nodeStart[from.blockNode[b] + 1] - from.nodeStart[from.blockNode[b]];
    const at = to.addBlock(from.blockNode[b]);
    for (let k = 0; k < width; k++) to.values[at + k] = factor * from.values[from.blockEntry[b] + k];
  }
}

/** Rows as dense vectors of length 1. */
export function unitRows(problem: UnilateralProblem): number[][] {
  return Array.from({ length: problem.rowCount }, (_, i) => {
    const row = new Array<number>(problem.dimension).fill(0);
    for (let k = problem.rowStart[i]; k < problem.rowStart[i + 1]; k++) row[problem.column[k]] += problem.values[k];
    const length = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
    return length > 0 ? row.map((x) => x / length) : row;
  });
}

/** An orthonormal frame that grows: `add` says how far a vector sticks out of it, and takes that part in. */
export function createSpan(): { add: (v: readonly number[]) => number; measure: (v: readonly number[]) => number } {
  const frame: Float64Array[] = [];
  const reject = (v: readonly number[]) => {
    const z = Float64Array.from(v);
    for (let pass = 0; pass < 3; pass++) {
      for (const q of frame) {
        let d = 0;
        for (let k = 0; k < z.length; k++) d += z[k] * q[k];
        for (let k = 0; k < z.length; k++) z[k] -= d * q[k];
      }
    }
    return z;
  };
  const norm = (z: Float64Array) => Math.sqrt(z.reduce((sum, x) => sum + x * x, 0));
  return {
    add(v) {
      const z = reject(v);
      const length = norm(z);
      // what depends, up to rounding, adds nothing
      if (length > 3e-7) frame.push(z.map((x) => x / length));
      return length;
    },
    measure: (v) => norm(reject(v)),
  };
}

export interface BasisReport {
  /** How far the motion is from the one of all rows, beside the largest number in y⁰ and y. */
  readonly motion: number;
  /** The least force times the length of its row, beside the largest. */
  readonly leastForce: number;
  /** How far a row sticks out of those before it, at least: 0 would be dependent, 1 is orthogonal. */
  readonly independence: number;
}

/** Puts the rows of the basis, as equalities beside the equalities, to the test. */
export function checkBasis(problem: UnilateralProblem, basis: Uint8Array, y: Float64Array): BasisReport {
  const rows = Array.from({ length: problem.rowCount }, (_, i) => i);
  const isKept = (i: number) => problem.kind[i] === RowKind.equality || basis[i] === 1;
  const solver = new UnilateralSolver({ method: UnilateralMethod.dual });
  const alone = restrictRows(problem, isKept, true);
  if (solver.solve(alone) !== UnilateralStatus.ok) return { motion: Infinity, leastForce: -Infinity, independence: 0 };
  let size = 0;
  let motion = 0;
  for (let k = 0; k < problem.dimension; k++) {
    size = Math.max(size, Math.abs(problem.y0[k]), Math.abs(y[k]));
    motion = Math.max(motion, Math.abs(solver.result.y[k] - y[k]));
  }
  const units = unitRows(problem);
  const span = createSpan();
  for (const i of rows) if (problem.kind[i] === RowKind.equality) span.add(units[i]);
  let independence = 1;
  let [least, most] = [Infinity, 0];
  rows.filter(isKept).forEach((i, at) => {
    if (basis[i] === 0) return;
    independence = Math.min(independence, span.add(units[i]));
    least = Math.min(least, solver.result.f[at]);
    most = Math.max(most, solver.result.f[at]);
  });
  return { motion: size > 0 ? motion / size : 0, leastForce: most > 0 ? least / most : 0, independence };
}
