/**
 * Contact with friction by a second way, slow and plain: nonlinear Gauss and Seidel, contact after contact, each solved
 * alone by projections on its law; and the law written down once more.
 */
import { type FrictionContactProblem, RowKind, TangentialState } from "@rigor/engine/linalg";

interface Dense {
  readonly m: number;
  readonly A: Float64Array;
  readonly b: Float64Array;
}

/** A = J Jᵀ and b = J y⁰ + c. */
function formDense({ rows }: FrictionContactProblem): Dense {
  const m = rows.rowCount;
  const n = rows.dimension;
  const J = new Float64Array(m * n);
  for (let i = 0; i < m; i++) {
    for (let k = rows.rowStart[i]; k < rows.rowStart[i + 1]; k++) J[i * n + rows.column[k]] = rows.values[k];
  }
  const A = new Float64Array(m * m);
  const b = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    b[i] = rows.c[i];
    for (let k = 0; k < n; k++) b[i] += J[i * n + k] * rows.y0[k];
    for (let j = 0; j < m; j++) for (let k = 0; k < n; k++) A[i * m + j] += J[i * n + k] * J[j * n + k];
  }
  return { m, A, b };
}

/** The forces of the law nearest to f − ρ a, at one cone or plain row. */
function projectUnit(
  problem: FrictionContactProblem,
  i: number,
  f: Float64Array,
  a: Float64Array,
  rho: number,
): number[] {
  const cone = problem.coneOf[i];
  const q = f[i] - rho * a[i];
  if (cone < 0) return [problem.rows.kind[i] === RowKind.equality ? q : Math.max(0, q)];
  const fn = Math.max(0, q);
  const r = problem.mu[cone] * (fn + problem.shift[cone]);
  const d = problem.direction;
  if (problem.motion[cone] === TangentialState.slipping) return [fn, -r * d[2 * cone], -r * d[2 * cone + 1]];
  const t = [f[i + 1] - rho * a[i + 1], f[i + 2] - rho * a[i + 2]];
  const size = Math.hypot(...t);
  return [fn, ...(size > r ? t.map((x) => (x * r) / size) : t)];
}

/** Sweeps until nothing moves by more than `tolerance` of the largest force, or `limit` of them; null if it did not end. */
export function sweepCones(problem: FrictionContactProblem, limit = 20_000, tolerance = 1e-13): Float64Array | null {
  const { m, A, b } = formDense(problem);
  const f = new Float64Array(m);
  const a = b.slice();
  for (let sweep = 0; sweep < limit; sweep++) {
    let moved = 0;
    for (let i = 0; i < m; ) {
      const width = problem.coneOf[i] < 0 ? 1 : 3;
      let trace = 0;
      for (let k = 0; k < width; k++) trace += A[(i + k) * (m + 1)];
      // some local steps, each of the length that the block alone would bear
      for (let local = 0; local < 8; local++) {
        const next = projectUnit(problem, i, f, a, 1 / trace);
        for (let k = 0; k < width; k++) {
          const change = next[k] - f[i + k];
          if (change === 0) continue;
          f[i + k] = next[k];
          moved = Math.max(moved, Math.abs(change));
          for (let j = 0; j < m; j++) a[j] += A[j * m + i + k] * change;
        }
      }
      i += width;
    }
    const largest = f.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (moved <= tolerance * largest) return f;
  }
  return null;
}

/** y⁰ + Jᵀ f. */
export function moveBy(problem: FrictionContactProblem, f: Float64Array): Float64Array {
  const { rows } = problem;
  const y = rows.y0.slice(0, rows.dimension);
  for (let i = 0; i < rows.rowCount; i++) {
    for (let k = rows.rowStart[i]; k < rows.rowStart[i + 1]; k++) y[rows.column[k]] += rows.values[k] * f[i];
  }
  return y;
}

/** The worst violation of the law by f, written down in words of contact rather than as a projection; in units of a. */
export function findViolation(problem: FrictionContactProblem, f: Float64Array): number {
  const { A, b, m } = formDense(problem);
  const a = b.map((x, i) => {
    let sum = x;
    for (let j = 0; j < m; j++) sum += A[i * m + j] * f[j];
    return sum;
  });
  let worst = 0;
  const see = (value: number) => {
    worst = Math.max(worst, value);
  };
  for (let i = 0; i < m; ) {
    const cone = problem.coneOf[i];
    const d = A[i * (m + 1)];
    if (cone < 0 && problem.rows.kind[i] === RowKind.equality) see(Math.abs(a[i]));
    else {
      // no pull, no sinking in, and one of the two
      see(-f[i] * d);
      see(-a[i]);
      see(Math.min(f[i] * d, a[i]));
    }
    if (cone < 0) {
      i++;
      continue;
    }
    const [t1, t2] = [i + 1, i + 2];
    const r = problem.mu[cone] * (f[i] + problem.shift[cone]);
    if (problem.motion[cone] === TangentialState.slipping) {
      see(d * Math.hypot(f[t1] + r * problem.direction[2 * cone], f[t2] + r * problem.direction[2 * cone + 1]));
    } else {
      const size = Math.hypot(f[t1], f[t2]);
      const speed = Math.hypot(a[t1], a[t2]);
      see(d * (size - r));
      // it accelerates only on the edge, and against the force
      if (speed > 0 && r > 0) see(Math.min(speed, d * (r - size)));
      if (speed > 0 && size > 0) see(Math.hypot(a[t1] + (speed * f[t1]) / size, a[t2] + (speed * f[t2]) / size));
    }
    i += 3;
  }
  return worst;
}

/** All answers of a problem whose cones all slip: every set of pressed ones, by elimination. */
export function enumerateSlipping(problem: FrictionContactProblem): Float64Array[] {
  const { A, b, m } = formDense(problem);
  const n = problem.coneCount;
  // a_n = N f_n + b: each normal force brings its friction along
  const column = (k: number) => {
    const i = problem.coneRow[k];
    const d = problem.direction;
    return [i, i + 1, i + 2].map((row, e) => [row, e === 0 ? 1 : -problem.mu[k] * d[2 * k + e - 1]] as const);
  };
  const N = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, k) =>
      column(k).reduce((sum, [row, x]) => sum + A[problem.coneRow[i] * m + row] * x, 0),
    ),
  );
  const answers: Float64Array[] = [];
  for (let set = 0; set < 1 << n; set++) {
    const list = Array.from({ length: n }, (_, k) => k).filter((k) => set & (1 << k));
    const x = eliminate(
      list.map((i) => list.map((k) => N[i][k])),
      list.map((i) => -b[problem.coneRow[i]]),
    );
    if (x === null || x.some((f) => f < 0)) continue;
    const f = new Float64Array(m);
    list.forEach((k, place) => {
      for (const [row, part] of column(k)) f[row] = part * x[place];
    });
    const sinks = Array.from({ length: n }, (_, i) => i).some((i) => {
      const a = list.reduce((sum, k, place) => sum + N[i][k] * x[place], b[problem.coneRow[i]]);
      return !list.includes(i) && a < 0;
    });
    if (!sinks) answers.push(f);
  }
  return answers;
}

/** M x = r by Gauss with the largest pivot of each column; null where there is none. */
function eliminate(M: number[][], r: number[]): number[] | null {
  const n = r.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(M[i][k]) > Math.abs(M[best][k])) best = i;
    if (Math.abs(M[best][k]) < 1e-12) return null;
    [M[k], M[best]] = [M[best], M[k]];
    [r[k], r[best]] = [r[best], r[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = M[i][k] / M[k][k];
      for (let j = k; j < n; j++) M[i][j] -= factor * M[k][j];
      r[i] -= factor * r[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) r[k] -= M[k][j] * r[j];
    r[k] /= M[k][k];
  }
  return r;
}
