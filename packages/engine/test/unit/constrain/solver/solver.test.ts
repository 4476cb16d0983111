import { ball, distance, Mechanism, type SolverMethod } from "@rigor/engine/constrain";
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { boxMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createHeavySystem, createRandomMechanism, findForces, g } from "../../../support/mechanisms.js";

const methods: readonly SolverMethod[] = ["direct", "dense", "conjugate-gradients"];

const largest = (values: ArrayLike<number>) => Array.from(values).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const difference = (a: ArrayLike<number>, b: ArrayLike<number>) => largest(Array.from(a, (x, k) => x - b[k]));

/** W as a dense matrix, from the tables of the system: an independent way to J W Jᵀ. */
function denseInverseMass({ system, count, particleStart }: Mechanism): number[][] {
  const W = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  for (let i = 0; i < system.count; i++) {
    for (let x = 0; x < 3; x++) {
      W[6 * i + x][6 * i + x] = system.inverseMass[i];
      for (let y = 0; y < 3; y++) W[6 * i + 3 + x][6 * i + 3 + y] = system.inverseInertia[9 * i + 3 * x + y];
    }
  }
  for (let j = 0; j < system.particles.count; j++) {
    for (let x = 0; x < 3; x++)
      W[particleStart + 3 * j + x][particleStart + 3 * j + x] = system.particles.inverseMass[j];
  }
  return W;
}

/** J as a dense matrix. */
function denseJacobian({ table, count }: Mechanism): number[][] {
  const J = Array.from({ length: table.rows }, () => new Array<number>(count).fill(0));
  table.ends.forEach((end, b) => {
    const first = table.rowStart[table.owner[b]];
    for (let v = table.valueStart[b], r = first; v < table.valueStart[b + 1]; r++) {
      for (let k = 0; k < end.width; k++) J[r][table.column[b] + k] += table.jacobian[v++];
    }
  });
  return J;
}

/** Solves A x = b by Gauss with pivoting. */
function eliminate(A: number[][], b: number[]): number[] {
  const n = b.length;
  const M = A.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k; i < n; i++) if (Math.abs(M[i][k]) > Math.abs(M[p][k])) p = i;
    [M[k], M[p]] = [M[p], M[k]];
    for (let i = k + 1; i < n; i++) {
      const f = M[i][k] / M[k][k];
      for (let j = k; j <= n; j++) M[i][j] -= f * M[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    x[k] = M[k][n];
    for (let j = k + 1; j < n; j++) x[k] -= M[k][j] * x[j];
    x[k] /= M[k][k];
  }
  return x;
}

describe("the three ways to solve (11)", () => {
  test.each([1, 2, 3, 4, 5, 6])("agree with elimination on dense matrices, random mechanism %i", (seed) => {
    const count = 3 + 2 * seed;
    const expected = (mechanism: Mechanism) => {
      const J = denseJacobian(mechanism);
      const W = denseInverseMass(mechanism);
      const T = J.map((row) => W.map((_, j) => row.reduce((sum, x, k) => sum + x * W[k][j], 0)));
      const A = T.map((row) => J.map((other) => row.reduce((sum, x, k) => sum + x * other[k], 0)));
      const b = J.map((row, r) => {
        const pulled = row.reduce((sum, x, k) => sum + x * mechanism.acceleration[k], 0);
        const { stiffness, damping } = mechanism.settings;
        const { gamma, value, rate } = mechanism.table;
        return -gamma[r] - pulled - stiffness * value[r] - damping * rate[r];
      });
      return eliminate(A, b);
    };
    const direct = createRandomMechanism(seed, count, 2, { solver: "direct", feedback: 0.5 });
    const forces = findForces(direct);
    // rounding; measured 1.1e-15
    expect(difference(forces, expected(direct))).toBeLessThan(4e-15 * largest(forces));
    for (const solver of methods.slice(1)) {
      const other = findForces(createRandomMechanism(seed, count, 2, { solver, feedback: 0.5 }));
      // measured 6e-16 and 1e-14: the iterative one stops at rounding of b, not of x
      expect(difference(forces, other)).toBeLessThan((solver === "dense" ? 3e-15 : 4e-14) * largest(forces));
    }
  });

  test("a hub with twenty arms", () => {
    const build = (solver: SolverMethod) => {
      const system = createHeavySystem();
      const mechanism = new Mechanism(system, { solver });
      const hub = system.addBody({
        mass: boxMass({ size: [2, 1, 1], mass: 10 }),
        position: [0, 0, 0],
        angularVelocity: [1, 2, 3],
      });
      for (let k = 0; k < 20; k++) {
        const arm = system.addBody({ mass: boxMass({ size: [1, 0.3, 0.2], mass: 1 + k / 7 }), position: [1, k, 0.5] });
        mechanism.add(ball({ a: { body: arm, point: [-0.5, 0, 0] }, b: { body: hub, point: [0.5, 0.1 * k, 0.5] } }));
      }
      mechanism.add(ball({ a: { body: hub, point: [0, 1, 0] }, b: [0, 1, 0] }));
      return findForces(mechanism);
    };
    const [direct, dense, iterative] = methods.map(build);
    // rounding, and rounding times the condition of A; measured 1.2e-15 and 1.3e-13
    expect(difference(direct, dense)).toBeLessThan(4e-15 * largest(dense));
    expect(difference(direct, iterative)).toBeLessThan(4e-13 * largest(dense));
  });

  test("no constraints at all", () => {
    const mechanism = new Mechanism(createHeavySystem());
    mechanism.system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0, 0, 0] });
    const out = new Float64Array(13);
    mechanism.derivative(out);
    expect(out[8]).toBe(-g);
  });
});

/** A chain of n heavy particles, each rod there `copies` times, listed in an order of the seed. */
function createDoubledChain(n: number, copies: number, solver: SolverMethod, seed: number): Mechanism {
  const rng = createRng(seed);
  const system = createHeavySystem();
  const mechanism = new Mechanism(system, { solver });
  const rods: [number, number][] = [];
  for (let k = 0; k < n; k++) {
    system.particles.addParticle({ mass: 1, position: [0.3 * (k + 1), -0.4 * (k + 1), 0] });
    for (let c = 0; c < copies; c++) rods.push([k, nextInRange(rng, 0, 1)]);
  }
  rods.sort((a, b) => a[1] - b[1]);
  for (const [k] of rods) {
    mechanism.add(distance({ a: { particle: k }, b: k === 0 ? [0, 0, 0] : { particle: k - 1 } }));
  }
  return mechanism;
}

describe("rows that depend on one another", () => {
  // 12 rows are solved densely, 120 by a compliance that is taken back
  test.each([
    [4, 3],
    [60, 2],
  ])("%i rods, each there %i times: each carries its share", (n, copies) => {
    for (const solver of methods) {
      const mechanism = createDoubledChain(n, copies, solver, 1);
      const forces = findForces(mechanism);
      const single = createDoubledChain(n, 1, "direct", 1);
      const whole = findForces(single);
      // each rod of the single chain by its particle
      const share = new Map(single.constraints.map(({ ends }, c) => [ends[0].name, whole[c] / copies]));
      // the condition of a chain of n links is about n²; measured 1.7e-16 and 4e-14
      const bound = (n === 4 ? 1e-15 : 2e-13) * largest(whole);
      mechanism.constraints.forEach(({ ends }, c) => {
        expect(Math.abs(forces[c] - (share.get(ends[0].name) ?? Number.NaN))).toBeLessThan(bound);
      });
      if (solver !== "conjugate-gradients") expect(mechanism.solver.redundant).toBe(n * (copies - 1));
    }
  });

  test("the shares do not depend on the order of the constraints", () => {
    const [a, b] = [1, 2].map((seed) => createDoubledChain(6, 2, "direct", seed));
    const [forcesA, forcesB] = [findForces(a), findForces(b)];
    a.constraints.forEach(({ ends }, c) => {
      const same = b.constraints.findIndex((other) => other.ends[0].name === ends[0].name);
      expect(Math.abs(forcesA[c] - forcesB[same])).toBeLessThan(3e-15 * largest(forcesA));
    });
  });

  test("a random net with loops beyond its degrees of freedom", () => {
    for (let seed = 1; seed <= 5; seed++) {
      const found = methods.map((solver) => {
        const rng = createRng(seed);
        const system = createHeavySystem();
        const mechanism = new Mechanism(system, { solver });
        for (let k = 0; k < 6; k++) {
          system.particles.addParticle({ mass: 1, position: [0, 1, 2].map(() => nextInRange(rng, -1, 1)) });
        }
        // 6 particles have 18 degrees of freedom, 12 without the motions of the whole: 15 rods are 3 too many
        for (let i = 0; i < 6; i++) {
          for (let j = 0; j < i; j++) mechanism.add(distance({ a: { particle: i }, b: { particle: j } }));
        }
        mechanism.add(distance({ a: { particle: nextInteger(rng, 0, 5) }, b: [0, 3, 0] }));
        return { forces: findForces(mechanism), redundant: mechanism.solver.redundant };
      });
      expect(found[0].redundant).toBe(3);
      expect(found[1].redundant).toBe(3);
      // rounding; measured 1e-15
      const bound = 4e-15 * largest(found[0].forces);
      expect(difference(found[0].forces, found[1].forces)).toBeLessThan(bound);
      expect(difference(found[0].forces, found[2].forces)).toBeLessThan(bound);
    }
  });
});
