/** Matrices with known properties, and measures of error, for the tests of this folder. */
import { BlockMatrix } from "@rigor/engine/linalg";
import { createRng, nextNormalPair, nextUniform, type Rng } from "@rigor/engine/math";

export const epsilon = 2 ** -52;

export function randomVector(rng: Rng, n: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: n }, () => 2 * nextUniform(rng) - 1);
}

export function norm(x: ArrayLike<number>): number {
  let s = 0;
  for (let i = 0; i < x.length; i++) s += x[i] * x[i];
  return Math.sqrt(s);
}

/** |a − b| / |b|, 2-norm. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let s = 0;
  for (let i = 0; i < b.length; i++) s += (a[i] - b[i]) ** 2;
  return Math.sqrt(s) / (norm(b) || 1);
}

/** A x for a dense matrix, row after row. */
export function times(A: ArrayLike<number>, x: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const columns = x.length;
  return Float64Array.from({ length: columns === 0 ? 0 : A.length / columns }, (_, i) => {
    let s = 0;
    for (let j = 0; j < columns; j++) s += A[i * columns + j] * x[j];
    return s;
  });
}

/** |b − A x| / (|A| |x| + |b|), |A| the Frobenius norm: the backward error of x. */
export function backwardError(A: ArrayLike<number>, x: ArrayLike<number>, b: ArrayLike<number>): number {
  const r = times(A, x);
  for (let i = 0; i < r.length; i++) r[i] = b[i] - r[i];
  return norm(r) / (norm(A) * norm(x) + norm(b));
}

/** An orthogonal n × n matrix, uniform over all of them: Gram–Schmidt, twice, on normal deviates. */
export function randomOrthogonal(rng: Rng, n: number): Float64Array<ArrayBuffer> {
  const Q = new Float64Array(n * n + 1);
  for (let i = 0; i < n * n; i += 2) nextNormalPair(Q, i, rng);
  for (let i = 0; i < n; i++) {
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < i; k++) {
        let c = 0;
        for (let j = 0; j < n; j++) c += Q[i * n + j] * Q[k * n + j];
        for (let j = 0; j < n; j++) Q[i * n + j] -= c * Q[k * n + j];
      }
      let s = 0;
      for (let j = 0; j < n; j++) s += Q[i * n + j] ** 2;
      for (let j = 0; j < n; j++) Q[i * n + j] /= Math.sqrt(s);
    }
  }
  return Q.slice(0, n * n);
}

/** Qᵀ diag(λ) Q with a random orthogonal Q: a symmetric matrix with these eigenvalues, to rounding. */
export function withEigenvalues(rng: Rng, lambda: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const n = lambda.length;
  const Q = randomOrthogonal(rng, n);
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let s = 0;
      for (let k = 0; k < n; k++) s += Q[k * n + i] * lambda[k] * Q[k * n + j];
      A[i * n + j] = s;
      A[j * n + i] = s;
    }
  }
  return A;
}

/** n numbers from 1 down to 1/condition in equal ratios. */
export function spread(n: number, condition: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: n }, (_, k) => (n === 1 ? 1 : condition ** (-k / (n - 1))));
}

/** A dense matrix as one block. */
export function asBlock(A: ArrayLike<number>, rows: number, columns: number): BlockMatrix {
  const matrix = new BlockMatrix(rows, columns);
  if (rows > 0 && columns > 0) matrix.addBlock(0, 0, rows, columns);
  matrix.values.set(A);
  return matrix;
}

/** The 5-point or 7-point Laplacian (2d on the diagonal, −1 beside it) of a lattice with fixed borders. */
export function poisson(nx: number, ny: number, nz = 1, size = 1): BlockMatrix {
  const n = nx * ny * nz;
  const A = new BlockMatrix(size * n, size * n);
  const dimensions = (nx > 1 ? 1 : 0) + (ny > 1 ? 1 : 0) + (nz > 1 ? 1 : 0);
  const add = (i: number, j: number, v: number) => {
    const k = A.addBlock(size * i, size * j, size, size);
    for (let r = 0; r < size; r++) A.values[A.blockStart[k] + r * (size + 1)] = v;
  };
  for (let i = 0; i < n; i++) {
    const x = i % nx;
    const y = Math.floor(i / nx) % ny;
    const z = Math.floor(i / (nx * ny));
    add(i, i, 2 * dimensions);
    if (x > 0) add(i, i - 1, -1);
    if (x < nx - 1) add(i, i + 1, -1);
    if (y > 0) add(i, i - nx, -1);
    if (y < ny - 1) add(i, i + nx, -1);
    if (z > 0) add(i, i - nx * ny, -1);
    if (z < nz - 1) add(i, i + nx * ny, -1);
  }
  return A;
}

/** Random edges between n nodes: a random tree (every node linked to an earlier one) and `extra` more. */
export function randomEdges(rng: Rng, n: number, extra: number): [number, number][] {
  const edges: [number, number][] = [];
  const pick = (m: number) => Math.floor(nextUniform(rng) * m);
  for (let i = 1; i < n; i++) edges.push([i, pick(i)]);
  for (let k = 0; k < extra && n > 1; k++) {
    const i = 1 + pick(n - 1);
    edges.push([i, pick(i)]);
  }
  return edges;
}

export interface BlockSystem {
  readonly A: BlockMatrix;
  readonly sizes: number[];
}

/**
 * A symmetric positive definite block matrix over a graph: Σ over edges of (P Q)ᵀ(P Q), coupled blocks, plus `shift` on
 * the diagonal. Blocks above the diagonal are written too where `full` says so.
 */
export function assembleGraph(
  seed: number,
  sizes: number[],
  edges: readonly (readonly [number, number])[],
  shift: number,
  full = false,
): BlockSystem {
  const rng = createRng(seed);
  const first = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
  const n = sizes.reduce((a, b) => a + b, 0);
  const A = new BlockMatrix(n, n);
  const diagonal = sizes.map((s, i) => A.addBlock(first[i], first[i], s, s));
  sizes.forEach((s, i) => {
    for (let r = 0; r < s; r++) A.values[A.blockStart[diagonal[i]] + r * (s + 1)] += shift;
  });
  for (const [i, j] of edges) {
    const k = A.addBlock(first[i], first[j], sizes[i], sizes[j]);
    const mirror = full ? A.addBlock(first[j], first[i], sizes[j], sizes[i]) : -1;
    const height = Math.max(sizes[i], sizes[j]);
    const P = randomVector(rng, height * sizes[i]);
    const Q = randomVector(rng, height * sizes[j]);
    const gram = (out: number, X: Float64Array, w: number, Y: Float64Array, v: number) => {
      for (let r = 0; r < w; r++)
        for (let c = 0; c < v; c++)
          for (let q = 0; q < height; q++) A.values[A.blockStart[out] + r * v + c] += X[q * w + r] * Y[q * v + c];
    };
    gram(diagonal[i], P, sizes[i], P, sizes[i]);
    gram(diagonal[j], Q, sizes[j], Q, sizes[j]);
    gram(k, P, sizes[i], Q, sizes[j]);
    if (mirror >= 0) gram(mirror, Q, sizes[j], P, sizes[i]);
  }
  return { A, sizes };
}

/** The dense symmetric matrix that the lower triangle of a block matrix, or its upper one, stands for. */
export function mirrored(A: BlockMatrix): Float64Array {
  const n = A.rows;
  const dense = A.toDense();
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (dense[i * n + j] === 0) dense[i * n + j] = dense[j * n + i];
      dense[j * n + i] = dense[i * n + j];
    }
  }
  return dense;
}
