/** Options of shapes that are none are named, before anything is missed. */
import {
  createBox,
  createCapsule,
  createCompound,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
} from "@rigor/engine/collide";
import { expect, test } from "vitest";

test.each<[string, (options: never) => unknown, object, string]>([
  ["box", createBox, { halfExtents: [1, 1, 1] }, "halfExtents"],
  ["sphere", createSphere, { radius: 1, diameter: 2 }, "diameter"],
  ["cylinder", createCylinder, { radius: 1, halfHeight: 2 }, "halfHeight"],
  ["cone", createCone, { radius: 1, height: 2, axis: "y" }, "axis"],
  ["capsule", createCapsule, { radius: 1, length: 2 }, "length"],
  ["convex", createConvex, { points: [] }, "points"],
  ["plane", createPlane, { normal: [0, 1, 0], distance: 2 }, "distance"],
  ["mesh", createMesh, { vertices: [], indices: [] }, "indices"],
  ["compound", createCompound, { shapes: [] }, "shapes"],
])("of a %s", (name, create, options, key) => {
  const message = new RegExp(`^${name}\\.${key}: must be an option, got "${key}"; there (is|are) `);
  expect(() => create(options as never)).toThrow(message);
});
