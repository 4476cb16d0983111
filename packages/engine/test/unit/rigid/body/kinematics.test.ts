import { createRng } from "@rigor/engine/math";
import { adams, backwardEuler, dopri5, integrate, radau5, rk4, stepDoubling } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import {
  type BodyPath,
  computeAngularAcceleration,
  computePointAcceleration,
  computePointPosition,
  computePointVelocity,
  createKeyFramePath,
  createMotionPath,
  createRotatePath,
  gravity,
  kineticEnergy,
  PathSlot,
  RigidSystem,
  Slot,
  splitting,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/particles.js";
import {
  add,
  cross,
  randomBody,
  randomRotation,
  randomVector,
  read,
  rotate,
  scale,
  stateOf,
} from "../../../support/rigid-worlds.js";

const rng = createRng(31);

const turntable = createRotatePath({
  axis: [1, 2, -1],
  rate: 2,
  position: [1, 0, 0],
  rotation: randomRotation(rng),
  center: [0, 0, 1],
});

const tour = createKeyFramePath({
  times: [0, 1, 2, 3],
  positions: [0, 1, 2, 3].map(() => randomVector(rng, 2)),
  rotations: [0, 1, 2, 3].map(() => randomRotation(rng)),
  interpolation: "smooth",
});

/** A body on a path, its mass crooked and off the origin unless it has none. */
function driven(path: BodyPath, withMass: boolean): RigidSystem {
  const { mass, inertia, center } = randomBody(createRng(32));
  const system = new RigidSystem();
  system.addBody(withMass ? { mass, inertia, center, path } : { path });
  return system;
}

/** Installs a time, as a solver would. */
function moveTo(system: RigidSystem, time: number): void {
  const state = new Float64Array(system.dimension + 1);
  system.getState(state);
  state[state.length - 1] = time;
  system.setState(state);
}

function frameAt(path: BodyPath, time: number): Float64Array {
  const frame = new Float64Array(19);
  path(Float64Array.of(time), frame);
  return frame;
}

describe("a body on a path", () => {
  const cases = [
    ["turning", turntable, false],
    ["turning, with a mass off the centre", turntable, true],
    ["on key frames", tour, false],
    ["on key frames, with a mass off the centre", tour, true],
  ] as const;

  test.each(cases)("%s: the user's frame is where the path says, at every time", (_, path, withMass) => {
    const system = driven(path, withMass);
    let worst = 0;
    for (const time of [0.4, 2.7, 1.1]) {
      moveTo(system, time);
      const { position, rotation } = system.getPose(0);
      const frame = frameAt(path, time);
      const q = [...frame.subarray(PathSlot.rotation, PathSlot.rotation + 4)];
      const sign = Math.sign(q.reduce((sum, value, k) => sum + value * rotation[k], 0));
      worst = Math.max(worst, maxDifference(position, read(frame, 0)));
      worst = Math.max(
        worst,
        maxDifference(
          rotation,
          q.map((value) => sign * value),
        ),
      );
    }
    // there and back again: a few ulp (measured: 2.3e-16)
    expect(worst).toBeLessThan(4.6e-16);
  });

  test.each(cases)("%s: anchors have the path's velocity and acceleration", (_, path, withMass) => {
    const system = driven(path, withMass);
    const point = [0.3, -0.4, 0.5];
    const anchor = system.addAnchor(0, point);
    const out = new Float64Array(9);
    const worst = { place: 0, velocity: 0, acceleration: 0, turning: 0 };
    for (const time of [0.4, 2.7, 1.1]) {
      moveTo(system, time);
      system.computeForces();
      const frame = frameAt(path, time);
      const r = rotate(frame.subarray(PathSlot.rotation), point);
      const omega = read(frame, PathSlot.angularVelocity);
      const alpha = read(frame, PathSlot.angularAcceleration);
      const p = add(read(frame, 0), r);
      const v = add(read(frame, PathSlot.velocity), cross(omega, r));
      const a = add(read(frame, PathSlot.acceleration), cross(alpha, r), cross(omega, cross(omega, r)));
      const { state } = system.particles;
      worst.place = Math.max(worst.place, maxDifference(read(state, 6 * anchor), p));
      worst.velocity = Math.max(worst.velocity, maxDifference(read(state, 6 * anchor + 3), v));
      computePointVelocity(out, 0, system, 0, state, 6 * anchor);
      worst.velocity = Math.max(worst.velocity, maxDifference(read(out, 0), v));
      computePointAcceleration(out, 0, system, 0, state, 6 * anchor);
      computeAngularAcceleration(out, 3, system, 0);
      worst.acceleration = Math.max(worst.acceleration, maxDifference(read(out, 0), a));
      worst.turning = Math.max(worst.turning, maxDifference(read(out, 3), alpha));
      expect(maxDifference(read(system.angularVelocity, 0), omega)).toBe(0);
    }
    // a few ulp of 4 (measured: 6.7e-16)
    expect(worst.place).toBeLessThan(1.4e-15);
    // of 20 (measured: 1e-15)
    expect(worst.velocity).toBeLessThan(2e-15);
    // of 100 (measured: 2.3e-15)
    expect(worst.acceleration).toBeLessThan(4.6e-15);
    expect(worst.turning).toBe(0);
  });

  test.each(cases)("%s: v and ω are the rates of x and q along the motion", (_, path, withMass) => {
    const system = driven(path, withMass);
    const t = 1.37;
    const h = 1e-3;
    const at = (time: number) => {
      moveTo(system, time);
      return stateOf(system).slice(0, 7);
    };
    const [a, b, c, d] = [-2, -1, 1, 2].map((m) => at(t + m * h));
    const slopes = a.map((value, k) => (value - 8 * b[k] + 8 * c[k] - d[k]) / (12 * h));
    moveTo(system, t);
    const rates = new Float64Array(system.dimension);
    system.derivative(rates);
    // h⁴/30 times a fifth derivative of a few hundred, and the rounding 1e-16/h (measured: 1.2e-11)
    expect(maxDifference(rates.slice(0, 7), slopes)).toBeLessThan(2.4e-11);
    // it has no momentum to speak of
    expect([...rates.slice(Slot.P)].map((value) => value + 0)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(kineticEnergy(system)).toBe(0);
  });

  test.each([
    ["rk4", rk4],
    ["splitting", splitting],
  ] as const)("forces do not move it under %s, and after steps it is exactly on its path", (_, make) => {
    const system = driven(tour, true);
    system.addForce(gravity());
    system.addForce({ name: "push", apply: ({ force, torque }) => [force, torque].map((list) => list.fill(5)) });
    integrate(make(system, { step: 0.11 }), 1.7);
    const expected = driven(tour, true);
    moveTo(expected, 1.7);
    expect(stateOf(system)).toEqual(stateOf(expected));
  });
});

describe("what is fastened to it", () => {
  test("a spring sees it move: a weight on a shaken point swings as the closed form says", () => {
    const [k, m, A, Omega] = [50, 2, 0.1, 3];
    const path = createMotionPath((time, frame) => {
      frame[0] = 5 + A * Math.sin(Omega * time[0]);
    });
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [1, 2, 2], center: [0.5, 0.5, 0.5], path });
    system.addBody({ mass: m, inertia: [1, 1, 1], position: [7, 0, 0] });
    const springs = system.particles.addForce(new Springs());
    const anchors = [system.addAnchor(0), system.addAnchor(1)];
    springs.connect(system.particles, anchors[0], anchors[1], { stiffness: k, length: 2 });
    integrate(dopri5(system, { tolerance: 1e-12 }), 3);
    // ẍ = ω₀² (A sin Ωt − x) from rest: x = A ω₀²/(ω₀² − Ω²) (sin Ωt − Ω/ω₀ sin ω₀t)
    const natural = Math.sqrt(k / m);
    const factor = (A * k) / m / (k / m - Omega * Omega);
    const x = factor * (Math.sin(Omega * 3) - (Omega / natural) * Math.sin(natural * 3));
    // measured: 4.4e-12
    expect(Math.abs(system.state[13] - 7 - x)).toBeLessThan(8.8e-12);
  });

  test("a damper feels its velocity: a body dragged along ends at its speed", () => {
    const path = createKeyFramePath({
      times: [0, 100],
      positions: [
        [0, 0, 0],
        [300, 0, 0],
      ],
    });
    const system = new RigidSystem();
    system.addBody({ path });
    system.addBody({ mass: 1, inertia: [1, 1, 1], position: [-1, 0, 0] });
    const springs = system.particles.addForce(new Springs());
    const anchors = [system.addAnchor(0), system.addAnchor(1)];
    springs.connect(system.particles, anchors[0], anchors[1], { stiffness: 20, damping: 5 });
    integrate(dopri5(system, { tolerance: 1e-11 }), 20);
    // (measured: 1.3e-11)
    expect(maxDifference(read(system.velocity, 3), [3, 0, 0])).toBeLessThan(2.6e-11);
    expect(maxDifference(system.getPose(1).position, [59, 0, 0])).toBeLessThan(1e-12);
  });
});

describe("a path of the user's", () => {
  test("finds the origin, the identity and zeros, whatever other paths have written", () => {
    const seen: number[][] = [];
    const system = new RigidSystem();
    system.addBody({ path: tour });
    system.addBody({
      path: (_time, frame) => {
        seen.push([...frame]);
        frame[PathSlot.position + 1] = 2;
      },
    });
    moveTo(system, 1.5);
    moveTo(system, 1.7);
    const empty = Array.from({ length: 19 }, (_, k) => (k === 6 ? 1 : 0));
    expect(seen.length).toBeGreaterThan(2);
    for (const frame of seen) expect(frame).toEqual(empty);
    expect(system.getPose(1)).toEqual({ position: [0, 2, 0], rotation: [0, 0, 0, 1] });
    expect(read(system.velocity, 3)).toEqual([0, 0, 0]);
    expect(read(system.angularVelocity, 3)).toEqual([0, 0, 0]);
  });

  test("may tell a rotation of any length: the centre of mass is where it belongs", () => {
    const long: BodyPath = (_time, frame) => frame.set([0, 0, 3, 3], PathSlot.rotation);
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [1, 1, 1], center: [1, 0, 0], path: long });
    // a quarter turn about z takes x to y, up to an ulp or two
    expect(maxDifference(read(system.state, 0), [0, 1, 0])).toBeLessThan(5e-16);
  });

  test.each<[string, BodyPath, string]>([
    ["position", (_t, frame) => frame.set([Number.NaN], 1), "must give a finite position at t = 2, got [0, NaN, 0]"],
    ["velocity", (_t, frame) => frame.set([Infinity], 7), "must give a finite velocity at t = 2, got [Infinity, 0, 0]"],
    ["last entry", (_t, frame) => frame.set([Number.NaN], 18), "must give a finite angularAcceleration at t = 2"],
    ["rotation", (_t, frame) => frame.set([0], 6), "must not give the zero quaternion at t = 2, got [0, 0, 0, 0]"],
  ])("with a %s that is none is refused, and nothing is added", (_, path, message) => {
    const system = new RigidSystem({ time: 2 });
    expect(() => system.addBody({ path })).toThrow(`bodies[0].path: ${message}`);
    const broken = () => system.addBody({ path: () => JSON.parse("{") });
    expect(broken).toThrow(SyntaxError);
    expect([system.count, system.kinematics.count, system.dimension, system.revision]).toEqual([0, 0, 0, 0]);
    expect(system.addBody({ fixed: true })).toBe(0);
  });

  const solvers = {
    rk4: (system: RigidSystem) => rk4(system, { step: 0.125 }),
    splitting: (system: RigidSystem) => splitting(system, { step: 0.125 }),
    dopri5: (system: RigidSystem) => dopri5(system, { tolerance: 1e-6 }),
    adams: (system: RigidSystem) => adams(system, { tolerance: 1e-6 }),
    radau5: (system: RigidSystem) => radau5(system, { tolerance: 1e-6 }),
    backwardEuler: (system: RigidSystem) => backwardEuler(system, { step: 0.125 }),
    "rk4 with step doubling": (system: RigidSystem) => stepDoubling(rk4, system, { tolerance: 1e-6 }),
  };

  test.each(Object.entries(solvers).flatMap(([name, make]) => [0.5, 0.99].map((end) => [name, end, make] as const)))(
    "that fails on the way is named under %s from t = %f on, and the state stays good",
    (_, end, make) => {
      const system = new RigidSystem();
      const springs = system.particles.addForce(new Springs());
      system.addBody({ mass: 1, inertia: [1, 2, 2], position: [1, 0, 0] });
      system.addBody({
        path(time, frame) {
          frame[0] = time[0] > end ? Number.NaN : 0.1 * time[0];
          frame[PathSlot.velocity] = 0.1;
        },
      });
      springs.connect(system.particles, system.addAnchor(0), system.addAnchor(1), { stiffness: 5, damping: 1 });
      const report = integrate(make(system), 1);
      expect(report.status).toBe("not-finite");
      expect(report.message).toMatch(/; the path of body 1 did not give a finite pose and motion at t = [01]/);
      expect(report.t).toBeLessThanOrEqual(end);
      expect(system.time).toBe(report.t);
      expect(stateOf(system).every(Number.isFinite)).toBe(true);
      // on its path, where that was last good
      expect(system.state[13]).toBe(0.1 * report.t);
    },
  );
});

describe("many on paths", () => {
  test("each follows its own, free bodies between them are free", () => {
    const system = new RigidSystem();
    const paths = Array.from({ length: 20 }, (_, k) => {
      return createRotatePath({ axis: [0, 0, 1], rate: k, position: [k, 0, 0], center: [0, 0, 0] });
    });
    for (const path of paths) {
      system.addBody({ mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0] });
      system.addBody({ path });
    }
    integrate(rk4(system, { step: 0.25 }), 1);
    const out = new Float64Array(3);
    paths.forEach((path, k) => {
      computePointPosition(out, 0, system, 2 * k + 1, Float64Array.of(0, 0, 0), 0);
      expect([...out]).toEqual(read(frameAt(path, 1), 0));
      expect(read(system.state, 13 * 2 * k)).toEqual([1, 0, 0]);
      computeAngularAcceleration(out, 0, system, 2 * k + 1);
      expect(maxDifference(read(system.velocity, 3 * (2 * k + 1)), scale(1, read(frameAt(path, 1), 7)))).toBe(0);
    });
  });
});
