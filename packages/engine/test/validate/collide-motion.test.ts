/**
 * Times of impact against closed forms, against dense sampling of the gap, and of one method against the others.
 */
import {
  collideShapes,
  createBox,
  createPlane,
  createSphere,
  findTimeOfImpact,
  ImpactStatus,
  type MovingPair,
  PairCache,
  PairResult,
  type Shape,
  type TimeOfImpactMethod,
  TimeOfImpactSearch,
  writeFrame,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextInteger, nextOnSphere, nextRotation, quat, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { makers } from "../support/curved-shapes.js";

const methods: TimeOfImpactMethod[] = ["conservative", "regula-falsi", "bisection"];

/** Flies as a free body does in uniform gravity, and turns at a constant rate. */
class Flight {
  readonly x = new Float64Array(3);
  readonly v = new Float64Array(3);
  readonly g = new Float64Array(3);
  readonly q = Float64Array.of(0, 0, 0, 1);
  readonly axis = Float64Array.of(0, 0, 1);
  omega = 0;
  private readonly at = new Float64Array(3);
  private readonly turn = new Float64Array(4);

  place(frames: Float64Array, o: number, t: number): void {
    for (let k = 0; k < 3; k++) this.at[k] = this.x[k] + this.v[k] * t + 0.5 * this.g[k] * t * t;
    const s = Math.sin((this.omega * t) / 2);
    this.turn.set([s * this.axis[0], s * this.axis[1], s * this.axis[2], Math.cos((this.omega * t) / 2)]);
    quat.multiply(this.turn, 0, this.turn, 0, this.q, 0);
    writeFrame(frames, o, this.at, 0, this.turn, 0);
  }

  speed(reach: number, t: number): number {
    return Math.hypot(...this.v) + Math.hypot(...this.g) * t + turning(this.omega, reach);
  }

  acceleration(reach: number): number {
    return Math.hypot(...this.g) + turning(this.omega * this.omega, reach);
  }
}

/** Nothing if it does not turn, even if its reach has no end. */
const turning = (rate: number, reach: number): number => (rate === 0 ? 0 : Math.abs(rate) * reach);

function pairUp(shapeA: Shape, a: Flight, shapeB: Shape, b: Flight): MovingPair {
  const place = (frames: Float64Array, time: Float64Array): void => {
    a.place(frames, 0, time[0]);
    b.place(frames, 12, time[0]);
  };
  return { shapeA, shapeB, place, cache: new PairCache(1), slot: 0 };
}

function boundSpeed(search: TimeOfImpactSearch, { shapeA, shapeB }: MovingPair, a: Flight, b: Flight, T: number): void {
  const speed = a.speed(shapeA.reach, T) + b.speed(shapeB.reach, T);
  search.setRange(0, T, speed, a.acceleration(shapeA.reach) + b.acceleration(shapeB.reach));
}

describe("closed forms", () => {
  test.each(methods)("two spheres: a quadratic (%s)", (method) => {
    const rng = createRng(31);
    const search = new TimeOfImpactSearch({ method });
    let hits = 0;
    let worst = 0;
    for (let run = 0; run < 200; run++) {
      const [a, b] = [new Flight(), new Flight()];
      const [rA, rB] = [nextInRange(rng, 0.05, 1), nextInRange(rng, 0.05, 1)];
      const moving = pairUp(createSphere({ radius: rA }), a, createSphere({ radius: rB }), b);
      nextOnSphere(a.x, 0, rng);
      for (let k = 0; k < 3; k++) {
        a.x[k] *= rA + rB + 3;
        a.v[k] = -a.x[k] + nextInRange(rng, -1, 1);
      }
      const dot = (u: Float64Array, w: Float64Array): number => u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
      const [A, B, C] = [dot(a.v, a.v), dot(a.x, a.v), dot(a.x, a.x) - (rA + rB) * (rA + rB)];
      const D = B * B - A * C;
      boundSpeed(search, moving, a, b, 2);
      const status = findTimeOfImpact(search, moving);
      // nothing near a graze is among these
      expect(status).toBe(D > 0 ? ImpactStatus.hit : ImpactStatus.none);
      if (D <= 0) continue;
      hits++;
      // C/(−B + √D) = the smaller root, without cancellation; it is ill-conditioned as √D/A becomes small
      worst = Math.max(worst, (Math.abs(search.time[0] - C / (-B + Math.sqrt(D))) * Math.sqrt(D)) / A);
    }
    expect(hits).toBeGreaterThan(50);
    // measured 2.7e-16
    expect(worst).toBeLessThan(8e-16);
  });

  test.each(methods)("a turning box falls on its corner (%s)", (method) => {
    const box = createBox({ size: [1, 0.6, 0.8] });
    const floor = createPlane({ normal: [0, 1, 0] });
    const rng = createRng(32);
    const search = new TimeOfImpactSearch({ method });
    let worst = 0;
    for (let run = 0; run < 60; run++) {
      const [a, b] = [new Flight(), new Flight()];
      a.x.set([nextInRange(rng, -5, 5), 2, 0]);
      a.v.set([1, nextInRange(rng, -2, 2), 0]);
      a.g.set([0, -10, 0]);
      a.omega = nextInRange(rng, -2, 2);
      const moving = pairUp(box, a, floor, b);
      boundSpeed(search, moving, a, b, 1.2);
      expect(findTimeOfImpact(search, moving)).toBe(ImpactStatus.hit);
      worst = Math.max(worst, Math.abs(search.time[0] - findCornerTime(a)));
    }
    // measured 1.1e-16: an ulp of the height, 2.2e-16 at 1 m, over a few m/s
    expect(worst).toBeLessThan(4e-16);
  });

  /** The height of the lowest corner, y + v t − 5 t² − ½ |sin ωt| − 0.3 |cos ωt|: its first root by sampling and halving. */
  function findCornerTime({ x, v, omega }: Flight): number {
    const height = (t: number): number =>
      x[1] + v[1] * t - 5 * t * t - 0.5 * Math.abs(Math.sin(omega * t)) - 0.3 * Math.abs(Math.cos(omega * t));
    let high = 0;
    while (height(high) > 0) high += 1e-3;
    let low = high - 1e-3;
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (height(middle) > 0) low = middle;
      else high = middle;
    }
    return low;
  }
});

const all = Object.keys(makers);
/** Twelve of each. */
const stock = createStock();

function createStock(): Map<string, Shape[]> {
  const rng = createRng(5);
  return new Map(all.map((name) => [name, Array.from({ length: 12 }, () => makers[name](rng, 1))]));
}

function pick(rng: Rng, name: string): Shape {
  return (stock.get(name) as Shape[])[nextInteger(rng, 0, 11)];
}

/** Those whose gaps take little time. */
const quick = ["sphere", "capsule", "box", "convex"];

/** Two shapes that fly past one another or meet, turning; sizes about 1. */
function drawFlights(rng: Rng, run: number, names: readonly string[]): [MovingPair, Flight, Flight] {
  const [a, b] = [new Flight(), new Flight()];
  const n = names.length;
  const A = pick(rng, names[run % n]);
  const B = pick(rng, names[Math.floor(run / n) % n]);
  for (const flight of [a, b]) {
    nextRotation(flight.q, 0, rng);
    nextOnSphere(flight.axis, 0, rng);
    flight.omega = nextInRange(rng, -8, 8);
  }
  nextOnSphere(a.x, 0, rng);
  for (let k = 0; k < 3; k++) {
    a.x[k] *= A.reach + B.reach + 0.1;
    a.v[k] = -a.x[k] * nextInRange(rng, 1, 4) + nextInRange(rng, -3, 3);
  }
  a.g.set([0, -9.81, 0]);
  return [pairUp(A, a, B, b), a, b];
}

const delta = 1e-6;

/** The gap at many times; the first at which it is below −δ, and the least of all before that. */
function sample(moving: MovingPair, T: number, count: number): { first: number; least: number } {
  const frames = new Float64Array(24);
  const time = new Float64Array(1);
  const result = new PairResult();
  const cache = new PairCache(1);
  let least = Infinity;
  for (let k = 0; k <= count; k++) {
    time[0] = (T * k) / count;
    moving.place(frames, time);
    collideShapes(result, moving.shapeA, frames, 0, moving.shapeB, frames, 12, cache, 0, 0);
    if (result.values[0] < -delta) return { first: time[0], least };
    least = Math.min(least, result.values[0]);
  }
  return { first: Infinity, least };
}

describe("random flights of every two kinds", () => {
  const T = 1;

  test.each([
    ["speed alone", 36, all],
    ["acceleration too", 216, all],
    ["acceleration too, quick ones", 2000, quick],
  ])("no sample overlaps before the impact, and none is missed: %s", (name, runs, names) => {
    const rng = createRng(600 + runs);
    const search = new TimeOfImpactSearch({ distanceTolerance: delta });
    let low = 0;
    let high = 0;
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (let run = 0; run < runs; run++) {
      const [moving, a, b] = drawFlights(rng, run, names);
      boundSpeed(search, moving, a, b, T);
      if (name === "speed alone") search.range[3] = Infinity;
      const status = findTimeOfImpact(search, moving);
      counts[status]++;
      const { first } = sample(moving, T, 30);
      if (status === ImpactStatus.hit) {
        expect(first).toBeGreaterThanOrEqual(search.time[0]);
        low = Math.min(low, search.pair.values[0]);
        high = Math.max(high, search.pair.values[0]);
        // and before it, densely
        expect(sample(moving, search.time[0], 10).least).toBeGreaterThanOrEqual(-delta);
      } else {
        expect([ImpactStatus.none, ImpactStatus.graze]).toContain(status);
        expect(first).toBe(Infinity);
      }
    }
    // at the root to rounding: an ulp of time at speeds to 10 m/s, and one of the gap, seen from another witness;
    // measured −4.4e-16 … 1.1e-15
    expect(low).toBeGreaterThan(-1e-15);
    expect(high).toBeLessThan(4e-15);
    expect(counts[ImpactStatus.hit]).toBeGreaterThan(runs / 3);
    expect(counts[ImpactStatus.none]).toBeGreaterThan(runs / 20);
  });

  test("the methods agree where the pair comes in once; swapped pairs too", () => {
    const rng = createRng(77);
    const searches = methods.map((method) => new TimeOfImpactSearch({ method, distanceTolerance: delta }));
    const evaluations = [0, 0, 0];
    let compared = 0;
    let worst = 0;
    for (let run = 0; run < 108; run++) {
      const [moving, a, b] = drawFlights(rng, run, all);
      boundSpeed(searches[0], moving, a, b, T);
      if (findTimeOfImpact(searches[0], moving) !== ImpactStatus.hit) continue;
      // a little later it overlaps, for the first time
      const end = searches[0].time[0] + 0.01;
      const swapped = pairUp(moving.shapeB, b, moving.shapeA, a);
      const rate = measureRate(moving, searches[0].time[0]);
      searches.forEach((search, k) => {
        boundSpeed(search, moving, a, b, end);
        const status = findTimeOfImpact(search, moving);
        expect(status).toBe(ImpactStatus.hit);
        evaluations[k] += search.evaluations;
        // rounding of the gap moves the root by so much over the rate of approach
        worst = Math.max(worst, Math.abs(search.time[0] - searches[0].time[0]) * Math.min(1, rate));
      });
      const time = searches[0].time[0];
      boundSpeed(searches[0], swapped, b, a, T);
      expect(findTimeOfImpact(searches[0], swapped)).toBe(ImpactStatus.hit);
      worst = Math.max(worst, Math.abs(searches[0].time[0] - time) * Math.min(1, rate));
      compared++;
    }
    expect(compared).toBeGreaterThan(60);
    // measured 4.3e-16: an ulp of time or of the gap
    expect(worst).toBeLessThan(1e-15);
    // the footnote: much faster convergence than bisection
    expect(evaluations[1]).toBeLessThan(evaluations[2] / 3);
  });

  /** How fast the gap closes at t. */
  function measureRate(moving: MovingPair, t: number): number {
    const frames = new Float64Array(24);
    const result = new PairResult();
    const gaps = [-1e-7, 0].map((h) => {
      moving.place(frames, Float64Array.of(t + h));
      collideShapes(result, moving.shapeA, frames, 0, moving.shapeB, frames, 12, new PairCache(1), 0, 0);
      return result.values[0];
    });
    return (gaps[0] - gaps[1]) / 1e-7;
  }
});
