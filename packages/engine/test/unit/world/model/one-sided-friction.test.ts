/** A floor with friction and a box without: by the rule there is no friction between them, and the report says so. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { buildScene, type SceneFile, SceneRun } from "@rigor/engine/scene";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const cube = createBox({ size: [1, 1, 1] });
const plane = createPlane({ normal: [0, 1, 0] });
const told = (bare: string, rough: string, mu: number) =>
  `friction/one-sided: ${bare} has none and ${rough} has ${mu}; √(μa μb) is 0, and there is no friction between them: give both a friction`;

function slide(floor: object, box: object, build?: (world: World) => void) {
  const world = new World();
  build?.(world);
  world.addBody({ shape: plane, fixed: true, ...floor });
  const body = world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0], velocity: [1, 0, 0], ...box });
  return { world, body };
}

describe("a world", () => {
  test("whose floor has friction and whose box has none slides for ever, and says so, once", () => {
    const { world, body } = slide({ friction: 0.5 }, {});
    const first = world.advanceTo(1);
    expect(Math.abs(world.system.velocity[3 * body] - 1)).toBeLessThan(1e-12);
    expect(first.warnings).toEqual([told("body 1", "body 0", 0.5)]);
    expect(world.advanceTo(2).warnings).toEqual([]);
    // another pair is another warning
    world.addBody({ shape: cube, mass: 1, position: [20, 0.5, 0] });
    expect(world.advanceTo(3).warnings).toEqual([told("body 2", "body 0", 0.5)]);
  });

  test("tells of the rough box on the bare floor, of what only strikes, and of particles", () => {
    expect(slide({}, { staticFriction: 0.25 }).world.advanceTo(0.1).warnings).toEqual([told("body 0", "body 1", 0.25)]);
    const { world } = slide({ friction: 0.5 }, { friction: 0.5 });
    world.addBody({
      shape: createSphere({ radius: 0.5 }),
      mass: 1,
      position: [9, 0.6, 0],
      velocity: [0, 0, 5],
      restitution: 1,
    });
    world.addParticle({ mass: 1, position: [15, 0.01, 0], collide: true });
    expect([...world.advanceTo(1).warnings].sort()).toEqual([
      told("body 2", "body 0", 0.5),
      told("particle 0", "body 0", 0.5),
    ]);
  });

  test.each<[string, object, object, ((world: World) => void)?]>([
    ["both have one", { friction: 0.5 }, { friction: 0.1 }],
    ["none has", {}, {}],
    ["they do not touch", { friction: 0.5 }, { position: [0, 20, 0] }],
    ["their materials say so", { material: 0 }, { material: 1 }, addPair],
  ])("says nothing where %s", (_, floor, box, build) => {
    expect(slide(floor, box, build).world.advanceTo(0.5).warnings).toEqual([]);
  });

  function addPair(world: World): void {
    const [wood, ice] = [world.materials.add("wood", { friction: 0.5 }), world.materials.add("ice")];
    world.materials.setPair(wood, ice, { friction: 0 });
  }
});

describe("a run", () => {
  const floor = { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true, friction: 0.5 } as const;
  const box = (k: number) =>
    ({
      id: `box ${k}`,
      shape: { type: "box", size: [1, 1, 1] },
      position: [3 * k, 0.5, 0],
      velocity: [0, 0, 1],
    }) as const;

  function run(scene: SceneFile) {
    const all = new SceneRun(buildScene(scene));
    while (all.next() !== null);
    return all.summarize().warnings.filter((warning) => warning.startsWith("friction"));
  }

  test("has it among its warnings, by the names of the file", () => {
    expect(run({ rigor: 1, run: { duration: 0.2 }, bodies: [floor, box(0)] })).toEqual([told("box 0", "floor", 0.5)]);
    expect(run({ rigor: 1, run: { duration: 0.2 }, bodies: [floor, { ...box(0), friction: 0.1 }] })).toEqual([]);
  });

  test("names the first few, however many there are; resumed it tells the same", () => {
    const scene: SceneFile = {
      rigor: 1,
      run: { duration: 1 },
      bodies: [floor, ...Array.from({ length: 9 }, (_, k) => box(k))],
    };
    const whole = run(scene);
    expect(whole.length).toBe(5);
    expect(whole[4]).toMatch(/^friction\/one-sided: of further pairs one has none/);
    const begun = new SceneRun(buildScene(scene));
    for (let k = 0; k < 40; k++) begun.next();
    const resumed = SceneRun.restore(buildScene(scene), JSON.parse(JSON.stringify(begun.checkpoint)));
    while (resumed.next() !== null);
    expect(resumed.summarize().warnings.filter((warning) => warning.startsWith("friction"))).toEqual(whole);
  });
});
