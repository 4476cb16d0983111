/**
 * Integrals of 1, r and r rᵀ over the inside of a closed mesh, and over its surface, exact but for rounding.
 *
 * Each face, cut into triangles from its first corner, spans a tetrahedron with the origin o, taken with its sign; the signs
 * cancel whatever lies outside. With corners a b c seen from o, s = a + b + c and D = a·(b − a)×(c − a),
 *
 *   volume D/6,   ∫ r = D s/24,   ∫ r rᵀ = D (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/120
 *
 * and over the triangle itself, of area A,
 *
 *   ∫ r = A s/3,   ∫ r rᵀ = A (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/12
 *
 * The integrals are taken first about the middle of the corners, which gives the centre of mass, then about that: so a mesh far
 * from the origin of its frame keeps its digits. The sums are compensated (Neumaier), so a million faces are added as well as
 * ten.
 */
import { fail, vec3 } from "../../math/index.js";
import type { Extent } from "./mass-properties.js";
import type { Mesh, ScaledMesh } from "./mesh-read.js";
import { volumeTolerance } from "./parameters.js";

/** Sums of w, w s and w (a aᵀ + …) as xx, yy, zz, xy, xz, yz; behind these ten the compensation of each. */
const sum = /* @__PURE__ */ new Float64Array(20);
/** Terms of one triangle, in the order of `sum`. */
const term = /* @__PURE__ */ new Float64Array(10);
/** Corners a, b, c of the triangle at hand, seen from o. */
const corner = /* @__PURE__ */ new Float64Array(9);
/** Cross product (b − a) × (c − a) of a triangle, and its sum over a face. */
const cross = /* @__PURE__ */ new Float64Array(3);
const total = /* @__PURE__ */ new Float64Array(3);

/** Returns the extent of the inside of a mesh. Its measure is negative where the mesh is inside out. */
export function integrateVolume(path: string, mesh: ScaledMesh): Extent {
  const { unit } = mesh;
  const extent = integrateTwice(mesh, addTetrahedra, 4, 20);
  const volume = extent.measure / 6;
  const area = sumAreas(mesh);
  const { low, high } = findBounds(mesh);
  // not (a > b), so that a NaN is caught too
  if (!(Math.abs(volume) > volumeTolerance * area * vec3.distance(low, 0, high, 0))) {
    const cure = "a surface with nothing inside has mass as a shell: true";
    const size = `its area is ${area * unit * unit} m²`;
    fail("zero-volume", path, `must enclose a volume (${size})`, volume * unit * unit * unit, cure);
  }
  return restoreUnit({ ...extent, measure: volume * unit }, unit);
}

/** Returns the extent of the surface of a mesh, open or closed. */
export function integrateArea(path: string, mesh: ScaledMesh): Extent {
  const extent = integrateTwice(mesh, addTriangles, 3, 12);
  if (!(extent.measure > 0)) fail("zero-area", path, "must have an area", extent.measure, "every face is degenerate");
  return restoreUnit(extent, mesh.unit);
}

/** Returns the extent in metres, of one whose measure is an area in the unit of the mesh. */
function restoreUnit({ measure, center, spread }: Extent, unit: number): Extent {
  return {
    measure: measure * unit * unit,
    center: Array.from(center, (x) => x * unit),
    spread: Array.from(spread, (square) => square * unit * unit),
  };
}

/** Returns six times the volume inside each of `count` parts of a mesh, negative inside out, 0 where it is all rounding. */
export function sumVolumes(mesh: Mesh, part: Int32Array, count: number): Float64Array {
  const volumes = new Float64Array(count);
  const sizes = new Float64Array(count);
  const o = findMiddle(mesh);
  mesh.faces.forEach((face, f) => {
    for (let k = 2; k < face.length; k++) {
      volumes[part[f]] += readTriangle(mesh.vertices, face, k, o);
      sizes[part[f]] += vec3.length(corner, 0) * vec3.length(cross, 0);
    }
  });
  return volumes.map((volume, p) => (Math.abs(volume) > volumeTolerance * sizes[p] ? volume : 0));
}

type Adder = (vertices: Float64Array, face: Int32Array, o: Float64Array) => void;

/**
 * Returns the extent with measure Σ w; Σ w s and Σ w (a aᵀ + …) are `first` and `second` times the means of r and r rᵀ with that
 * weight.
 */
function integrateTwice(mesh: Mesh, add: Adder, first: number, second: number): Extent {
  const o = findMiddle(mesh);
  addFaces(mesh, o, add);
  if (sum[0] !== 0) {
    // no farther than the faces, also for a mesh without volume
    const { low, high } = findBounds(mesh);
    for (let k = 0; k < 3; k++) o[k] = Math.min(high[k], Math.max(low[k], o[k] + sum[1 + k] / (first * sum[0])));
    addFaces(mesh, o, add);
  }
  const measure = sum[0];
  const [x, y, z] = [1, 2, 3].map((k) => sum[k] / (first * measure));
  const squares = [x * x, y * y, z * z, x * y, x * z, y * z];
  return {
    measure,
    center: [o[0] + x, o[1] + y, o[2] + z],
    spread: squares.map((square, k) => sum[4 + k] / (second * measure) - square),
  };
}

function addFaces({ vertices, faces }: Mesh, o: Float64Array, add: Adder): void {
  sum.fill(0);
  for (const face of faces) if (face.length > 0) add(vertices, face, o);
  for (let k = 0; k < 10; k++) sum[k] += sum[10 + k];
}

/** Adds the terms of the tetrahedra of a face: w = D. */
function addTetrahedra(vertices: Float64Array, face: Int32Array, o: Float64Array): void {
  for (let k = 2; k < face.length; k++) addTerms(readTriangle(vertices, face, k, o));
}

/**
 * Adds the terms of the triangles of a face: w = A, negative where a triangle lies against its polygon, so that overlap cancels.
 */
function addTriangles(vertices: Float64Array, face: Int32Array, o: Float64Array): void {
  total.fill(0);
  for (let k = 2; k < face.length; k++) {
    readTriangle(vertices, face, k, o);
    vec3.add(total, 0, total, 0, cross, 0);
  }
  for (let k = 2; k < face.length; k++) {
    readTriangle(vertices, face, k, o);
    addTerms((vec3.dot(cross, 0, total, 0) < 0 ? -0.5 : 0.5) * vec3.length(cross, 0));
  }
}

/** Writes the triangle of corners 0, k − 1 and k of a face to `corner` and `cross`; returns D. */
function readTriangle(vertices: Float64Array, face: Int32Array, k: number, o: Float64Array): number {
  const a = 3 * face[0];
  const b = 3 * face[k - 1];
  const c = 3 * face[k];
  for (let d = 0; d < 3; d++) {
    corner[d] = vertices[a + d] - o[d];
    corner[3 + d] = vertices[b + d] - o[d];
    corner[6 + d] = vertices[c + d] - o[d];
  }
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const uz = vertices[b + 2] - vertices[a + 2];
  const vx = vertices[c] - vertices[a];
  const vy = vertices[c + 1] - vertices[a + 1];
  const vz = vertices[c + 2] - vertices[a + 2];
  cross[0] = uy * vz - uz * vy;
  cross[1] = uz * vx - ux * vz;
  cross[2] = ux * vy - uy * vx;
  return corner[0] * cross[0] + corner[1] * cross[1] + corner[2] * cross[2];
}

/** Adds the triangle in `corner` with weight w to `sum`. */
function addTerms(w: number): void {
  const ax = corner[0];
  const ay = corner[1];
  const az = corner[2];
  const bx = corner[3];
  const by = corner[4];
  const bz = corner[5];
  const cx = corner[6];
  const cy = corner[7];
  const cz = corner[8];
  const x = ax + bx + cx;
  const y = ay + by + cy;
  const z = az + bz + cz;
  term[0] = w;
  term[1] = w * x;
  term[2] = w * y;
  term[3] = w * z;
  term[4] = w * (ax * ax + bx * bx + cx * cx + x * x);
  term[5] = w * (ay * ay + by * by + cy * cy + y * y);
  term[6] = w * (az * az + bz * bz + cz * cz + z * z);
  term[7] = w * (ax * ay + bx * by + cx * cy + x * y);
  term[8] = w * (ax * az + bx * bz + cx * cz + x * z);
  term[9] = w * (ay * az + by * bz + cy * cz + y * z);
  for (let k = 0; k < 10; k++) {
    const before = sum[k];
    const after = before + term[k];
    sum[10 + k] += Math.abs(before) >= Math.abs(term[k]) ? before - after + term[k] : term[k] - after + before;
    sum[k] = after;
  }
}

/** Returns the sum of the areas of all triangles, without sign. */
function sumAreas({ vertices, faces }: Mesh): number {
  const o = new Float64Array(3);
  let area = 0;
  for (const face of faces) {
    for (let k = 2; k < face.length; k++) {
      readTriangle(vertices, face, k, o);
      area += 0.5 * vec3.length(cross, 0);
    }
  }
  return area;
}

/** Returns the mean of the corners of all faces. */
function findMiddle({ vertices, faces }: Mesh): Float64Array {
  const middle = new Float64Array(3);
  let corners = 0;
  for (const face of faces) corners += face.length;
  for (const face of faces) {
    for (const v of face) for (let k = 0; k < 3; k++) middle[k] += vertices[3 * v + k] / corners;
  }
  return middle;
}

function findBounds({ vertices, faces }: Mesh) {
  const low = Float64Array.of(Infinity, Infinity, Infinity);
  const high = Float64Array.of(-Infinity, -Infinity, -Infinity);
  for (const face of faces) {
    for (const v of face) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], vertices[3 * v + k]);
        high[k] = Math.max(high[k], vertices[3 * v + k]);
      }
    }
  }
  return { low, high };
}
