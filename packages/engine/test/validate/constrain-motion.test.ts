/** What must hold of every mechanism in motion: orders, conserved quantities, constraint errors, invariance. */
import { ball, distance, Mechanism, totalEnergy } from "@rigor/engine/constrain";
import { createRng, nextInRange, nextRotation, quat } from "@rigor/engine/math";
import {
  adams,
  backwardEuler,
  dopri5,
  euler,
  integrate,
  midpoint,
  type Problem,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { angularMomentum, boxMass, createRotatePath, gravity, linearMomentum, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";

/** A turn of space, and a shift, to put a scene elsewhere. */
interface Motion {
  readonly rotation: Float64Array;
  readonly shift: readonly number[];
}

const stay: Motion = { rotation: Float64Array.of(0, 0, 0, 1), shift: [0, 0, 0] };

function turned({ rotation }: Motion, v: readonly number[]): number[] {
  const out = Float64Array.from(v);
  quat.rotateVector(out, 0, rotation, 0, out, 0);
  return [...out];
}

const moved = (motion: Motion, p: readonly number[]) => turned(motion, p).map((x, k) => x + motion.shift[k]);

interface SceneOptions {
  readonly motion?: Motion;
  readonly isReversed?: boolean;
  readonly isFree?: boolean;
}

/**
 * Three boxes and a particle: a chain of balls that ends in a rod, hung from a point unless it is free, tumbling. With
 * its members listed from either end.
 */
function createScene({ motion = stay, isReversed = false, isFree = false }: SceneOptions = {}): Mechanism {
  const system = new RigidSystem();
  if (!isFree) system.addForce(gravity(turned(motion, [0, -9.81, 0]) as [number, number, number]));
  const mechanism = new Mechanism(system);
  const bodies: number[] = [];
  const order = isReversed ? [2, 1, 0] : [0, 1, 2];
  for (const k of order) {
    bodies[k] = system.addBody({
      mass: boxMass({ size: [1, 0.2 + 0.1 * k, 0.3], mass: 1 + k }),
      position: moved(motion, [0.5 + k, 0, 0]),
      rotation: motion.rotation,
      angularVelocity: turned(motion, [0.3, 1, 0.5 - k]),
    });
  }
  const bob = system.particles.addParticle({ mass: 0.5, position: moved(motion, [3, 0.6, 0]) });
  const constraints = [
    ...[1, 2].map((k) =>
      ball({ a: { body: bodies[k], point: [-0.5, 0, 0] }, b: { body: bodies[k - 1], point: [0.5, 0, 0] } }),
    ),
    distance({ a: { particle: bob }, b: { body: bodies[2], point: [0.5, 0, 0] } }),
  ];
  if (!isFree) constraints.push(ball({ a: { body: bodies[0], point: [-0.5, 0, 0] }, b: moved(motion, [0, 0, 0]) }));
  if (isReversed) constraints.reverse();
  for (const constraint of constraints) mechanism.add(constraint);
  mechanism.assemble();
  return mechanism;
}

/** Positions of the boxes' frames and of the particle, in the order of the chain. */
function readPlaces({ system }: Mechanism, isReversed = false): number[] {
  const order = isReversed ? [2, 1, 0] : [0, 1, 2];
  return [...order.flatMap((i) => [...system.getPose(i).position]), ...system.particles.state.subarray(0, 3)];
}

const distanceOf = (a: number[], b: number[]) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));

describe("order of convergence with constraints", () => {
  const exact = createScene();
  integrate(dopri5(exact, { tolerance: 1e-13 }), 0.5);
  const places = readPlaces(exact);

  /** The slope between errors at two steps. */
  function measureOrder(make: (problem: Problem, step: number) => Stepper, step: number): number {
    const errors = [step, step / 2].map((h) => {
      const mechanism = createScene();
      integrate(make(mechanism, h), 0.5);
      return distanceOf(readPlaces(mechanism), places);
    });
    return Math.log2(errors[0] / errors[1]);
  }

  test.each<[string, (problem: Problem, step: number) => Stepper, number, number, number]>([
    // name, method, step, order, how far from it at this step
    ["euler", (p, step) => euler(p, { step }), 1 / 2048, 1, 0.01],
    ["backward Euler", (p, step) => backwardEuler(p, { step }), 1 / 256, 1, 0.02],
    ["midpoint", (p, step) => midpoint(p, { step }), 1 / 512, 2, 0.02],
    ["rk4", (p, step) => rk4(p, { step }), 1 / 128, 4, 0.1],
    ["adams of order 4", (p, step) => adams(p, { order: 4, fixedStep: step }), 1 / 512, 5, 0.05],
  ])("%s", (_name, make, step, order, slack) => {
    expect(Math.abs(measureOrder(make, step) - order)).toBeLessThan(slack);
  });

  test("every adaptive method arrives where it should, with errors in proportion to its tolerance", () => {
    for (const make of [dopri5, adams, radau5]) {
      const errors = [1e-6, 1e-9].map((tolerance) => {
        const mechanism = createScene();
        integrate(make(mechanism, { tolerance }), 0.5);
        // projections end below 1e-13
        expect(mechanism.measureError().position).toBeLessThan(1e-13);
        return distanceOf(readPlaces(mechanism), places);
      });
      // twice what the worst of them, dopri5, leaves
      expect(errors[0]).toBeLessThan(2.5e-6);
      expect(errors[1]).toBeLessThan(1e-9);
    }
    const mechanism = createScene();
    integrate(stepDoubling(midpoint, mechanism, { tolerance: 1e-8 }), 0.5);
    expect(distanceOf(readPlaces(mechanism), places)).toBeLessThan(2e-7);
  });
});

describe("what is conserved", () => {
  test("energy of a hung chain; constraints to rounding, for half a minute", () => {
    const mechanism = createScene();
    const energy = totalEnergy(mechanism);
    const stepper = dopri5(mechanism, { tolerance: 1e-10 });
    for (let t = 1; t <= 30; t++) {
      integrate(stepper, t);
      const { position, velocity } = mechanism.measureError();
      // projections end below 1e-13; velocities are linear, and met to rounding
      expect(position).toBeLessThan(1e-13);
      expect(velocity).toBeLessThan(1e-14);
      // of some 50 J; the error of the method grows with time, 1.0e-6 J at the end
      expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(2e-6);
    }
  });

  test("momentum and angular momentum of a free one", () => {
    const mechanism = createScene({ isFree: true });
    const { system } = mechanism;
    const before = new Float64Array(6);
    const after = new Float64Array(6);
    linearMomentum(before, 0, system);
    angularMomentum(before, 3, system);
    integrate(dopri5(mechanism, { tolerance: 1e-10 }), 20);
    linearMomentum(after, 0, system);
    angularMomentum(after, 3, system);
    for (let k = 0; k < 3; k++) {
      // rounding
      expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-14);
      // x × P is not linear in the state: it has the error of the method
      expect(Math.abs(after[3 + k] - before[3 + k])).toBeLessThan(5e-10);
    }
  });
});

describe("constraint forces do no work", () => {
  test("their power is rounding, at every state of a run", () => {
    const mechanism = createScene();
    const rates = new Float64Array(mechanism.dimension);
    const power = new Float64Array(mechanism.count);
    const stepper = dopri5(mechanism, { tolerance: 1e-8 });
    for (let t = 0.1; t < 3; t += 0.1) {
      integrate(stepper, t);
      mechanism.derivative(rates);
      const { table, velocity } = mechanism;
      power.fill(0);
      table.addTransposed(power, table.lambda);
      const sum = power.reduce((total, Q, k) => total + Q * velocity[k], 0);
      const size = power.reduce((total, Q, k) => total + Math.abs(Q * velocity[k]), 0);
      // velocities meet the constraints to 1e-14 m/s
      expect(Math.abs(sum)).toBeLessThan(1e-14 * size);
      expect(size).toBeGreaterThan(1);
    }
  });

  test("what a driven body feeds in is what the mechanism gains", () => {
    // a crank at 2 rad/s drags a box round against gravity: power of the joint's force at the driven point
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    const mechanism = new Mechanism(system);
    const crank = system.addBody({
      mass: boxMass({ size: [1, 1, 1], mass: 1 }),
      path: createRotatePath({ axis: [0, 0, 1], rate: 2 }),
    });
    const load = system.addBody({ mass: boxMass({ size: [0.4, 0.3, 0.2], mass: 3 }), position: [1.2, 0, 0] });
    const joint = mechanism.add(ball({ a: { body: load, point: [-0.2, 0, 0] }, b: { body: crank, point: [1, 0, 0] } }));
    mechanism.assemble();
    const start = totalEnergy(mechanism);
    const reaction = new Float64Array(6);
    const readPower = () => {
      mechanism.derivative(new Float64Array(mechanism.dimension));
      mechanism.readReaction(reaction, 0, joint);
      const t = mechanism.time;
      // velocity of the driven point
      return 2 * (reaction[1] * Math.cos(2 * t) - reaction[0] * Math.sin(2 * t));
    };
    // Gauss over intervals of 1/128 s, three points each: of order six
    const nodes = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)];
    const weights = [5 / 18, 8 / 18, 5 / 18];
    const stepper = dopri5(mechanism, { tolerance: 1e-12 });
    let work = 0;
    for (let k = 0; k < 128; k++) {
      nodes.forEach((node, n) => {
        integrate(stepper, (k + node) / 128);
        work += (weights[n] * readPower()) / 128;
      });
    }
    integrate(stepper, 1);
    expect(Math.abs(work)).toBeGreaterThan(1);
    // the quadrature: 1.1e-9 J with intervals twice as long
    expect(Math.abs(totalEnergy(mechanism) - start - work)).toBeLessThan(4e-11);
  });
});

describe("invariance", () => {
  const reference = createScene();
  integrate(rk4(reference, { step: 1 / 256 }), 1);
  const places = readPlaces(reference);

  test("the same elsewhere", () => {
    const rng = createRng(3);
    for (let round = 0; round < 5; round++) {
      const rotation = new Float64Array(4);
      nextRotation(rotation, 0, rng);
      const motion = { rotation, shift: [0, 1, 2].map(() => nextInRange(rng, -10, 10)) };
      const mechanism = createScene({ motion });
      integrate(rk4(mechanism, { step: 1 / 256 }), 1);
      const expected = [0, 3, 6, 9].flatMap((k) => moved(motion, places.slice(k, k + 3)));
      expect(distanceOf(readPlaces(mechanism), expected)).toBeLessThan(5e-14);
    }
  });

  test("the same in another order of bodies and constraints", () => {
    const mechanism = createScene({ isReversed: true });
    integrate(rk4(mechanism, { step: 1 / 256 }), 1);
    expect(distanceOf(readPlaces(mechanism, true), places)).toBeLessThan(2e-14);
  });

  test("the same bits twice", () => {
    const [a, b] = [1, 2].map(() => {
      const mechanism = createScene();
      integrate(dopri5(mechanism, { tolerance: 1e-9 }), 1);
      return readPlaces(mechanism);
    });
    expect(a).toEqual(b);
  });
});

describe("the pendulum of IFToMM's library (A01), 2000 s", () => {
  test("keeps its energy and its length", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    const mechanism = new Mechanism(system);
    system.particles.addParticle({ mass: 1, position: [1, 0, 0] });
    mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    const stepper = adams(mechanism, { tolerance: 1e-11 });
    let worst = 0;
    for (let t = 20; t <= 2000; t += 20) {
      integrate(stepper, t);
      worst = Math.max(worst, Math.abs(totalEnergy(mechanism)));
    }
    // the library asks for 5e-5 J of drift at most; this is 5.4e-9 J
    expect(worst).toBeLessThan(1e-8);
    expect(mechanism.measureError().position).toBeLessThan(1e-13);
  });
});
