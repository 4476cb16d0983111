/**
 * Growing tables: a typed array of another length with the same contents, as far as they fit.
 */

/** A copy of `from` with `length` entries: cut off, or filled up with zeros. */
export function resize<T extends Float64Array | Int32Array | Uint8Array>(from: T, length: number): T {
  const to = new (from.constructor as new (length: number) => T)(length);
  to.set(length < from.length ? from.subarray(0, length) : from);
  return to;
}

/** Arrays of these lengths, zeros, in one piece of memory: where each is small, it by itself would cost more than what is in it. */
export function createArrays(lengths: readonly number[]): Float64Array[] {
  const room = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  return lengths.map((length) => {
    start += length;
    return room.subarray(start - length, start);
  });
}
