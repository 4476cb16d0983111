/**
 * Support mapping of convex cores: the corner that lies farthest in a direction.
 *
 * A core is a polyhedron, possibly of two corners (the segment of a capsule) or one (the centre of a sphere). Hill climbing
 * goes from corner to joined corner as long as d·v rises: on a convex core a corner that no joined corner exceeds is the
 * farthest of all. Cores with few corners are scanned in order instead, which is as quick.
 */

import { scanLimit } from "./parameters.js";
import { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
import { Kind, type Shape } from "./shape.js";

/** Returns the corner of `core` with the largest d·v, d = direction[o …]; of equals the one found first. */
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

/**
 * Returns the corner of `core` with the largest d·v by hill climbing from corner `start`, whatever the size of the
 * core.
 */
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

/**
 * Returns the core of a shape: its polyhedron, the segment of a capsule, the centre of a sphere. `side`: 0 for A, 1
 * for B.
 */
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
