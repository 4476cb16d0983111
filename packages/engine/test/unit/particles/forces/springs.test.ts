import { BlockMatrix } from "@rigor/engine/linalg";
import { ParticleSystem, Springs } from "@rigor/engine/particles";
import { describe, expect, test } from "vitest";
import {
  differenceMatrix,
  forceOf,
  maxDifference,
  negativeGradient,
  randomSystem,
} from "../../../support/particles.js";

/** Eight particles, a ring of springs; rest lengths short enough that all are stretched, or long so that all press. */
function ring(length: number, damping: number) {
  const system = randomSystem(8, 3);
  const springs = system.addForce(new Springs());
  for (let i = 0; i < 8; i++) springs.connect(system, i, (i + 1) % 8, { stiffness: 30 + i, damping, length });
  return { system, springs };
}

function linearised(system: ParticleSystem) {
  const n = 3 * system.count;
  const K = new BlockMatrix(n, n);
  const D = new BlockMatrix(n, n);
  system.addBlocks(K, D);
  system.linearise(K, D);
  return { K: K.toDense(), D: D.toDense() };
}

describe("springs, eq. (1)", () => {
  test("the force by hand", () => {
    const system = new ParticleSystem();
    system.addParticle({ position: [0, 0, 0], velocity: [1, 0, 0] });
    system.addParticle({ position: [3, 4, 0], velocity: [0, 2, 0] });
    const springs = new Springs();
    springs.connect(system, 0, 1, { stiffness: 10, damping: 2, length: 1 });
    // l = (−3, −4, 0), |l| = 5, l̇ = (1, −2, 0), l̇·l/|l| = 1; fa = −[10·4 + 2·1]·(−0.6, −0.8, 0) = (25.2, 33.6, 0)
    const expected = [25.2, 33.6, 0, -25.2, -33.6, 0];
    // three roundings on numbers of size 30: an ulp (measured: one)
    expect(maxDifference(forceOf(system, springs), expected)).toBeLessThan(7.2e-15);
    expect(springs.energy(system)).toBe(0.5 * 10 * 16);
  });

  test("the force is minus the gradient of the energy", () => {
    const { system, springs } = ring(0.3, 0);
    // differences of order h⁴ with h = 1e-3 on energies of size 100: truncation and cancellation (measured: 2.4e-11)
    expect(maxDifference(forceOf(system, springs), negativeGradient(system, springs))).toBeLessThan(5e-11);
  });

  test("∂f/∂x and ∂f/∂v of stretched springs match finite differences", () => {
    const { system, springs } = ring(0.01, 0);
    // long springs are nearly linear: little truncation, and cancellation, 1e-16·50/1e-3 (measured: 1.7e-11)
    expect(maxDifference(linearised(system).K, differenceMatrix(system, springs, false))).toBeLessThan(3.5e-11);
    const damped = ring(0.01, 3);
    const D = differenceMatrix(damped.system, damped.springs, true);
    // the force is linear in the velocities: cancellation alone, 1e-16·100/1e-3 (measured: 1.7e-11)
    expect(maxDifference(linearised(damped.system).D, D)).toBeLessThan(3.5e-11);
  });

  test("under compression ∂f/∂x stays symmetric and negative semidefinite", () => {
    const { system } = ring(5, 1);
    const { K } = linearised(system);
    const n = 24;
    let seed = 1;
    for (let trial = 0; trial < 50; trial++) {
      const x = Array.from({ length: n }, () => {
        seed = (seed * 16807) % 2147483647;
        return seed / 2147483647 - 0.5;
      });
      let product = 0;
      for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) product += x[r] * K[r * n + c] * x[c];
      // no slack for rounding: a random x is far from what K does not see (measured: −10.8 at the most)
      expect(product).toBeLessThan(-10);
    }
    for (let r = 0; r < n; r++) for (let c = 0; c < r; c++) expect(K[r * n + c]).toBe(K[c * n + r]);
  });

  test("a spring of length zero pulls nowhere", () => {
    const system = new ParticleSystem();
    system.addParticle({ position: [1, 1, 1] });
    system.addParticle({ position: [1, 1, 1], velocity: [1, 0, 0] });
    const springs = new Springs();
    springs.connect(system, 0, 1, { stiffness: 10, damping: 1, length: 0 });
    expect([...forceOf(system, springs)]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("bad springs are refused with the place and the cure", () => {
    const system = randomSystem(2, 1);
    const springs = new Springs();
    const connect = (a: number, b: number, options: object) => () =>
      springs.connect(system, a, b, { stiffness: 1, ...options });
    expect(connect(0, 2, {})).toThrow("springs[0] (a, b)[1]: must be a particle from 0 to 1, got 2");
    expect(connect(1, 1, {})).toThrow("springs[0].b: must differ from a, got 1");
    expect(connect(0, 1, { stiffness: -1 })).toThrow("springs[0].stiffness: must be a finite number >= 0, got -1");
    expect(connect(0, 1, { damping: Number.NaN })).toThrow("springs[0].damping");
    expect(connect(0, 1, { length: Infinity })).toThrow("springs[0].length");
    expect(springs.count).toBe(0);
  });
});
