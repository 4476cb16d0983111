/** Stiff lattices under backward Euler, at steps far beyond what an explicit method survives. */
import { backwardEulerSecondOrder, euler, integrate, radau5, rk4 } from "@rigor/engine/ode";
import {
  addLattice,
  couplingPattern,
  drag,
  type Force,
  gravity,
  ParticleSystem,
  Springs,
  totalEnergy,
} from "@rigor/engine/particles";
import { curtain } from "@rigor/scenes";
import { describe, expect, test } from "vitest";

const [k, m, n] = [1e6, 0.01, 4];

/** A braced cube hung by its top layer. Its highest frequency is below √(λ/m), λ ≤ 2·k·(springs at a particle). */
function hungCube() {
  const system = new ParticleSystem();
  const springs = system.addForce(new Springs());
  const spring = { stiffness: k, damping: 1 };
  const cube = addLattice(system, springs, { counts: [n, n, n], mass: m * n ** 3, stretch: spring, shear: spring });
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) system.setFixed(cube.at(i, n - 1, j), true);
  system.addForce(gravity());
  return { system, springs, cube };
}

/** The highest frequency √(λ/m) by power iteration on the stiffness, through finite differences of the force. */
function highestFrequency(): number {
  const { system } = hungCube();
  const { state, count, inverseMass } = system;
  const rest = state.slice();
  let x = Float64Array.from({ length: 3 * count }, (_, c) => Math.sin(1 + 7 * c));
  let eigenvalue = 0;
  for (let round = 0; round < 300; round++) {
    const size = Math.hypot(...x);
    const forceAt = (sign: number) => {
      for (let c = 0; c < 3 * count; c++) {
        const i = Math.floor(c / 3);
        const free = inverseMass[i] > 0 ? 1 : 0;
        state[6 * i + (c % 3)] = rest[6 * i + (c % 3)] + (free * sign * 1e-6 * x[c]) / size;
      }
      system.computeForces();
      return system.force.slice();
    };
    const [plus, minus] = [forceAt(1), forceAt(-1)];
    const next = x.map((_, c) => -((plus[c] - minus[c]) / 2e-6) * inverseMass[Math.floor(c / 3)]);
    eigenvalue = Math.hypot(...next);
    x = next;
  }
  return Math.sqrt(eigenvalue);
}

describe("a stiff cube", () => {
  const omega = highestFrequency();
  // the stability limit of Euler with a little damping is below 2/ω, of RK4 2√2/ω
  const limit = (2 * Math.SQRT2) / omega;

  test("explodes under RK4 just above the explicit limit, and stays together below it", () => {
    const spread = (step: number) => {
      const { system } = hungCube();
      const report = integrate(rk4(system, { step }), 400 * limit);
      return report.status === "done" ? totalEnergy(system) : Infinity;
    };
    // it hangs with m g Σ y = 4.7088 J, and can only lose
    expect(Math.abs(spread(0.95 * limit))).toBeLessThan(4.7089);
    // growth by a constant factor a step, beyond all numbers before the end
    expect(spread(1.1 * limit)).toBe(Infinity);
  });

  test("hangs quietly under backward Euler at 100 × and 1000 × that limit, and finds the rest that statics gives", () => {
    for (const factor of [100, 1000]) {
      const { system } = hungCube();
      const report = integrate(backwardEulerSecondOrder(system, { step: factor * limit, tolerance: 1e-12 }), 2);
      expect(report.status).toBe("done");
      // at rest the anchors carry the weight of the other particles
      system.computeForces();
      let carried = 0;
      for (let i = 0; i < system.count; i++) {
        if (system.inverseMass[i] === 0) carried -= system.force[3 * i + 1] + m * 9.81;
        // 1e6 N/m on positions rounded at 2e-16 m, over a score of springs (measured: 2.1e-9)
        else expect(Math.abs(system.force[3 * i + 1])).toBeLessThan(4e-9);
      }
      // the same, over sixteen anchors (measured: 3.5e-9)
      expect(Math.abs(carried - 48 * m * 9.81)).toBeLessThan(7e-9);
    }
  });

  test("explodes under Euler at RK4's limit", () => {
    const { system } = hungCube();
    const explosion = integrate(euler(system, { step: limit }), 1);
    expect(explosion.status === "not-finite" || Math.abs(totalEnergy(system)) > 1e6).toBe(true);
  });

  test("springs and forces that come after the stepper are refused, not ignored", () => {
    const late = hungCube();
    const stepper = backwardEulerSecondOrder(late.system, { step: 0.01 });
    late.springs.connect(late.system, 0, late.system.count - 1, { stiffness: 1 });
    expect(() => stepper.step()).toThrow("springs were connected after the implicit stepper was made: make a new one");
    const more = hungCube();
    const other = backwardEulerSecondOrder(more.system, { step: 0.01 });
    more.system.addForce(drag({ coefficient: 1 }));
    expect(() => other.step()).toThrow('force "drag": must be known to the stepper');
  });
});

describe("the curtain", () => {
  test("comes to rest by backward Euler, with its weight on the two corners", () => {
    const model = curtain.build();
    const report = integrate(backwardEulerSecondOrder(model.system, { step: 1 / 100 }), 8);
    expect(report.status).toBe("done");
    // what is left of the motion after eight seconds (measured: 1.8e-11)
    for (const { exact, got } of curtain.check(model)) expect(Math.abs(got / exact - 1)).toBeLessThan(4e-11);
  });

  test("a small sheet agrees with sparse Radau, to first order in the step", () => {
    const build = () => {
      const system = new ParticleSystem();
      system.addForce(gravity());
      const springs = system.addForce(new Springs());
      const sheet = addLattice(system, springs, {
        counts: [4, 4, 1],
        stretch: { stiffness: 1000, damping: 5 },
        shear: { stiffness: 300 },
      });
      system.setFixed(sheet.at(0, 3), true);
      return system;
    };
    const reference = build();
    reference.pattern = couplingPattern(reference);
    const end = 0.25;
    expect(integrate(radau5(reference, { tolerance: 1e-8 }), end).status).toBe("done");
    const error = (step: number) => {
      const system = build();
      integrate(backwardEulerSecondOrder(system, { step }), end);
      let worst = 0;
      for (let y = 0; y < system.dimension; y += 6) {
        for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(system.state[y + c] - reference.state[y + c]));
      }
      return worst;
    };
    const order = Math.log2(error(end / 2048) / error(end / 4096));
    // the next term of the error, of size h (measured: 1.3e-3)
    expect(Math.abs(order - 1)).toBeLessThan(2e-3);
  });
});

describe("custom forces under backward Euler", () => {
  const stiff = (particles?: number[]): Force => ({
    name: "custom spring",
    ...(particles === undefined ? {} : { particles }),
    apply({ state, force }) {
      force[1] -= 1e6 * state[1];
    },
  });

  test("one that names its particles is differenced, and stable; one that does not is explicit, and explodes", () => {
    const run = (force: Force) => {
      const system = new ParticleSystem();
      system.addParticle({ position: [0, 1, 0] });
      system.addForce(force);
      system.addForce(drag({ coefficient: 0.1 }));
      const report = integrate(backwardEulerSecondOrder(system, { step: 0.1 }), 10);
      return report.status === "done" ? Math.abs(system.state[1]) : Infinity;
    };
    // a hundred steps, each divides by √(1 + h² k) = 100
    expect(run(stiff([0]))).toBeLessThan(1e-200);
    // a hundred steps, each multiplies by h² k = 1e4: beyond all numbers
    expect(run(stiff())).toBe(Infinity);
  });
});
