/** Scenes at random, for properties: bodies far enough apart that none overlap, with forces and joints on them. */
import type {
  PlacedShape,
  Quaternion,
  SceneBody,
  SceneConstraint,
  SceneFile,
  SceneForce,
  SceneParticle,
  SceneShape,
  Vector,
} from "@rigor/engine/scene";
import fc from "fast-check";

/** In steps of 1/64, so that no number is lost in rounding. */
const number = (min: number, max: number) =>
  fc.integer({ min: Math.ceil(64 * min), max: Math.floor(64 * max) }).map((k) => k / 64);
const size = number(0.2, 1);
const vector: fc.Arbitrary<Vector> = fc.tuple(number(-2, 2), number(-2, 2), number(-2, 2));
const direction: fc.Arbitrary<Vector> = vector.filter(([x, y, z]) => x * x + y * y + z * z > 0.01);
const rotation: fc.Arbitrary<Quaternion> = fc
  .tuple(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1))
  .filter((q) => q.reduce((sum, x) => sum + x * x, 0) > 0.1);

const cube: readonly Vector[] = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vector => [x, y, z])));
const cubeFaces = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];

const shape: fc.Arbitrary<SceneShape> = fc.oneof(
  fc.record({ type: fc.constant("box" as const), size: fc.tuple(size, size, size) }),
  fc.record({ type: fc.constant("sphere" as const), radius: size }),
  fc.record({
    type: fc.constantFrom("cylinder" as const, "cone" as const, "capsule" as const),
    radius: size,
    height: size,
  }),
  fc.tuple(size, size, size).map(([a, b, c]): SceneShape => {
    return { type: "convex", vertices: cube.map(([x, y, z]): Vector => [a * x, b * y, c * z]) };
  }),
  size.map((a): SceneShape => {
    return { type: "mesh", vertices: cube.map(([x, y, z]): Vector => [a * x, a * y, a * z]), faces: cubeFaces };
  }),
);

const placed: fc.Arbitrary<PlacedShape> = fc
  .tuple(shape, fc.record({ position: vector, rotation, density: number(10, 5000) }, { requiredKeys: [] }))
  .map(([own, place]) => ({ ...own, ...place }));

const matter = fc.oneof(
  fc.record({ mass: number(0.1, 10) }, { requiredKeys: [] }),
  fc.record({ density: number(10, 5000) }),
  fc.constant({
    mass: 2,
    inertia: [
      [1, 0.1, 0],
      [0.1, 2, 0],
      [0, 0, 2],
    ] as [Vector, Vector, Vector],
  }),
  fc.record({ mass: number(0.1, 10), centerOfMass: vector }),
);

const surface = fc.record(
  {
    restitution: number(0, 1),
    material: fc.constantFrom("wood", "steel"),
    group: fc.integer({ min: 0, max: 31 }),
    collidesWith: fc.uniqueArray(fc.integer({ min: 0, max: 31 }), { maxLength: 4 }),
    color: fc.constantFrom("#aabbcc", "#102030"),
  },
  { requiredKeys: [] },
);

const state = fc.record({ rotation, velocity: vector, angularVelocity: vector }, { requiredKeys: [] });
const motion = fc.oneof(
  fc.record({ type: fc.constant("rotate" as const), axis: direction, rate: number(-3, 3) }),
  fc.tuple(vector, vector, fc.constantFrom("linear" as const, "smooth" as const)).map(([a, b, interpolation]) => {
    return { type: "keyframes" as const, times: [0, 1], positions: [a, b], interpolation };
  }),
);

/** Body k of a row along x, 20 m apart. */
const body = (k: number): fc.Arbitrary<SceneBody> => {
  const at = vector.map(([x, y, z]): Vector => [20 * k + x, y, z]);
  const form = fc.oneof(
    shape.map((own) => ({ shape: own })),
    fc.array(placed, { minLength: 1, maxLength: 3 }).map((shapes) => ({ shapes })),
  );
  const free = fc.tuple(form, matter, state, surface, at).map(([own, weight, moving, rest, position]): SceneBody => {
    return { id: `b${k}`, ...own, ...weight, position, ...moving, ...rest };
  });
  const held = fc.tuple(form, surface, at).map(([own, rest, position]): SceneBody => {
    return { id: `b${k}`, ...own, position, fixed: true, ...rest };
  });
  const driven = fc.tuple(form, motion, at).map(([own, path, position]): SceneBody => {
    const moved =
      path.type === "rotate"
        ? path
        : { ...path, positions: path.positions.map(([x, y, z]): Vector => [20 * k + x, y, z]) };
    return { id: `b${k}`, ...own, position, motion: moved };
  });
  return fc.oneof({ weight: 4, arbitrary: free }, { weight: 1, arbitrary: held }, { weight: 1, arbitrary: driven });
};

const particle = (k: number): fc.Arbitrary<SceneParticle> =>
  fc
    .tuple(vector, fc.record({ mass: number(0.1, 10), velocity: vector, collide: fc.boolean() }, { requiredKeys: [] }))
    .map(([[x, y, z], rest]): SceneParticle => ({ id: `p${k}`, position: [20 * k + x, y + 40, z], ...rest }));

function forces(ids: readonly string[], particles: readonly string[]): fc.Arbitrary<SceneForce[]> {
  const some = fc.oneof(fc.constant("all" as const), fc.subarray([...ids, ...particles], { minLength: 1 }));
  const two = fc.shuffledSubarray([...ids, ...particles], { minLength: 2, maxLength: 2 });
  return fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("drag" as const), on: some, linear: number(0, 1), angular: number(0, 1) }),
      fc.record({ type: fc.constant("wind" as const), on: some, velocity: vector, drag: number(0, 1) }),
      fc.record({
        type: fc.constant("attract" as const),
        on: some,
        strength: number(-1, 1),
        softening: number(0.1, 1),
      }),
      fc.record({ type: fc.constant("repel" as const), on: some, radius: number(1, 50), stiffness: number(0, 5) }),
      two.map(([a, b]): SceneForce => ({ type: "spring", a, b, stiffness: 3, damping: 0.1 })),
      fc
        .tuple(two, vector)
        .map(([[a], anchorB]): SceneForce => ({ type: "spring", a, anchorB, stiffness: 3, length: 2 })),
      fc
        .tuple(
          fc.subarray([...ids], { minLength: 1 }),
          vector,
          vector,
          fc.constantFrom("world" as const, "body" as const),
        )
        .map(([on, force, torque, frame]): SceneForce => ({ type: "constant", on, force, torque, frame })),
    ),
    { maxLength: 4 },
  );
}

/** At most one joint a body, so that none contradict. */
function constraints(bodies: readonly SceneBody[]): fc.Arbitrary<SceneConstraint[]> {
  const free = bodies.filter(({ fixed, motion: path }) => fixed !== true && path === undefined);
  return fc
    .tuple(
      ...free.map(({ id, position = [0, 0, 0] }) =>
        fc.option(
          fc.oneof(
            fc.record({ type: fc.constant("ball" as const), a: fc.constant(id), anchor: vector }),
            fc.record({ type: fc.constant("hinge" as const), a: fc.constant(id), anchor: vector, axis: direction }),
            fc.record({ type: fc.constant("slider" as const), a: fc.constant(id), axis: direction }),
            fc.constant({ type: "weld" as const, a: id }),
            fc.record({
              type: fc.constant("distance" as const),
              a: fc.constant(id),
              anchorB: fc.constant([position[0], 9, 0] as const),
            }),
            fc.record({ type: fc.constant("plane" as const), a: fc.constant(id), anchor: vector, normal: direction }),
            direction.map((along): SceneConstraint => {
              return { type: "curve", a: id, curve: { type: "line", point: position, direction: along } };
            }),
          ),
        ),
      ),
    )
    .map((list) => list.filter((each) => each !== null) as SceneConstraint[]);
}

const materials = {
  wood: { restitution: 0.4, density: 700 },
  steel: { restitution: 0.8, density: 7800 },
};

export const scene: fc.Arbitrary<SceneFile> = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 0, max: 2 }), vector)
  .chain(([n, m, gravity]) => {
    const bodies = fc.tuple(...Array.from({ length: n }, (_, k) => body(k)));
    const particles = fc.tuple(...Array.from({ length: m }, (_, k) => particle(k)));
    return fc.tuple(bodies, particles, fc.constant(gravity));
  })
  .chain(([bodies, particles, gravity]) => {
    const ids = bodies.map(({ id }) => id);
    const given = fc.tuple(
      forces(
        ids,
        particles.map(({ id }) => id),
      ),
      constraints(bodies),
    );
    return given.map(
      ([force, constraint]): SceneFile => ({
        rigor: 1,
        name: "at random",
        gravity,
        materials,
        pairs: [{ a: "wood", b: "steel", restitution: 0.1 }],
        bodies,
        particles,
        forces: force,
        constraints: constraint,
        generalized: [{ id: "g", type: "pendulum", links: [{ length: 1, mass: 1 }], angles: [0.5] }],
      }),
    );
  });
