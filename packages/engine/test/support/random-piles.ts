/**
 * Scenes of bodies that touch or fall, as plain data, from seeds: stacks, brick walls, pyramids, clouds of all shapes over
 * a floor or in a pit. No two bodies overlap by more than rounding: stacks, walls and pyramids by the way they are laid,
 * clouds as every body was tried against all before it.
 */
import { createRng, nextInRange, nextInteger, nextUniform, quat, type Rng } from "@rigor/engine/math";
import {
  collideShapes,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
  frameSize,
  PairCache,
  PairResult,
  type Shape,
  writeFrame,
} from "../../src/collide/index.js";
import { randomRotation, randomVector, rotate } from "./rigid-worlds.js";

/** As `world.addBody` takes it. */
export interface PileBody {
  readonly shape: Shape;
  readonly fixed: boolean;
  /** kg; 0 if fixed. */
  readonly mass: number;
  readonly position: readonly number[];
  /** [x, y, z, w], unit. */
  readonly rotation: readonly number[];
  readonly velocity: readonly number[];
  readonly angularVelocity: readonly number[];
  readonly restitution: number;
}

export interface Pile {
  readonly name: string;
  readonly bodies: readonly PileBody[];
  /** What gravity is in it, m/s². */
  readonly gravity: readonly number[];
  /** The length of a typical body, m. */
  readonly scale: number;
}

export interface PileOptions {
  readonly seed: number;
  /** m. Default 1. */
  readonly scale?: number;
  /** Left free between bodies, as a part of the scale. Default 0: they touch. */
  readonly clearance?: number;
  /** Of all bodies. Default 0. */
  readonly restitution?: number;
}

export type PileShape = "box" | "hull" | "sphere" | "capsule" | "cylinder" | "cone";

const identity = [0, 0, 0, 1];
const none = [0, 0, 0];
/** kg/m³. */
const density = 1000;
/** Tries for a place at a height before the cloud grows upwards. */
const maxTries = 20;

/** Boxes on top of one another, each moved and turned a little, so that it stays on the one below. */
export function makeStack({ count = 5, ...options }: PileOptions & { readonly count?: number }): Pile {
  const { rng, scale, clearance, restitution } = begin(options);
  const bodies = [makeFloor(restitution)];
  let y = 0;
  for (let k = 0; k < count; k++) {
    const size = [nextInRange(rng, 0.9, 1.1), nextInRange(rng, 0.3, 1), nextInRange(rng, 0.9, 1.1)].map(
      (l) => l * scale,
    );
    y += clearance;
    const position = [nextInRange(rng, -0.1, 0.1) * scale, y + size[1] / 2, nextInRange(rng, -0.1, 0.1) * scale];
    bodies.push(makeBrick(size, position, restitution, turnUpright(nextInRange(rng, -1, 1))));
    y += size[1];
  }
  return finish("stack", bodies, scale);
}

/** Bricks in rows, every other row shifted by half a brick. */
export function makeWall({
  rows = 4,
  columns = 4,
  ...options
}: PileOptions & { readonly rows?: number; readonly columns?: number }): Pile {
  const { scale, clearance, restitution } = begin(options);
  const size = [scale, 0.4 * scale, 0.5 * scale];
  const bodies = [makeFloor(restitution)];
  for (let r = 0; r < rows; r++) {
    const y = r * (size[1] + clearance) + clearance + size[1] / 2;
    for (let c = 0; c < columns; c++) {
      bodies.push(makeBrick(size, [(c + (r % 2) / 2) * (size[0] + clearance), y, 0], restitution));
    }
  }
  return finish("wall", bodies, scale);
}

/** A triangle of boxes with `levels` of them at the ground. */
export function makePyramid({ levels = 4, ...options }: PileOptions & { readonly levels?: number }): Pile {
  const { scale, clearance, restitution } = begin(options);
  const bodies = [makeFloor(restitution)];
  const step = 1.2 * scale;
  for (let level = 0; level < levels; level++) {
    const y = level * (scale + clearance) + clearance + scale / 2;
    for (let c = 0; c < levels - level; c++) {
      bodies.push(makeBrick([scale, scale, scale], [(c + level / 2) * step, y, 0], restitution));
    }
  }
  return finish("pyramid", bodies, scale);
}

export interface CloudOptions extends PileOptions {
  readonly count?: number;
  readonly shapes?: readonly PileShape[];
  /** A floor, or a floor with four walls. Default the floor. */
  readonly container?: "floor" | "pit";
  /** Half the width, in lengths of the scale. Default 2. */
  readonly width?: number;
  /** Speeds up to this, m/s, and turns of as much over the scale. Default 0. */
  readonly speed?: number;
}

/** Bodies of random shapes at random places above a floor, at least `clearance` (and never less than 1e-3) apart. */
export function makeCloud(options: CloudOptions): Pile {
  const { count = 10, shapes = allShapes, container = "floor", width = 2, speed = 0 } = options;
  const { rng, scale, clearance, restitution } = begin(options);
  const apart = Math.max(clearance, 1e-3 * scale);
  const half = width * scale;
  const bodies = [makeFloor(restitution)];
  if (container === "pit") {
    for (const normal of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ]) {
      bodies.push(makePlane(normal, -half, restitution));
    }
  }
  let top = scale;
  for (let tries = 0; bodies.length < count + (container === "pit" ? 5 : 1); tries++) {
    if (tries % maxTries === maxTries - 1) top += 0.5 * scale;
    const shape = makeShape(rng, shapes[nextInteger(rng, 0, shapes.length - 1)], scale);
    const between = (low: number, high: number) => nextInRange(rng, low, high);
    const body: PileBody = {
      shape,
      fixed: false,
      mass: density * scale * scale * scale * between(0.1, 1),
      position: [between(-half, half), between(0, top), between(-half, half)],
      rotation: randomRotation(rng),
      velocity: randomVector(rng, speed),
      angularVelocity: randomVector(rng, speed / scale),
      restitution,
    };
    if (bodies.every((other) => measureApart(body, other) >= apart)) bodies.push(body);
  }
  return finish(container === "pit" ? "pit" : "cloud", bodies, scale);
}

/** Any of the above, of up to `most` bodies or so, at a scale from 0.01 to 10 m, touching or not. */
export function makePile(seed: number, most = 12): Pile {
  const rng = createRng(seed, 7);
  const scale = [0.01, 0.1, 1, 10][nextInteger(rng, 0, 3)];
  const clearance = nextUniform(rng) < 0.5 ? 0 : nextInRange(rng, 0.001, 0.2);
  const common = { seed, scale, clearance, restitution: [0, 0.3, 0.5, 1][nextInteger(rng, 0, 3)] };
  const root = Math.floor(Math.sqrt(most));
  const speed = nextUniform(rng) * Math.sqrt(9.81 * scale);
  switch (nextInteger(rng, 0, 4)) {
    case 0:
      return makeStack({ ...common, count: nextInteger(rng, 1, most) });
    case 1:
      return makeWall({ ...common, rows: nextInteger(rng, 1, root), columns: nextInteger(rng, 1, root) });
    case 2:
      return makePyramid({ ...common, levels: nextInteger(rng, 1, root) });
    case 3:
      return makeCloud({ ...common, count: nextInteger(rng, 1, most), speed });
    default:
      return makeCloud({ ...common, count: nextInteger(rng, 1, most), speed, container: "pit", width: 1.5 });
  }
}

/** The whole scene, gravity too, turned and then shifted. */
export function movePile(pile: Pile, rotation: readonly number[], shift: readonly number[]): Pile {
  const bodies = pile.bodies.map((body) => ({
    ...body,
    position: rotate(rotation, body.position).map((x, k) => x + shift[k]),
    rotation: multiply(rotation, body.rotation),
    velocity: rotate(rotation, body.velocity),
    angularVelocity: rotate(rotation, body.angularVelocity),
  }));
  return { ...pile, bodies, gravity: rotate(rotation, pile.gravity) };
}

/** How deep bodies overlap at most, by looking at all pairs, m; negative: how far they are apart at least. */
export function measureOverlap({ bodies }: Pile): number {
  let least = Infinity;
  for (let i = 0; i < bodies.length; i++) {
    for (let j = 0; j < i; j++) {
      if (!(bodies[i].fixed && bodies[j].fixed)) least = Math.min(least, measureApart(bodies[i], bodies[j]));
    }
  }
  return -least;
}

/** The gap of two bodies, m. */
export function measureApart(a: PileBody, b: PileBody): number {
  const frames = new Float64Array(2 * frameSize);
  for (const [k, { position, rotation }] of [a, b].entries()) {
    writeFrame(frames, k * frameSize, Float64Array.from(position), 0, Float64Array.from(rotation), 0);
  }
  const result = new PairResult();

  // a plane is the second one
  if (a.shape.plane !== null && b.shape.plane === null) return measureApart(b, a);
  collideShapes(result, a.shape, frames, 0, b.shape, frames, frameSize, new PairCache(1), 0, 0);
  return result.values[0];
}

const allShapes: readonly PileShape[] = ["box", "hull", "sphere", "capsule", "cylinder", "cone"];

/** Of lengths up to the scale. */
export function makeShape(rng: Rng, kind: PileShape, scale: number): Shape {
  const length = () => scale * nextInRange(rng, 0.3, 1);
  switch (kind) {
    case "box":
      return createBox({ size: [length(), length(), length()] });
    case "sphere":
      return createSphere({ radius: length() / 2 });
    case "capsule":
      return createCapsule({ radius: length() / 4, height: length() / 2 });
    case "cylinder":
      return createCylinder({ radius: length() / 2, height: length() });
    case "cone":
      return createCone({ radius: length() / 2, height: length() });
    case "hull": {
      const point = () => [0, 1, 2].map(() => scale * nextInRange(rng, -0.5, 0.5));
      return createConvex({ vertices: Array.from({ length: nextInteger(rng, 4, 16) }, point) });
    }
  }
}

function begin({ seed, scale = 1, clearance = 0, restitution = 0 }: PileOptions) {
  return { rng: createRng(seed), scale, clearance: clearance * scale, restitution };
}

function finish(name: string, bodies: readonly PileBody[], scale: number): Pile {
  return { name, bodies, gravity: [0, -9.81, 0], scale };
}

function makeFloor(restitution: number): PileBody {
  return makePlane([0, 1, 0], 0, restitution);
}

function makePlane(normal: readonly number[], offset: number, restitution: number): PileBody {
  const still = { position: none, rotation: identity, velocity: none, angularVelocity: none };
  return { shape: createPlane({ normal, offset }), fixed: true, mass: 0, ...still, restitution };
}

function makeBrick(
  size: readonly number[],
  position: readonly number[],
  restitution: number,
  rotation: readonly number[] = identity,
): PileBody {
  const mass = density * size[0] * size[1] * size[2];
  const still = { velocity: none, angularVelocity: none };
  return { shape: createBox({ size }), fixed: false, mass, position, rotation, ...still, restitution };
}

/** About the vertical, by an angle of tangent t/2 or so. */
function turnUpright(t: number): number[] {
  const q = Float64Array.of(0, t / 4, 0, 1);
  quat.normalize(q, 0, q, 0);
  return [...q];
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  const out = new Float64Array(4);
  quat.multiply(out, 0, Float64Array.from(a), 0, Float64Array.from(b), 0);
  quat.normalize(out, 0, out, 0);
  return [...out];
}
