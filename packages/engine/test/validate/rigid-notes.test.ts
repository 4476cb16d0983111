/** The examples of the notes, section 5 of Rigid Body Simulation, each against what the notes find by hand. */
import { createRng, nextInRange, vec3 } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import {
  appliedForce,
  bodyKineticEnergy,
  bodySize,
  boxMass,
  computeAngularAcceleration,
  computePointAcceleration,
  computePointPosition,
  computePointVelocity,
  gravity,
  RigidSystem,
  Slot,
  totalEnergy,
} from "@rigor/engine/rigid";
import { fallingBlock, forcePuzzle, freeBoxShort } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { completeK, computeJacobi } from "../support/jacobi.js";
import { addIntegrals, maxDifference } from "../support/rigid.js";

/** ρ (y² + z²) and its like summed over the cells of a block, with Gauss's two points a side: exact for squares. */
function sumBlock(sides: readonly number[], mass: number): number[] {
  const cells = 8;
  const points = (side: number) =>
    Array.from({ length: 2 * cells }, (_, k) => {
      const middle = ((Math.floor(k / 2) + 0.5) / cells - 0.5) * side;
      return middle + ((k % 2 === 0 ? -1 : 1) * side) / cells / 2 / Math.sqrt(3);
    });
  const [xs, ys, zs] = sides.map(points);
  const each = mass / (xs.length * ys.length * zs.length);
  const I = new Array<number>(9).fill(0);
  for (const x of xs) {
    for (const y of ys) {
      for (const z of zs) {
        const square = x * x + y * y + z * z;
        [x, y, z].forEach((a, r) => {
          [x, y, z].forEach((b, c) => {
            I[3 * r + c] += each * ((r === c ? square : 0) - a * b);
          });
        });
      }
    }
  }
  return I;
}

describe("5.1: the inertia of a block", () => {
  // I = M/12 diag(y² + z², x² + z², x² + y²)                                   (5–3)
  const formula = ([x, y, z]: readonly number[], M: number) =>
    [y * y + z * z, x * x + z * z, x * x + y * y].map((square) => (M * square) / 12);

  test("is that of (5–3), by summing over its particles, and so is what the system makes of it", () => {
    const rng = createRng(1);
    for (let k = 0; k < 10; k++) {
      const sides = [0, 1, 2].map(() => nextInRange(rng, 0.2, 4));
      const mass = nextInRange(rng, 0.5, 3);
      const sum = sumBlock(sides, mass);
      const exact = formula(sides, mass);
      // a sum of 4096 terms, rounded (measured: 1.6e-14)
      expect(maxDifference(exact, [sum[0], sum[4], sum[8]]) / Math.max(...exact)).toBeLessThan(4e-14);
      const given = new RigidSystem();
      given.addBody({ mass, inertia: sum });
      const shaped = new RigidSystem();
      shaped.addBody({ mass: boxMass({ size: sides, mass }) });
      expect(maxDifference(exact, given.moments) / Math.max(...exact)).toBeLessThan(4e-14);
      // a rounding or two (measured: 2.3e-16)
      expect(maxDifference(exact, shaped.moments) / Math.max(...exact)).toBeLessThan(5e-16);
    }
  });
});

describe("5.2: a uniform field", () => {
  test("exerts M g and no torque, whatever the pose                             (5–4), (5–5)", () => {
    const system = fallingBlock.build();
    integrate(dopri5(system), 0.7);
    system.computeForces();
    expect([...system.force.subarray(0, 3)]).toEqual([0, 6 * -9.81, 0]);
    expect([...system.torque.subarray(0, 3)]).toEqual([0, 0, 0]);
  });

  test("leaves the rotation as it is without the field, to the bit", () => {
    const attitudes = [true, false].map((isHeavy) => {
      const system = freeBoxShort.build();
      if (isHeavy) system.addForce(gravity([0.3, -9.81, 2]));
      const stepper = dopri5(system, { relative: 1e-9, absolute: 1e-9, step: 0.01, maxStep: 0.01 });
      integrate(stepper, 3);
      return system.state.slice(Slot.q, Slot.P).join();
    });
    expect(attitudes[0]).toBe(attitudes[1]);
  });

  test("and every particle of the block by itself, with its weight, sums up to the same", () => {
    const fine = fallingBlock.build();
    const coarse = new RigidSystem();
    const body = coarse.addBody({ mass: 6, inertia: [6.5, 5, 2.5], velocity: [2, 15, -1], angularVelocity: [3, 1, 2] });
    for (const x of [-1, 1]) {
      for (const y of [-1, 1]) {
        for (const z of [-1, 1]) {
          coarse.addForce(appliedForce({ body, force: [0, (6 * -9.81) / 8, 0], at: [x / 4, y / 2, (3 * z) / 4] }));
        }
      }
    }
    for (const system of [fine, coarse]) integrate(dopri5(system, { tolerance: 1e-12 }), 2);
    // torques that cancel but for rounding, over some hundred steps (measured: 1.5e-14)
    expect(maxDifference(fine.state.subarray(0, bodySize), coarse.state)).toBeLessThan(4e-14);
  });
});

/** The block of figures 8 and 9, and the two points at which forces act. */
const [M, f] = [12, 5];
const I = [20, 52, 40];
const corners = [
  [-3, 0, -2],
  [3, 0, -2],
];

describe("5.3: forces that do not turn the block", () => {
  test("acceleration 2f/M along z, angular acceleration zero, by both kinds of points", () => {
    for (const pointFrame of ["world", "body"] as const) {
      const system = new RigidSystem();
      const body = system.addBody({ mass: M, inertia: I });
      for (const at of corners) system.addForce(appliedForce({ body, force: [0, 0, f], at, pointFrame }));
      system.computeForces();
      const out = new Float64Array(6);
      computeAngularAcceleration(out, 0, system, 0);
      computePointAcceleration(out, 3, system, 0, Float64Array.of(1, 2, 3), 0);
      // 1/M is rounded once more than f/M
      expect(maxDifference([0, 0, 0, 0, 0, (2 * f) / M], out)).toBeLessThan(2e-16);
    }
  });
});

describe("5.4: forces that do not move the block", () => {
  test.each([2, -2])("torque (0, 6f, 0), with the second point at z = %d                (5–6)", (z) => {
    const system = new RigidSystem();
    const body = system.addBody({ mass: M, inertia: I });
    system.addForce(appliedForce({ body, force: [0, 0, f], at: corners[0] }));
    system.addForce(appliedForce({ body, force: [0, 0, -f], at: [3, 0, z] }));
    system.computeForces();
    expect([...system.force.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([...system.torque.subarray(0, 3)]).toEqual([0, 6 * f, 0]);
    const out = new Float64Array(3);
    computeAngularAcceleration(out, 0, system, 0);
    // one rounding
    expect(maxDifference(out, [0, (6 * f) / I[1], 0])).toBeLessThan(2e-16);
  });

  test("forces that turn along with the block turn it as steadily", () => {
    const system = new RigidSystem();
    const body = system.addBody({ mass: M, inertia: I });
    corners.forEach((at, k) => {
      system.addForce(appliedForce({ body, force: [0, 0, k === 0 ? f : -f], at, frame: "body" }));
    });
    integrate(dopri5(system, { tolerance: 1e-12 }), 2);
    const half = (1.5 * f * 2 * 2) / I[1];
    // about a principal axis ω follows from the torque alone; the angle as the tolerance has it (measured: 4.4e-13)
    expect(maxDifference([0, (6 * f * 2) / I[1], 0], system.angularVelocity)).toBeLessThan(5e-16);
    expect(maxDifference([0, Math.sin(half), 0, Math.cos(half)], system.state.subarray(Slot.q))).toBeLessThan(1e-12);
    expect(maxDifference([0, 0, 0], system.state)).toBe(0);
  });
});

describe("5.5: force against torque", () => {
  const F = 0.6;
  const points = [Float64Array.of(0, 0, 0), Float64Array.of(2, 0, 0)];

  test("the work of the force, integrated along its path, is the energy gained", () => {
    const system = forcePuzzle.build();
    const p = new Float64Array(3);
    const v = new Float64Array(3);
    const problem = addIntegrals(system, 2, (out, o) => {
      points.forEach((point, i) => {
        computePointPosition(p, 0, system, i, point, 0);
        computePointVelocity(v, 0, system, i, p, 0);
        out[o + i] = F * v[1];
      });
    });
    const stepper = dopri5(problem, { tolerance: 1e-12 });
    integrate(stepper, 10);
    const work = stepper.state.subarray(system.dimension);
    const energy = [0, 1].map((i) => bodyKineticEnergy(system, i));
    // ½ M v² with v = F t/M = 1 m/s
    expect(Math.abs(energy[0] - 3)).toBeLessThan(2e-15);
    // a few tolerances (measured: 6e-12)
    expect(maxDifference(energy, work)).toBeLessThan(1.5e-11);
    // both centres move alike; the second block has the energy of its turning besides, and its force went farther
    expect(Math.abs(system.velocity[1] - system.velocity[4])).toBe(0);
    expect(energy[1] - energy[0]).toBeGreaterThan(0.7);
    // −F·p is their potential; it was zero at the start (measured: 1.3e-11)
    expect(Math.abs(totalEnergy(system))).toBeLessThan(3e-11);
  });

  test("the block turns as a pendulum does: its angle by Jacobi's functions, modulus ½", () => {
    // θ̈ = k² cos θ, k² = F d/I, from rest at θ = 0: sin(π/4 − θ/2) = √½ cd(kt)
    const system = forcePuzzle.build();
    const stepper = dopri5(system, { tolerance: 1e-13 });
    const k = Math.sqrt((F * 2) / 18.5);
    for (const t of [1, 5, 10]) {
      integrate(stepper, t);
      const [, cn, dn] = computeJacobi(k * t, 0.5);
      const theta = Math.PI / 2 - 2 * Math.asin((Math.SQRT1_2 * cn) / dn);
      const turned = Math.atan2(system.rotation[12], system.rotation[9]);
      // ten tolerances (measured: 9e-13)
      expect(Math.abs(turned - theta)).toBeLessThan(2e-12);
    }
    // it comes to rest, half a turn away, after 2K/k = 14.6 s
    const rest = (2 * completeK(0.5)) / k;
    integrate(stepper, rest);
    expect(Math.abs(system.angularVelocity[5])).toBeLessThan(6e-13);
    expect(Math.abs(system.rotation[9] + 1)).toBeLessThan(2e-15);
  });

  test("the shorter way of the force through the centre explains the difference", () => {
    const system = forcePuzzle.build();
    integrate(dopri5(system, { tolerance: 1e-13 }), 10);
    const p = new Float64Array(6);
    points.forEach((point, i) => {
      computePointPosition(p, 3 * i, system, i, point, 0);
    });
    const difference = bodyKineticEnergy(system, 1) - bodyKineticEnergy(system, 0);
    // a few tolerances (measured: 2.2e-12)
    expect(Math.abs(difference - F * (p[4] - p[1]))).toBeLessThan(5e-12);
    const L = vec3.length(system.state, bodySize + Slot.L);
    expect(Math.abs(difference - (L * L) / 18.5 / 2)).toBeLessThan(1e-15);
  });
});
