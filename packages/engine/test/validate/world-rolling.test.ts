/** Rolling, pivoting and spinning without slipping, against closed forms and conserved quantities. */
import {
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
  type Shape,
} from "@rigor/engine/collide";
import { createRotatePath } from "@rigor/engine/rigid";
import { World, type WorldBodyOptions, type WorldReport } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;

function startFloor(mu: number): World {
  const world = new World({ gravity: [0, 0, -g] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu });
  return world;
}

interface Motion {
  /** Of the centre of mass. */
  readonly x: number[];
  readonly v: number[];
  readonly w: number[];
  /** Angular momentum about the centre of mass. */
  readonly L: number[];
  /** The axes of the body, as columns. */
  readonly axes: readonly number[][];
}

function readMotion({ system }: World, i: number): Motion {
  const three = (from: Float64Array, o: number) => [from[o], from[o + 1], from[o + 2]];
  const R = system.rotation.subarray(9 * i, 9 * i + 9);
  return {
    x: three(system.state, 13 * i),
    v: three(system.velocity, 3 * i),
    w: three(system.angularVelocity, 3 * i),
    L: three(system.state, 13 * i + 10),
    axes: [0, 1, 2].map((k) => [R[k], R[3 + k], R[6 + k]]),
  };
}

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function expectNear(got: readonly number[], exact: readonly number[], tolerance: number): void {
  for (let k = 0; k < exact.length; k++) expect(Math.abs(got[k] - exact[k])).toBeLessThan(tolerance);
}

/** Reached, with nothing that slides, bounces or leaves on the way. */
function expectRolled(report: WorldReport, energy: number): void {
  expect(report.message).toMatch(/reached/);
  expect(report.events.filter(({ type }) => type !== "touch")).toEqual([]);
  expect(report.worst.energyError).toBeLessThan(energy);
  expect(report.worst.penetration).toBeLessThan(1e-12);
}

/** [x, y, z, w] that turns the y axis of a shape to the unit vector a. */
function turnTo(a: readonly number[]): number[] {
  const q = [a[2], 0, -a[0], 1 + a[1]];
  const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / size);
}

const R = 0.25;
const rollers: [string, Shape, number, number[]][] = [
  ["solid ball", createSphere({ radius: R }), 0.4, [0, 0, 3]],
  ["hollow ball", createSphere({ radius: R }), 2 / 3, [0, 0, 3]],
  ["cylinder", createCylinder({ radius: R, height: 0.6 }), 0.5, [0, 0, 0]],
  ["hoop", createCylinder({ radius: R, height: 0.02 }), 1, [0, 0, 0]],
  ["capsule", createCapsule({ radius: R, height: 0.5 }), 0.45, [0, 0, 0]],
];

describe("on the level, for ten seconds", () => {
  test.each(rollers)("a %s rolls on as it does", (_name, shape, beta, spin) => {
    const world = startFloor(0.3);
    const inertia = [beta * R * R, beta * R * R, beta * R * R];
    const w = [spin[0], spin[1] + 2 / R, spin[2]];
    const rest = { mass: 1, inertia, friction: 0.3, position: [0, 0, R], velocity: [2, 0, 0], angularVelocity: w };
    const body = world.addBody({ shape, ...rest });
    const report = world.advanceTo(10);
    const { x, v, w: found } = readMotion(world, body);
    // rounding of some hundred steps
    expectRolled(report, 1e-12);
    expectNear(x, [20, 0, R], 1e-11);
    expectNear([...v, ...found], [2, 0, 0, ...w], 1e-12);
  });

  // K = L + r n × m v about the point of contact has no torque
  test("a ball with three different moments of inertia keeps its angular momentum about the floor", () => {
    const world = startFloor(1);
    const r = 0.3;
    const given: WorldBodyOptions = { mass: 1, inertia: [0.02, 0.03, 0.045], position: [0, 0, r], friction: 1 };
    const velocity = [4 * r, -3 * r, 0];
    const shape = createSphere({ radius: r });
    const body = world.addBody({ ...given, shape, velocity, angularVelocity: [3, 4, 5] });
    const measure = () => {
      const { v, L } = readMotion(world, body);
      return cross([0, 0, r], v).map((k, axis) => k + L[axis]);
    };
    const before = measure();
    // of 1.5 J: the tolerance is 1e-8, ten thousand steps of it
    expectRolled(world.advanceTo(10), 4e-9);
    expectNear(measure(), before, 4e-15);
  });

  /**
   * On its side with its tip at rest, half angle γ, centre of mass at a along its axis: it goes round by Ω, and turns about
   * the line on which it lies by Ω cot γ.
   */
  test("a cone rolls round its tip", () => {
    const [radius, height, rate] = [0.25, 0.6, 2];
    const slant = Math.sqrt(radius * radius + height * height);
    const [sine, cosine] = [radius / slant, height / slant];
    const a = 0.75 * height;
    const spin = (rate * cosine) / sine;
    const world = startFloor(1);
    const body = world.addBody({
      shape: createCone({ radius, height }),
      mass: 1,
      position: [0.5 * height * cosine, 0, 0.5 * height * sine],
      rotation: turnTo([-cosine, 0, -sine]),
      velocity: [0, spin * a * sine, 0],
      angularVelocity: [-spin, 0, 0],
      friction: 1,
    });
    const report = world.advanceTo(10);
    expectRolled(report, 8e-9);
    // what its two ends share along the line on which it lies is no contradiction
    expect(report.worst.fallbacks).toEqual([]);
    const [c, s] = [Math.cos(10 * rate), Math.sin(10 * rate)];
    const { x, w } = readMotion(world, body);
    expectNear(x, [a * cosine * c, a * cosine * s, a * sine], 4e-8);
    expectNear(w, [-spin * c, -spin * s, 0], 4e-7);
  });
});

/**
 * A coin that wobbles round with its centre at rest: axis a at the angle α to the vertical, radius R, thickness 2h, point of
 * contact at r = R e − h a, ω = Ω z + σ a, and no slip: σ R = −Ω r_x, r_x = R cos α − h sin α. Torque m g r_x, and so
 *
 *   Ω² sin α (I cos α − I₃ (cos α − r_x/R)) = m g r_x          thin: Ω² = 4 g/(R sin α)
 */
describe("a coin wobbles round", () => {
  // some hundred steps with a tolerance of 1e-8
  test.each([
    [1.2, 2, 6e-8],
    [0.3, 2, 3e-8],
    [0.05, 0.5, 2e-8],
  ])("inclined by %d rad", (alpha, duration, tolerance) => {
    const [radius, h] = [0.2, 0.005];
    const [s, c] = [Math.sin(alpha), Math.cos(alpha)];
    const r = radius * c - h * s;
    const I3 = 0.5 * radius * radius;
    const I = 0.25 * radius * radius + (h * h) / 3;
    const rate = Math.sqrt((g * r) / (s * (I * c - I3 * (c - r / radius))));
    const sigma = (-rate * r) / radius;
    const world = startFloor(0.1);
    const body = world.addBody({
      shape: createCylinder({ radius, height: 2 * h }),
      mass: 1,
      position: [0, 0, radius * s + h * c],
      rotation: turnTo([s, 0, c]),
      angularVelocity: [sigma * s, 0, rate + sigma * c],
      friction: 0.1,
    });
    expectRolled(world.advanceTo(duration), 3e-8);
    const { x, axes } = readMotion(world, body);
    const turn = rate * duration;
    expectNear(x, [0, 0, radius * s + h * c], 8e-10);
    expectNear(axes[1], [s * Math.cos(turn), s * Math.sin(turn), c], tolerance);
  });
});

/** A ball on a turntable: v̇ = (2/7) Ω × v, a circle, wherever it begins. */
test("a ball on a turntable goes round in a circle at 2/7 of its rate", () => {
  const [rate, r, duration] = [3, 0.1, 10];
  const world = new World({ gravity: [0, 0, -g] });
  const rotation = turnTo([0, 0, 1]);
  const path = createRotatePath({ axis: [0, 0, 1], rate, position: [0, 0, -0.1], rotation });
  world.addBody({ shape: createCylinder({ radius: 5, height: 0.2 }), path, friction: 1 });
  const [x, y, vx, vy] = [1, 0.3, 0.5, 0.2];
  const body = world.addBody({
    shape: createSphere({ radius: r }),
    mass: 1,
    position: [x, y, r],
    velocity: [vx, vy, 0],
    angularVelocity: [(rate * x - vy) / r, (vx + rate * y) / r, 0],
    friction: 1,
  });
  expectRolled(world.advanceTo(duration), 1e-12);
  const k = (2 / 7) * rate;
  const [s, c] = [Math.sin(k * duration), 1 - Math.cos(k * duration)];
  expectNear(readMotion(world, body).x, [x + (vx * s - vy * c) / k, y + (vx * c + vy * s) / k, r], 1e-12);
});

/**
 * A round top whose centre of mass is below its middle stands on its head, by sliding. Whatever rubs at the one point of
 * contact, L·r does not change: Jellett's constant, r from the centre of mass to that point.
 */
test("a tippe top turns over, and keeps Jellett's constant", () => {
  const [r, low, mass] = [0.02, 0.2, 0.006];
  const world = startFloor(0.3);
  const axial = 0.4 * mass * r * r;
  const body = world.addBody({
    shape: createSphere({ radius: r }),
    mass,
    inertia: [0.9 * axial, 0.9 * axial, axial],
    center: [0, 0, -low * r],
    position: [0, 0, r],
    rotation: [Math.sin(0.05), 0, 0, Math.cos(0.05)],
    angularVelocity: [0, 0, 300],
    friction: 0.3,
  });
  const measure = () => {
    const { L, axes } = readMotion(world, body);
    return dot(
      L,
      axes[2].map((e, k) => low * r * e - (k === 2 ? r : 0)),
    );
  };
  const before = measure();
  const report = world.advanceTo(3);
  expect(report.message).toMatch(/reached/);
  expect(report.worst.energyError).toBeLessThan(5e-9);
  expect(Math.abs(measure() / before - 1)).toBeLessThan(2e-8);
  // upside down
  expect(readMotion(world, body).axes[2][2]).toBeLessThan(-0.99);
});
