/** Dry friction of ball joints: a moment of up to T against the angular velocity, wherever that points. */
import { createBox, createSphere } from "@rigor/engine/collide";
import { ball, jointFriction, nail } from "@rigor/engine/constrain";
import { angularMomentum } from "@rigor/engine/rigid";
import { World, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
const weightless: WorldOptions = { gravity: [0, 0, 0] };

/** A box on a ball joint at a point of it. */
function createHanging(options: WorldOptions, body: Parameters<World["addBody"]>[0], point: readonly number[]) {
  const world = new World(options);
  const index = world.addBody(body);
  const { turning } = world.add(nail({ a: { body: index, point } }));
  return { world, index, turning };
}

const ofJoint = (world: World, type: "slip" | "stick") =>
  world.events.filter((event) => event.friction === 0 && event.type === type);

describe("what moves and is left alone", () => {
  test("a sphere that is spun about any axis stops after I ω/T", () => {
    for (const axis of [
      [0, 0, 1],
      [1, 2, -3],
      [0.3, -0.4, 0.1],
    ]) {
      const shape = createSphere({ radius: 0.1 });
      const { world, turning } = createHanging(weightless, { shape, mass: 3, angularVelocity: axis }, [0, 0, 0]);
      world.addFriction(jointFriction(turning, { friction: 0.02 }));
      world.advanceTo(0.01);
      const omega = Math.hypot(...axis);
      const [{ moment = [], rate, force, isSlipping }] = world.getFrictions();
      expect(isSlipping).toBe(true);
      expect(Math.abs(rate - (omega - (0.01 * 0.02) / 0.012))).toBeLessThan(1e-14);
      expect(Math.abs(force - 0.02)).toBeLessThan(1e-17);
      moment.forEach((M, k) => {
        expect(Math.abs(M + (0.02 * axis[k]) / omega)).toBeLessThan(1e-16);
      });
      const { worst } = world.advanceTo(10);
      const [stop] = ofJoint(world, "stick");
      expect(Math.abs(stop.t - (0.012 * omega) / 0.02)).toBeLessThan(4e-15);
      expect(world.getEnergy().kinetic).toBe(0);
      expect(worst.fallbacks).toEqual([]);
    }
  });

  test("a block with three moments of inertia stops: its motion is that of Euler's equations with −T ω/|ω|", () => {
    const size = [0.1, 0.2, 0.4];
    const T = 0.05;
    const shape = createBox({ size });
    const { world, turning } = createHanging(weightless, { shape, mass: 3, angularVelocity: [3, 1, -2] }, [0, 0, 0]);
    world.addFriction(jointFriction(turning, { friction: T }));
    // a second method: Runge and Kutta's in body axes, from twice as many steps to none
    const I = [0, 1, 2].map((k) => (3 / 12) * (size[(k + 1) % 3] ** 2 + size[(k + 2) % 3] ** 2));
    const rates = (w: readonly number[]) => {
      const s = Math.hypot(...w);
      return [0, 1, 2].map((k) => {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        return ((I[i] - I[j]) * w[i] * w[j] - (T * w[k]) / s) / I[k];
      });
    };
    const follow = (h: number) => {
      let w: readonly number[] = [3, 1, -2];
      let t = 0;
      // near the end it goes straight, and |ω| falls evenly
      while (Math.hypot(...w) > 2e-2) {
        const step = (d: readonly number[], s: number) => w.map((x, k) => x + s * d[k]);
        const k1 = rates(w);
        const k2 = rates(step(k1, h / 2));
        const k3 = rates(step(k2, h / 2));
        const k4 = rates(step(k3, h));
        w = w.map((x, k) => x + (h / 6) * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]));
        t += h;
      }
      return { w, t };
    };
    const { w, t } = follow(1e-4);
    world.advanceTo(t);
    const [{ rate }] = world.getFrictions();
    expect(Math.abs(rate - Math.hypot(...w))).toBeLessThan(2e-9);
    expect(world.advanceTo(5).worst.energyError).toBeLessThan(2e-9);
    // from there on it turns about an axis that is near to the first, but for 0.03: |ω| falls by T/I of that
    const [stop] = ofJoint(world, "stick");
    expect(Math.abs(stop.t - t - (rate * I[0]) / T)).toBeLessThan(2e-5);
  });

  test("of two bodies that float, the angular momentum stays, and they end up turning as one", () => {
    const world = new World(weightless);
    // about the joint
    const spun = { angularVelocity: [2, -1, 0.5], velocity: [0, -0.15 * 0.5, -0.15] };
    const a = world.addBody({ shape: createBox({ size: [0.2, 0.2, 0.2] }), mass: 2, ...spun });
    const b = world.addBody({ shape: createBox({ size: [0.2, 0.2, 0.2] }), mass: 1, position: [0.3, 0, 0] });
    const at = { a: { body: a, point: [0.15, 0, 0] }, b: { body: b, point: [-0.15, 0, 0] } };
    const { turning } = world.add(ball(at));
    world.addFriction(jointFriction(turning, { friction: 0.05 }));
    const L = new Float64Array(6);
    angularMomentum(L, 0, world.system);
    const { worst } = world.advanceTo(4);
    angularMomentum(L, 3, world.system);
    for (let k = 0; k < 3; k++) expect(Math.abs(L[3 + k] - L[k])).toBeLessThan(1e-15);
    expect(worst.energyError).toBeLessThan(1e-8);
    const [{ rate, isSlipping }] = world.getFrictions();
    expect([rate < 1e-14, isSlipping]).toEqual([true, false]);
  });
});

describe("a pendulum", () => {
  const m = 3;
  const l = 0.5;
  const lean = 1;
  const rod = (position: readonly number[], rotation: readonly number[]) => ({
    shape: createBox({ size: [0.1, 1, 0.1] }),
    mass: m,
    position,
    rotation,
  });
  const rotation = [0, 0, Math.sin(lean / 2), Math.cos(lean / 2)];

  test("loses T times its way a swing, and stays where its weight is too weak", () => {
    const T = 0.5;
    const start = [l * Math.sin(lean), -l * Math.cos(lean), 0];
    const { world, index, turning } = createHanging({}, rod(start, rotation), [0, 0.5, 0]);
    world.addFriction(jointFriction(turning, { friction: T }));
    world.advanceTo(15);
    // m g l (cos β − cos α) = T (α + β), swing after swing
    let swing = lean;
    let swings = 0;
    while (m * g * l * Math.sin(swing) > T) {
      let [low, high] = [-Math.asin(T / (m * g * l)), swing];
      for (let k = 0; k < 100; k++) {
        const middle = 0.5 * (low + high);
        if (m * g * l * (Math.cos(middle) - Math.cos(swing)) > T * (swing + middle)) low = middle;
        else high = middle;
      }
      swing = low;
      swings++;
    }
    expect(swings).toBe(14);
    const { state } = world.system;
    const angle = Math.atan2(state[13 * index], -state[13 * index + 1]);
    // fourteen swings at a tolerance of 1e-8 a step
    expect(Math.abs(Math.abs(angle) - Math.abs(swing))).toBeLessThan(8e-9);
    // it stays in its plane
    expect(Math.abs(state[13 * index + 2])).toBeLessThan(1e-13);
    expect(ofJoint(world, "stick").length).toBe(1);
  });

  test("is held by what is a little more than its weight asks for, and not by a little less", () => {
    const { world, turning } = createHanging({}, rod([0.1, -0.5, 0.05], [0, 0, 0, 1]), [-0.1, 0.5, -0.05]);
    const need = m * g * Math.hypot(0.1, 0.05);
    const friction = world.addFriction(jointFriction(turning, { friction: need * (1 + 1e-9) }));
    const before = Array.from(world.system.state.subarray(0, 13));
    world.advanceTo(60);
    expect(Array.from(world.system.state.subarray(0, 13))).toEqual(before);
    expect(world.events).toEqual([]);
    world.removeFriction(friction);
    world.addFriction(jointFriction(turning, { friction: need * (1 - 1e-9) }));
    world.advanceTo(60.001);
    expect(world.events.map(({ type }) => type)).toEqual(["slip"]);
  });

  test("begins to slip where its acceleration is against its moment", () => {
    const { world, index, turning } = createHanging({}, rod([0.2, -0.5, 0.15], [0, 0, 0, 1]), [-0.2, 0.5, -0.15]);
    world.addFriction(jointFriction(turning, { friction: 3, staticFriction: 5 }));
    world.advanceTo(0);
    const [{ moment = [], force }] = world.getFrictions();
    expect(Math.abs(force - 3)).toBeLessThan(1e-14);
    const a = new Float64Array(6);
    world.readAcceleration(a, 0, index);
    const size = Math.hypot(a[3], a[4], a[5]);
    moment.forEach((M, k) => {
      expect(Math.abs(M + (3 * a[3 + k]) / size)).toBeLessThan(1e-11);
    });
  });
});

test("a coefficient: what hangs and spins about the vertical stops after I ω/(μ r m g)", () => {
  const body = { shape: createSphere({ radius: 0.1 }), mass: 3, position: [0, -0.3, 0], angularVelocity: [0, 2, 0] };
  const { world, turning } = createHanging({}, body, [0, 0.3, 0]);
  world.addFriction(jointFriction(turning, { coefficient: 0.2, radius: 0.01 }));
  world.advanceTo(5);
  const [stop] = ofJoint(world, "stick");
  expect(Math.abs(stop.t - (0.012 * 2) / (0.2 * 0.01 * 3 * g))).toBeLessThan(1e-13);
});

test("what rubs is said clearly", () => {
  const world = new World();
  const body = world.addBody({ shape: createSphere({ radius: 0.1 }) });
  const joint = world.add(nail({ a: { body } }));
  const particle = world.addParticle({ mass: 1, position: [0, 0, 0] });
  const knot = world.add(nail({ a: { particle } }));
  expect(() => jointFriction(joint.turning, {})).toThrow("must have a friction, a staticFriction or a coefficient");
  expect(() => jointFriction(knot.turning, { friction: 1 })).toThrow("a particle has no axes");
  expect(() => jointFriction(joint as never, { friction: 1 })).toThrow("jointFriction(joint.turning, …)");
  expect(() => jointFriction(joint.turning, { coefficient: 0.2 })).toThrow("that of the bearing or of the ball, m");
});
