/**
 * Approximate inverses for conjugate gradients: the inverse of the diagonal, and the inverse of the 3×3 diagonal blocks
 * (one a particle), both read from a block matrix. `update` is called when the numbers change and allocates nothing.
 */
import { fail, requireInteger } from "../../math/index.js";
import { requireShape, SolveStatus } from "../dense/index.js";
import type { BlockMatrix } from "../sparse/index.js";

/** P ≈ A⁻¹, symmetric positive definite. */
export interface Preconditioner {
  /** out = P r; `out` and `r` are different arrays. */
  apply(out: Float64Array, r: Float64Array): void;
}

/** P = (diagonal of A)⁻¹ (Jacobi). */
export class DiagonalPreconditioner implements Preconditioner {
  readonly dimension: number;
  /** The numbers that multiply r; may also be written by hand. */
  readonly inverse: Float64Array;

  constructor(dimension: number) {
    requireInteger("dimension", dimension, 0, 1 << 30);
    this.dimension = dimension;
    this.inverse = new Float64Array(dimension).fill(1);
  }

  /** Reads the diagonal of A. An entry that is not positive is replaced by 1 and reported as `indefinite`. */
  update(A: BlockMatrix): SolveStatus {
    requireShape("A", A, this.dimension, this.dimension);
    const inverse = this.inverse;
    inverse.fill(0);
    for (let k = 0; k < A.blockCount; k++) {
      const row = A.blockRow[k];
      const column = A.blockColumn[k];
      const w = A.blockWidth[k];
      const last = Math.min(row + A.blockHeight[k], column + w);
      for (let i = Math.max(row, column); i < last; i++) {
        inverse[i] += A.values[A.blockStart[k] + (i - row) * w + (i - column)];
      }
    }
    let status: SolveStatus = SolveStatus.ok;
    for (let i = 0; i < this.dimension; i++) {
      const d = inverse[i];
      if (d > 0 && d < Infinity) inverse[i] = 1 / d;
      else {
        inverse[i] = 1;
        status = Number.isFinite(d) ? SolveStatus.indefinite : SolveStatus.notFinite;
      }
    }
    return status;
  }

  apply(out: Float64Array, r: Float64Array): void {
    const inverse = this.inverse;
    for (let i = 0; i < inverse.length; i++) out[i] = inverse[i] * r[i];
  }
}

/** P = (3×3 diagonal blocks of A)⁻¹ (block Jacobi, one block a particle). */
export class BlockDiagonalPreconditioner implements Preconditioner {
  readonly dimension: number;
  /** Six numbers a block: xx, xy, xz, yy, yz, zz of its inverse. */
  readonly inverse: Float64Array;

  constructor(dimension: number) {
    requireInteger("dimension", dimension, 0, 1 << 30);
    if (dimension % 3 !== 0) fail("wrong-size", "dimension", "must be a multiple of 3", dimension);
    this.dimension = dimension;
    this.inverse = new Float64Array(2 * dimension);
  }

  /** Reads the diagonal blocks of A. A block that is not positive definite is replaced by 1 and reported. */
  update(A: BlockMatrix): SolveStatus {
    requireShape("A", A, this.dimension, this.dimension);
    const inverse = this.inverse;
    inverse.fill(0);
    for (let k = 0; k < A.blockCount; k++) addDiagonalBlocks(inverse, A, k);
    let status: SolveStatus = SolveStatus.ok;
    for (let s = 0; s < inverse.length; s += 6) {
      const found = invertBlock(inverse, s);
      if (found !== SolveStatus.ok) status = found;
    }
    return status;
  }

  apply(out: Float64Array, r: Float64Array): void {
    const a = this.inverse;
    for (let i = 0, s = 0; i < this.dimension; i += 3, s += 6) {
      const x = r[i];
      const y = r[i + 1];
      const z = r[i + 2];
      out[i] = a[s] * x + a[s + 1] * y + a[s + 2] * z;
      out[i + 1] = a[s + 1] * x + a[s + 3] * y + a[s + 4] * z;
      out[i + 2] = a[s + 2] * x + a[s + 4] * y + a[s + 5] * z;
    }
  }
}

/** Adds to the packed 3×3 diagonal blocks whatever of block k lies in their upper triangles. */
function addDiagonalBlocks(packed: Float64Array, A: BlockMatrix, k: number): void {
  const row = A.blockRow[k];
  const column = A.blockColumn[k];
  const h = A.blockHeight[k];
  const w = A.blockWidth[k];
  if (row >= column + w + 2 || column >= row + h + 2) return;
  for (let i = row, s = A.blockStart[k]; i < row + h; i++) {
    const particle = Math.floor(i / 3);
    const a = i - 3 * particle;
    for (let j = column; j < column + w; j++, s++) {
      const b = j - 3 * particle;
      if (b < a || b > 2) continue;
      // (a, b) → 0 1 2 / 3 4 / 5
      packed[6 * particle + (a === 0 ? b : a + b + 1)] += A.values[s];
    }
  }
}

/** Inverts one packed symmetric block in place by LDLᵀ; one that is not positive definite becomes the identity. */
function invertBlock(a: Float64Array, s: number): SolveStatus {
  const finite = Number.isFinite(a[s] + a[s + 1] + a[s + 2] + a[s + 3] + a[s + 4] + a[s + 5]);
  const d0 = a[s];
  const l1 = a[s + 1] / d0;
  const l2 = a[s + 2] / d0;
  const d1 = a[s + 3] - l1 * a[s + 1];
  const e = a[s + 4] - l1 * a[s + 2];
  const l3 = e / d1;
  const d2 = a[s + 5] - l2 * a[s + 2] - l3 * e;
  const good = d0 > 0 && d1 > 0 && d2 > 0 && d0 < Infinity && d1 < Infinity && d2 < Infinity;
  const m = l1 * l3 - l2;
  const i0 = good ? 1 / d0 : 1;
  const i1 = good ? 1 / d1 : 1;
  const i2 = good ? 1 / d2 : 1;
  const g1 = good ? l1 : 0;
  const g3 = good ? l3 : 0;
  const gm = good ? m : 0;
  a[s] = i0 + g1 * g1 * i1 + gm * gm * i2;
  a[s + 1] = -g1 * i1 - gm * g3 * i2;
  a[s + 2] = gm * i2;
  a[s + 3] = i1 + g3 * g3 * i2;
  a[s + 4] = -g3 * i2;
  a[s + 5] = i2;
  if (good) return SolveStatus.ok;
  return finite ? SolveStatus.indefinite : SolveStatus.notFinite;
}
