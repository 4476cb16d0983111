/**
 * What must not matter: where the whole system is and how it is turned, the order of its bodies, the way of time.
 */
import { createRng, nextInRange, nextInteger, nextRotation, quat, type Rng } from "@rigor/engine/math";
import { dopri5, integrate, rk4 } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import { appliedForce, bodySize, damping, gravity, RigidSystem, Slot, wind } from "@rigor/engine/rigid";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxDifference, type RandomBody, randomBody, randomVector } from "../support/rigid.js";

const seeds = fc.integer({ min: 1, max: 1e6 });

interface Story {
  readonly bodies: readonly (RandomBody & { readonly center: number[] })[];
  readonly springs: readonly { ends: readonly [number, number]; points: readonly number[][]; stiffness: number }[];
  readonly g: number[];
  readonly breeze: number[];
  readonly push: { body: number; force: number[]; at: number[] };
}

/** Bodies in springs, in a field and a wind, one of them pushed. */
function randomStory(rng: Rng): Story {
  const count = nextInteger(rng, 2, 5);
  const bodies = Array.from({ length: count }, () => ({ ...randomBody(rng), center: randomVector(rng, 0.3) }));
  const springs = Array.from({ length: 2 * count }, () => {
    const a = nextInteger(rng, 0, count - 1);
    const ends: [number, number] = [a, (a + nextInteger(rng, 1, count - 1)) % count];
    return { ends, points: [randomVector(rng, 0.5), randomVector(rng, 0.5)], stiffness: nextInRange(rng, 1, 5) };
  });
  const push = { body: nextInteger(rng, 0, count - 1), force: randomVector(rng, 2), at: randomVector(rng, 1) };
  return { bodies, springs, g: randomVector(rng, 5), breeze: randomVector(rng, 3), push };
}

/** How all of it is placed in the world: first turned by q, then shifted by d. */
interface Motion {
  readonly q: Float64Array;
  readonly d: readonly number[];
}

const still: Motion = { q: Float64Array.of(0, 0, 0, 1), d: [0, 0, 0] };

function turn({ q }: Motion, v: ArrayLike<number>): Float64Array {
  const out = Float64Array.from(v);
  quat.rotateVector(out, 0, q, 0, out, 0);
  return out;
}

/** Builds a story, placed in the world by a motion, body k in place `order[k]`. */
function build(story: Story, motion: Motion, order = story.bodies.map((_, k) => k)): RigidSystem {
  const system = new RigidSystem();
  story.bodies.forEach((_, place) => {
    const body = story.bodies[order.indexOf(place)];
    const q = Float64Array.from(body.rotation);
    quat.multiply(q, 0, motion.q, 0, q, 0);
    system.addBody({
      ...body,
      position: turn(motion, body.position).map((value, c) => value + motion.d[c]),
      rotation: q,
      velocity: turn(motion, body.velocity),
      angularVelocity: turn(motion, body.angularVelocity),
    });
  });
  const springs = system.particles.addForce(new Springs());
  for (const { ends, points, stiffness } of story.springs) {
    const [a, b] = ends.map((end, k) => system.addAnchor(order[end], points[k]));
    springs.connect(system.particles, a, b, { stiffness, damping: 0.1, length: 0.5 });
  }
  const { body, force, at } = story.push;
  system.addForce(appliedForce({ body: order[body], force: turn(motion, force), at }));
  system.addForce(gravity(turn(motion, story.g)));
  system.addForce(wind({ velocity: turn(motion, story.breeze), drag: 0.2 }));
  system.addForce(damping({ angular: 0.1 }));
  return system;
}

/** Runs by rk4, which treats all directions and all bodies alike, and gives the states of the bodies. */
function run(system: RigidSystem): Float64Array {
  integrate(rk4(system, { step: 0.02 }), 1);
  return system.state.slice(0, bodySize * system.count);
}

describe("the same motion", () => {
  test("shifted and turned, of a system that is shifted and turned", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const story = randomStory(rng);
        const motion: Motion = { q: new Float64Array(4), d: randomVector(rng, 3) };
        nextRotation(motion.q, 0, rng);
        const plain = run(build(story, still));
        const moved = run(build(story, motion));
        for (let y = 0; y < plain.length; y += bodySize) {
          const x = turn(motion, plain.subarray(y, y + 3)).map((value, c) => value + motion.d[c]);
          quat.multiply(plain, y + Slot.q, motion.q, 0, plain, y + Slot.q);
          const P = turn(motion, plain.subarray(y + Slot.P, y + Slot.L));
          const L = turn(motion, plain.subarray(y + Slot.L, y + bodySize));
          const exact = [...x, ...plain.subarray(y + Slot.q, y + Slot.P), ...P, ...L];
          // fifty steps, rounded (measured: 1.3e-14)
          expect(maxDifference(exact, moved.subarray(y))).toBeLessThan(3e-14);
        }
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  test("to the bit, of bodies in another order", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const story = randomStory(rng);
        const n = story.bodies.length;
        const shift = nextInteger(rng, 1, n - 1);
        const order = story.bodies.map((_, k) => (n - 1 - k + shift) % n);
        const plain = run(build(story, still));
        const other = run(build(story, still, order));
        order.forEach((place, k) => {
          const state = plain.subarray(bodySize * k, bodySize * (k + 1));
          expect([...other.subarray(bodySize * place, bodySize * (place + 1))]).toEqual([...state]);
        });
      }),
      { seed: 1, numRuns: 30 },
    );
  });
});

test("time runs backward as well: the way out and back", () => {
  const rng = createRng(7);
  const system = new RigidSystem();
  for (let k = 0; k < 3; k++) system.addBody(randomBody(rng));
  system.addForce(gravity());
  system.addForce(appliedForce({ body: 1, force: [1, -1, 2], at: [0.3, 0, 0.2] }));
  const start = system.state.slice(0, 3 * bodySize);
  const stepper = dopri5(system, { tolerance: 1e-12 });
  integrate(stepper, 2);
  integrate(stepper, 0);
  // a few tolerances (measured: 7.9e-12)
  expect(maxDifference(start, system.state)).toBeLessThan(2e-11);
});
