/**
 * A glTF document with what the writer of an animation needs: meshes and materials made once, nodes that move by key frames
 * of single precision, key times that are shared.
 */
import {
  type Accessor,
  type Animation,
  Document,
  type Material,
  type Mesh,
  type Node,
  type Scene,
} from "@gltf-transform/core";
import type { ShapeMesh } from "@rigor/engine/scene";
import { toLinear } from "./colors.js";
import { fillTurns } from "./fast-turns.js";
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

export class SceneWriter {
  readonly document = new Document();
  readonly scene: Scene;
  /** Keys written and the samples they stand for. */
  keys = 0;
  samples = 0;
  private readonly animation: Animation;
  private readonly times: Float64Array;
  private readonly buffer = this.document.createBuffer();
  private readonly meshes = new Map<string, Mesh>();
  private readonly materials = new Map<string, Material>();
  private readonly shared = new Map<string, Accessor>();

  constructor(name: string, times: Float64Array) {
    this.scene = this.document.createScene(name);
    this.animation = this.document.createAnimation("motion");
    this.times = times;
    this.document.getRoot().setDefaultScene(this.scene);
  }

  /** A mesh that is made once for each key. */
  addMesh(key: string, surface: Surface, build: () => ShapeMesh): Mesh {
    const name = `${key} ${JSON.stringify(surface)}`;
    const known = this.meshes.get(name);
    if (known !== undefined) return known;
    const { positions, normals, indices } = this.shapeAccessors(key, build);
    const primitive = this.document
      .createPrimitive()
      .setAttribute("POSITION", positions)
      .setAttribute("NORMAL", normals)
      .setIndices(indices)
      .setMaterial(this.addMaterial(surface));
    const mesh = this.document.createMesh(key.split(" ")[0]).addPrimitive(primitive);
    this.meshes.set(name, mesh);
    return mesh;
  }

  private readonly shapes = new Map<string, { positions: Accessor; normals: Accessor; indices: Accessor }>();

  private shapeAccessors(key: string, build: () => ShapeMesh) {
    const known = this.shapes.get(key);
    if (known !== undefined) return known;
    const { positions, normals, indices } = build();
    const small = positions.length / 3 < 65535;
    const made = {
      positions: this.createAccessor("VEC3", Float32Array.from(positions)),
      normals: this.createAccessor("VEC3", Float32Array.from(normals)),
      indices: this.createAccessor("SCALAR", small ? Uint16Array.from(indices) : Uint32Array.from(indices)),
    };
    this.shapes.set(key, made);
    return made;
  }

  private addMaterial(surface: Surface): Material {
    const key = JSON.stringify(surface);
    const known = this.materials.get(key);
    if (known !== undefined) return known;
    const material = this.document
      .createMaterial(surface.color)
      .setBaseColorFactor(toLinear(surface.color))
      .setRoughnessFactor(surface.roughness)
      .setMetallicFactor(surface.metalness ?? 0);
    this.materials.set(key, material);
    return material;
  }

  /** A node under another one, or of the scene. */
  addNode(name: string, mesh: Mesh | null, parent?: Node): Node {
    const node = this.document.createNode(name).setMesh(mesh);
    (parent ?? this.scene).addChild(node);
    return node;
  }

  /**
   * Lets a node move so that every point within `reach` of its origin keeps to the samples within an error, m; turns keep to
   * it in radians too. Returns the bound that was reached, m.
   */
  animate(node: Node, { p, q, w, s }: Motion, error: number, reach: number): number {
    const share = s === undefined ? error / 2 : error / 4;
    const turn = this.addChannel(node, "rotation", q && this.trackTurns(q, w), Math.min(error, share / reach));
    const stretch = this.addChannel(node, "scale", s && { times: this.times, values: s, width: 3 }, share);
    const rest = reach * turn + stretch;
    return rest + this.addChannel(node, "translation", p && { times: this.times, values: p, width: 3 }, error - rest);
  }

  private trackTurns(q: Float64Array, w: Float64Array | undefined): Track {
    return w === undefined ? { times: this.times, values: q, width: 4 } : fillTurns(this.times, q, w);
  }

  private addChannel(
    node: Node,
    path: "translation" | "rotation" | "scale",
    track: Track | undefined,
    error: number,
  ): number {
    if (track === undefined) return 0;
    const keys = makeKeys(track, error);
    const first = Array.from(keys.values.subarray(0, track.width));
    if (path === "rotation") node.setRotation(first as [number, number, number, number]);
    else if (path === "translation") node.setTranslation(first as [number, number, number]);
    else node.setScale(first as [number, number, number]);
    this.samples += this.times.length;
    this.keys += keys.times.length;
    if (keys.times.length > 1) this.writeChannel(node, path, keys);
    return keys.worst;
  }

  private writeChannel(node: Node, path: "translation" | "rotation" | "scale", keys: Keys): void {
    const sampler = this.document
      .createAnimationSampler()
      .setInterpolation("LINEAR")
      .setInput(this.shareTimes(keys.times))
      .setOutput(this.createAccessor(path === "rotation" ? "VEC4" : "VEC3", keys.values));
    const channel = this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    this.animation.addSampler(sampler).addChannel(channel);
  }

  /** Equal lists of times are one. */
  private shareTimes(times: Float32Array<ArrayBuffer>): Accessor {
    const key = Buffer.from(times.buffer).toString("base64");
    const known = this.shared.get(key);
    if (known !== undefined) return known;
    const accessor = this.createAccessor("SCALAR", times);
    this.shared.set(key, accessor);
    return accessor;
  }

  private createAccessor(
    type: "SCALAR" | "VEC3" | "VEC4",
    array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ): Accessor {
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.buffer);
  }

  /** Drops an animation in which nothing moves, and a buffer that holds nothing. */
  finish(): void {
    if (this.animation.listChannels().length === 0) this.animation.dispose();
    if (this.document.getRoot().listAccessors().length === 0) this.buffer.dispose();
  }
}
