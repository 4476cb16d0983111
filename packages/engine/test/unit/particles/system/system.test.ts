import { RigorError } from "@rigor/engine/math";
import { euler, integrate } from "@rigor/engine/ode";
import {
  addBeam,
  addLattice,
  addRope,
  angularMomentum,
  centerOfMass,
  createEllipsePath,
  createFunctionPath,
  createLinePath,
  drag,
  gravity,
  kineticEnergy,
  linearMomentum,
  ParticleSystem,
  potentialEnergies,
  Springs,
  totalEnergy,
} from "@rigor/engine/particles";
import { describe, expect, test } from "vitest";

describe("the particle table", () => {
  test("x and v of particle i at 6i and 6i+3, the clock behind, however many are added", () => {
    const system = new ParticleSystem({ time: 5 });
    for (let i = 0; i < 100; i++) {
      expect(system.addParticle({ mass: i + 1, position: [i, 2 * i, 3 * i], velocity: [4 * i, 5 * i, 6 * i] })).toBe(i);
    }
    expect(system.dimension).toBe(600);
    const state = new Float64Array(601);
    system.getState(state);
    expect([...state.slice(6 * 7, 6 * 8)]).toEqual([7, 14, 21, 28, 35, 42]);
    expect(state[600]).toBe(5);
    expect(system.time).toBe(5);
    expect(system.mass[99]).toBe(100);
    system.addParticle({ position: [0, 0, 0] });
    expect(system.time).toBe(5);
    expect(system.state[6 * 99]).toBe(99);
  });

  test("the derivative is v and f/m; a fixed particle has neither", () => {
    const system = new ParticleSystem();
    system.addParticle({ mass: 2, position: [0, 0, 0], velocity: [1, 2, 3] });
    system.addParticle({ mass: 2, position: [5, 0, 0], velocity: [1, 2, 3], fixed: true });
    system.addForce(gravity([0, 0, -10]));
    system.addForce(drag({ coefficient: 4, on: [0] }));
    const out = new Float64Array(12);
    system.derivative(out);
    // + 0 turns −0 into 0
    expect([...out].map((value) => value + 0)).toEqual([1, 2, 3, -2, -4, -16, 0, 0, 0, 0, 0, 0]);
  });

  test("all faults of a particle at once", () => {
    const system = new ParticleSystem();
    const bad = { mass: -2, position: [0, Number.NaN, 0], velocity: [1, 2] };
    expect(() => system.addParticle(bad)).toThrow(RigorError);
    try {
      system.addParticle(bad);
    } catch (error) {
      expect((error as RigorError).message.split("\n")).toEqual([
        "particles[0].mass: must be a finite number > 0, got -2; use fixed: true for an immovable particle",
        "particles[0].position: must be three finite numbers, got [0, NaN, 0]",
        "particles[0].velocity: must be three finite numbers, got [1, 2]",
      ]);
    }
    for (const mass of [0, Number.NaN, Infinity]) {
      expect(() => system.addParticle({ mass, position: [0, 0, 0] })).toThrow("particles[0].mass");
    }
    expect(system.count).toBe(0);
  });

  test("a force that is not finite is named, with the particle and the time, and the state stays good", () => {
    const system = new ParticleSystem();
    system.addParticle({ position: [0, 0, 0] });
    system.addParticle({ position: [1, 0, 0], velocity: [1, 0, 0] });
    system.addForce(gravity());
    system.addForce({
      name: "broken",
      apply({ state, force }) {
        if (state[6] > 2) force[4] += Number.NaN;
      },
    });
    const stepper = euler(system, { step: 1 / 8 });
    const report = integrate(stepper, 5);
    expect(report.status).toBe("not-finite");
    expect(report.message).toContain('force "broken" was not finite on particle 1 at t = 1.125');
    // the step from 1.125 was undone
    expect(system.time).toBe(1.125);
    expect(system.state[6]).toBe(2.125);
    expect([...system.state.slice(0, 13)].every(Number.isFinite)).toBe(true);
  });

  test("conserved quantities by hand", () => {
    const system = new ParticleSystem();
    system.addParticle({ mass: 2, position: [1, 0, 0], velocity: [0, 3, 0] });
    system.addParticle({ mass: 1, position: [0, 0, 4], velocity: [5, 0, 0] });
    system.addParticle({ mass: 100, position: [9, 9, 9], fixed: true });
    system.addForce(gravity([0, 0, -10]));
    system.addForce(drag({ coefficient: 1 }));
    const out = new Float64Array(4);
    linearMomentum(out, 1, system);
    expect([...out]).toEqual([0, 5, 6, 0]);
    angularMomentum(out, 0, system);
    expect([...out.slice(0, 3)]).toEqual([0, 20, 6]);
    centerOfMass(out, 0, system);
    expect([...out.slice(0, 3)]).toEqual([2 / 3, 0, 4 / 3]);
    expect(kineticEnergy(system)).toBe(9 + 12.5);
    expect(totalEnergy(system)).toBe(9 + 12.5 + 40);
    expect(potentialEnergies(system)).toEqual([{ force: "gravity", energy: 40 }, { force: "drag" }]);
  });
});

describe("controlled particles", () => {
  const line = createLinePath([1, 2, 3], [4, 5, 6]);
  const circle = createEllipsePath({ center: [1, 0, 0], a: [2, 0, 0], b: [0, 2, 0], rate: 3, phase: 0.5 });
  // 3 rad/s over differences of 1/256 s: (3/256)⁶ relative, times the small constant of the formula
  const byFunction = createFunctionPath((t) => [1 + 2 * Math.cos(3 * t + 0.5), 2 * Math.sin(3 * t + 0.5), 0]);

  test("their velocities and accelerations are those of the path", () => {
    const at = (path: typeof line, t: number) => {
      const out = new Float64Array(9);
      path(Float64Array.of(t), out);
      return [...out];
    };
    expect(at(line, 2)).toEqual([9, 12, 15, 4, 5, 6, 0, 0, 0]);
    const [exact, differenced] = [at(circle, 0.7), at(byFunction, 0.7)];
    // truncation, (3/256)⁶/140 of a speed of 6 (measured: 1.1e-13)
    for (let c = 0; c < 6; c++) expect(Math.abs(exact[c] - differenced[c])).toBeLessThan(2.3e-13);
    // cancellation, 1e-16·3·256² (measured: 2.3e-11)
    for (let c = 6; c < 9; c++) expect(Math.abs(exact[c] - differenced[c])).toBeLessThan(4.5e-11);
  });

  test("no solver moves them, and dampers see them move", () => {
    const system = new ParticleSystem();
    const motor = system.addParticle({ position: [0, 0, 0], path: circle });
    const load = system.addParticle({ position: [3, 0, 0] });
    const springs = system.addForce(new Springs());
    springs.connect(system, motor, load, { stiffness: 0, damping: 1, length: 1 });
    integrate(euler(system, { step: 0.01 }), 1);
    const exact = new Float64Array(9);
    circle(Float64Array.of(1), exact);
    expect([...system.state.slice(0, 6)]).toEqual([...exact.slice(0, 6)]);
    expect(system.state[6 * load + 4]).not.toBe(0);
  });

  test("setFixed holds and releases", () => {
    const system = new ParticleSystem();
    system.addParticle({ position: [0, 0, 0], velocity: [1, 0, 0] });
    system.setFixed(0, true);
    expect([...system.state.slice(3, 6)]).toEqual([0, 0, 0]);
    expect([...system.weights]).toEqual([0, 0, 0]);
    system.setFixed(0, false);
    expect([...system.weights]).toEqual([1, 1, 1]);
  });
});

describe("structures", () => {
  const stretch = { stiffness: 100 };

  test("a block has the particles and springs it should", () => {
    const system = new ParticleSystem();
    const springs = new Springs();
    const block = addLattice(system, springs, { counts: [4, 3, 2], mass: 12, stretch, shear: stretch, bend: stretch });
    expect(block.count).toBe(24);
    expect(system.mass[0]).toBe(0.5);
    const stretchCount = 3 * 3 * 2 + 4 * 2 * 2 + 4 * 3 * 1;
    const faceDiagonals = 2 * (3 * 2 * 2 + 4 * 2 * 1 + 3 * 3 * 1);
    const cellDiagonals = 4 * (3 * 2 * 1);
    const bendCount = 2 * 3 * 2 + 4 * 1 * 2;
    expect(springs.count).toBe(stretchCount + faceDiagonals + cellDiagonals + bendCount);
    const corner = block.at(3, 2, 1);
    expect([...system.state.slice(6 * corner, 6 * corner + 3)]).toEqual([3, 2, 1]);
    // built at rest length: no energy
    expect(springs.energy(system)).toBe(0);
  });

  test("a rope and a beam", () => {
    const system = new ParticleSystem();
    const springs = new Springs();
    const rope = addRope(system, springs, { from: [0, 0, 0], to: [0, 0, 9], count: 10, mass: 2, stretch });
    expect([rope.count, springs.count]).toEqual([10, 9]);
    expect(system.state[6 * rope.at(9) + 2]).toBe(9);
    const beam = addBeam(system, springs, { from: [0, 0, 0], to: [6, 0, 0], cells: 3, width: 2, stretch });
    expect(beam.count).toBe(16);
    const center = [0, 0, 0];
    for (let i = 0; i < 16; i++) for (let c = 0; c < 3; c++) center[c] += system.state[6 * (beam.first + i) + c] / 16;
    expect(center).toEqual([3, 0, 0]);
    expect(() => addBeam(system, springs, { from: [0, 0, 0], to: [0, 6, 0], cells: 3, width: 2, stretch })).toThrow(
      "beam.up: must not be along the beam",
    );
    expect(() => addRope(system, springs, { from: [0, 0, 0], to: [1, 0, 0], count: 1, stretch })).toThrow("rope.count");
  });
});
