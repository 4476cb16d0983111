/** Lists of key times: equal ones, of which there are many, are kept once. */
export class KeyTimes {
  readonly lists: Float32Array<ArrayBuffer>[] = [];
  private readonly known = new Map<number, number[]>();

  /** The number of a list. */
  add(times: Float32Array<ArrayBuffer>): number {
    const bits = new Int32Array(times.buffer, times.byteOffset, times.length);
    let hash = bits.length;
    for (let k = 0; k < bits.length; k++) hash = Math.imul(hash ^ bits[k], 0x01000193);
    const alike = this.known.get(hash);
    const found = alike?.find((place) => isEqual(this.lists[place], times));
    if (found !== undefined) return found;
    const place = this.lists.push(times) - 1;
    if (alike === undefined) this.known.set(hash, [place]);
    else alike.push(place);
    return place;
  }
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
