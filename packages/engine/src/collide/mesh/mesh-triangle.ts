/**
 * A convex shape A against one triangle of a mesh: along which normal they meet, and how far apart they are. Closest
 * points or the shortest way out come from the functions for convex pairs (mesh-place.ts), or, for balls and capsules,
 * from those of their core (mesh-core.ts). That direction counts only if it is a normal of the mesh (mesh-normals.ts). If
 * not:
 *
 *   apart          the triangle is left out: another one is nearer, or A is behind it
 *   touching or    ambiguous: resolved when all others are known (mesh-ambiguous.ts)
 *   overlapping
 *
 * What was found stays in the row of the triangle, with bounds that say until when it need not be measured again.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { collidePolyhedra } from "../convex/index.js";
import { collideCurved } from "../curved/index.js";
import { PairSlot } from "../result/index.js";
import { isMeshNormal, Kind, type Polyhedron, type Shape, type TriangleMesh } from "../shapes/index.js";
import { boundSize, MemoryField, type MeshMemory, metSize, RowBound } from "./mesh-cache.js";
import { measureCore } from "./mesh-core.js";
import { measureTriangle, raisePyramid } from "./mesh-place.js";
import type { MeshQuery } from "./mesh-query.js";
import { sameNormalDefect, slantedBackCosine } from "./parameters.js";

/**
 * The cases of a triangle: none, it is not met; face, along its normal, at points on it; feature, along another
 * normal of the mesh, at a corner or edge; beside and alternate, along its own normal or that of other triangles,
 * where the direction found is no normal of the mesh; ambiguous, not known until the others are.
 */
export const ContactCase = { none: 0, face: 1, feature: 2, beside: 3, alternate: 4, ambiguous: 5 } as const;

/** Closest points of a core and a triangle: see `measureCore`. */
const nearest = new Float64Array(7);

/**
 * Meets triangle t, which has been loaded: fills `met`, and returns a `ContactCase`. Bounds of its distance go to its
 * row.
 */
export function meetTriangle(
  query: MeshQuery,
  mesh: TriangleMesh,
  t: number,
  shape: Shape,
  memory: MeshMemory,
  row: number,
  tolerance: number,
): number {
  const { extent, limits, met } = query;
  const { bounds, mets } = memory;
  const b = boundSize * row;
  measureTriangle(query, mesh, shape, mesh.normals, 3 * t);
  const level = extent[0];
  const width = extent[1];
  bounds[b + RowBound.level] = level;
  bounds[b + RowBound.clear] = bounds[b + RowBound.apart] = Math.max(level, -level - width);
  bounds[b + RowBound.travelled] = memory.numbers[MemoryField.travelled];
  // along the normal, unless there is something better
  vec3.copy(mets, metSize * row + 10, mesh.normals, 3 * t);
  if (level > limits[0] || level < -width) return ContactCase.none;
  measureConvex(query, mesh, shape, memory, row, tolerance);
  const { values } = query.convexPair;
  vec3.copy(mets, metSize * row + 10, values, PairSlot.normal);
  bounds[b + RowBound.apart] = Math.max(bounds[b + RowBound.apart], values[0]);
  if (values[0] > limits[0]) return ContactCase.none;
  // a normal on an edge or corner is in front of one of its triangles at least: the others need not know of it
  const front =
    values[1] * mesh.normals[3 * t] + values[2] * mesh.normals[3 * t + 1] + values[3] * mesh.normals[3 * t + 2];
  if (front > -slantedBackCosine && isMeshNormal(mesh, t, values, PairSlot.normal)) {
    for (let k = 0; k < 10; k++) met[k] = values[k];
    const first = 3 * mesh.triangles[3 * t];
    vec3.add(met, PairSlot.pointA, met, PairSlot.pointA, mesh.vertices, first);
    vec3.add(met, PairSlot.pointB, met, PairSlot.pointB, mesh.vertices, first);
    if (values[0] > limits[1]) return ContactCase.feature;
    if (front < 1 - sameNormalDefect) return ContactCase.feature;
    met[0] = level;
    vec3.copy(met, PairSlot.normal, mesh.normals, 3 * t);
    return ContactCase.face;
  }
  return values[0] > limits[1] ? ContactCase.none : ContactCase.ambiguous;
}

/** Measures A, at `placed`, and the triangle loaded as a pair of convex shapes, to `convexPair`. */
export function measureConvex(
  query: MeshQuery,
  mesh: TriangleMesh,
  shape: Shape,
  memory: MeshMemory,
  row: number,
  tolerance: number,
): void {
  const { convexPair, placed } = query;
  if (shape.kind === Kind.polyhedron) {
    collidePolyhedra(convexPair, shape, placed, 0, mesh.triangle, placed, 12, memory.witnesses, row, tolerance);
  } else if (shape.kind === Kind.sphere || shape.kind === Kind.capsule) {
    measureRound(query, mesh, shape);
  } else {
    raisePyramid(mesh);
    collideCurved(convexPair, shape, placed, 0, mesh.pyramid, placed, 12, memory.curved, row, tolerance);
  }
}

/** A core in the triangle itself has no direction: that of the triangle, with a gap that is no more than it can be. */
function measureRound(query: MeshQuery, mesh: TriangleMesh, shape: Shape): void {
  const { vertices, facePlanes } = mesh.triangle.polyhedron as Polyhedron;
  measureCore(nearest, shape, query.placed, 0, vertices);
  const { values } = query.convexPair;
  const distance = Math.sqrt(nearest[6]);
  values[0] = distance - shape.radius;
  for (let k = 0; k < 3; k++) {
    const n = distance > 0 ? (nearest[k] - nearest[3 + k]) / distance : -facePlanes[k];
    values[1 + k] = n;
    values[PairSlot.pointA + k] = nearest[k] - shape.radius * n;
    values[PairSlot.pointB + k] = nearest[3 + k];
  }
}
