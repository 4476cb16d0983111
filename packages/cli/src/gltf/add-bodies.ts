/** Bodies of an animation: a node each, with its shapes. */
import {
  type PlacedShape,
  type SceneBody,
  type SceneFile,
  type SceneShape,
  triangulateShape,
} from "@rigor/engine/scene";
import { colorOf, fixedColor } from "./colors.js";
import type { SceneWriter } from "./document.js";
import type { GltfNode } from "./glb.js";
import type { Tracks } from "./tracks.js";
import type { View } from "./view.js";

/** What the parts of an animation are made from. */
export interface Parts {
  readonly writer: SceneWriter;
  readonly scene: SceneFile;
  readonly tracks: Tracks;
  readonly view: View;
  /** m. */
  readonly error: number;
}

/** How far each body reaches from the origin of its frame, m; infinitely with a plane. */
export function measureReaches(scene: SceneFile): Map<string, number> {
  return new Map(
    (scene.bodies ?? []).map((body) => [body.id, Math.max(0, ...listShapes(body).map((shape) => measureReach(shape)))]),
  );
}

export function listShapes(body: SceneBody): readonly PlacedShape[] {
  return body.shapes ?? (body.shape === undefined ? [] : [body.shape]);
}

function measureReach(shape: PlacedShape): number {
  const [x, y, z] = shape.position ?? [0, 0, 0];
  return measureShape(shape) + Math.sqrt(x * x + y * y + z * z);
}

function measureShape(shape: SceneShape): number {
  switch (shape.type) {
    case "box":
      return measureLength(shape.size) / 2;
    case "sphere":
      return shape.radius;
    case "capsule":
      return shape.height / 2 + shape.radius;
    case "cylinder":
    case "cone":
      return Math.sqrt(shape.radius ** 2 + shape.height ** 2 / 4);
    case "convex":
    case "mesh":
      return (shape.vertices ?? []).reduce((most, vertex) => Math.max(most, measureLength(vertex)), 0);
    case "plane":
      return Infinity;
  }
}

function measureLength([x, y, z]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Adds all bodies but the planes of them; returns their nodes, and the largest distance from the recording. */
export function addBodies(
  parts: Parts,
  reaches: ReadonlyMap<string, number>,
): { nodes: Map<string, GltfNode>; worst: number } {
  const { writer, scene, tracks, error } = parts;
  const nodes = new Map<string, GltfNode>();
  let worst = 0;
  let moving = 0;
  for (const body of scene.bodies ?? []) {
    const color = body.color ?? (body.fixed ? fixedColor : colorOf(moving++));
    const node = writer.addNode(body.id, null, undefined, { extras: { id: body.id, kind: "body" } });
    nodes.set(body.id, node);
    const solid = listShapes(body).filter(({ type }) => type !== "plane");
    for (const [k, shape] of solid.entries()) addShape(parts, node, shape, color, solid.length === 1 ? null : k);
    const track = tracks.bodies.get(body.id);
    const reach = reaches.get(body.id) as number;
    if (track) worst = Math.max(worst, writer.animate(node, track, error, reach < Infinity ? reach : 0));
  }
  return { nodes, worst };
}

/** The shape of a body on its node; one of several, or one that is out of place, on a node below. */
function addShape({ writer }: Parts, node: GltfNode, placed: PlacedShape, color: string, place: number | null): void {
  const { position, rotation, mass: _mass, density: _density, ...shape } = placed;
  const key = `${shape.type} ${JSON.stringify(shape)}`;
  const mesh = writer.addMesh(key, { color, roughness: 0.55 }, () => triangulateShape(shape));
  if (place === null && position === undefined && rotation === undefined) {
    node.mesh = mesh;
    return;
  }
  writer.addNode(`${node.name} ${shape.type} ${place ?? 0}`, mesh, node, {
    ...(position === undefined ? {} : { translation: position }),
    ...(rotation === undefined ? {} : { rotation: unitTurn(rotation) }),
  });
}

function unitTurn([x, y, z, w]: readonly number[]): number[] {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}
