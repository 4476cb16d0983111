/**
 * Products with the rows of a cone problem. The three rows of a cone are on the same nodes and are taken at once; all terms are
 * added in the order of the rows, as in rows-kernel.ts, and give the same numbers.
 *
 *   out = J y          y += Jᵀ f
 */
import type { ConeProblem } from "./cone-problem.js";

/** out = J y. */
export function multiplyCones(out: Float64Array, problem: ConeProblem, y: Float64Array): void {
  const { rows, coneOf, coneRow, tangentRow } = problem;
  const { rowCount, rowStart, blockStart, blockNode, blockEntry, nodeStart, values } = rows;
  for (let i = 0; i < rowCount; ) {
    const c = coneOf[i];
    const begin = blockStart[i];
    const end = blockStart[i + 1];
    if (c < 0 || coneRow[c] !== i || tangentRow[c] !== i + 1) {
      let sum = 0;
      for (let p = begin; p < end; p++) {
        const o = nodeStart[blockNode[p]];
        const e = blockEntry[p];
        const width = nodeStart[blockNode[p] + 1] - o;
        for (let k = 0; k < width; k++) sum += values[e + k] * y[o + k];
      }
      out[i++] = sum;
      continue;
    }
    const length = rowStart[i + 1] - rowStart[i];
    let first = 0;
    let second = 0;
    let third = 0;
    for (let p = begin; p < end; p++) {
      const o = nodeStart[blockNode[p]];
      const width = nodeStart[blockNode[p] + 1] - o;
      const e = blockEntry[p];
      if (width === 6) {
        const t = e + length;
        const s = t + length;
        const y0 = y[o];
        const y1 = y[o + 1];
        const y2 = y[o + 2];
        const y3 = y[o + 3];
        const y4 = y[o + 4];
        const y5 = y[o + 5];
        first += values[e] * y0;
        first += values[e + 1] * y1;
        first += values[e + 2] * y2;
        first += values[e + 3] * y3;
        first += values[e + 4] * y4;
        first += values[e + 5] * y5;
        second += values[t] * y0;
        second += values[t + 1] * y1;
        second += values[t + 2] * y2;
        second += values[t + 3] * y3;
        second += values[t + 4] * y4;
        second += values[t + 5] * y5;
        third += values[s] * y0;
        third += values[s + 1] * y1;
        third += values[s + 2] * y2;
        third += values[s + 3] * y3;
        third += values[s + 4] * y4;
        third += values[s + 5] * y5;
      } else {
        for (let k = 0; k < width; k++) {
          first += values[e + k] * y[o + k];
          second += values[e + length + k] * y[o + k];
          third += values[e + 2 * length + k] * y[o + k];
        }
      }
    }
    out[i] = first;
    out[i + 1] = second;
    out[i + 2] = third;
    i += 3;
  }
}

/** y += Jᵀ f. */
export function addConeForces(y: Float64Array, problem: ConeProblem, f: Float64Array): void {
  const { rows, coneOf, coneRow, tangentRow } = problem;
  const { rowCount, rowStart, blockStart, blockNode, blockEntry, nodeStart, values } = rows;
  for (let i = 0; i < rowCount; ) {
    const c = coneOf[i];
    const begin = blockStart[i];
    const end = blockStart[i + 1];
    const first = f[i];
    if (c < 0 || coneRow[c] !== i || tangentRow[c] !== i + 1) {
      for (let p = begin; p < end && first !== 0; p++) {
        const o = nodeStart[blockNode[p]];
        const e = blockEntry[p];
        const width = nodeStart[blockNode[p] + 1] - o;
        for (let k = 0; k < width; k++) y[o + k] += values[e + k] * first;
      }
      i++;
      continue;
    }
    const length = rowStart[i + 1] - rowStart[i];
    const second = f[i + 1];
    const third = f[i + 2];
    i += 3;
    if (first === 0 && second === 0 && third === 0) continue;
    for (let p = begin; p < end; p++) {
      const o = nodeStart[blockNode[p]];
      const width = nodeStart[blockNode[p] + 1] - o;
      const e = blockEntry[p];
      const t = e + length;
      const s = t + length;
      if (width === 6) {
        y[o] = y[o] + values[e] * first + values[t] * second + values[s] * third;
        y[o + 1] = y[o + 1] + values[e + 1] * first + values[t + 1] * second + values[s + 1] * third;
        y[o + 2] = y[o + 2] + values[e + 2] * first + values[t + 2] * second + values[s + 2] * third;
        y[o + 3] = y[o + 3] + values[e + 3] * first + values[t + 3] * second + values[s + 3] * third;
        y[o + 4] = y[o + 4] + values[e + 4] * first + values[t + 4] * second + values[s + 4] * third;
        y[o + 5] = y[o + 5] + values[e + 5] * first + values[t + 5] * second + values[s + 5] * third;
      } else {
        for (let k = 0; k < width; k++) {
          y[o + k] = y[o + k] + values[e + k] * first + values[t + k] * second + values[s + k] * third;
        }
      }
    }
  }
}
