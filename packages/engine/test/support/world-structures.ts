/** Structures for tests of worlds, z up: stacks, walls, pyramids, seesaws, wedges, piles. */
import { createBox, createCapsule, createConvex, createCylinder, createSphere } from "@rigor/engine/collide";
import { createRng, nextInRange, nextRotation } from "@rigor/engine/math";
import type { PlanarCase } from "../oracles/resting.js";
import { addLedge, Stage, turnY, type WorldOptions } from "./worlds.js";

type Options = Omit<WorldOptions, "gravity">;

export interface StackOptions {
  readonly count: number;
  readonly size?: readonly [number, number, number];
  /** Of the box with this index from below, kg. Default 1. */
  readonly mass?: (k: number) => number;
  /** How high above the floor it begins. Default 0. */
  readonly height?: number;
  readonly gravity?: number;
  readonly world?: Options;
}

/** Boxes on one another. */
export function stackBoxes(options: StackOptions): Stage {
  const { count, size = [1, 1, 1], mass = () => 1, height = 0, gravity = 9.81, world = {} } = options;
  const stage = new Stage(gravity, world);
  stage.addFloor();
  for (let k = 0; k < count; k++) {
    stage.add({ shape: createBox({ size }), mass: mass(k), position: [0, 0, height + (k + 0.5) * size[2]] });
  }
  return stage;
}

/** Masses that grow by such a factor from the lowest box to the highest. */
export function gradeMasses(count: number, factor: number): (k: number) => number {
  return (k) => factor ** (k / (count - 1));
}

/** A wall of bricks 2 × 1 × 1 in running bond, so far apart; every second row ends with halves. */
export function buildWall(columns: number, rows: number, gap: number, world: Options = {}): Stage {
  const stage = new Stage(9.81, world);
  stage.addFloor();
  for (let row = 0; row < rows; row++) {
    const z = row + 0.5;
    const isShifted = row % 2 === 1;
    const add = (x: number, length: number) =>
      stage.add({ shape: createBox({ size: [length - gap, 1, 1] }), mass: length, position: [x, 0, z] });
    if (isShifted) add(-0.5, 1);
    for (let k = 0; k < columns - (isShifted ? 1 : 0); k++) add(2 * k + (isShifted ? 1 : 0), 2);
    if (isShifted) add(2 * columns - 1.5, 1);
  }
  return stage;
}

/** Rows of bricks 1.99 × 1 × 1, each one shorter than the one below. */
export function buildPyramid(rows: number, world: Options = {}): Stage {
  const stage = new Stage(9.81, world);
  stage.addFloor();
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < rows - row; k++) {
      const position = [2 * k + row, 0, row + 0.5];
      stage.add({ shape: createBox({ size: [1.99, 1, 1] }), mass: 1, position });
    }
  }
  return stage;
}

/** Blocks of 1 m depth, or less, on the floor or on a ledge that ends at x = 0. */
export function buildPlanar(planar: PlanarCase): { stage: Stage; bodies: readonly number[]; support: number } {
  const stage = new Stage(planar.gravity);
  const support = planar.support === "ledge" ? addLedge(stage) : stage.addFloor();
  const bodies = planar.blocks.map(({ mass, size, x, z }) =>
    stage.add({ shape: createBox({ size: [size[0], 1, size[1]] }), mass, position: [x, 0, z] }),
  );
  return { stage, bodies, support };
}

/** A block on the slope of a wedge that stands on the floor: the slope falls towards +x with this sine and cosine. */
export function buildWedge(
  { block, wedge, sin, cos, gravity }: Readonly<Record<"block" | "wedge" | "sin" | "cos" | "gravity", number>>,
  options: Options = {},
): { stage: Stage; floor: number; block: number; wedge: number } {
  const stage = new Stage(gravity, options);
  const floor = stage.addFloor();
  const corners = [
    [0, 0],
    [5 * cos, 0],
    [0, 5 * sin],
  ];
  const vertices = corners.flatMap(([x, z]) => [-1, 1].map((y) => [x, y, z]));
  const lower = stage.add({ shape: createConvex({ vertices }), mass: wedge });
  // 2 m down the slope, half its height above it
  const position = [2 * cos + 0.25 * sin, 0, 3 * sin + 0.25 * cos];
  const shape = createBox({ size: [0.5, 0.5, 0.5] });
  const upper = stage.add({ shape, mass: block, position, rotation: turnY(Math.atan2(sin, cos)) });
  return { stage, floor, block: upper, wedge: lower };
}

/** Three spheres on the floor that touch one another, and one upon them. */
export function pileSpheres(
  radius: number,
  mass: number,
  gravity: number,
  world: Options = {},
): { stage: Stage; floor: number } {
  const stage = new Stage(gravity, world);
  const floor = stage.addFloor();
  const shape = createSphere({ radius });
  const R = (2 * radius) / Math.sqrt(3);
  for (let k = 0; k < 3; k++) {
    const phi = (2 * Math.PI * k) / 3;
    stage.add({ shape, mass, position: [R * Math.cos(phi), R * Math.sin(phi), radius] });
  }
  stage.add({ shape, mass, position: [0, 0, radius * (1 + Math.sqrt(8 / 3))] });
  return { stage, floor };
}

/** Spheres of 1 kg and radius ½: the first between wall and floor, the second on the floor, the third on both. */
export function makeFiveContacts(
  { gravity, sin, cos }: Readonly<Record<"gravity" | "sin" | "cos", number>>,
  world: Options = {},
): { stage: Stage; floor: number; wall: number } {
  const stage = new Stage(gravity, world);
  const floor = stage.addFloor();
  const wall = stage.addFloor(0, [1, 0, 0], -0.5);
  const shape = createSphere({ radius: 0.5 });
  for (const position of [
    [0, 0, 0.5],
    [2 * sin, 0, 0.5],
    [sin, 0, 0.5 + cos],
  ]) {
    stage.add({ shape, mass: 1, position });
  }
  return { stage, floor, wall };
}

export interface CloudOptions {
  readonly seed: number;
  readonly count: number;
  readonly e: number;
  readonly gravity?: number;
  /** Walls all round, or nothing but the floor, or nothing at all. Default nothing. */
  readonly around?: "box" | "floor" | "nothing";
  readonly world?: Options;
}

/** Bodies of all shapes, with space between them, that fly towards the middle and spin. */
export function throwTogether(options: CloudOptions): Stage {
  const { seed, count, e: restitution, gravity = 0, around = "nothing", world = {} } = options;
  const stage = new Stage(gravity, world);
  const rng = createRng(seed);
  const side = Math.ceil(Math.cbrt(count));
  const reach = 1.1 * side;
  if (around !== "nothing") stage.addFloor(restitution, [0, 0, 1], -reach);
  if (around === "box") {
    for (const axis of [0, 1]) {
      for (const sign of [-1, 1]) stage.addFloor(restitution, axis === 0 ? [sign, 0, 0] : [0, sign, 0], -reach);
    }
  }
  const shapes = [
    createBox({ size: [0.6, 0.8, 1] }),
    createSphere({ radius: 0.5 }),
    createCapsule({ radius: 0.3, height: 0.6 }),
    createCylinder({ radius: 0.4, height: 0.7 }),
    createBox({ size: [1, 0.5, 0.5] }),
  ];
  for (let k = 0; k < count; k++) {
    const cell = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
    const position = cell.map((c) => 2 * (c - (side - 1) / 2) + nextInRange(rng, -0.25, 0.25));
    const rotation = new Float64Array(4);
    nextRotation(rotation, 0, rng);
    stage.add({
      shape: shapes[k % shapes.length],
      mass: nextInRange(rng, 0.5, 3),
      position,
      rotation,
      velocity: position.map((x) => -x + nextInRange(rng, -0.5, 0.5)),
      angularVelocity: [0, 1, 2].map(() => nextInRange(rng, -3, 3)),
      restitution,
    });
  }
  return stage;
}
