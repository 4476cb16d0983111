/** Bodies of an animation: a node each, with its shapes. */
import { type PlacedShape, type SceneFile, triangulateShape } from "@rigor/engine/scene";
import type { Cast } from "./cast.js";
import type { Mover } from "./channel.js";
import { colorOf, fixedColor } from "./colors.js";
import type { SceneWriter } from "./document.js";
import type { GltfNode } from "./glb.js";
import { listShapes } from "./reaches.js";
import type { View } from "./view.js";

/** What the parts of an animation are made from. */
export interface Parts {
  readonly writer: SceneWriter;
  readonly scene: SceneFile;
  /** What moves, and how. */
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
