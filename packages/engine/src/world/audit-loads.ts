/**
 * The largest force and moment on each body of an island, as its rows have them where forces were found last: what the audit (audit.ts)
 * is relative to.
 */
import type { Audit } from "./audit.js";
import { measureLength } from "./audit.js";
import type { Island } from "./island.js";

const wrench = new Float64Array(6);

export function measureLoads({ largest }: Audit, { table, system, bodies, movingCount }: Island): void {
  const { jacobian: J, owner, rowStart, width, column, valueStart, lambda } = table;
  const { force, torque } = system;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    largest[2 * i] = Math.max(largest[2 * i], measureLength(force, 3 * i));
    largest[2 * i + 1] = Math.max(largest[2 * i + 1], measureLength(torque, 3 * i));
  }
  for (let k = 0; k < width.length; k++) {
    if (width[k] !== 6 || column[k] >= 6 * movingCount) continue;
    const i = bodies[column[k] / 6];
    let r = rowStart[owner[k]];
    for (let v = valueStart[k]; v < valueStart[k + 1]; v += 6, r++) {
      for (let x = 0; x < 6; x++) wrench[x] = J[v + x] * lambda[r];
      largest[2 * i] = Math.max(largest[2 * i], measureLength(wrench, 0));
      largest[2 * i + 1] = Math.max(largest[2 * i + 1], measureLength(wrench, 3));
    }
  }
}
