/** Runs sample by sample: the same bits whoever drives them, wherever they were cut and resumed. */
import { describe, expect, test } from "vitest";
import { createBox, createPlane, createSphere } from "../../../../src/collide/index.js";
import { hinge, nail } from "../../../../src/constrain/index.js";
import { sphereMass } from "../../../../src/rigid/index.js";
import { buildScene, type Model, type RunState, SceneRun } from "../../../../src/scene/index.js";
import { World } from "../../../../src/world/index.js";

/** A world with names, as `buildScene` makes it. */
function name(world: World, ids: readonly string[], joints: Model["constraints"] = [], duration = 1): Model {
  return {
    world,
    name: "trial",
    description: "",
    duration,
    sampleRate: 60,
    bodies: ids.map((id, index) => ({ id, index, shapes: [], fixed: index === 0, driven: false })),
    particles: [],
    constraints: joints,
    forces: [],
    generalized: [],
    scene: { rigor: 1, name: "trial" },
    warnings: [],
  };
}

/** A tumbling box, two balls that collide and a pendulum that is hit. */
function buildBusy(duration = 1): Model {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: 0.4 });
  world.addBody({ shape: createBox({ size: [1, 0.5, 0.7] }), position: [0, 1, 0], rotation: [0.2, 0.1, 0.3, 1] });
  for (const x of [2, 3.2]) {
    world.addBody({
      shape: createSphere({ radius: 0.3 }),
      mass: 1,
      position: [x, 0.4, 0],
      velocity: [5 - 2 * x, 0, 0],
      restitution: 0.7,
    });
  }
  const arm = world.addBody({ shape: createBox({ size: [0.1, 1, 0.1] }), mass: 2, position: [2.6, 0.9, 0] });
  const joint = world.add(hinge({ a: { body: arm }, at: [2.6, 1.4, 0], axis: [0, 0, 1] }));
  const ids = ["floor", "box", "left", "right", "arm"];
  return name(world, ids, [{ id: "pin", type: "hinge", constraint: joint }], duration);
}

interface Outcome {
  readonly lines: string[];
  readonly summary: string;
}

function finish(run: SceneRun, look?: (t: number) => boolean): Outcome {
  const lines: string[] = [];
  while (run.status === "running") {
    const frame = run.next(look);
    if (frame !== null) lines.push(JSON.stringify(frame));
  }
  return { lines, summary: JSON.stringify(run.summarize()) };
}

describe("samples", () => {
  test("stand at k/rate, the last at the duration", () => {
    for (const [duration, sampleRate, times] of [
      [0.1, 60, [0, 1, 2, 3, 4, 5, 6].map((k) => (k < 6 ? k / 60 : 0.1))],
      [0.25, 10, [0, 0.1, 0.2, 0.25]],
      [0.01, 10, [0, 0.01]],
    ] as const) {
      const run = new SceneRun(buildBusy(), { duration, sampleRate });
      expect(run.sampleCount).toBe(times.length);
      const { lines } = finish(run);
      expect(lines.map((line) => (JSON.parse(line) as { sample: { t: number } }).sample.t)).toEqual(times);
    }
  });

  test("tell events once and in order, and what counts of them agrees", () => {
    const run = new SceneRun(buildBusy());
    const events: { t: number; type: string }[] = [];
    let last = -1;
    for (let frame = run.next(); frame !== null; frame = run.next()) {
      for (const event of frame.events) expect(event.t > last && event.t <= frame.sample.t).toBe(true);
      events.push(...frame.events);
      last = frame.sample.t;
    }
    const { events: counts, status } = run.summarize();
    expect(status).toBe("complete");
    for (const [type, count] of Object.entries(counts)) {
      expect(events.filter((event) => event.type === type)).toHaveLength(count);
    }
    expect(counts.collision).toBeGreaterThan(4);
    expect(run.model.world.events).toHaveLength(0);
  });
});

describe("the same bits", () => {
  const whole = finish(new SceneRun(buildBusy()));

  test("run twice", () => {
    expect(finish(new SceneRun(buildBusy()))).toEqual(whole);
  });

  test("however often it is stopped on the way", () => {
    for (const every of [1, 2, 3]) {
      let calls = 0;
      const again = finish(new SceneRun(buildBusy()), () => ++calls % every !== 0);
      expect(calls).toBeGreaterThan(60);
      expect(again).toEqual(whole);
    }
  });

  test("resumed from every checkpoint, kept as text, in a model built anew", () => {
    const run = new SceneRun(buildBusy());
    const states = new Set<RunState>();
    while (run.next() !== null) if (run.checkpoint !== null) states.add(run.checkpoint);
    expect(states.size).toBe(2);
    for (const state of states) {
      const other = SceneRun.restore(buildBusy(), JSON.parse(JSON.stringify(state)) as RunState);
      expect(other.sampleIndex).toBe(state.sampleIndex);
      const rest = finish(other);
      expect(rest.lines).toEqual(whole.lines.slice(state.sampleIndex + 1));
      expect(rest.summary).toBe(whole.summary);
    }
  });

  test("resumed, a figure that was no number is none, though text has null for it", () => {
    const run = new SceneRun(buildBusy());
    while (run.checkpoint === null) run.next();
    const state = { ...run.checkpoint, figures: { ...run.checkpoint.figures, worstEnergyError: Number.NaN } };
    const { summary } = finish(SceneRun.restore(buildBusy(), JSON.parse(JSON.stringify(state)) as RunState));
    expect(JSON.parse(summary).worstEnergyError).toBe(null);
    expect(JSON.parse(summary).warnings.join()).toContain(
      "energy/balance: the energy balance is off by more than the tolerance allows",
    );
  });

  test("resumed, what touched at t = 0 is not told again", () => {
    const scene = {
      rigor: 1,
      run: { duration: 0.1, sampleRate: 20 },
      bodies: [
        { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
        { id: "box", shape: { type: "box", size: [1, 1, 1] }, mass: 1, position: [0, 0.5, 0] },
      ],
    } as const;
    const run = new SceneRun(buildScene(scene));
    expect(run.next()?.events.map(({ type }) => type)).toEqual(["touch"]);
    const rest = finish(SceneRun.restore(buildScene(scene), run.checkpoint as RunState));
    expect(rest).toEqual(finish(run));
    expect(rest.lines.every((line) => line.includes('"events":[]'))).toBe(true);
  });

  test("not resumed with another duration, another scene or something else", () => {
    const run = new SceneRun(buildBusy());
    run.next();
    const state = run.checkpoint as RunState;
    expect(() => SceneRun.restore(buildBusy(2), state)).toThrow("state.duration");
    expect(() => SceneRun.restore(buildBusy(), { ...state, sceneHash: "0" })).toThrow("state.sceneHash");
    expect(() => SceneRun.restore(buildBusy(), null as unknown as RunState)).toThrow("state: must be");
  });
});

describe("forces", () => {
  test("of contacts and joints together are what moves the bodies, also where they are not unique", () => {
    // a beam on two hinges of the same axis that stands on the floor, too
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const beam = world.addBody({ shape: createBox({ size: [2, 1, 1] }), mass: 3, position: [0, 0.5, 0] });
    const joints = [-0.4, 0.4].map((z) => world.add(hinge({ a: { body: beam }, at: [-1, 0.5, z], axis: [0, 0, 1] })));
    const model = name(
      world,
      ["floor", "beam"],
      joints.map((constraint, k) => ({ id: `hinge ${k}`, type: "hinge", constraint })),
    );
    const run = new SceneRun(model);
    const { sample } = run.next() as NonNullable<ReturnType<SceneRun["next"]>>;
    const total = [0, -3 * 9.81, 0];
    // about the centre of mass
    const torque = [0, 0, 0];
    const add = (p: readonly number[], f: readonly number[]) => {
      const r = [p[0] - 0, p[1] - 0.5, p[2] - 0];
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        total[k] += f[k];
        torque[k] += r[i] * f[j] - r[j] * f[i];
      }
    };
    for (const { a, b, p, n, f } of sample.contacts) {
      expect([a, b]).toEqual(["beam", "floor"]);
      expect(n).toEqual([0, 1, 0]);
      add(
        p,
        n.map((x) => f * x),
      );
    }
    for (const [id, { force, torque: own, error }] of Object.entries(sample.constraints)) {
      add([-1, 0.5, id === "hinge 0" ? -0.4 : 0.4], force);
      for (let k = 0; k < 3; k++) torque[k] += own[k];
      expect(error).toBeLessThan(1e-15);
    }
    expect(sample.contacts.length).toBe(4);
    // rounding of 29 N
    for (const x of [...total, ...torque]) expect(Math.abs(x)).toBeLessThan(2e-14);
    // ordinary statics: nothing is off
    const { warnings, notes } = run.summarize();
    expect(notes.some((note) => note.includes("constraints are not unique"))).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("in a pendulum are those of the closed form", () => {
    // m g (3 cos θ − 2 cos θ₀) along the rod, of a point mass all but; released at θ₀ = 1
    const world = new World({ tolerance: 1e-12 });
    const mass = sphereMass({ radius: 1e-6, mass: 2 });
    const bob = world.addBody({ mass, position: [Math.sin(1), -Math.cos(1), 0] });
    const pin = world.add(nail({ a: { body: bob, point: [-Math.sin(1), Math.cos(1), 0] }, at: [0, 0, 0] }));
    const run = new SceneRun(name(world, ["bob"], [{ id: "pin", type: "ball", constraint: pin }]));
    for (let frame = run.next(); frame !== null; frame = run.next()) {
      const { p } = frame.sample.bodies.bob;
      const { force, torque } = frame.sample.constraints.pin;
      const cosine = -p[1];
      const tension = 2 * 9.81 * (3 * cosine - 2 * Math.cos(1));
      const along = force.reduce((sum, f, k) => sum - f * p[k], 0);
      expect(Math.abs(along - tension)).toBeLessThan(1e-8);
      expect(torque).toEqual([0, 0, 0]);
    }
    expect(run.summarize().worstEnergyError).toBeLessThan(1e-10);
  });
});
