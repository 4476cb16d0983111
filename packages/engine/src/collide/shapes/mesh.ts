/**
 * Fixed surfaces of triangles: terrain, hollow shells, anything that is not convex. A mesh may be open. It is solid
 * behind its front, the side from which its faces run counter-clockwise, as far as its thickness: a shape is pushed out to
 * the front, and what is farther behind does not feel it. A sheet with two sides is two sheets, each with vertices of its
 * own.
 *
 *   refused     numbers that are not finite, indices out of range, faces of one edge that disagree about their front,
 *               polygons that are not convex, no area at all
 *   reported    faces without area or given twice, which are left out; open edges; edges of three faces or more, which
 *               are taken as open. See `shape.mesh.report`.
 *
 * A surface that passes through itself is taken as it is: each of its triangles acts on its own.
 */
import { fail, requireInteger, requireKeys, requireOptions, vec3 } from "../../math/index.js";
import { buildShape } from "./create-shape.js";
import { buildMesh, type MeshEdges } from "./mesh-build.js";
import { leastTriangleHeight } from "./parameters.js";
import { Kind, type Shape } from "./shape.js";
import { flatten } from "./size.js";

/** The options of a mesh. */
export interface MeshShapeOptions {
  /** [x, y, z] of each vertex, or all numbers in a row, m. */
  readonly vertices: ArrayLike<number> | readonly ArrayLike<number>[];
  /** The vertices of each face, counter-clockwise seen from the front; or plain numbers, three a triangle. */
  readonly faces: ArrayLike<number> | readonly ArrayLike<number>[];
  /**
   * How far behind its front the mesh is solid, m: a body whose centre is there is pushed out to the front. Default:
   * without end for a closed surface around what is behind it, else 0: what is behind is free.
   */
  readonly thickness?: number;
}

/** Creates a fixed mesh, against which any bounded convex shape can be collided. */
export function createMesh(options: MeshShapeOptions): Shape {
  const example = "{ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces: [[0, 1, 2]] }";
  requireKeys("mesh", options, example, ["vertices", "faces", "thickness"]);
  requireOptions("mesh.vertices", options.vertices, "[[0, 0, 0], [1, 0, 0], [0, 1, 0]]");
  requireOptions("mesh.faces", options.faces, "[[0, 1, 2]]");
  const { thickness } = options;
  if (thickness !== undefined && !(thickness >= 0)) {
    fail("out-of-range", "mesh.thickness", "must be a number >= 0", thickness, "0: what is behind the mesh is free");
  }
  const vertices = flatten("mesh.vertices", options.vertices);
  const faces = readFaces(options.faces, vertices.length / 3);
  const dropped: number[] = [];
  const corners: number[] = [];
  const seen = new Set<string>();
  faces.forEach((face, f) => {
    const triangles = splitFace(vertices, face, f).filter((triangle) => {
      const first = triangle.indexOf(Math.min(...triangle));
      const key = [0, 1, 2].map((k) => triangle[(first + k) % 3]).join(" ");
      if (seen.has(key) || !hasArea(vertices, triangle)) return false;
      seen.add(key);
      return true;
    });
    if (triangles.length === 0) dropped.push(f);
    corners.push(...triangles.flat());
  });
  if (corners.length === 0) fail("flat-face", "mesh.faces", "must have a face with an area", faces.length);
  const triangles = Int32Array.from(corners);
  const { edges, openEdges, nonManifoldEdges } = joinEdges(triangles);
  const mesh = buildMesh(vertices, triangles, edges, { dropped, openEdges, nonManifoldEdges }, thickness);
  let reach = 0;
  for (const v of triangles) reach = Math.max(reach, vec3.length(vertices, 3 * v));
  return buildShape(Kind.mesh, 0, 0, reach, null, null, mesh);
}

function readFaces(faces: MeshShapeOptions["faces"], count: number): number[][] {
  const list = Array.from(faces as ArrayLike<unknown>);
  if (list.length === 0) fail("empty", "mesh.faces", "must have at least one face", 0);
  if (typeof list[0] === "number" && list.length % 3 !== 0) {
    fail("wrong-length", "mesh.faces", "must have three indices a triangle", list.length);
  }
  const polygons =
    typeof list[0] === "number"
      ? Array.from({ length: list.length / 3 }, (_, f) => list.slice(3 * f, 3 * f + 3))
      : list.map((face) => Array.from((face ?? []) as ArrayLike<unknown>));
  polygons.forEach((face, f) => {
    const path = `mesh.faces[${f}]`;
    if (face.length < 3) fail("not-a-face", path, "must have at least three vertices", face);
    face.forEach((v, k) => {
      const cure = "indices count the vertices from 0";
      if (!(Number.isInteger(v) && (v as number) >= 0 && (v as number) < count)) {
        requireInteger(`${path}[${k}]`, v as number, 0, count - 1, cure);
      }
    });
  });
  return polygons as number[][];
}

/** A face as a fan of triangles. */
function splitFace(vertices: Float64Array, face: readonly number[], f: number): number[][] {
  const fan = face.slice(2).map((_, k) => [face[0], face[k + 1], face[k + 2]]);
  if (fan.length === 1) return fan;
  const areas = fan.map((triangle) => findArea(vertices, triangle));
  const whole = new Float64Array(3);
  for (const area of areas) vec3.add(whole, 0, whole, 0, area, 0);
  const least = -leastTriangleHeight * vec3.length(whole, 0);
  areas.forEach((area) => {
    if (vec3.dot(area, 0, whole, 0) < least * vec3.length(whole, 0)) {
      fail("not-convex", `mesh.faces[${f}]`, "must be a convex polygon", face, "split it into triangles");
    }
  });
  return fan;
}

/** Twice the area, along the normal. */
function findArea(vertices: Float64Array, [a, b, c]: readonly number[]): Float64Array {
  const u = new Float64Array(3);
  const v = new Float64Array(3);
  vec3.subtract(u, 0, vertices, 3 * b, vertices, 3 * a);
  vec3.subtract(v, 0, vertices, 3 * c, vertices, 3 * a);
  vec3.cross(u, 0, u, 0, v, 0);
  return u;
}

function hasArea(vertices: Float64Array, triangle: readonly number[]): boolean {
  const side = new Float64Array(3);
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    vec3.subtract(side, 0, vertices, 3 * triangle[(k + 1) % 3], vertices, 3 * triangle[k]);
    longest = Math.max(longest, vec3.length(side, 0));
  }
  return longest > 0 && vec3.length(findArea(vertices, triangle), 0) / longest > leastTriangleHeight * longest;
}

interface Joined {
  readonly edges: MeshEdges;
  readonly openEdges: number;
  readonly nonManifoldEdges: [number, number][];
}

function joinEdges(triangles: Int32Array): Joined {
  const sides = new Map<string, number[]>();
  triangles.forEach((v, c) => {
    const w = triangles[c % 3 === 2 ? c - 2 : c + 1];
    const key = v < w ? `${v} ${w}` : `${w} ${v}`;
    const list = sides.get(key);
    if (list === undefined) sides.set(key, [c]);
    else list.push(c);
  });
  const triangleEdges = new Int32Array(triangles.length);
  const edgeTriangles: number[] = [];
  const nonManifoldEdges: [number, number][] = [];
  let openEdges = 0;
  const add = (c: number, d: number): void => {
    triangleEdges[c] = edgeTriangles.length / 2;
    if (d >= 0) triangleEdges[d] = triangleEdges[c];
    edgeTriangles.push(Math.floor(c / 3), d < 0 ? -1 : Math.floor(d / 3));
  };
  for (const [key, list] of sides) {
    const [c, d] = list;
    if (list.length === 2) {
      if (triangles[c] === triangles[d]) refuseClash(key, Math.floor(c / 3), Math.floor(d / 3));
      add(c, d);
    } else {
      for (const side of list) add(side, -1);
      if (list.length === 1) openEdges++;
      else nonManifoldEdges.push(key.split(" ").map(Number) as [number, number]);
    }
  }
  return { edges: { triangleEdges, edgeTriangles: Int32Array.from(edgeTriangles) }, openEdges, nonManifoldEdges };
}

function refuseClash(edge: string, t: number, u: number): never {
  const cure = `triangles ${t} and ${u} run along it in the same direction: turn one of them round`;
  const must = "must run along a common edge in opposite directions";
  return fail("inconsistent-faces", "mesh.faces", must, edge.split(" ").map(Number), cure);
}
