/**
 * Bodies, forces, joints and limits that come and go while all rests: the world goes on as one that was built that way, at
 * once or after a look of any kind, and a look changes no bit, but for `save`, after which solvers begin anew.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { type Constraint, distance, hinge, limit } from "@rigor/engine/constrain";
import { appliedForce, type BodyForce } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../support/rigid.js";

type Hinge = ReturnType<ReturnType<typeof hinge>>;

const cube = createBox({ size: [1, 1, 1] });
const marble = createSphere({ radius: 0.1 });

/** Things that are known by name. Of joints and forces, those whose bodies are there. */
class Yard {
  readonly world = new World();
  readonly bodies = new Map<string, number>();
  private readonly forces = new Map<string, BodyForce>();
  private readonly joints = new Map<string, Constraint>();
  private readonly limits = new Map<string, Parameters<World["addLimit"]>[0]>();

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    const { world } = this;
    const body = (options: Parameters<World["addBody"]>[0]) => this.bodies.set(name, world.addBody(options));
    const at = (other: string) => ({ body: this.bodies.get(other)! });
    const push = (on: string, force: number[]) =>
      this.forces.set(name, world.addForce(appliedForce({ ...at(on), force })));
    switch (name) {
      case "floor":
        return void body({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
      case "lower":
        return void body({ shape: cube, mass: 1, position: [0, 0.5, 0] });
      case "upper":
        return void body({ shape: cube, mass: 1, position: [0.1, 1.5, 0] });
      case "load":
        return void push("upper", [0, -5, 0]);
      case "lift":
        return void push("upper", [0, 15, 0]);
      case "shove":
        return void push("lower", [3, 0, 0]);
      case "arm":
        return void body({ shape: createBox({ size: [1, 0.1, 0.1] }), mass: 1, position: [5.5, 2, 0] });
      case "hinge":
        return void this.joints.set(name, world.add(hinge({ a: at("arm"), at: [5, 2, 0], axis: [0, 0, 1] })));
      case "stop":
        return void this.limits.set(
          name,
          world.addLimit(limit((this.joints.get("hinge") as Hinge).angle, { lower: 0 })),
        );
      case "hung":
        return void body({ shape: createSphere({ radius: 0.2 }), mass: 1, position: [8, 1, 0] });
      case "rod":
        return void this.joints.set(name, world.add(distance({ a: at("hung"), b: [8, 3, 0] })));
      case "tie":
        return void this.joints.set(name, world.add(distance({ a: at("upper"), b: [0.1, 3, 0] })));
      case "grain":
        return void world.addParticle({ mass: 0.1, position: [0, 2, 0.1], collide: true });
      case "second grain":
        return void world.addParticle({ mass: 1, position: [3, 0.05, 0], collide: true });
      case "marble":
        return void body({ shape: marble, mass: 1, position: [3.5, 0.1, 0] });
      case "marble on top":
        return void body({ shape: marble, mass: 1, position: [0, 2.1, -0.2] });
      default:
        throw new Error(name);
    }
  }

  remove(name: string): void {
    const { world, bodies, forces, joints, limits } = this;
    if (bodies.has(name)) world.removeBody(bodies.get(name)!);
    else if (forces.has(name)) world.removeForce(forces.get(name)!);
    else if (joints.has(name)) world.remove(joints.get(name)!);
    else world.removeLimit(limits.get(name)!);
    bodies.delete(name);
  }

  /** Places, turns and momenta of all that moves: the last number of particles is the time. */
  read(names: readonly string[]): number[] {
    const { state, particles } = this.world.system;
    const rowOf = (name: string) => this.world.requireBody(name, this.bodies.get(name)!);
    const of = (name: string) => state.subarray(13 * rowOf(name), 13 * rowOf(name) + 13);
    return [
      ...names.filter((name) => this.bodies.has(name)).flatMap((name) => [...of(name)]),
      ...particles.state.subarray(0, -1),
    ];
  }
}

const all = ["floor", "lower", "upper", "load", "arm", "hinge", "stop", "hung", "rod", "grain"];

/** What goes, with what goes along with it, and what comes. */
const changes: readonly (readonly [gone: readonly string[], along: readonly string[], come: readonly string[]])[] = [
  [["upper"], ["load"], []],
  [["lower"], [], []],
  [["floor"], [], []],
  [["lower", "upper"], ["load"], []],
  [["arm"], ["hinge", "stop"], []],
  [["hung"], ["rod"], []],
  [["load"], [], []],
  [["hinge"], ["stop"], []],
  [["stop"], [], []],
  [["rod"], [], []],
  [[], [], ["marble"]],
  [[], [], ["marble on top"]],
  [[], [], ["shove"]],
  [[], [], ["tie"]],
  [[], [], ["second grain"]],
  [["load"], [], ["lift"]],
  [["lower"], [], ["tie"]],
  [
    ["upper", "hung"],
    ["load", "rod"],
    ["marble", "shove"],
  ],
];

const looks: Readonly<Record<string, (world: World, body: number) => unknown>> = {
  getContacts: (world) => world.getContacts(),
  getEnergy: (world) => world.getEnergy(),
  getReactions: (world) => world.getReactions(),
  getLimits: (world) => world.getLimits(),
  readAcceleration: (world, body) => world.readAcceleration(new Float64Array(6), 0, body),
  save: (world) => JSON.stringify(world.save()),
  settle: (world) => world.settle(),
};

/** When things change, and how long they go on, s: what fell has landed, where there is a floor; or until just after. */
const [rest, after, soon] = [0.2, 0.55, 0.05];

function change(
  gone: readonly string[],
  come: readonly string[],
  end: number,
  look?: (world: World, body: number) => unknown,
): Yard {
  const yard = new Yard(all);
  const { world } = yard;
  expect(world.advanceTo(rest).status).toBe("done");
  for (const name of gone) yard.remove(name);
  for (const name of come) yard.add(name);
  look?.(world, [...yard.bodies.values()].at(-1)!);
  const { total } = world.getEnergy();
  const report = world.advanceTo(rest + end);
  expect(report.status, report.message).toBe("done");
  expect(report.worst.fallbacks).toEqual([]);
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-7);
  const there = [...yard.bodies.values(), -1];
  for (const { a, b } of world.getContacts()) expect(there.includes(a) && there.includes(b)).toBe(true);
  return yard;
}

describe.each(changes)("without %j and %j, with %j", (gone, along, come) => {
  const left = [...all.filter((name) => !gone.includes(name) && !along.includes(name)), ...come];

  test("goes on as a world that was built that way", () => {
    const plain = change(gone, come, after);
    const built = new Yard(left);
    expect(built.world.advanceTo(after).status).toBe("done");
    // steps of other lengths where things swing: measured 1.7e-10, rounding elsewhere
    expect(maxDifference(plain.read(left), built.read(left))).toBeLessThan(6e-10);
    const told = plain.world.events.filter(({ t, type }) => t > rest && type !== "touch");
    const expected = built.world.events.filter(({ t, type }) => t > 0 && type !== "touch");
    expect(told.map(({ type }) => type)).toEqual(expected.map(({ type }) => type));
    // measured 2.3e-13
    told.forEach(({ t }, k) => {
      expect(Math.abs(t - rest - expected[k].t)).toBeLessThan(1e-12);
    });
  });

  test("whatever is looked at first", () => {
    const plain = change(gone, come, soon);
    for (const [name, look] of Object.entries(looks)) {
      const looked = change(gone, come, soon, look);
      // measured 2.1e-34 after `save`
      expect(maxDifference(looked.read(left), plain.read(left)), name).toBeLessThanOrEqual(name === "save" ? 1e-30 : 0);
      expect(looked.world.events, name).toEqual(plain.world.events);
    }
  });
});

test.each([true, false])("numbers of a pair of materials: what lay on a slope slides off, asleep %s", (isAsleep) => {
  const [slope, mu, g] = [0.3, 0.1, 9.81];
  const world = new World();
  const [ice, wood] = ["ice", "wood"].map((name) => world.materials.add(name, { friction: 0.5 }));
  const normal = [-Math.sin(slope), Math.cos(slope), 0];
  world.addBody({ shape: createPlane({ normal }), fixed: true, material: wood });
  const position = normal.map((n) => 0.5 * n);
  const rotation = [0, 0, Math.sin(slope / 2), Math.cos(slope / 2)];
  const box = world.addBody({ shape: cube, mass: 1, position, rotation, material: ice });
  if (!isAsleep) world.addForce({ name: "nothing", on: [box], apply() {} });
  world.advanceTo(2);
  // what friction holds, awake, is where it was to rounding
  expect(Math.abs(world.system.state[13 * box] - position[0])).toBeLessThan(1e-14);
  world.materials.setPair(ice, wood, { friction: mu });
  world.advanceTo(3);
  const way = 0.5 * g * (Math.sin(slope) - mu * Math.cos(slope));
  expect(Math.abs(world.system.state[13 * box] - position[0] + way * Math.cos(slope))).toBeLessThan(1e-14);
});
