/**
 * The broad phase: a pass over 100 to 100 000 boxes that fly about in a room at constant density, by the grid and by
 * sort and sweep, at three levels of coherence, and how the time grows with their number.
 *
 * Boxes have lengths of 0.5 to 1.5, and each has about two overlapping neighbours. A pass is: every box is moved and
 * written, then `update`. Both must find the same pairs, or the benchmark fails.
 */
import { type BroadPhase, Grid, Sweep } from "@rigor/engine/collide";
import { createRng, nextInRange } from "@rigor/engine/math";
import { fitExponent, formatTime, measureAllocation, printTable } from "./support.js";

/**
 * Bounds that must hold: growth of the grid, which is the default, when boxes move little (1 mm a pass for 1 m boxes:
 * 1 m/s at 1 ms); garbage of both. Sort and sweep has more to exchange the more boxes lie side by side: p → 5/3.
 */
const bounds = { exponent: 1.1, bytesPerPass: 1 };

/** The largest move of a box per pass in each direction, where 1 is the mean length; null: it is placed anew at random. */
const levels = [
  { name: "moving 0.001", step: 1e-3, isCoherent: true },
  { name: "moving 0.01", step: 1e-2, isCoherent: false },
  { name: "all anew", step: null, isCoherent: false },
];

/** Passes timed at once: in one of ten the grid has more to do than in the others. */
const passesPerTurn = 10;

const methods = [
  { name: "grid", create: () => new Grid(), isBound: true },
  { name: "sort and sweep", create: () => new Sweep(), isBound: false },
];

export function benchBroadPhase(quick: boolean): string[] {
  const sizes = quick ? [100, 1000, 10_000] : [100, 1000, 10_000, 100_000];
  const missed: string[] = [];
  console.log("Broad phase: time a pass, time a box, and the exponent p of time ~ nᵖ\n");
  const rows = levels.flatMap(({ name: level, step, isCoherent }) => {
    const times = methods.map((): number[] => []);
    const pairs = sizes.map((n) => {
      const flights = methods.map(({ create }) => new Flight(n, create(), step));
      const batch = step === null ? 1 : passesPerTurn;
      // boxes that were registered together leave together, until they have lost step with each other
      if (step !== null) for (const flight of flights) flight.pass(30);
      timeFlights(flights, batch).forEach((time, m) => {
        times[m]!.push(time);
      });
      return comparePairs(flights, missed, `${n} boxes ${level}`);
    });
    return methods.map(({ name, isBound }, m) => {
      const exponent = fitExponent(sizes, times[m]!);
      if (isBound && isCoherent && !(exponent <= bounds.exponent)) {
        missed.push(`growth of ${name}, ${level}: ${exponent.toFixed(3)}, should be at most ${bounds.exponent}`);
      }
      const cells = times[m]!.flatMap((t, s) => [formatTime(t), `${((1e9 * t) / sizes[s]!).toFixed(0)} ns`]);
      return [`${level}, ${name}`, ...cells, exponent.toFixed(2), String(pairs.at(-1))];
    });
  });
  printTable(["boxes", ...sizes.flatMap((n) => [String(n), "a box"]), "p", "pairs"], rows);
  return [...missed, ...benchGarbage()];
}

/** Turns of each flight, and how long one lasts at least, s. */
const turns = 9;
const turnTime = 0.03;

/**
 * Seconds a pass of each: the least of several turns, one flight after the other. Of the processor, not of the clock, so
 * that other work on the machine does not make long passes look longer than short ones, which fit in between.
 */
function timeFlights(flights: readonly Flight[], batch: number): number[] {
  const least = flights.map(() => Infinity);
  for (let turn = 0; turn < turns; turn++) {
    flights.forEach((flight, m) => {
      const start = process.cpuUsage().user;
      let elapsed = 0;
      let passes = 0;
      do {
        flight.pass(batch);
        passes += batch;
        elapsed = 1e-6 * (process.cpuUsage().user - start);
      } while (elapsed < turnTime);
      least[m] = Math.min(least[m]!, elapsed / passes);
    });
  }
  return least;
}

function benchGarbage(): string[] {
  console.log("\nBytes left on the heap a pass over 1000 boxes moving 0.01\n");
  const rows = methods.map(({ name, create }) => {
    const flight = new Flight(1000, create(), 1e-2);
    return { name, bytes: measureAllocation(() => flight.pass(1), 20) };
  });
  printTable(
    ["method", "bytes a pass"],
    rows.map(({ name, bytes }) => [name, bytes.toFixed(1)]),
  );
  return rows.flatMap(({ name, bytes }) =>
    bytes <= bounds.bytesPerPass ? [] : [`bytes left a pass of ${name}: ${bytes.toFixed(1)}, should be none`],
  );
}

/** Brings all flights to the same moment and returns the number of pairs there. */
function comparePairs(flights: readonly Flight[], missed: string[], what: string): number {
  const lists = flights.map((flight) => {
    flight.rewind();
    return Array.from(flight.watcher.pairs.values.subarray(0, 2 * flight.watcher.pairs.count));
  });
  const differ = lists.some((list) => list.length !== lists[0]!.length || list.some((id, k) => id !== lists[0]![k]));
  if (differ) missed.push(`${what}: the methods find different pairs`);
  return lists[0]!.length / 2;
}

/** Boxes in a room, with constant velocities, thrown back at its walls. */
class Flight {
  readonly watcher: BroadPhase;
  private readonly step: number | null;
  private readonly places: Float64Array[];
  private readonly centre: Float64Array;
  private readonly half: Float64Array;
  private readonly velocity: Float64Array;
  private readonly room: number;
  private passes = 0;

  constructor(n: number, watcher: BroadPhase, step: number | null) {
    const rng = createRng(1);
    const draw = (low: number, high: number) => Float64Array.from({ length: 3 * n }, () => nextInRange(rng, low, high));
    this.room = 1.6 * Math.cbrt(n);
    this.half = draw(0.25, 0.75);
    this.velocity = draw(-1, 1);
    // "anywhere else" goes round four sets of places, so that drawing them costs nothing
    this.places = Array.from({ length: step === null ? 4 : 1 }, () => draw(0, this.room));
    this.centre = this.places[0]!.slice();
    this.step = step;
    this.watcher = watcher;
    const box = new Float64Array(6);
    for (let id = 0; id < n; id++) {
      for (let k = 0; k < 6; k++) {
        box[k] = this.centre[3 * id + (k % 3)]! + (k < 3 ? -1 : 1) * this.half[3 * id + (k % 3)]!;
      }
      watcher.add(id, box);
    }
    watcher.update();
  }

  pass(count: number): void {
    for (let p = 0; p < count; p++) {
      if (this.step === null) this.centre.set(this.places[++this.passes % this.places.length]!);
      else fly(this.centre, this.velocity, this.step, this.room);
      writeBoxes(this.watcher.boxes, this.centre, this.half);
      this.watcher.update();
    }
  }

  /** Back to the first places. */
  rewind(): void {
    this.centre.set(this.places[0]!);
    writeBoxes(this.watcher.boxes, this.centre, this.half);
    this.watcher.update();
  }
}

function fly(centre: Float64Array, velocity: Float64Array, step: number, room: number): void {
  for (let c = 0; c < centre.length; c++) {
    centre[c] += step * velocity[c];
    if ((centre[c] < 0 && velocity[c] < 0) || (centre[c] > room && velocity[c] > 0)) velocity[c] = -velocity[c];
  }
}

function writeBoxes(boxes: Float64Array, centre: Float64Array, half: Float64Array): void {
  for (let c = 0, o = 0; c < centre.length; c += 3, o += 6) {
    for (let k = 0; k < 3; k++) {
      boxes[o + k] = centre[c + k] - half[c + k];
      boxes[o + k + 3] = centre[c + k] + half[c + k];
    }
  }
}
