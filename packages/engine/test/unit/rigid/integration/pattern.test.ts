import { createRng } from "@rigor/engine/math";
import { backwardEuler, checkJacobian, integrate } from "@rigor/engine/ode";
import { angularSprings, repulsion, Springs } from "@rigor/engine/particles";
import {
  addForceAtBodyPoint,
  appliedForce,
  createRotatePath,
  gravity,
  RigidSystem,
  rigidPattern,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { mixedWorld, randomBody, randomVector } from "../../../support/rigid-worlds.js";

/** Whether the pattern has entry (row, column). */
function has(system: RigidSystem, row: number, column: number): boolean {
  const { columnStart, rowIndex } = system.pattern ?? rigidPattern(system);
  return rowIndex.subarray(columnStart[column], columnStart[column + 1]).includes(row);
}

/** Non-zeros of a differenced Jacobian that the pattern leaves out, and how full it is. */
function inspect(system: RigidSystem) {
  system.pattern = rigidPattern(system);
  const n = system.dimension;
  return { missed: checkJacobian(system), fill: system.pattern.rowIndex.length / (n * n) };
}

describe("the pattern of a world holds every non-zero of ∂f/∂y", () => {
  test("springs between anchors of bodies and particles", () => {
    const { system } = mixedWorld({ springDamping: 0.3, forces: true });
    const { missed, fill } = inspect(system);
    // what lies outside is zero but for the rounding of f
    expect(missed.error, JSON.stringify(missed)).toBe(0);
    // measured: 0.59
    expect(fill).toBeLessThan(0.6);
  });

  test("an anchor that nothing pulls feels what pulls its body elsewhere", () => {
    const rng = createRng(41);
    const system = new RigidSystem();
    for (let i = 0; i < 3; i++) system.addBody(randomBody(rng));
    const springs = system.particles.addForce(new Springs());
    const [a, b] = [system.addAnchor(0, [1, 0, 0]), system.addAnchor(1, [0, 1, 0])];
    const idle = system.addAnchor(0, [0, 0, 1]);
    springs.connect(system.particles, a, b, { stiffness: 10, damping: 1 });
    const { missed } = inspect(system);
    expect(missed.error, JSON.stringify(missed)).toBe(0);
    // the acceleration of the idle one depends on where body 1 is, not on body 2
    const row = 39 + 6 * idle + 3;
    expect(has(system, row, 13)).toBe(true);
    expect(has(system, row, 26)).toBe(false);
  });

  test("forces of several bodies that say so, angular springs, paths, pivots, fixed bodies", () => {
    const { system, rng } = mixedWorld({ forces: true });
    const { mass, inertia, center } = randomBody(rng);
    const hung = system.addBody({ mass, inertia, center, pivot: [0.1, 0.2, 0.3] });
    const motor = system.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate: 1 }) });
    const wall = system.addBody({ fixed: true });
    const anchors = [hung, motor, wall, 0].map((body) => system.addAnchor(body, randomVector(rng)));
    const springs = system.particles.addForce(new Springs());
    springs.connect(system.particles, anchors[0], anchors[1], { stiffness: 3, damping: 0.2 });
    springs.connect(system.particles, anchors[0], anchors[2], { stiffness: 3, damping: 0.2 });
    system.particles.addForce(
      angularSprings({ triples: [[anchors[0], anchors[3], 0]], angle: 1, stiffness: 2, damping: 0.1 }),
    );
    system.addForce(appliedForce({ body: hung, force: [1, 2, 3], at: [1, 1, 1], frame: "body" }));
    const pull = new Float64Array(3);
    system.addForce({
      name: "attraction",
      couples: [1, hung],
      apply(world) {
        for (let k = 0; k < 3; k++) pull[k] = world.state[13 * hung + k] - world.state[13 + k] + world.velocity[3 + k];
        addForceAtBodyPoint(world, 1, pull, 0, Float64Array.of(1, 0, 0), 0);
        for (let k = 0; k < 3; k++) pull[k] *= -1;
        addForceAtBodyPoint(world, hung, pull, 0, Float64Array.of(0, 1, 0), 0);
      },
    });
    const { missed, fill } = inspect(system);
    expect(missed.error, JSON.stringify(missed)).toBe(0);
    // measured: 0.42
    expect(fill).toBeLessThan(0.43);
  });

  test("bodies that nothing joins are apart", () => {
    const rng = createRng(42);
    const system = new RigidSystem();
    for (let i = 0; i < 4; i++) system.addBody(randomBody(rng));
    system.particles.addParticle({ position: [0, 0, 0] });
    system.addForce(gravity());
    const { columnStart, rowIndex } = rigidPattern(system);
    expect(columnStart.length).toBe(4 * 13 + 6 + 1);
    expect(rowIndex.length).toBe(4 * 13 * 13 + 6 * 6);
    // rising in every column
    for (let j = 0; j < columnStart.length - 1; j++) {
      for (let k = columnStart[j] + 1; k < columnStart[j + 1]; k++)
        expect(rowIndex[k]).toBeGreaterThan(rowIndex[k - 1]);
    }
  });

  test("the check can fail: a force that does not say what it couples", () => {
    const { system } = mixedWorld();
    const liar = (world: RigidSystem) => {
      world.force[0] += world.state[26];
    };
    system.addForce({ name: "liar", couples: [], apply: liar });
    const { missed } = inspect(system);
    expect(missed).toMatchObject({ row: 7, column: 26 });
  });
});

describe("refusals", () => {
  test("a force that does not tell what it couples, on bodies or on particles", () => {
    const { system } = mixedWorld();
    const free = system.addForce({ name: "mystery", apply() {} });
    expect(() => rigidPattern(system)).toThrow('force "mystery": must name the bodies it couples');
    system.removeForce(free);
    system.particles.addForce(repulsion({ radius: 1, stiffness: 1 }));
    expect(() => rigidPattern(system)).toThrow('force "repulsion": must name the particles it couples');
  });

  test("a pattern of a smaller world", () => {
    const { system, rng } = mixedWorld();
    system.pattern = rigidPattern(system);
    system.addBody(randomBody(rng));
    expect(() => integrate(backwardEuler(system, { step: 0.1 }), 1)).toThrow("pattern");
  });
});
