/** Room for a body before it is added to a world. */
import {
  boundsOverlap,
  boundsSize,
  collideShapes,
  computeBounds,
  frameSize,
  Kind,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
} from "../../collide/index.js";
import { type PartTable, placePart } from "../../contact/index.js";
import { Answer, bodySize, type RigidSystem } from "../../rigid/index.js";

/** Parts with the bodies and particles that they belong to. */
interface Placed {
  readonly system: RigidSystem;
  readonly parts: PartTable;
}

/**
 * Returns whether no part of `fresh` is deeper than the tolerance, m, in a part of `there` that it may meet. Nothing is changed;
 * the parts of `there` are where its present state has them, and their frames are not read.
 */
export function hasRoom(there: Placed, fresh: Placed, tolerance: number): boolean {
  const frame = new Float64Array(frameSize);
  const box = new Float64Array(2 * boundsSize);
  const result = new PairResult();
  const { parts } = there;
  for (let p = 0; p < parts.count; p++) {
    const shape = parts.shapes[p];
    if (shape === null) continue;
    writePlace(frame, there, p);
    computeBounds(box, 0, shape, frame, 0);
    for (let q = 0; q < fresh.parts.count; q++) {
      const other = fresh.parts.shapes[q];
      if (other === null || !mayMeet(there, p, fresh, q)) continue;
      computeBounds(box, boundsSize, other, fresh.parts.frames, frameSize * q);
      if (!boundsOverlap(box, 0, box, boundsSize)) continue;
      measureGap(result, shape, frame, 0, other, fresh.parts.frames, frameSize * q, tolerance);
      if (result.values[PairSlot.gap] < -tolerance) return false;
    }
  }
  return true;
}

/** Writes the frame of part p at the present state. */
function writePlace(frame: Float64Array, { system, parts }: Placed, p: number): void {
  const i = parts.body[p];
  if (i >= 0) placePart(frame, 0, parts, p, system.state, bodySize * i);
  else placePart(frame, 0, parts, p, system.particles.state, 6 * parts.particle[p]);
}

/** Returns whether two parts may meet: by their groups, and if one of them at least is moved by forces. */
function mayMeet(there: Placed, p: number, fresh: Placed, q: number): boolean {
  const { group, mask } = there.parts;
  if (((mask[p] >>> fresh.parts.group[q]) & (fresh.parts.mask[q] >>> group[p]) & 1) === 0) return false;
  return isMoved(there, p) || isMoved(fresh, q);
}

/** Returns whether forces move part p. */
function isMoved({ system, parts }: Placed, p: number): boolean {
  const i = parts.body[p];
  return i >= 0 ? system.answers[i] !== Answer.none : system.particles.inverseMass[parts.particle[p]] > 0;
}

/** Measures the gap of two shapes; planes and meshes are the second of a pair. */
function measureGap(
  result: PairResult,
  A: Shape,
  framesA: Float64Array,
  a: number,
  B: Shape,
  framesB: Float64Array,
  b: number,
  tolerance: number,
): void {
  const cache = new PairCache();
  const isSurface = A.kind === Kind.plane || A.kind === Kind.mesh;
  if (isSurface) collideShapes(result, B, framesB, b, A, framesA, a, cache, 0, tolerance);
  else collideShapes(result, A, framesA, a, B, framesB, b, cache, 0, tolerance);
}
