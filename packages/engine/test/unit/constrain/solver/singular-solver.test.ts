import { ball, checkConstraints, distance, hinge, Mechanism, nail, type SolverMethod } from "@rigor/engine/constrain";
import { integrate, rk4 } from "@rigor/engine/ode";
import { boxMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createHeavySystem, findForces, g } from "../../../support/mechanisms.js";

const largest = (values: ArrayLike<number>) => Array.from(values).reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** A closed ring of hinged bars in a plane, of masses 1 and `ratio` in turn, hung from one corner. */
function createRing(count: number, ratio: number, solver: SolverMethod): Mechanism {
  const system = createHeavySystem();
  const mechanism = new Mechanism(system, { solver });
  const corner = (k: number) => [Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count), 0];
  for (let k = 0; k < count; k++) {
    const [p, q] = [corner(k), corner(k + 1)];
    const angle = Math.atan2(q[1] - p[1], q[0] - p[0]);
    system.addBody({
      mass: boxMass({ size: [Math.hypot(q[0] - p[0], q[1] - p[1]), 0.02, 0.02], mass: k % 2 === 0 ? 1 : ratio }),
      position: p.map((x, i) => (x + q[i]) / 2),
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    });
  }
  for (let k = 0; k < count; k++) {
    mechanism.add(hinge({ a: { body: k }, b: { body: (k + 1) % count }, at: corner(k + 1), axis: [0, 0, 1] }));
  }
  mechanism.add(nail({ a: { body: 0, point: [0, 0, 0] } }));
  return mechanism;
}

describe("loops with unequal masses", () => {
  // 33 and 153 rows are solved densely; 453 by a compliance that is taken back
  test.each([
    [6, 1000, 1e-11],
    [30, 1000, 1e-9],
    [90, 10, 1e-7],
  ])("a ring of %i bars, masses 1 to %i: what the forces must do, they do", (count, ratio, bound) => {
    const mechanism = createRing(count, ratio, "direct");
    const report = checkConstraints(mechanism);
    // all hinges of a loop but the last one's three rows out of the plane are independent
    expect(report.rank).toBe(report.rows - 3);
    expect(report.conflicts).toEqual([]);
    // relative to g; the condition grows with the masses and with the square of the count
    expect(report.acceleration).toBeLessThan(bound * g);
  });
});

describe("a hub that is held more than it needs to be", () => {
  test.each([17, 150])("a slab on four nails with %i pendulums stays where it is", (count) => {
    const system = createHeavySystem();
    const mechanism = new Mechanism(system);
    const slab = system.addBody({ mass: boxMass({ size: [2, 0.1, 2], mass: 20 }), position: [0, 0, 0] });
    for (const x of [-1, 1]) for (const z of [-1, 1]) mechanism.add(nail({ a: { body: slab, point: [x, 0, z] } }));
    for (let k = 0; k < count; k++) {
      const arm = system.addBody({ mass: boxMass({ size: [0.1, 1, 0.1], mass: 1 }), position: [0.01 * k, -0.5, 0] });
      mechanism.add(ball({ a: { body: arm, point: [0, 0.5, 0] }, b: { body: slab, point: [0.01 * k, 0, 0] } }));
    }
    // twelve rows hold six degrees of freedom
    expect(checkConstraints(mechanism).rank).toBe(3 * count + 6);
    const forces = findForces(mechanism);
    const lift = [0, 1, 2, 3].reduce((sum, c) => sum + forces[3 * c + 1], 0);
    expect(Math.abs(lift - (20 + count) * g)).toBeLessThan(1e-8 * g);
    integrate(rk4(mechanism, { step: 0.01 }), 0.05);
    expect(largest(system.getPose(slab).position)).toBeLessThan(1e-9);
  });
});

test("a chain of 250 rods, each there twice: each carries half", () => {
  const build = (copies: number) => {
    const mechanism = new Mechanism(createHeavySystem());
    for (let k = 0; k < 250; k++) {
      mechanism.system.particles.addParticle({ mass: 1, position: [0, -0.1 * (k + 1), 0] });
      for (let c = 0; c < copies; c++) {
        mechanism.add(distance({ a: { particle: k }, b: k === 0 ? [0, 0, 0] : { particle: k - 1 } }));
      }
    }
    return { mechanism, forces: findForces(mechanism) };
  };
  const { mechanism, forces } = build(2);
  expect(mechanism.solver.redundant).toBe(250);
  for (let k = 0; k < 250; k++) {
    const [first, second] = [Math.abs(forces[2 * k]), Math.abs(forces[2 * k + 1])];
    const weight = (250 - k) * g;
    // together they carry what hangs below: rounding times the condition, some 1e5, of 2.5 kN
    expect(Math.abs(first + second - weight)).toBeLessThan(1e-7);
    // how they share it is known to rounding over ε = 1e-9: 5e-8 of the largest
    expect(Math.abs(first - 0.5 * weight)).toBeLessThan(1.5e-4);
  }
});
