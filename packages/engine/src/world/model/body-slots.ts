/**
 * Which place a body has in a list of some bodies: asked some thousand times for every slope. Open addressing, by the lowest
 * bits: bodies that are numbered one after the other are found at once.
 */
export class BodySlots {
  /** One more than the body, or 0 where there is none; and its place. At least half of them are free. */
  private readonly keys: Int32Array;
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

  /** Its place, or −1. */
  find(body: number): number {
    const { keys } = this;
    const last = keys.length - 1;
    for (let k = body & last; keys[k] !== 0; k = (k + 1) & last) if (keys[k] === body + 1) return this.places[k];
    return -1;
  }
}
