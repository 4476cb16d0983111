/**
 * Place of a body in a list of some bodies, looked up some thousand times for each evaluation of the derivative. The table uses
 * open addressing by the lowest bits, so that bodies with consecutive numbers are found at the first probe.
 */

/** Hash table from bodies to their places in a list. */
export class BodySlots {
  /** One more than the body, or 0 of a free entry; at least half of the entries are free. */
  private readonly keys: Int32Array;
  /** Place of the body of each entry. */
  private readonly places: Int32Array;

  constructor(bodies: ArrayLike<number>) {
    let size = 2;
    while (size < 2 * bodies.length) size *= 2;
    this.keys = new Int32Array(size);
    this.places = new Int32Array(size);
    for (let b = 0; b < bodies.length; b++) {
      let k = bodies[b] & (size - 1);
      while (this.keys[k] !== 0) k = (k + 1) & (size - 1);
      this.keys[k] = bodies[b] + 1;
      this.places[k] = b;
    }
  }

  /** Returns the place of a body, or −1. */
  find(body: number): number {
    const { keys } = this;
    const last = keys.length - 1;
    for (let k = body & last; keys[k] !== 0; k = (k + 1) & last) if (keys[k] === body + 1) return this.places[k];
    return -1;
  }
}
