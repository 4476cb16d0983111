/**
 * Input of a mesh from nested or flat lists into flat arrays, with every number and index checked.
 *
 * Faces are polygons of any number of corners. Equal neighbours in a face are merged, and a face with fewer than three
 * corners left is kept as an empty one, so that faces keep their numbers in messages.
 */
import { fail, requireInteger, requireOptions, requireVector } from "../../math/index.js";

/** Options of a mesh: a surface of polygons that run counter-clockwise seen from outside. */
export interface MeshOptions {
  /** Vertices, [x, y, z] of each or all numbers in a row, m. */
  readonly vertices: ArrayLike<number> | ArrayLike<ArrayLike<number>>;
  /** Faces: the indices of the vertices of each; a list of plain numbers is a list of triangles. */
  readonly faces: ArrayLike<number> | ArrayLike<ArrayLike<number>>;
  /** Whether vertices at exactly one place are merged, for files that repeat them along seams. Default false. */
  readonly weld?: boolean;
}

/** A surface of polygons in flat arrays. */
export interface Mesh {
  /** Vertices, three numbers each. */
  readonly vertices: Float64Array;
  /** Indices of the vertices of each face; an empty face keeps its number. */
  readonly faces: readonly Int32Array[];
}

/** A mesh whose largest coordinate lies between 1 and 2, so that no product of a few is out of a double's range. */
export interface ScaledMesh extends Mesh {
  /** Unit of the coordinates, m: a power of two, so that nothing is rounded. */
  readonly unit: number;
}

/** Returns the mesh in a unit of its own size. */
export function scaleMesh({ vertices, faces }: Mesh): ScaledMesh {
  let size = 0;
  for (const face of faces)
    for (const v of face) for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(vertices[3 * v + k]));
  let unit = 1;
  while (size / unit >= 2) unit *= 2;
  while (size / unit < 1 && unit > 2 ** -1022) unit /= 2;
  return { vertices: vertices.map((coordinate) => coordinate / unit), faces, unit };
}

/** Returns a checked copy of a mesh. */
export function readMesh(path: string, options: MeshOptions): Mesh {
  const { weld = false } = options;
  if (typeof weld !== "boolean") fail("not-boolean", `${path}.weld`, "must be true or false", weld);
  const vertices = readPoints(`${path}.vertices`, options.vertices);
  const faces = readFaces(`${path}.faces`, options.faces, vertices.length / 3);
  const same = weld ? findEqualPoints(vertices) : undefined;
  return { vertices, faces: faces.map((face) => mergeNeighbours(face, same)) };
}

/** Returns three finite numbers a point, from a list of points or of numbers. */
export function readPoints(path: string, points: ArrayLike<number> | ArrayLike<ArrayLike<number>>): Float64Array {
  requireOptions(path, points, "[[0, 0, 0], [1, 0, 0]]");
  if (!(points.length > 0)) fail("empty", path, "must have at least one point", points.length);
  if (typeof points[0] !== "number") {
    const list = points as ArrayLike<ArrayLike<number>>;
    const flat = new Float64Array(3 * list.length);
    for (let i = 0; i < list.length; i++) {
      const point = list[i];
      const good = point?.length === 3 && Number.isFinite(point[0] + point[1] + point[2]);
      // names the place: a path is not made for every point that is good
      if (!good) requireVector(`${path}[${i}]`, point);
      for (let k = 0; k < 3; k++) flat[3 * i + k] = point[k];
    }
    return flat;
  }
  if (points.length % 3 !== 0) fail("wrong-length", path, "must have three numbers a point", points.length);
  const flat = Float64Array.from(points as ArrayLike<number>);
  const bad = flat.findIndex((x) => !Number.isFinite(x));
  if (bad !== -1) {
    const i = bad - (bad % 3);
    fail("not-a-vector", `${path}[${i} … ${i + 2}]`, "must be three finite numbers", flat.slice(i, i + 3));
  }
  return flat;
}

function readFaces(path: string, faces: MeshOptions["faces"], count: number): Int32Array[] {
  requireOptions(path, faces, "[[0, 1, 2], [0, 2, 3]]");
  if (!(faces.length > 0)) fail("empty", path, "must have at least one face", faces.length);
  if (typeof faces[0] === "number") {
    const flat = faces as ArrayLike<number>;
    if (flat.length % 3 !== 0) fail("wrong-length", path, "must have three indices a triangle", flat.length);
    const triangles: Int32Array[] = [];
    for (let k = 0; k < flat.length; k += 3) triangles.push(readFace(flat, k, 3, count, (i) => `${path}[${i}]`));
    return triangles;
  }
  const polygons: Int32Array[] = [];
  for (let f = 0; f < faces.length; f++) {
    const face = (faces as ArrayLike<ArrayLike<number>>)[f];
    if (!(face?.length >= 3)) fail("not-a-face", `${path}[${f}]`, "must have at least three vertices", face);
    polygons.push(readFace(face, 0, face.length, count, (k) => `${path}[${f}][${k}]`));
  }
  return polygons;
}

/** Returns `size` indices of a list, from place `first` on; `name` gives the name of a place for messages. */
function readFace(
  list: ArrayLike<number>,
  first: number,
  size: number,
  count: number,
  name: (place: number) => string,
): Int32Array {
  const face = new Int32Array(size);
  for (let k = 0; k < size; k++) {
    const index = list[first + k];
    if (!(Number.isInteger(index) && index >= 0 && index < count)) {
      requireInteger(name(first + k), index, 0, count - 1, "indices count the vertices from 0");
    }
    face[k] = index;
  }
  return face;
}

/** Returns for each vertex the first one at its place. */
function findEqualPoints(vertices: Float64Array): Int32Array {
  const places = new Map<string, number>();
  return Int32Array.from({ length: vertices.length / 3 }, (_, i) => {
    // + 0 makes one place of 0 and −0
    const key = `${vertices[3 * i] + 0},${vertices[3 * i + 1] + 0},${vertices[3 * i + 2] + 0}`;
    const first = places.get(key) ?? i;
    places.set(key, first);
    return first;
  });
}

function mergeNeighbours(face: Int32Array, same: Int32Array | undefined): Int32Array {
  const corners = same === undefined ? face : face.map((v) => same[v]);
  if (corners.every((v, k) => v !== corners[k + 1 < corners.length ? k + 1 : 0])) return corners;
  const kept = corners.filter((v, k) => v !== corners[(k + 1) % corners.length]);
  return kept.length < 3 ? new Int32Array(0) : kept;
}
