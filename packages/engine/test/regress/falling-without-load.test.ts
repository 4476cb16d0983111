/**
 * Where gravity alone all but satisfied the joints, the size by which forces were judged was that of rounding: none was good
 * enough, and bodies that fell together were said to have no forces.
 */
import { createBox, createSphere } from "@rigor/engine/collide";
import { ball, distance } from "@rigor/engine/constrain";
import { RowKind, UnilateralProblem, UnilateralSolver, UnilateralStatus } from "@rigor/engine/linalg";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each(["distance", "ball"])("links on a %s fall", (kind) => {
  const world = new World();
  const u = [0.78656, 0.61751, 0];
  for (let k = 0; k < 3; k++) {
    const shape = k === 1 ? createSphere({ radius: 0.1 }) : createBox({ size: [0.2, 0.1, 0.1] });
    const position = u.map((x) => 0.5 * k * x);
    world.addBody({ shape, mass: 0.9 + 0.37 * k, position, velocity: [-0.3, -0.24, -0.28] });
  }
  const place = (body: number, side: number) => ({
    body,
    point: kind === "ball" ? u.map((x) => 0.25 * side * x) : [0, 0, 0],
  });
  for (let k = 0; k < 2; k++) world.add({ ball, distance }[kind as "ball"]({ a: place(k, 1), b: place(k + 1, -1) }));
  expect(world.advanceTo(0.5).message).toBe("reached t = 0.5");
  // they fall as one
  for (let i = 0; i < 3; i++)
    expect(Math.abs(world.system.velocity[3 * i + 1] + 0.24 + 9.81 * 0.5)).toBeLessThan(1e-10);
});

test("an equality that holds but for rounding", () => {
  const problem = new UnilateralProblem();
  const [a, b] = [problem.addNode(3), problem.addNode(3)];
  problem.y0.set([0, -9.81, 0, 0, -9.81, 0]);
  const row = problem.addRow(RowKind.equality, a, b);
  // J y⁰ is 1e-15, as large as one of its terms is wrong by
  problem.values.set([0.3, 0.7, 0.1, -0.3, -0.7 * (1 - 2 ** -52), -0.1], problem.rowStart[row]);
  const solver = new UnilateralSolver();
  expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
  expect(solver.result.residual).toBeLessThan(1e-15);
});
