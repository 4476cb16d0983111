/** Tables of rows that are used again for rows of the same shape: to the last bit as if they were new. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { createActiveRows } from "../../../../src/world/active-set/active-contacts.js";
import type { IslandFlow } from "../../../../src/world/integration/island-flow.js";
import { createSchedule } from "../../../support/islands.js";

/** Two boxes with a joint between them on the floor, one of them turned. */
function createFlow(): IslandFlow {
  const world = new World();
  const shape = createBox({ size: [1, 1, 1] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const a = world.addBody({ shape, mass: 1, position: [0, 0.5, 0], velocity: [0.3, 0, 0] });
  const turned = { rotation: [0, Math.sin(0.2), 0, Math.cos(0.2)], velocity: [0.3, 0, 0] };
  const b = world.addBody({ shape, mass: 2, position: [2, 0.5, 0], ...turned });
  world.add(ball({ a: { body: a, point: [1, 0, 0] }, b: { body: b, point: worldToBody } }));
  return createSchedule(world).schedule.flows[0];
}

/** (1, 0.5, 0) as the turned box sees it. */
const worldToBody = [-Math.cos(0.4), 0, -Math.sin(0.4)];

test("what is held again has its table again, and the same forces as with a new one", () => {
  const { context } = createFlow();
  const { island } = context;
  const { contacts } = context.contactSet;
  const out = new Float64Array(island.dimension);
  const fresh = new Float64Array(island.dimension);
  const corners = (body: number) =>
    Array.from({ length: contacts.count }, (_, c) => c).filter((c) => contacts.bodyA[c] === body);
  expect(corners(1).length).toBe(4);
  const first = [...corners(1).slice(0, 3), ...corners(2).slice(0, 3)];
  // as many, on the same bodies, but others
  const second = [...corners(1).slice(1), ...corners(2).slice(1)];
  island.activate(createActiveRows(context, first));
  const { table } = island.active;
  island.activate(createActiveRows(context, second.slice(0, 4)));
  expect(island.active.table).not.toBe(table);
  island.activate(createActiveRows(context, second));
  expect(island.active.table).toBe(table);
  island.derivative(out);
  const other = createFlow().context;
  other.island.activate(createActiveRows(other, second));
  other.island.derivative(fresh);
  expect(out).toEqual(fresh);
  expect(island.active.table.lambda).toEqual(other.island.active.table.lambda);
});

test("rows that depend on each other leave no trace in a table that is used again", () => {
  const { context } = createFlow();
  const { island } = context;
  const { contacts } = context.contactSet;
  const all = Array.from({ length: contacts.count }, (_, c) => c);
  // four corners each: one too many
  island.activate(createActiveRows(context, all));
  expect(island.active.solver.redundant).toBeGreaterThan(0);
  const { solver } = island.active;
  island.activate(createActiveRows(context, all));
  expect(island.active.solver).toBe(solver);
  expect(island.active.solver.redundant).toBeGreaterThan(0);
  solver.restart();
  expect(solver.isRegular).toBe(true);
});
