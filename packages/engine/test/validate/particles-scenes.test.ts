/** Every particle scene with a closed form, by the accurate methods; and every method on every scene, at its order. */
import {
  adams,
  backwardEuler,
  backwardEulerSecondOrder,
  dopri5,
  euler,
  integrate,
  midpoint,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { couplingPattern, type ParticleSystem } from "@rigor/engine/particles";
import {
  bungee,
  chain,
  figureEight,
  type ParticleScene,
  thrownWithDrag,
  twoBodySpring,
  worstError,
} from "@rigor/scenes";
import { describe, expect, test } from "vitest";

function run(scene: ParticleScene, make: (system: ParticleSystem) => Stepper, t = scene.duration) {
  const model = scene.build();
  const report = integrate(make(model.system), t);
  expect(report.status).toBe("done");
  // an error of energy falls one order faster than the others on an oscillation; leave it to the closed forms
  const checks = scene.check(model);
  return { error: worstError(checks), motion: worstError(checks.filter(({ what }) => what !== "energy")) };
}

describe("closed forms to the tolerance asked", () => {
  // the local errors of some hundred steps at 1e-12 each, grown by the problem's own sensitivity; measured, rounded up
  const cases: [ParticleScene, number][] = [
    [thrownWithDrag, 2e-10],
    [twoBodySpring, 1e-10],
    [bungee, 1e-9],
    [chain, 5e-10],
    [figureEight, 2e-10],
  ];
  for (const [scene, bound] of cases) {
    for (const [name, make] of Object.entries({
      dopri5: (system: ParticleSystem) => dopri5(system, { tolerance: 1e-12 }),
      adams: (system: ParticleSystem) => adams(system, { tolerance: 1e-12 }),
      radau5: (system: ParticleSystem) => radau5(system, { tolerance: 1e-12 }),
    })) {
      test(`${scene.name} by ${name}`, () => {
        expect(run(scene, make).error).toBeLessThan(bound);
      });
    }
  }

  test("the figure eight after 20 time units, three periods", () => {
    // local errors of 1e-13 over a thousand steps or so (measured: 5.7e-11)
    expect(run(figureEight, (system) => dopri5(system, { tolerance: 1e-13 }), 20).error).toBeLessThan(1.2e-10);
  });
});

describe("every integrator runs every particle system, at its order", () => {
  type Make = (system: ParticleSystem, step: number) => Stepper;
  const methods: Record<string, [order: number, make: Make]> = {
    euler: [1, (system, step) => euler(system, { step })],
    midpoint: [2, (system, step) => midpoint(system, { step })],
    rk4: [4, (system, step) => rk4(system, { step })],
    "backward Euler (3–2)": [1, (system, step) => backwardEuler(system, { step })],
    "backward Euler (4–5)": [1, (system, step) => backwardEulerSecondOrder(system, { step })],
  };
  for (const scene of [thrownWithDrag, twoBodySpring, bungee, chain]) {
    for (const [name, [order, make]] of Object.entries(methods)) {
      test(`${scene.name} by ${name}`, () => {
        // small enough for the leading term of the error, large enough to stay off rounding
        const fourth = scene === thrownWithDrag ? 2 ** -3 : 2 ** -8;
        const steps = order === 1 ? 2 ** -13 : order === 2 ? 2 ** -9 : fourth;
        const coarse = run(scene, (system) => make(system, steps), 0.875).motion;
        const fine = run(scene, (system) => make(system, steps / 2), 0.875).motion;
        // what the next term of the error leaves: 0.09 for the chain by rk4, 0.03 and less for the others
        const bound = scene === chain && order === 4 ? 0.1 : 0.03;
        expect(Math.abs(Math.log2(coarse / fine) - order)).toBeLessThan(bound);
      });
    }
  }

  test("step doubling keeps its tolerance", () => {
    for (const scene of [thrownWithDrag, twoBodySpring, bungee, chain]) {
      const error = run(scene, (system) => stepDoubling(rk4, system, { tolerance: 1e-9, step: 1e-2 }), 1).error;
      // the bare rule aims at the whole tolerance in every step: some tens of 1e-9 (measured: 2.5e-8)
      expect(error).toBeLessThan(5e-8);
    }
  });

  test("sparse Radau gives what dense Radau gives", () => {
    const model = chain.build();
    model.system.pattern = couplingPattern(model.system);
    const sparse = radau5(model.system, { tolerance: 1e-10 });
    integrate(sparse, 1);
    const dense = radau5(chain.build().system, { tolerance: 1e-10 });
    integrate(dense, 1);
    // the same formulas, with sums in another order: ulps of numbers below 10 (measured: none)
    for (let k = 0; k < dense.state.length; k++) expect(Math.abs(sparse.state[k] - dense.state[k])).toBeLessThan(2e-15);
  });

  test("a long-range force cannot be given a sparse pattern", () => {
    expect(() => couplingPattern(figureEight.build().system)).toThrow(
      'force "attraction": must name the particles it couples',
    );
  });
});
