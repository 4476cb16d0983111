/**
 * Contacts of one body with several triangles of a mesh, joined:
 *
 *   - of two rows at one place with one normal the first stays
 *   - of two with different normals, both stay in a valley; on a ridge or peak, only the one with the larger gap, since
 *     one plane between the two bodies is enough there
 */
import { vec3 } from "../../math/index.js";
import { type ContactBuffer, copyContact } from "../result/index.js";
import type { TriangleMesh } from "../shapes/index.js";
import type { MeshQuery } from "./mesh-query.js";
import { sameNormalDefect } from "./parameters.js";

/** The triangle of each row. */
let owners = new Int32Array(64);
const d = new Float64Array(3);

/**
 * Appends row `from`, seen from the first corner of triangle t, behind the last row, if it is to stay beside those of
 * other triangles.
 */
export function joinContact(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  mesh: TriangleMesh,
  t: number,
  from: number,
): void {
  const { limits } = query;
  const { point, normal, gap } = buffer;
  const row = buffer.count;
  vec3.add(point, 3 * from, point, 3 * from, mesh.vertices, 3 * mesh.triangles[3 * t]);
  let place = row;
  for (let k = start; k < row; k++) {
    vec3.subtract(d, 0, point, 3 * k, point, 3 * from);
    if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > 4 * limits[1] * limits[1]) continue;
    if (
      normal[3 * k] * normal[3 * from] +
        normal[3 * k + 1] * normal[3 * from + 1] +
        normal[3 * k + 2] * normal[3 * from + 2] >=
      1 - sameNormalDefect
    )
      return;
    const u = owners[k - start];
    if (!isBehind(query, buffer, k, mesh, t) || !isBehind(query, buffer, from, mesh, u)) continue;
    if (gap[from] <= gap[k]) return;
    place = k;
    break;
  }
  if (row - start >= owners.length) growOwners();
  owners[place - start] = t;
  if (place !== from) copyContact(buffer, place, from);
  if (place === row) buffer.count++;
}

function growOwners(): void {
  const more = new Int32Array(2 * owners.length);
  more.set(owners);
  owners = more;
}

/** Returns whether triangle t is behind the plane of the mesh at a row, to the tolerance. */
function isBehind(
  query: MeshQuery,
  { point, normal, gap }: ContactBuffer,
  row: number,
  mesh: TriangleMesh,
  t: number,
): boolean {
  const n = 3 * row;
  const level =
    normal[n] * point[n] +
    normal[n + 1] * point[n + 1] +
    normal[n + 2] * point[n + 2] -
    0.5 * gap[row] +
    query.limits[1];
  for (let k = 0; k < 3; k++) {
    if (
      normal[n] * mesh.vertices[3 * mesh.triangles[3 * t + k]] +
        normal[n + 1] * mesh.vertices[3 * mesh.triangles[3 * t + k] + 1] +
        normal[n + 2] * mesh.vertices[3 * mesh.triangles[3 * t + k] + 2] >
      level
    )
      return false;
  }
  return true;
}
