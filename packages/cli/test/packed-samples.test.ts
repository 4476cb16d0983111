/** Samples that go to the thread that writes as numbers are there the text that they would be here. */
import { buildScene, formatSample, type SceneFile, type SceneFrame, SceneRun } from "@rigor/engine/scene";
import { describe, expect, test } from "vitest";
import { TrackCollector } from "../src/gltf/tracks.js";
import {
  findPlaces,
  measureSample,
  nameParts,
  type PackedSamples,
  SamplePacker,
  SampleText,
} from "../src/packed-samples.js";
import { mechanism, shapes } from "./support/make-run.js";

/** Ids that an object does not keep in their order, or that need quotes. */
const oddNames: SceneFile = {
  rigor: 1,
  run: { duration: 0.2, sampleRate: 60 },
  gravity: [0, -1, 0],
  bodies: ["b", "7", "constructor", 'a "ä"\n', "3"].map((id, k) => ({
    id,
    shape: { type: "sphere", radius: 0.1 },
    position: [k, 0, -0],
    angularVelocity: [0, k, 0],
  })),
  particles: ["z", "12", "1", "😀"].map((id, k) => ({ id, mass: 1, position: [0, k, 5] })),
};

describe.each(
  Object.entries({ mechanism, shapes, oddNames, nothing: { rigor: 1, run: { duration: 0.1 } } as SceneFile }),
)("samples of %s", (_, scene) => {
  const run = new SceneRun(buildScene(scene), { duration: 0.2 });
  const packer = new SamplePacker(run.model, 4);
  const frames: SceneFrame[] = [];
  const packed: PackedSamples[] = [];
  for (let frame = run.next(); frame !== null; frame = run.next()) {
    frames.push(frame);
    packer.add(frame);
    if (packer.count === 4) packed.push(packer.take());
  }
  packed.push(packer.take());
  const names = nameParts(run.model);

  test("have the text of formatSample", () => {
    const text = new SampleText(names);
    const lines = packed.flatMap(({ numbers, samples }) =>
      samples.map(({ rest }, k) => text.format(numbers, k * measureSample(names), rest)),
    );
    expect(lines).toEqual(frames.map(({ sample }) => formatSample(sample)));
  });

  test("give the animation the numbers that are read back from that text", () => {
    const [there, here] = [new TrackCollector(run.model.scene), new TrackCollector(run.model.scene)];
    const order = findPlaces(names, run.model.scene);
    for (const { numbers, samples } of packed) {
      samples.forEach(({ rest }, k) => {
        there.addPacked(numbers, k * measureSample(names), order, rest.generalized);
      });
    }
    for (const { sample } of frames) here.add(JSON.parse(formatSample(sample)), "here");
    expect(there.finish()).toEqual(here.finish());
  });
});
