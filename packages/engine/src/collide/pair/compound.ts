/**
 * Bodies of several parts, each a convex shape with a place of its own in the body; fixed bodies may have meshes among
 * them. Their trees of boxes find the parts that come near; each such pair of parts is a pair of shapes like any other.
 *
 *   collideCompounds        the least gap of all pairs of parts, its normal and points, into a PairResult
 *   findCompoundContacts    the contacts of all pairs of parts, into a ContactBuffer
 *
 * Parts that overlap one another within a body do no harm. A key is that of the part plus the number of the part times
 * the stride of the body. Part i of A and part j of B have row i·(parts of B) + j of the cache.
 *
 * Follows: Rigid Body Simulation, section 7.2.
 */
import { fail, quat, requireKeys, requireVector } from "../../math/index.js";
import { collideMesh, findMeshContacts, MeshCache, placeInMesh } from "../mesh/index.js";
import { type ContactBuffer, PairResult, Status } from "../result/index.js";
import {
  BoundsTree,
  boundsSize,
  collectTreePairs,
  composeFrames,
  computeBounds,
  frameSize,
  growBounds,
  Kind,
  PairBuffer,
  type Shape,
  writeFrame,
} from "../shapes/index.js";
import { collideShapes, findContacts, PairCache } from "./pair.js";

/** A part of a compound. */
export interface PartOptions {
  /** The shape of the part; it must be bounded. */
  readonly shape: Shape;
  /** The origin of the frame of the shape in that of the body, m. Default: at its origin. */
  readonly position?: ArrayLike<number>;
  /** The rotation of the part, a quaternion x, y, z, w of any length but zero. Default: not turned. */
  readonly rotation?: ArrayLike<number>;
}

/** A body of several parts. */
export interface Compound {
  /** The shapes of the parts. */
  readonly shapes: readonly Shape[];
  /** The frame of each part in that of the body, 12 numbers each: see `frameSize`. */
  readonly frames: Float64Array;
  /** The box of each part in the frame of the body, grown by `margin`. */
  readonly boxes: Float64Array;
  /** The tree of the boxes. */
  readonly tree: BoundsTree;
  /** The distance by which the boxes are grown, m: an array with one number. */
  readonly margin: Float64Array;
  /** The difference of the keys of two consecutive parts. */
  readonly stride: number;
  /** The largest distance of a point of the body from the origin of its frame, m. */
  readonly reach: number;
}

/** Room for the keys of all parts; the bits above it distinguish kinds of features. */
const keyLimit = 2 ** 22;
const partKeys = ["shape", "position", "rotation"];

/** Creates a compound of parts, each with a place of its own in the body. */
export function createCompound(options: { readonly parts: readonly PartOptions[] }): Compound {
  requireKeys("compound", options, "{ parts: [{ shape }] }", ["parts"]);
  const { parts } = options;
  if (!(parts?.length > 0)) fail("empty", "compound.parts", "must have at least one part", parts?.length);
  const frames = new Float64Array(frameSize * parts.length);
  const boxes = new Float64Array(boundsSize * parts.length);
  let reach = 0;
  let stride = 64;
  parts.forEach((part, k) => {
    const path = `compound.parts[${k}]`;
    requireKeys(path, part, "{ shape: createBox({ size: [1, 1, 1] }), position: [0, 1, 0] }", partKeys);
    placePart(frames, frameSize * k, path, part);
    computeBounds(boxes, boundsSize * k, part.shape, frames, frameSize * k);
    while (stride < countFeatures(part.shape)) stride *= 2;
    let square = 0;
    for (let c = 0; c < 3; c++) square += frames[frameSize * k + c] * frames[frameSize * k + c];
    reach = Math.max(reach, Math.sqrt(square) + part.shape.reach);
  });
  if (stride * parts.length > keyLimit) {
    const must = `must have at most ${Math.floor(keyLimit / stride)} parts of this many features`;
    fail("too-many", "compound.parts", must, parts.length, "make parts with fewer corners, or several bodies");
  }
  const tree = new BoundsTree();
  tree.build(boxes, null, parts.length);
  const shapes = parts.map((part) => part.shape);
  return { shapes, frames, boxes, tree, margin: new Float64Array(1), stride, reach };
}

function placePart(out: Float64Array, o: number, path: string, part: PartOptions): void {
  const { shape, position = [0, 0, 0], rotation = [0, 0, 0, 1] } = part;
  if (!(shape?.reach < Infinity)) {
    fail("not-bounded", `${path}.shape`, "must be a shape of finite size", shape?.kind, "a plane is a body of its own");
  }
  requireVector(`${path}.position`, position);
  const q = Float64Array.from(rotation);
  if (q.length !== 4 || !quat.normalize(q, 0, q, 0)) {
    fail("not-a-rotation", `${path}.rotation`, "must be four finite numbers, not all zero", rotation);
  }
  writeFrame(out, o, Float64Array.from(position), 0, q, 0);
}

function countFeatures({ polyhedron, mesh }: Shape): number {
  if (mesh !== null) return mesh.vertexCount + mesh.edgeCount + mesh.triangleCount;
  return polyhedron === null ? 0 : polyhedron.vertexCount + polyhedron.edgeCount + polyhedron.faceCount;
}

/** The memory of a pair of compounds from call to call. */
export class CompoundCache {
  /** The memory of each pair of convex parts. */
  readonly parts: PairCache;
  /** The memory of each convex part and mesh. */
  readonly meshes: MeshCache = new MeshCache();
  /** The pairs of parts whose boxes overlap. */
  readonly pairs: PairBuffer = new PairBuffer();

  constructor(a: Compound, b: Compound) {
    if (a.shapes.some((shape) => shape.kind === Kind.mesh)) {
      const must = "must have convex parts only";
      fail("not-convex", "a", must, "a mesh", "meshes are fixed: the fixed body is the second one");
    }
    this.parts = new PairCache(a.shapes.length * b.shapes.length);
  }
}

/** The frame of B in that of A. */
const placedB = new Float64Array(frameSize);
/** The frames of two parts in the world. */
const placed = new Float64Array(2 * frameSize);
const partResult = new PairResult();

/** Finds the least gap of compound A, placed at framesA[oA …], and B. */
export function collideCompounds(
  result: PairResult,
  a: Compound,
  framesA: Float64Array,
  oA: number,
  b: Compound,
  framesB: Float64Array,
  oB: number,
  cache: CompoundCache,
  tolerance: number,
): void {
  result.values.fill(0);
  result.values[0] = Infinity;
  result.status = Status.disjoint;
  for (let i = 0; i < a.shapes.length; i++) {
    composeFrames(placed, 0, framesA, oA, a.frames, frameSize * i);
    for (let j = 0; j < b.shapes.length; j++) {
      composeFrames(placed, frameSize, framesB, oB, b.frames, frameSize * j);
      if (isFarther(a.shapes[i], b.shapes[j], result)) continue;
      collideParts(partResult, a, i, b, j, cache, tolerance);
      if (!(partResult.values[0] < result.values[0])) continue;
      for (let k = 0; k < 10; k++) result.values[k] = partResult.values[k];
      result.status = partResult.status;
      result.witness = partResult.witness;
      result.featureA = partResult.featureA;
      result.featureB = partResult.featureB;
    }
  }
}

/** Appends the contacts of compounds A and B to the buffer, and returns how many there are. */
export function findCompoundContacts(
  buffer: ContactBuffer,
  a: Compound,
  framesA: Float64Array,
  oA: number,
  b: Compound,
  framesB: Float64Array,
  oB: number,
  cache: CompoundCache,
  tolerance: number,
): number {
  const { pairs } = cache;
  const start = buffer.count;
  if (a.margin[0] < tolerance) widen(a, tolerance);
  // B seen from A
  placeInMesh(placedB, framesB, oB, framesA, oA);
  pairs.clear();
  collectTreePairs(pairs, a.tree, b.tree, placedB, 0);
  pairs.sort(Math.max(a.shapes.length, b.shapes.length));
  for (let p = 0; p < pairs.count; p++) {
    const i = pairs.values[2 * p];
    const j = pairs.values[2 * p + 1];
    composeFrames(placed, 0, framesA, oA, a.frames, frameSize * i);
    composeFrames(placed, frameSize, framesB, oB, b.frames, frameSize * j);
    addPart(buffer, a, i, b, j, cache, tolerance);
  }
  return buffer.count - start;
}

/** Boxes that touch within the tolerance must overlap. */
function widen({ boxes, tree, margin, shapes }: Compound, tolerance: number): void {
  for (let k = 0; k < shapes.length; k++) growBounds(boxes, boundsSize * k, tolerance - margin[0]);
  margin[0] = tolerance;
  tree.refit(boxes);
}

/** Returns whether the spheres around the two parts are farther apart than the least gap so far. */
function isFarther(shapeA: Shape, shapeB: Shape, { values }: PairResult): boolean {
  const x = placed[0] - placed[frameSize];
  const y = placed[1] - placed[frameSize + 1];
  const z = placed[2] - placed[frameSize + 2];
  return Math.sqrt(x * x + y * y + z * z) - shapeA.reach - shapeB.reach > values[0];
}

function collideParts(
  result: PairResult,
  a: Compound,
  i: number,
  b: Compound,
  j: number,
  cache: CompoundCache,
  tolerance: number,
): void {
  const A = a.shapes[i];
  const B = b.shapes[j];
  const slot = i * b.shapes.length + j;
  if (B.kind === Kind.mesh) collideMesh(result, A, placed, 0, B, placed, frameSize, tolerance, cache.meshes, slot);
  else collideShapes(result, A, placed, 0, B, placed, frameSize, cache.parts, slot, tolerance);
}

function addPart(
  buffer: ContactBuffer,
  a: Compound,
  i: number,
  b: Compound,
  j: number,
  cache: CompoundCache,
  tolerance: number,
): void {
  const first = buffer.count;
  const A = a.shapes[i];
  const B = b.shapes[j];
  const slot = i * b.shapes.length + j;
  if (B.kind === Kind.mesh) {
    findMeshContacts(buffer, A, placed, 0, B, placed, frameSize, tolerance, cache.meshes, slot);
  } else {
    collideShapes(partResult, A, placed, 0, B, placed, frameSize, cache.parts, slot, tolerance);
    findContacts(buffer, partResult, A, placed, 0, B, placed, frameSize, cache.parts, slot, tolerance);
  }
  for (let row = first; row < buffer.count; row++) {
    buffer.keyA[row] += i * a.stride;
    buffer.keyB[row] += j * b.stride;
  }
}
