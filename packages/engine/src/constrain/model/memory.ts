/** The numbers that mechanisms remember from step to step besides their state: turns of angles, parameters of curves. */
import type { Memory } from "./constraint.js";

/** Lists the memory of things, each array once, in their order. */
export function listMemory(things: readonly { readonly memory?: Memory }[]): Float64Array[] {
  return [...new Set(things.flatMap(({ memory = [] }) => memory))];
}

/** Number of entries of a list of memories. */
export function measureMemory(list: Memory): number {
  return list.reduce((sum, { length }) => sum + length, 0);
}

/** Copies all memories into `out`, one behind the other. */
export function saveMemory(out: Float64Array, list: Memory): void {
  let o = 0;
  for (const numbers of list) {
    out.set(numbers, o);
    o += numbers.length;
  }
}

/** Copies all memories back from `from`. */
export function restoreMemory(list: Memory, from: Float64Array): void {
  let o = 0;
  for (const numbers of list) {
    for (let k = 0; k < numbers.length; k++) numbers[k] = from[o++];
  }
}
