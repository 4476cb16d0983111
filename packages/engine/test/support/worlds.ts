/**
 * Worlds for tests, z up: a stage that remembers what it was given, and scenes of balls, rods and boxes. Structures are in
 * world-structures.ts, measuring in world-measures.ts.
 */
import { createBox, createConvex, createPlane, createSphere, type Shape } from "@rigor/engine/collide";
import { distance } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import type { BoxPair, DroppedBall } from "../oracles/bounce.js";

export type WorldOptions = NonNullable<ConstructorParameters<typeof World>[0]>;
export type WorldBody = Parameters<World["addBody"]>[0];

/** A shape of a body, placed in the user's frame. */
export interface StagePart {
  readonly body: number;
  readonly shape: Shape;
  readonly position: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
}

/** A world, and the shapes in it. */
export class Stage {
  readonly world: World;
  readonly gravity: number;
  readonly parts: StagePart[] = [];
  /** The bodies that move, in the order in which they were added. */
  readonly bodies: number[] = [];
  /** Pairs of bodies with a joint between them: they may overlap. */
  readonly joined: (readonly [number, number])[] = [];

  constructor(gravity: number, options: Omit<WorldOptions, "gravity"> = {}) {
    this.gravity = gravity;
    this.world = new World({ gravity: [0, 0, -gravity], ...options });
  }

  add(options: WorldBody): number {
    const body = this.world.addBody(options);
    const { shape, shapes = [] } = options;
    for (const part of shape === undefined ? shapes : [{ shape }]) {
      this.parts.push({ body, position: [0, 0, 0], rotation: [0, 0, 0, 1], ...part });
    }
    if (options.fixed !== true && options.path === undefined) this.bodies.push(body);
    return body;
  }

  /** The solid below z = 0, or any other half-space. */
  addFloor(restitution = 0, normal: ArrayLike<number> = [0, 0, 1], offset = 0): number {
    return this.add({ shape: createPlane({ normal, offset }), fixed: true, restitution });
  }
}

/** Right-handed about y: x turns towards −z. */
export function turnY(angle: number): number[] {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

// --- balls ------------------------------------------------------------------------------------------------------------

export interface Thrown {
  readonly stage: Stage;
  readonly body: number;
  readonly floor: number;
}

/** A ball above the floor, thrown sideways perhaps. */
export function dropBall(ball: DroppedBall, speed = 0, options: Omit<WorldOptions, "gravity"> = {}): Thrown {
  const { height, gravity, e: restitution, radius } = ball;
  const stage = new Stage(gravity, options);
  const floor = stage.addFloor(restitution);
  const position = [0, 0, radius + height];
  const body = stage.add({ shape: createSphere({ radius }), mass: 1, position, velocity: [speed, 0, 0], restitution });
  return { stage, body, floor };
}

/** A ball of radius 1 at the origin that touches the planes with these normals. */
export function touchPlanes(
  gravity: number,
  mass: number,
  normals: readonly ArrayLike<number>[],
  velocity: ArrayLike<number>,
  restitution: number,
): { readonly stage: Stage; readonly body: number; readonly planes: readonly number[] } {
  const stage = new Stage(gravity);
  const planes = normals.map((normal) => stage.addFloor(restitution, normal, -1));
  const body = stage.add({ shape: createSphere({ radius: 1 }), mass, velocity, restitution });
  return { stage, body, planes };
}

export interface LineOptions {
  readonly masses: readonly number[];
  readonly before: readonly number[];
  readonly e: number;
  /** Upright, and the first one on the floor. */
  readonly floor?: boolean;
  readonly world?: Omit<WorldOptions, "gravity">;
}

/** Balls of radius ½ that touch: along x, or upright on the floor. No gravity. */
export function lineUpBalls({ masses, before, e: restitution, floor = false, world = {} }: LineOptions): Stage {
  const stage = new Stage(0, world);
  const along = (s: number) => (floor ? [0, 0, s] : [s, 0, 0]);
  if (floor) stage.addFloor(restitution);
  masses.forEach((mass, k) => {
    const shape = createSphere({ radius: 0.5 });
    stage.add({ shape, mass, position: along(k + 0.5), velocity: along(before[k]), restitution });
  });
  return stage;
}

/** Newton's cradle: balls on strings of length 1, the first pulled aside by an angle. */
export function hangCradle(
  count: number,
  angle: number,
  e: number,
  options: Omit<WorldOptions, "gravity"> = {},
): Stage {
  const stage = new Stage(9.81, options);
  const radius = 0.1;
  for (let k = 0; k < count; k++) {
    const pivot = [2 * radius * k, 0, 1];
    const turn = k === 0 ? angle : 0;
    const position = [pivot[0] - Math.sin(turn), 0, 1 - Math.cos(turn)];
    const body = stage.add({ shape: createSphere({ radius }), mass: 1, position, restitution: e });
    stage.world.add(distance({ a: { body, point: [0, 0, 0] }, b: pivot }));
  }
  return stage;
}

// --- rods -------------------------------------------------------------------------------------------------------------

export interface RodOptions {
  readonly mass: number;
  readonly length: number;
  /** Where its middle is, in the plane y = 0. */
  readonly x?: number;
  readonly z: number;
  /** From +x towards +z. */
  readonly angle: number;
  /** dx/dt, dz/dt and angular speed in the sense of the angle. */
  readonly rates?: readonly [number, number, number];
  readonly restitution?: number;
  /** Which side of its line the left half is on: +1 above, −1 below. The right half is on the other side. */
  readonly side?: number;
}

/**
 * Adds what moves in the plane y = 0 as a thin rod does. Two triangles, one on either side of the line from end to end and
 * each the other's image through the middle: the centre of mass is on the line, I = m L²/12 exactly, and where the rod lies
 * on its left half nothing juts out below. With b = (1, 0), c = (½, ½) in units of L/2:
 *
 *   I/m = (b² + c² + b·c)/6 (L/2)² = ⅓ (L/2)²
 */
export function addRod(stage: Stage, options: RodOptions): number {
  const { mass, length: L, x = 0, z, angle, rates = [0, 0, 0], restitution = 0, side = 1 } = options;
  const half = (sign: number) => {
    const corners = [
      [0, 0],
      [(-sign * L) / 2, 0],
      [(-sign * L) / 4, (sign * side * L) / 4],
    ];
    const vertices = corners.flatMap(([u, w]) => [-0.1, 0.1].map((y) => [u, y, w]));
    return { shape: createConvex({ vertices }) };
  };
  return stage.add({
    shapes: [half(1), half(-1)],
    mass,
    position: [x, 0, z],
    rotation: turnY(-angle),
    velocity: [rates[0], 0, rates[1]],
    angularVelocity: [0, -rates[2], 0],
    restitution,
  });
}

/** A fixed box below z = 0 that ends at x: what is right of it may go deeper. */
export function addLedge(stage: Stage, x = 0, restitution = 0): number {
  const shape = createBox({ size: [8, 8, 1] });
  return stage.add({ shape, position: [x - 4, 0, -0.5], fixed: true, restitution });
}

// --- boxes ------------------------------------------------------------------------------------------------------------

type BoxPairState = Pick<
  BoxPair,
  "sizeA" | "sizeB" | "massA" | "massB" | "rotationA" | "rotationB" | "xA" | "xB" | "vA" | "vB" | "omegaA" | "omegaB"
>;

/** Two boxes, so long before the state of the reference, for those that do not spin. */
export function meetBoxes(pair: BoxPairState, e = 0, gravity = 0, before = 0): { stage: Stage; a: number; b: number } {
  const stage = new Stage(gravity);
  const [a, b] = (["A", "B"] as const).map((name) =>
    stage.add({
      shape: createBox({ size: pair[`size${name}`] }),
      mass: pair[`mass${name}`],
      rotation: pair[`rotation${name}`],
      position: pair[`x${name}`].map((x, k) => x - before * pair[`v${name}`][k]),
      velocity: pair[`v${name}`],
      angularVelocity: pair[`omega${name}`],
      restitution: e,
    }),
  );
  return { stage, a, b };
}

export interface BoxOptions {
  readonly size: readonly [number, number, number];
  readonly mass: number;
  readonly z: number;
  readonly rotation?: readonly number[];
  readonly velocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
  readonly e?: number;
}

/** A box above the floor, with its centre at z. */
export function dropBox(options: BoxOptions, gravity: number, world: Omit<WorldOptions, "gravity"> = {}): Thrown {
  const { size, z, e: restitution = 0, ...motion } = options;
  const stage = new Stage(gravity, world);
  const floor = stage.addFloor(restitution);
  const body = stage.add({ shape: createBox({ size }), position: [0, 0, z], restitution, ...motion });
  return { stage, body, floor };
}

/** A cube of 1 m that falls onto a face, an edge or a corner, straight below its centre. */
export function dropCube(onto: "face" | "edge" | "corner", ball: DroppedBall): Thrown {
  const below = { face: 0.5, edge: Math.SQRT1_2, corner: Math.sqrt(0.75) }[onto];
  // the diagonal (1, 1, 1) upright: about (1, −1, 0) by the angle whose cosine is 1/√3
  const half = Math.acos(1 / Math.sqrt(3)) / 2;
  const s = Math.sin(half) * Math.SQRT1_2;
  const rotation = { face: [0, 0, 0, 1], edge: turnY(Math.PI / 4), corner: [s, -s, 0, Math.cos(half)] }[onto];
  return dropBox({ size: [1, 1, 1], mass: 1, z: ball.height + below, rotation, e: ball.e }, ball.gravity);
}

/** A block, b wide and h high, that stands on its right edge, tilted by an angle. */
export function tiltBlock(
  b: number,
  h: number,
  angle: number,
  gravity: number,
  world: Omit<WorldOptions, "gravity"> = {},
): Thrown {
  const z = (b * Math.sin(angle) + h * Math.cos(angle)) / 2;
  return dropBox({ size: [b, 1, h], mass: 1, z, rotation: turnY(angle) }, gravity, world);
}

/** A thin rod of mass m₁ as a slab whose diagonal is its length; a ball on it at x = a and one below at x = c. */
export function layPlank(
  { length, masses }: { readonly length: number; readonly masses: readonly number[] },
  a: number,
  c: number,
  e: number,
): { stage: Stage; bodies: readonly [number, number, number] } {
  const stage = new Stage(0);
  const thickness = 0.2;
  const size = [Math.sqrt(length * length - thickness * thickness), 0.3, thickness];
  const shape = createSphere({ radius: 0.4 });
  const ball = (mass: number, x: number, side: number, speed: number) => {
    const position = [x, 0, side * (0.4 + thickness / 2)];
    return stage.add({ shape, mass, position, velocity: [0, 0, speed], restitution: e });
  };
  const upper = ball(masses[0], a, 1, 0);
  const plank = stage.add({ shape: createBox({ size }), mass: masses[1], restitution: e });
  return { stage, bodies: [upper, plank, ball(masses[2], c, -1, 1)] };
}
