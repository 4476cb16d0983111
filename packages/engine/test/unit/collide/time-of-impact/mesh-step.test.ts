/**
 * An edge across the ridge of a mesh, that turns as it leaves: proved apart in few looks. Its direction turns with it, and one
 * that stands leans from it, so that the far end of the edge seems to go in.
 *
 *   the axis turned by φ = ω t about the ridge z, its middle above the ridge by (r + g(t))/cos φ:   the gap is g(t)
 */
import {
  createBox,
  createCylinder,
  createMesh,
  findTimeOfImpact,
  frameSize,
  ImpactStatus,
  type MovingPair,
  PairCache,
  type Shape,
  TimeOfImpactSearch,
} from "@rigor/engine/collide";
import { quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

const [omega, duration] = [5, 0.01];
const ridge = createMesh({
  vertices: [
    [0, 0, -1],
    [0, 0, 1],
    [-1, -1, -1],
    [-1, -1, 1],
    [1, -1, -1],
    [1, -1, 1],
  ],
  faces: [
    [0, 2, 3, 1],
    [0, 1, 5, 4],
  ],
});

/** A shape whose edge, turned by `own`, lies along x and r below its middle. */
function createPair(shape: Shape, own: readonly number[], r: number, gap: (t: number) => number): MovingPair {
  const [turn, still, both] = [new Float64Array(4), Float64Array.from(own), new Float64Array(4)];
  const place = (frames: Float64Array, [t]: Float64Array): void => {
    const angle = omega * t;
    turn.set([0, 0, Math.sin(0.5 * angle), Math.cos(0.5 * angle)]);
    quat.multiply(both, 0, turn, 0, still, 0);
    frames.set([0, (r + gap(t)) / Math.cos(angle), 0]);
    quat.toMatrix(frames, 3, both, 0);
    frames.set([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], frameSize);
  };
  return { shapeA: shape, shapeB: ridge, place, cache: new PairCache(1), slot: 0 };
}

function createSearch(): TimeOfImpactSearch {
  const search = new TimeOfImpactSearch({ distanceTolerance: 1e-10, leaving: true });
  // no point is farther from the middle than 0.7 m: ω 0.7 and ω² 0.7 besides what the middle does
  search.setRange(0, duration, 4, 40);
  return search;
}

const [h, eighth] = [Math.SQRT1_2, Math.PI / 8];
describe.each<[string, Shape, readonly number[], number]>([
  ["the side of a cylinder", createCylinder({ radius: 0.2, height: 1 }), [0, 0, h, h], 0.2],
  ["an edge of a box", createBox({ size: [1, 0.3, 0.3] }), [Math.sin(eighth), 0, 0, Math.cos(eighth)], 0.3 * h],
])("%s", (_, shape, own, r) => {
  test("that parts with an acceleration alone, ½ a t²", () => {
    const search = createSearch();
    const pair = createPair(shape, own, r, (t) => 3.5 * t * t);
    expect(findTimeOfImpact(search, pair)).toBe(ImpactStatus.none);
    // steps of √(8·2δ/α') or so at first, each looked at twice; a direction that stands takes more than the 10⁵ allowed
    expect(search.evaluations).toBeLessThan(200);
  });

  test("and comes back, ½ a t² − b t³: when, to the last bits", () => {
    const search = createSearch();
    const back = 5e-3;
    const pair = createPair(shape, own, r, (t) => 3.5 * t * t * (1 - t / back));
    expect(findTimeOfImpact(search, pair)).toBe(ImpactStatus.hit);
    // rounding of places, by the speed of 3.5 × 5e-3 m/s
    expect(Math.abs(search.time[0] - back)).toBeLessThan(2e-16 / 0.0175);
    expect(search.evaluations).toBeLessThan(300);
  });
});
