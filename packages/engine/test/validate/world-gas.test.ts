/**
 * A gas of balls against its motion in closed form: between collisions all fly straight, and when two meet is the root of a
 * parabola. Some rest at first and sleep until they are struck, some are struck from two sides within one window of islands.
 */
import { createSphere } from "@rigor/engine/collide";
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const radius = 0.1;

interface Ball {
  readonly x: number[];
  readonly v: number[];
}

interface Meeting {
  readonly t: number;
  readonly a: number;
  readonly b: number;
}

const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, k) => sum + value * q[k], 0);
const between = (p: readonly number[], q: readonly number[]) => p.map((value, k) => value - q[k]);

/** When two balls meet from now on, s; ∞ if they do not. */
function findMeeting(p: Ball, q: Ball): number {
  const d = between(p.x, q.x);
  const u = between(p.v, q.v);
  const b = dot(d, u);
  if (!(b < 0)) return Infinity;
  const c = dot(d, d) - 4 * radius * radius;
  const discriminant = b * b - dot(u, u) * c;
  return discriminant > 0 ? c / (-b + Math.sqrt(discriminant)) : Infinity;
}

/** All collisions up to a time; the balls are there then. Equal masses exchange what they have along the normal. */
function follow(balls: readonly Ball[], end: number): Meeting[] {
  const list: Meeting[] = [];
  for (let t = 0; ; ) {
    let first: Meeting = { t: end - t, a: -1, b: -1 };
    for (let a = 0; a < balls.length; a++) {
      for (let b = a + 1; b < balls.length; b++) {
        const after = findMeeting(balls[a], balls[b]);
        if (after < first.t) first = { t: after, a, b };
      }
    }
    for (const { x, v } of balls) for (let k = 0; k < 3; k++) x[k] += first.t * v[k];
    if (first.a < 0) return list;
    t += first.t;
    list.push({ ...first, t });
    const [p, q] = [balls[first.a], balls[first.b]];
    const n = between(p.x, q.x);
    const share = dot(between(p.v, q.v), n) / dot(n, n);
    for (let k = 0; k < 3; k++) {
      p.v[k] -= share * n[k];
      q.v[k] += share * n[k];
    }
  }
}

/** Balls that do not overlap, within a cube or along a line; every other one rests, about. */
function scatter(rng: Rng, count: number, size: number, isLine: boolean): Ball[] {
  const balls: Ball[] = [];
  while (balls.length < count) {
    const x = [0, 1, 2].map((k) => (isLine && k > 0 ? 0 : nextInRange(rng, -size, size)));
    if (balls.some((other) => dot(between(other.x, x), between(other.x, x)) < 4.4 * radius * radius)) continue;
    const speed = nextInteger(rng, 0, 1) === 0 ? 0 : 4;
    // towards the middle
    const v = x.map((value) =>
      isLine ? speed * -Math.sign(value) : (speed * -value) / size + 0.3 * speed * nextInRange(rng, -1, 1),
    );
    balls.push({ x, v: speed === 0 ? [0, 0, 0] : v });
  }
  return balls;
}

describe.each([
  ["in a cube", 10, 0.7, false],
  ["on a line", 6, 3, true],
] as const)("a gas of balls %s", (_, count, size, isLine) => {
  test.each([1, 12])("in %i calls: the same collisions, in the same order", (calls) => {
    let collisions = 0;
    for (let seed = 0; seed < 40; seed++) {
      const balls = scatter(createRng(seed), count, size, isLine);
      const world = new World({ gravity: [0, 0, 0] });
      const shape = createSphere({ radius });
      for (const { x, v } of balls) world.addBody({ shape, mass: 1, position: x, velocity: v, restitution: 1 });
      const expected = follow(balls, 1.5);
      for (let k = 1; k <= calls; k++) world.advanceTo((1.5 * k) / calls);
      const got = world.events.filter(({ type }) => type === "collision");
      expect(got.map(({ a, b }) => [Math.min(a, b), Math.max(a, b)])).toEqual(expected.map(({ a, b }) => [a, b]));
      // what a collision is off grows by 2 v t/r at the next, tenfold and more
      got.forEach(({ t }, k) => {
        expect(Math.abs(t - expected[k].t)).toBeLessThan(1e-9);
      });
      collisions += got.length;
    }
    expect(collisions).toBeGreaterThan(150);
  });
});
