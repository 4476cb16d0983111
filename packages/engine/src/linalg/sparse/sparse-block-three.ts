/**
 * A column of L D Lᵀ (sparse-block-ldl.ts) whose node has three rows, as have all to its left that reach it: joints between
 * points, particles. The same sums in the same order as by blocks of any size, and so the same bits, in one pass.
 */
import { safePivot, subtractProduct } from "../dense/index.js";
import type { BlockSymbolic } from "./sparse-block-symbolic.js";

/** 1 for the nodes of three rows that no other nodes reach. */
export function findThrees({ nodeCount, size, rowStart, rowColumn }: BlockSymbolic): Uint8Array {
  const isThree = new Uint8Array(nodeCount);
  for (let k = 0; k < nodeCount; k++) {
    let isGood = size[k] === 3;
    for (let u = rowStart[k]; u < rowStart[k + 1]; u++) if (size[rowColumn[u]] !== 3) isGood = false;
    isThree[k] = isGood ? 1 : 0;
  }
  return isThree;
}

/**
 * Subtracts from column k what the columns to its left have to say, factors D_k where it is clearly definite, and divides the
 * blocks below by it. False where it is not: then D_k and its scales are as they are left by the others.
 */
export function factorThree(
  k: number,
  symbolic: BlockSymbolic,
  l: Float64Array,
  d: Float64Array,
  f: Float64Array,
  t: Float64Array,
  map: Int32Array,
  scale: Float64Array,
): boolean {
  const { size, columnStart, rows, valueStart, valueCount, diagonalStart, rowStart, rowColumn, rowEntry } = symbolic;
  const o = diagonalStart[k];
  let d0 = d[o];
  let d3 = d[o + 3];
  let d4 = d[o + 4];
  let d6 = d[o + 6];
  let d7 = d[o + 7];
  let d8 = d[o + 8];
  let s0 = Math.abs(d0);
  let s1 = Math.abs(d4);
  let s2 = Math.abs(d8);
  for (let s = columnStart[k]; s < columnStart[k + 1]; s++) map[rows[s]] = valueStart[s];
  for (let u = rowStart[k]; u < rowStart[k + 1]; u++) {
    const j = rowColumn[u];
    const entry = rowEntry[u];
    const lo = valueStart[entry];
    const q = diagonalStart[j];
    const a0 = d[q];
    const a1 = d[q + 1];
    const a2 = d[q + 2];
    const a4 = d[q + 4];
    const a5 = d[q + 5];
    const a8 = d[q + 8];
    const l0 = l[lo];
    const l1 = l[lo + 1];
    const l2 = l[lo + 2];
    const l3 = l[lo + 3];
    const l4 = l[lo + 4];
    const l5 = l[lo + 5];
    const l6 = l[lo + 6];
    const l7 = l[lo + 7];
    const l8 = l[lo + 8];
    // T = D_j L_kjᵀ
    const t0 = a0 * l0 + a1 * l1 + a2 * l2;
    const t3 = a1 * l0 + a4 * l1 + a5 * l2;
    const t6 = a2 * l0 + a5 * l1 + a8 * l2;
    const t1 = a0 * l3 + a1 * l4 + a2 * l5;
    const t4 = a1 * l3 + a4 * l4 + a5 * l5;
    const t7 = a2 * l3 + a5 * l4 + a8 * l5;
    const t2 = a0 * l6 + a1 * l7 + a2 * l8;
    const t5 = a1 * l6 + a4 * l7 + a5 * l8;
    const t8 = a2 * l6 + a5 * l7 + a8 * l8;
    // D_k ← D_k − L_kj T
    const x = l0 * t0 + l1 * t3 + l2 * t6;
    const y = l3 * t1 + l4 * t4 + l5 * t7;
    const z = l6 * t2 + l7 * t5 + l8 * t8;
    d3 -= l3 * t0 + l4 * t3 + l5 * t6;
    d6 -= l6 * t0 + l7 * t3 + l8 * t6;
    d7 -= l6 * t1 + l7 * t4 + l8 * t7;
    d0 -= x;
    d4 -= y;
    d8 -= z;
    s0 += Math.abs(x);
    s1 += Math.abs(y);
    s2 += Math.abs(z);
    const last = columnStart[j + 1];
    if (entry + 1 === last) continue;
    t[0] = t0;
    t[1] = t1;
    t[2] = t2;
    t[3] = t3;
    t[4] = t4;
    t[5] = t5;
    t[6] = t6;
    t[7] = t7;
    t[8] = t8;
    for (let s = entry + 1; s < last; s++) subtractProduct(l, map[rows[s]], l, valueStart[s], t, size[rows[s]], 3, 3);
  }
  d[o] = d0;
  d[o + 1] = d3;
  d[o + 2] = d6;
  d[o + 3] = d3;
  d[o + 4] = d4;
  d[o + 5] = d7;
  d[o + 6] = d6;
  d[o + 7] = d7;
  d[o + 8] = d8;
  const p = symbolic.offset[k];
  scale[p] = s0;
  scale[p + 1] = s1;
  scale[p + 2] = s2;
  const l10 = d3 / d0;
  const l20 = d6 / d0;
  const e1 = d4 - l10 * d3;
  const c = d7 - l10 * d6;
  const l21 = c / e1;
  const e2 = d8 - l20 * d6 - l21 * c;
  const isSafe = d0 > safePivot * s0 && e1 > safePivot * s1 && e2 > safePivot * s2;
  if (!(isSafe && d0 + e1 + e2 < Infinity)) return false;
  const f0 = 1 / d0;
  const f4 = 1 / e1;
  const f8 = 1 / e2;
  f[o] = f0;
  f[o + 3] = l10;
  f[o + 4] = f4;
  f[o + 6] = l20;
  f[o + 7] = l21;
  f[o + 8] = f8;
  if (columnStart[k] === columnStart[k + 1]) return true;
  // L_ik ← L_ik D_k⁻¹: the blocks of a column stand one after the other
  const end = columnStart[k + 1] < valueStart.length ? valueStart[columnStart[k + 1]] : valueCount;
  for (let s = valueStart[columnStart[k]]; s < end; s += 3) {
    const z0 = l[s];
    const z1 = l[s + 1] - l10 * z0;
    const y2 = f8 * (l[s + 2] - l20 * z0 - l21 * z1);
    const y1 = f4 * z1 - l21 * y2;
    l[s] = f0 * z0 - l20 * y2 - l10 * y1;
    l[s + 1] = y1;
    l[s + 2] = y2;
  }
  return true;
}
