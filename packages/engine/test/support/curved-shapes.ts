/** Random shapes and poses for pairs with curved ones, and whether a point lies within a shape. */
import { nextInRange, nextInteger, nextOnSphere, nextRotation, type Rng } from "@rigor/engine/math";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createSphere,
} from "../../src/collide/shapes/create-shape.js";
import { writeFrame } from "../../src/collide/shapes/frame.js";
import { Kind, type Shape } from "../../src/collide/shapes/shape.js";

/** A shape of about a size, of any proportions from flat to slender. */
export const makers: Record<string, (rng: Rng, size: number) => Shape> = {
  sphere: (rng, size) => createSphere({ radius: size * nextInRange(rng, 0.2, 1) }),
  capsule: (rng, size) => createCapsule(drawAxial(rng, size)),
  box: (rng, size) => createBox({ size: [0, 0, 0].map(() => size * 10 ** nextInRange(rng, -1, 0.3)) }),
  convex: (rng, size) => {
    const vertices = new Float64Array(3 * nextInteger(rng, 5, 16));
    for (let i = 0; i < vertices.length; i += 3) nextOnSphere(vertices, i, rng);
    return createConvex({ vertices: vertices.map((x) => x * size) });
  },
  cylinder: (rng, size) => createCylinder(drawAxial(rng, size)),
  cone: (rng, size) => createCone(drawAxial(rng, size)),
};

function drawAxial(rng: Rng, size: number): { radius: number; height: number } {
  return { radius: size * 10 ** nextInRange(rng, -1, 0), height: size * 10 ** nextInRange(rng, -1, 0.3) };
}

/** Every pair of kinds with a curved one, each once. */
export const pairs: readonly (readonly [string, string])[] = Object.keys(makers).flatMap((a, i, names) =>
  names
    .slice(i)
    .filter((b) => !["box", "convex"].includes(a) || !["box", "convex"].includes(b))
    .map((b) => [a, b] as const),
);

/** A frame turned at random, at a random place so far from the origin. */
export function drawFrame(rng: Rng, far: number): Float64Array {
  const frame = new Float64Array(12);
  const position = new Float64Array(3);
  const rotation = new Float64Array(4);
  nextOnSphere(position, 0, rng);
  nextRotation(rotation, 0, rng);
  writeFrame(
    frame,
    0,
    position.map((x) => x * far),
    0,
    rotation,
    0,
  );
  return frame;
}

/** A frame at a place, turned by an angle about a unit axis. */
export function placeFrame(position: ArrayLike<number>, axis: readonly number[] = [0, 1, 0], angle = 0): Float64Array {
  const frame = new Float64Array(12);
  const s = Math.sin(angle / 2);
  const q = Float64Array.of(s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2));
  writeFrame(frame, 0, Float64Array.from(position), 0, q, 0);
  return frame;
}

/** The frame after a further rigid motion: the motion's frame applied to it. */
export function moveFrame(motion: Float64Array, frame: Float64Array): Float64Array {
  const moved = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) {
      for (let m = 0; m < 3; m++) moved[3 + 3 * r + k] += motion[3 + 3 * r + m] * frame[3 + 3 * m + k];
      moved[r] += motion[3 + 3 * r + k] * frame[k];
    }
    moved[r] += motion[r];
  }
  return moved;
}

/** How far a point is outside of a shape, as the most violated of the conditions that define it: ≤ 0 within. */
export function measureOutside(shape: Shape, frame: Float64Array, point: ArrayLike<number>): number {
  const [x, y, z] = [0, 1, 2].map((k) =>
    [0, 1, 2].reduce((sum, r) => sum + frame[3 + 3 * r + k] * (point[r] - frame[r]), 0),
  );
  const { radius, halfHeight, polyhedron } = shape;
  const side = Math.hypot(x, z);
  switch (shape.kind) {
    case Kind.sphere:
      return Math.hypot(x, y, z) - radius;
    case Kind.capsule:
      return Math.hypot(x, Math.max(0, Math.abs(y) - halfHeight), z) - radius;
    case Kind.cylinder:
      return Math.max(side - radius, Math.abs(y) - halfHeight);
    case Kind.cone: {
      const slant = Math.hypot(radius, 2 * halfHeight);
      return Math.max(-y - halfHeight, (2 * halfHeight * side + radius * (y - halfHeight)) / slant);
    }
    default: {
      if (polyhedron === null) return Number.NaN;
      let most = -Infinity;
      for (let f = 0; f < polyhedron.faceCount; f++) {
        const [a, b, c, d] = polyhedron.facePlanes.subarray(4 * f, 4 * f + 4);
        most = Math.max(most, a * x + b * y + c * z - d);
      }
      return most;
    }
  }
}
