/**
 * Triangles of the shapes of a scene file for rendering: positions, normals and indices, in the frame of the shape.
 *
 * Corners lie on the true surface, so round shapes become solids inscribed in them. Surfaces are closed (corners at the same
 * place are equal to the last bit) and triangles are oriented counter-clockwise seen from outside. Edges between faces whose
 * normals differ by less than 25° are smooth, others sharp. An unbounded plane becomes one square.
 */
import { fail, requireInteger, requirePositive, vec3 } from "../../math/index.js";
import { computeConvexHull, type Mesh, repairMesh } from "../../rigid/index.js";
import type { MeshShape, SceneShape } from "../format/index.js";
import { joinSeams } from "../meshes/index.js";
import { defaultPlaneSize, defaultSegments, mostSegments, smoothCosine } from "./parameters.js";
import { clipEars, measureNormal } from "./shape-ears.js";
import { revolveCapsule, revolveCone, revolveCylinder, revolveSphere } from "./shape-revolve.js";
import type { ShapeMesh } from "./triangle-mesh.js";

/** Options of `triangulateShape`. */
export interface ShapeMeshOptions {
  /** The number of sides of a circle. Default 48. */
  readonly segments?: number;
  /** The side of the square that stands for a plane, m. Default 20. */
  readonly planeSize?: number;
  /** A point in the frame of the shape, m; the square is centred at the point of the plane nearest to it. Default the origin. */
  readonly planeCenter?: readonly number[];
}

/** The triangles of a shape. A mesh must have its vertices and faces. */
export function triangulateShape(shape: SceneShape, options: ShapeMeshOptions = {}): ShapeMesh {
  const { segments = defaultSegments, planeSize = defaultPlaneSize, planeCenter = [0, 0, 0] } = options;
  requireInteger("options.segments", segments, 3, mostSegments);
  requirePositive("options.planeSize", planeSize);
  switch (shape.type) {
    case "box":
      return joinFaces(buildBox(shape.size));
    case "sphere":
      return revolveSphere(shape.radius, segments);
    case "cylinder":
      return revolveCylinder(shape.radius, shape.height, segments);
    case "cone":
      return revolveCone(shape.radius, shape.height, segments);
    case "capsule":
      return revolveCapsule(shape.radius, shape.height, segments);
    case "convex":
      return joinFaces(buildHull(shape.vertices));
    case "mesh":
      return joinFaces(readMesh(shape));
    case "plane":
      return buildSquare(shape.normal, shape.offset ?? 0, planeSize, planeCenter);
    default:
      return fail("unknown-shape", "shape.type", "must be a shape of the scene format", (shape as SceneShape).type);
  }
}

/** The faces of a box; the bits of corner v are its x, y and z. */
const boxFaces = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
].map((face) => Int32Array.from(face));

function buildBox(size: readonly number[]): Mesh {
  const vertices = new Float64Array(24);
  for (let v = 0; v < 8; v++) {
    for (let k = 0; k < 3; k++) vertices[3 * v + k] = ((v >> k) & 1 ? 0.5 : -0.5) * size[k];
  }
  return { vertices, faces: boxFaces };
}

function buildHull(points: readonly (readonly number[])[]): Mesh {
  const vertices = Float64Array.from(points.flat());
  return { vertices, faces: computeConvexHull(vertices).faces };
}

function readMesh({ vertices, faces, file }: MeshShape): Mesh {
  if (vertices === undefined || faces === undefined) {
    return fail("no-vertices", "shape", "must have vertices and faces", file, "read the file first");
  }
  return joinSeams((seams) => repairMesh({ vertices, faces, ...seams }));
}

/** The triangles of polygons, with sharp and smooth edges by the angle between faces. */
function joinFaces({ vertices, faces }: Mesh): ShapeMesh {
  const faceNormals = new Float64Array(3 * faces.length);
  const around = new Map<number, number[]>();
  faces.forEach((face, f) => {
    measureNormal(faceNormals, 3 * f, vertices, face);
    for (const v of face) {
      const list = around.get(v);
      if (list === undefined) around.set(v, [f]);
      else list.push(f);
    }
  });
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  // corners of one vertex with the same neighbours share a normal
  const places = new Map<string, number>();
  const n = new Float64Array(6);
  faces.forEach((face, f) => {
    const corners = Array.from(face, (v) => {
      const joined = (around.get(v) as number[]).filter((g) => meetSmoothly(faceNormals, f, g));
      const key = `${v}:${joined.join()}`;
      const known = places.get(key);
      if (known !== undefined) return known;
      sumNormals(n, faceNormals, joined, f);
      positions.push(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
      normals.push(n[0], n[1], n[2]);
      places.set(key, places.size);
      return places.size - 1;
    });
    for (const k of clipEars(vertices, face, faceNormals, 3 * f)) indices.push(corners[k]);
  });
  return {
    positions: Float64Array.from(positions),
    normals: Float64Array.from(normals),
    indices: Uint32Array.from(indices),
  };
}

/** Whether faces f and g have a smooth common edge; the lengths of their normals are areas. */
function meetSmoothly(faceNormals: Float64Array, f: number, g: number): boolean {
  const lengths = vec3.length(faceNormals, 3 * f) * vec3.length(faceNormals, 3 * g);
  return f === g || vec3.dot(faceNormals, 3 * f, faceNormals, 3 * g) > smoothCosine * lengths;
}

/** The unit normal of a corner, its faces weighted by area; +y for a face without area. */
function sumNormals(n: Float64Array, faceNormals: Float64Array, joined: readonly number[], own: number): void {
  n.fill(0);
  for (const g of joined) for (let k = 0; k < 3; k++) n[k] += faceNormals[3 * g + k];
  if (vec3.normalize(n, 0, n, 0)) return;
  if (!vec3.normalize(n, 0, faceNormals, 3 * own)) n[1] = 1;
}

/** The square of a plane: two triangles that face along its normal. */
function buildSquare(normal: readonly number[], offset: number, size: number, center: readonly number[]): ShapeMesh {
  // unit normal (0), middle (3), two directions in the plane (6, 9)
  const a = new Float64Array(12);
  a.set(normal);
  if (!vec3.normalize(a, 0, a, 0)) fail("zero-vector", "shape.normal", "must not be the zero vector", normal);
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(a[k]) < Math.abs(a[best]) ? k : best));
  a[9 + least] = 1;
  vec3.cross(a, 6, a, 0, a, 9);
  vec3.normalize(a, 6, a, 6);
  vec3.cross(a, 9, a, 0, a, 6);
  const lift = offset - (a[0] * center[0] + a[1] * center[1] + a[2] * center[2]);
  for (let k = 0; k < 3; k++) a[3 + k] = center[k] + lift * a[k];
  const positions = new Float64Array(12);
  const normals = new Float64Array(12);
  for (let corner = 0; corner < 4; corner++) {
    const u = corner === 1 || corner === 2 ? size / 2 : -size / 2;
    const v = corner >= 2 ? size / 2 : -size / 2;
    for (let k = 0; k < 3; k++) positions[3 * corner + k] = a[3 + k] + u * a[6 + k] + v * a[9 + k];
    normals.set(a.subarray(0, 3), 3 * corner);
  }
  return { positions, normals, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) };
}
