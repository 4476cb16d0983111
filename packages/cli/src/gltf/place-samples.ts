/**
 * Places of what is to be seen, at some of the samples of a run: of every one, of every second, of every fourth and so on, so
 * that there are not many, however long the run is.
 */
import type { Seen } from "./view.js";

/** Places that are kept, at most, of all things together; and samples, at least and at most. */
const mostPlaces = 2 ** 15;
const fewest = 8;
const most = 256;

export class PlaceSamples {
  private readonly things: readonly Omit<Seen, "p">[];
  private readonly limit: number;
  /** Of each sample that is kept, three numbers a thing. */
  private kept: Float64Array[] = [];
  private stride = 1;
  private index = 0;

  constructor(things: readonly Omit<Seen, "p">[]) {
    this.things = things;
    this.limit = Math.max(fewest, Math.min(most, Math.floor(mostPlaces / Math.max(1, things.length))));
  }

  /** The next samples, from number `first` of the lists on, a list for each thing. */
  add(places: readonly Float64Array[], first: number, count: number): void {
    for (let k = first; k < count; k++) {
      const isDue = this.index++ % this.stride === 0;
      if (!isDue) continue;
      if (this.kept.length === this.limit) {
        this.kept = this.kept.filter((_, m) => m % 2 === 0);
        this.stride *= 2;
        if ((this.index - 1) % this.stride !== 0) continue;
      }
      const row = new Float64Array(3 * this.things.length);
      places.forEach((p, m) => {
        for (let c = 0; c < 3; c++) row[3 * m + c] = p[3 * k + c];
      });
      this.kept.push(row);
    }
  }

  /** The visible things. */
  list(): Seen[] {
    return this.things.map((thing, m) => {
      const p = new Float64Array(3 * this.kept.length);
      this.kept.forEach((row, k) => {
        for (let c = 0; c < 3; c++) p[3 * k + c] = row[3 * m + c];
      });
      return { ...thing, p };
    });
  }
}
