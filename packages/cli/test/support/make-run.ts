/** Folders of runs for the tests of what is made of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildScene, formatSample, type Sample, type SceneEvent, type SceneFile, SceneRun } from "@rigor/engine/scene";

export interface MadeRun {
  readonly dir: string;
  readonly samples: readonly Sample[];
  readonly events: readonly SceneEvent[];
}

/** Runs a scene into a folder, as `rigor run` does but for the animation. */
export function makeRun(dir: string, scene: SceneFile): MadeRun {
  const run = new SceneRun(buildScene(scene));
  const samples: Sample[] = [];
  const events: SceneEvent[] = [];
  for (let frame = run.next(); frame !== null; frame = run.next()) {
    samples.push(frame.sample);
    events.push(...frame.events);
  }
  mkdirSync(dir, { recursive: true });
  const toLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  writeFileSync(join(dir, "scene.json"), JSON.stringify(run.model.scene));
  writeFileSync(join(dir, "trajectory.ndjson"), toLines(samples.map(formatSample)));
  writeFileSync(join(dir, "events.ndjson"), toLines(events.map((event) => JSON.stringify(event))));
  writeFileSync(join(dir, "summary.json"), JSON.stringify({ ...run.summarize(), version: "0", wallSeconds: 0.5 }));
  return { dir, samples, events };
}

/** A folder that is gone after the tests. */
export function makeFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "rigor-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const floor = { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true } as const;

/** A ball that bounces and comes to rest. */
export const bounce: SceneFile = {
  rigor: 1,
  name: "bounce",
  run: { duration: 2, sampleRate: 60 },
  bodies: [
    floor,
    { id: "ball", shape: { type: "sphere", radius: 0.5 }, mass: 2, position: [0, 1.5, 0], restitution: 0.5 },
  ],
};

/** Every shape, in the air and on the floor. */
export const shapes: SceneFile = {
  rigor: 1,
  name: "shapes",
  run: { duration: 0.8, sampleRate: 60 },
  bodies: [
    floor,
    { id: "box", shape: { type: "box", size: [0.6, 0.4, 0.5] }, position: [-2, 1, 0], rotation: [0.2, 0.1, 0.3, 0.9] },
    { id: "ball", shape: { type: "sphere", radius: 0.35 }, position: [-1, 2, 0.2], restitution: 0.7 },
    {
      id: "can",
      shape: { type: "cylinder", radius: 0.3, height: 0.7 },
      position: [0, 1.6, 0],
      angularVelocity: [3, 1, 0],
    },
    {
      id: "cone",
      shape: { type: "cone", radius: 0.4, height: 0.8 },
      position: [1, 1.4, 0],
      angularVelocity: [0, 5, 0],
    },
    {
      id: "pill",
      shape: { type: "capsule", radius: 0.2, height: 0.5 },
      position: [2, 1.8, 0],
      rotation: [0, 0, 0.6, 0.8],
    },
    {
      id: "gem",
      shape: {
        type: "convex",
        vertices: [
          [0.4, 0, 0],
          [-0.4, 0, 0],
          [0, 0.6, 0],
          [0, -0.6, 0],
          [0, 0, 0.4],
          [0, 0, -0.4],
        ],
      },
      position: [3, 2, 0],
      angularVelocity: [1, 2, 3],
    },
    {
      id: "wedge",
      shape: {
        type: "mesh",
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        faces: [
          [0, 2, 1],
          [0, 1, 3],
          [0, 3, 2],
          [1, 2, 3],
        ],
      },
      position: [4, 1, 0],
      angularVelocity: [0, 8, 0],
    },
    {
      id: "dumb.bell [1]",
      shapes: [
        { type: "sphere", radius: 0.2, position: [-0.4, 0, 0] },
        { type: "cylinder", radius: 0.06, height: 0.8, rotation: [0, 0, 1, 1], position: [0.1, 0, 0] },
      ],
      position: [0, 3, -1],
      angularVelocity: [0.5, 0, 30],
      color: "#ff8800",
    },
  ],
};

/** Springs, joints, rods, wires, particles, bodies in their own coordinates, and a brick that rests. */
export const mechanism: SceneFile = {
  rigor: 1,
  name: "mechanism",
  run: { duration: 0.5, sampleRate: 60 },
  bodies: [
    { id: "arm", shape: { type: "box", size: [1, 0.1, 0.1] }, position: [0.5, 0, 0], mass: 1 },
    { id: "second", shape: { type: "box", size: [1, 0.1, 0.1] }, position: [1.5, 0, 0], mass: 1 },
    {
      id: "cart",
      shape: { type: "box", size: [0.4, 0.2, 0.3] },
      position: [-2, -1, 0],
      mass: 2,
      velocity: [0.8, 0, 0],
    },
    { id: "bob", shape: { type: "sphere", radius: 0.15 }, position: [-1.4, 0, 0], mass: 1 },
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0], offset: -3 }, fixed: true },
    { id: "brick", shape: { type: "box", size: [0.4, 0.2, 0.2] }, position: [0, -2.9, 0], mass: 1 },
  ],
  particles: [
    { id: "hook", position: [-3, 1, 0], fixed: true },
    { id: "weight", position: [-3, 0, 0], mass: 0.5, velocity: [0.5, 0, 0.4] },
    { id: "bead", position: [3.5, 0, 0], mass: 0.2 },
  ],
  forces: [
    { id: "s", type: "spring", a: "hook", b: "weight", stiffness: 20, damping: 0.1, length: 0.6 },
    { type: "spring", a: "cart", anchorA: [-0.2, 0, 0], anchorB: [-3, -1, 0], stiffness: 15, length: 0.8 },
  ],
  constraints: [
    { id: "h", type: "hinge", a: "arm", anchor: [0, 0, 0], axis: [0, 0, 1] },
    { id: "b", type: "ball", a: "second", b: "arm", anchor: [1, 0, 0] },
    { id: "rail", type: "slider", a: "cart", axis: [1, 0, 0] },
    { id: "rod", type: "distance", a: "bob", anchorA: [-1.4, 0.1, 0], anchorB: [-0.7, 0.8, 0] },
    { type: "curve", a: "bead", curve: { type: "circle", center: [3, 0, 0], normal: [0, 0, 1], radius: 0.5 } },
  ],
  generalized: [
    {
      id: "double",
      type: "pendulum",
      anchor: [-4.5, 1, 0],
      links: [
        { length: 0.7, mass: 1 },
        { length: 0.5, mass: 0.6 },
      ],
      angles: [2, 1],
    },
    {
      id: "spiral",
      type: "bead",
      curve: { type: "helix", center: [5, 0, 0], axis: [0, 1, 0], radius: 0.4, pitch: 0.5 },
      u: 3,
    },
  ],
};

/** The same, a few samples of it. */
export const briefMechanism: SceneFile = { ...mechanism, run: { duration: 0.1, sampleRate: 60 } };

/** Milliseconds that making a run may take on a machine that does much else. */
export const patience = 60_000;
