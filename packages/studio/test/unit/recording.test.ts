/** Frames, and what is between them. */
import { describe, expect, test } from "vitest";
import { bodyStride, ContactSlot, contactStride, encodeSample, jointStride } from "../../src/data/frame.js";
import { blendFrames, createSnapshot, Recording } from "../../src/data/recording.js";
import { createLayout, describeScene } from "../../src/worker/describe.js";

const layout = createLayout(
  describeScene({
    rigor: 1,
    bodies: [
      { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
      { id: "box", shape: { type: "box", size: [1, 1, 1] }, position: [0, 2, 0] },
    ],
    particles: [{ id: "p" }],
    constraints: [{ type: "ball", a: "box", anchor: [0, 3, 0] }],
    generalized: [{ id: "g", type: "pendulum", links: [{ length: 1, mass: 1 }] }],
  }),
);

/** A quarter turn about y. */
const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;

function encode(t: number, x: number, q: readonly [number, number, number, number] = [0, 0, 0, 1]) {
  return encodeSample(
    {
      t,
      bodies: { box: { p: [x, 2, 0], q, v: [1, 2, 3], w: [4, 5, 6] } },
      particles: { p: { p: [x, 0, 0], v: [7, 8, 9] } },
      generalized: { g: { u: [0], rate: [0], p: [[x, -1, 0]] } },
      energy: { kinetic: 1, potential: 2, dissipated: 3, work: 4, total: 2 },
      contacts: [{ a: "p", b: "box", p: [1, 2, 3], n: [0, 1, 0], f: 5, t: [6, 7, 8], gap: 1e-9 }],
      constraints: { "constraint 0": { force: [1, 2, 3], torque: [4, 5, 6], error: 7e-12 } },
    },
    layout,
  );
}

describe("a recording", () => {
  test("knows the largest force of any kind, torque and energy, and so what is rounding", () => {
    const recording = new Recording();
    recording.addFrames([encode(0, 1)]);
    // friction of 6, 7, 8 N is more than the normal force and the joint's
    expect(recording.magnitudes.force).toBeCloseTo(Math.hypot(6, 7, 8), 12);
    expect(recording.magnitudes.torque).toBeCloseTo(Math.hypot(4, 5, 6), 12);
    expect(recording.magnitudes.energy).toBe(4);
    expect(recording.magnitudes.showForce(2e-12)).toBe(0);
    expect(recording.magnitudes.showEnergy(4.88e-28)).toBe(0);
  });

  test("no longer knows what comes, once somebody has pulled", () => {
    const recording = new Recording();
    recording.addPreview([encode(0, 1), encode(1, 2)]);
    expect(recording.preview).toHaveLength(2);
    recording.setPulls([{ id: "box", from: 0.5, to: 0.6 }]);
    recording.addPreview([encode(2, 2)]);
    expect(recording.preview).toEqual([]);
  });
});

describe("a frame", () => {
  test("has every number of a line at its place", () => {
    const frame = encode(0.5, 3);
    expect(frame.t).toBe(0.5);
    expect(Array.from(frame.bodies.subarray(bodyStride))).toEqual([3, 2, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6]);
    expect(Array.from(frame.particles)).toEqual([3, 0, 0, 7, 8, 9]);
    expect(Array.from(frame.masses)).toEqual([3, -1, 0]);
    expect(Array.from(frame.energy)).toEqual([1, 2, 3, 4, 2]);
    expect(Array.from(frame.pairs)).toEqual([-1, 1]);
    expect(frame.contacts).toHaveLength(contactStride);
    expect(frame.contacts[ContactSlot.force]).toBe(5);
    expect(frame.contacts[ContactSlot.gap]).toBe(1e-9);
    expect(Array.from(frame.joints)).toEqual([1, 2, 3, 4, 5, 6, 7e-12]);
    expect(frame.joints).toHaveLength(jointStride);
  });

  test("leaves bodies that a line leaves out where the scene has them", () => {
    const frame = encodeSample({ t: 0 }, layout);
    expect(Array.from(frame.bodies.subarray(bodyStride, bodyStride + 7))).toEqual([0, 2, 0, 0, 0, 0, 1]);
    expect(frame.contacts).toHaveLength(0);
  });
});

describe("between frames", () => {
  test("places go straight and headings along the arc", () => {
    const out = createSnapshot();
    blendFrames(out, encode(0, 0), encode(1, 2, quarter), 0.25);
    const [x, , , i, j, k, w] = out.poses.subarray(7);
    expect(x).toBe(0.5);
    // a quarter of a quarter turn; some roundings
    const exact = [0, Math.sin(Math.PI / 16), 0, Math.cos(Math.PI / 16)];
    [i, j, k, w].forEach((value, c) => {
      expect(Math.abs(value - exact[c])).toBeLessThan(1e-15);
    });
    expect(Array.from(out.particles)).toEqual([0.5, 0, 0]);
    expect(Array.from(out.masses)).toEqual([0.5, -1, 0]);
  });

  test("the nearer of q and −q is turned to", () => {
    const out = createSnapshot();
    const [i, j, k, w] = quarter;
    blendFrames(out, encode(0, 0), encode(1, 0, [-i, -j, -k, -w]), 0.5);
    expect(Math.abs(out.poses[7 + 4])).toBeCloseTo(Math.sin(Math.PI / 8), 12);
  });
});

describe("a recording", () => {
  const recording = new Recording();
  recording.addFrames([0, 0.1, 0.2, 0.3, 0.35].map((t) => encode(t, t)));

  test.each([
    [0, 0],
    [0.05, 0],
    [0.1, 1],
    [0.349, 3],
    [0.35, 4],
    [9, 4],
    [-1, 0],
    [0.15, 1],
  ])("at %d s the frame is %d, wherever one has looked before", (t, index) => {
    for (const before of [0, 0.2, 9]) {
      recording.find(before);
      expect(recording.find(t)).toBe(index);
    }
  });

  test("ends with its last frame", () => {
    expect(recording.end).toBe(0.35);
    expect(new Recording().end).toBe(0);
  });
});
