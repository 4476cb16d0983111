/**
 * The methods of resting contact in whole worlds: Gauss' principle, pivoting and the heuristic of 1989 find the same
 * accelerations, at the start and in the end, and move the same. Accelerations are unique, forces need not be.
 */
import { createBox } from "@rigor/engine/collide";
import { ball, distance, hinge } from "@rigor/engine/constrain";
import type { LinearProgramSolver } from "@rigor/engine/contact";
import { appliedForce } from "@rigor/engine/rigid";
import { createHighs } from "@rigor/highs";
import { describe, expect, test } from "vitest";
import { fiveContacts } from "../../../engine/test/oracles/resting.js";
import { buildArch } from "../../../engine/test/support/arches.js";
import { maxDifference } from "../../../engine/test/support/rigid.js";
import { accelerationOf, runInParts, settle } from "../../../engine/test/support/world-measures.js";
import {
  buildPyramid,
  buildWall,
  buildWedge,
  gradeMasses,
  makeFiveContacts,
  pileSpheres,
  stackBoxes,
} from "../../../engine/test/support/world-structures.js";
import { Stage, turnY, type WorldOptions } from "../../../engine/test/support/worlds.js";

type Options = Omit<WorldOptions, "gravity">;

const highs = await createHighs();
let solved = 0;
/** Counts what it is asked. */
const linearProgram: LinearProgramSolver = {
  solve(x, program) {
    solved++;
    return highs.solve(x, program);
  },
};

/** Each of 1 to 3 kg, 0.23 m further out than the one below, and turned out of the plane a little. */
function leanBricks(world: Options): Stage {
  const stage = new Stage(9.81, world);
  stage.addFloor();
  for (let k = 0; k < 6; k++) {
    const shape = createBox({ size: [1, 0.5, 0.25] });
    stage.add({ shape, mass: 1 + (k % 3), position: [0.23 * k, 0.02 * k, 0.25 * (k + 0.5)] });
  }
  return stage;
}

/** Links in a row on the floor, and a heavier block that slides over them. */
function slideOverChain(world: Options): Stage {
  const stage = new Stage(9.81, world);
  stage.addFloor();
  const links = Array.from({ length: 5 }, (_, k) =>
    stage.add({ shape: createBox({ size: [0.8, 0.2, 0.2] }), mass: 1, position: [k, 0, 0.1] }),
  );
  for (let k = 1; k < 5; k++) {
    stage.world.add(
      ball({ a: { body: links[k], point: [-0.5, 0, 0] }, b: { body: links[k - 1], point: [0.5, 0, 0] } }),
    );
  }
  const shape = createBox({ size: [0.5, 0.5, 0.5] });
  stage.add({ shape, mass: 3, position: [2, 0, 0.45], velocity: [0.3, 0.1, 0] });
  return stage;
}

/** A plank hinged in its middle, a block on either side, of 1 kg and so many. */
function loadSeesaw(world: Options, mass: number): Stage {
  const stage = new Stage(9.81, world);
  const plank = stage.add({ shape: createBox({ size: [4, 0.5, 0.1] }), mass: 2 });
  stage.world.add(hinge({ a: { body: plank }, at: [0, 0, 0], axis: [0, 1, 0] }));
  const shape = createBox({ size: [0.4, 0.4, 0.4] });
  stage.add({ shape, mass: 1, position: [-1.5, 0, 0.25] });
  stage.add({ shape, mass, position: [1.2, 0.03, 0.25] });
  return stage;
}

/** A shelf that a hinge and a rod hold, and blocks on it that touch. */
function loadShelf(world: Options): Stage {
  const stage = new Stage(9.81, world);
  const shelf = stage.add({ shape: createBox({ size: [2, 1, 0.1] }), mass: 2, position: [1, 0, 0] });
  stage.world.add(hinge({ a: { body: shelf }, at: [0, 0, 0], axis: [0, 1, 0] }));
  stage.world.add(distance({ a: { body: shelf, point: [1, 0, 0] }, b: [2, 0, 3] }));
  const shape = createBox({ size: [0.4, 0.4, 0.4] });
  for (const x of [0.8, 1.2, 1.6]) stage.add({ shape, mass: x, position: [x, 0, 0.25] });
  stage.add({ shape, mass: 50, position: [1.05, 0, 0.65] });
  return stage;
}

function leanLadder(world: Options): Stage {
  const stage = new Stage(9.81, world);
  stage.addFloor();
  stage.addFloor(0, [1, 0, 0]);
  const [a, L, h] = [0.9, 2, 0.1];
  const position = [0.5 * (L * Math.cos(a) + h * Math.sin(a)), 0, 0.5 * (L * Math.sin(a) + h * Math.cos(a))];
  stage.add({ shape: createBox({ size: [L, 0.3, h] }), mass: 1, position, rotation: turnY(a) });
  return stage;
}

/** An arch that stands; or one whose middle wedge is drawn up, so that it and those beside it move. */
function drawArch(world: Options, force: number): Stage {
  const { stage } = buildArch({ count: 5, span: (2 * Math.PI) / 3, world });
  stage.world.addForce(appliedForce({ body: stage.bodies[2], force: [0, 0, force] }));
  return stage;
}

const worlds: readonly (readonly [string, (world: Options) => Stage])[] = [
  ["bricks that lean too far", leanBricks],
  ["a pyramid", (world) => buildPyramid(4, world)],
  ["a wall of bricks that touch", (world) => buildWall(3, 3, 0, world)],
  ["a stack, 1000 : 1 upwards", (world) => stackBoxes({ count: 8, mass: gradeMasses(8, 1e3), world })],
  ["a stack, 1000 : 1 downwards", (world) => stackBoxes({ count: 8, mass: gradeMasses(8, 1e-3), world })],
  ["an arch", (world) => drawArch(world, 0)],
  ["an arch that gives way", (world) => drawArch(world, 20)],
  ["a pile of spheres", (world) => pileSpheres(0.5, 1, 9.81, world).stage],
  ["five contacts", (world) => makeFiveContacts(fiveContacts, world).stage],
  ["a block on a wedge", (world) => buildWedge({ block: 1, wedge: 3, sin: 0.6, cos: 0.8, gravity: 9.81 }, world).stage],
  ["a ladder", leanLadder],
  ["a block on a chain", slideOverChain],
  ["a seesaw, 1 : 1000", (world) => loadSeesaw(world, 1000)],
  ["a shelf on a hinge and a rod", loadShelf],
];

function accelerationsOf(stage: Stage): number[] {
  settle(stage);
  return stage.bodies.flatMap((body) => accelerationOf(stage, body));
}

function play(build: (world: Options) => Stage, world: Options) {
  const stage = build(world);
  const before = accelerationsOf(stage);
  runInParts(stage, 0.2, 2, () => {});
  const { fallbacks } = stage.world.advanceTo(0.2).worst;
  return { before, after: accelerationsOf(stage), state: Array.from(stage.world.system.state), fallbacks };
}

/** Rounding, 3.7e-14 measured; where 1.6 t rest on 1 kg, of weights that cancel, 8.4e-13. */
const bounds = { default: 2e-13, "a stack, 1000 : 1 upwards": 4e-12 } as Readonly<Record<string, number>>;

describe.each(worlds)("%s", (name, build) => {
  const bound = bounds[name] ?? bounds.default;
  const given = play(build, {});
  const scale = Math.max(9.81, ...given.before.map(Math.abs), ...given.after.map(Math.abs));

  test.each([
    ["pivot", {}],
    ["lp-1989", { linearProgram }],
  ] as const)("by %s", (resting, more) => {
    solved = 0;
    const other = play(build, { resting, ...more });
    expect(solved > 0).toBe(resting === "lp-1989");
    expect(other.fallbacks).toEqual([]);
    expect(maxDifference(other.before, given.before)).toBeLessThan(bound * scale);
    expect(maxDifference(other.after, given.after)).toBeLessThan(bound * scale);
    // 8.3e-16 measured
    expect(maxDifference(other.state, given.state)).toBeLessThan(5e-15);
  });
});
