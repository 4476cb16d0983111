/**
 * Questions about one shape or two, without memory of earlier ones: how far a point is from a shape, and whether two
 * shapes overlap.
 *
 *   signed distance   to the surface, negative within; the closest point is p − distance·n, n the outward normal there
 *
 * Within a mesh is what is behind its front, no farther than its thickness (mesh-inside.ts).
 *
 * A point is a ball whose radius is nothing beside rounding: the closed forms of the ball serve (collide-curved.ts).
 */
import { vec3 } from "../../math/index.js";
import { collideCurved } from "../curved/index.js";
import { findMeshPoint, MeshPoint, touchesMesh } from "../mesh/index.js";
import { collideShapes, PairCache } from "../pair/index.js";
import { PairResult, PairSlot } from "../result/index.js";
import { createSphere, frameRotation, type Shape, type TriangleMesh } from "../shapes/index.js";

/** Slots of the seven numbers of an answer: distance, closest point of the surface, normal there. */
export const PointSlot = { distance: 0, point: 1, normal: 4 } as const;

const nearest = /* @__PURE__ */ new MeshPoint();
const local = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
const everywhere = /* @__PURE__ */ Float64Array.of(Infinity);
const pair = /* @__PURE__ */ new PairResult();
const cache = /* @__PURE__ */ new PairCache(1);
const radius = 2 ** -200;
const ball = /* @__PURE__ */ createSphere({ radius });
const place = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Writes distance, closest point and normal (see `PointSlot`) of the point at point[p] to out[o]. */
export function findClosestPoint(
  out: Float64Array,
  o: number,
  shape: Shape,
  frames: Float64Array,
  f: number,
  point: Float64Array,
  p: number,
): void {
  if (shape.mesh !== null) {
    findOnMesh(out, o, shape.mesh, frames, f, point, p);
    return;
  }
  vec3.copy(place, 0, point, p);
  collideCurved(pair, ball, place, 0, shape, frames, f, null, 0, 0);
  const { values } = pair;
  const gap = values[PairSlot.gap];
  const distance = Math.abs(gap) <= radius ? 0 : gap;
  out[o + PointSlot.distance] = distance;
  for (let k = 0; k < 3; k++) {
    const n = values[PairSlot.normal + k];
    out[o + PointSlot.point + k] = place[k] - distance * n;
    out[o + PointSlot.normal + k] = n;
  }
}

function findOnMesh(
  out: Float64Array,
  o: number,
  mesh: TriangleMesh,
  frames: Float64Array,
  f: number,
  point: Float64Array,
  p: number,
): void {
  const x = point[p] - frames[f];
  const y = point[p + 1] - frames[f + 1];
  const z = point[p + 2] - frames[f + 2];
  for (let k = 0; k < 3; k++) {
    local[k] =
      frames[f + frameRotation + k] * x + frames[f + frameRotation + 3 + k] * y + frames[f + frameRotation + 6 + k] * z;
  }
  findMeshPoint(nearest, mesh, local, 0, everywhere);
  const { values: found } = nearest;
  const distance = found[3];
  const within = !nearest.isAtBorder && found[7] < 0 && distance <= mesh.thickness[0];
  const sign = within ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    normal[k] = distance > 0 ? (sign * (local[k] - found[k])) / distance : found[4 + k];
  }
  vec3.normalize(normal, 0, normal, 0);
  out[o + PointSlot.distance] = sign * distance;
  for (let k = 0; k < 3; k++) {
    const row = f + frameRotation + 3 * k;
    const onSurface = frames[row] * found[0] + frames[row + 1] * found[1] + frames[row + 2] * found[2];
    out[o + PointSlot.point + k] = frames[f + k] + onSurface;
    out[o + PointSlot.normal + k] = frames[row] * normal[0] + frames[row + 1] * normal[1] + frames[row + 2] * normal[2];
  }
}

/** Returns whether two placed shapes have a point in common. */
export function shapesOverlap(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): boolean {
  if (shapeB.mesh !== null) return touchesMesh(pair, shapeA, framesA, oA, shapeB, framesB, oB, 0);
  if (shapeA.mesh !== null) return touchesMesh(pair, shapeB, framesB, oB, shapeA, framesA, oA, 0);
  cache.reset(0);
  collideShapes(pair, shapeA, framesA, oA, shapeB, framesB, oB, cache, 0, 0);
  return pair.values[PairSlot.gap] <= 0;
}
