/** Friction at every kind of contact: bodies of all shapes and particles, on floors of all kinds that rest, run, turn or shake. */
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  type Shape,
} from "@rigor/engine/collide";
import { type BodyPath, PathSlot } from "@rigor/engine/rigid";
import { World, type WorldBodyOptions, type WorldReport } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;

function expectGood({ message, worst }: WorldReport): void {
  expect(message).toMatch(/reached/);
  expect(worst.energyError).toBeLessThan(2e-8);
  expect(worst.penetration).toBeLessThan(1e-9);
  expect(worst.residual).toBeLessThan(1e-9);
  expect(worst.fallbacks).toEqual([]);
}

const timeOf = ({ events }: World, type: string) => events.find((event) => event.type === type)?.t ?? Number.NaN;
const near = (got: number, exact: number, tolerance: number) => expect(Math.abs(got - exact)).toBeLessThan(tolerance);
const placeOf = ({ system }: World, i: number) => Array.from(system.state.subarray(13 * i, 13 * i + 3));

/** 12 × 12 m in eighteen triangles. */
function createGround(): Shape {
  const at = [0, 1, 2, 3];
  const vertices = at.flatMap((i) => at.map((j) => [-6 + 4 * i, 0, -6 + 4 * j]));
  const faces = [0, 1, 2].flatMap((i) =>
    [0, 1, 2].flatMap((j) => {
      const k = 4 * i + j;
      return [
        [k, k + 1, k + 5],
        [k, k + 5, k + 4],
      ];
    }),
  );
  return createMesh({ vertices, faces });
}

const slab = [-1, 0].flatMap((y) => [-6, 6].flatMap((x) => [-6, 6].map((z) => [x * (1 - 0.1 * y), y, z])));
/** With their upper side at y = 0. */
const floors: Readonly<Record<string, { shape: Shape; y: number }>> = {
  plane: { shape: createPlane({ normal: [0, 1, 0] }), y: 0 },
  box: { shape: createBox({ size: [12, 1, 12] }), y: -0.5 },
  mesh: { shape: createGround(), y: 0 },
  hull: { shape: createConvex({ vertices: slab }), y: 0 },
  cylinder: { shape: createCylinder({ radius: 8, height: 1 }), y: -0.5 },
};

const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const foot = [
  [0.5, -0.1, 0],
  [-0.3, -0.1, 0.4],
  [-0.3, -0.1, -0.4],
];
const roof = [
  [0.1, 0.1, 0.05],
  [-0.1, 0.1, 0.1],
  [-0.1, 0.12, -0.1],
];
/** What lies flat, and how high its middle is. */
const flat: Readonly<Record<string, readonly [Shape, number]>> = {
  box: [createBox({ size: [1, 0.2, 0.6] }), 0.1],
  cylinder: [createCylinder({ radius: 0.5, height: 0.2 }), 0.1],
  cone: [createCone({ radius: 0.6, height: 0.3 }), 0.15],
  hull: [createConvex({ vertices: [...foot, ...roof] }), 0.1],
};

/** Turned by a unit quaternion. */
function turn([x, y, z, w]: readonly number[], v: readonly number[]): number[] {
  const cross = (a: readonly number[], b: readonly number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const t = cross([x, y, z], v);
  const u = cross([x, y, z], t);
  return v.map((p, k) => p + 2 * (w * t[k] + u[k]));
}

describe.each(Object.entries(floors))("on a %s, askew in space,", (_, { shape: ground, y }) => {
  const rotation = [0.3, -0.5, 0.2, 0.7].map((v, _k, all) => v / Math.hypot(...all));
  test.each(Object.entries(flat))("a %s slides as far as any", (_name, [shape, height]) => {
    const [mu, speed, angle] = [0.3, 2, 0.6];
    const world = new World({ gravity: turn(rotation, [0, -g, 0]) });
    world.addBody({ shape: ground, fixed: true, position: turn(rotation, [0, y, 0]), rotation, friction: mu });
    const velocity = turn(rotation, [speed * Math.cos(angle), 0, speed * Math.sin(angle)]);
    const position = turn(rotation, [0.2, height, 0.1]);
    const body = world.addBody({ shape, mass: 2, position, rotation, velocity, friction: mu });
    const start = placeOf(world, body);
    expectGood(world.advanceTo(1));
    near(timeOf(world, "stick"), speed / (mu * g), 1e-12);
    near(Math.hypot(...placeOf(world, body).map((x, k) => x - start[k])), (speed * speed) / (2 * mu * g), 1e-12);
  });
});

describe("awake on a slope, 1e-6 below the friction angle, for a minute", () => {
  const mu = 0.45;
  const still: Readonly<Record<string, readonly [Shape, number, WorldBodyOptions]>> = {
    ...Object.fromEntries(Object.entries(flat).map(([name, [shape, height]]) => [name, [shape, height, {}]])),
    "cylinder along the slope": [createCylinder({ radius: 0.1, height: 1 }), 0.1, { rotation: lying }],
    "capsule along the slope": [createCapsule({ radius: 0.1, height: 1 }), 0.1, { rotation: lying }],
    "ball that hardly rolls": [createSphere({ radius: 0.2 }), 0.2, { rollingFriction: 0.2 * mu }],
  };
  test.each(Object.entries(still))("a %s does not creep", (_, [shape, height, more]) => {
    const angle = Math.atan(mu) - 1e-6;
    for (const kind of ["plane", "mesh"]) {
      const world = new World({ gravity: [0, -g * Math.cos(angle), g * Math.sin(angle)] });
      world.addBody({ shape: floors[kind].shape, fixed: true, friction: mu });
      const body = world.addBody({ shape, mass: 2, position: [0.3, height, 0.2], friction: mu, ...more });
      // which nobody knows to be nothing
      world.addForce({ name: "nothing", apply: () => {} });
      const start = Array.from(world.system.state);
      expectGood(world.advanceTo(60));
      expect(world.events.map(({ type }) => type)).toEqual(["touch"]);
      for (let k = 13 * body; k < 13 * body + 7; k++) near(world.system.state[k], start[k], 4e-12);
    }
  });
});

describe("a particle", () => {
  const throwOn = (floor: WorldBodyOptions, velocity: readonly number[], gravity = [0, -g, 0], surface = {}) => {
    const world = new World({ gravity });
    world.addBody(floor);
    world.addParticle({ mass: 0.7, position: [1, 0, 0], velocity, collide: true, friction: 0.3, ...surface });
    return world;
  };
  const plane = createPlane({ normal: [0, 1, 0] });

  test("slides and stops", () => {
    const world = throwOn({ shape: plane, fixed: true, friction: 0.3 }, [2, 0, 1]);
    expectGood(world.advanceTo(2));
    const stop = Math.sqrt(5) / (0.3 * g);
    near(timeOf(world, "stick"), stop, 1e-14);
    near(world.system.particles.state[0], 1 + stop, 1e-14);
  });

  test("stays on a slope that just holds it, and slides where that is steeper", () => {
    const surface = { friction: 0.3, staticFriction: 0.5 };
    for (const more of [-1e-8, 1e-8]) {
      const angle = Math.atan(0.5) + more;
      const gravity = [g * Math.sin(angle), -g * Math.cos(angle), 0];
      const world = throwOn({ shape: plane, fixed: true, ...surface }, [0, 0, 0], gravity, surface);
      expectGood(world.advanceTo(10));
      const a = more < 0 ? 0 : g * (Math.sin(angle) - 0.3 * Math.cos(angle));
      near(world.system.particles.state[0], 1 + 50 * a, 1e-12);
    }
  });

  test("is taken along by a belt", () => {
    const belt = { shape: createBox({ size: [20, 1, 20] }), position: [0, -0.5, 0], surfaceVelocity: [1, 0, 0.5] };
    const world = throwOn({ ...belt, fixed: true, friction: 0.3 }, [0, 0, -1]);
    expectGood(world.advanceTo(2));
    near(timeOf(world, "stick"), Math.hypot(1, 1.5) / (0.3 * g), 1e-14);
  });

  test("shares its momentum with a plank", () => {
    const world = new World();
    world.addBody({ shape: plane, fixed: true });
    const plank = world.addBody({
      shape: createBox({ size: [6, 0.2, 1] }),
      mass: 5,
      position: [0, 0.1, 0],
      friction: 0.4,
    });
    world.addParticle({ mass: 2, position: [-1, 0.2, 0], velocity: [3, 0, 0], collide: true, friction: 0.4 });
    expectGood(world.advanceTo(1));
    near(timeOf(world, "stick"), 3 / (0.4 * g * (1 + 2 / 5)), 1e-13);
    near(world.system.particles.state[3], 6 / 7, 1e-14);
    near(world.system.velocity[3 * plank], 6 / 7, 1e-14);
  });

  // (v²)' = 2 g R (sin θ − μ cos θ) + 2 μ v², and it leaves where v² = g R cos θ
  test("slides down a ball, and leaves it", () => {
    const [mu, R] = [0.2, 1];
    const world = new World();
    world.addBody({ shape: createSphere({ radius: R }), fixed: true, friction: mu });
    const position = [R * Math.SQRT1_2, R * Math.SQRT1_2, 0];
    world.addParticle({ mass: 1, position, collide: true, friction: mu });
    // k = 2μ: v² = A cos θ + B sin θ + C exp(k θ)
    const k = 2 * mu;
    const [p, q] = [-2 * g * R * mu, 2 * g * R];
    const [A, B] = [-(k * p + q) / (k * k + 1), (p - k * q) / (k * k + 1)];
    const at = (theta: number) => A * Math.cos(theta) + B * Math.sin(theta);
    const first = Math.PI / 4;
    const excess = (theta: number) => at(theta) - at(first) * Math.exp(k * (theta - first)) - g * R * Math.cos(theta);
    let [low, high] = [first, Math.PI / 2];
    for (let n = 0; n < 60; n++) {
      const middle = 0.5 * (low + high);
      if (excess(middle) < 0) low = middle;
      else high = middle;
    }
    expectGood(world.advanceTo(0.5));
    const leaves = world.events.find(({ type }) => type === "separate");
    near(leaves?.normal[1] ?? Number.NaN, Math.cos(low), 1e-8);
  });

  test("stays on a turntable that runs up until √((Ω² r)² + (α r)²) = μ_s g", () => {
    const [alpha, r, hold] = [0.5, 0.8, 0.35];
    const path: BodyPath = (time, frame) => {
      const t = time[0];
      frame[PathSlot.position + 1] = -0.1;
      frame[PathSlot.rotation + 1] = Math.sin(0.25 * alpha * t * t);
      frame[PathSlot.rotation + 3] = Math.cos(0.25 * alpha * t * t);
      frame[PathSlot.angularVelocity + 1] = alpha * t;
      frame[PathSlot.angularAcceleration + 1] = alpha;
    };
    const surface = { friction: 0.3, staticFriction: hold };
    const world = new World();
    world.addBody({ shape: createCylinder({ radius: 3, height: 0.2 }), path, ...surface });
    world.addParticle({ mass: 1, position: [r, 0, 0], collide: true, ...surface });
    const exact = Math.sqrt(Math.sqrt((hold * g) ** 2 - (alpha * r) ** 2) / r) / alpha;
    expectGood(world.advanceTo(exact + 0.1));
    near(timeOf(world, "slip"), exact, 4e-10);
  });
});

test("a block on a plate that goes off and stops by turns slips, sticks, and slips again", () => {
  const [A, omega, mu] = [0.05, 12, 0.4];
  const path: BodyPath = (time, frame) => {
    const phase = omega * time[0];
    frame[PathSlot.position] = A * (phase - Math.sin(phase));
    frame[PathSlot.position + 1] = -0.1;
    frame[PathSlot.velocity] = A * omega * (1 - Math.cos(phase));
    frame[PathSlot.acceleration] = A * omega * omega * Math.sin(phase);
  };
  const world = new World();
  world.addBody({ shape: createBox({ size: [40, 0.2, 4] }), path, friction: mu });
  world.addBody({ shape: createBox({ size: [0.4, 0.1, 0.4] }), mass: 2, position: [0, 0.05, 0], friction: mu });
  const slip = Math.asin((mu * g) / (A * omega * omega)) / omega;
  const speed = (t: number) => A * omega * (1 - Math.cos(omega * t));
  // until it is as fast as the plate, which slows down by then
  let [low, high] = [0.2, 0.4];
  for (let n = 0; n < 60; n++) {
    const middle = 0.5 * (low + high);
    if (speed(middle) > speed(slip) + mu * g * (middle - slip)) low = middle;
    else high = middle;
  }
  expectGood(world.advanceTo(0.32));
  const [first, stick, second] = world.events.filter(({ type }) => type !== "touch");
  expect([first.type, stick.type, second.type]).toEqual(["slip", "stick", "slip"]);
  near(first.t, slip, 1e-10);
  near(stick.t, low, 1e-9);
  near(second.t, (Math.PI + Math.asin((mu * g) / (A * omega * omega))) / omega, 1e-9);
});

describe("a block", () => {
  test("in a groove of two planes stops with μ √2", () => {
    const world = new World();
    for (const z of [1, -1]) {
      world.addBody({
        shape: createPlane({ normal: [0, Math.SQRT1_2, z * Math.SQRT1_2] }),
        fixed: true,
        friction: 0.2,
      });
    }
    const given = {
      position: [0, 0.1 * Math.SQRT2, 0],
      rotation: [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)],
    };
    world.addBody({
      shape: createBox({ size: [0.6, 0.2, 0.2] }),
      mass: 1,
      ...given,
      velocity: [2, 0, 0],
      friction: 0.2,
    });
    expectGood(world.advanceTo(1));
    near(timeOf(world, "stick"), 2 / (0.2 * Math.SQRT2 * g), 1e-12);
  });

  // N (cos + μ sin)/m + s sin = g, M a = N (μ cos − sin), s = (N (sin − μ cos)/m − a)/cos
  test("that slides down a free wedge pushes it back", () => {
    const [angle, mu, M, m] = [0.6, 0.2, 3, 1];
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const vertices = [-0.5, 0.5].flatMap((z) => [
      [0, 0, z],
      [3 * c, 0, z],
      [0, 3 * s, z],
    ]);
    const wedge = world.addBody({ shape: createConvex({ vertices }), mass: M, friction: mu });
    const position = [0.8 * c + 0.05 * s, 2.2 * s + 0.05 * c, 0];
    const rotation = [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)];
    world.addBody({ shape: createBox({ size: [0.3, 0.1, 0.3] }), mass: m, position, rotation, friction: mu });
    const [start] = placeOf(world, wedge);
    expectGood(world.advanceTo(0.5));
    const back = (mu * c - s) / M;
    const N = g / ((c + mu * s) / m + (((s - mu * c) / m - back) / c) * s);
    near(placeOf(world, wedge)[0] - start, 0.125 * back * N, 1e-12);
  });
});
