/** A rim on the side of a cone is followed to where its tangent is nearly along the cone: there it was lost, to NaN. */
import { expect, test } from "vitest";
import {
  ContactBuffer,
  collideShapes,
  createCone,
  createCylinder,
  findContacts,
  PairCache,
  PairResult,
} from "../../../../src/collide/index.js";
import { addContacts, ContactTable, evaluateContact, Materials, PartTable } from "../../../../src/contact/index.js";
import { quat } from "../../../../src/math/index.js";
import { RigidSystem } from "../../../../src/rigid/index.js";
import { multiply, turnBy } from "../../../support/contacts.js";

const [radius, height] = [0.3, 0.1];
const cone = createCone({ radius: 0.5, height: 0.8 });
const gamma = Math.atan2(0.5, 0.8);
const normal = [Math.cos(gamma), Math.sin(gamma), 0];
const line = [Math.sin(gamma), -Math.cos(gamma), 0];

/** A disc at `gap` above the side, its rim's tangent there at the angle psi to the line, tilted, and spun about its axis. */
function lay(psi: number, gap: number, spin: number) {
  const tangent = line.map((x, k) => Math.cos(psi) * x + (k === 2 ? -Math.sin(psi) : 0));
  const upright = multiply(turnBy([0, 0, 1], gamma - Math.PI / 2), turnBy([0, 1, 0], spin));
  const rotation = multiply(turnBy(tangent, 0.7), upright);
  const axis = new Float64Array(3);
  quat.rotateVector(axis, 0, rotation, 0, Float64Array.of(0, 1, 0), 0);
  const cosine = axis.reduce((sum, x, k) => sum + x * normal[k], 0);
  const sine = Math.sqrt(1 - cosine * cosine);
  const position = normal.map((n, k) => {
    const touched = 0.5 * line[k] + (k === 1 ? cone.halfHeight : 0) + gap * n;
    return touched + 0.5 * height * axis[k] + (radius * (n - cosine * axis[k])) / sine;
  });
  return { position, rotation };
}

/** The contact where the tangent is well across the line. */
function touch() {
  const system = new RigidSystem();
  const parts = new PartTable();
  const table = new ContactTable();
  const cache = new PairCache();
  const result = new PairResult();
  const buffer = new ContactBuffer();
  const disc = createCylinder({ radius, height });
  system.addBody({ mass: 1, inertia: [1, 1, 1], ...lay(0.5, 0, 0) });
  system.addBody({ fixed: true });
  [disc, cone].forEach((shape, i) => {
    parts.addPart(system, i, { shape });
    parts.place(system, i);
  });
  collideShapes(result, disc, parts.frames, 0, cone, parts.frames, 12, cache, 0, 1e-7);
  findContacts(buffer, result, disc, parts.frames, 0, cone, parts.frames, 12, cache, 0, 1e-7);
  addContacts(table, buffer, 0, buffer.count, parts, 0, 1, 0, system, new Materials());
  expect(table.count).toBe(1);
  return { system, parts, table, cache };
}

test.each([0.3, 0.08, 0.06, 0.04, 0.03])("at %f rad from it", (psi) => {
  // from another place on the rim: up to 2.7 cm off, or no number, where only n(φ) was followed
  for (const spin of [-0.2, -0.05, 0, 0.05, 0.2]) {
    const { system, parts, table, cache } = touch();
    const state = new Float64Array(system.dimension + 1);
    system.getState(state);
    for (const gap of [0, 1e-6]) {
      const { position, rotation } = lay(psi, gap, spin);
      state.set([...position, ...rotation]);
      system.setState(state);
      evaluateContact(table, 0, system, parts, cache);
      // a few roundings of places of 0.5 m
      expect(Math.abs(table.gap[0] - gap)).toBeLessThan(2e-15);
      for (let k = 0; k < 3; k++) expect(Math.abs(table.normal[k] - normal[k])).toBeLessThan(1e-12);
    }
  }
});
