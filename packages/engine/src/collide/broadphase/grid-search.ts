/**
 * The search of a grid: which registered boxes overlap that of a box that has moved. At each level of cells it looks through
 * the cells around, or through all boxes of the level, whichever are fewer.
 *
 * At its own level and at coarser ones a box has few cells to look through, eight or so; at finer ones it has as many as
 * their edges go into its own, cubed. So of two that have both moved the smaller one finds the larger one, and finer
 * levels are searched only for what has stayed there: where all is new, they are not.
 */
import { boundsOverlap, type PairBuffer } from "../shapes/index.js";
import { edgeOf, type GridCells, hashRow } from "./grid-cells.js";

/** Above all ids. */
const none = 2 ** 30;

/**
 * Appends the pairs of box i, which has moved, with all whose registered boxes overlap its own; of two that have moved
 * only once. Returns how many cells and boxes were looked at.
 */
export function searchAround(
  found: PairBuffer,
  i: number,
  cells: GridCells,
  fat: Float64Array,
  hasMoved: Uint8Array,
): number {
  const { active, activeCount, levelCount, levelMoved } = cells;
  const own = cells.cell[4 * i];
  const o = 6 * i;
  let work = 0;
  for (let a = 0; a < activeCount; a++) {
    const level = active[a];
    if (level < own && levelMoved[level] === levelCount[level]) continue;
    // of those that have moved, the ones above this are this box's to find
    const above = level < own ? none : level === own ? i : -1;
    const edge = edgeOf(level);
    const inverse = 1 / edge;
    // the cells whose boxes may reach into this one, and a little more for rounding
    const x0 = Math.floor(fat[o] * inverse - 0.5);
    const y0 = Math.floor(fat[o + 1] * inverse - 0.5);
    const z0 = Math.floor(fat[o + 2] * inverse - 0.5);
    const nx = Math.floor(fat[o + 3] * inverse + 0.5) - x0 + 1;
    const ny = Math.floor(fat[o + 4] * inverse + 0.5) - y0 + 1;
    const nz = Math.floor(fat[o + 5] * inverse + 0.5) - z0 + 1;
    if (edge < Infinity && nx * ny * nz <= levelCount[level]) {
      work += searchCells(found, i, cells, fat, hasMoved, above, level, x0 | 0, y0 | 0, z0 | 0, nx, ny, nz);
    } else {
      work += levelCount[level];
      searchLevel(found, i, cells, fat, hasMoved, above, level);
    }
  }
  return work;
}

function searchCells(
  found: PairBuffer,
  i: number,
  cells: GridCells,
  fat: Float64Array,
  hasMoved: Uint8Array,
  above: number,
  level: number,
  x0: number,
  y0: number,
  z0: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const { cell, head, next } = cells;
  let work = 0;
  const mask = head.length - 1;
  for (let dz = 0; dz < nz; dz++) {
    for (let dy = 0; dy < ny; dy++) {
      const y = (y0 + dy) | 0;
      const z = (z0 + dz) | 0;
      const row = hashRow(level, y, z);
      work += nx;
      for (let dx = 0; dx < nx; dx++) {
        const x = (x0 + dx) | 0;
        for (let j = head[(row + x) & mask]; j >= 0; j = next[j]) {
          work++;
          // several cells may share a bucket: a box counts in its own
          const c = 4 * j;
          if (cell[c + 1] !== x || cell[c + 2] !== y || cell[c + 3] !== z || cell[c] !== level) continue;
          if (isPair(i, j, fat, hasMoved, above)) found.pushOrdered(i, j);
        }
      }
    }
  }
  return work;
}

function searchLevel(
  found: PairBuffer,
  i: number,
  cells: GridCells,
  fat: Float64Array,
  hasMoved: Uint8Array,
  above: number,
  level: number,
): void {
  for (let j = cells.levelHead[level]; j >= 0; j = cells.levelNext[j]) {
    if (isPair(i, j, fat, hasMoved, above)) found.pushOrdered(i, j);
  }
}

function isPair(i: number, j: number, fat: Float64Array, hasMoved: Uint8Array, above: number): boolean {
  return (hasMoved[j] === 0 || j > above) && boundsOverlap(fat, 6 * i, fat, 6 * j);
}
