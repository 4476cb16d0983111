/**
 * Restitution where something rubs: Newton's law, and Poisson's where that would raise the energy. A double pendulum strikes a
 * floor with its tip, as in Kane's paradox, against the same in two angles with modes tried one after the other.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { ball, hinge } from "@rigor/engine/constrain";
import { boxMass } from "@rigor/engine/rigid";
import { World, type WorldOptions } from "@rigor/engine/world";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const m = 1;
const l = 1;
const width = 0.05;
/** Radius of the tip, m. */
const rho = 0.01;

interface Strike {
  readonly angles: readonly [number, number];
  readonly rates: readonly [number, number];
  readonly mu: number;
  readonly e: number;
}

/** Rods whose angles are from straight down, and their tip on the floor. */
function createPendulum({ angles, rates, mu, e }: Strike, options: WorldOptions = {}): World {
  const world = new World({ gravity: [0, 0, 0], ...options });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu, restitution: e });
  let top = [0, l * (Math.cos(angles[0]) + Math.cos(angles[1])) + rho];
  let velocity = [0, 0];
  let previous = -1;
  const mass = boxMass({ size: [l, width, width], mass: m });
  angles.forEach((theta, k) => {
    const along = [Math.sin(theta), -Math.cos(theta)];
    const across = [Math.cos(theta), Math.sin(theta)];
    const at = [top[0], top[1], 0];
    const body = world.addBody({
      mass,
      shapes: k === 0 ? [] : [{ shape: createSphere({ radius: rho }), position: [l / 2, 0, 0] }],
      position: [top[0] + 0.5 * l * along[0], top[1] + 0.5 * l * along[1], 0],
      rotation: [0, 0, Math.sin(theta / 2 - Math.PI / 4), Math.cos(theta / 2 - Math.PI / 4)],
      velocity: [0, 1].map((x) => velocity[x] + 0.5 * l * rates[k] * across[x]).concat(0),
      angularVelocity: [0, 0, rates[k]],
      friction: mu,
      restitution: e,
    });
    const b = previous < 0 ? {} : { b: { body: previous } };
    world.add(hinge({ a: { body }, ...b, at, axis: [0, 0, 1] }));
    previous = body;
    top = [0, 1].map((x) => top[x] + l * along[x]);
    velocity = [0, 1].map((x) => velocity[x] + l * rates[k] * across[x]);
  });
  return world;
}

/** The same in the two angles: M, the rows of the tip across and along n, J M⁻¹ Jᵀ. */
function describePendulum({ angles, rates }: Strike) {
  const inertia = (m * (l * l + width * width)) / 12;
  const a = inertia + 1.25 * m * l * l;
  const b = 0.5 * m * l * l * Math.cos(angles[0] - angles[1]);
  const c = inertia + 0.25 * m * l * l;
  const n = angles.map((theta) => l * Math.sin(theta));
  const t = angles.map((theta, k) => l * Math.cos(theta) + (k === 1 ? rho : 0));
  const det = a * c - b * b;
  const solve = ([x, y]: readonly number[]) => [(c * x - b * y) / det, (a * y - b * x) / det];
  const dot = (p: readonly number[], q: readonly number[]) => p[0] * q[0] + p[1] * q[1];
  const measure = ([x, y]: readonly number[]) => 0.5 * (a * x * x + 2 * b * x * y + c * y * y);
  const strike = (pn: number, pt: number) => {
    const change = solve([0, 1].map((k) => n[k] * pn + t[k] * pt));
    return rates.map((rate, k) => rate + change[k]);
  };
  const A = [dot(n, solve(n)), dot(n, solve(t)), dot(t, solve(t))];
  return { A, vn: dot(n, rates), vt: dot(t, rates), strike, measure };
}

/** Impulses after which the tip has the rate `goal` along n and friction is in its cone; the mode by trial. */
function reach(A: readonly number[], vn: number, vt: number, mu: number, goal: number): readonly [number, number] {
  const det = A[0] * A[2] - A[1] * A[1];
  const [x, y] = [goal - vn, -vt];
  const stick = [(A[2] * x - A[1] * y) / det, (A[0] * y - A[1] * x) / det] as const;
  if (stick[0] >= 0 && Math.abs(stick[1]) <= mu * stick[0]) return stick;
  for (const side of [1, -1]) {
    const pn = (goal - vn) / (A[0] - side * mu * A[1]);
    if (pn >= 0 && side * (vt + (A[1] - side * mu * A[2]) * pn) >= 0) return [pn, -side * mu * pn];
  }
  throw new Error("no mode");
}

/** Compression, then e of its impulse, with friction in the cone of each. */
function reachPoisson(A: readonly number[], vn: number, vt: number, mu: number, e: number): readonly [number, number] {
  const [pn, pt] = reach(A, vn, vt, mu, 0);
  const u = vt + A[1] * (1 + e) * pn + A[2] * pt;
  // what stops it, or the edge
  const stop = -u / A[2];
  return [(1 + e) * pn, pt + Math.sign(stop) * Math.min(Math.abs(stop), mu * e * pn)];
}

const readRates = ({ system }: World) => [system.angularVelocity[5], system.angularVelocity[8]];

/** Pendulums that strike the floor, each with what the laws make of it. */
function listStrikes() {
  const list = [];
  for (const first of [0.1, 0.35, 0.7]) {
    for (const second of [0.2, 0.5236, 0.9]) {
      for (const ratio of [-1, 0.5, 2]) {
        for (const [mu, e] of [
          [0.3, 0.9],
          [0.5, 0.5],
          [0.5, 0.7],
        ]) {
          const strike: Strike = { angles: [first, second], rates: [-0.1, -0.1 * ratio], mu, e };
          const { vn } = describePendulum(strike);
          if (vn < -1e-3) list.push(strike);
        }
      }
    }
  }
  return list;
}

describe("Kane's double pendulum", () => {
  test("Newton's law where it does not raise the energy, Poisson's where it would; each as in two angles", () => {
    const seen = { newton: 0, poisson: 0, most: 0 };
    for (const strike of listStrikes()) {
      const { A, vn, vt, strike: move, measure } = describePendulum(strike);
      const before = measure(strike.rates);
      const newton = move(...reach(A, vn, vt, strike.mu, -strike.e * vn));
      const isRaised = measure(newton) > before * (1 + 1e-12);
      const expected = isRaised ? move(...reachPoisson(A, vn, vt, strike.mu, strike.e)) : newton;
      const world = createPendulum(strike);
      const report = world.advanceTo(0.001);
      const [event] = world.events;
      expect(event.law).toBe(isRaised ? "simultaneous, friction, poisson" : "simultaneous, friction");
      expect(report.worst.fallbacks).toEqual(
        isRaised ? ["impact/poisson: Newton's restitution would have raised the energy; Poisson's is used"] : [],
      );
      const again = createPendulum(strike);
      again.settle();
      readRates(again).forEach((rate, k) => {
        expect(Math.abs(rate - expected[k])).toBeLessThan(1e-13);
      });
      const { kinetic, dissipated } = again.getEnergy();
      expect(Math.abs(kinetic - measure(expected))).toBeLessThan(2e-14);
      expect(Math.abs(kinetic + dissipated - before)).toBeLessThan(2e-14);
      expect(kinetic).toBeLessThan(before);
      seen[isRaised ? "poisson" : "newton"]++;
      if (isRaised) seen.most = Math.max(seen.most, measure(newton) / before);
    }
    expect(seen.newton).toBeGreaterThan(10);
    expect(seen.poisson).toBeGreaterThan(10);
    // Newton's law would have made that much more of it
    expect(seen.most).toBeGreaterThan(1.1);
  });

  test("Poisson's throughout, where it is asked for: no fallback", () => {
    for (const strike of listStrikes()) {
      const { A, vn, vt, strike: move } = describePendulum(strike);
      const expected = move(...reachPoisson(A, vn, vt, strike.mu, strike.e));
      const world = createPendulum(strike, { restitution: "poisson" });
      world.settle();
      readRates(world).forEach((rate, k) => {
        expect(Math.abs(rate - expected[k])).toBeLessThan(1e-13);
      });
      const { worst } = world.advanceTo(0);
      expect(worst.fallbacks).toEqual([]);
      expect(world.events[0].law).toBe("simultaneous, friction, poisson");
    }
  });

  test("there is no third law", () => {
    expect(() => new World({ restitution: "stronge" as never })).toThrow("options.restitution: must be one of");
  });
});

/** A stool on two to four feet, perhaps held by a ball joint, that strikes the floor with all of them. */
const stools = fc.record({
  feet: fc.array(fc.tuple(...[-1, -1].map((min) => fc.double({ min, max: 1, noNaN: true }))), {
    minLength: 2,
    maxLength: 4,
  }),
  height: fc.double({ min: 0.2, max: 1.2, noNaN: true }),
  motion: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 6, maxLength: 6 }),
  mu: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
  e: fc.double({ min: 0, max: 1, noNaN: true }),
  isHeld: fc.boolean(),
  restitution: fc.constantFrom("newton" as const, "poisson" as const),
});

describe("stools on several feet", () => {
  test("do not gain energy, nor approach after it", () => {
    fc.assert(
      fc.property(stools, ({ feet, height, motion, mu, e, isHeld, restitution }) => {
        const world = new World({ gravity: [0, 0, 0], restitution });
        world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu, restitution: e });
        const radius = 0.05;
        const shapes = feet.map(([x, z]) => ({ shape: createSphere({ radius }), position: [x, radius - height, z] }));
        const mass = boxMass({ size: [0.8, 0.3, 0.5], mass: 2 });
        const velocity = isHeld ? [0, 0, 0] : [motion[0], -Math.abs(motion[1]), motion[2]];
        const given = { velocity, angularVelocity: motion.slice(3), friction: mu, restitution: e };
        const body = world.addBody({ mass, shapes, position: [0, height, 0], ...given });
        if (isHeld) world.add(ball({ a: { body }, b: [0, height, 0] }));
        const before = world.getEnergy().kinetic;
        world.settle();
        const { kinetic, dissipated } = world.getEnergy();
        // friction may jam afterwards, and take more
        expect(kinetic).toBeLessThanOrEqual(before * (1 + 1e-13));
        expect(Math.abs(kinetic + dissipated - before)).toBeLessThan(1e-12 * (1 + before));
        for (const { vAfter } of world.events.filter(({ type }) => type === "collision")) {
          expect(vAfter).toBeGreaterThan(-1e-9);
        }
      }),
      { numRuns: 40, seed: 8 },
    );
  });
});
