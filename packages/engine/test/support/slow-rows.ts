/**
 * Row problems by methods too slow for use and too simple to be wrong, on the dense A = J Jᵀ and b = J y⁰ + c. They share
 * nothing with the engine but the problem.
 */
import { RowKind, type UnilateralProblem } from "@rigor/engine/linalg";

interface Dense {
  readonly J: number[][];
  readonly A: number[][];
  readonly b: number[];
}

function toDense(problem: UnilateralProblem): Dense {
  const J = Array.from({ length: problem.rowCount }, (_, i) => {
    const row = new Array<number>(problem.dimension).fill(0);
    for (let k = problem.rowStart[i]; k < problem.rowStart[i + 1]; k++) row[problem.column[k]] += problem.values[k];
    return row;
  });
  const product = (u: readonly number[], v: ArrayLike<number>) => u.reduce((sum, x, k) => sum + x * v[k], 0);
  return {
    J,
    A: J.map((u) => J.map((v) => product(u, v))),
    b: J.map((u, i) => product(u, problem.y0) + problem.c[i]),
  };
}

function move(problem: UnilateralProblem, J: readonly number[][], f: readonly number[]): number[] {
  return Array.from({ length: problem.dimension }, (_, k) =>
    J.reduce((sum, row, i) => sum + row[k] * f[i], problem.y0[k]),
  );
}

/** Tries every set of pressing rows, 2ⁿ of them; undefined if none is a solution. */
export function enumerateSets(problem: UnilateralProblem): number[] | undefined {
  const { J, A, b } = toDense(problem);
  const n = b.length;
  for (let mask = 0; mask < 1 << n; mask++) {
    const set = b.map((_, i) => i).filter((i) => problem.kind[i] === RowKind.equality || (mask >> i) & 1);
    if (b.some((_, i) => problem.kind[i] === RowKind.equality && (mask >> i) & 1)) continue;
    const x = eliminate(
      set.map((i) => set.map((j) => A[i][j])),
      set.map((i) => -b[i]),
    );
    if (x === undefined) continue;
    const f = new Array<number>(n).fill(0);
    set.forEach((i, k) => {
      f[i] = x[k];
    });
    const good = b.every((bi, i) => {
      const a = A[i].reduce((sum, aij, j) => sum + aij * f[j], bi);
      return problem.kind[i] === RowKind.equality ? Math.abs(a) < 1e-9 : f[i] > -1e-9 && a > -1e-9;
    });
    if (good) return move(problem, J, f);
  }
  return undefined;
}

/** Some solution of A x = b with complete pivoting, zero where columns depend; undefined if there is none. */
function eliminate(A: number[][], b: number[]): number[] | undefined {
  const n = b.length;
  const used: [number, number][] = [];
  const freeRow = new Set(b.keys());
  const freeColumn = new Set(b.keys());
  for (;;) {
    let best = 1e-9;
    let pivot: [number, number] | undefined;
    for (const i of freeRow) {
      for (const j of freeColumn) {
        if (Math.abs(A[i][j]) > best) {
          best = Math.abs(A[i][j]);
          pivot = [i, j];
        }
      }
    }
    if (pivot === undefined) break;
    const [p, q] = pivot;
    freeRow.delete(p);
    freeColumn.delete(q);
    used.push(pivot);
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const factor = A[i][q] / A[p][q];
      for (let j = 0; j < n; j++) A[i][j] -= factor * A[p][j];
      b[i] -= factor * b[p];
    }
  }
  for (const i of freeRow) if (Math.abs(b[i]) > 1e-9) return undefined;
  const x = new Array<number>(n).fill(0);
  for (const [p, q] of used) x[q] = b[p] / A[p][q];
  return x;
}

/** Accelerated projected gradients with restart (Nesterov; O'Donoghue and Candès) until a step changes f by no more. */
export function iterateProjected(problem: UnilateralProblem, tolerance: number): number[] {
  const { J, A, b } = toDense(problem);
  const n = b.length;
  // no eigenvalue is larger than the largest sum of a row
  const step = 1 / Math.max(...A.map((row) => row.reduce((sum, x) => sum + Math.abs(x), 0)));
  let f = new Array<number>(n).fill(0);
  let g = f;
  let momentum = 1;
  const size = Math.max(...b.map(Math.abs)) * step;
  for (let round = 0; round < 200_000; round++) {
    const next = g.map((gi, i) => {
      const a = A[i].reduce((sum, aij, j) => sum + aij * g[j], b[i]);
      const x = gi - step * a;
      return problem.kind[i] === RowKind.equality ? x : Math.max(0, x);
    });
    const change = next.map((x, i) => x - f[i]);
    const away = change.reduce((sum, x, i) => sum + (g[i] - next[i]) * x, 0);
    const after = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const far = Math.max(...change.map(Math.abs));
    g = away > 0 ? next : next.map((x, i) => x + ((momentum - 1) / after) * change[i]);
    momentum = away > 0 ? 1 : after;
    f = next;
    if (far <= tolerance * size && round > 10) break;
  }
  return move(problem, J, f);
}
