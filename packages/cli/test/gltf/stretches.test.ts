/** Animations of runs that are longer than a stretch: whole at the seams, few keys, and little in memory. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sample, SceneFile } from "@rigor/engine/scene";
import { validateBytes } from "gltf-validator";
import { afterAll, expect, test } from "vitest";
import { AnimationMaker } from "../../src/gltf/animation.js";
import { chooseKeys } from "../../src/gltf/key-frames.js";
import { makeFolder } from "../support/make-run.js";

const folder = makeFolder();
afterAll(folder.remove);

/** A body that moves, rests and moves again while it turns; a spring to it; particles enough to make stretches short. */
const crowd = 200;
const scene: SceneFile = {
  rigor: 1,
  bodies: [
    { id: "box", shape: { type: "box", size: [0.6, 0.4, 0.2] } },
    { id: "still", shape: { type: "sphere", radius: 0.2 } },
  ],
  particles: Array.from({ length: crowd }, (_, k) => ({ id: `p${k}`, mass: 1 })),
  forces: [{ type: "spring", id: "s", a: "box", b: "p0", anchorA: [0.3, 0, 0], stiffness: 1 }],
};

const count = 700;
const placeOf = (t: number) => (t < 3 ? Math.sin(t) : t < 8 ? Math.sin(3) : Math.sin(t - 5));
const turnOf = (t: number) => 0.3 * Math.min(t, 4);
const samples = Array.from({ length: count }, (_, k) => {
  const t = k / 60;
  const turn = turnOf(t);
  const still = { p: [0, 3, 0], q: [0, 0, 0, 1], v: [0, 0, 0], w: [0, 0, 0] };
  const box = {
    p: [2 * placeOf(t), 1, 0],
    q: [0, Math.sin(turn), 0, Math.cos(turn)],
    v: [0, 0, 0],
    w: [0, 0.6, 0],
  };
  const particles = Object.fromEntries(
    Array.from({ length: crowd }, (_, m) => [`p${m}`, { p: [m / 10, Math.sin(0.5 * t + m), 4], v: [0, 0, 0] }]),
  );
  const energy = { kinetic: 0, potential: 0, dissipated: 0, work: 0, total: 0 };
  return { t, bodies: { box, still }, particles, energy, contacts: [], constraints: {} } as unknown as Sample;
});

function make(list: readonly Sample[], error?: number) {
  const maker = new AnimationMaker(scene, error);
  for (const sample of list) maker.add(sample, "sample");
  return maker.finish();
}

interface Gltf {
  readonly nodes: readonly { name: string }[];
  readonly animations: readonly {
    channels: readonly { sampler: number; target: { node: number; path: string } }[];
    samplers: readonly { input: number; output: number }[];
  }[];
  readonly accessors: readonly { bufferView: number; byteOffset: number; count: number; type: string }[];
  readonly bufferViews: readonly { byteOffset: number }[];
}

/** Key times and values by node and path. */
function readKeys(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(12, true);
  const document = JSON.parse(Buffer.from(bytes.subarray(20, 20 + length)).toString()) as Gltf;
  const read = (place: number) => {
    const { bufferView, byteOffset, count, type } = document.accessors[place];
    const start = 28 + length + document.bufferViews[bufferView].byteOffset + byteOffset;
    const width = type === "SCALAR" ? 1 : type === "VEC3" ? 3 : 4;
    return Float64Array.from({ length: width * count }, (_, k) => view.getFloat32(start + 4 * k, true));
  };
  const [{ channels, samplers }] = document.animations;
  return new Map(
    channels.map(({ sampler, target }) => [
      `${document.nodes[target.node].name} ${target.path}`,
      { times: read(samplers[sampler].input), values: read(samplers[sampler].output) },
    ]),
  );
}

const made = make(samples);
const keys = readKeys(made.bytes);

test("a file of many stretches has no errors, warnings, infos or hints in Khronos' validator", async () => {
  expect((await validateBytes(made.bytes)).issues.messages).toEqual([]);
});

test("times of keys rise, end with the run, and what is between them keeps to every sample", () => {
  for (const { times } of keys.values()) {
    for (let k = 1; k < times.length; k++) expect(times[k]).toBeGreaterThan(times[k - 1]);
    expect(times[times.length - 1]).toBeGreaterThanOrEqual(samples[count - 1].t);
  }
  let worst = 0;
  const paths = [
    { name: "box translation", place: ({ bodies }: Sample) => bodies.box.p },
    ...Array.from({ length: crowd }, (_, m) => ({
      name: `p${m} translation`,
      place: ({ particles }: Sample) => particles[`p${m}`].p,
    })),
  ];
  for (const { name, place } of paths) {
    const { times, values } = keys.get(name) as { times: Float64Array; values: Float64Array };
    let m = 0;
    for (const sample of samples) {
      while (m + 2 < times.length && times[m + 1] <= sample.t) m++;
      const u = Math.max(0, Math.min(1, (sample.t - times[m]) / (times[m + 1] - times[m])));
      const off = place(sample).map((x, c) => values[3 * m + c] + u * (values[3 * m + 3 + c] - values[3 * m + c]) - x);
      worst = Math.max(worst, Math.hypot(...off));
    }
  }
  expect(worst).toBeLessThan(1e-4);
  expect(worst).toBeLessThanOrEqual(made.worst * (1 + 1e-6));
});

test("what rests has no keys, however many stretches it rests for", () => {
  expect(keys.has("still translation")).toBe(false);
  const { times } = keys.get("box translation") as { times: Float64Array };
  // it rests from 3 to 8 s, and keys are at the ends of stretches of 32 samples
  const within = [...times].filter((t) => t > 3.02 && t < 7.4);
  expect(within.length).toBeLessThanOrEqual(1);
  expect((keys.get("box rotation") as { times: Float64Array }).times.length).toBeLessThan(20);
});

test("there is at most one key a stretch more than the fewest that there can be", () => {
  const times = Float64Array.from(samples, ({ t }) => t);
  const stretches = Math.ceil((count - 1) / 32);
  for (const m of [0, 1, 77, 199]) {
    const values = Float64Array.from(samples.flatMap(({ particles }) => [...particles[`p${m}`].p]));
    const fewest = chooseKeys({ times, values, width: 3 }, 1e-4).length;
    const found = (keys.get(`p${m} translation`) as { times: Float64Array }).times.length;
    expect(found).toBeLessThanOrEqual(fewest + stretches);
    expect(found).toBeLessThan(count / 2);
  }
});

test("the same samples read back from a file give the same bytes", async () => {
  const dir = join(folder.path, "back");
  mkdirSync(dir);
  writeFileSync(join(dir, "scene.json"), JSON.stringify(scene));
  writeFileSync(join(dir, "trajectory.ndjson"), samples.map((sample) => `${JSON.stringify(sample)}\n`).join(""));
  const { writeAnimation } = await import("../../src/gltf/animation.js");
  const { path } = await writeAnimation(dir);
  expect(readFileSync(path).equals(made.bytes)).toBe(true);
});

test("a run that ends with a stretch is whole", async () => {
  for (const length of [1, 2, 32, 33, 34, 64, 65]) {
    const { bytes, worst } = make(samples.slice(0, length));
    expect(worst).toBeLessThan(1e-4);
    expect((await validateBytes(bytes)).issues.messages).toEqual([]);
  }
});
