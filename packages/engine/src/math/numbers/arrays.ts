/**
 * The memory of tables: arrays that grow, and small arrays in one buffer.
 */

/** Returns a copy of the typed array `from` with `length` entries: cut off, or filled up with zeros. */
export function resize<T extends Float64Array | Int32Array | Uint8Array>(from: T, length: number): T {
  const to = new (from.constructor as new (length: number) => T)(length);
  to.set(length < from.length ? from.subarray(0, length) : from);
  return to;
}

/**
 * Returns arrays of zeros of the given lengths as views of one buffer, since a buffer costs more memory than a small array needs.
 */
export function createArrays(lengths: readonly number[]): Float64Array[] {
  const room = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  return lengths.map((length) => {
    start += length;
    return room.subarray(start - length, start);
  });
}
