/** What a file says is what the world does: each key against a closed form, or against the same world by program. */
import { createBox, createPlane } from "@rigor/engine/collide";
import {
  advanceModel,
  buildScene,
  type Model,
  type SceneBody,
  type SceneFile,
  takeSample,
  type Vector,
} from "@rigor/engine/scene";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const still = { rigor: 1, gravity: [0, 0, 0] } as const;
const box = { type: "box", size: [1, 1, 1] } as const;
const ball = { type: "sphere", radius: 0.5 } as const;

function run(file: SceneFile, t: number): Model {
  const model = buildScene(file);
  const { status, message } = model.world.advanceTo(t);
  expect(status, message).toBe("done");
  return model;
}

function expectVector(got: ArrayLike<number>, exact: ArrayLike<number>, tolerance = 1e-8): void {
  for (let k = 0; k < exact.length; k++)
    expect(Math.abs(got[k] - exact[k]), `${Array.from(got)}`).toBeLessThan(tolerance);
}

const problems = (file: SceneFile): string[] => {
  try {
    buildScene(file);
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
};

describe("bodies", () => {
  test("weigh what mass, density, material or the shapes of a compound say", () => {
    const { world } = buildScene({
      ...still,
      materials: { lead: { density: 11000 } },
      bodies: [
        { id: "a", shape: box, mass: 4 },
        { id: "b", shape: box, density: 3, position: [5, 0, 0] },
        { id: "c", shape: box, material: "lead", position: [10, 0, 0] },
        { id: "d", shape: box, position: [15, 0, 0] },
        {
          id: "e",
          shapes: [
            { ...box, mass: 1 },
            { ...box, density: 2, position: [1, 0, 0] },
          ],
          position: [20, 0, 0],
        },
        {
          id: "f",
          shapes: [
            { ...box, mass: 1 },
            { ...box, mass: 3, position: [1, 0, 0] },
          ],
          mass: 8,
          position: [25, 0, 0],
        },
      ],
    });
    expectVector(world.system.mass, [4, 3, 11000, 1000, 3, 8], 1e-12);
    expectVector(world.system.center.slice(15), [0.75, 0, 0], 1e-15);
  });

  test("are told in the frame in which their shapes were given, with the velocity of the centre of mass", () => {
    const model = buildScene({
      ...still,
      bodies: [
        {
          id: "a",
          shapes: [{ ...ball, position: [2, 0, 0] }],
          position: [1, 2, 3],
          rotation: [0, 0, 1, 1],
          velocity: [0, 0, 7],
          angularVelocity: [0, 0, 2],
        },
      ],
    });
    const { p, q, v } = takeSample(model).bodies.a;
    expectVector(p, [1, 2, 3], 1e-14);
    expectVector(q, [0, 0, Math.SQRT1_2, Math.SQRT1_2], 1e-14);
    expectVector(v, [0, 0, 7], 1e-14);
    // the centre, at (1, 4, 3), goes straight; the frame goes round it
    model.world.advanceTo(Math.PI);
    expectVector(takeSample(model).bodies.a.p, [1, 2, 3 + 7 * Math.PI], 1e-7);
  });

  test("take an inertia and a centre of mass of their own", () => {
    const inertia: SceneBody["inertia"] = [
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 4],
    ];
    const { world } = buildScene({
      ...still,
      bodies: [
        { id: "a", shape: box, mass: 2, inertia, centerOfMass: [0, 0.25, 0] },
        { id: "b", mass: 1, inertia, position: [9, 0, 0] },
      ],
    });
    expectVector(world.system.moments, [2, 3, 4, 2, 3, 4], 1e-14);
    expectVector(world.system.center, [0, 0.25, 0, 0, 0, 0], 1e-15);
    // a body without a shape meets nothing
    expect(world.parts.count).toBe(1);
  });

  test("of a mesh have its mass, and are decomposed unless they stand still", () => {
    // an L, of two cubes beside one another and one upon the first
    const outline = [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const vertices = [0, 1].flatMap((z) => outline.map(([x, y]): Vector => [x, y, z]));
    const sides = outline.map((_, k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), 6 + k]);
    const caps = [
      [0, 5, 4, 3],
      [0, 3, 2, 1],
      [6, 9, 10, 11],
      [6, 7, 8, 9],
    ];
    const mesh = { type: "mesh", vertices, faces: [...sides, ...caps] } as const;
    const model = buildScene({
      ...still,
      bodies: [
        { id: "moves", shape: mesh, density: 10 },
        { id: "stands", shape: mesh, fixed: true, position: [9, 0, 0] },
      ],
    });
    const { system, parts } = model.world;
    expect(system.mass[0]).toBeCloseTo(30, 12);
    expectVector(system.center, [5 / 6, 5 / 6, 0.5], 1e-14);
    expect(Array.from(parts.body.subarray(0, parts.count))).toEqual([0, 0, 1]);
    // an open one is refused
    const open = { ...mesh, faces: mesh.faces.slice(1) };
    expect(problems({ ...still, bodies: [{ id: "a", shape: open, fixed: true }] })[0]).toMatch(
      /^bodies\[0\]\.shape\.faces/,
    );
    // with a cure that a scene file has
    expect(problems({ ...still, bodies: [{ id: "a", shape: open }] })[0]).toMatch(
      /^bodies\[0\]\.shape\.faces\[0\]: .* \(4 open edges in all\): close the surface$/,
    );
  });

  test("of meshes with corners doubled along seams are those of meshes that share them", () => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Vector => [k & 1, (k >> 1) & 1, k >> 2]);
    const faces = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ];
    const shared = { type: "mesh", vertices: corners, faces } as const;
    // every face with four corners of its own, as for drawing
    const doubled = {
      type: "mesh",
      vertices: faces.flat().map((k) => corners[k]),
      faces: faces.map((_, f) => [0, 1, 2, 3].map((k) => 4 * f + k)),
    } as const;
    const build = (shape: typeof shared | typeof doubled, fixed: boolean) =>
      buildScene({ ...still, bodies: [{ id: "a", shape, fixed, density: 3 }] }).world;
    for (const fixed of [true, false]) {
      const [a, b] = [build(shared, fixed), build(doubled, fixed)];
      expect(b.parts.count).toBe(a.parts.count);
      expect(b.system.mass).toEqual(a.system.mass);
    }
    expect(build(doubled, false).system.mass[0]).toBeCloseTo(3, 14);
  });

  test("that overlap are named, every two of them", () => {
    const bodies = [0, 0.9, 1.8].map((x, k): SceneBody => ({ id: "abc"[k], shape: box, position: [x, 0, 0] }));
    const found = problems({ ...still, bodies });
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^bodies\[1\]: must not overlap another at t = 0, got "b, 0\.\d+ m deep in a"/);
    expect(found[1]).toMatch(/"c, 0\.\d+ m deep in b"/);
    expect(problems({ ...still, bodies: bodies.map((body) => ({ ...body, collidesWith: [] })) })).toEqual([]);
  });
});

describe("motions", () => {
  const keys = {
    type: "keyframes",
    times: [0, 1, 3],
    positions: [
      [0, 0, 0],
      [2, 0, 0],
      [2, 4, 0],
    ],
  } as const;

  test("go through their keys, as glTF has it, and rest after the last", () => {
    const model = buildScene({
      ...still,
      bodies: [{ id: "a", shape: box, motion: keys, rotation: [0, 0, 1, 1] }],
      particles: [{ id: "p", motion: keys }],
    });
    for (const [t, place, velocity] of [
      [0.5, [1, 0, 0], [2, 0, 0]],
      [2, [2, 2, 0], [0, 2, 0]],
      [4, [2, 4, 0], [0, 0, 0]],
    ] as const) {
      model.world.advanceTo(t);
      const { bodies, particles } = takeSample(model);
      expectVector(bodies.a.p, place, 1e-14);
      expectVector(bodies.a.v, velocity, 1e-14);
      expectVector(bodies.a.q, [0, 0, Math.SQRT1_2, Math.SQRT1_2], 1e-14);
      expectVector(particles.p.p, place, 1e-14);
      expectVector(particles.p.v, velocity, 1e-14);
    }
  });

  test("that start and stop at once strike what stands on them, and let it fly: linear keys", () => {
    const model = buildScene({
      rigor: 1,
      bodies: [
        {
          id: "lift",
          shape: { type: "box", size: [3, 1, 3] },
          motion: {
            type: "keyframes",
            times: [0.5, 1.5],
            positions: [
              [0, 0, 0],
              [0, 1, 0],
            ],
          },
        },
        { id: "crate", shape: box, mass: 2, position: [0, 1, 0] },
      ],
    });
    const { total } = model.world.getEnergy();
    const told = [...model.world.events];
    const at = (t: number) => {
      const { status, events } = advanceModel(model, t);
      expect(status).toBe("done");
      told.push(...events);
      const { bodies, energy } = takeSample(model);
      // the driver gives twice what the crate keeps, and the books close
      expect(Math.abs(energy.total - total)).toBeLessThan(1e-11);
      return [bodies.crate.p[1], bodies.crate.v[1]];
    };
    expectVector(at(0.4), [1, 0], 1e-12);
    expectVector(at(1), [1.5, 1], 1e-12);
    // thrown up with 1 m/s at 1.5 s
    expectVector(at(1.6), [2 + 0.1 - 4.905 * 0.01, 1 - 0.981], 1e-12);
    expectVector(at(3), [2, 0], 1e-12);
    const started = model.world.events.find(({ type }) => type === "collision");
    expect(started).toMatchObject({ t: 0.5, vBefore: -1 });
    // reports tell of the instants at which it starts and stops, too
    expect(told).toEqual(model.world.events);
    expect(told.filter(({ type }) => type === "separate")).toMatchObject([{ t: 1.5 }]);
  });

  test("turn about the place of the body, or about a centre", () => {
    const turn = { type: "rotate", axis: [0, 0, 2], rate: Math.PI } as const;
    const model = run(
      {
        ...still,
        bodies: [{ id: "a", shape: box, position: [1, 2, 3], motion: turn }],
        particles: [{ id: "p", position: [1, 0, 0], motion: { ...turn, center: [0, 0, 0] } }],
      },
      0.5,
    );
    const { bodies, particles } = takeSample(model);
    expectVector(bodies.a.p, [1, 2, 3], 1e-14);
    expectVector(bodies.a.q, [0, 0, Math.SQRT1_2, Math.SQRT1_2], 1e-14);
    expectVector(particles.p.p, [0, 1, 0], 1e-14);
  });
});

describe("surfaces", () => {
  /** How fast a ball of some material leaves a floor of another, as a part of the speed at which it came. */
  function bounce(floor: Partial<SceneBody>, falling: Partial<SceneBody>): number {
    const model = run(
      {
        rigor: 1,
        materials: { a: { restitution: 0.2 }, b: { restitution: 0.6 } },
        pairs: [{ a: "b", b: "a", restitution: 0.4 }],
        bodies: [
          { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true, ...floor },
          { id: "ball", shape: ball, position: [0, 1.5, 0], ...falling },
        ],
      },
      Math.sqrt(2 / 9.81) + 0.01,
    );
    const [event] = model.world.events;
    return -event.vAfter / event.vBefore;
  }

  test("bounce as the larger of both, or as their pair says", () => {
    expect(bounce({ material: "a" }, { restitution: 0.5 })).toBeCloseTo(0.5, 9);
    expect(bounce({ material: "b" }, { restitution: 0.5 })).toBeCloseTo(0.6, 9);
    expect(bounce({ material: "a" }, { material: "b" })).toBeCloseTo(0.4, 9);
    expect(bounce({ material: "b" }, { material: "b" })).toBeCloseTo(0.6, 9);
    expect(bounce({}, {})).toBeCloseTo(0, 9);
  });

  test("with values of their own, which win over the material, and not over the pair", () => {
    expect(bounce({ material: "a", restitution: 0.9 }, {})).toBeCloseTo(0.9, 9);
    expect(bounce({ material: "b", restitution: 0.1 }, { restitution: 0.3 })).toBeCloseTo(0.3, 9);
    expect(bounce({ material: "a", restitution: 0.9 }, { material: "b" })).toBeCloseTo(0.4, 9);
  });
});

describe("forces", () => {
  const far: Vector = [10, 0, 0];

  test("drag slows bodies and particles, and turning", () => {
    const model = run(
      {
        ...still,
        bodies: [
          {
            id: "a",
            shape: box,
            mass: 2,
            inertia: [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
            velocity: [1, 0, 0],
            angularVelocity: [0, 0, 1],
          },
        ],
        particles: [{ id: "p", mass: 2, velocity: [1, 0, 0], position: far }],
        forces: [{ type: "drag", on: "all", linear: 1, angular: 0.5 }],
      },
      1,
    );
    const { bodies, particles, energy } = takeSample(model);
    expect(bodies.a.v[0]).toBeCloseTo(Math.exp(-0.5), 8);
    expect(bodies.a.w[2]).toBeCloseTo(Math.exp(-0.5), 8);
    expect(particles.p.v[0]).toBeCloseTo(Math.exp(-0.5), 8);
    expect(energy.dissipated).toBeCloseTo(2.5 * (1 - Math.exp(-1)), 7);
    expect(energy.work).toBe(0);
  });

  test("wind carries along what it is on, and nothing else", () => {
    const model = run(
      {
        ...still,
        bodies: [
          { id: "a", shape: box, mass: 1 },
          { id: "b", shape: box, mass: 1, position: far },
        ],
        particles: [
          { id: "p", position: [0, 9, 0] },
          { id: "q", position: [0, 8, 0] },
        ],
        forces: [{ type: "wind", on: ["a", "p"], velocity: [0, 0, 3], drag: 2 }],
      },
      1,
    );
    const { bodies, particles } = takeSample(model);
    const v = 3 * (1 - Math.exp(-2));
    expect([bodies.a.v[2], particles.p.v[2]].map((x) => Math.abs(x - v) < 1e-7)).toEqual([true, true]);
    expect([bodies.b.v[2], particles.q.v[2]]).toEqual([0, 0]);
  });

  test("springs hold bodies by points of their frames, particles and points of the world", () => {
    const model = run(
      {
        ...still,
        bodies: [{ id: "a", shape: box, mass: 2, position: [3, 0, 0], rotation: [0, 0, 1, 1] }],
        particles: [{ id: "p", mass: 2, position: [0, 9, 0] }],
        forces: [
          { type: "spring", a: "a", anchorA: [0, 0.5, 0], anchorB: [1.5, 0, 0], stiffness: 8, length: 0.5 },
          { type: "spring", id: "s", a: "p", anchorB: [0, 7, 0], stiffness: 8 },
          { type: "constant", on: ["p"], force: [0, 8, 0] },
        ],
      },
      Math.PI / 4,
    );
    // ω = 2: a quarter of a period; the anchor is at x = 2.5, the spring at rest where it is at 2
    const { bodies, particles } = takeSample(model);
    expectVector(bodies.a.p, [2.5, 0, 0], 1e-7);
    expectVector(bodies.a.v, [-1, 0, 0], 1e-7);
    expectVector(particles.p.p, [0, 10, 0], 1e-7);
    expect(model.forces[1]).toMatchObject({ id: "s", type: "spring", length: 2 });
  });

  test("constant forces act at the centre, at a point of space or at a point of the body", () => {
    const mass = {
      mass: 1,
      inertia: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    } as const;
    const at = (k: number): Vector => [10 * k, 0, 0];
    const model = run(
      {
        ...still,
        bodies: [0, 1, 2, 3].map((k) => ({
          id: `b${k}`,
          shape: box,
          ...mass,
          position: at(k),
          rotation: [0, 0, 1, 1],
        })),
        forces: [
          { type: "constant", on: ["b0"], force: [1, 0, 0] },
          { type: "constant", on: ["b1"], force: [1, 0, 0], frame: "body" },
          { type: "constant", on: ["b2"], force: [0, 1, 0], at: [21, 0, 0] },
          { type: "constant", on: ["b3"], torque: [0, 0, 1] },
        ],
      },
      0.01,
    );
    const { bodies } = takeSample(model);
    expectVector(bodies.b0.v, [0.01, 0, 0], 1e-12);
    expectVector(bodies.b1.v, [0, 0.01, 0], 1e-12);
    expectVector(bodies.b2.v, [0, 0.01, 0], 1e-12);
    expectVector(bodies.b2.w, [0, 0, 0.01], 1e-12);
    expectVector(bodies.b3.w, [0, 0, 0.01], 1e-12);
  });

  test("attraction holds bodies and particles, fixed ones with the mass that they have", () => {
    // a circle about a fixed sun of volume π/6 and density 12/π: 2 kg
    const v = Math.sqrt((3 * 2) / 4);
    const model = run(
      {
        ...still,
        bodies: [
          { id: "sun", shape: ball, density: 12 / Math.PI, fixed: true },
          { id: "planet", shape: { ...ball, radius: 0.1 }, mass: 1e-9, position: [4, 0, 0], velocity: [0, v, 0] },
          { id: "floor", shape: { type: "plane", normal: [0, 0, 1], offset: -9 }, fixed: true },
        ],
        particles: [{ id: "dust", mass: 1e-9, position: [0, 4, 0], velocity: [-v, 0, 0] }],
        forces: [{ type: "attract", on: "all", strength: 3 }],
      },
      (2 * Math.PI * 4) / v / 4,
    );
    const { bodies, particles } = takeSample(model);
    expectVector(bodies.planet.p, [0, 4, 0], 1e-6);
    expectVector(particles.dust.p, [-4, 0, 0], 1e-6);
  });

  test("repulsion pushes centres apart that come too near, and its books close", () => {
    const model = run(
      {
        ...still,
        bodies: [{ id: "a", shape: { ...ball, radius: 0.1 }, mass: 1, position: [-2, 0, 0], velocity: [1, 0, 0] }],
        particles: [{ id: "p", mass: 1, position: [2, 0, 0], velocity: [-1, 0, 0] }],
        forces: [{ type: "repel", on: "all", radius: 2, stiffness: 4 }],
      },
      3,
    );
    // each as at a spring of twice the stiffness against the middle: half a period of ω = √8
    const { bodies, particles, energy } = takeSample(model);
    const out = 3 - 1 - Math.PI / Math.sqrt(8);
    expectVector(bodies.a.p, [-1 - out, 0, 0], 1e-6);
    expectVector(particles.p.p, [1 + out, 0, 0], 1e-6);
    // the force has a bend where it begins, which one step crosses: 6.6e-8
    expect(Math.abs(energy.total - 1)).toBeLessThan(2e-7);
  });
});

describe("constraints", () => {
  test("hold bodies and particles to the world and to one another", () => {
    const model = run(
      {
        rigor: 1,
        bodies: [
          { id: "arm", shape: box, mass: 1, position: [0.5, 0, 0] },
          { id: "sled", shape: box, mass: 1, position: [5, 0, 0] },
          { id: "twin", shape: box, mass: 1, position: [5, 3, 0] },
        ],
        particles: [
          { id: "p", position: [9, 0, 0] },
          { id: "q", position: [9, 1, 0] },
          { id: "r", position: [12, 0, 0] },
        ],
        constraints: [
          { id: "h", type: "hinge", a: "arm", anchor: [0, 0, 0], axis: [0, 0, 1] },
          { id: "s", type: "slider", a: "sled", axis: [1, -1, 0] },
          { id: "w", type: "weld", a: "twin", b: "sled" },
          { id: "d", type: "distance", a: "p", anchorB: [9, 0.5, 0.5] },
          { id: "c", type: "curve", a: "q", curve: { type: "line", point: [9, 0, 0], direction: [0, 1, 1] } },
          { id: "n", type: "plane", a: "r", anchor: [0, 0, 0], normal: [0, 1, 0] },
        ].map((each) =>
          each.id === "c" ? { ...each, curve: { type: "line", point: [9, 1, 0], direction: [0, 1, 1] } } : each,
        ) as SceneFile["constraints"] & object,
      },
      0.3,
    );
    const { bodies, particles, constraints } = takeSample(model);
    for (const { error } of Object.values(constraints)) expect(error).toBeLessThan(1e-11);
    expect(Math.sqrt(bodies.arm.p[0] ** 2 + bodies.arm.p[1] ** 2)).toBeCloseTo(0.5, 10);
    // down a slope of 45°: half of g along each axis
    const way = 0.25 * 9.81 * 0.09;
    expectVector(bodies.sled.p, [5 + way, -way, 0]);
    expectVector(bodies.twin.p, [5 + way, 3 - way, 0]);
    expectVector(particles.q.p, [9, 1 - way, -way]);
    expectVector(particles.r.p, [12, 0, 0]);
    expectVector(constraints.n.force, [0, 9.81, 0]);
  });

  test("of one particle: at a point, along an axis of a body, as a part of it", () => {
    const model = run(
      {
        ...still,
        bodies: [{ id: "a", shape: box, motion: { type: "rotate", axis: [0, 0, 1], rate: Math.PI } }],
        particles: [
          { id: "nailed", position: [0, 3, 0], velocity: [1, 0, 0] },
          { id: "part", position: [2, 0, 0] },
          { id: "bead", position: [0, 0, 2] },
        ],
        constraints: [
          { type: "ball", a: "nailed" },
          { type: "weld", a: "part", b: "a" },
          { id: "rail", type: "slider", a: "a", b: "bead", axis: [0, 0, 1] },
        ],
      },
      0.5,
    );
    const { particles } = takeSample(model);
    expectVector(particles.nailed.p, [0, 3, 0]);
    expectVector(particles.part.p, [0, 2, 0]);
    expectVector(particles.bead.p, [0, 0, 2]);
    expect(model.constraints.map(({ flipped = false }) => flipped)).toEqual([false, false, true]);
    expect(model.warnings).toHaveLength(1);
    expect(model.warnings[0]).toMatch(/^velocities violated constraints/);
  });

  test("that are not met at t = 0 are refused, or mended where it is a matter of digits", () => {
    const circle = { type: "circle", center: [0, 0, 0], normal: [0, 0, 1], radius: 1 } as const;
    const file = (x: number): SceneFile => ({
      ...still,
      particles: [{ id: "p", position: [x, 0, 0] }],
      constraints: [{ id: "c", type: "curve", a: "p", curve: circle }],
    });
    expect(problems(file(1.25))).toEqual([
      'constraints[0]: must be met at t = 0 (curve "c"), got 0.25; move the things that it joins, or its anchor',
    ]);
    const { warnings, world } = buildScene(file(1.0001));
    expect(world.system.particles.state[0]).toBeCloseTo(1, 12);
    expect(warnings).toHaveLength(1);
    expect(problems(file(1))).toEqual([]);
  });

  test("beyond the contract: screw, pulley, gear, motor, rolling", () => {
    const wheel = (id: string, x: number): SceneBody => ({
      id,
      shape: box,
      mass: 1,
      inertia: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      position: [x, 0, 0],
      collidesWith: [],
    });
    const axis: Vector = [0, 0, 1];
    const model = run(
      {
        ...still,
        bodies: [
          wheel("a", 0),
          wheel("b", 3),
          wheel("nut", 6),
          { ...wheel("ball", 9), velocity: [1, 0, 0], angularVelocity: [0, 0, -2] },
        ],
        constraints: [
          { id: "m", type: "motor", joint: "h", speed: 2 },
          { id: "h", type: "hinge", a: "a", anchor: [0, 0, 0], axis },
          { id: "k", type: "hinge", a: "b", anchor: [3, 0, 0], axis },
          { id: "g", type: "gear", a: "h", b: "k", ratio: -0.5 },
          { id: "s", type: "screw", a: "nut", anchor: [6, 0, 0], axis, pitch: 2 * Math.PI },
          { id: "r", type: "rolling", a: "ball", radius: 0.5, normal: [0, 1, 0], point: [0, -0.5, 0] },
        ],
        forces: [{ type: "joint", joint: "s", effort: 3 }],
      },
      0.5,
    );
    const { bodies } = takeSample(model);
    expect(bodies.a.w[2]).toBeCloseTo(2, 9);
    expect(bodies.b.w[2]).toBeCloseTo(-1, 9);
    // (I + m) θ̈ = 3 with a metre a radian
    expect(bodies.nut.w[2]).toBeCloseTo(0.75, 9);
    expect(bodies.nut.v[2]).toBeCloseTo(0.75, 9);
    expectVector(bodies.ball.p, [9.5, 0, 0]);
  });
});

describe("generalized bodies", () => {
  test("a pendulum counts its angles from gravity, right-handed about the normal", () => {
    const hang = (gravity: Vector, normal: Vector): ArrayLike<number> =>
      takeSample(
        buildScene({
          rigor: 1,
          gravity,
          generalized: [
            {
              id: "g",
              type: "pendulum",
              anchor: [1, 1, 1],
              normal,
              links: [{ length: 2, mass: 1 }],
              angles: [Math.PI / 2],
            },
          ],
        }),
      ).generalized!.g.p[0];
    expectVector(hang([0, -9.81, 0], [0, 0, 1]), [3, 1, 1], 1e-14);
    expectVector(hang([0, -9.81, 0], [0, 0, -3]), [-1, 1, 1], 1e-14);
    expectVector(hang([0, 0, -1], [1, 0, 0]), [1, 3, 1], 1e-14);
    expectVector(hang([0, 0, 0], [0, 0, 1]), [3, 1, 1], 1e-14);
    expectVector(hang([0, -1, 0], [0, 1, 0]), [1, 1, -1], 1e-14);
  });

  test("a bead counts from x, as the turn of z onto the normal takes it", () => {
    const place = (normal: Vector, u: number): ArrayLike<number> => {
      const curve = { type: "circle", center: [0, 0, 0], normal, radius: 2 } as const;
      return takeSample(buildScene({ rigor: 1, generalized: [{ id: "b", type: "bead", curve, u }] })).generalized!.b
        .p[0];
    };
    expectVector(place([0, 0, 1], 0), [2, 0, 0], 1e-14);
    expectVector(place([0, 0, 1], Math.PI / 2), [0, 2, 0], 1e-14);
    expectVector(place([0, 5, 0], Math.PI / 2), [0, 0, -2], 1e-14);
    expectVector(place([0, 0, -1], 0), [2, 0, 0], 1e-14);
    const curve = { type: "line", point: [1, 0, 0], direction: [0, 3, 4] } as const;
    const line = buildScene({ rigor: 1, generalized: [{ id: "b", type: "bead", curve, u: 5, rate: 1 }] });
    expectVector(takeSample(line).generalized!.b.p[0], [1, 3, 4], 1e-14);
  });
});

describe("methods", () => {
  test("reach the world, and what is not there is refused at its place", () => {
    const { world } = buildScene({
      rigor: 1,
      gravity: [0, 0, -1],
      method: {
        integrator: "rk4",
        step: 0.01,
        tolerance: 1e-6,
        contactTolerance: 1e-6,
        restitutionThreshold: 1e-3,
        collisions: "propagation",
        resting: "pivot",
        seed: 3,
      },
    });
    expect(world.settings).toMatchObject({
      integrator: "rk4",
      step: 0.01,
      tolerance: 1e-6,
      contactTolerance: 1e-6,
      restitutionThreshold: 1e-3,
      collisions: "propagation",
      resting: "pivot",
    });
    expect(problems({ rigor: 1, method: { resting: "lp-1989" } })[0]).toMatch(/^method\.linearProgram/);
  });

  test("friction holds a block on a slope, and a belt carries it", () => {
    const bodies: SceneBody[] = [
      { id: "floor", shape: { type: "plane", normal: [0, 1, 0], offset: 0 }, fixed: true, friction: 0.5 },
      { id: "block", shape: box, friction: 0.5, position: [0, 0.5, 0] },
    ];
    const held = buildScene({ rigor: 1, gravity: [2, -9, 0], bodies });
    expect(held.warnings).toEqual([]);
    expect(held.world.advanceTo(1).status).toBe("done");
    expect(held.world.system.state[13]).toBe(0);
    const [floor, block] = bodies;
    const moved = buildScene({ rigor: 1, bodies: [{ ...floor, surfaceVelocity: [1, 0, 0] }, block] });
    moved.world.advanceTo(1);
    // it slips until it is as fast as the belt: v²/2μg behind it
    expect(Math.abs(moved.world.system.state[13] - (1 - 1 / (2 * 0.5 * 9.81)))).toBeLessThan(1e-12);
  });
});

test("a world built by program goes the same way, bit by bit", () => {
  const model = run(
    {
      rigor: 1,
      bodies: [
        { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
        { id: "box", shape: box, mass: 2, position: [0, 1, 0], rotation: [0.1, 0, 0.2, 1], restitution: 0.3 },
      ],
    },
    1,
  );
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  world.addBody({
    shape: createBox({ size: [1, 1, 1] }),
    mass: 2,
    position: [0, 1, 0],
    rotation: [0.1, 0, 0.2, 1],
    restitution: 0.3,
  });
  world.advanceTo(1);
  expect(model.world.system.state).toEqual(world.system.state);
});
