import { BlockMatrix } from "@rigor/engine/linalg";
import {
  angularSprings,
  attraction,
  constantForce,
  drag,
  energyFunction,
  type Force,
  field,
  gravity,
  localForce,
  MouseSpring,
  Pair,
  ParticleSystem,
  repulsion,
  Sample,
  Springs,
  wind,
} from "@rigor/engine/particles";
import { describe, expect, test } from "vitest";
import {
  differenceMatrix,
  forceOf,
  maxDifference,
  negativeGradient,
  randomSystem,
} from "../../../support/particles.js";

const pairsOfRing = (n: number) => Array.from({ length: n }, (_, i) => [i, (i + 1) % n]);

/** The behaviour function |x₁ − x₂| − r with its derivative, as in the second example of section 6. */
function distanceFunction(stiffness: number, damping: number, r: number, tuples: number[][]) {
  return energyFunction({
    tuples,
    stiffness,
    damping,
    evaluate(x, C, J) {
      const l = [0, 1, 2].map((c) => x[c] - x[3 + c]);
      const length = Math.hypot(...l);
      C[0] = length - r;
      for (let c = 0; c < 3; c++) {
        J[c] = l[c] / length;
        J[3 + c] = -l[c] / length;
      }
    },
  });
}

/** Every conservative force, on eight random particles. */
function conservativeForces(system: ParticleSystem): Record<string, Force> {
  const springs = new Springs();
  for (const [a, b] of pairsOfRing(8)) springs.connect(system, a, b, { stiffness: 20, length: 0.7 });
  const mouse = new MouseSpring({ stiffness: 5, damping: 1 });
  mouse.grab(system, 2);
  mouse.moveTo(1, 2, 3);
  return {
    gravity: gravity([1, -9.81, 2]),
    springs,
    attraction: attraction({ strength: 2, softening: 0.1 }),
    "repelling charges": attraction({ strength: -3 }),
    repulsion: repulsion({ radius: 1.5, stiffness: 7 }),
    "angular springs": angularSprings({
      triples: [
        [0, 1, 2],
        [3, 4, 5],
        [7, 1, 4],
      ],
      angle: 1,
      stiffness: 3,
    }),
    "energy function": distanceFunction(4, 0, 0.5, pairsOfRing(8)),
    "constant force": constantForce({ force: [1, 2, 3], on: [1, 4] }),
    field: field({
      force: (s, out) => {
        for (let c = 0; c < 3; c++) out[c] = -2 * s[Sample.x + c];
      },
      energy: (s) => s[0] * s[0] + s[1] * s[1] + s[2] * s[2],
    }),
    "local force": localForce({
      radius: 1.5,
      law(pair) {
        const d = 1.5 - pair[Pair.distance];
        pair[Pair.force] = 3 * d * d;
        pair[Pair.energy] = d * d * d;
      },
    }),
  };
}

describe("conservative forces are minus the gradient of their energy", () => {
  for (const name of Object.keys(conservativeForces(randomSystem(8, 5)))) {
    test(name, () => {
      const system = randomSystem(8, 5);
      const force = conservativeForces(system)[name];
      const f = forceOf(system, force);
      // differences with h = 3e-4: cancellation, 1e-16 of the energy over h, and truncation, h⁴ (measured: 6e-12)
      const size = Math.max(...f.map(Math.abs));
      expect(size).toBeGreaterThan(0);
      expect(maxDifference(f, negativeGradient(system, force, 3e-4)) / size).toBeLessThan(1.2e-11);
    });
  }

  test("a mouse spring, without its damping", () => {
    const system = randomSystem(4, 5);
    const mouse = new MouseSpring({ stiffness: 5 });
    expect(forceOf(system, mouse).every((f) => f === 0)).toBe(true);
    mouse.grab(system, 2);
    expect(forceOf(system, mouse).every((f) => f === 0)).toBe(true);
    mouse.moveTo(1, 2, 3);
    // quadratic, so cancellation alone: 1e-16 of 35 J over 1e-3 m, four times
    expect(maxDifference(forceOf(system, mouse), negativeGradient(system, mouse))).toBeLessThan(2.5e-11);
    mouse.release();
    expect(mouse.energy(system)).toBe(0);
  });
});

describe("energy functions, eq. (2)", () => {
  test("C = |l| − r gives the damped spring of eq. (1), as the notes ask the reader to verify", () => {
    const system = randomSystem(6, 9);
    const springs = new Springs();
    for (const [a, b] of pairsOfRing(6)) springs.connect(system, a, b, { stiffness: 11, damping: 3, length: 0.4 });
    const same = distanceFunction(11, 3, 0.4, pairsOfRing(6));
    // the same formula in another order: an ulp of forces of size 20 (measured: one)
    expect(maxDifference(forceOf(system, springs), forceOf(system, same))).toBeLessThan(7.2e-15);
    // six squares, in the same order: an ulp of 21 J
    expect(Math.abs(same.energy!(system) - springs.energy(system))).toBeLessThan(4e-15);
  });

  test("C = x₁ − x₂, a vector, gives the zero-rest-length spring of the first example", () => {
    const system = randomSystem(2, 4);
    const [ks, kd] = [6, 2];
    const coincide = energyFunction({
      tuples: [[0, 1]],
      size: 3,
      stiffness: ks,
      damping: kd,
      evaluate(x, C, J) {
        for (let c = 0; c < 3; c++) {
          C[c] = x[c] - x[3 + c];
          J[6 * c + c] = 1;
          J[6 * c + 3 + c] = -1;
        }
      },
    });
    const y = system.state;
    const f = [0, 1, 2].map((c) => -ks * (y[c] - y[6 + c]) - kd * (y[3 + c] - y[9 + c]));
    // the same two products, times ones and zeros: an ulp of forces below 8 (measured: none)
    expect(maxDifference(forceOf(system, coincide), [...f, ...f.map((value) => -value)])).toBeLessThan(2e-15);
  });

  test("linearised exactly where C = 0, and always in v", () => {
    const system = randomSystem(3, 8);
    const y = system.state;
    const length = Math.hypot(y[0] - y[6], y[1] - y[7], y[2] - y[8]);
    const force = system.addForce(distanceFunction(9, 0, length, [[0, 1]]));
    const damped = distanceFunction(9, 4, length, [[0, 1]]);
    const K = new BlockMatrix(9, 9);
    const D = new BlockMatrix(9, 9);
    system.addBlocks(K, D);
    system.linearise(K, D);
    // differences with h = 1e-3: truncation, some ten times h⁴, and cancellation, 1e-16·9/h (measured: 5e-12)
    expect(maxDifference(K.toDense(), differenceMatrix(system, force, false))).toBeLessThan(1e-11);
    system.removeForce(force);
    system.addForce(damped);
    const K2 = new BlockMatrix(9, 9);
    const D2 = new BlockMatrix(9, 9);
    system.addBlocks(K2, D2);
    system.linearise(K2, D2);
    // linear in the velocities: cancellation alone, 1e-16·4/1e-3 (measured: 8e-13)
    expect(maxDifference(D2.toDense(), differenceMatrix(system, damped, true))).toBeLessThan(1.6e-12);
  });

  test("tuples are checked", () => {
    const system = randomSystem(3, 8);
    expect(() => distanceFunction(1, 0, 1, [])).toThrow("tuples: must have at least one tuple");
    expect(() => distanceFunction(1, 0, 1, [[0, 1], [2]])).toThrow("tuples[1]: must have length 2, got 1");
    expect(() => system.addForce(distanceFunction(1, 0, 1, [[0, 3]]))).toThrow(
      'force "energy function".on[1]: must be a particle from 0 to 2, got 3; add the particles before',
    );
  });
});

describe("angular springs", () => {
  test("a right angle at rest, a straight line that cannot choose a plane, and damping that stops turning alone", () => {
    const system = new ParticleSystem();
    system.addParticle({ position: [1, 0, 0] });
    system.addParticle({ position: [0, 0, 0] });
    system.addParticle({ position: [0, 1, 0] });
    const rest = angularSprings({ triples: [[0, 1, 2]], angle: Math.PI / 2, stiffness: 5, damping: 2 });
    expect(forceOf(system, rest).every((f) => f === 0)).toBe(true);
    // a rotation of the whole about z does not change the angle, so the damper is silent; of 0 and 1: exactly
    for (let i = 0; i < 3; i++) {
      system.state[6 * i + 3] = -system.state[6 * i + 1];
      system.state[6 * i + 4] = system.state[6 * i];
    }
    expect(maxDifference(forceOf(system, rest), new Float64Array(9))).toBe(0);
    system.state[12] = -1;
    system.state[13] = 0;
    const straight = angularSprings({ triples: [[0, 1, 2]], stiffness: 5 });
    expect(forceOf(system, straight).every((f) => f === 0)).toBe(true);
  });
});

describe("unary forces", () => {
  test("drag and wind", () => {
    const system = randomSystem(3, 2);
    const v = (i: number, c: number) => system.state[6 * i + 3 + c];
    const still = forceOf(system, drag({ coefficient: 0.5, on: [0, 2] }));
    expect([...still.slice(3, 6)]).toEqual([0, 0, 0]);
    expect(still[7]).toBe(-0.5 * v(2, 1));
    const blown = forceOf(system, wind({ coefficient: 0.5, velocity: [1, 2, 3] }));
    expect(blown[5]).toBe(-0.5 * (v(1, 2) - 3));
    const damper = drag({ coefficient: 0.5 });
    system.addForce(damper);
    const K = new BlockMatrix(9, 9);
    const D = new BlockMatrix(9, 9);
    system.addBlocks(K, D);
    system.linearise(K, D);
    // linear in the velocities: cancellation alone, 1e-16·0.5/1e-3 (measured: 7e-14)
    expect(maxDifference(D.toDense(), differenceMatrix(system, damper, true))).toBeLessThan(1.5e-13);
    expect(() => drag({ coefficient: -1 })).toThrow("drag.coefficient: must be a finite number >= 0, got -1");
    expect(() => wind({ coefficient: 1, velocity: [0, Number.NaN, 0] })).toThrow(
      "wind.velocity: must be three finite numbers, got [0, NaN, 0]",
    );
    expect(() => system.addForce(drag({ coefficient: 1, on: [7] }))).toThrow('force "drag".on[0]');
  });

  test("a field is linearised by differences, without what pushes away", () => {
    const system = randomSystem(2, 2);
    const stiff = [
      [4, 1, 0],
      [1, 3, 0.5],
      [0, 0.5, 2],
    ];
    const spring = field({
      force: (sample, out) => {
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) out[r] -= stiff[r][c] * sample[Sample.x + c] + 0.1 * stiff[r][c] * sample[3 + c];
        }
      },
    });
    const repel = field({ on: [1], force: (sample, out) => void out.set(sample.subarray(0, 3)) });
    for (const force of [spring, repel]) {
      const K = new BlockMatrix(6, 6);
      const D = new BlockMatrix(6, 6);
      for (const A of [K, D]) for (let i = 0; i < 2; i++) A.addBlock(3 * i, 3 * i, 3, 3);
      force.linearise!(system, K, D);
      const zero = new Float64Array(36);
      const [x, v] = force === spring ? [false, true].map((at) => differenceMatrix(system, force, at)) : [zero, zero];
      // central differences at 6e-6 of linear forces of size 5: cancellation, 1e-16·5/6e-6
      expect(maxDifference(K.toDense(), x)).toBeLessThan(6e-11);
      expect(maxDifference(D.toDense(), v)).toBeLessThan(4e-11);
    }
  });

  test("a time-varying field sees time, mass and velocity", () => {
    const system = new ParticleSystem({ time: 2 });
    system.addParticle({ mass: 3, position: [1, 2, 3], velocity: [4, 5, 6] });
    const seen: number[][] = [];
    forceOf(system, field({ force: (sample) => void seen.push([...sample]) }));
    expect(seen).toEqual([[1, 2, 3, 4, 5, 6, 2, 3, 0]]);
  });
});

describe("pair forces obey Newton's third law", () => {
  for (const [name, make] of Object.entries({
    attraction: () => attraction({ strength: 2 }),
    repulsion: () => repulsion({ radius: 2, stiffness: 3, damping: 1 }),
    "local force": () =>
      localForce({
        radius: 2,
        law(pair) {
          pair[Pair.force] = 1 / pair[Pair.distance];
        },
      }),
  })) {
    test(name, () => {
      const system = randomSystem(20, 6);
      const f = forceOf(system, make());
      const size = Math.max(...f.map(Math.abs));
      expect(size).toBeGreaterThan(0);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let i = 0; i < 20; i++) sum += f[3 * i + c];
        // sums of twenty numbers: twenty roundings (measured: 7e-16)
        expect(Math.abs(sum) / size).toBeLessThan(1.4e-15);
      }
    });
  }
});
