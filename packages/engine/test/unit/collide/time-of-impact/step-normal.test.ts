/** Pairs that turn together, close to one another: proved apart in few looks, where a normal that stands needs a million. */
import {
  createBox,
  findTimeOfImpact,
  frameSize,
  ImpactStatus,
  MotionRange,
  type MovingPair,
  PairCache,
  type Shape,
  TimeOfImpactSearch,
} from "@rigor/engine/collide";
import { quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

const [omega, duration, near] = [3, 0.02, 5e-8];
const cube = createBox({ size: [1, 1, 1] });

/** A above B along y, `gap(t)` apart; the two turned by ω t about z and x, as one. A is turned by `turn` in that frame. */
function createPair(shape: Shape, turn: readonly number[], height: number, gap: (t: number) => number): MovingPair {
  const [whole, own, both] = [new Float64Array(4), Float64Array.from(turn), new Float64Array(4)];
  quat.normalize(own, 0, own, 0);
  const at = new Float64Array(3);
  const place = (frames: Float64Array, [t]: Float64Array): void => {
    const half = 0.5 * omega * t;
    whole.set([0.6 * Math.sin(half), 0, 0.8 * Math.sin(half), Math.cos(half)]);
    quat.multiply(both, 0, whole, 0, own, 0);
    quat.rotateVector(at, 0, whole, 0, Float64Array.of(0.1, 0.5 + height + gap(t), 0.05), 0);
    frames.set(at, 0);
    quat.toMatrix(frames, 3, both, 0);
    frames.set([0, 0, 0], frameSize);
    quat.toMatrix(frames, frameSize + 3, whole, 0);
  };
  return { shapeA: shape, shapeB: cube, place, cache: new PairCache(1), slot: 0 };
}

/** Bounds of what is 2.5 m from the axis at most, and falls with 1 m/s. */
function createSearch(knowsTurns: boolean): TimeOfImpactSearch {
  const search = new TimeOfImpactSearch({ distanceTolerance: 1e-10 });
  const lever = 2.5;
  search.setRange(0, duration, 1 + omega * lever, omega * omega * lever + 2 * omega);
  if (!knowsTurns) return search;
  const { range } = search;
  const spin = omega;
  const turn = omega * omega;
  range[MotionRange.withA] = range[MotionRange.withB] = turn * lever * 2 + 2 * spin * (1 + spin * lever);
  range[MotionRange.spinA] = range[MotionRange.spinB] = spin;
  range[MotionRange.turnA] = range[MotionRange.turnB] = turn;
  range[MotionRange.lever] = lever;
  return search;
}

const corner = Math.SQRT1_2;
describe.each<[string, readonly number[], number]>([
  // a corner of A, an edge across one of B, a face
  ["a corner over a face", [0.3, 0.1, 0.2, 0.9], 0],
  ["a face over a face", [0, 0.2, 0, 1], 0.5],
])("%s", (_, turn, known) => {
  // how far A reaches down
  const height = known > 0 ? known : measureHeight(turn);

  test("at the same distance all the time", () => {
    const pair = createPair(cube, turn, height, () => near);
    const search = createSearch(true);
    expect(findTimeOfImpact(search, pair)).toBe(ImpactStatus.none);
    // steps of √(8 g/α), each looked at twice
    expect(search.evaluations).toBeLessThan(5000);
    const blind = createSearch(false);
    expect(findTimeOfImpact(blind, pair)).toBe(ImpactStatus.limit);
  });

  test("that comes nearer: when, to the last bits", () => {
    const speed = 1e-5;
    const pair = createPair(cube, turn, height, (t) => near - speed * t);
    const search = createSearch(true);
    expect(findTimeOfImpact(search, pair)).toBe(ImpactStatus.hit);
    // rounding of places, by the speed
    expect(Math.abs(search.time[0] - near / speed)).toBeLessThan(1e-15 / speed);
    expect(search.evaluations).toBeLessThan(2000);
  });
});

test("edge across edge", () => {
  // A turned by 45° about x and then about y: one of its edges lies across B's upper edge at z = 0.5
  const about = Float64Array.of(0, Math.sin(0.5), 0, Math.cos(0.5));
  const tilt = Float64Array.of(Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8));
  const own = new Float64Array(4);
  quat.multiply(own, 0, about, 0, tilt, 0);
  const wedge = Float64Array.of(0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8));
  const whole = new Float64Array(4);
  const all = new Float64Array(4);
  const at = new Float64Array(3);
  const pairOf = (gap: (t: number) => number): MovingPair => ({
    shapeA: cube,
    shapeB: cube,
    cache: new PairCache(1),
    slot: 0,
    place: (frames, [t]) => {
      const half = 0.5 * omega * t;
      whole.set([0.6 * Math.sin(half), 0, 0.8 * Math.sin(half), Math.cos(half)]);
      quat.multiply(all, 0, whole, 0, own, 0);
      quat.rotateVector(at, 0, whole, 0, Float64Array.of(0, 2 * corner + gap(t), 0), 0);
      frames.set(at, 0);
      quat.toMatrix(frames, 3, all, 0);
      quat.multiply(all, 0, whole, 0, wedge, 0);
      frames.set([0, 0, 0], frameSize);
      quat.toMatrix(frames, frameSize + 3, all, 0);
    },
  });
  const search = createSearch(true);
  expect(
    findTimeOfImpact(
      search,
      pairOf(() => near),
    ),
  ).toBe(ImpactStatus.none);
  expect(search.evaluations).toBeLessThan(10000);
  expect(
    findTimeOfImpact(
      createSearch(false),
      pairOf(() => near),
    ),
  ).toBe(ImpactStatus.limit);
  const speed = 1e-5;
  expect(
    findTimeOfImpact(
      search,
      pairOf((t) => near - speed * t),
    ),
  ).toBe(ImpactStatus.hit);
  expect(Math.abs(search.time[0] - near / speed)).toBeLessThan(1e-15 / speed);
});

/** How far below its centre the lowest corner of a cube that is turned is. */
function measureHeight(turn: readonly number[]): number {
  const q = Float64Array.from(turn);
  quat.normalize(q, 0, q, 0);
  const v = new Float64Array(3);
  let least = 0;
  for (let k = 0; k < 8; k++) {
    const p = Float64Array.of((k & 1) - 0.5, ((k >> 1) & 1) - 0.5, ((k >> 2) & 1) - 0.5);
    quat.rotateVector(v, 0, q, 0, p, 0);
    least = Math.min(least, v[1]);
  }
  return -least;
}
