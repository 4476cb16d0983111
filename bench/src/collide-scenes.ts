/**
 * Pairs of shapes along short coherent motions, for the narrow phase: poses a step apart, to and fro.
 *
 *   apart         gap 0.2 to 1 m                      near        gap 1 to 20 mm
 *   touching      |gap| ≤ 1 µm: half of the polyhedra rest with a face on a face, the others on a corner or on edges
 *   overlapping   depth 1 to 20 mm
 *
 * Shapes are about 1 m large. A step is up to 1 mm in each direction and 1 mrad about each axis: 1 m/s and 1 rad/s at
 * 1 ms. Touching pairs slide so, and stay within the micrometre.
 */
import {
  collideShapes,
  createBox,
  createConvex,
  createCylinder,
  createSphere,
  frameSize,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
  writeFrame,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextOnSphere, nextRotation, quat, type Rng, vec3 } from "@rigor/engine/math";

export const situations = ["apart", "near", "touching", "overlapping"] as const;
export type Situation = (typeof situations)[number];

/** Up to which gap a pair counts as touching, m. */
export const tolerance = 1e-6;

/** Two shapes and `poses` pairs of frames: A's, then B's. */
export interface Motion {
  readonly shapeA: Shape;
  readonly shapeB: Shape;
  readonly frames: Float64Array;
}

/** Poses on the way there; the way back has the same. */
export const poses = 16;
const step = 1e-3;

export interface PairKind {
  readonly name: string;
  readonly isPolyhedra: boolean;
  create(rng: Rng): readonly [Shape, Shape];
}

export const pairKinds: readonly PairKind[] = [
  { name: "box/box", isPolyhedra: true, create: (rng) => [createRandomBox(rng), createRandomBox(rng)] },
  ...[12, 50, 200].map((corners) => ({
    name: `hull/hull, ${corners} corners`,
    isPolyhedra: true,
    create: (rng: Rng) => [createHull(rng, corners), createHull(rng, corners)] as const,
  })),
  { name: "sphere/box", isPolyhedra: false, create: (rng) => [createSphere({ radius: 0.5 }), createRandomBox(rng)] },
  {
    name: "cylinder/box",
    isPolyhedra: false,
    create: (rng) => [createCylinder({ radius: 0.4, height: 1 }), createRandomBox(rng)],
  },
];

function createRandomBox(rng: Rng): Shape {
  return createBox({ size: [0, 1, 2].map(() => nextInRange(rng, 0.5, 1)) });
}

/** All points are corners, as they lie on an ellipsoid. Their mean, which is inside, is the origin. */
export function createHull(rng: Rng, corners: number): Shape {
  const radii = [0, 1, 2].map(() => nextInRange(rng, 0.35, 0.6));
  const vertices = new Float64Array(3 * corners);
  for (let v = 0; v < corners; v++) {
    nextOnSphere(vertices, 3 * v, rng);
    for (let k = 0; k < 3; k++) vertices[3 * v + k] *= radii[k]!;
  }
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let v = 0; v < corners; v++) sum += vertices[3 * v + k]!;
    for (let v = 0; v < corners; v++) vertices[3 * v + k] -= sum / corners;
  }
  return createConvex({ vertices });
}

/** So many motions of a kind of pair in a situation. */
export function createMotions(kind: PairKind, situation: Situation, count: number, seed: number): Motion[] {
  const rng = createRng(seed);
  const pairs = Array.from({ length: Math.min(count, 16) }, () => kind.create(rng));
  return Array.from({ length: count }, (_, m) => {
    const [shapeA, shapeB] = pairs[m % pairs.length]!;
    const lies = situation === "touching" && kind.isPolyhedra && m % 2 === 0;
    return createMotion(rng, shapeA, shapeB, situation, lies);
  });
}

const result = new PairResult();
const cache = new PairCache(1);

function createMotion(rng: Rng, shapeA: Shape, shapeB: Shape, situation: Situation, lies: boolean): Motion {
  const frames = new Float64Array(2 * frameSize * poses);
  const x = new Float64Array(6);
  const q = new Float64Array(8);
  const turn = new Float64Array(4);
  const velocity = Float64Array.from({ length: 6 }, () => nextInRange(rng, -step, step));
  const low = { apart: 0.2, near: 1e-3, touching: -0.3 * tolerance, overlapping: -0.02 }[situation];
  const high = { apart: 1, near: 0.02, touching: 0.3 * tolerance, overlapping: -1e-3 }[situation];
  const gap = nextInRange(rng, low, high);
  nextRotation(q, 0, rng);
  nextRotation(q, 4, rng);
  nextOnSphere(x, 0, rng);
  vec3.scale(x, 0, x, 0, shapeA.reach + shapeB.reach + 0.1);
  if (lies) lieDown(rng, shapeA, shapeB, x, q);
  for (let p = 0; p < poses; p++) {
    const o = 2 * frameSize * p;
    writeFrame(frames, o, x, 0, q, 0);
    writeFrame(frames, o + frameSize, x, 3, q, 4);
    // the gap is set by a shift along n; that may change n, of pairs far apart
    for (let round = 0; p === 0 || situation === "touching" ? round < 8 : false; round++) {
      cache.reset(0);
      collideShapes(result, shapeA, frames, o, shapeB, frames, o + frameSize, cache, 0, tolerance);
      const error = gap - result.values[PairSlot.gap]!;
      if (Math.abs(error) <= 0.1 * tolerance) break;
      vec3.addScaled(x, 0, x, 0, error, result.values, PairSlot.normal);
      writeFrame(frames, o, x, 0, q, 0);
    }
    vec3.add(x, 0, x, 0, velocity, 0);
    // a pair that lies stays so: it turns about the common normal only, the y axis
    const about = lies ? [0, velocity[4]!, 0] : velocity.subarray(3);
    quat.normalize(turn, 0, Float64Array.of(0.5 * about[0]!, 0.5 * about[1]!, 0.5 * about[2]!, 1), 0);
    quat.multiply(q, 0, turn, 0, q, 0);
    quat.normalize(q, 0, q, 0);
  }
  return { shapeA, shapeB, frames };
}

/** Turns a face of A downwards, one of B upwards, and puts A above B. */
function lieDown(rng: Rng, shapeA: Shape, shapeB: Shape, x: Float64Array, q: Float64Array): void {
  turnFace(rng, shapeA, q, 0, -1);
  turnFace(rng, shapeB, q, 4, 1);
  x.fill(0);
  x[0] = nextInRange(rng, -0.1, 0.1);
  x[2] = nextInRange(rng, -0.1, 0.1);
  x[1] = shapeA.reach + shapeB.reach;
}

/** q turns the normal of some face to (0, sign, 0). */
function turnFace(rng: Rng, { polyhedron }: Shape, q: Float64Array, o: number, sign: number): void {
  if (polyhedron === null) return;
  const f = Math.floor(nextInRange(rng, 0, polyhedron.faceCount));
  const up = Float64Array.of(0, sign, 0);
  const half = new Float64Array(4);
  vec3.cross(half, 0, polyhedron.facePlanes, 4 * f, up, 0);
  half[3] = 1 + sign * polyhedron.facePlanes[4 * f + 1]!;
  if (!(vec3.length(half, 0) > 1e-9) && half[3]! < 1) half.set([1, 0, 0, 0]);
  quat.normalize(q, o, half, 0);
}
