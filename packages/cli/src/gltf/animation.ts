/**
 * animation.glb: the bodies of a run with their motion as glTF key frames, and with them particles, springs, rods, joints
 * and wires, a camera and lights. The same run gives the same bytes.
 */
import { join } from "node:path";
import { NodeIO } from "@gltf-transform/core";
import { KHRLightsPunctual } from "@gltf-transform/extensions";
import type { SceneFile } from "@rigor/engine/scene";
import { writeWholeFile } from "../files.js";
import { openRecording } from "../run-folder.js";
import { addBodies, measureReaches } from "./add-bodies.js";
import { addGround } from "./add-ground.js";
import { addLinks, addMasses, addWires } from "./add-links.js";
import { SceneWriter } from "./document.js";
import { listLinks } from "./links.js";
import { readTracks, type Tracks } from "./tracks.js";
import { chooseView, listEnds, listSeen, lookAlong, placeCamera, type View } from "./view.js";

export interface AnimationOptions {
  /** How far any point of a body may be from the recording at any sample, m. Default 1e-4, less in scenes below 0.5 m. */
  readonly error?: number;
  /** Default animation.glb in the folder of the run. */
  readonly path?: string;
  /** The motions, if they are known: else they are read from the recording. */
  readonly tracks?: Tracks;
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
  const { bytes, ...report } = await buildAnimation(
    recording.scene,
    options.tracks ?? (await readTracks(recording)),
    error,
  );
  writeWholeFile(path, bytes);
  return { path, bytes: bytes.length, ...report };
}

/** The default error in radii of the scene, where that is less than 0.1 mm. */
const finest = 2e-4;

/** The bytes of animation.glb. */
async function buildAnimation(
  scene: SceneFile,
  tracks: Tracks,
  given?: number,
): Promise<{ bytes: Uint8Array; keys: number; samples: number; worst: number }> {
  const reaches = measureReaches(scene);
  const links = listLinks(scene, tracks);
  const seen = listSeen(scene, tracks, reaches);
  const view = chooseView(scene, [...seen, ...listEnds(links, seen)]);
  const error = given ?? Math.min(1e-4, view.radius * finest);
  const writer = new SceneWriter(scene.name ?? "scene", tracks.times);
  const parts = { writer, scene, tracks, view, error };
  const { nodes, worst: worstBody } = addBodies(parts, reaches);
  addGround(parts, nodes);
  const worstMass = addMasses(parts);
  const worstLink = addLinks(parts, links);
  addWires(parts, nodes);
  addLights(writer, view);
  addCamera(writer, view);
  writer.finish();
  const worst = Math.max(worstBody, worstMass, worstLink);
  const { keys, samples } = writer;
  const root = writer.document.getRoot();
  root.getAsset().generator = "rigor";
  root.setExtras({ error, worst, keys, samples });
  const io = new NodeIO().registerExtensions([KHRLightsPunctual]);
  return { bytes: await io.writeBinary(writer.document), keys, samples, worst };
}

/** Vertical angle of view, rad. */
const angle = 0.7;

function addCamera(writer: SceneWriter, view: View): void {
  const { translation, rotation, distance } = placeCamera(view, angle);
  const camera = writer.document
    .createCamera("camera")
    .setType("perspective")
    .setYFov(angle)
    .setAspectRatio(16 / 9)
    .setZNear(distance / 100)
    .setZFar(distance * 20);
  writer
    .addNode("camera", null)
    .setCamera(camera)
    .setTranslation(translation as [number, number, number])
    .setRotation(rotation as [number, number, number, number]);
}

/** One strong light from the upper left, a weak one from the right, a weaker one from behind; lux. */
function addLights(writer: SceneWriter, view: View): void {
  const lights = writer.document.createExtension(KHRLightsPunctual);
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
    const light = lights.createLight(name).setType("directional").setIntensity(intensity);
    writer
      .addNode(name, null)
      .setExtension("KHR_lights_punctual", light)
      .setRotation(lookAlong(from, up) as [number, number, number, number]);
  }
}
