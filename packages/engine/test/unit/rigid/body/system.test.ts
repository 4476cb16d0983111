import { createRng, mat3, quat, vec3 } from "@rigor/engine/math";
import {
  adams,
  backwardEuler,
  dopri5,
  euler,
  integrate,
  midpoint,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import {
  bodySize,
  computePointPosition,
  createRotatePath,
  RigidSystem,
  rigidPattern,
  Slot,
  splitting,
} from "@rigor/engine/rigid";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/particles.js";
import {
  add,
  type MixedOptions,
  mixedWorld,
  multiply,
  randomBody,
  randomVector,
  read,
  rotate,
  scale,
  stateOf,
  turnInertia,
} from "../../../support/rigid-worlds.js";

const unit = { mass: 1, inertia: [1, 1, 1] };

/** The distance of two rotations as numbers: q and −q are the same. */
function rotationError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.min(
    maxDifference(a, b),
    maxDifference(
      a,
      Array.from(b, (value) => -value),
    ),
  );
}

describe("poses", () => {
  test("go in and come out in the user's frame, whatever the principal axes and the centre of mass", () => {
    const rng = createRng(1);
    let place = 0;
    let heading = 0;
    let point = 0;
    for (let trial = 0; trial < 300; trial++) {
      const system = new RigidSystem();
      const body = randomBody(rng);
      system.addBody(body);
      const pose = system.getPose(0);
      place = Math.max(place, maxDifference(pose.position, body.position));
      heading = Math.max(heading, rotationError(pose.rotation, body.rotation));
      const p = randomVector(rng);
      const out = new Float64Array(3);
      computePointPosition(out, 0, system, 0, Float64Array.from(p), 0);
      point = Math.max(point, maxDifference(out, add(body.position, rotate(body.rotation, p))));
    }
    // a rotation there and back, and a sum, on numbers up to 3: a few ulp of 4.4e-16 (measured: 5.6e-16)
    expect(place).toBeLessThan(1.2e-15);
    // two products of quaternions (measured: 3.4e-16)
    expect(heading).toBeLessThan(7e-16);
    // measured: 1.8e-15
    expect(point).toBeLessThan(3.6e-15);
  });

  test("the state is that of the centre of mass: x = p + R c, P = m v, L = I ω", () => {
    const rng = createRng(2);
    const worst = { x: 0, P: 0, L: 0 };
    for (let trial = 0; trial < 300; trial++) {
      const system = new RigidSystem();
      const body = randomBody(rng);
      const { mass, inertia, center, position, rotation, velocity, angularVelocity } = body;
      system.addBody(body);
      const L = multiply(turnInertia(inertia, rotation), angularVelocity);
      worst.x = Math.max(worst.x, maxDifference(read(system.state, Slot.x), add(position, rotate(rotation, center))));
      worst.P = Math.max(worst.P, maxDifference(read(system.state, Slot.P), scale(mass, velocity)));
      worst.L = Math.max(worst.L, maxDifference(read(system.state, Slot.L), L));
    }
    // measured: 4.5e-16, an ulp
    expect(worst.x).toBeLessThan(1e-15);
    expect(worst.P).toBe(0);
    // principal axes are found to a few ulp of moments up to 2.4, times ω up to 3.5 (measured: 9.4e-15)
    expect(worst.L).toBeLessThan(2e-14);
  });

  test("the state is whole whenever one looks at it", () => {
    const system = new RigidSystem({ time: 3 });
    expect([...system.state]).toEqual([3]);
    system.addBody(unit);
    system.particles.addParticle({ position: [1, 2, 3] });
    expect([...system.state].slice(13)).toEqual([1, 2, 3, 0, 0, 0, 3]);
    // written before anything was evaluated
    system.state[13] = 7;
    system.addBody({ ...unit, position: [4, 5, 6] });
    system.particles.addParticle({ position: [8, 8, 8] });
    system.state[26 + 6] = 9;
    expect([...system.particles.state].slice(0, 9)).toEqual([7, 2, 3, 0, 0, 0, 9, 8, 8]);
    expect(read(system.state, 13)).toEqual([4, 5, 6]);
    expect([system.state.length, system.time]).toEqual([39, 3]);
    const { state } = system;
    system.derive();
    expect(system.state).toBe(state);
  });

  test("place() puts a body anywhere, and its anchors with it", () => {
    const rng = createRng(3);
    const system = new RigidSystem();
    for (let i = 0; i < 7; i++) system.addBody(randomBody(rng));
    const points = [0, 6, 3, 6].map((body) => ({ body, point: randomVector(rng) }));
    const anchors = points.map(({ body, point }) => system.addAnchor(body, point));
    const before = system.particles.state.slice();
    const { position, rotation, velocity, angularVelocity } = randomBody(rng);
    // a quaternion of any length
    system.place(6, position, scale4(3, rotation), velocity, angularVelocity);
    points.forEach(({ body, point }, a) => {
      const o = 6 * anchors[a];
      if (body !== 6) expect(read(system.particles.state, o)).toEqual(read(before, o));
      else {
        const expected = add(position, rotate(rotation, point));
        // a few ulp of numbers up to 4
        expect(maxDifference(read(system.particles.state, o), expected)).toBeLessThan(2e-15);
      }
    });
    // what derive() writes for all is the same to the bit
    const after = system.particles.state.slice();
    system.derive();
    expect(maxDifference(system.particles.state.subarray(0, 24), after.subarray(0, 24))).toBe(0);
  });
});

const scale4 = (s: number, q: readonly number[]) => q.map((value) => s * value);

describe("derived quantities, (2–42)", () => {
  test("R, I⁻¹, v and ω are what the math module makes of q, P and L", () => {
    const rng = createRng(4);
    const system = new RigidSystem();
    for (let i = 0; i < 100; i++) system.addBody(randomBody(rng));
    const R = new Float64Array(9);
    const J = new Float64Array(9);
    const worst = { R: 0, J: 0, v: 0, omega: 0, inverse: 0 };
    for (let i = 0; i < 100; i++) {
      const y = bodySize * i;
      quat.toMatrix(R, 0, system.state, y + Slot.q);
      mat3.rotateDiagonal(J, 0, R, 0, system.inverseMoments, 3 * i);
      const omega = multiply(J, read(system.state, y + Slot.L));
      worst.R = Math.max(worst.R, maxDifference(R, system.rotation.subarray(9 * i, 9 * i + 9)));
      worst.J = Math.max(worst.J, maxDifference(J, system.inverseInertia.subarray(9 * i, 9 * i + 9)));
      const v = scale(1 / system.mass[i], read(system.state, y + Slot.P));
      worst.v = Math.max(worst.v, maxDifference(v, read(system.velocity, 3 * i)));
      worst.omega = Math.max(worst.omega, maxDifference(omega, read(system.angularVelocity, 3 * i)));
      // and I⁻¹ is the inverse of I = R I_body Rᵀ
      mat3.rotateDiagonal(J, 0, R, 0, system.moments, 3 * i);
      mat3.multiply(J, 0, J, 0, system.inverseInertia, 9 * i);
      worst.inverse = Math.max(worst.inverse, maxDifference(J, [1, 0, 0, 0, 1, 0, 0, 0, 1]));
    }
    // the same formulas in another order: an ulp or two (measured: 0, 1.2e-16, 0, 4.5e-16)
    expect(worst.R).toBeLessThan(2.3e-16);
    expect(worst.J).toBeLessThan(4.5e-16);
    expect(worst.v).toBe(0);
    expect(worst.omega).toBeLessThan(9e-16);
    // the products of I and I⁻¹, of moments that differ by a factor of 4 (measured: 4e-15)
    expect(worst.inverse).toBeLessThan(8e-15);
  });

  test("installing a state twice is installing it once, to the bit", () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true });
    const length = fc.double({ min: 1e-3, max: 1e3, noNaN: true, noDefaultInfinity: true });
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [2, 3, 4] });
    fc.assert(
      fc.property(fc.tuple(component, component, component, component), length, (q, size) => {
        fc.pre(q.some((value) => Math.abs(value) > 1e-3));
        const state = Float64Array.of(0, 0, 0, ...q.map((value) => value * size), 1, 2, 3, 4, 5, 6, 0);
        const once = new Float64Array(14);
        const twice = new Float64Array(14);
        system.setState(state);
        system.getState(once);
        const R = system.rotation.slice();
        system.setState(once);
        system.getState(twice);
        expect(twice.every((value, k) => Object.is(value, once[k]))).toBe(true);
        expect(R.every((value, k) => Object.is(value, system.rotation[k]))).toBe(true);
        // unit to the twelve roundings that the slack allows
        expect(Math.abs(quat.length(once, 3) - 1)).toBeLessThan(7e-16);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  test("a rotation that has no direction does not pass unnoticed", () => {
    const system = new RigidSystem();
    system.addBody(unit);
    const stepper = rk4(system, { step: 0.1 });
    system.state.fill(0, Slot.q, Slot.P);
    const { status, message } = integrate(stepper, 1);
    expect(status).toBe("not-finite");
    expect(message).toContain("rotation of body 0");
  });
});

describe("bodies on which nothing acts", () => {
  /** Free, fixed, driven and on a pivot, in random poses. */
  function build(): RigidSystem {
    const rng = createRng(11);
    const system = new RigidSystem();
    for (let i = 0; i < 5; i++) system.addBody(randomBody(rng));
    const { mass, inertia, position, rotation, angularVelocity } = randomBody(rng);
    system.addBody({ mass, inertia, position, rotation, fixed: true });
    system.addBody({ mass, inertia, position, rotation, angularVelocity, pivot: [0, 1, 0] });
    return system;
  }

  /** Everything that an evaluation writes for the bodies, at a state whose quaternions are not of unit length. */
  function evaluate(system: RigidSystem): number[] {
    const { count } = system;
    const y = Float64Array.of(...stateOf(system).map((value, k) => (1 + 0.01 * k) * value), 0.7);
    const given = y.slice();
    const out = new Float64Array(system.dimension).fill(9);
    system.setState(y);
    expect(y).toEqual(given);
    system.derivative(out);
    const { state, rotation, inverseInertia, velocity, angularVelocity, force, torque } = system;
    const parts = [out, state].map((array) => array.subarray(0, bodySize * count));
    parts.push(...[rotation, inverseInertia].map((array) => array.subarray(0, 9 * count)));
    parts.push(...[velocity, angularVelocity, force, torque].map((array) => array.subarray(0, 3 * count)));
    return [system.time, ...parts.flatMap((part) => [...part])];
  }

  test("move to the bit as under a force that adds nothing, and as beside a particle", () => {
    for (const isDriven of [false, true]) {
      const worlds = [0, 1, 2].map(build);
      const path = createRotatePath({ axis: [0.3, 1, 0], rate: 1.3, center: [1, 0, 0] });
      if (isDriven) for (const world of worlds) world.addBody({ path });
      const [free, forced, accompanied] = worlds;
      forced.addForce({ name: "nothing", apply() {} });
      accompanied.particles.addParticle({ position: [1, 2, 3] });
      const expected = evaluate(free);
      expect(expected[0]).toBe(0.7);
      expect(evaluate(forced)).toEqual(expected);
      expect(evaluate(accompanied)).toEqual(expected);
    }
  });

  test("know nothing of forces that are gone, or were written by hand", () => {
    const system = build();
    const push = system.addForce({
      name: "push",
      apply({ force, torque }) {
        force.fill(1);
        torque.fill(2);
      },
    });
    const out = new Float64Array(system.dimension);
    const momentumRates = () => [0, 1, 2, 3, 4, 5].map((k) => out[Slot.P + k]);
    system.derivative(out);
    expect(momentumRates()).toEqual([1, 1, 1, 2, 2, 2]);
    system.removeForce(push);
    for (const evaluateForces of [() => system.derivative(out), () => system.computeForces()]) {
      system.force.fill(3);
      system.torque.fill(4);
      evaluateForces();
      expect(system.force.subarray(0, 3 * system.count).every((value) => value === 0)).toBe(true);
      expect(system.torque.subarray(0, 3 * system.count).every((value) => value === 0)).toBe(true);
    }
    expect(momentumRates()).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe("bodies and particles in one state, added in any order", () => {
  const kinds = ["body", "particle", "anchor", "driven", "step"] as const;

  test("interleaved with steps: everything is where it should be, after every change", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 40 }), (operations) => {
        const system = new RigidSystem({ time: 3 });
        // where each is at time t: everything glides, nothing turns
        const bodies: ((t: number) => number[])[] = [];
        const particles: ((t: number) => number[])[] = [];
        for (const operation of operations) {
          const n = bodies.length + 2 * particles.length + 1;
          const start = system.time;
          const glide = (t: number) => [n + (t - start) * n, 2 * n, -n];
          if (operation === "body") {
            system.addBody({ ...unit, position: glide(start), velocity: [n, 0, 0] });
            bodies.push(glide);
          } else if (operation === "driven") {
            const path = createRotatePath({ axis: [0, 0, 1], rate: 1, position: [n, 0, 0] });
            system.addBody({ path });
            bodies.push(() => [n, 0, 0]);
          } else if (operation === "particle") {
            system.particles.addParticle({ position: glide(start), velocity: [n, 0, 0] });
            particles.push(glide);
          } else if (operation === "anchor" && bodies.length > 0) {
            const carrier = bodies[bodies.length - 1];
            system.addAnchor(bodies.length - 1, [0, 0, 5]);
            particles.push((t) => add(carrier(t), [0, 0, 5]));
          } else if (operation === "step" && system.dimension > 0) {
            euler(system, { step: 0.5 }).step();
            expect(system.particles.state.buffer).toBe(system.state.buffer);
            expect(system.state.length).toBe(system.dimension + 1);
            expect(system.time).toBe(start + 0.5);
          }
          bodies.forEach((where, i) => {
            expect(read(system.state, bodySize * i)).toEqual(where(system.time));
          });
          particles.forEach((where, i) => {
            expect(read(system.particles.state, 6 * i)).toEqual(where(system.time));
          });
        }
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  test("the order in which bodies and particles come between one another changes no bit of the motion", () => {
    const build = (order: readonly number[]) => {
      const rng = createRng(8);
      const system = new RigidSystem();
      const bodies = [0, 1, 2].map(() => randomBody(rng));
      const spots = [0, 1, 2].map(() => randomVector(rng));
      for (const kind of order) {
        if (kind === 0) system.addBody(bodies[system.count]);
        else system.particles.addParticle({ position: spots[system.particles.count], velocity: [1, 2, 3] });
      }
      const stepper = rk4(system, { step: 0.1 });
      for (let k = 0; k < 10; k++) stepper.step();
      return stateOf(system);
    };
    const reference = build([0, 0, 0, 1, 1, 1]);
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 0, 0, 1, 1, 1], { minLength: 6 }), (order) => {
        expect(build(order)).toEqual(reference);
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  test("a world without particles, and one without bodies", () => {
    const alone = new RigidSystem({ time: 1 });
    alone.addBody(unit);
    alone.particles.addParticle({ position: [1, 2, 3], velocity: [1, 0, 0] });
    const grains = new RigidSystem({ time: 1 });
    grains.particles.addParticle({ position: [1, 2, 3], velocity: [1, 0, 0] });
    for (const system of [alone, grains]) {
      integrate(rk4(system, { step: 0.25 }), 2);
      expect(read(system.particles.state, 0)).toEqual([2, 2, 3]);
      expect(system.time).toBe(2);
    }
  });
});

describe("building costs what it should", () => {
  /** Milliseconds for n bodies, every fourth on a path. */
  function timeOf(n: number): number {
    const path = createRotatePath({ axis: [0, 1, 0], rate: 1 });
    const system = new RigidSystem();
    const start = performance.now();
    for (let i = 0; i < n; i++) system.addBody(i % 4 === 0 ? { path } : { ...unit, position: [i, 0, 0] });
    const duration = performance.now() - start;
    expect(system.getPose(n - 1).position[0]).toBe(n - 1);
    return duration;
  }

  test("two thousand bodies in well under a second, and more in proportion", () => {
    timeOf(2002);
    // measured: 50 ms, and six times that on a machine with six other things to do
    expect(timeOf(2002)).toBeLessThan(700);
    const small = Math.min(timeOf(4002), timeOf(4002), timeOf(4002));
    const large = Math.min(timeOf(16_002), timeOf(16_002));
    // 4 if the cost is in proportion, 16 if it grows with the square; what else the machine does is between (measured: 4)
    expect(large / small).toBeLessThan(9);
  });
});

describe("every solver", () => {
  type Maker = (system: RigidSystem) => Stepper;
  const end = 0.5;
  const damped: MixedOptions = { springDamping: 0.1, forces: true };

  /** y after half a second. */
  function run(make: Maker, withPattern = false, world: MixedOptions = damped): Float64Array {
    const { system } = mixedWorld(world);
    if (withPattern) system.pattern = rigidPattern(system);
    const report = integrate(make(system), end);
    if (report.status !== "done" || system.time !== end) throw new Error(report.message);
    return stateOf(system);
  }

  const exact: Maker = (system) => dopri5(system, { tolerance: 1e-13 });
  let reference: Float64Array;
  beforeAll(() => {
    reference = run(exact);
  });
  const error = (make: Maker) => maxDifference(run(make), reference);

  test("of a fixed step goes to the same motion, with its order", () => {
    const methods = [
      { make: euler, order: 1, step: 1 / 512 },
      { make: midpoint, order: 2, step: 1 / 64 },
      { make: rk4, order: 4, step: 1 / 32 },
      { make: backwardEuler, order: 1, step: 1 / 128 },
      // dampers make it of the first order
      { make: splitting, order: 1, step: 1 / 64 },
    ];
    for (const { make, order, step } of methods) {
      const coarse = error((system) => make(system, { step }));
      const fine = error((system) => make(system, { step: step / 2 }));
      // measured: within 0.06
      expect(Math.abs(Math.log2(coarse / fine) - order), `order of ${make.name}`).toBeLessThan(0.1);
    }
  });

  test("of a tolerance keeps near to it", () => {
    const tolerance = 1e-9;
    // errors of single steps add up, and grow with the motion (measured: 2.7, 14, 2, 1.2 times the tolerance)
    const methods: [Maker, number][] = [
      [(system) => dopri5(system, { tolerance }), 6],
      [(system) => adams(system, { tolerance }), 30],
      [(system) => radau5(system, { tolerance }), 4],
      [(system) => stepDoubling(rk4, system, { tolerance }), 3],
    ];
    for (const [make, factor] of methods) expect(error(make), String(make)).toBeLessThan(factor * tolerance);
  });

  test("without dampers the splitting is of the fourth order", () => {
    const free = run(exact, false, {});
    const [coarse, fine] = [1 / 32, 1 / 64].map((step) =>
      maxDifference(
        run((system) => splitting(system, { step }), false, {}),
        free,
      ),
    );
    // measured: 3.9
    expect(Math.abs(Math.log2(coarse / fine) - 4)).toBeLessThan(0.2);
  });

  test("is the same with and without a pattern", () => {
    // one linearised step each time, with a Jacobian of differences: good to √ε, in other groups (measured: 2.9e-8)
    const stepped: Maker = (system) => backwardEuler(system, { step: 1 / 64 });
    expect(maxDifference(run(stepped, true), run(stepped))).toBeLessThan(6e-8);
    // iterated until it no longer matters (measured: 2.3e-15)
    const radau: Maker = (system) => radau5(system, { tolerance: 1e-9 });
    expect(maxDifference(run(radau, true), run(radau))).toBeLessThan(1e-14);
  });
});

describe("pivots and fixed bodies", () => {
  test("a fixed body never moves, whatever pulls", () => {
    const rng = createRng(9);
    const { mass, inertia, center, position, rotation } = randomBody(rng);
    const system = new RigidSystem();
    system.addBody({ mass, inertia, center, position, rotation, fixed: true });
    const before = stateOf(system);
    system.addForce({
      name: "storm",
      apply({ force, torque }) {
        force.fill(1e9);
        torque.fill(1e9);
      },
    });
    integrate(rk4(system, { step: 0.1 }), 5);
    expect(stateOf(system)).toEqual(before);
    expect(vec3.length(system.velocity, 0) + vec3.length(system.angularVelocity, 0)).toBe(0);
  });

  test("the pivot stays, the body turns about it", () => {
    const rng = createRng(10);
    const { mass, inertia, center, position, rotation, angularVelocity } = randomBody(rng);
    const pivot = randomVector(rng);
    const system = new RigidSystem();
    system.addBody({ mass, inertia, center, position, rotation, angularVelocity, pivot });
    const held = add(position, rotate(rotation, pivot));
    integrate(rk4(system, { step: 0.01 }), 1);
    const out = new Float64Array(3);
    computePointPosition(out, 0, system, 0, Float64Array.from(pivot), 0);
    // a few ulp of numbers up to 4: the pivot is the state, not a constraint
    expect(maxDifference(out, held)).toBeLessThan(2e-15);
    expect(rotationError(system.getPose(0).rotation, rotation)).toBeGreaterThan(0.1);
  });

  test("moments about the pivot are those of the parallel axes", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [1, 1.5, 2], pivot: [0, 3, 0] });
    // I + m d² across the y axis
    expect([...system.moments.subarray(0, 3)]).toEqual([1 + 2 * 9, 1.5, 2 + 2 * 9]);
    expect([...system.lever.subarray(0, 3)].map((value) => value + 0)).toEqual([0, -3, 0]);
  });
});
