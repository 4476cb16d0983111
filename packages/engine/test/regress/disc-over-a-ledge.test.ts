/**
 * A disc that lies flat across the edge of a mesh, and slides along it: where the edge crosses its rim is a contact that is
 * at the border of the cap for good. On a mesh it was lost, and found again, every 5e-8 m.
 */
import { createBox, createCylinder, createMesh, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** The corners of a box of 1 × 1 × 6 m below y = 0, on one side of x = 0. */
const vertices = [-1, 0].flatMap((x) => [-1, 0].flatMap((y) => [-3, 3].map((z) => [x, y, z])));
const quads = ["0132", "4675", "0451", "2376", "0264", "1573"].map((quad) => [...quad].map(Number));
const faces = quads.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);

function slide(shape: Shape, position: number[]) {
  const world = new World();
  world.addBody({ shape, position, fixed: true });
  const disc = createCylinder({ radius: 0.3, height: 0.2 });
  world.addBody({ shape: disc, mass: 1, position: [-0.1, 0.1, -1], velocity: [0.05, 0, 0.25] });
  return world.advanceTo(0.02, { maxSteps: 1000 });
}

test("it takes as many steps as on a box", () => {
  const onMesh = slide(createMesh({ vertices, faces }), [0, 0, 0]);
  const onBox = slide(createBox({ size: [1, 1, 6] }), [-0.5, -0.5, 0]);
  expect([onMesh.status, onBox.status]).toEqual(["done", "done"]);
  expect(onMesh.steps).toBeLessThanOrEqual(onBox.steps);
  expect(onMesh.events.map(({ type }) => type)).toEqual(["touch"]);
});
