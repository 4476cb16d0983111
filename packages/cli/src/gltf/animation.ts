/**
 * animation.glb: the bodies of a run with their motion as glTF key frames, and with them particles, springs, rods, joints
 * and wires, a camera and lights. The same run gives the same bytes.
 */
import { join } from "node:path";
import type { Sample, SceneFile } from "@rigor/engine/scene";
import { writeWholeFile } from "../files.js";
import type { PackedOrder } from "../packed-samples.js";
import { openRecording } from "../run-folder.js";
import { CommandError } from "../verbs/verb.js";
import { addBodies } from "./add-bodies.js";
import { addGround } from "./add-ground.js";
import { addLinks, addMasses, addWires } from "./add-links.js";
import { Cast } from "./cast.js";
import { SceneWriter } from "./document.js";
import { ShapeMeshes } from "./shape-meshes.js";
import { TrackCollector, type Tracks } from "./tracks.js";
import { lookAlong, placeCamera, type View } from "./view.js";

export interface AnimationOptions {
  /** The largest distance of any point of a body from the recording at any sample, m. Default 1e-4, less in scenes that begin smaller than 0.5 m. */
  readonly error?: number;
  /** Default animation.glb in the folder of the run. */
  readonly path?: string;
}

export interface AnimationReport {
  readonly path: string;
  readonly bytes: number;
  /** Key frames, and the samples they stand for. */
  readonly keys: number;
  readonly samples: number;
  /** A bound on the distance of any point of any body from the recording at any sample, m. */
  readonly worst: number;
}

/** Writes the animation of a run; never leaves half a file. */
export async function writeAnimation(dir: string, options: AnimationOptions = {}): Promise<AnimationReport> {
  const { path = join(dir, "animation.glb"), error } = options;
  const recording = await openRecording(dir);
  const maker = new AnimationMaker(recording.scene, error);
  const from = join(dir, "trajectory.ndjson");
  let line = 0;
  for await (const sample of recording.readSamples()) maker.add(sample, `${from}:${++line}`);
  if (line === 0) throw new CommandError(`${from}: has no samples`);
  const { bytes, ...report } = maker.finish();
  writeWholeFile(path, bytes);
  return { path, bytes: bytes.length, ...report };
}

export interface Animation {
  /** Of animation.glb. */
  readonly bytes: Uint8Array;
  readonly keys: number;
  readonly samples: number;
  readonly worst: number;
}

/** Numbers of a stretch, about, and its samples, at least and at most: between those, keys are as few as can be. */
const stretchSize = 2e4;
const shortest = 32;
const longest = 1024;
/** Numbers of a link at a sample. */
const linkSize = 10;

/** Makes the animation of a scene, as it is read from its file, from samples as they come. */
export class AnimationMaker {
  private readonly scene: SceneFile;
  private readonly given: number | undefined;
  private readonly collector: TrackCollector;
  private readonly meshes: ShapeMeshes;
  private cast: Cast | null = null;

  /** `given`: the error that is asked for. */
  constructor(scene: SceneFile, given?: number) {
    this.scene = scene;
    this.given = given;
    this.collector = new TrackCollector(scene);
    this.meshes = new ShapeMeshes(scene);
  }

  /** `where` the sample is, for errors. */
  add(sample: Sample, where: string): void {
    this.collector.add(sample, where);
    this.extendDue();
  }

  /** A sample that was packed: its numbers are at `i`. */
  addPacked(from: Float64Array, i: number, order: PackedOrder, generalized: Sample["generalized"]): void {
    this.collector.addPacked(from, i, order, generalized);
    this.extendDue();
  }

  private extendDue(): void {
    this.cast ??= new Cast(this.scene, this.takeFirst(), this.given);
    const { width, count } = this.collector;
    const size = width + linkSize * this.cast.links.length;
    const length = Math.max(shortest, Math.min(longest, Math.floor(stretchSize / size)));
    if (count > length) this.extend(this.cast);
  }

  /** Chooses the keys of what was gathered. */
  private extend(cast: Cast): void {
    cast.extend(this.collector.finish());
    this.collector.keepLast();
  }

  /** The first sample of what is gathered. */
  private takeFirst(): Tracks {
    const one = new TrackCollector(this.scene);
    one.addRow(this.collector, 0);
    return one.finish();
  }

  /** The whole of it, by one sample at least. */
  finish(): Animation {
    const cast = this.cast as Cast;
    if (cast.samples === 0 || this.collector.count > 1) this.extend(cast);
    cast.finish();
    const { scene, meshes } = this;
    const view = cast.chooseView();
    const writer = new SceneWriter(scene.name ?? "scene", cast.times);
    const parts = { writer, scene, meshes, cast, view };
    const nodes = addBodies(parts);
    addGround(parts, nodes);
    addMasses(parts);
    addLinks(parts);
    addWires(parts, nodes);
    addLights(writer, view);
    addCamera(writer, view);
    const { error, worst } = cast;
    const { keys } = writer;
    const samples = cast.samples * writer.channelCount;
    return { bytes: writer.finish({ error, worst, keys, samples }), keys, samples, worst };
  }
}

/** Vertical angle of view, rad. */
const angle = 0.7;

function addCamera(writer: SceneWriter, view: View): void {
  const { translation, rotation, distance } = placeCamera(view, angle);
  const lens = { yfov: angle, aspectRatio: 16 / 9, znear: distance / 100, zfar: distance * 20 };
  writer.addCamera("camera", lens, { translation, rotation });
}

/** One strong light from the upper left, a weak one from the right, a weaker one from behind; lux. */
function addLights(writer: SceneWriter, view: View): void {
  const { up, direction } = view;
  const right = [
    up[1] * direction[2] - up[2] * direction[1],
    up[2] * direction[0] - up[0] * direction[2],
    up[0] * direction[1] - up[1] * direction[0],
  ];
  const shining = [
    { name: "key light", toward: [-0.8, 1.2, 0.7], intensity: 2.6 },
    { name: "fill light", toward: [1, 0.4, 0.6], intensity: 0.9 },
    { name: "back light", toward: [0.2, 0.5, -1], intensity: 0.5 },
  ];
  for (const { name, toward, intensity } of shining) {
    const from = direction.map((x, k) => toward[0] * right[k] + toward[1] * up[k] + toward[2] * x);
    writer.addLight(name, intensity, lookAlong(from, up));
  }
}
