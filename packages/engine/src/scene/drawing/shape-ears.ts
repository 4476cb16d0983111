/**
 * Triangulation of polygons by ear clipping (Meisters 1975): ears are removed until three corners are left. A corner is an ear
 * if the triangle with its neighbours has the orientation of the polygon and contains no other corner. Polygons need be neither
 * convex nor exactly flat.
 */
import { vec3 } from "../../math/index.js";

/** Twice the area of a polygon, as a vector along its normal: ½ Σ (vᵢ − v₀) × (vᵢ₊₁ − v₀), doubled. */
export function measureNormal(out: Float64Array, o: number, vertices: Float64Array, face: Int32Array): void {
  // two edges (0, 3) and their product (6)
  const e = new Float64Array(9);
  const n = new Float64Array(3);
  for (let m = 1; m + 1 < face.length; m++) {
    vec3.subtract(e, 0, vertices, 3 * face[m], vertices, 3 * face[0]);
    vec3.subtract(e, 3, vertices, 3 * face[m + 1], vertices, 3 * face[0]);
    vec3.cross(e, 6, e, 0, e, 3);
    for (let k = 0; k < 3; k++) n[k] += e[6 + k];
  }
  out.set(n, o);
}

/** The triangles of a face, each as three indices into its list of corners; its normal is at `normals[i]`. */
export function clipEars(vertices: Float64Array, face: Int32Array, normals: Float64Array, i: number): number[] {
  const flat = flattenFace(vertices, face, normals, i);
  const left = Array.from(face, (_, k) => k);
  const triangles: number[] = [];
  while (left.length > 3) {
    const m = findEar(flat, left);
    triangles.push(left[(m + left.length - 1) % left.length], left[m], left[(m + 1) % left.length]);
    left.splice(m, 1);
  }
  triangles.push(...left);
  return triangles;
}

/** The corners projected along the largest component of the normal, two numbers each, counter-clockwise. */
function flattenFace(vertices: Float64Array, face: Int32Array, normals: Float64Array, i: number): Float64Array {
  let axis = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(normals[i + k]) > Math.abs(normals[i + axis])) axis = k;
  const [u, v] = normals[i + axis] < 0 ? [(axis + 2) % 3, (axis + 1) % 3] : [(axis + 1) % 3, (axis + 2) % 3];
  const flat = new Float64Array(2 * face.length);
  face.forEach((corner, k) => {
    flat[2 * k] = vertices[3 * corner + u];
    flat[2 * k + 1] = vertices[3 * corner + v];
  });
  return flat;
}

/** The index in the list of the first ear; 0 where rounding hides them all. */
function findEar(flat: Float64Array, left: readonly number[]): number {
  const ear = left.findIndex((_, m) => {
    const before = left[(m + left.length - 1) % left.length];
    const after = left[(m + 1) % left.length];
    return isEar(flat, left, before, left[m], after);
  });
  return Math.max(ear, 0);
}

function isEar(flat: Float64Array, left: readonly number[], a: number, b: number, c: number): boolean {
  if (!(turn(flat, a, b, c) > 0)) return false;
  return left.every((p) => {
    if (p === a || p === b || p === c) return true;
    return turn(flat, a, b, p) < 0 || turn(flat, b, c, p) < 0 || turn(flat, c, a, p) < 0;
  });
}

/** Twice the signed area of a triangle, positive counter-clockwise. */
function turn(flat: Float64Array, a: number, b: number, c: number): number {
  const x = (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]);
  return x - (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * a]);
}
