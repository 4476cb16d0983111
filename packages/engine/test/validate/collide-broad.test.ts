/**
 * The broad phase over long motions: bodies that fly and bounce in a room, at several speeds, beside all pairs at every
 * pass, and beside a broad phase that was made a moment ago and knows no past.
 */
import { createRng, nextInRange } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import type { BroadPhase } from "../../src/collide/broadphase/broad-phase.js";
import { Grid } from "../../src/collide/broadphase/grid.js";
import { Sweep } from "../../src/collide/broadphase/sweep.js";
import { agrees } from "../support/boxes.js";

const n = 250;
const passes = 150;
const room = 9;

/** Boxes of 0.1 to 1.5 m with velocities up to 1 m/s in each direction, a floor that has no end, and one giant. */
class Flight {
  readonly boxes = new Float64Array(6 * n);
  private readonly centre = new Float64Array(3 * n);
  private readonly half = new Float64Array(3 * n);
  private readonly velocity = new Float64Array(3 * n);

  constructor() {
    const rng = createRng(8);
    for (let c = 0; c < 3 * n; c++) {
      this.centre[c] = nextInRange(rng, 0, room);
      this.half[c] = nextInRange(rng, 0.05, 0.75);
      this.velocity[c] = nextInRange(rng, -1, 1);
    }
    this.half.set([Infinity, 0.5, Infinity, 4, 4, 4]);
    this.move(0);
  }

  move(h: number): void {
    for (let c = 0; c < 3 * n; c++) {
      this.centre[c] += h * this.velocity[c];
      const outside = this.centre[c] < 0 ? -1 : this.centre[c] > room ? 1 : 0;
      if (outside * this.velocity[c] > 0) this.velocity[c] *= -1;
      const o = 6 * Math.floor(c / 3) + (c % 3);
      this.boxes[o] = this.centre[c] - this.half[c];
      this.boxes[o + 3] = this.centre[c] + this.half[c];
    }
  }

  bruteForce(): number[] {
    const { boxes } = this;
    const pairs: number[] = [];
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        let overlaps = true;
        for (let k = 0; k < 3; k++) {
          overlaps &&= boxes[6 * i + k] <= boxes[6 * j + k + 3] && boxes[6 * j + k] <= boxes[6 * i + k + 3];
        }
        if (overlaps) pairs.push(i, j);
      }
    }
    return pairs;
  }

  enter(watcher: BroadPhase): void {
    for (let id = 0; id < n; id++) watcher.add(id, this.boxes, 6 * id);
  }
}

describe("at every pass of a long motion the pairs are those of all that overlap", () => {
  test.each([
    [1e-3, 0, 0],
    [1e-2, 0, 0],
    [0.3, 0, passes],
    // so fast that nothing is where it was
    [100, passes, passes],
  ])("of %f m a pass", (h, leastRebuilds, mostRebuilds) => {
    const flight = new Flight();
    const sweep = new Sweep();
    const watchers = [sweep, new Sweep({ exchangeLimit: 1e9 }), new Grid(), new Grid({ margin: 0.4 })];
    for (const watcher of watchers) flight.enter(watcher);
    const seen = new Set<string>();
    for (let pass = 0; pass <= passes; pass++) {
      const truth = flight.bruteForce();
      seen.add(truth.join());
      const unaware = pass % 2 === 0 ? new Sweep() : new Grid();
      flight.enter(unaware);
      for (const watcher of [...watchers, unaware]) {
        for (let id = 0; id < n; id++) watcher.setBox(id, flight.boxes, 6 * id);
        watcher.update();
        expect(agrees(watcher, truth)).toBe(true);
      }
      flight.move(h);
    }
    // something happens: the motion is a test
    expect(seen.size).toBeGreaterThan(10);
    // the first pass adds all at once, from scratch
    expect(sweep.rebuilds - 1).toBeGreaterThanOrEqual(leastRebuilds);
    expect(sweep.rebuilds - 1).toBeLessThanOrEqual(mostRebuilds);
  });
});
