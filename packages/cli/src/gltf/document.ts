/**
 * A glTF document with what the writer of an animation needs: meshes and materials made once, nodes that move by key frames
 * of single precision, key times that are shared, lights.
 */
import type { ShapeMesh } from "@rigor/engine/scene";
import { toLinear } from "./colors.js";
import { fillTurns } from "./fast-turns.js";
import { GltfBuffer, type GltfLists, type GltfNode, packGlb } from "./glb.js";
import type { Track } from "./key-frames.js";
import { type Keys, makeKeys } from "./round-keys.js";

/** How a node moves: places, turns and stretches at all samples; without one it stays as it is. */
export interface Motion {
  readonly p?: Float64Array;
  readonly q?: Float64Array;
  /** ω, to tell which way fast turns go. */
  readonly w?: Float64Array;
  readonly s?: Float64Array;
}

export interface Surface {
  readonly color: string;
  readonly roughness: number;
  readonly metalness?: number;
}

type Path = "translation" | "rotation" | "scale";

export class SceneWriter {
  /** Keys written and the samples they stand for. */
  keys = 0;
  samples = 0;
  private readonly name: string;
  private readonly times: Float64Array;
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
  private readonly timesOf = new Map<Float32Array, number>();
  /** Lists of key times by a hash of their bits. */
  private readonly shared = new Map<number, { times: Float32Array; accessor: number }[]>();

  constructor(name: string, times: Float64Array) {
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
        POSITION: this.buffer.add("corners", "VEC3", new Float32Array(positions), true),
        NORMAL: this.buffer.add("corners", "VEC3", new Float32Array(normals)),
      },
      indices: isSmall
        ? this.buffer.add("indices", "SCALAR", new Uint16Array(indices))
        : this.buffer.add("wide indices", "SCALAR", new Uint32Array(indices)),
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

  /**
   * Lets a node move so that every point within `reach` of its origin keeps to the samples within an error, m; turns keep to
   * it in radians too. Returns the bound that was reached, m.
   */
  animate(node: GltfNode, { p, q, w, s }: Motion, error: number, reach: number): number {
    const share = s === undefined ? error / 2 : error / 4;
    const turn = this.addChannel(node, "rotation", q && this.trackTurns(q, w), Math.min(error, share / reach));
    const stretch = this.addChannel(node, "scale", s && { times: this.times, values: s, width: 3 }, share);
    const rest = reach * turn + stretch;
    return rest + this.addChannel(node, "translation", p && { times: this.times, values: p, width: 3 }, error - rest);
  }

  private trackTurns(q: Float64Array, w: Float64Array | undefined): Track {
    return w === undefined ? { times: this.times, values: q, width: 4 } : fillTurns(this.times, q, w);
  }

  private addChannel(node: GltfNode, path: Path, track: Track | undefined, error: number): number {
    if (track === undefined) return 0;
    const keys = makeKeys(track, error);
    node[path] = Array.from(keys.values.subarray(0, track.width));
    this.samples += this.times.length;
    this.keys += keys.times.length;
    if (keys.times.length > 1) this.writeChannel(node, path, keys);
    return keys.worst;
  }

  private writeChannel(node: GltfNode, path: Path, keys: Keys): void {
    const input = this.shareTimes(keys.times);
    const output = this.buffer.add("keys", path === "rotation" ? "VEC4" : "VEC3", keys.values);
    const sampler = this.samplers.push({ input, output, interpolation: "LINEAR" }) - 1;
    this.channels.push({ sampler, target: { node: this.places.get(node), path } });
  }

  /** Equal lists of times are one. */
  private shareTimes(times: Float32Array<ArrayBuffer>): number {
    const same = this.timesOf.get(times) ?? this.findTimes(times);
    this.timesOf.set(times, same);
    return same;
  }

  private findTimes(times: Float32Array<ArrayBuffer>): number {
    const bits = new Int32Array(times.buffer);
    let hash = bits.length;
    for (let k = 0; k < bits.length; k++) hash = Math.imul(hash ^ bits[k], 0x01000193);
    const alike = this.shared.get(hash) ?? [];
    const known = alike.find((list) => Buffer.from(list.times.buffer).equals(Buffer.from(times.buffer)));
    if (known !== undefined) return known.accessor;
    const accessor = this.buffer.add("keys", "SCALAR", times, true);
    this.shared.set(hash, [...alike, { times, accessor }]);
    return accessor;
  }

  /** The bytes of the file. */
  finish(extras: object): Uint8Array {
    const { lists, buffer, channels, samplers, lights } = this;
    const { bytes, bufferViews } = buffer.join();
    const extension = { KHR_lights_punctual: { lights } };
    const document = {
      asset: { generator: "rigor", version: "2.0" },
      ...(lights.length === 0 ? {} : { extensionsUsed: Object.keys(extension), extensions: extension }),
      scene: 0,
      scenes: [{ name: this.name, nodes: this.roots }],
      ...omitEmpty({ ...lists, accessors: buffer.accessors, bufferViews }),
      ...(channels.length === 0 ? {} : { animations: [{ name: "motion", channels, samplers }] }),
      ...(bytes.length === 0 ? {} : { buffers: [{ byteLength: bytes.length }] }),
      extras,
    };
    return packGlb(document, bytes);
  }
}

/** Lists in glTF have at least one entry, or are not there. */
function omitEmpty(lists: Record<string, readonly object[]>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
