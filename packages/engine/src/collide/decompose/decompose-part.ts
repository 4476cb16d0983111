/**
 * Convex parts of a solid, in metres: made of the corners of cells, and joined again where the cuts between them were not
 * needed.
 *
 * A and B are the two halves of one convex body if and only if there is a plane between them in which each has a face,
 * and all other faces of each have both bodies behind them: both are then cut from the intersection of all these half-spaces.
 */
import { computeConvexHull } from "../../rigid/index.js";
import { buildPolyhedron, fromPolyhedron, type Polyhedron, type Shape } from "../shapes/index.js";
import { type Cell, measureHeightAbove } from "./decompose-cell.js";
import type { Solid } from "./decompose-solid.js";
import type { Cells } from "./decompose-split.js";
import { snapTolerances } from "./parameters.js";

/** A convex part of a solid, in metres. */
export interface Part {
  /** A shape in the frame of the mesh. */
  readonly shape: Shape;
  /** The polyhedron of the shape. */
  readonly polyhedron: Polyhedron;
  /** Least and greatest x, y, z, m. */
  readonly box: Float64Array;
}

/** Creates the parts of the cells of a solid, with the very vertices of the mesh where these are corners. */
export function createParts(solid: Solid, vertices: Float64Array, { pool, cells }: Cells): Part[] {
  const find = indexVertices(solid);
  const places = new Map<number, number[]>();
  const place = (v: number): number[] => {
    const w = find(pool[3 * v], pool[3 * v + 1], pool[3 * v + 2]);
    return [0, 1, 2].map((k) => (w >= 0 ? vertices[3 * w + k] : pool[3 * v + k] / solid.scale + solid.center[k]));
  };
  return cells.map((cell: Cell) => {
    const points = cell.corners.flatMap((v) => {
      const known = places.get(v) ?? place(v);
      places.set(v, known);
      return known;
    });
    return createPart(Float64Array.from(points));
  });
}

/** Creates the convex hull of some points. */
export function createPart(points: Float64Array): Part {
  const { vertices, faces } = computeConvexHull(points);
  const index = new Map<number, number>();
  const corners = new Float64Array(3 * vertices.length);
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  vertices.forEach((p, v) => {
    index.set(p, v);
    for (let k = 0; k < 3; k++) {
      const x = points[3 * p + k];
      corners[3 * v + k] = x;
      box[k] = Math.min(box[k], x);
      box[3 + k] = Math.max(box[3 + k], x);
    }
  });
  const renamed = faces.map((face) => Int32Array.from(face, (p) => index.get(p) as number));
  const polyhedron = buildPolyhedron(corners, renamed);
  return { shape: fromPolyhedron(polyhedron), polyhedron, box };
}

/** Creates the hull of two parts. */
export function joinParts(a: Part, b: Part): Part {
  return createPart(Float64Array.of(...a.polyhedron.vertices, ...b.polyhedron.vertices));
}

/** Returns whether the boxes of two parts come as near as `reach`, m. */
export function boxesMeet(a: Part, b: Part, reach: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (a.box[k] > b.box[3 + k] + reach || b.box[k] > a.box[3 + k] + reach) return false;
  }
  return true;
}

/** Returns whether two parts together are convex. */
export function areHalves(a: Part, b: Part, tolerance: number): boolean {
  const f = findOpenFace(a.polyhedron, b.polyhedron, tolerance);
  if (f < 0) return false;
  const g = findOpenFace(b.polyhedron, a.polyhedron, tolerance);
  if (g < 0) return false;
  const { faceStart, faceVertices, vertices } = b.polyhedron;
  for (let k = faceStart[g]; k < faceStart[g + 1]; k++) {
    if (Math.abs(measureHeightAbove(a.polyhedron.facePlanes, f, vertices, faceVertices[k])) > tolerance) return false;
  }
  return true;
}

/** The one face of A that has not B behind it but in front; −1 if there is no such face, or a face is in between. */
function findOpenFace(a: Polyhedron, b: Polyhedron, tolerance: number): number {
  let open = -1;
  for (let f = 0; f < a.faceCount; f++) {
    let [low, high] = [Infinity, -Infinity];
    for (let v = 0; v < b.vertexCount; v++) {
      const height = measureHeightAbove(a.facePlanes, f, b.vertices, v);
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    if (high <= tolerance) continue;
    if (open >= 0 || low < -tolerance) return -1;
    open = f;
  }
  return open;
}

/** Finds the vertex of the mesh at a scaled place, −1 if there is none. */
function indexVertices({ vertices, triangles, tolerance }: Solid): (x: number, y: number, z: number) => number {
  const near = snapTolerances * tolerance;
  const used = [...new Set(triangles)].sort((v, w) => vertices[3 * v] - vertices[3 * w] || v - w);
  return (x, y, z) => {
    let [low, high] = [0, used.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (vertices[3 * used[middle]] < x - near) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < used.length && vertices[3 * used[i]] <= x + near; i++) {
      const v = 3 * used[i];
      if (Math.abs(vertices[v + 1] - y) <= near && Math.abs(vertices[v + 2] - z) <= near) return used[i];
    }
    return -1;
  };
}
