/**
 * A glTF document with what the writer of an animation needs: meshes and materials made once, nodes that move by key frames
 * of single precision, key times that are shared, lights.
 */
import type { ShapeMesh } from "@rigor/engine/scene";
import type { Mover } from "./channel.js";
import { toLinear } from "./colors.js";
import { GltfBuffer, type GltfLists, type GltfNode, packGlb } from "./glb.js";
import type { KeyTimes } from "./key-times.js";

export interface Surface {
  readonly color: string;
  readonly roughness: number;
  readonly metalness?: number;
}

export class SceneWriter {
  /** Keys written, and how many lists of them. */
  keys = 0;
  channelCount = 0;
  private readonly name: string;
  private readonly times: KeyTimes;
  private readonly lists: GltfLists = { nodes: [], meshes: [], materials: [], cameras: [] };
  private readonly buffer = new GltfBuffer();
  private readonly places = new Map<GltfNode, number>();
  private readonly roots: number[] = [];
  private readonly lights: object[] = [];
  private readonly channels: object[] = [];
  private readonly samplers: object[] = [];
  private readonly meshes = new Map<string, number>();
  private readonly materials = new Map<string, number>();
  private readonly shapes = new Map<string, { attributes: { POSITION: number; NORMAL: number }; indices: number }>();
  private readonly timesOf = new Map<string, number>();

  constructor(name: string, times: KeyTimes) {
    this.name = name;
    this.times = times;
  }

  /** A mesh that is made once for each key. */
  addMesh(key: string, surface: Surface, build: () => ShapeMesh): number {
    const name = `${key} ${surface.color} ${surface.roughness} ${surface.metalness}`;
    const known = this.meshes.get(name);
    if (known !== undefined) return known;
    const primitive = { ...this.addShape(key, build), material: this.addMaterial(surface) };
    const mesh = this.lists.meshes.push({ name: key.split(" ")[0], primitives: [primitive] }) - 1;
    this.meshes.set(name, mesh);
    return mesh;
  }

  private addShape(key: string, build: () => ShapeMesh) {
    const known = this.shapes.get(key);
    if (known !== undefined) return known;
    const { positions, normals, indices } = build();
    const isSmall = positions.length / 3 < 65535;
    const made = {
      attributes: {
        POSITION: this.buffer.add("corners", "VEC3", [new Float32Array(positions)], true),
        NORMAL: this.buffer.add("corners", "VEC3", [new Float32Array(normals)]),
      },
      indices: isSmall
        ? this.buffer.add("indices", "SCALAR", [new Uint16Array(indices)])
        : this.buffer.add("wide indices", "SCALAR", [new Uint32Array(indices)]),
    };
    this.shapes.set(key, made);
    return made;
  }

  private addMaterial({ color, roughness, metalness = 0 }: Surface): number {
    const key = `${color} ${roughness} ${metalness}`;
    const known = this.materials.get(key);
    if (known !== undefined) return known;
    const look = { baseColorFactor: toLinear(color), roughnessFactor: roughness, metallicFactor: metalness };
    const material = this.lists.materials.push({ name: color, pbrMetallicRoughness: look }) - 1;
    this.materials.set(key, material);
    return material;
  }

  /** A node under another one, or of the scene. What it says more is written as it is. */
  addNode(name: string, mesh: number | null, parent?: GltfNode, more: Omit<GltfNode, "name"> = {}): GltfNode {
    const node: GltfNode = mesh === null ? { name, ...more } : { name, mesh, ...more };
    const place = this.lists.nodes.push(node) - 1;
    this.places.set(node, place);
    if (parent === undefined) this.roots.push(place);
    else {
      parent.children ??= [];
      parent.children.push(place);
    }
    return node;
  }

  /** A light from far away along −z of its node. */
  addLight(name: string, intensity: number, rotation: readonly number[]): void {
    const light = this.lights.push({ name, type: "directional", intensity, color: [1, 1, 1] }) - 1;
    this.addNode(name, null, undefined, { rotation, extensions: { KHR_lights_punctual: { light } } });
  }

  addCamera(name: string, perspective: object, place: Pick<GltfNode, "translation" | "rotation">): void {
    const camera = this.lists.cameras.push({ name, type: "perspective", perspective }) - 1;
    this.addNode(name, null, undefined, { ...place, camera });
  }

  /** Lets a node move by the keys that were chosen. */
  animate(node: GltfNode, mover: Mover): void {
    for (const [path, { count, times, values, width }] of mover.channels) {
      node[path] = Array.from(values.subarray(0, width));
      this.keys += count;
      this.channelCount++;
      if (count === 1) continue;
      const input = this.shareTimes(times);
      const output = this.buffer.add("keys", path === "rotation" ? "VEC4" : "VEC3", [values]);
      const sampler = this.samplers.push({ input, output, interpolation: "LINEAR" }) - 1;
      this.channels.push({ sampler, target: { node: this.places.get(node), path } });
    }
  }

  /** Equal lists of times are one. */
  private shareTimes(lists: readonly number[]): number {
    const key = lists.join();
    const known = this.timesOf.get(key);
    if (known !== undefined) return known;
    const accessor = this.buffer.add(
      "keys",
      "SCALAR",
      lists.map((place) => this.times.lists[place]),
      true,
    );
    this.timesOf.set(key, accessor);
    return accessor;
  }

  /** The bytes of the file. */
  finish(extras: object): Uint8Array {
    const { lists, buffer, channels, samplers, lights } = this;
    const { length, bufferViews } = buffer.list();
    const extension = { KHR_lights_punctual: { lights } };
    const document = {
      asset: { generator: "rigor", version: "2.0" },
      ...(lights.length === 0 ? {} : { extensionsUsed: Object.keys(extension), extensions: extension }),
      scene: 0,
      scenes: [{ name: this.name, nodes: this.roots }],
      ...omitEmpty({ ...lists, accessors: buffer.accessors, bufferViews }),
      ...(channels.length === 0 ? {} : { animations: [{ name: "motion", channels, samplers }] }),
      ...(length === 0 ? {} : { buffers: [{ byteLength: length }] }),
      extras,
    };
    return packGlb(document, buffer, length);
  }
}

/** Lists in glTF have at least one entry, or are not there. */
function omitEmpty(lists: Record<string, readonly object[]>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
