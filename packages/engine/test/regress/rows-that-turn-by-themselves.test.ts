/**
 * Rows along two tangents of a contact that sticks. A normal that leans on two axes by rounding alone took now the one and
 * now the other for its tangents: the rows were turned by a right angle against those that were factored, and velocities of
 * 1e-17 m/s became 100 m/s, with a wall of bricks blown apart.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { type Constraint, createEnd, projectVelocities, type RowTable } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { createIsland, createSchedule } from "../support/islands.js";

test("rows of a contact that sticks are the same for normals that differ by rounding", () => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
  const shape = createBox({ size: [1, 1, 1] });
  for (const y of [0.5, 1.5]) world.addBody({ shape, mass: 1, position: [0, y, 0], friction: 0.5 });
  const { schedule } = createSchedule(world);
  const { island } = schedule.flows[0].context;
  const { state } = island.model.system;
  const rows: Float64Array[] = [];
  for (const tilt of [
    [1e-17, 0, 0],
    [0, 0, 1e-17],
  ]) {
    for (const body of [1, 2]) for (let x = 0; x < 3; x++) state[13 * body + 3 + x] = tilt[x];
    island.derive();
    island.evaluate();
    rows.push(island.active.table.jacobian.slice());
  }
  // the normals of eight contacts, and 16 rows of sticks
  expect(island.active.table.rows).toBeGreaterThan(20);
  const differences = rows[0].map((value, k) => Math.abs(value - rows[1][k]));
  expect(Math.max(...differences)).toBeLessThan(1e-15);
});

/** Holds two of the velocities of a particle, in the one order or in the other. */
class Pair implements Constraint {
  readonly name = "pair";
  readonly rows = 2;
  readonly binds = "velocities";
  readonly ends: Constraint["ends"];
  isTurned = false;

  constructor(ends: Constraint["ends"]) {
    this.ends = ends;
  }

  evaluate(table: RowTable, c: number): void {
    const o = table.valueStart[table.blockStart[c]];
    for (let k = 0; k < 6; k++) table.jacobian[o + k] = 0;
    table.jacobian[o + (this.isTurned ? 2 : 0)] = 1;
    table.jacobian[o + 3 + (this.isTurned ? 0 : 2)] = 1;
  }
}

test("what a factor of other rows does to velocities that are rounding is taken back", () => {
  const world = new World({ gravity: [0, 0, 0] });
  const particle = world.addParticle({ position: [0, 0, 0], velocity: [1e-17, 0, -2e-17] });
  const pairs: Pair[] = [];
  const island = createIsland(world);
  for (let k = 0; k < 65; k++) pairs.push(new Pair([createEnd("end", world.mechanism, { particle })]));
  island.activate(pairs);
  island.evaluate();
  island.active.solver.judge();
  // half of them as they would be if the others told of the same
  for (let k = 0; k < pairs.length; k += 2) pairs[k].isTurned = true;
  island.evaluate();
  projectVelocities(island);
  for (const v of world.system.particles.state.subarray(3, 6)) expect(Math.abs(v)).toBeLessThan(1e-10);
});
