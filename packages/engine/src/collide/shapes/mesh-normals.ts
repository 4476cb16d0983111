/**
 * Which directions are normals of a mesh at a corner, edge or triangle: those along which it is foremost among all that is
 * near it,
 *
 *   triangle    n = m
 *   edge        n·(w − v) ≤ 0 for the third corners w of its triangles: between their normals, if it is convex
 *   corner      n·(w − v) ≤ 0 for all neighbours w
 *
 * and which look to the front: n·N ≥ 0 with N the normal of the triangle, the sum of those of the edge's triangles, or
 * the sum of those at the corner weighted by their angles there. A shape beside a triangle that is part of a plane or a
 * valley touches its edge along a direction that is no normal of the mesh: a ghost.
 */
import { vec3 } from "../../math/index.js";
import { outstandingSlope } from "./parameters.js";
import { EdgeKind, type TriangleMesh } from "./shape.js";

/** Returns whether n = normals[i …] is a normal of the mesh where triangle t is extreme along it. */
export function isMeshNormal(mesh: TriangleMesh, t: number, normals: Float64Array, i: number): boolean {
  const { vertices, triangles } = mesh;
  const x = normals[i];
  const y = normals[i + 1];
  const z = normals[i + 2];
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ab =
    x * (vertices[b] - vertices[a]) + y * (vertices[b + 1] - vertices[a + 1]) + z * (vertices[b + 2] - vertices[a + 2]);
  const ac =
    x * (vertices[c] - vertices[a]) + y * (vertices[c + 1] - vertices[a + 1]) + z * (vertices[c + 2] - vertices[a + 2]);
  const most = Math.max(0, ab, ac);
  const slack = outstandingSlope * mesh.triangle.reach;
  const isA = most <= slack;
  const isB = most - ab <= slack;
  const isC = most - ac <= slack;
  if (isA && isB && isC)
    return (
      normals[i] * mesh.normals[3 * t] +
        normals[i + 1] * mesh.normals[3 * t + 1] +
        normals[i + 2] * mesh.normals[3 * t + 2] >
      0
    );
  if (isA && isB) return isEdgeForemost(mesh, t, 0, normals, i);
  if (isB && isC) return isEdgeForemost(mesh, t, 1, normals, i);
  if (isC && isA) return isEdgeForemost(mesh, t, 2, normals, i);
  return isVertexForemost(mesh, triangles[3 * t + (isA ? 0 : isB ? 1 : 2)], normals, i);
}

function isEdgeForemost(mesh: TriangleMesh, t: number, k: number, normals: Float64Array, i: number): boolean {
  const edge = mesh.triangleEdges[3 * t + k];
  const kind = mesh.edgeKinds[edge];
  const front =
    normals[i] * mesh.normals[3 * t] +
    normals[i + 1] * mesh.normals[3 * t + 1] +
    normals[i + 2] * mesh.normals[3 * t + 2];
  if (kind === EdgeKind.open) return front >= -outstandingSlope;
  if (kind === EdgeKind.concave) return false;
  const other = mesh.edgeTriangles[2 * edge] === t ? mesh.edgeTriangles[2 * edge + 1] : mesh.edgeTriangles[2 * edge];
  if (
    front +
      (normals[i] * mesh.normals[3 * other] +
        normals[i + 1] * mesh.normals[3 * other + 1] +
        normals[i + 2] * mesh.normals[3 * other + 2]) <
    0
  )
    return false;
  const v = mesh.triangles[3 * t + k];
  for (let j = 0; j < 3; j++) if (rises(mesh, v, mesh.triangles[3 * other + j], normals, i)) return false;
  return true;
}

function isVertexForemost(mesh: TriangleMesh, v: number, normals: Float64Array, i: number): boolean {
  const { neighbourStart, neighbours } = mesh;
  if (
    normals[i] * mesh.vertexNormals[3 * v] +
      normals[i + 1] * mesh.vertexNormals[3 * v + 1] +
      normals[i + 2] * mesh.vertexNormals[3 * v + 2] <
    0
  )
    return false;
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    if (rises(mesh, v, neighbours[k], normals, i)) return false;
  }
  return true;
}

/** Returns whether the mesh rises along n from vertex v to w. */
function rises({ vertices }: TriangleMesh, v: number, w: number, normals: Float64Array, i: number): boolean {
  const x = vertices[3 * w] - vertices[3 * v];
  const y = vertices[3 * w + 1] - vertices[3 * v + 1];
  const z = vertices[3 * w + 2] - vertices[3 * v + 2];
  const up = normals[i] * x + normals[i + 1] * y + normals[i + 2] * z;
  return up > 0 && up * up > outstandingSlope * outstandingSlope * (x * x + y * y + z * z);
}

/**
 * Finds, for each triangle, the normals of others around it, one a facet, at which it is extreme too, and those of
 * open edges.
 */
export function findAlternates(
  mesh: Omit<TriangleMesh, "alternateStart" | "alternates">,
): Pick<TriangleMesh, "alternateStart" | "alternates"> {
  const around: number[][] = Array.from({ length: mesh.vertexCount }, () => []);
  mesh.triangles.forEach((v, c) => {
    around[v].push(Math.floor(c / 3));
  });
  const whole = mesh as TriangleMesh;
  const alternateStart = new Int32Array(mesh.triangleCount + 1);
  const rows: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const seen = new Set([mesh.facets[t]]);
    for (let k = 0; k < 3; k++) {
      for (const u of around[mesh.triangles[3 * t + k]]) {
        if (seen.has(mesh.facets[u])) continue;
        seen.add(mesh.facets[u]);
        if (isMeshNormal(whole, t, mesh.normals, 3 * u)) rows.push(...mesh.normals.subarray(3 * u, 3 * u + 3));
      }
      if (mesh.edgeKinds[mesh.triangleEdges[3 * t + k]] === EdgeKind.open) rows.push(...findOutward(whole, t, k));
    }
    alternateStart[t + 1] = rows.length / 3;
  }
  return { alternateStart, alternates: Float64Array.from(rows) };
}

/** Across edge k of triangle t, in its plane: e × m. */
function findOutward({ vertices, triangles, normals }: TriangleMesh, t: number, k: number): Float64Array {
  const out = new Float64Array(3);
  vec3.subtract(out, 0, vertices, 3 * triangles[3 * t + ((k + 1) % 3)], vertices, 3 * triangles[3 * t + k]);
  vec3.cross(out, 0, out, 0, normals, 3 * t);
  vec3.normalize(out, 0, out, 0);
  return out;
}
