/**
 * Faces that lie on each other are flush to what positions are known to, not to rounding. Rows of their corners then contradict
 * each other by as little, and forces were found that hang on that: those of an outer corner doubled, others fell to zero,
 * or none were found at all.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import {
  ContactMode,
  FrictionContactProblem,
  FrictionContactSolver,
  FrictionContactStatus,
  TangentialState,
} from "@rigor/engine/linalg";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const g = 9.81;
const mu = 0.5;
/** Points of a box of 1 kg, 1 × 0.2 × 1 m, on the floor. */
const corners = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;
const roots = [1.04 / 12, 2 / 12, 1.04 / 12].map(Math.sqrt);

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The box slides along x; the normal at each corner is tilted by so much. */
function slide(tilts: readonly number[]): FrictionContactProblem {
  const problem = new FrictionContactProblem();
  problem.addNode(6);
  problem.rows.y0[1] = -g;
  corners.forEach(([x, z], k) => {
    const cone = problem.addCone(0);
    problem.mu[cone] = mu;
    problem.motion[cone] = TangentialState.slipping;
    const n = [tilts[k], 1, 0];
    const rows = [n, [1, -tilts[k], 0], [0, 0, 1]].flatMap((d) => {
      return [...d, ...cross([x, -0.1, z], d).map((m, i) => m / roots[i])];
    });
    problem.rows.values.set(rows, problem.rows.rowStart[problem.coneRow[cone]]);
  });
  return problem;
}

test.each([[[1e-9, 0, 0, 0]], [[1e-9, -1e-9, 5e-10, 0]], [[3e-10, -1e-9, 5e-10, -2e-9]]])(
  "a box that slides on corners tilted by %j presses as one that is flush",
  (tilts) => {
    const solver = new FrictionContactSolver();
    expect(solver.solve(slide(tilts))).toBe(FrictionContactStatus.solved);
    const { f, y, mode } = solver.result;
    expect(Array.from(mode.subarray(0, 4))).toEqual([2, 2, 2, 2].map(() => ContactMode.slip));
    // m g/4, and the moment of friction, μ m g h/2 over the length, on the leading side
    corners.forEach(([x], k) => {
      const expected = (g / 4) * (1 + (Math.sign(x) * mu * 0.2) / 1);
      // stiffness times the tilt, where rounds end: 2e-5 measured
      expect(Math.abs(f[3 * k] - expected)).toBeLessThan(1e-4);
    });
    // the tilt times g
    expect(Math.abs(y[0] + mu * g)).toBeLessThan(2e-8);
    for (let k = 1; k < 6; k++) expect(Math.abs(y[k])).toBeLessThan(2e-8);
  },
);

test("a tower struck by a ball: impacts keep their friction where contacts beside neither press nor part", () => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.6 });
  for (const [k, y] of [0.1, 0.325, 0.6].entries()) {
    const size = [1 - 0.1 * k, 0.2 + 0.05 * k, 0.9 + 0.1 * k] as const;
    world.addBody({ shape: createBox({ size }), mass: 1 + k, position: [0.03 * k, y, 0.02 * k], friction: 0.6 });
  }
  world.addBody({
    shape: createSphere({ radius: 0.15 }),
    mass: 1,
    position: [-1, 0.7, 0.1],
    velocity: [3.5, 1, 0],
    friction: 0.6,
    restitution: 0.5,
  });
  const { status, worst } = world.advanceTo(0.5);
  expect(status).toBe("done");
  expect(
    worst.fallbacks.filter((name) => name.startsWith("impact/frictionless") || name.includes("not exact")),
  ).toEqual([]);
  // what is promised of cones and complementarity; measured 1e-10
  expect(worst.residual).toBeLessThan(1e-9);
  expect(worst.energyError).toBeLessThan(1e-9);
});
