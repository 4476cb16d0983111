/** What impacts and contacts must not change: momentum, angular momentum, the sum of the ledger; and no overlap, ever. */
import { createBox, createSphere } from "@rigor/engine/collide";
import { ball, createDistanceCoordinate, distance, hinge, jointSpring } from "@rigor/engine/constrain";
import { kineticEnergy } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { sample } from "../../../../test/support/campaign.js";
import { boxPairs } from "../oracles/bounce.js";
import { planarCases } from "../oracles/resting.js";
import { maxDifference } from "../support/rigid.js";
import { collisionsOf, findWorstGap, mechanicalEnergy, momentaOf, runInParts } from "../support/world-measures.js";
import { buildPlanar, throwTogether } from "../support/world-structures.js";
import { dropBox, hangCradle, meetBoxes, Stage } from "../support/worlds.js";

/** Bounds of the design. */
const momentumError = 1e-12;
const ledgerError = 1e-7;
const depth = 1e-7;

/** Σ |P| and Σ (|x||P| + |L|): what momenta are relative to. */
function scales({ world, bodies }: Stage): [number, number] {
  const { state } = world.system;
  let [p, l] = [0, 0];
  for (const i of bodies) {
    const part = (o: number) => Math.hypot(...state.subarray(13 * i + o, 13 * i + o + 3));
    p += part(7);
    l += part(0) * part(7) + part(10);
  }
  return [p, l];
}

function expectIsolated(stage: Stage, end: number, parts: number): void {
  const before = momentaOf(stage);
  const energy = mechanicalEnergy(stage);
  let [p, l] = scales(stage);
  runInParts(stage, end, parts, () => {
    const now = scales(stage);
    [p, l] = [Math.max(p, now[0]), Math.max(l, now[1])];
    const after = momentaOf(stage);
    expect(maxDifference(after.P, before.P)).toBeLessThan(momentumError * p);
    expect(maxDifference(after.L, before.L)).toBeLessThan(momentumError * l);
    expectLedger(stage, energy);
    expect(findWorstGap(stage)).toBeGreaterThan(-depth);
  });
}

/** What the ledger says is lost is what is missing, and it adds up. */
function expectLedger(stage: Stage, energy: number): void {
  const { dissipated, total, work } = stage.world.getEnergy();
  const scale = Math.max(Math.abs(energy), 1);
  expect(Math.abs(mechanicalEnergy(stage) + dissipated - work - energy)).toBeLessThan(ledgerError * scale);
  expect(Math.abs(total - energy)).toBeLessThan(ledgerError * scale);
  expect(dissipated).toBeGreaterThan(-ledgerError * scale);
}

/** ½ j (v⁺ + v⁻), summed over all events: what impacts took. */
function lostInImpacts(stage: Stage): number {
  return collisionsOf(stage).reduce((sum, { impulse, vBefore, vAfter }) => sum - (impulse * (vBefore + vAfter)) / 2, 0);
}

describe("isolated", () => {
  test.each(boxPairs)("two boxes, $name", (pair) => {
    const { stage } = meetBoxes(pair, pair.e, 0, 0.1);
    expectIsolated(stage, 1, 10);
    expect(Math.abs(lostInImpacts(stage) - stage.world.getEnergy().dissipated)).toBeLessThan(1e-9);
  });

  describe.each([0, 0.5, 1])("e = %f", (e) => {
    test.each(sample([1, 2, 3], 3))("eight bodies thrown together, seed %i", (seed) => {
      const stage = throwTogether({ seed, count: 8, e });
      const before = kineticEnergy(stage.world.system);
      expectIsolated(stage, 2, 20);
      expect(collisionsOf(stage).length).toBeGreaterThan(3);
      const lost = before - kineticEnergy(stage.world.system);
      if (e === 1) expect(Math.abs(lost)).toBeLessThan(1e-7 * before);
      else expect(lost).toBeGreaterThan(0.01 * before);
    });
  });

  test("restitution unlike from pair to pair never raises the energy", () => {
    const stage = new Stage(0);
    for (let k = 0; k < 6; k++) {
      const shape = createSphere({ radius: 0.5 });
      const velocity = [k === 0 ? 3 : 0, 0, 0];
      stage.add({
        shape,
        mass: 1 + (k % 3),
        position: [k + (k === 0 ? -0.5 : 0), 0.1 * (k % 2), 0],
        velocity,
        restitution: [0, 0.9, 0.2][k % 3],
      });
    }
    let energy = kineticEnergy(stage.world.system);
    expectIsolated(stage, 0.4, 8);
    runInParts(stage, 2, 10, () => {
      const now = kineticEnergy(stage.world.system);
      expect(now).toBeLessThan(energy * (1 + 1e-9));
      energy = now;
    });
  });

  test.each([0, 0.7, 1])("hinged bars struck by a ball, e = %f", (e) => {
    const stage = new Stage(0);
    const bars = [-1, 1].map((x) =>
      stage.add({ shape: createBox({ size: [1.8, 0.2, 0.2] }), mass: 1, position: [x, 0, 0], restitution: e }),
    );
    stage.joined.push([bars[0], bars[1]]);
    stage.world.add(hinge({ a: { body: bars[0] }, b: { body: bars[1] }, at: [0, 0, 0], axis: [0, 1, 0] }));
    stage.add({
      shape: createSphere({ radius: 0.3 }),
      mass: 0.7,
      position: [1.3, 0.05, 1],
      velocity: [0, 0, -2],
      restitution: e,
    });
    expectIsolated(stage, 1.5, 15);
    expect(collisionsOf(stage).length).toBeGreaterThan(0);
  });

  test("a chain of boxes on ball joints that catches another", () => {
    const stage = new Stage(0);
    const links = [0, 1, 2, 3].map((k) =>
      stage.add({ shape: createBox({ size: [0.8, 0.2, 0.2] }), mass: 1, position: [k, 0, 0], restitution: 0.3 }),
    );
    for (let k = 1; k < 4; k++) {
      const [a, b] = [links[k - 1], links[k]];
      stage.world.add(ball({ a: { body: a, point: [0.5, 0, 0] }, b: { body: b, point: [-0.5, 0, 0] } }));
      stage.joined.push([a, b]);
    }
    const shape = createBox({ size: [0.5, 0.5, 0.5] });
    stage.add({
      shape,
      mass: 2,
      position: [1.6, 0.05, 1],
      velocity: [0, 0, -3],
      angularVelocity: [1, 0.5, 0],
      restitution: 0.3,
    });
    expectIsolated(stage, 1, 10);
    expect(collisionsOf(stage).length).toBeGreaterThan(0);
  });
});

describe("with gravity", () => {
  test.each(sample([1, 2], 2))("six bodies fall on the floor of a pit, seed %i", (seed) => {
    const stage = throwTogether({ seed, count: 6, e: 0.4, gravity: 9.81, around: "box" });
    const energy = mechanicalEnergy(stage);
    runInParts(stage, 1.5, 30, () => {
      expectLedger(stage, energy);
      expect(findWorstGap(stage)).toBeGreaterThan(-depth);
    });
    expect(collisionsOf(stage).length).toBeGreaterThan(6);
  });

  test("a spinning box bounces", () => {
    const box = {
      size: [1, 2, 3],
      mass: 6,
      z: 3,
      rotation: [2, -1, 3, 7],
      angularVelocity: [1, -2, 0.5],
      e: 0.6,
    } as const;
    const { stage } = dropBox(box, 9.81);
    const energy = mechanicalEnergy(stage);
    runInParts(stage, 2, 40, () => {
      expectLedger(stage, energy);
      expect(findWorstGap(stage)).toBeGreaterThan(-depth);
    });
    expect(Math.abs(lostInImpacts(stage) - stage.world.getEnergy().dissipated)).toBeLessThan(1e-6);
  });

  test.each(planarCases.filter(({ accelerations }) => accelerations.some(([, az]) => az !== 0)))(
    "it falls down: $name",
    (planar) => {
      const { stage } = buildPlanar(planar);
      const energy = mechanicalEnergy(stage);
      runInParts(stage, 0.5, 10, () => {
        expectLedger(stage, energy);
        expect(findWorstGap(stage)).toBeGreaterThan(-depth);
        const { P } = momentaOf(stage);
        // nothing pushes along y
        expect(Math.abs(P[1])).toBeLessThan(1e-9);
      });
    },
  );

  test("a cradle swings for many blows", () => {
    const stage = hangCradle(3, 0.5, 1);
    const energy = mechanicalEnergy(stage);
    runInParts(stage, 5, 25, () => {
      expectLedger(stage, energy);
      expect(findWorstGap(stage)).toBeGreaterThan(-depth);
    });
    expect(collisionsOf(stage).length).toBeGreaterThan(5);
  });

  test("a pendulum strikes a stack", () => {
    const stage = new Stage(9.81);
    stage.addFloor();
    for (let k = 0; k < 3; k++) {
      stage.add({
        shape: createBox({ size: [0.4, 0.4, 0.4] }),
        mass: 1,
        position: [0, 0, 0.4 * k + 0.2],
        restitution: 0.2,
      });
    }
    const bob = stage.add({
      shape: createSphere({ radius: 0.2 }),
      mass: 2,
      position: [-1.4, 0, 1.6],
      restitution: 0.2,
    });
    stage.world.add(distance({ a: { body: bob, point: [0, 0, 0] }, b: [-0.4, 0, 1.6] }));
    const energy = mechanicalEnergy(stage);
    runInParts(stage, 1.2, 24, () => {
      expectLedger(stage, energy);
      expect(findWorstGap(stage)).toBeGreaterThan(-depth);
    });
    expect(collisionsOf(stage, bob, stage.bodies[1]).length).toBeGreaterThan(0);
  });
});

test("the books of what swings on a stiff spring are off by the tolerance of the integrator, times the swings", () => {
  // 5 g and 1 kg turn about each other on a spring of 300 N/m: some forty swings a second
  const errors = [1e-7, 1e-8, 1e-9].map((tolerance) => {
    const stage = new Stage(9.81, { tolerance });
    const { world } = stage;
    const light = stage.add({
      shape: createBox({ size: [0.2, 0.1, 0.1] }),
      mass: 0.005,
      position: [0.7, 0, 3],
      velocity: [0, 1, 0],
    });
    const heavy = stage.add({ shape: createBox({ size: [0.3, 0.3, 0.3] }), mass: 1, position: [0, 0, 3] });
    const ends = { a: { body: light, point: [-0.1, 0.05, 0] }, b: { body: heavy, point: [0.15, 0, 0.15] } };
    const spring = jointSpring(createDistanceCoordinate(world.mechanism, ends), { stiffness: 300, rest: 0.3 });
    world.mechanism.addForce(spring);
    const { total, kinetic, potential } = world.getEnergy();
    world.advanceTo(0.5);
    return Math.abs(world.getEnergy().total - total) / (kinetic + Math.abs(potential)) / tolerance;
  });
  // 0.79 of the tolerance, to a hundredth, over two decades: local errors that add up, and nothing else
  for (const error of errors) expect(Math.abs(error / errors[2] - 1)).toBeLessThan(0.03);
  expect(errors[2]).toBeLessThan(1.6);
});
