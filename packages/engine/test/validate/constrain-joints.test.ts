/** Joints against references and closed forms: motion, forces, redundant constraints. */
import {
  type Constraint,
  hinge,
  Mechanism,
  motor,
  type SolverMethod,
  slider,
  totalEnergy,
  universal,
  weld,
} from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { physicalPendulum, sliderCrank } from "../oracles/joints.js";
import { addBar, findReaction, turnAbout } from "../support/joints.js";
import { maxDifference } from "../support/rigid.js";

const z = [0, 0, 1];

describe("references", () => {
  test("physical pendulum: angle, rate and the force of the hinge", () => {
    const { size, mass, distance: d, angle, gravity: g, rows } = physicalPendulum;
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -g]));
    const position = [d * Math.sin(angle), 0, -d * Math.cos(angle)];
    system.addBody({ mass: boxMass({ size, mass }), position, rotation: turnAbout([0, -1, 0], angle) });
    const mechanism = new Mechanism(system);
    const h = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: [0, -1, 0], angle }));
    const stepper = dopri5(mechanism, { tolerance: 1e-12 });
    for (const row of rows) {
      integrate(stepper, row.t);
      // the tolerance of the run, 1e-12 a step, grown over 5 s; at 1e-13 all are ten times less
      expect(Math.abs(h.angle.value - row.angle)).toBeLessThan(8e-12);
      expect(Math.abs(h.angle.rate - row.rate)).toBeLessThan(8e-11);
      expect(maxDifference(findReaction(mechanism, h), [...row.force, 0, 0, 0])).toBeLessThan(1.2e-10);
    }
  });

  test("slider and crank: angles counted on, and the force of the guide", () => {
    const { lengths, masses, gravity: g, angles, rates, rows, guide, energy } = sliderCrank;
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    const pin = [lengths[0] * Math.cos(angles[0]), lengths[0] * Math.sin(angles[0]), 0];
    const end = [pin[0] + lengths[1] * Math.cos(angles[1]), 0, 0];
    addBar(system, masses[0], lengths[0], [0, 0, 0], angles[0]);
    addBar(system, masses[1], lengths[1], pin, angles[1]);
    system.addBody({ mass: masses[2], inertia: [1, 1, 1], position: end });
    const mechanism = new Mechanism(system);
    const crank = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z, angle: angles[0] }));
    const angle = angles[1] - angles[0];
    const rod = mechanism.add(hinge({ a: { body: 1 }, b: { body: 0 }, at: pin, axis: z, angle }));
    mechanism.add(hinge({ a: { body: 2 }, b: { body: 1 }, at: end, axis: z }));
    const rail = mechanism.add(slider({ a: { body: 2 }, at: end, axis: [1, 0, 0], travel: end[0] }));
    // the speed of the crank gives all others
    const start = mechanism.add(motor(crank.angle, { speed: rates[0] }));
    mechanism.assemble();
    mechanism.remove(start);
    const stepper = dopri5(mechanism, { tolerance: 1e-11 });
    rows.forEach((row, k) => {
      integrate(stepper, row.t);
      const force = findReaction(mechanism, rail);
      // the tolerance of the run, 1e-11 a step, grown over 4 turns; at 1e-13 all are a hundred times less
      expect(Math.abs(crank.angle.value - row.crank)).toBeLessThan(2e-9);
      expect(Math.abs(rod.angle.value - (row.rod - row.crank))).toBeLessThan(2e-9);
      expect(Math.abs(rail.travel.value - row.x)).toBeLessThan(2e-9);
      expect(Math.abs(rail.travel.rate - row.v)).toBeLessThan(2e-9);
      expect(Math.abs(force[1] - guide[k])).toBeLessThan(6e-9);
      expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(2e-8);
    });
    expect(mechanism.solver.redundant).toBe(3);
  });
});

describe("reactions", () => {
  test("a cantilever of welded boxes: weight and moment", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -10]));
    const boxes = [0, 1, 2].map((k) => {
      return system.addBody({ mass: boxMass({ size: [1, 0.2, 0.2], mass: 2 }), position: [0.5 + k, 0, 0] });
    });
    const mechanism = new Mechanism(system);
    const welds = boxes.map((body, k) => {
      return mechanism.add(weld({ a: { body }, ...(k > 0 ? { b: { body: body - 1 } } : {}), at: [k, 0, 0] }));
    });
    for (let k = 0; k < 3; k++) {
      // of what is beyond the weld: weight, and moment about y: ∫ x dW = W ℓ/2
      const length = 3 - k;
      const weight = 20 * length;
      const expected = [0, 0, weight, 0, (-weight * length) / 2, 0];
      // rounding, of moments up to 90 N·m
      expect(maxDifference(findReaction(mechanism, welds[k]), expected)).toBeLessThan(2e-12);
    }
    integrate(dopri5(mechanism), 1);
    // nothing moves but by rounding
    expect(maxDifference(system.getPose(2).position, [2.5, 0, 0])).toBeLessThan(1.2e-13);
  });

  test("a gyroscope in steady precession", () => {
    const [M, m, l, k] = [2, 0.5, 0.4, 0.2];
    const [tilt, Omega, g] = [1.1, 4, 9.81];
    // wheel: moments about its axle and across; arm: a bar with its middle at k
    const wheel = { axial: 0.08, across: 0.05 };
    const arm = { axial: 0.001, across: 0.008 };
    const A = wheel.across + M * l * l + arm.across + m * k * k;
    // B Ω − A Ω² cos θ = g Σ m l,   B = I₃ (s + Ω cos θ) + J₃ Ω cos θ
    const c = Math.cos(tilt);
    const B = (g * (M * l + m * k)) / Omega + A * Omega * c;
    const spin = (B - arm.axial * Omega * c) / wheel.axial - Omega * c;
    const axle = [Math.sin(tilt), 0, c];
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -g]));
    const rotation = turnAbout([0, 1, 0], tilt);
    for (const [mass, { axial, across }, at] of [
      [m, arm, k],
      [M, wheel, l],
    ] as const) {
      system.addBody({ mass, inertia: [across, across, axial], position: axle.map((x) => at * x), rotation });
    }
    const mechanism = new Mechanism(system);
    const support = mechanism.add(universal({ a: { body: 0 }, at: [0, 0, 0], axes: [[0, 1, 0], z] }));
    const bearing = mechanism.add(hinge({ a: { body: 1 }, b: { body: 0 }, at: axle.map((x) => l * x), axis: axle }));
    const starters = [
      mechanism.add(motor(support.angles[0], { speed: 0 })),
      mechanism.add(motor(support.angles[1], { speed: Omega })),
      mechanism.add(motor(bearing.angle, { speed: spin })),
    ];
    mechanism.assemble();
    for (const starter of starters) mechanism.remove(starter);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 2);
    // the tolerance of the run, 1e-11 a step; the wheel makes 11 turns
    expect(Math.abs(support.angles[0].value)).toBeLessThan(1e-11);
    expect(Math.abs(support.angles[1].value - 2 * Omega)).toBeLessThan(5e-11);
    expect(Math.abs(bearing.angle.value - 2 * spin)).toBeLessThan(5e-10);
    // the pivot carries the weight and keeps the centre of mass on its circle
    const [x, y] = [Math.cos(2 * Omega), Math.sin(2 * Omega)];
    const inward = (M * l + m * k) * Math.sin(tilt) * Omega * Omega;
    const carried = [-inward * x, -inward * y, (M + m) * g, 0, 0, 0];
    expect(maxDifference(findReaction(mechanism, support), carried)).toBeLessThan(8e-10);
    // the bearing turns the angular momentum of the wheel: Ω × L about its centre, along ẑ × e
    const torque =
      Omega * (Omega * Math.sin(tilt) * c * wheel.across - Math.sin(tilt) * wheel.axial * (spin + Omega * c));
    // â × e = −ŷ, turned along
    const reaction = findReaction(mechanism, bearing).subarray(3);
    expect(maxDifference(reaction, [torque * y, -torque * x, 0])).toBeLessThan(6e-10);
  });
});

/** A four-bar linkage of bars 1, 2, 1.5 and ground 2.2 m, on four hinges that a plane would not need. */
function createFourBar(
  order: readonly number[],
  solver: SolverMethod = "direct",
): { mechanism: Mechanism; hinges: Constraint[] } {
  const system = new RigidSystem();
  system.addForce(gravity([0, -9.81, 0]));
  const angle = 1;
  const [p, ground] = [
    [Math.cos(angle), Math.sin(angle), 0],
    [2.2, 0, 0],
  ];
  // where circles of 2 about p and of 1.5 about the ground meet
  const d = Math.hypot(ground[0] - p[0], p[1]);
  const along = (4 - 2.25 + d * d) / (2 * d);
  const up = Math.sqrt(4 - along * along);
  const [ex, ey] = [(ground[0] - p[0]) / d, -p[1] / d];
  const q = [p[0] + along * ex - up * ey, p[1] + along * ey + up * ex, 0];
  addBar(system, 1, 1, [0, 0, 0], angle);
  addBar(system, 2, 2, p, Math.atan2(q[1] - p[1], q[0] - p[0]));
  addBar(system, 1.5, 1.5, ground, Math.atan2(q[1], q[0] - ground[0]));
  const mechanism = new Mechanism(system, { solver });
  const makers = [
    hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }),
    hinge({ a: { body: 1 }, b: { body: 0 }, at: p, axis: z }),
    hinge({ a: { body: 1 }, b: { body: 2 }, at: q, axis: z }),
    hinge({ a: { body: 2 }, at: ground, axis: z }),
  ];
  const hinges: Constraint[] = [];
  for (const k of order) hinges[k] = mechanism.add(makers[k]);
  return { mechanism, hinges };
}

describe("redundant hinges", () => {
  test("a planar four-bar linkage keeps its energy, its plane and its constraints; three rows follow from others", () => {
    const { mechanism } = createFourBar([0, 1, 2, 3]);
    const energy = totalEnergy(mechanism);
    integrate(dopri5(mechanism, { tolerance: 1e-10 }), 3);
    expect(mechanism.solver.redundant).toBe(3);
    // the tolerance of the run, 1e-10 a step
    expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(6e-9);
    expect(mechanism.measureError().position).toBeLessThan(1e-13);
    expect(mechanism.system.getPose(1).position[2]).toBe(0);
  });

  test("reactions of least norm do not depend on the order of the hinges, nor on the solver", () => {
    const cases: [readonly number[], SolverMethod][] = [
      [[0, 1, 2, 3], "direct"],
      [[3, 1, 0, 2], "direct"],
      [[2, 3, 1, 0], "dense"],
      [[1, 0, 3, 2], "conjugate-gradients"],
    ];
    const [first, ...others] = cases.map(([order, solver]) => {
      const { mechanism, hinges } = createFourBar(order, solver);
      // a push across the plane, which the hinges share
      mechanism.system.addForce({
        name: "push",
        apply({ force }) {
          force[5] += 3;
        },
      });
      return hinges.map((h) => Array.from(findReaction(mechanism, h)));
    });
    // both hinges of the bar that is pushed
    expect(first[1][2] + first[2][2]).toBeCloseTo(-3, 14);
    // rounding; of conjugate gradients its own tolerance, 1e-14 of forces of 30 N
    for (const other of others) expect(maxDifference(other.flat(), first.flat())).toBeLessThan(1e-12);
  });
});
