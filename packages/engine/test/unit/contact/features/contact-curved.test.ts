/** A rim on a plane keeps its side while it goes round and falls flat. */
import { expect, test } from "vitest";
import {
  ContactBuffer,
  collideShapes,
  createCylinder,
  createPlane,
  findContacts,
  PairCache,
  PairResult,
  type Shape,
} from "../../../../src/collide/index.js";
import {
  addContacts,
  ContactTable,
  Curve,
  evaluateContact,
  followRim,
  Materials,
  PartTable,
} from "../../../../src/contact/index.js";
import { RigidSystem } from "../../../../src/rigid/index.js";
import { multiply, turnBy } from "../../../support/contacts.js";

const radius = 0.4;
const height = 0.2;

/** A cylinder that leans by `tilt` towards the direction at the angle `around`, its rim on the plane y = 0. */
function lean(tilt: number, around: number): { position: number[]; rotation: Float64Array } {
  return {
    position: [0, radius * Math.sin(tilt) + 0.5 * height * Math.cos(tilt), 0],
    rotation: multiply(turnBy([0, 1, 0], around), turnBy([0, 0, 1], -tilt)),
  };
}

test("its gap does not jump where it is nearly flat, if it was followed", () => {
  const system = new RigidSystem();
  const parts = new PartTable();
  const table = new ContactTable();
  const cache = new PairCache();
  const shapes: Shape[] = [createCylinder({ radius, height }), createPlane({ normal: [0, 1, 0] })];
  system.addBody({ mass: 1, inertia: [1, 1, 1], ...lean(0.5, 0) });
  system.addBody({ fixed: true });
  shapes.forEach((shape, i) => {
    parts.addPart(system, i, { shape });
    parts.place(system, i);
  });
  const result = new PairResult();
  const buffer = new ContactBuffer();
  collideShapes(result, shapes[0], parts.frames, 0, shapes[1], parts.frames, 12, cache, 0, 1e-7);
  findContacts(buffer, result, shapes[0], parts.frames, 0, shapes[1], parts.frames, 12, cache, 0, 1e-7);
  addContacts(table, buffer, 0, buffer.count, parts, 0, 1, 0, system, new Materials());
  expect(table.count).toBe(1);
  expect(table.curve[0]).toBe(Curve.rimPlane);
  const state = new Float64Array(system.dimension + 1);
  system.getState(state);
  const measure = (tilt: number, around: number): number => {
    const { position, rotation } = lean(tilt, around);
    state.set([...position, ...rotation]);
    system.setState(state);
    evaluateContact(table, 0, system, parts, cache);
    return table.gap[0];
  };
  for (let step = 0; step <= 40; step++) {
    expect(Math.abs(measure(0.5 * 0.01 ** (step / 40), 0.3 * step))).toBeLessThan(1e-15);
    followRim(table, 0, system);
  }
  // beyond flat with the same point of the rim
  expect(Math.abs(measure(1e-3, 12))).toBeLessThan(1e-15);
  expect(Math.abs(measure(-1e-3, 12))).toBeLessThan(1e-15);
  // half round at once cannot be told from that
  expect(measure(1e-3, 12 + Math.PI)).toBeCloseTo(2 * radius * Math.sin(1e-3), 12);
});
