/**
 * ∂f/∂x and ∂f/∂v of a force without `linearise`, by central differences over the particles it names, made
 * symmetric. The cost is twelve evaluations of the force for each particle named, so this is for small custom forces.
 */
import type { BlockMatrix } from "../../linalg/index.js";
import type { Force, ParticleTable } from "./force.js";
import { differenceStep } from "./parameters.js";

/** Returns the step of a central difference at x, in the unit of x. */
export function chooseDifference(x: number): number {
  return differenceStep * Math.max(1, Math.abs(x));
}

/** Adds the blocks between every two of the force's particles. */
export function addDifferencedBlocks(force: Force, K: BlockMatrix, D: BlockMatrix): void {
  const particles = force.particles!;
  for (let p = 0; p < particles.length; p++) {
    for (let q = 0; q < particles.length; q++) {
      const row = 3 * particles[p];
      const column = 3 * particles[q];
      if (K.blockAt(row, column) < 0) K.addBlock(row, column, 3, 3);
      if (D.blockAt(row, column) < 0) D.addBlock(row, column, 3, 3);
    }
  }
}

/** Adds the differences of one force into K and D. The state stays as it is; the accumulators are overwritten. */
export function differenceForce(system: ParticleTable, force: Force, K: BlockMatrix, D: BlockMatrix): void {
  const particles = force.particles!;
  for (let q = 0; q < particles.length; q++) {
    for (let c = 0; c < 3; c++) {
      const y = 6 * particles[q] + c;
      differenceColumn(system, force, y, K, 3 * particles[q], c);
      differenceColumn(system, force, y + 3, D, 3 * particles[q], c);
    }
  }
}

/** Adds half of ∂f/∂y into column `c` of the blocks in block column `column`, half into the mirrored places. */
function differenceColumn(
  system: ParticleTable,
  force: Force,
  y: number,
  A: BlockMatrix,
  column: number,
  c: number,
): void {
  const { state, force: accumulator } = system;
  const particles = force.particles!;
  const at = state[y];
  const step = chooseDifference(at);
  for (let side = 1; side >= -1; side -= 2) {
    state[y] = at + side * step;
    accumulator.fill(0);
    force.apply(system);
    const scale = side / (4 * step);
    for (let p = 0; p < particles.length; p++) {
      const row = 3 * particles[p];
      const here = A.blockStart[A.blockAt(row, column)];
      const mirrored = A.blockStart[A.blockAt(column, row)];
      for (let r = 0; r < 3; r++) {
        const value = scale * accumulator[row + r];
        A.values[here + 3 * r + c] += value;
        A.values[mirrored + 3 * c + r] += value;
      }
    }
  }
  state[y] = at;
}
