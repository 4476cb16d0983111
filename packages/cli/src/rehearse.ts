/**
 * Warm-up of the writing thread: while the scene of a run is being built, it makes animations and lines of a small scene and
 * discards them, so that the code is compiled when it is needed. The work at the end of a short run then takes a tenth of the
 * time.
 */

import type { SceneFile } from "@rigor/engine/scene";
import { AnimationMaker } from "./gltf/animation.js";
import type { SampleRest } from "./packed-samples.js";
import { findPlaces, measureSample, SampleText } from "./packed-samples.js";

/** Of every kind that most scenes have something. */
const scene: SceneFile = {
  rigor: 1,
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
    { id: "box", shape: { type: "box", size: [1, 1, 1] } },
    { id: "ball", shape: { type: "sphere", radius: 0.5 } },
    { id: "rod", shape: { type: "cylinder", radius: 0.1, height: 1 } },
  ],
  particles: [
    { id: "a", mass: 1 },
    { id: "b", mass: 1 },
  ],
  forces: [{ type: "spring", a: "a", b: "b", stiffness: 1 }],
  constraints: [
    { type: "hinge", a: "rod", anchor: [0, 0.5, 0], axis: [0, 0, 1] },
    { type: "distance", a: "ball", b: "box" },
  ],
};
const names = { bodies: ["floor", "box", "ball", "rod"], particles: ["a", "b"] };
const rest: SampleRest = {
  cloths: {},
  energy: { kinetic: 1.5, potential: 2.5, dissipated: 0, work: 0, total: 4 },
  contacts: [],
  constraints: {},
};
/** Samples of such an animation. */
const count = 60;

/** One animation. */
export function rehearse(): void {
  const size = measureSample(names);
  const text = new SampleText(names);
  const order = findPlaces(names, scene);
  const maker = new AnimationMaker(scene);
  const row = new Float64Array(size);
  for (let k = 0; k < count; k++) {
    const t = k / 60;
    row[0] = t;
    for (let b = 1; b < 4; b++) {
      const o = 1 + 13 * b;
      // falls, and turns by less than half a turn on the whole; then rests
      const [fall, half] = [Math.max(0, 1 - 4.9 * t * t), b * Math.min(t, 0.4)];
      row.set([b, fall, 0, half, 0, 0, Math.sqrt(1 - half * half), 0, -9.81 * t, 0, b, 0, 0].map(Number), o);
    }
    row.set([5, -4.9 * t * t, 0, 0, -9.81 * t, 0, 6, t, 0, 0, 1, 0], 1 + 13 * 4);
    text.format(row, 0, rest);
    maker.addPacked(row, 0, order, undefined);
  }
  maker.finish();
}
