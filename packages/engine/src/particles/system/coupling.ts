/**
 * The sparsity pattern of ∂f/∂y, from the blocks that the forces add: for implicit methods on sparse matrices.
 */
import { BlockMatrix } from "../../linalg/index.js";
import { fail } from "../../math/index.js";
import type { Pattern } from "../../ode/index.js";
import type { ParticleSystem } from "./system.js";

/**
 * Returns the sparsity pattern of ∂f/∂y of a system. With it (`system.pattern = couplingPattern(system)`) backward Euler and Radau
 * work on sparse matrices. Every force must add blocks or name its particles; a long-range force couples all to all.
 */
export function couplingPattern(system: ParticleSystem): Pattern {
  for (const force of system.forces) {
    if (force.linearise !== undefined || force.particles !== undefined) continue;
    const cure = "leave the pattern out, or give the force `particles` or `addBlocks` and `linearise`";
    fail("unknown-coupling", `force "${force.name}"`, "must name the particles it couples", force.name, cure);
  }
  const n = system.count;
  const K = new BlockMatrix(3 * n, 3 * n);
  const D = new BlockMatrix(3 * n, 3 * n);
  system.addBlocks(K, D);
  const neighbours = Array.from({ length: n }, () => new Set<number>());
  for (const A of [K, D]) {
    for (let k = 0; k < A.blockCount; k++) neighbours[A.blockColumn[k] / 3].add(A.blockRow[k] / 3);
  }
  return writeColumns(neighbours);
}

/** Writes the columns: that of coordinate c of particle j has its own ẋ (for a velocity), and the v̇ of every neighbour. */
function writeColumns(neighbours: readonly Set<number>[]): Pattern {
  const columnStart = new Int32Array(6 * neighbours.length + 1);
  const rowIndex: number[] = [];
  neighbours.forEach((set, j) => {
    const sorted = [...set].sort((a, b) => a - b);
    for (let c = 0; c < 6; c++) {
      for (const i of sorted) {
        if (i === j && c >= 3) rowIndex.push(6 * i + c - 3);
        rowIndex.push(6 * i + 3, 6 * i + 4, 6 * i + 5);
      }
      columnStart[6 * j + c + 1] = rowIndex.length;
    }
  });
  return { columnStart, rowIndex: Int32Array.from(rowIndex) };
}
