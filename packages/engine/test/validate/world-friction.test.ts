/** Friction in worlds against closed forms: sliding, sticking, rolling, tipping, belts, impacts, Painlevé's rod. */
import {
  createBox,
  createCapsule,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
} from "@rigor/engine/collide";
import { appliedForce, type BodyForce } from "@rigor/engine/rigid";
import { World, type WorldReport } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;

interface Started {
  readonly world: World;
  readonly body: number;
}

/** A floor z = 0 that rubs. */
function startFloor(mu: number, gravity = [0, 0, -g], more: object = {}, tolerance = 1e-8): World {
  const world = new World({ gravity, tolerance });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu, ...more });
  return world;
}

function slideBox(mu: number, velocity: readonly number[], angularVelocity = [0, 0, 0]): Started {
  const world = startFloor(mu);
  const shape = createBox({ size: [1, 1, 0.2] });
  const body = world.addBody({ shape, mass: 2, position: [0, 0, 0.1], velocity, angularVelocity, friction: mu });
  return { world, body };
}

/** Gravity leans by this angle instead of the floor: down the slope is −x. */
function leanFloor(angle: number, mu: number): World {
  return startFloor(mu, [-g * Math.sin(angle), 0, -g * Math.cos(angle)]);
}

const degrees = Math.PI / 180;
const read = (array: Float64Array, i: number, stride = 3) => Array.from(array.subarray(stride * i, stride * i + 3));
const positionOf = ({ system }: World, i: number) => read(system.state, i, 13);
const velocityOf = ({ system }: World, i: number) => read(system.velocity, i);
const spinOf = ({ system }: World, i: number) => read(system.angularVelocity, i);
const timesOf = ({ events }: WorldReport, type: string) =>
  events.filter((event) => event.type === type).map(({ t }) => t);

function accelerationOf(world: World, body: number): Float64Array {
  world.settle();
  const out = new Float64Array(6);
  world.readAcceleration(out, 0, body);
  return out;
}

function expectNear(got: ArrayLike<number>, exact: ArrayLike<number>, tolerance: number): void {
  for (let k = 0; k < exact.length; k++) expect(Math.abs(got[k] - exact[k])).toBeLessThan(tolerance);
}

/** Done, the books closed, and nothing deeper than it may be. */
function expectGood(report: WorldReport, energy = 1e-12): void {
  expect(report.message).toMatch(/reached/);
  expect(report.worst.energyError).toBeLessThan(energy);
  expect(report.worst.penetration).toBeLessThan(1e-7);
  expect(report.worst.residual).toBeLessThan(1e-9);
}

/** A spring along x, from the origin to the middle of a body. */
function pullBack(body: number, k: number): BodyForce {
  return {
    name: "spring",

    apply({ force, state }) {
      force[3 * body] -= k * state[13 * body];
    },
    energy: ({ state }) => 0.5 * k * state[13 * body] * state[13 * body],
  } as BodyForce;
}

describe("a block slides and stops", () => {
  test.each([
    [0.3, [4, 0, 0]],
    [0.1, [10, 0, 0]],
    [0.25, [3, -4, 0]],
  ])("μ = %d, v = %j", (mu, velocity) => {
    const { world, body } = slideBox(mu, velocity);
    const speed = Math.hypot(...velocity);
    const stop = speed / (mu * g);
    const report = world.advanceTo(stop + 1);
    expectGood(report);
    expectNear(timesOf(report, "stick"), [stop], 1e-13 * stop);
    expectNear(
      positionOf(world, body),
      velocity.map((v, k) => (k === 2 ? 0.1 : (v * stop) / 2)),
      2e-14 * speed * stop,
    );
    expect(velocityOf(world, body)).toEqual([0, 0, 0]);
  });

  test("thrown in any direction, on a floor of any orientation, it stops at the same distance", () => {
    for (let k = 0; k < 12; k++) {
      const angle = 0.53 * k;
      const { world, body } = slideBox(0.3, [4 * Math.cos(angle), 4 * Math.sin(angle), 0]);
      world.advanceTo(2);
      const [x, y] = positionOf(world, body);
      expect(Math.abs(Math.hypot(x, y) - 16 / (2 * 0.3 * g))).toBeLessThan(2e-14);
    }
  });
});

describe("a block on a slope", () => {
  const block = (angle: number, mu: number, velocity = [0, 0, 0]): Started => {
    const world = leanFloor(angle, mu);
    const shape = createBox({ size: [1, 1, 0.2] });
    return { world, body: world.addBody({ shape, mass: 2, position: [0, 0, 0.1], velocity, friction: mu }) };
  };

  test("slides with g (sin − μ cos)", () => {
    const { world, body } = block(30 * degrees, 0.2);
    const report = world.advanceTo(1);
    expectGood(report);
    expectNear(positionOf(world, body), [-1.6029290788874657, 0, 0.1], 1e-14);
    const forces = world.getContacts();
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expectNear([sum(forces.map(({ force }) => force))], [2 * 8.495709211125343], 1e-13);
    expectNear([sum(forces.map(({ friction }) => friction[0]))], [2 * 1.6991418422250686], 1e-13);
  });

  test.each([0.6, Math.tan(30 * degrees) * (1 + 1e-6)])("does not move at all with μ = %d", (mu) => {
    const { world, body } = block(30 * degrees, mu);
    expectGood(world.advanceTo(60));
    expect(positionOf(world, body)).toEqual([0, 0, 0.1]);
    const forces = world.getContacts();
    expectNear([forces.reduce((sum, { friction }) => sum + friction[0], 0)], [2 * 4.905], 1e-13);
  });

  test("goes up, turns, and comes back", () => {
    const { world, body } = block(30 * degrees, 0.2, [5, 0, 0]);
    const up = world.advanceTo(0.7571006376682241);
    expectGood(up);
    expectNear(positionOf(world, body), [1.8927515941705604, 0, 0.1], 1e-14);
    expectGood(world.advanceTo(1.8437505681249542));
    expectNear(positionOf(world, body), [0, 0, 0.1], 2e-14);
    expectNear(velocityOf(world, body), [-3.48364554420027, 0, 0], 2e-14);
  });
});

const rollers = {
  "solid sphere": { beta: 0.4, shape: createSphere({ radius: 0.25 }) },
  "hollow sphere": { beta: 2 / 3, shape: createSphere({ radius: 0.25 }) },
  cylinder: { beta: 0.5, shape: createCylinder({ radius: 0.25, height: 0.6 }) },
  hoop: { beta: 1, shape: createCylinder({ radius: 0.25, height: 0.1 }) },
  capsule: { beta: 0.45, shape: createCapsule({ radius: 0.25, height: 0.5 }) },
};

describe.each(Object.entries(rollers))("a %s", (_name, { beta, shape }) => {
  const R = 0.25;
  const inertia = [1, beta * R * R, 1];
  test.each([0, -10])("slips, then rolls on; spin at first %d", (w0) => {
    const world = startFloor(0.2);
    const given = { mass: 1, inertia, position: [0, 0, R], velocity: [5, 0, 0], angularVelocity: [0, w0, 0] };
    const body = world.addBody({ shape, ...given, friction: 0.2 });
    const report = world.advanceTo(3);
    const v = (5 + beta * R * w0) / (1 + beta);
    const t = (5 - v) / (0.2 * g);
    expectGood(report);
    expectNear(timesOf(report, "stick"), [t], 1e-13);
    expectNear(positionOf(world, body), [5 * t - 0.1 * g * t * t + v * (3 - t), 0, R], 2e-13);
    expectNear(velocityOf(world, body), [v, 0, 0], 2e-14);
    expectNear(spinOf(world, body), [0, v / R, 0], 1e-13);
  });

  test("on a slope it rolls or slips", () => {
    for (const [angle, mu] of [
      [20, 0.5],
      [45, 0.2],
    ]) {
      const world = leanFloor(angle * degrees, mu);
      const body = world.addBody({ shape, mass: 1, inertia, position: [0, 0, R], friction: mu });
      const [sine, cosine] = [Math.sin(angle * degrees), Math.cos(angle * degrees)];
      const rolls = mu >= (beta / (1 + beta)) * (sine / cosine);
      const a = rolls ? (g * sine) / (1 + beta) : g * (sine - mu * cosine);
      const alpha = rolls ? a / R : (mu * g * cosine) / (beta * R);
      const found = accelerationOf(world, body);
      expectNear([found[0], found[4]], [-a, -alpha], 2e-13);
      expectGood(world.advanceTo(1));
      expectNear(positionOf(world, body), [-a / 2, 0, R], 1e-12);
    }
  });
});

test("a box pushed stays, tips or slides", () => {
  for (const [b, h, y, F, mu, ax, alpha, N, friction] of [
    [1, 2, 1, 3, 0.5, 0, 0, 19.62, 3],
    [1, 2, 1.8, 8, 0.8, 1.377, 1.377, 20.997, 5.246],
    [2, 1, 0.5, 15, 0.4, 3.576, 0, 19.62, 7.848],
  ]) {
    const world = startFloor(mu);
    const shape = createBox({ size: [b, 1, h] });
    const body = world.addBody({ shape, mass: 2, position: [0, 0, h / 2], friction: mu });
    world.addForce(appliedForce({ body, force: [F, 0, 0], at: [-b / 2, 0, y - h / 2], frame: "body" } as never));
    const found = accelerationOf(world, body);
    expectNear([found[0], found[4]], [ax, alpha], 4e-13);
    const contacts = world.getContacts();
    expectNear([contacts.reduce((sum, { force }) => sum + force, 0)], [N], 1e-12);
    expectNear([contacts.reduce((sum, contact) => sum - contact.friction[0], 0)], [friction], 1e-12);
  }
});

test("two blocks, the lower pulled from under the upper", () => {
  const world = startFloor(0);
  const shape = createBox({ size: [1, 1, 0.2] });
  const low = world.addBody({ shape, mass: 3, position: [0, 0, 0.1], friction: 0.4 });
  const top = world.addBody({ shape, mass: 2, position: [0, 0, 0.3], friction: 0.4 });
  world.addForce(appliedForce({ body: low, force: [40, 0, 0] }));
  expectNear([accelerationOf(world, low)[0], accelerationOf(world, top)[0]], [10.717333333333332, 3.924], 2e-14);
});

test("a block on a belt, tied by a spring: slips, sticks, is carried, slips", () => {
  const world = startFloor(0.5, [0, 0, -g], { surfaceVelocity: [0.5, 0, 0] });
  const shape = createBox({ size: [1, 1, 0.2] });
  const body = world.addBody({ shape, mass: 2, position: [0, 0, 0.1], friction: 0.5 });
  world.addForce(pullBack(body, 50));
  const events: number[] = [];
  // to where it sticks and to where it slips again, and on
  for (const [t, x] of [
    [0.10696349163334415, 0.027397037940680675],
    [0.4445694157519828, 0.1962],
    [0.5, Number.NaN],
  ]) {
    const report = world.advanceTo(t);
    expectGood(report, 1e-9);
    events.push(...timesOf(report, "stick"), ...timesOf(report, "slip"));
    if (t < 0.5) expectNear(positionOf(world, body), [x, 0, 0.1], 1e-10);
  }
  expectNear(events, [0.10696349163334415, 0.4445694157519828], 1e-9);
});

test("an oscillator with dry friction stops for good where it can be held", () => {
  const world = startFloor(0.3, [0, 0, -g], {}, 2e-9);
  const shape = createBox({ size: [1, 1, 0.2] });
  const body = world.addBody({ shape, mass: 1, position: [0.5, 0, 0.1], friction: 0.3 });
  world.addForce(pullBack(body, 100));
  const half = Math.PI / 10;
  for (const [k, x] of [-0.44114, 0.38228, -0.32342, 0.26456, -0.2057, 0.14684, -0.08798, 0.02912].entries()) {
    expectGood(world.advanceTo((k + 1) * half), 4e-9);
    expectNear(positionOf(world, body), [x, 0, 0.1], 1e-9);
  }
  world.advanceTo(5);
  expectNear(positionOf(world, body), [0.02912, 0, 0.1], 1e-9);
});

describe("a sphere hits the floor", () => {
  test.each([
    [0.5, [3, 0, -4], [0, 0, 0], [2.142857142857143, 0, 2.4], [0, 4.285714285714286, 0]],
    [
      0.05,
      [1, 2, -5],
      [40, -30, 2],
      [0.7647313209299815, 1.6765055662787245, 3],
      [38.382527831393624, -28.82365660464991, 2],
    ],
  ])("μ = %d, v = %j, ω = %j", (mu, velocity, angularVelocity, v, omega) => {
    const world = startFloor(mu, [0, 0, 0]);
    const given = { mass: 2, position: [0, 0, 0.5], velocity, angularVelocity };
    const body = world.addBody({ shape: createSphere({ radius: 0.5 }), ...given, friction: mu, restitution: 0.6 });
    expectGood(world.advanceTo(0.1));
    expectNear(velocityOf(world, body), v, 1e-13);
    expectNear(spinOf(world, body), omega, 1e-12);
  });
});

test("a body on three feet spins and slides", () => {
  const world = startFloor(0.3, [0, 0, -10]);
  const feet = [
    [0.5, 0, 0],
    [-0.25, 0.4, 0],
    [-0.25, -0.4, 0],
  ];
  const shape = createConvex({ vertices: [...feet, [0, 0, 0.3]] });
  const given = { mass: 2, inertia: [1, 1, 0.2], velocity: [1, 0, 0], angularVelocity: [0, 0, 6] };
  const body = world.addBody({ shape, ...given, center: [0, 0, 0], friction: 0.3 } as never);
  for (const row of [
    {
      t: 0.1,
      place: [0.09670021788883514, 0.000766819581366291, 0.5308459085077187],
      rates: [0.929117612077951, 0.012483515394729592, 4.623654726919393],
    },
    {
      t: 0.2,
      place: [0.18517735919394707, 0.001692258703526166, 0.9259349375187352],
      rates: [0.8385453455351816, 0.0018044242995110087, 3.2838295680091374],
    },
  ]) {
    expectGood(world.advanceTo(row.t), 1e-9);
    const [x, y] = positionOf(world, body);
    const [vx, vy] = velocityOf(world, body);
    const { rotation } = world.system.getPose(body);
    // x, y and the angle
    expectNear([x, y, 2 * Math.atan2(rotation[2], rotation[3])], row.place, 1e-9);
    expectNear([vx, vy, spinOf(world, body)[2]], row.rates, 1e-9);
  }
});
