/**
 * The linearisation that energy functions of all kinds share. With E = (ks/2) C·C the force is −Jᵀ(ks C + kd Ċ), and near
 * C = 0
 *
 *   ∂f/∂x ≈ −ks JᵀJ,   ∂f/∂v = −kd JᵀJ
 *
 * which is symmetric and negative semidefinite wherever it is taken. What is left out has the factor C.
 *
 * Follows: Particle System Dynamics, section 6.
 */
import type { BlockMatrix } from "../../linalg/index.js";

/** Adds to A the blocks between every two particles of each tuple, and returns their numbers. */
export function addTupleBlocks(particles: Int32Array, arity: number, count: number, A: BlockMatrix): Int32Array {
  const blocks = new Int32Array(count * arity * arity);
  for (let t = 0, k = 0; t < count; t++) {
    for (let p = 0; p < arity; p++) {
      for (let q = 0; q < arity; q++) {
        const row = 3 * particles[t * arity + p];
        const column = 3 * particles[t * arity + q];
        blocks[k++] = A.findOrAddBlock(row, column, 3, 3);
      }
    }
  }
  return blocks;
}

/**
 * Adds −s JᵀJ for tuple t into its blocks, where J is `rows` × 3·arity, row-major, and s = `scale[slot]`.
 */
export function addGaussNewton(
  A: BlockMatrix,
  blocks: Int32Array,
  t: number,
  arity: number,
  J: Float64Array,
  rows: number,
  scale: Float64Array,
  slot: number,
): void {
  const { values, blockStart } = A;
  const width = 3 * arity;
  const s = scale[slot];
  for (let p = 0; p < arity; p++) {
    for (let q = 0; q < arity; q++) {
      const o = blockStart[blocks[(t * arity + p) * arity + q]];
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let k = 0; k < rows; k++) sum += J[k * width + 3 * p + r] * J[k * width + 3 * q + c];
          values[o + 3 * r + c] -= s * sum;
        }
      }
    }
  }
}
