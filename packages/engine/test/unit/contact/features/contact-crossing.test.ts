/** Edges that cross: the sine between them, and the point on a plane that they are where that does not last. */
import { expect, test } from "vitest";
import { createBox } from "../../../../src/collide/index.js";
import { ContactForm, evaluateContact, flattenCrossing, measureCrossing } from "../../../../src/contact/index.js";
import { createRng } from "../../../../src/math/index.js";
import { makeTouching, multiply, type Touching, turnBy } from "../../../support/contacts.js";

/** A box on its edge, upon a box on its edge that goes across it by an angle: they touch at the middle of both. */
function cross(angle: number): Touching {
  const box = createBox({ size: [1, 1, 1] });
  const half = Math.SQRT1_2;
  const onEdge = turnBy([0, 0, 1], Math.PI / 4);
  const upper = { position: [0, half, 0], rotation: multiply(turnBy([0, 1, 0], angle), onEdge) };
  const lower = { position: [0, -half, 0], rotation: onEdge };
  return makeTouching(createRng(1), box, upper, box, lower, [0, 1, 0]) as Touching;
}

const sine = new Float64Array(1);

// 1e-15: directions, through frames of bodies that are turned, are rounded five times
test.each([0.3, 1e-3, -0.3])("edges that cross by %f", (angle) => {
  const { system, table, parts, cache } = cross(angle);
  expect([table.count, table.form[0]]).toEqual([1, ContactForm.edgeEdge]);
  evaluateContact(table, 0, system, parts, cache);
  measureCrossing(sine, 0, table, 0, system);
  expect(Math.abs(sine[0] - Math.abs(Math.sin(angle)))).toBeLessThan(1e-15);
  // seen with the normal turned round it is as much below zero
  for (let k = 0; k < 3; k++) table.normal[k] *= -1;
  measureCrossing(sine, 0, table, 0, system);
  expect(Math.abs(sine[0] + Math.abs(Math.sin(angle)))).toBeLessThan(1e-15);
});

test("held flat they have the same gap, normal and rate, where they are", () => {
  const { system, table, parts, cache } = cross(0.3);
  evaluateContact(table, 0, system, parts, cache);
  const before = [table.gap[0], table.rate[0], ...table.normal.subarray(0, 3), ...table.point.subarray(0, 3)];
  flattenCrossing(table, 0, system);
  expect(table.form[0]).toBe(ContactForm.pointPlane);
  evaluateContact(table, 0, system, parts, cache);
  const after = [table.gap[0], table.rate[0], ...table.normal.subarray(0, 3), ...table.point.subarray(0, 3)];
  // into the frames of the bodies and back
  after.forEach((x, k) => {
    expect(Math.abs(x - before[k])).toBeLessThan(1e-15);
  });
});
