/**
 * The audit judges things with coordinates: u against u̇, and momenta against the forces told, by their energies alone. Each of its
 * figures is off where a state or a force is falsified behind its back, of the thing and at the time; and none where nothing is.
 */
import { afterEach, expect, test, vi } from "vitest";
import { ball, limit, type Mechanism } from "../../../../src/constrain/index.js";
import { GeneralizedBody } from "../../../../src/lagrange/generalized-body.js";
import {
  circleWire,
  createBead,
  createBodyCoordinate,
  createGeneralizedBody,
  createLinkage,
  createPendulum,
  createSphericalPendulum,
  helixWire,
  placedForce,
  turnAbout,
} from "../../../../src/lagrange/index.js";
import { boxMass } from "../../../../src/rigid/index.js";
import { IslandRows } from "../../../../src/world/assembly/island-rows.js";
import { describeAudit } from "../../../../src/world/index.js";
import { Island } from "../../../../src/world/island/island.js";
import { World } from "../../../../src/world/world.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const words = {
  force: "balance/forces: the reported forces and impulses are not those that move a body",
  way: "balance/positions: a body is not where its velocities lead",
  rest: "balance/rest: the reported forces do not carry a body at rest",
} as const;

const swing = () => createPendulum({ lengths: [1, 0.7], masses: [1, 2], angles: [2, 1] });

/** Looks twenty times a second. */
function follow(world: World, seconds = 1): World["worst"] {
  let worst = { kinematicError: 0, forceBalance: 0 };
  for (let k = 1; k <= 20 * seconds; k++) {
    const report = world.advanceTo(k / 20);
    expect(report.status, report.message).toBe("done");
    world.getContacts();
    world.getReactions();
    worst = {
      kinematicError: Math.max(worst.kinematicError, world.worst.kinematicError),
      forceBalance: Math.max(worst.forceBalance, world.worst.forceBalance),
    };
    expect(world.worst.fallbacks.filter((what) => what.startsWith("balance"))).toEqual([]);
  }
  return { ...world.worst, ...worst };
}

const chain = () =>
  createLinkage({
    gravity: [0, -9.81, 0],
    links: Array.from({ length: 9 }, (_, i) => ({
      parent: i - 1,
      joint:
        i % 3 === 2
          ? ({ type: "prismatic", axis: [0, 1, 0], at: [0, -0.2, 0] } as const)
          : ({ type: "revolute", axis: i % 2 === 0 ? [0, 0, 1] : [1, 0, 0], at: [0, i === 0 ? 0 : -0.2, 0] } as const),
      mass: boxMass({ size: [0.05, 0.2, 0.05], mass: 0.1 }),
      coordinate: i % 3 === 2 ? 0 : 0.3,
    })),
  });

test.each<[string, (world: World) => void]>([
  ["a double pendulum", (world) => world.addCoordinates(swing())],
  [
    "one that hangs at rest",
    (world) => world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [0] })),
  ],
  [
    "a spherical pendulum",
    (world) => world.addCoordinates(createSphericalPendulum({ length: 1, mass: 2, polar: 0.8, azimuthRate: 3 })),
  ],
  ["a bead", (world) => world.addCoordinates(createBead({ wire: helixWire({ radius: 0.5, pitch: 0.3 }), mass: 1 }))],
  [
    "a bead on a ring of a millimetre, by its arc",
    (world) => {
      const wire = circleWire({ radius: 1e-3 });
      world.addCoordinates(createBead({ wire: (s, t) => wire(s.times(1000), t), mass: 1, rate: 0.3, time: 0 }));
    },
  ],
  [
    "a bead on a wire that moves",
    (world) => {
      const wire = (u: Parameters<ReturnType<typeof circleWire>>[0], t: typeof u) =>
        [u.cos(), u.sin(), t.times(3).sin().times(0.3)] as const;
      world.addCoordinates(createBead({ wire, mass: 1, rate: 3, time: 0 }));
    },
  ],
  [
    "a wheel on which nothing acts",
    (world) => {
      const parts = ([u]: Parameters<Parameters<typeof createGeneralizedBody>[0]["parts"]>[0]) => [
        { position: [0, 0, 0] as const, rotation: turnAbout([0, 0, 1], u) },
      ];
      const masses = [boxMass({ size: [1, 1, 0.1], mass: 3 })];
      world.addCoordinates(createGeneralizedBody({ coordinates: [0], rates: [100], parts, masses }));
    },
  ],
  ["a chain of links that turn and slide", (world) => world.addCoordinates(chain())],
  [
    "a pendulum that is pushed",
    (world) => {
      const on = world.addCoordinates(swing());
      const wrench = (time: Float64Array, out: Float64Array) => {
        out[0] = 5 * Math.sin(3 * time[0]);
      };
      world.mechanism.addForce(placedForce(world.mechanism, { at: { on, part: 1 }, wrench }));
    },
  ],
  ["a pendulum from which a body hangs", (world) => hang(world)],
])("nothing is off where nothing is falsified: %s", (_, add) => {
  const world = new World();
  add(world);
  const worst = follow(world);
  // as well as steps follow u: 5e-12 each
  expect(worst.kinematicError).toBeLessThan(2e-12);
  // what differences of energies are known to, where coordinates of light parts and heavy ones are coupled
  expect(worst.forceBalance).toBeLessThan(2e-9);
});

/** A body hangs from the lower end of a pendulum by a ball joint. */
function hang(world: World): void {
  const on = world.addCoordinates(swing());
  const end = new Float64Array(6);
  on.readPoint(end, 0, 1);
  const mass = boxMass({ size: [0.2, 0.4, 0.2], mass: 1 });
  const body = world.addBody({ mass, position: [end[0], end[1] - 0.2, end[2]] });
  world.add(ball({ a: { on, part: 1 }, b: { body, point: [0, 0.2, 0] } }));
}

/** Lets `falsify` change u and u̇ of the things at the end of each step. */
function falsifySteps(falsify: (own: Float64Array) => void): void {
  const finish = Island.prototype.finishStep;
  vi.spyOn(Island.prototype, "finishStep").mockImplementation(function (this: Island) {
    const isMoved = finish.call(this);
    falsify(this.model.own);
    this.derive();
    return isMoved;
  });
}

test.each([
  ["is not where its rates lead", 2, "kinematicError", words.way],
  ["is faster than its forces tell", 3, "forceBalance", words.force],
] as const)("a thing that %s is found, by its name", (_, slot, figure, what) => {
  falsifySteps((own) => {
    own[slot] += 1e-6;
  });
  const world = new World();
  world.addCoordinates(createBead({ wire: circleWire({ radius: 1 }), mass: 1 }));
  world.addCoordinates(createBead({ wire: circleWire({ radius: 1, center: [5, 0, 0] }), mass: 1, coordinate: 0.5 }));
  const index = slot >> 1;
  const { worst, steps } = world.advanceTo(0.25);
  expect(worst[figure]).toBeGreaterThan(2e-7);
  // of the way, a radian as a metre; of forces, beside 1 kg × g × 1/64 … 1/4 s
  if (figure === "kinematicError") expect(worst[figure]).toBeLessThan(1.1e-6 * steps);
  expect(worst.places[figure]).toMatchObject({ body: -1, thing: index });
  expect(worst.places[figure]?.time).toBeGreaterThan(0);
  expect(worst.fallbacks).toContain(what);
  const [sentence] = describeAudit(worst, world.settings).filter((each) => each.startsWith(what));
  expect(sentence).toMatch(
    new RegExp(`: coordinates\\[${index}\\], off by .* at t = 0\\.\\d+ s, where 1e-7 is allowed`),
  );
  expect(describeAudit(worst, world.settings, undefined, undefined, () => "the bead").join()).toContain(": the bead, ");
});

test("a limit that a thing strikes: its impulses are told, and where they are not, it is found", () => {
  const strike = () => {
    const world = new World();
    const bead = world.addCoordinates(swing());
    const angle = createBodyCoordinate(world.mechanism, bead, 0, "angle");
    world.addLimit(limit(angle, { lower: 1.5, restitution: 0.5 }));
    return world;
  };
  const world = strike();
  follow(world, 2);
  expect(world.events.length).toBeGreaterThan(0);
  // impulses that move it by a part in ten thousand more than is told
  const other = strike();
  const multiply = IslandRows.prototype.writeImpulse;
  let calls = 0;
  vi.spyOn(IslandRows.prototype, "writeImpulse").mockImplementation(function (this: IslandRows, out, f, contacts) {
    multiply.call(this, out, f, contacts);
    // first it is given to what it acts on, then told
    if (calls++ % 2 === 0) for (let k = 0; k < out.length; k++) out[k] *= 1 + 1e-4;
  });
  const { worst } = other.advanceTo(2);
  expect(calls).toBeGreaterThan(0);
  expect(worst.forceBalance).toBeGreaterThan(1e-7);
  expect(worst.places.forceBalance).toMatchObject({ body: -1, thing: 0 });
  expect(worst.fallbacks).toContain(words.force);
});

test.each<[string, () => void]>([
  [
    "what motion itself asks for",
    () => {
      const derive = GeneralizedBody.prototype.derive;
      vi.spyOn(GeneralizedBody.prototype, "derive").mockImplementation(function (this: GeneralizedBody, state, o) {
        derive.call(this, state, o);
        for (let k = 0; k < this.acceleration.length; k++) this.acceleration[k] *= 1 + 1e-5;
      });
    },
  ],
  [
    "the mass matrix",
    () => {
      const multiply = GeneralizedBody.prototype.multiplyInverse;
      vi.spyOn(GeneralizedBody.prototype, "multiplyInverse").mockImplementation(function (this: GeneralizedBody, x, o) {
        multiply.call(this, x, o);
        x[o] *= 1 + 1e-5;
      });
    },
  ],
  [
    "a force in the steps that nobody has given",
    () => {
      const derivative = Island.prototype.derivative;
      vi.spyOn(Island.prototype, "derivative").mockImplementation(function (this: Island, out: Float64Array) {
        derivative.call(this, out);
        out[2] += 1e-4;
      });
    },
  ],
])("a thing whose motion is not that of its energies and forces is found where somebody looks: %s", (_, falsify) => {
  const world = new World();
  world.addCoordinates(swing());
  world.advanceTo(0.3);
  world.getContacts();
  expect(world.worst.forceBalance).toBeLessThan(1e-12);
  falsify();
  world.system.revise();
  world.advanceTo(0.6);
  world.getContacts();
  const { worst } = world;
  expect(worst.forceBalance).toBeGreaterThan(2e-7);
  expect(worst.forceBalance).toBeLessThan(1e-4);
  expect(worst.places.forceBalance).toEqual({ body: -1, thing: 0, time: 0.6 });
  expect(worst.fallbacks).toContain(words.force);
});

test("a force in the steps that is not there where somebody looks is found in the step before", () => {
  const world = new World();
  world.addCoordinates(swing());
  world.advanceTo(0.3);
  const derivative = Island.prototype.derivative;
  const spy = vi.spyOn(Island.prototype, "derivative").mockImplementation(function (this: Island, out: Float64Array) {
    derivative.call(this, out);
    // not at the end, where the slope is taken
    if (this.model.system.time < 0.6) out[2] += 1e-4;
  });
  world.advanceTo(0.6);
  spy.mockRestore();
  world.getContacts();
  expect(world.worst.forceBalance).toBeGreaterThan(2e-7);
  expect(world.worst.places.forceBalance).toEqual({ body: -1, thing: 0, time: 0.6 });
});

test("a reaction that is told and is not the one that moves a thing is found", () => {
  const world = new World();
  hang(world);
  world.advanceTo(0.3);
  world.getReactions();
  expect(world.worst.forceBalance).toBeLessThan(1e-10);
  world.advanceTo(0.6);
  const solve = Island.prototype.computeForces;
  vi.spyOn(Island.prototype, "computeForces").mockImplementation(function (this: Island) {
    solve.call(this);
    this.active.table.lambda[1] *= 1 + 1e-5;
  });
  world.getReactions();
  expect(world.worst.forceBalance).toBeGreaterThan(2e-7);
  expect(world.worst.fallbacks).toContain(words.force);
});

test("what rests is carried to 1e-9, or it is told", () => {
  const [good, bad] = [0, 1e-6].map((more) => {
    const world = new World();
    const bead = createBead({ wire: circleWire({ radius: 1 }), mass: 1 });
    const on = world.addCoordinates(bead);
    const wrench = (_: Float64Array, out: Float64Array) => {
      out[1] = 9.81 + extra;
    };
    let extra = 0;
    world.mechanism.addForce(placedForce(world.mechanism, { at: { on }, wrench }));
    world.advanceTo(0.1);
    // shown, and not what has acted
    extra = more;
    world.getContacts();
    return world.worst;
  });
  expect(good.forceBalance).toBeLessThan(1e-12);
  expect(good.fallbacks).toEqual([]);
  // of 9.81 N
  expect(bad.forceBalance).toBeGreaterThan(0.9e-7);
  expect(bad.forceBalance).toBeLessThan(1.1e-7);
  expect(bad.places.forceBalance).toEqual({ body: -1, thing: 0, time: 0.1 });
  expect(bad.fallbacks).toContain(words.rest);
});

test("looks at things with coordinates change no bit", () => {
  const run = (looks: boolean) => {
    const world = new World();
    hang(world);
    world.addCoordinates(chain());
    for (let k = 1; k <= 10; k++) {
      world.advanceTo(k / 10);
      if (looks) world.getContacts();
      if (looks) world.getReactions();
    }
    return [...world.system.state, ...world.mechanism.own];
  };
  expect(run(true)).toEqual(run(false));
});

test("of a thing that a user has written coordinates alone are judged", () => {
  const world = new World();
  // a mass on a spring and a damper of its own
  const force = new Float64Array(1);
  const at = new Float64Array(2);
  world.addCoordinates({
    name: "slide",
    width: 1,
    initial: [1, 0],
    force,
    derive: (state, o) => {
      at[0] = state[o];
      at[1] = state[o + 1];
    },
    computeForces: (_: Mechanism) => {
      force[0] = -4 * at[0] - 0.1 * at[1];
    },
    multiplyInverse: (x, o) => {
      x[o] /= 2;
    },
    kineticEnergy: () => at[1] * at[1],
    potentialEnergy: () => 2 * at[0] * at[0],
  });
  expect(follow(world).kinematicError).toBeLessThan(1e-12);
  falsifySteps((own) => {
    own[0] += 1e-6;
  });
  const { worst } = world.advanceTo(2);
  expect(worst.kinematicError).toBeGreaterThan(0.9e-6);
  expect(worst.places.kinematicError).toMatchObject({ body: -1, thing: 0 });
  expect(worst.fallbacks).toContain(words.way);
});
