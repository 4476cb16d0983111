/**
 * Two links of a chain, as wide as each other, met at their corners: edges of both that lie in the same side plane were held
 * with the normal across both, which is that of the side. It parts nothing there, and no step was short enough.
 */
import { ContactBuffer, ContactKind, createBox, PairCache } from "@rigor/engine/collide";
import { addContacts, ContactTable, evaluateContact, Materials, PartTable } from "@rigor/engine/contact";
import { boxMass, RigidSystem } from "@rigor/engine/rigid";
import { expect, test } from "vitest";

const size = [0.1, 0.02, 0.02];
const shape = createBox({ size });

/** The key of the long edge that ends at a corner. */
function findLongEdge(corner: readonly number[]): number {
  const { vertices, edgeVertices, edgeCount, vertexCount } = shape.polyhedron!;
  for (let e = 0; e < edgeCount; e++) {
    const ends = [3 * edgeVertices[2 * e], 3 * edgeVertices[2 * e + 1]];
    const isLong = Math.abs(vertices[ends[0]] - vertices[ends[1]]) > 0.05;
    if (isLong && ends.some((o) => corner.every((x, k) => Math.abs(vertices[o + k] - x) < 1e-9)))
      return vertexCount + e;
  }
  return -1;
}

test("the contact keeps the normal that was found, not that of the side", () => {
  const angle = 0.5;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const system = new RigidSystem();
  const parts = new PartTable();
  // its lower left corner is at the upper right one of the other, at (0.05, 0.01)
  const position = [0.05 + 0.05 * c - 0.01 * s, 0.01 + 0.05 * s + 0.01 * c, 0];
  const rotation = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  parts.addPart(system, system.addBody({ mass: boxMass({ size }), position, rotation }), { shape });
  parts.addPart(system, system.addBody({ mass: boxMass({ size }) }), { shape });
  const buffer = new ContactBuffer();
  buffer.add();
  buffer.kind[0] = ContactKind.edgeEdge;
  buffer.keyA[0] = findLongEdge([-0.05, -0.01, 0.01]);
  buffer.keyB[0] = findLongEdge([0.05, 0.01, 0.01]);
  buffer.point.set([0.05, 0.01, 0.01]);
  buffer.normal.set([0, 1, 0]);
  const table = new ContactTable();
  addContacts(table, buffer, 0, 1, parts, 0, 1, 0, system, new Materials());
  evaluateContact(table, 0, system, parts, new PairCache(1));
  expect(Array.from(table.normal.subarray(0, 3))).toEqual([0, 1, 0]);
  expect(Math.abs(table.gap[0])).toBeLessThan(1e-16);
});
