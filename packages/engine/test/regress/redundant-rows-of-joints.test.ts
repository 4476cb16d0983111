/**
 * Rows that depend on others never fit to the last bits, as they have been rounded themselves. A row of fallen dominoes,
 * each hinged to the floor that it lies on, was taken for one that something drives into the floor: by 6e-16 m/s.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { hinge } from "@rigor/engine/constrain";
import { RowKind, UnilateralProblem, UnilateralSolver, UnilateralStatus } from "@rigor/engine/linalg";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** A joint and a contact at the same place, the arms of which differ by a few ulp; something drives the contact at `speed`. */
function solvePair(speed: number): UnilateralStatus {
  const problem = new UnilateralProblem();
  const body = problem.addNode(2);
  problem.y0.set([1, -0.6]);
  const joint = problem.addRow(RowKind.equality, body);
  problem.values.set([3, 5], problem.rowStart[joint]);
  const contact = problem.addRow(RowKind.inequality, body);
  problem.values.set([3, 5 * (1 + 40 * Number.EPSILON)], problem.rowStart[contact]);
  problem.c[contact] = -speed;
  return new UnilateralSolver().solve(problem);
}

test("what is redundant but for rounding is no contradiction, what is driven is one", () => {
  expect(solvePair(0)).toBe(UnilateralStatus.ok);
  expect(solvePair(1e-13)).toBe(UnilateralStatus.ok);
  expect(solvePair(1e-6)).toBe(UnilateralStatus.infeasible);
});

test("hinged pieces that have fallen onto the floor and onto each other, far from the origin", () => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createBox({ size: [0.02, 0.1, 0.05] });
  for (let k = 0; k < 4; k++) {
    const x = 40 + 0.05 * k;
    const angularVelocity = [0, 0, k === 0 ? -4 : 0];
    const velocity = k === 0 ? [0.2, 0.04, 0] : [0, 0, 0];
    const body = world.addBody({ shape, mass: 0.1, position: [x, 0.05, 0], velocity, angularVelocity });
    world.add(hinge({ a: { body }, at: [x + 0.01, 0, 0], axis: [0, 0, 1] }));
  }
  const { total } = world.getEnergy();
  const { status, message, worst } = world.advanceTo(0.8);
  expect(status, message).toBe("done");
  // 5e-10 m measured
  expect(worst.penetration).toBeLessThan(2e-9);
  // 1e-13 m near the origin: here places have 7e-15 m
  expect(worst.constraintError).toBeLessThan(1e-12);
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-7 * total);
});
