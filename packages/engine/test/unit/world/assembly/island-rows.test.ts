/** Joints and contacts as rows in mass-scaled motion, against J, W and q̇ put together by hand. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { addImpulses, distance, hinge, kineticEnergy } from "@rigor/engine/constrain";
import { type ContactTable, evaluateContact } from "@rigor/engine/contact";
import { createPendulum } from "@rigor/engine/lagrange";
import { RowKind } from "@rigor/engine/linalg";
import { createRotatePath } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import type { IslandContext } from "../../../../src/world/context/island-context.js";
import type { Island } from "../../../../src/world/island/island.js";
import { createRun } from "../../../support/islands.js";
import { maxDifference } from "../../../support/rigid.js";

/** A box on the floor and a ball on a driven box, a particle on the floor, a double pendulum; joints between them. */
function createScene(): IslandContext {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const size = [1, 0.6, 1.4];
  const motion = { velocity: [0.2, -0.3, 0.1], angularVelocity: [0.3, 1, -0.7] };
  const box = world.addBody({ shape: createBox({ size }), mass: 2, position: [0, 0.3, 0], ...motion });
  const path = createRotatePath({ axis: [0.3, 0, 1], rate: 0.8, position: [4, 1, 0], center: [0, 0, 0] });
  world.addBody({ shape: createBox({ size: [1, 1, 1] }), path });
  const shape = createSphere({ radius: 0.5 });
  const sphere = world.addBody({ shape, mass: 3, position: [4, 2, 0], velocity: [0, -1, 0.5] });
  const particle = world.addParticle({ mass: 0.5, position: [2, 0, 3], velocity: [1, -2, 0], collide: true });
  world.addBody({ shape, mass: 0.4, position: [0, 1.1, 0], ...motion });
  const arm = world.addCoordinates(
    createPendulum({ lengths: [1, 0.7], masses: [1, 2], angles: [0.4, 1.1], rates: [0.5, -2], pivot: [0, 6, 0] }),
  );
  world.add(hinge({ a: { body: box }, b: { body: sphere }, at: [2, 1, 0], axis: [0, 1, 1] }));
  world.add(distance({ a: { particle }, b: { on: arm, part: 1 } }));
  world.add(distance({ a: { on: arm, part: 0 }, b: { on: arm, part: 1 }, length: 3 }));
  world.add(distance({ a: { body: sphere }, b: { body: 2, point: [1, 0, 0] } }));
  const context = createRun(world);
  const { island } = context;
  const { contacts } = context.contactSet;
  for (let c = 0; c < contacts.count; c++)
    evaluateContact(contacts, c, island.model.system, context.world.parts, context.world.detector.cache);
  return context;
}

/** J dense, row by row, in the columns of q̇: joints, then contacts. */
function listRows(context: IslandContext): Float64Array[] {
  const { island } = context;
  const { contacts } = context.contactSet;
  const { table } = island.active;
  island.evaluate();
  const rows = Array.from({ length: table.rows + contacts.count }, () => new Float64Array(island.model.count));
  for (let b = 0; b < table.width.length; b++) {
    const w = table.width[b];
    let r = table.rowStart[table.owner[b]];
    for (let v = table.valueStart[b]; v < table.valueStart[b + 1]; v += w, r++) {
      for (let k = 0; k < w; k++) rows[r][table.column[b] + k] += table.jacobian[v + k];
    }
  }
  for (let c = 0; c < contacts.count; c++) addContact(rows[table.rows + c], island, contacts, c);
  return rows;
}

function addContact(row: Float64Array, island: Island, contacts: ContactTable, c: number): void {
  const particle = contacts.particleA[c];
  const a = particle >= 0 ? island.model.particleStart + 3 * particle : 6 * island.model.findBody(contacts.bodyA[c]);
  for (let k = 0; k < (particle >= 0 ? 3 : 6) && a >= 0; k++) row[a + k] += contacts.rowA[6 * c + k];
  const b = 6 * island.model.findBody(contacts.bodyB[c]);
  for (let k = 0; k < 6 && b >= 0; k++) row[b + k] += contacts.rowB[6 * c + k];
}

/** W x, from masses and inertias; what does not answer to forces gets nothing. */
function weigh(island: Island, x: Float64Array): Float64Array {
  const { system, bodies, movingCount, particleStart, particleCount, coordinates, coordinateStart } = island.model;
  const out = new Float64Array(x.length);
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    for (let k = 0; k < 3; k++) {
      out[6 * b + k] = x[6 * b + k] / system.mass[i];
      for (let j = 0; j < 3; j++) out[6 * b + 3 + k] += system.inverseInertia[9 * i + 3 * k + j] * x[6 * b + 3 + j];
    }
  }
  for (let j = 0; j < particleCount; j++) {
    for (let k = 0; k < 3; k++) {
      out[particleStart + 3 * j + k] = x[particleStart + 3 * j + k] * system.particles.inverseMass[j];
    }
  }
  coordinates.forEach((thing, g) => {
    for (let k = 0; k < thing.width; k++) out[coordinateStart[g] + k] = x[coordinateStart[g] + k];
    thing.multiplyInverse(out, coordinateStart[g]);
  });
  return out;
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, k) => sum + value * b[k], 0);

/** The rows of the problem, dense. */
function readProblem({
  solvers: {
    rows: { problem },
  },
}: IslandContext): Float64Array[] {
  return Array.from({ length: problem.rowCount }, (_, r) => {
    const row = new Float64Array(problem.dimension);
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) row[problem.column[v]] += problem.values[v];
    return row;
  });
}

function build(context: IslandContext): void {
  const { rows } = context.solvers;
  const { contacts } = context.contactSet;
  rows.build(
    contacts,
    Int32Array.from({ length: contacts.count }, (_, c) => c),
    contacts.count,
  );
}

describe("rows of joints and contacts", () => {
  test("their products are J W Jᵀ: the values are J M^(−1/2)", () => {
    const context = createScene();
    build(context);
    const { problem, joints } = context.solvers.rows;
    expect([...problem.kind.subarray(0, problem.rowCount)]).toEqual(
      Array.from({ length: problem.rowCount }, (_, r) => (r < joints.rows ? RowKind.equality : RowKind.inequality)),
    );
    // four corners on the floor, a sphere on each box, a particle on the floor
    expect(context.contactSet.contacts.count).toBe(7);
    expect(joints.rows).toBe(5 + 1 + 1 + 1);
    const J = listRows(context);
    const G = readProblem(context);
    // three bodies, a particle and the two coordinates of the pendulum
    expect(problem.dimension).toBe(18 + 3 + 2);
    const A = G.map((row) => G.map((other) => dot(row, other)));
    const B = J.map((row) => J.map((other) => dot(row, weigh(context.island, other))));
    const scale = Math.max(...B.flat().map(Math.abs));
    expect(maxDifference(A.flat(), B.flat()) / scale).toBeLessThan(1e-15);
  });

  test("a body's values one by one: √(1/m) n, √D Rᵀ (r × n)", () => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: createBox({ size: [1, 0.6, 1.4] }), mass: 2, position: [0, 0.3, 0] });
    const context = createRun(world);
    const { island } = context;
    const { contacts } = context.contactSet;
    for (let c = 0; c < contacts.count; c++)
      evaluateContact(contacts, c, island.model.system, context.world.parts, context.world.detector.cache);
    build(context);
    expect(contacts.count).toBe(4);
    const G = readProblem(context);
    for (let c = 0; c < 4; c++) {
      const [x, , z] = contacts.point.subarray(3 * c, 3 * c + 3);
      // r × n = (−z, 0, x); I of the box about x and z
      const [Ix, Iz] = [(2 * (0.36 + 1.96)) / 12, (2 * (1 + 0.36)) / 12];
      const expected = [Math.SQRT1_2, -z / Math.sqrt(Ix), x / Math.sqrt(Iz)];
      const linear = Math.hypot(...G[c].subarray(0, 3));
      // principal axes come in an order of their own: the two turning entries by their sizes
      const turning = [...G[c].subarray(3, 6)].map(Math.abs).sort((a, b) => a - b);
      const sizes = [0, Math.abs(expected[1]), Math.abs(expected[2])].sort((a, b) => a - b);
      expect(Math.abs(linear - expected[0])).toBeLessThan(1e-16);
      expect(maxDifference(turning, sizes)).toBeLessThan(1e-15);
    }
  });
});

describe("velocities", () => {
  test("½ |y|² is the kinetic energy, and J y + c are the rates, driven bodies among them", () => {
    const context = createScene();
    build(context);
    const { island } = context;
    const { rows } = context.solvers;
    const { contacts } = context.contactSet;
    rows.writeVelocities(contacts);
    const { problem } = rows;
    const y = problem.y0.subarray(0, problem.dimension);
    expect(Math.abs(0.5 * dot(y, y) - kineticEnergy(island.model.mechanism))).toBeLessThan(2e-15 * dot(y, y));
    island.evaluate();
    const expected = [
      ...island.active.table.rate.subarray(0, rows.joints.rows),
      ...contacts.rate.subarray(0, contacts.count),
    ];
    const rates = readProblem(context).map((row, r) => dot(row, y) + problem.c[r]);
    expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(1);
    expect(maxDifference(rates, expected)).toBeLessThan(4e-15);
  });

  test("impulses Jᵀ j change the rates by A j", () => {
    const context = createScene();
    build(context);
    const { island, world } = context;
    const { rows } = context.solvers;
    const { contacts } = context.contactSet;
    const J = listRows(context);
    const f = Float64Array.from(J, (_, r) => Math.sin(3 * r + 1));
    const before = [
      ...island.active.table.rate.subarray(0, rows.joints.rows),
      ...contacts.rate.subarray(0, contacts.count),
    ];
    const total = new Float64Array(island.model.count);
    rows.writeImpulse(total, f, contacts);
    addImpulses(island, total);
    island.derive();
    island.evaluate();
    for (let c = 0; c < contacts.count; c++)
      evaluateContact(contacts, c, island.model.system, world.parts, context.world.detector.cache);
    const after = [
      ...island.active.table.rate.subarray(0, rows.joints.rows),
      ...contacts.rate.subarray(0, contacts.count),
    ];
    const G = readProblem(context);
    const jump = G.map((row) => G.reduce((sum, other, s) => sum + f[s] * dot(row, other), 0));
    expect(
      maxDifference(
        after.map((value, r) => value - before[r]),
        jump,
      ),
    ).toBeLessThan(1e-13);
  });
});

describe("accelerations", () => {
  test("J y + c are J q̈ + γ under the forces given", () => {
    const context = createScene();
    build(context);
    const { island } = context;
    const { rows } = context.solvers;
    const { contacts } = context.contactSet;
    island.applyForces();
    rows.writeAccelerations(contacts);
    const { problem } = rows;
    const y = problem.y0.subarray(0, problem.dimension);
    const J = listRows(context);
    island.applyForces();
    island.gatherAll();
    const gamma = [
      ...island.active.table.gamma.subarray(0, rows.joints.rows),
      ...contacts.gamma.subarray(0, contacts.count),
    ];
    const expected = J.map((row, r) => dot(row, island.active.acceleration) + gamma[r]);
    const rates = readProblem(context).map((row, r) => dot(row, y) + problem.c[r]);
    expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(5);
    expect(maxDifference(rates, expected)).toBeLessThan(2e-14);
  });
});
