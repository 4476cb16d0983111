/** Triangles of the shapes of bodies. They can be made long before they are needed: hulls of many corners take their time. */
import {
  type PlacedShape,
  type SceneFile,
  type SceneShape,
  type ShapeMesh,
  triangulateShape,
} from "@rigor/engine/scene";
import { listShapes } from "./reaches.js";

export class ShapeMeshes {
  private readonly known = new Map<string, ShapeMesh>();

  /** Makes those of a scene. Planes are as large as the scene, so theirs are made when that is known. */
  constructor(scene: SceneFile) {
    for (const body of scene.bodies ?? []) {
      for (const placed of listShapes(body)) if (placed.type !== "plane") this.find(bareShape(placed));
    }
  }

  /** Equal shapes have the same key. */
  find(shape: SceneShape): { key: string; mesh: ShapeMesh } {
    const key = `${shape.type} ${JSON.stringify(shape)}`;
    const mesh = this.known.get(key) ?? triangulateShape(shape);
    this.known.set(key, mesh);
    return { key, mesh };
  }
}

/** A shape without its place and its weight. */
export function bareShape({ position, rotation, mass, density, ...shape }: PlacedShape): SceneShape {
  return shape;
}
