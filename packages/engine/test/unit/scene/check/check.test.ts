/** Files that are wrong: every problem is told, at its place, and nothing throws. */
import { buildScene, checkScene, requireScene, SceneError } from "@rigor/engine/scene";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../support/scene-arbitrary.js";

const messages = (data: unknown) => checkScene(data).map(({ message }) => message);
const box = { type: "box", size: [1, 1, 1] };
const body = (own: object) => ({ rigor: 1, bodies: [{ id: "a", shape: box, ...own }] });
const two = [
  { id: "a", shape: box },
  { id: "b", shape: box, position: [9, 0, 0] },
];
const particles = [
  { id: "p", position: [0, 5, 0] },
  { id: "q", position: [0, 6, 0] },
];
const forced = (force: object) => ({ rigor: 1, bodies: two, particles, forces: [force] });
const held = (constraint: object) => ({ rigor: 1, bodies: two, particles, constraints: [constraint] });

describe("one problem, said with its place, what must hold, what was found and the cure", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [null, "scene: must be an object, got null"],
    [[], "scene: must be an object, got []"],
    [{}, "rigor: must be given, got undefined"],
    [{ rigor: 2 }, "rigor: must be 1, got 2"],
    [{ rigor: 1, gravity: [0, -9.81] }, "gravity: must be three numbers [x, y, z], got [0, -9.81]"],
    [{ rigor: 1, gravity: [0, "1", 0] }, 'gravity[1]: must be a number, got "1"'],
    [{ rigor: 1, bodys: [] }, 'bodys: must be a key of a scene, got "bodys"; did you mean "bodies"?'],
    [
      { rigor: 1, cloths: [{}] },
      "cloths: must have 0 entries, got 1; cloths are reserved for a later version of the format",
    ],
    [{ rigor: 1, run: { duration: -1 } }, "run.duration: must be > 0, got -1"],
    [{ rigor: 1, run: { sampleRate: Infinity } }, "run.sampleRate: must be a finite number, got Infinity"],
    [
      { rigor: 1, method: { stepper: "realtime" } },
      'method.stepper: must be "exact", got "realtime"; leave it out: the stepper for interactive rates is not in this version',
    ],
    [{ rigor: 1, method: { resting: "lp" } }, 'method.resting: must be one of "auto", "pivot", "lp-1989", got "lp"'],
    [{ rigor: 1, materials: { a: { friction: -1 } } }, "materials.a.friction: must be >= 0, got -1"],
    [
      { rigor: 1, materials: { a: {} }, pairs: [{ a: "a", b: "c", friction: 1 }] },
      'pairs[0].b: must be the name of a material, got "c"; did you mean "a"?',
    ],
    [body({ mass: -1 }), 'bodies[0].mass: must be > 0, got -1; use "fixed": true for an immovable body'],
    [body({ mass: 0 }), 'bodies[0].mass: must be > 0, got 0; use "fixed": true for an immovable body'],
    [body({ mass: Number.NaN }), "bodies[0].mass: must be a finite number, got NaN"],
    [body({ mass: "4" }), 'bodies[0].mass: must be a number, got "4"'],
    [body({ mass: 1, density: 2 }), 'bodies[0].density: must be left out beside "mass", got 2'],
    [
      body({ rotation: [0, 0, 0, 0] }),
      "bodies[0].rotation: must not be zero, got [0, 0, 0, 0]; the identity is [0, 0, 0, 1]",
    ],
    [
      body({ restitution: 2 }),
      "bodies[0].restitution: must be from 0 to 1, got 2; 1 bounces back to the same height, 0 stays",
    ],
    [body({ fixed: 1 }), "bodies[0].fixed: must be true or false, got 1"],
    [body({ id: "" }), 'bodies[0].id: must be a string of 1 to 256 characters, got ""'],
    [body({ id: "__proto__" }), 'bodies[0].id: must be another name, got "__proto__"; objects have it already'],
    [body({ color: "red" }), 'bodies[0].color: must be "#rrggbb", got "red"'],
    [body({ group: 1.5 }), "bodies[0].group: must be a whole number from 0 to 31, got 1.5"],
    [
      body({ fixed: true, velocity: [1, 0, 0] }),
      'bodies[0].velocity: must be left out, or zero, beside "fixed", got [1, 0, 0]',
    ],
    [
      body({ surfaceVelocity: [1, 0, 0] }),
      'bodies[0].surfaceVelocity: must be of a fixed body, got [1, 0, 0]; a conveyor belt is a body with "fixed": true',
    ],
    [body({ friction: 0.5, staticFriction: 0.4 }), "bodies[0].staticFriction: must be >= friction, 0.5, got 0.4"],
    [{ rigor: 1, bodies: [{ shape: box }] }, "bodies[0].id: must be given, got undefined"],
    [
      { rigor: 1, bodies: [{ id: "a" }] },
      'bodies[0]: must have "shape", or "shapes", or "mass" and "inertia", got [id]',
    ],
    [
      { rigor: 1, bodies: [{ id: "a", shape: { type: "bx", size: [1, 1, 1] } }] },
      'bodies[0].shape.type: must be the type of a shape, got "bx"; did you mean "box"?',
    ],
    [
      { rigor: 1, bodies: [{ id: "a", shape: { type: "plane", normal: [0, 1, 0] } }] },
      'bodies[0].shape: must belong to a fixed body, as it is a plane, got "plane"; write "fixed": true',
    ],
    [
      {
        rigor: 1,
        bodies: [
          {
            id: "a",
            shape: {
              type: "mesh",
              vertices: [
                [0, 0, 0],
                [1, 0, 0],
                [0, 1, 0],
                [0, 0, 1],
              ],
              faces: [
                [0, 2, 1],
                [0, 1, 3],
                [0, 3, 2],
                [1, 2, 4],
              ],
            },
          },
        ],
      },
      "bodies[0].shape.faces[3][2]: must be the place of a vertex, from 0 to 3, got 4",
    ],
    [
      body({
        motion: {
          type: "keyframes",
          times: [0, 0],
          positions: [
            [0, 0, 0],
            [1, 0, 0],
          ],
        },
      }),
      "bodies[0].motion.times[1]: must be > the time before, 0, got 0",
    ],
    [
      body({
        motion: {
          type: "keyframes",
          times: [0],
          positions: [
            [0, 0, 0],
            [1, 0, 0],
          ],
        },
      }),
      "bodies[0].motion.positions: must have 1 entries, one a time, got 2",
    ],
    [
      { rigor: 1, bodies: [two[0], two[0]] },
      'bodies[1].id: must be unique in the file, got "a"; bodies[0] has it already',
    ],
    [
      { rigor: 1, bodies: two, particles: [{ id: "b" }] },
      'particles[0].id: must be unique in the file, got "b"; bodies[1] has it already',
    ],
    [
      forced({ type: "drag", on: ["c"], linear: 1 }),
      'forces[0].on[0]: must be the id of a body or particle, got "c"; did you mean "a"?',
    ],
    [forced({ type: "drag", on: [], linear: 1 }), 'forces[0].on: must have one id or more, or be "all", got []'],
    [forced({ type: "drag", on: ["a", "a"], linear: 1 }), 'forces[0].on[1]: must be there once, got "a"'],
    [forced({ type: "drag", on: "a", linear: 1 }), 'forces[0].on: must be a list of ids, or "all", got "a"'],
    [forced({ type: "spring", a: "a", b: "a", stiffness: 1 }), 'forces[0].b: must be another thing than a, got "a"'],
    [
      forced({ type: "spring", a: "a", stiffness: 1 }),
      'forces[0]: must have "b", or "anchorB", got [type, a, stiffness]',
    ],
    [
      forced({ type: "spring", a: "p", b: "a", anchorA: [1, 0, 0], stiffness: 1 }),
      'forces[0].anchorA: must be left out: "p" is a particle, which has no frame, got [1, 0, 0]',
    ],
    [
      forced({ type: "constant", on: ["p"], torque: [1, 0, 0] }),
      'forces[0].torque: must be left out: "p" is a particle, which does not turn, got [1, 0, 0]',
    ],
    [
      held({ type: "hinge", a: "p", anchor: [0, 0, 0], axis: [0, 0, 1] }),
      'constraints[0].a: must be a body: a particle does not turn, got "p"; use a "ball"',
    ],
    [
      held({ type: "hinge", a: "a", anchor: [0, 0, 0], axis: [0, 0, 0] }),
      "constraints[0].axis: must not be the zero vector, got [0, 0, 0]; only its direction counts",
    ],
    [
      held({ type: "ball", a: "a", b: "b" }),
      "constraints[0].anchor: must be given, as no particle gives the place, got undefined; world coordinates at t = 0",
    ],
    [
      held({ type: "weld", a: "p", b: "q" }),
      'constraints[0].b: must be a body, or a must be one: particles do not turn, got "q"; use "distance" or "ball"',
    ],
    [
      held({
        type: "curve",
        a: "p",
        curve: { type: "helix", center: [0, 0, 0], axis: [0, 1, 0], radius: 1, pitch: 0 },
      }),
      'constraints[0].curve.pitch: must not be 0, got 0; use a "circle"',
    ],
    [
      held({ type: "motor", joint: "a", speed: 1 }),
      'constraints[0].joint: must be the id of a constraint, got "a"; that is bodies[0]',
    ],
    [
      { rigor: 1, generalized: [{ id: "g", type: "pendulum", links: [{ length: 1, mass: 1 }], angles: [1, 2] }] },
      "generalized[0].angles: must have 1 entries, one a link, got 2",
    ],
  ];

  test.each(cases.map(([data, message]) => ({ data, message })))("$message", ({ data, message }) => {
    expect(messages(data)).toEqual([message]);
  });
});

describe("all at once", () => {
  test("of a file with many", () => {
    const data = {
      rigor: 1,
      nmae: "x",
      bodies: [
        { id: "a", shape: box, mass: -1 },
        { id: "a", shape: box, density: "x" },
        { shape: box, material: "w" },
      ],
      constraints: [{ type: "hinge", a: "a" }],
    };
    expect(checkScene(data).map(({ path }) => path)).toEqual([
      "nmae",
      "bodies[0].mass",
      "bodies[1].density",
      "bodies[2].id",
      "constraints[0].anchor",
      "constraints[0].axis",
      "bodies[1].id",
      "bodies[2].material",
    ]);
    const error = (() => {
      try {
        requireScene(data);
      } catch (caught) {
        return caught;
      }
      return null;
    })();
    expect(error).toBeInstanceOf(SceneError);
    expect((error as SceneError).problems).toEqual(checkScene(data));
    expect((error as SceneError).message.split("\n")).toHaveLength(8);
  });

  test("beyond two hundred they are counted", () => {
    const problems = checkScene({ rigor: 1, bodies: Array.from({ length: 5000 }, () => 3) });
    expect(problems).toHaveLength(201);
    expect(problems[200].message).toBe("scene: must have no further problems, got 4800; mend these first");
  });

  test("and a file that is right has none", () => {
    expect(checkScene({ rigor: 1 })).toEqual([]);
    expect(requireScene({ rigor: 1 })).toEqual({ rigor: 1 });
  });
});

describe("data of all kinds is refused, and nothing throws", () => {
  test("deep nesting, long strings, holes, keys that objects have", () => {
    let deep: unknown = [];
    for (let k = 0; k < 1e5; k++) deep = [deep];
    const data = {
      rigor: 1,
      name: deep,
      gravity: deep,
      description: "x".repeat(1e6),
      bodies: [deep, undefined, { id: "y".repeat(1e6), shape: "z".repeat(1e6) }],
      materials: JSON.parse('{"__proto__": {"constructor": 1}, "toString": {}}'),
    };
    const found = checkScene(data);
    expect(found.map(({ path }) => path)).toEqual([
      "name",
      "gravity",
      "bodies[0]",
      "bodies[1]",
      "bodies[2].id",
      "bodies[2].shape",
      "materials.__proto__.constructor",
    ]);
    for (const { message } of found) expect(message.length).toBeLessThan(400);
  });

  test("materials called as parts of objects are found and not found as any other", () => {
    const materials = JSON.parse('{"__proto__": {"density": 10}}');
    expect(checkScene({ rigor: 1, materials, bodies: [{ id: "a", shape: box, material: "__proto__" }] })).toEqual([]);
    expect(messages({ rigor: 1, bodies: [{ id: "a", shape: box, material: "toString" }] })).toHaveLength(1);
  });

  test("getters and proxies that throw", () => {
    const thrower = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    expect(messages(thrower)).toEqual(['scene: must be plain data, as JSON.parse gives it, got "no"']);
  });

  test("whatever JSON there is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(checkScene(data).length).toBeGreaterThan(0);
      }),
      { seed: 1, numRuns: 200, endOnFailure: true },
    );
  });
});

/** A scene with one value put in another's place, at random. */
const mutated = fc
  .tuple(
    scene,
    fc.nat(),
    fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(1e308, -1e-308, Infinity, Number.NaN, "1", "all", "b0", [], {}),
    ),
  )
  .map(([given, at, value]) => {
    const data = JSON.parse(JSON.stringify(given));
    const spots: [Record<string, unknown>, string][] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      for (const key of Object.keys(node)) {
        spots.push([node as Record<string, unknown>, key]);
        visit((node as Record<string, unknown>)[key]);
      }
    };
    visit(data);
    const [node, key] = spots[at % spots.length];
    node[key] = value;
    return data;
  });

test("a scene with a value changed is refused in words, by the check or by the build, or is a scene", () => {
  fc.assert(
    fc.property(mutated, (data) => {
      const problems = checkScene(data);
      for (const { path, message } of problems) expect(message.startsWith(`${path}: must `), message).toBe(true);
      if (problems.length > 0) return;
      try {
        buildScene(data);
      } catch (error) {
        expect(error, String(error)).toBeInstanceOf(SceneError);
      }
    }),
    { seed: 1, numRuns: 60, endOnFailure: true },
  );
});

test("what does not go together is told of an entry that has other faults too", () => {
  const told = checkScene({
    rigor: 1,
    bodies: [
      { id: "a", shape: { type: "plane", normal: [0, 0, 0], offset: 0 } },
      { id: "b", shape: { type: "sphere", radius: 1 }, mass: -1, friction: 0.5, staticFriction: 0.2 },
    ],
    constraints: [{ type: "distance", a: "b", b: "b", length: -1 }],
    generalized: [{ id: "p", type: "pendulum", anchor: [0, "x", 0], normal: [0, 0, 1], links: [], angles: [1, 2] }],
  }).map(({ path }) => path);
  expect(told).toEqual(
    expect.arrayContaining([
      "bodies[0].shape",
      "bodies[1].mass",
      "bodies[1].staticFriction",
      "constraints[0].b",
      "constraints[0].length",
      "generalized[0].anchor[1]",
    ]),
  );
});
