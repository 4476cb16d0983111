/** Faces that something touches: the plane that they are there, or the side of them that it ends at. */
import type { Shape } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import {
  FeatureSlot,
  FeatureType,
  findHullFace,
  findNearestEdge,
  findNearestSide,
  loadFeature,
} from "./contact-feature.js";
import { facingTolerance } from "./parameters.js";

const { line, plane, cone } = FeatureType;

/**
 * A plane feature as it counts: a plane part of a mesh is where the row is; a face from which n leans away is none, but a
 * plane across n; and where a side ends within a face, the edge there, whose key the contact then has. Returns the type.
 * s: 0 of A, 3 of B; n as seen from it is at spots[s + 6 …].
 */
export function facePlane(
  feature: Float64Array,
  shape: Shape,
  spots: Float64Array,
  s: number,
  keys: Int32Array,
  c: number,
  other: number,
): number {
  const outward = s === 0 ? -1 : 1;
  const along =
    outward *
    (feature[FeatureSlot.direction] * spots[6 + s] +
      feature[FeatureSlot.direction + 1] * spots[6 + s + 1] +
      feature[FeatureSlot.direction + 2] * spots[6 + s + 2]);
  if (shape.mesh !== null || along < 1 - facingTolerance) {
    vec3.copy(feature, 0, spots, s);
    for (let k = 0; k < 3; k++) feature[FeatureSlot.direction + k] = outward * spots[6 + s + k];
  }
  if (other !== line && other !== cone) return plane;
  if (shape.mesh !== null) {
    const edge = findNearestSide(shape.mesh, keys[c] - shape.mesh.vertexCount - shape.mesh.edgeCount, spots, s);
    if (edge < 0) return plane;
    keys[c] = shape.mesh.vertexCount + edge;
    return loadFeature(feature, shape, keys[c], spots, s);
  }
  if (shape.polyhedron === null) return plane;
  const edge = findNearestEdge(shape.polyhedron, findHullFace(shape.polyhedron, keys[c]), spots, s);
  keys[c] = shape.polyhedron.vertexCount + edge;
  return loadFeature(feature, shape, keys[c], spots, s);
}
