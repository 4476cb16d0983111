/** What is worked out from a particle table when it is asked for, and kept until the table changes. */
import type { ParticleSystem } from "./system.js";

/** Where x and v stand in the state, and the weights of the second-order form. */
export interface Layout {
  readonly positionIndex: Int32Array;
  readonly velocityIndex: Int32Array;
  readonly weights: Float64Array;
}

export function buildLayout(system: ParticleSystem): Layout {
  const n = 3 * system.count;
  const positionIndex = new Int32Array(n);
  const velocityIndex = new Int32Array(n);
  const weights = new Float64Array(n);
  for (let c = 0; c < n; c++) {
    const i = Math.floor(c / 3);
    positionIndex[c] = 6 * i + (c % 3);
    velocityIndex[c] = 6 * i + 3 + (c % 3);
    weights[c] = system.inverseMass[i] === 0 ? 0 : system.mass[i];
  }
  return { positionIndex, velocityIndex, weights };
}

/** The particles that have a mass of their own. */
export function listWithMass(mass: Float64Array, count: number): Int32Array {
  const list: number[] = [];
  for (let i = 0; i < count; i++) if (mass[i] > 0) list.push(i);
  return Int32Array.from(list);
}
