/** The dense output of a step as polynomials: the poses it tells, and the bounds on how things move. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { PartTable } from "@rigor/engine/contact";
import { createRng, nextInRange, nextRotation, vec3 } from "@rigor/engine/math";
import { adams, dopri5, type Stepper } from "@rigor/engine/ode";
import { boxMass, combineMass, createRotatePath, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { StepPath } from "../../../../src/world/trajectory/path.js";
import { AlongBound, PairBound, PathBound } from "../../../../src/world/trajectory/path-bounds.js";
import type { PathLayout } from "../../../../src/world/trajectory/path-members.js";
import { writePairBounds, writeSweptBox } from "../../../../src/world/trajectory/path-parts.js";
import { layoutOf } from "../../../support/step-paths.js";

/** Three bodies that tumble and fall, one that stands, one that is turned, and two particles. */
function createWorld(spin = 4): { system: RigidSystem; stepper: Stepper; layout: PathLayout } {
  const system = new RigidSystem();
  const mass = boxMass({ size: [1, 0.5, 0.2], mass: 2 });
  system.addForce(gravity([0, -9.81, 0]));
  system.addBody({ mass, position: [0, 3, 0], velocity: [1, 2, 0], angularVelocity: [spin, 0.1, spin / 2] });
  system.addBody({ mass, position: [2, 3, 0], velocity: [1, 2, 0], angularVelocity: [0, 0, 0] });
  system.addBody({ mass, position: [-5, 30, 100], velocity: [0, -2, 3], angularVelocity: [0.3, spin, 0] });
  system.addBody({ fixed: true, position: [0, -1, 0] });
  system.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate: 3, position: [1, 0, 0], center: [0, 0, 0] }) });
  system.particles.addParticle({ mass: 1, position: [1, 2, 3], velocity: [4, 0, 0] });
  system.particles.addParticle({ mass: 1, position: [0, 2, 3], velocity: [0, 5, 0] });
  const stepper = dopri5(system, { tolerance: 1e-8 });
  return { system, stepper, layout: layoutOf(system, [0, 1, 2], [0, 1]) };
}

const at = new Float64Array(1);

/** Pose of a body at the time t. */
function poseAt(path: StepPath, body: number, t: number): Float64Array {
  const pose = new Float64Array(7);
  at[0] = t;
  path.writePose(pose, 0, body, at);
  return pose;
}

describe("poses", () => {
  test("are those of the interpolant, at any time", () => {
    const { system, stepper, layout } = createWorld();
    const path = new StepPath(system);
    const out = new Float64Array(system.dimension + 1);
    const n = system.dimension;
    let worst = 0;
    for (let k = 0; k < 30; k++) {
      stepper.step();
      path.record(stepper, layout);
      const from = stepper.previous[n];
      const h = stepper.state[n] - from;
      for (let i = 0; i <= 20; i++) {
        out[n] = i === 20 ? stepper.state[n] : from + (i / 20) * h;
        stepper.interpolate(out);
        for (const body of [0, 1, 2]) {
          const pose = poseAt(path, body, out[n]);
          const size = Math.hypot(...out.subarray(13 * body + 3, 13 * body + 7));
          for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(pose[c] - out[13 * body + c]) / 100);
          for (let c = 3; c < 7; c++) worst = Math.max(worst, Math.abs(pose[c] - out[13 * body + c] / size));
          expect(Math.abs(Math.hypot(...pose.subarray(3)) - 1)).toBeLessThan(5e-16);
        }
        at[0] = out[n];
        for (const particle of [0, 1]) {
          const x = new Float64Array(3);
          path.writeParticle(x, 0, particle, at);
          for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(x[c] - out[5 * 13 + 6 * particle + c]) / 10);
        }
      }
    }
    // of the size of the coordinates: five samples of half an ulp each, with Lebesgue's constant 2.2 of five places
    expect(worst).toBeLessThan(1e-15);
    expect(path.times[0]).toBe(stepper.previous[n]);
    expect(path.times[1]).toBe(stepper.state[n]);
  });

  test("of a body that stands, and of one that is driven", () => {
    const { system, stepper, layout } = createWorld();
    const path = new StepPath(system);
    stepper.step();
    path.record(stepper, layout);
    expect([0, 1, 2, 3, 4].map((i) => path.contains(i))).toEqual([true, true, true, false, false]);
    expect([0, 1, 2, 3, 4].map((i) => path.moves(i))).toEqual([true, true, true, false, true]);
    expect(Array.from(poseAt(path, 3, 0.01))).toEqual([0, -1, 0, 0, 0, 0, 1]);
    const t = 0.6 * path.times[1];
    const pose = poseAt(path, 4, t);
    const closed = [Math.cos(3 * t), Math.sin(3 * t), 0, 0, 0, Math.sin(1.5 * t), Math.cos(1.5 * t)];
    pose.forEach((x, k) => {
      expect(Math.abs(x - closed[k])).toBeLessThan(3e-16);
    });
    // the state has not been touched
    expect(system.time).toBe(path.times[1]);
    expect(system.state[13 * 4]).toBe(Math.cos(3 * path.times[1]));
  });

  test("of a driven body whose frame is not that of its user: as the system has it at that time", () => {
    const system = new RigidSystem();
    const path = createRotatePath({ axis: [1, 2, 3], rate: 2, position: [1, 0, 2], center: [0, 0.3, 0] });
    const mass = boxMass({ size: [1, 0.5, 0.2], mass: 2 });
    const inertia = combineMass([{ of: mass, position: [0.3, 0.2, -0.1], rotation: [0.1, 0.2, 0.3, 0.9] }]);
    const body = system.addBody({ mass: inertia, path });
    expect(vec3.length(system.center, 0)).toBeGreaterThan(0.3);
    const out = new Float64Array(19);
    const state = new Float64Array(system.dimension + 1);
    for (const t of [0.7, -3, 0.1]) {
      const before = system.state.slice();
      expect(system.kinematics.writeMotion(out, 0, system, body, Float64Array.of(t))).toBe(true);
      expect(system.state).toEqual(before);
      system.getState(state);
      state[state.length - 1] = t;
      system.setState(state);
      expect(Array.from(out.subarray(0, 7))).toEqual(Array.from(system.state.subarray(0, 7)));
      expect(Array.from(out.subarray(7, 10))).toEqual(Array.from(system.velocity.subarray(0, 3)));
      expect(Array.from(out.subarray(10, 13))).toEqual(Array.from(system.angularVelocity.subarray(0, 3)));
      const a = new Float64Array(6);
      system.kinematics.readAcceleration(a, 0, body);
      system.kinematics.readAngularAcceleration(a, 3, body);
      expect(Array.from(out.subarray(13))).toEqual(Array.from(a));
    }
  });

  test("of a method whose interpolant is of higher degree: in pieces", () => {
    const { system, layout } = createWorld();
    const stepper = adams(system, { tolerance: 1e-9 });
    const path = new StepPath(system);
    const n = system.dimension;
    const out = new Float64Array(n + 1);
    let worst = 0;
    for (let k = 0; k < 60; k++) {
      stepper.step();
      path.record(stepper, layout);
      expect(path.times[path.segmentCount]).toBe(stepper.state[n]);
      for (let i = 1; i < 40; i++) {
        out[n] = path.times[0] + (i / 40) * (path.times[path.segmentCount] - path.times[0]);
        stepper.interpolate(out);
        const pose = poseAt(path, 0, out[n]);
        const size = Math.hypot(...out.subarray(3, 7));
        for (let c = 3; c < 7; c++) worst = Math.max(worst, Math.abs(pose[c] - out[c] / size));
      }
    }
    // a thousandth of the tolerance of the steps
    expect(worst).toBeLessThan(4e-12);
  });

  test("several steps in a row; cut off; copied", () => {
    const { system, stepper, layout } = createWorld();
    const path = new StepPath(system);
    const one = new StepPath(system);
    const seen: [number, Float64Array][] = [];
    for (let k = 0; k < 4; k++) {
      stepper.step();
      path.append(stepper, layout);
      one.record(stepper, layout);
      const t = one.times[0] + 0.3 * (one.times[1] - one.times[0]);
      seen.push([t, poseAt(one, 2, t)]);
    }
    const copy = new StepPath(system);
    path.copyTo(copy);
    for (const p of [path, copy]) {
      expect(p.segmentCount).toBe(4);
      for (const [t, pose] of seen) expect(Array.from(poseAt(p, 2, t))).toEqual(Array.from(pose));
    }
    at[0] = seen[2][0];
    path.cut(at);
    expect(path.segmentCount).toBe(3);
    expect(path.times[3]).toBe(seen[2][0]);
    expect(copy.segmentCount).toBe(4);
    path.clear();
    expect(path.contains(0)).toBe(false);
  });
});

describe("bounds", () => {
  /** v, ω, v̇ and ω̇ at t, by differences over s. */
  function differentiate(path: StepPath, body: number, t: number, s: number): Float64Array[] {
    const [p, o, n] = [t - s, t, t + s].map((time) => poseAt(path, body, time));
    const v = [0, 1, 2].map((k) => (n[k] - p[k]) / (2 * s));
    const a = [0, 1, 2].map((k) => (n[k] - 2 * o[k] + p[k]) / (s * s));
    // 2 q̇ q* and 2 q̈ q*, vector parts: ω and ω̇ of unit q
    const turn = (d: number[]): number[] => {
      const [x, y, z, w] = d;
      const [i, j, k, l] = [-o[3], -o[4], -o[5], o[6]];
      return [w * i + l * x + y * k - z * j, w * j + l * y + z * i - x * k, w * k + l * z + x * j - y * i];
    };
    const omega = turn([3, 4, 5, 6].map((k) => (n[k] - p[k]) / s));
    const rate = turn([3, 4, 5, 6].map((k) => (2 * (n[k] - 2 * o[k] + p[k])) / (s * s)));
    return [v, omega, a, rate].map((u) => Float64Array.from(u));
  }

  test.each([0.5, 4, 30])("hold, and are no looser than they must be (spin %d)", (spin) => {
    const { system, stepper, layout } = createWorld(spin);
    const path = new StepPath(system);
    const rng = createRng(5);
    const bound = new Float64Array(5);
    const along = new Float64Array(4);
    const n = Float64Array.of(0.6, 0, 0.8);
    const loose = [0, 0, 0, 0, 0];
    for (let k = 0; k < 25; k++) {
      stepper.step();
      path.record(stepper, layout);
      const [t0, t1] = path.times;
      const cut = nextInRange(rng, 0, 1);
      const range = k % 2 ? Float64Array.of(t0, t1) : Float64Array.of(t0 + 0.3 * cut * (t1 - t0), t1);
      const h = range[1] - range[0];
      for (const body of [0, 2]) {
        path.writeBounds(bound, 0, body, range);
        path.writeBoundsAlong(along, 0, body, n, 0, range);
        const most = [0, 0, 0, 0, 0];
        const first = poseAt(path, body, range[0]);
        for (let i = 1; i < 40; i++) {
          const t = range[0] + (i / 40) * h;
          const [v, omega, a, rate] = differentiate(path, body, t, h / 100);
          const pose = poseAt(path, body, t);
          const values = [vec3.distance(first, 0, pose, 0), ...[v, omega, a, rate].map((u) => vec3.length(u, 0))];
          values.forEach((value, c) => {
            most[c] = Math.max(most[c], value);
          });
          const crossed = new Float64Array(3);
          const sizes = [Math.abs(vec3.dot(n, 0, a, 0))];
          for (const u of [rate, omega]) {
            vec3.cross(crossed, 0, n, 0, u, 0);
            sizes.push(vec3.length(crossed, 0));
          }
          sizes.push(Math.abs(vec3.dot(n, 0, omega, 0)));
          // differences round by 1e-16 · 100 m · 4/s² = 4e-10/h²
          sizes.forEach((size, c) => {
            expect(size).toBeLessThan(along[c] * (1 + 1e-6) + 4e-10 / (h * h));
          });
        }
        // displacement, |v|, |ω|, |v̇|, |ω̇|
        const order = [PathBound.displacement, PathBound.speed, PathBound.spin, PathBound.acceleration];
        [...order, PathBound.spinRate].forEach((slot, c) => {
          expect(most[c]).toBeLessThan(bound[slot] * (1 + 1e-6) + 4e-10 / (h * h));
          if (most[c] > 1e-2) loose[c] = Math.max(loose[c], bound[slot] / most[c]);
        });
        expect(along[AlongBound.spin]).toBeLessThanOrEqual(bound[PathBound.spin] * (1 + 1e-12));
      }
    }
    // the ends, where they are greatest, are not among the 39 times looked at: a displacement is 1/40 larger there
    expect(Math.max(...loose)).toBeLessThan(1.04);
    expect(Math.max(...loose.slice(2))).toBeLessThan(1.01);
  });

  test("a step in which a body turns by more than half", () => {
    const system = new RigidSystem();
    system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), angularVelocity: [0, 0, 40] });
    const stepper = dopri5(system, { tolerance: 1, step: 0.1, maxStep: 0.1 });
    stepper.step();
    const path = new StepPath(system);
    path.record(stepper, layoutOf(system, [0]));
    const bound = new Float64Array(5);
    path.writeBounds(bound, 0, 0, path.times);
    expect(path.times[1]).toBe(0.1);
    expect(bound[PathBound.spin]).toBeGreaterThan(40 * 0.9);
    expect(bound[PathBound.spin]).toBeLessThan(200);
  });

  test("of a driven body: sampled, half as much again", () => {
    const { system, stepper, layout } = createWorld();
    const path = new StepPath(system);
    stepper.step();
    path.record(stepper, layout);
    const bound = new Float64Array(5);
    path.writeBounds(bound, 0, 4, path.times);
    expect(bound[PathBound.speed]).toBeCloseTo(4.5, 12);
    expect(bound[PathBound.spin]).toBeCloseTo(4.5, 12);
    expect(bound[PathBound.acceleration]).toBeCloseTo(13.5, 12);
    path.writeBounds(bound, 0, 3, path.times);
    expect(Array.from(bound)).toEqual([0, 0, 0, 0, 0]);
  });

  test("of two that fall together: nothing relative to one another", () => {
    const { system, stepper, layout } = createWorld();
    const parts = new PartTable();
    const shape = createBox({ size: [1, 1, 1] });
    const p = [0, 1, 2, 3].map((body) => parts.addPart(system, body, { shape }));
    const plane = parts.addPart(system, 4, { shape: createPlane({ normal: [0, 1, 0] }) });
    const path = new StepPath(system);
    stepper.step();
    stepper.step();
    path.record(stepper, layout);
    const bound = new Float64Array(2);
    writePairBounds(bound, 0, path, parts, p[1], p[3], path, path.times);
    expect(bound[PairBound.acceleration]).toBeCloseTo(9.81, 6);
    const other = new StepPath(system);
    path.copyTo(other);
    writePairBounds(bound, 0, path, parts, p[1], p[1], other, path.times);
    expect(bound[PairBound.acceleration]).toBeCloseTo(2 * 9.81, 6);
    // 0 falls with 1 but turns: |ω| = √(4² + 0.1² + 2²) at first
    writePairBounds(bound, 0, path, parts, p[0], p[1], path, path.times);
    expect(bound[PairBound.speed] / (Math.hypot(4, 0.1, 2) * parts.reach[p[0]])).toBeCloseTo(1, 2);
    // and ω̇ of a body with three different moments
    expect(bound[PairBound.acceleration]).toBeLessThan(1.5 * (4 * 4 + 2 * 2) * parts.reach[p[0]]);
    // a plane that turns at 3 rad/s: 1.5 times the speed at the far end of what it could meet
    writePairBounds(bound, 0, path, parts, p[1], plane, path, path.times);
    const lever = vec3.distance(system.state, 13, system.state, 52);
    expect(bound[PairBound.speed]).toBeGreaterThan(4.5 * lever);
    expect(bound[PairBound.speed]).toBeLessThan(4.5 * (lever + 2) + 20);
  });
});

test("swept boxes contain all places of a part, and little else", () => {
  const { system, stepper, layout } = createWorld(8);
  const parts = new PartTable();
  const rng = createRng(9);
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  const size = [1, 0.5, 0.2];
  const box = parts.addPart(system, 0, { shape: createBox({ size }), position: [0.3, 0, 0.1], rotation: q });
  const ball = parts.addPart(system, 2, { shape: createSphere({ radius: 0.4 }), position: [1, 0, 0] });
  const particle = parts.addParticle(system, 1);
  const floor = parts.addPart(system, 3, { shape: createPlane({ normal: [0, 1, 0] }) });
  const path = new StepPath(system);
  const out = new Float64Array(6);
  const frame = new Float64Array(12);
  const corners = createBox({ size }).polyhedron?.vertices as Float64Array;
  let excess = 0;
  for (let k = 0; k < 20; k++) {
    stepper.step();
    path.record(stepper, layout);
    for (const p of [box, ball, particle]) {
      writeSweptBox(out, 0, path, parts, p);
      const seen = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let i = 0; i <= 100; i++) {
        at[0] = path.times[0] + (i / 100) * (path.times[1] - path.times[0]);
        path.writeFrame(frame, 0, parts, p, at);
        for (let v = 0; v < (p === box ? 8 : 1); v++) {
          for (let c = 0; c < 3; c++) {
            const r = p === ball ? 0.4 : 0;
            const R = p === box ? vec3.dot(frame, 3 + 3 * c, corners, 3 * v) : 0;
            seen[c] = Math.min(seen[c], frame[c] + R - r);
            seen[3 + c] = Math.max(seen[3 + c], frame[c] + R + r);
          }
        }
      }
      for (let c = 0; c < 3; c++) {
        expect(out[c]).toBeLessThanOrEqual(seen[c] + 1e-14);
        expect(out[3 + c]).toBeGreaterThanOrEqual(seen[3 + c] - 1e-14);
        excess = Math.max(excess, seen[c] - out[c], out[3 + c] - seen[3 + c]);
      }
    }
  }
  // α (h/2)²/8 with α = 70 m/s² and h = 0.03 s
  expect(excess).toBeLessThan(0.003);
  writeSweptBox(out, 0, path, parts, floor);
  expect(Array.from(out)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, -1, Infinity]);
});
