/**
 * animation.glb: the bodies of a run with their motion as glTF key frames, and with them particles, springs, rods, joints
 * and wires, a camera and lights. The same run gives the same bytes.
 */
import { join } from "node:path";
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
  const { bytes, ...report } = buildAnimation(recording.scene, await readTracks(recording), error);
  writeWholeFile(path, bytes);
  return { path, bytes: bytes.length, ...report };
}

/** The default error in radii of the scene, where that is less than 0.1 mm. */
const finest = 2e-4;

export interface Animation {
  /** Of animation.glb. */
  readonly bytes: Uint8Array;
  readonly keys: number;
  readonly samples: number;
  readonly worst: number;
}

/** The animation of a scene, as it is read from its file, by what moved in it. */
export function buildAnimation(scene: SceneFile, tracks: Tracks, given?: number): Animation {
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
  const worst = Math.max(worstBody, worstMass, worstLink);
  const { keys, samples } = writer;
  return { bytes: writer.finish({ error, worst, keys, samples }), keys, samples, worst };
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
