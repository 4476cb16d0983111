import { createRng, quat } from "@rigor/engine/math";
import { dopri5, integrate, rk4 } from "@rigor/engine/ode";
import {
  appliedForce,
  applyImpulse,
  createBodyFrameProblem,
  createRotatePath,
  gravity,
  RigidSystem,
  Slot,
  splitting,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/particles.js";
import { mixedWorld, randomBody, read, rotate, scale, stateOf } from "../../../support/rigid-worlds.js";

/** Everything: springs, gravity, damping, a force in time, a pivot, a path. */
function build(): RigidSystem {
  const { system, rng } = mixedWorld({ springDamping: 0.1, forces: true });
  const { mass, inertia, center, angularVelocity } = randomBody(rng);
  system.addBody({ mass, inertia, center, angularVelocity, pivot: [0, 0.5, 0] });
  system.addBody({ path: createRotatePath({ axis: [0, 1, 1], rate: 2, center: [1, 0, 0] }) });
  const torque = (time: Float64Array, out: Float64Array) => {
    out[1] = time[0];
  };
  system.addForce(appliedForce({ body: 1, torque, frame: "body" }));
  return system;
}

describe("Chaney's form: velocities, and Euler's equations (18) to (20) in body axes", () => {
  test("the same motion as with momenta", () => {
    const one = build();
    integrate(dopri5(one, { tolerance: 1e-12 }), 1);
    const other = build();
    integrate(dopri5(createBodyFrameProblem(other), { tolerance: 1e-12 }), 1);
    // two runs at a tolerance of 1e-12, in other variables (measured: 6.7e-13)
    expect(maxDifference(stateOf(one), stateOf(other))).toBeLessThan(1.4e-12);
    expect(other.time).toBe(1);
  });

  test("what is done to the system in between is not lost", () => {
    const one = build();
    const other = build();
    const steppers = [rk4(one, { step: 1 / 256 }), rk4(createBodyFrameProblem(other), { step: 1 / 256 })];
    for (const stepper of steppers) integrate(stepper, 0.5);
    const [J, p] = [Float64Array.of(1, -2, 3), Float64Array.of(0.1, 0.2, 0.3)];
    for (const system of [one, other]) {
      applyImpulse(system, 0, J, 0, p, 0);
      system.place(1, [3, 2, 1], [0, 0, 1, 1], [1, 0, 0], [0, 2, 0]);
    }
    const start = stateOf(other);
    for (const stepper of steppers) integrate(stepper, 1);
    expect(maxDifference(stateOf(one), start)).toBeGreaterThan(0.1);
    // two forms of rk4 with the same step: a few hundred h⁴ apart (measured: 1.5e-8)
    expect(maxDifference(stateOf(one), stateOf(other))).toBeLessThan(3.1e-8);
  });

  test("a system that has grown, or is none, is refused", () => {
    const system = build();
    const problem = createBodyFrameProblem(system);
    const stepper = rk4(problem, { step: 0.125 });
    system.addBody({ fixed: true });
    expect(() => integrate(stepper, 1)).toThrow("the problem changed its size: make a new stepper");
    const size = system.dimension;
    expect(problem.dimension).toBe(size);
    expect(() => problem.getState(new Float64Array(size + 1))).toThrow(
      `system.dimension: must be ${size - 13}, as when the problem was made, got ${size}; bodies or particles were added`,
    );
    expect(() => createBodyFrameProblem(null as never)).toThrow("system: must be a RigidSystem, got null");
  });

  test("the state is x, Q, ẋ, ω_b, and there and back again it is the same", () => {
    const rng = createRng(51);
    const system = new RigidSystem();
    const body = randomBody(rng);
    system.addBody(body);
    const before = stateOf(system);
    const problem = createBodyFrameProblem(system);
    const y = new Float64Array(14);
    problem.getState(y);
    // ω_b = Rᵀ ω, in principal axes; R turns it back
    const q = y.slice(Slot.q, Slot.P);
    // measured: 1.2e-16
    expect(maxDifference(read(y, Slot.P), body.velocity)).toBeLessThan(2.4e-16);
    // measured: 3.2e-15
    expect(maxDifference(rotate(q, read(y, Slot.L)), body.angularVelocity)).toBeLessThan(6.4e-15);
    problem.setState(y);
    // a few ulp of 5 (measured: 1.8e-15)
    expect(maxDifference(stateOf(system), before)).toBeLessThan(3.6e-15);
  });

  test("Euler's equations by hand: a flat spin under a torque", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [2, 3, 4], angularVelocity: [1, 2, 3] });
    system.addForce(appliedForce({ body: 0, torque: [2, 3, 4] }));
    const out = new Float64Array(13);
    createBodyFrameProblem(system).derivative(out);
    // ((3−4)·2·3 + 2)/2, ((4−2)·3·1 + 3)/3, ((2−3)·1·2 + 4)/4
    expect(maxDifference(read(out, Slot.L), [-2, 3, 0.5])).toBeLessThan(1e-15);
  });

  test("installing a state twice is installing it once", () => {
    const rng = createRng(52);
    const problem = createBodyFrameProblem(build());
    const once = new Float64Array(problem.dimension + 1);
    const twice = new Float64Array(problem.dimension + 1);
    let worst = 0;
    for (let trial = 0; trial < 20; trial++) {
      problem.getState(once);
      for (let i = 0; i < 3; i++) once.set(scale(1 + trial, randomBody(rng).rotation), 13 * i + Slot.q);
      problem.setState(once);
      problem.getState(once);
      problem.setState(once);
      problem.getState(twice);
      worst = Math.max(worst, maxDifference(once, twice));
      expect(Math.abs(quat.length(twice, Slot.q) - 1)).toBeLessThan(7e-16);
    }
    expect(worst).toBe(0);
  });

  test("a force that is added changes the revision, and one that breaks is named", () => {
    const system = build();
    const problem = createBodyFrameProblem(system);
    const { revision } = problem;
    system.addForce({
      name: "broken",
      couples: [],
      apply({ torque }) {
        torque[3] = Number.NaN;
      },
    });
    expect(problem.revision).not.toBe(revision);
    const { status, message } = integrate(rk4(problem, { step: 0.1 }), 1);
    expect(status).toBe("not-finite");
    expect(message).toContain('force "broken" was not finite on body 1 at t = 0');
  });
});

describe("the splitting method", () => {
  test("keeps P and L of a free body to the last bit, and its energy for long", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [1, 2, 2.5], velocity: [1, 2, 3], angularVelocity: [0.1, 2, 0.1] });
    const before = stateOf(system).slice(Slot.P);
    const stepper = splitting(system, { step: 0.05 });
    for (let k = 0; k < 2000; k++) stepper.step();
    expect(stateOf(system).slice(Slot.P)).toEqual(before);
  });

  test("a symmetric body turns exactly: precession about L at |L|/I, spin at ω₃(1 − I₃/I)", () => {
    const system = new RigidSystem();
    const [I, I3] = [2, 3];
    const omega = [1, 0, 2];
    system.addBody({ mass: 1, inertia: [I, I, I3], angularVelocity: omega });
    const stepper = splitting(system, { step: 0.5 });
    for (let k = 0; k < 20; k++) stepper.step();
    // q = exp(t L/I) exp(t ω₃(1 − I₃/I) e₃)
    const t = 10;
    const L = Float64Array.of(((t * I) / I) * omega[0], 0, ((t * I3) / I) * omega[2]);
    const spin = Float64Array.of(0, 0, t * omega[2] * (1 - I3 / I));
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    quat.fromRotationVector(a, 0, L, 0);
    quat.fromRotationVector(b, 0, spin, 0);
    quat.multiply(a, 0, a, 0, b, 0);
    const q = system.getPose(0).rotation;
    const sign = Math.sign(q.reduce((sum, value, k) => sum + value * a[k], 0));
    // rounding of twenty steps of five stages (measured: 7.8e-16)
    expect(
      maxDifference(
        q,
        a.map((value) => sign * value),
      ),
    ).toBeLessThan(1.6e-15);
  });

  test("takes rigid systems only", () => {
    const problem = { dimension: 1, getState() {}, setState() {}, derivative() {} };
    expect(() => splitting(problem as unknown as RigidSystem, { step: 1 })).toThrow("system: must be a RigidSystem");
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [1, 1, 1] });
    system.addForce(gravity());
    expect(() => splitting(system, { step: -1 })).toThrow("options.step");
  });
});
