/**
 * The corner of a convex core that lies farthest in a direction, and the frame in which a pair is looked at.
 *
 * A core is a polyhedron, possibly of two corners (the segment of a capsule) or one (the centre of a sphere). A pair is
 * seen in the frame of A, so that only the place of B relative to A enters:
 *
 *   p_A = R p_B + x,   R = R_Aᵀ R_B,   x = R_Aᵀ (x_B − x_A)                                                    (2–1)
 *
 * Climbing goes from corner to joined corner as long as d·v rises. On a convex core a corner that no joined corner
 * exceeds is the farthest of all; cores with few corners are looked through in order instead, which is as quick.
 *
 * Follows: Rigid Body Simulation, section 2.1.
 */
import { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
import { Kind, type Shape } from "./shape.js";

/**
 * Of the pair at hand, written by `relate`: x (3) and R (9, row by row), B seen from A; and the size of the largest
 * coordinates that enter (1), with which the rounding goes.
 */
export const relative: Float64Array = new Float64Array(13);

/** Below so many corners a core is looked through; above it is climbed. */
const scanLimit = 12;

/** Writes `relative`, for shapes placed at framesA[i …] and framesB[j …]. */
export function relate(
  shapeA: Shape,
  framesA: Float64Array,
  i: number,
  shapeB: Shape,
  framesB: Float64Array,
  j: number,
): void {
  const dx = framesB[j] - framesA[i];
  const dy = framesB[j + 1] - framesA[i + 1];
  const dz = framesB[j + 2] - framesA[i + 2];
  const b0 = framesB[j + 3];
  const b1 = framesB[j + 4];
  const b2 = framesB[j + 5];
  const b3 = framesB[j + 6];
  const b4 = framesB[j + 7];
  const b5 = framesB[j + 8];
  const b6 = framesB[j + 9];
  const b7 = framesB[j + 10];
  const b8 = framesB[j + 11];
  for (let r = 0; r < 3; r++) {
    const a = framesA[i + 3 + r];
    const b = framesA[i + 6 + r];
    const c = framesA[i + 9 + r];
    relative[r] = a * dx + b * dy + c * dz;
    relative[3 + 3 * r] = a * b0 + b * b3 + c * b6;
    relative[4 + 3 * r] = a * b1 + b * b4 + c * b7;
    relative[5 + 3 * r] = a * b2 + b * b5 + c * b8;
  }
  relative[12] = Math.max(shapeA.reach, Math.sqrt(dx * dx + dy * dy + dz * dz) + shapeB.reach);
}

/** R v for v in the frame of B: a direction as A sees it. */
export function turnToA(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = relative[3] * x + relative[4] * y + relative[5] * z;
  out[o + 1] = relative[6] * x + relative[7] * y + relative[8] * z;
  out[o + 2] = relative[9] * x + relative[10] * y + relative[11] * z;
}

/** Rᵀ v for v in the frame of A: a direction as B sees it. */
export function turnToB(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = relative[3] * x + relative[6] * y + relative[9] * z;
  out[o + 1] = relative[4] * x + relative[7] * y + relative[10] * z;
  out[o + 2] = relative[5] * x + relative[8] * y + relative[11] * z;
}

/** R p + x for p in the frame of B: a point as A sees it. */
export function placeInA(out: Float64Array, o: number, p: Float64Array, i: number): void {
  turnToA(out, o, p, i);
  out[o] += relative[0];
  out[o + 1] += relative[1];
  out[o + 2] += relative[2];
}

/** The corner of `core` with the largest d·v, d = direction[o …]; of equals the one found first. */
export function findSupport(core: Polyhedron, direction: Float64Array, o: number, start: number): number {
  const { vertices, vertexCount } = core;
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  if (vertexCount > scanLimit) return climbSupport(core, direction, o, start);
  let best = 0;
  let most = x * vertices[0] + y * vertices[1] + z * vertices[2];
  for (let v = 1; v < vertexCount; v++) {
    const value = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
    if (value > most) {
      most = value;
      best = v;
    }
  }
  return best;
}

/** The same by climbing, whatever the size. */
export function climbSupport(core: Polyhedron, direction: Float64Array, o: number, start: number): number {
  const { vertices, neighbourStart, neighbours } = core;
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let best = start;
  let most = x * vertices[3 * best] + y * vertices[3 * best + 1] + z * vertices[3 * best + 2];
  for (let at = -1; at !== best; ) {
    at = best;
    for (let k = neighbourStart[at]; k < neighbourStart[at + 1]; k++) {
      const v = neighbours[k];
      const value = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
      if (value > most) {
        most = value;
        best = v;
      }
    }
  }
  return best;
}

/** Whether another corner was as far as the one found, but for rounding. */
export const tie = { found: false };
/** As a part of the size: what rounding may do to d·v. */
const rounding = 2e-15;

/** The same, and notes in `tie` whether a joined corner is as far, but for rounding: of a unit d. */
export function climbWithTies(core: Polyhedron, direction: Float64Array, o: number, start: number): number {
  const { vertices, neighbourStart, neighbours } = core;
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let best = start;
  let most = x * vertices[3 * best] + y * vertices[3 * best + 1] + z * vertices[3 * best + 2];
  let next = most;
  for (let at = -1; at !== best; ) {
    at = best;
    next = -Infinity;
    for (let k = neighbourStart[at]; k < neighbourStart[at + 1]; k++) {
      const v = neighbours[k];
      const value = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
      if (value > most) {
        next = most;
        most = value;
        best = v;
      } else if (value > next) next = value;
    }
  }
  tie.found = next >= most - rounding * relative[12];
  return best;
}

/** The core of a shape: its polyhedron, the segment of a capsule, the centre of a sphere. `side`: 0 for A, 1 for B. */
export function takeCore(shape: Shape, side: 0 | 1): Polyhedron {
  if (shape.polyhedron !== null) return shape.polyhedron;
  if (shape.kind !== Kind.capsule) return pointCore;
  const core = side === 0 ? segmentA : segmentB;
  core.vertices[1] = -shape.halfHeight;
  core.vertices[4] = shape.halfHeight;
  return core;
}

const pointCore = buildPolyhedron(new Float64Array(3), []);
const segmentA = createSegment();
const segmentB = createSegment();

/** Two corners on the y axis and the edge between them, which is in no face. */
function createSegment(): Polyhedron {
  return {
    ...buildPolyhedron(new Float64Array(6), []),
    edgeCount: 1,
    edgeVertices: Int32Array.of(0, 1),
    edgeFaces: Int32Array.of(-1, -1),
    neighbourStart: Int32Array.of(0, 1, 2),
    neighbours: Int32Array.of(1, 0),
    neighbourEdges: Int32Array.of(0, 0),
  };
}
