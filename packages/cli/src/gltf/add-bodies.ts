/** Bodies of an animation: a node each, with its shapes. */
import type { PlacedShape, SceneFile } from "@rigor/engine/scene";
import type { Cast } from "./cast.js";
import type { Mover } from "./channel.js";
import { colorOf, fixedColor } from "./colors.js";
import type { SceneWriter } from "./document.js";
import type { GltfNode } from "./glb.js";
import { listShapes } from "./reaches.js";
import { bareShape, type ShapeMeshes } from "./shape-meshes.js";
import type { View } from "./view.js";

/** The source of the parts of an animation. */
export interface Parts {
  readonly writer: SceneWriter;
  readonly scene: SceneFile;
  readonly meshes: ShapeMeshes;
  /** The moving things, and their motion. */
  readonly cast: Cast;
  readonly view: View;
}

/** Adds all bodies but the planes of them; returns their nodes. */
export function addBodies(parts: Parts): Map<string, GltfNode> {
  const { writer, scene, cast } = parts;
  const nodes = new Map<string, GltfNode>();
  let moving = 0;
  for (const body of scene.bodies ?? []) {
    const color = body.color ?? (body.fixed ? fixedColor : colorOf(moving++));
    const node = writer.addNode(body.id, null, undefined, { extras: { id: body.id, kind: "body" } });
    nodes.set(body.id, node);
    const solid = listShapes(body).filter(({ type }) => type !== "plane");
    for (const [k, shape] of solid.entries()) addShape(parts, node, shape, color, solid.length === 1 ? null : k);
    writer.animate(node, cast.bodies.get(body.id) as Mover);
  }
  return nodes;
}

/** The shape of a body on its node; one of several, or one that is out of place, on a node below. */
function addShape(
  { writer, meshes }: Parts,
  node: GltfNode,
  placed: PlacedShape,
  color: string,
  place: number | null,
): void {
  const { position, rotation } = placed;
  const shape = bareShape(placed);
  const made = meshes.find(shape);
  const mesh = writer.addMesh(made.key, { color, roughness: 0.55 }, () => made.mesh);
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
