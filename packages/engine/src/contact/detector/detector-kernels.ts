/**
 * Kernels of the detector for one part, or for one pair of them.
 *
 * The order of a pair's contacts is that of their keys, then of the places where they are: it depends on the contacts
 * alone, whichever was found first.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { boundsSize, type ContactBuffer, computeBounds, frameSize, type PairResult } from "../../collide/index.js";
import type { PartTable } from "../table/index.js";
import { boundingFactor } from "./parameters.js";

/** Writes the smallest box of part p at its placed frame, grown by margins[m] on all sides, m. */
export function writeFatBox(
  out: Float64Array,
  o: number,
  parts: PartTable,
  p: number,
  margins: Float64Array,
  m: number,
): void {
  const shape = parts.shapes[p];
  if (shape === null) return;
  computeBounds(out, o, shape, parts.frames, frameSize * p);
  for (let k = 0; k < 3; k++) {
    out[o + k] -= margins[m];
    out[o + 3 + k] += margins[m];
  }
}

/** Lets the box at out[o …] take in the one at box[i …]. */
export function extendBox(out: Float64Array, o: number, box: Float64Array, i: number): void {
  for (let k = 0; k < boundsSize / 2; k++) {
    out[o + k] = Math.min(out[o + k], box[i + k]);
    out[o + 3 + k] = Math.max(out[o + 3 + k], box[i + 3 + k]);
  }
}

/**
 * Whether the balls around A and B, or that around A and the plane B, are farther apart than tolerance[0]: then the parts
 * are. Says no where there is doubt.
 */
export function isFar(parts: PartTable, a: number, b: number, tolerance: Float64Array): boolean {
  const { frames, shapes } = parts;
  const A = shapes[a];
  const B = shapes[b];
  if (A === null || B === null) return false;
  const oB = frameSize * b;
  const x = frames[frameSize * a] - frames[oB];
  const y = frames[frameSize * a + 1] - frames[oB + 1];
  const z = frames[frameSize * a + 2] - frames[oB + 2];
  // another tolerance for the rounding of positions, and a little for that of reaches
  const reach = A.reach * boundingFactor + 2 * tolerance[0];
  if (B.plane !== null) {
    const { plane } = B;
    let height = -plane[3];
    // Rᵀ(xA − xB)·n − d
    for (let k = 0; k < 3; k++) {
      height += (frames[oB + 3 + k] * x + frames[oB + 6 + k] * y + frames[oB + 9 + k] * z) * plane[k];
    }
    return height > reach;
  }
  const r = reach + B.reach * boundingFactor;
  return x * x + y * y + z * z > r * r;
}

/** Fills `order` with the sorted rows of a buffer, by insertion, as there are few. Returns whether they were in order before. */
export function sortRows(order: Int32Array, buffer: ContactBuffer): boolean {
  let wereSorted = true;
  for (let row = 0; row < buffer.count; row++) {
    let k = row;
    while (k > 0 && comesBefore(buffer, row, order[k - 1])) {
      order[k] = order[k - 1];
      k--;
    }
    order[k] = row;
    if (k < row) wereSorted = false;
  }
  return wereSorted;
}

function comesBefore(buffer: ContactBuffer, c: number, d: number): boolean {
  const { keyA, keyB, point } = buffer;
  if (keyA[c] !== keyA[d]) return keyA[c] < keyA[d];
  if (keyB[c] !== keyB[d]) return keyB[c] < keyB[d];
  for (let k = 0; k < 3; k++) {
    if (point[3 * c + k] !== point[3 * d + k]) return point[3 * c + k] < point[3 * d + k];
  }
  return false;
}

/** Copies the result of a narrow phase. */
export function copyResult(out: PairResult, from: PairResult): void {
  out.status = from.status;
  out.witness = from.witness;
  out.featureA = from.featureA;
  out.featureB = from.featureB;
  for (let k = 0; k < from.values.length; k++) out.values[k] = from.values[k];
}
