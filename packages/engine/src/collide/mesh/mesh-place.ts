/**
 * A body A seen from a mesh, and from one of its triangles. The triangle is a flat polyhedron with two sides; for cylinders
 * and cones a very flat pyramid behind it, since their functions want edges with an angle. Both are seen from the
 * first corner of the triangle, with the axes of the mesh.
 */
import { vec3 } from "../../math/index.js";
import { type Polyhedron, placeSupportPoint, type Shape, type TriangleMesh } from "../shapes/index.js";
import type { MeshQuery } from "./mesh-query.js";
import { pyramidSlope } from "./parameters.js";

const shorten = 1 / Math.sqrt(1 + pyramidSlope * pyramidSlope);

const direction = new Float64Array(3);
const point = new Float64Array(3);

/** Writes the frame of A, at framesA[i …], as seen from the mesh B at framesB[j …]. */
export function placeInMesh(
  out: Float64Array,
  framesA: Float64Array,
  i: number,
  framesB: Float64Array,
  j: number,
): void {
  const x = framesA[i] - framesB[j];
  const y = framesA[i + 1] - framesB[j + 1];
  const z = framesA[i + 2] - framesB[j + 2];
  for (let r = 0; r < 3; r++) {
    const a = framesB[j + 3 + r];
    const b = framesB[j + 6 + r];
    const c = framesB[j + 9 + r];
    out[r] = a * x + b * y + c * z;
    for (let k = 0; k < 3; k++) {
      out[3 + 3 * r + k] = a * framesA[i + 3 + k] + b * framesA[i + 6 + k] + c * framesA[i + 9 + k];
    }
  }
}

/** Loads triangle t: makes the flat polyhedron that of the triangle, and sees A from there. */
export function loadTriangle(query: MeshQuery, mesh: TriangleMesh, t: number): void {
  const { placed, placedA } = query;
  const { vertices, facePlanes } = mesh.triangle.polyhedron as Polyhedron;
  const first = 3 * mesh.triangles[3 * t];
  for (let k = 1; k < 3; k++)
    vec3.subtract(vertices, 3 * k, mesh.vertices, 3 * mesh.triangles[3 * t + k], mesh.vertices, first);
  vec3.copy(facePlanes, 0, mesh.normals, 3 * t);
  vec3.negate(facePlanes, 4, mesh.normals, 3 * t);
  const b = facePlanes[0] * vertices[3] + facePlanes[1] * vertices[4] + facePlanes[2] * vertices[5];
  const c = facePlanes[0] * vertices[6] + facePlanes[1] * vertices[7] + facePlanes[2] * vertices[8];
  facePlanes[3] = Math.max(0, b, c);
  facePlanes[7] = -Math.min(0, b, c);
  for (let k = 3; k < 12; k++) placed[k] = placedA[k];
  vec3.subtract(placed, 0, placedA, 0, mesh.vertices, first);
}

/**
 * Makes the pyramid that of the triangle loaded. The tip is below the centre of the inscribed circle by its radius
 * times the slope.
 */
export function raisePyramid(mesh: TriangleMesh): void {
  const { vertices: corners, facePlanes: face } = mesh.triangle.polyhedron as Polyhedron;
  const { vertices, facePlanes } = mesh.pyramid.polyhedron as Polyhedron;
  for (let k = 0; k < 9; k++) vertices[k] = corners[k];
  for (let k = 0; k < 4; k++) facePlanes[k] = face[k];
  vec3.set(vertices, 9, 0, 0, 0);
  let round = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    vec3.subtract(direction, 0, corners, k === 2 ? 0 : i + 3, corners, i);
    const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    // the corner across has the weight of this side
    const across = k === 0 ? 6 : i - 3;
    for (let c = 0; c < 3; c++) vertices[9 + c] += length * corners[across + c];
    round += length;
    vec3.cross(direction, 0, direction, 0, face, 0);
    for (let c = 0; c < 3; c++)
      facePlanes[i + k + 4 + c] = ((pyramidSlope * direction[c]) / length - face[c]) * shorten;
    facePlanes[i + k + 7] =
      facePlanes[i + k + 4] * corners[i] +
      facePlanes[i + k + 4 + 1] * corners[i + 1] +
      facePlanes[i + k + 4 + 2] * corners[i + 2];
  }
  for (let c = 0; c < 3; c++) vertices[9 + c] /= round;
  // how far the centre is from the first side
  const outward =
    facePlanes[4] * vertices[9] + facePlanes[5] * vertices[10] + facePlanes[6] * vertices[11] - facePlanes[7];
  for (let c = 0; c < 3; c++) vertices[9 + c] += (outward / shorten) * face[c];
}

/** Writes s of A and the triangle loaded along n = normals[i …], and the width of A, to `extent`. */
export function measureTriangle(
  query: MeshQuery,
  mesh: TriangleMesh,
  shape: Shape,
  normals: Float64Array,
  i: number,
): void {
  const { placed, extent } = query;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  vec3.negate(direction, 0, normals, i);
  placeSupportPoint(point, 0, shape, placed, 0, direction, 0);
  extent[0] = normals[i] * point[0] + normals[i + 1] * point[1] + normals[i + 2] * point[2];
  placeSupportPoint(point, 0, shape, placed, 0, normals, i);
  extent[1] = normals[i] * point[0] + normals[i + 1] * point[1] + normals[i + 2] * point[2] - extent[0];
  extent[0] -= Math.max(
    0,
    normals[i] * vertices[3] + normals[i + 1] * vertices[4] + normals[i + 2] * vertices[5],
    normals[i] * vertices[6] + normals[i + 1] * vertices[7] + normals[i + 2] * vertices[8],
  );
}
