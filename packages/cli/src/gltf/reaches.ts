/** Sizes of bodies. */
import type { PlacedShape, SceneBody, SceneFile, SceneShape } from "@rigor/engine/scene";

/** The radius of each body about the origin of its frame, m; infinite with a plane. */
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
