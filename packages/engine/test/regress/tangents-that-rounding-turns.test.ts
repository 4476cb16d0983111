/**
 * Rows of contacts that stick have two tangents each. They were chosen anew wherever rows were evaluated, by the least
 * component of the normal: along an axis, rounding decides between the other two. A tower of flush blocks that had come to
 * rest was so held by rows that were no longer those of their factor, and flew apart with km/s.
 */
import { expect, test } from "vitest";
import type { Mechanism, RowTable } from "../../src/constrain/index.js";
import { ContactTable } from "../../src/contact/index.js";
import { ContactMode } from "../../src/linalg/index.js";
import { listSticks } from "../../src/world/active-set/stick-rows.js";
import type { ActiveRows } from "../../src/world/contact-state/contact-set.js";
import type { IslandContext } from "../../src/world/context/island-context.js";

/** The tangents of the one contact, whose normal is given at first and then. */
function writeTangents(first: readonly number[], then: readonly number[]): number[] {
  const contacts = new ContactTable();
  contacts.add();
  contacts.normal.set(first);
  contacts.bodyB[0] = 0;
  const cones = { list: Int32Array.of(0), count: 1, contactCount: 1, rubStart: 1, cone: Int32Array.of(0) };
  const coneSolver = { result: { mode: Uint8Array.of(ContactMode.stick) } };
  const parts = { contactSet: { contacts }, solvers: { cones, coneSolver }, jointFriction: { list: [] } };
  const context = parts as unknown as IslandContext;
  const ends = [
    { carrier: -1, width: 3 },
    { carrier: -1, width: 0 },
  ];
  const held = [{ list: Int32Array.of(0), ends }] as unknown as ActiveRows[];
  const [rows] = listSticks(context, held);
  contacts.normal.set(then);
  const jacobian = new Float64Array(6);
  const table = {
    jacobian,
    valueStart: Int32Array.of(0, 6, 6),
    blockStart: Int32Array.of(0, 2),
    rowStart: Int32Array.of(0, 2),
    drift: new Float64Array(2),
  };
  rows.evaluate(table as unknown as RowTable, 0, { system: { state: new Float64Array(13) } } as unknown as Mechanism);
  return Array.from(jacobian);
}

test("tangents stay where the normal does but for rounding", () => {
  const before = writeTangents([1e-17, 1, 0], [1e-17, 1, 0]);
  const after = writeTangents([1e-17, 1, 0], [0, 1, 1e-17]);
  for (let k = 0; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-16);
});

test("they are tangents, wherever the normal turns to", () => {
  for (const n of [
    [0.6, 0.8, 0],
    [0, 0.6, 0.8],
    [0, 0, 1],
    [0.01, 0.02, Math.sqrt(1 - 5e-4)],
  ]) {
    const t = writeTangents([0, 1, 0], n);
    for (let k = 0; k < 6; k += 3) {
      expect(Math.abs(t[k] * n[0] + t[k + 1] * n[1] + t[k + 2] * n[2])).toBeLessThan(1e-15);
      expect(Math.hypot(t[k], t[k + 1], t[k + 2])).toBeCloseTo(1, 14);
    }
    expect(Math.abs(t[0] * t[3] + t[1] * t[4] + t[2] * t[5])).toBeLessThan(1e-15);
  }
});
