/**
 * A polyhedron from corners and faces of the caller's own, looked at from all sides before it is built. What is found and
 * kept of pairs holds for convex bodies alone: one that is not would give wrong answers, and no error.
 *
 *   corners     finite, each in a face                    faces     three corners or more, each once, in one plane
 *   closed      each edge in two faces, V − E + F = 2     convex    no corner above a face, none of a face turns inwards
 *   outward     volume > 0
 */
import { fail, vec3 } from "../../math/index.js";
import { faceFlatness } from "./parameters.js";
import { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
import { flatten, measureSpread, requireSize } from "./size.js";

const hullCure = "let createConvex find the faces of the hull of these corners";

/**
 * Creates a polyhedron from corners (three numbers each, in one list or as triples) and, for each face, the indices
 * of its corners, counter-clockwise from outside. Throws unless they are those of a convex polyhedron.
 */
export function createPolyhedron(
  vertices: ArrayLike<number> | readonly ArrayLike<number>[],
  faces: readonly ArrayLike<number>[],
): Polyhedron {
  const corners = flatten("vertices", vertices);
  checkIndices(corners.length / 3, faces);
  const size = measureSpread(corners);
  requireSize("vertices", size, "apart");
  const polyhedron = buildPolyhedron(corners, faces);
  const { vertexCount, edgeCount, faceCount } = polyhedron;
  const characteristic = vertexCount - edgeCount + faceCount;
  if (characteristic !== 2) {
    fail("not-closed", "faces", "must be one closed surface: corners − edges + faces = 2", characteristic, hullCure);
  }
  checkVolume(polyhedron, size);
  for (let f = 0; f < faceCount; f++) checkFace(polyhedron, f, faceFlatness * size);
  return polyhedron;
}

function checkIndices(count: number, faces: readonly ArrayLike<number>[]): void {
  if (!Array.isArray(faces)) fail("not-a-list", "faces", "must be a list of lists of corners", faces);
  if (faces.length < 4) fail("wrong-length", "faces", "must be four or more", faces.length, hullCure);
  const used = new Uint8Array(count);
  faces.forEach((face, f) => {
    if (!(face?.length >= 3)) fail("wrong-length", `faces[${f}]`, "must have three corners or more", face);
    const own = new Set<number>();
    for (let k = 0; k < face.length; k++) {
      const v = face[k];
      const path = `faces[${f}][${k}]`;
      if (!(Number.isInteger(v) && v >= 0 && v < count)) {
        fail("out-of-range", path, `must be the index of a corner, from 0 to ${count - 1}`, v);
      }
      if (own.has(v)) fail("repeated-corner", path, "must be a corner that the face does not have yet", v);
      own.add(v);
      used[v] = 1;
    }
  });
  const lost = used.indexOf(0);
  if (lost >= 0) fail("unused-corner", `vertices[${lost}]`, "must be in a face", lost, "leave it out of the vertices");
}

/** Six times the volume, as tetrahedra from the first corner: positive if the faces are outward. */
function checkVolume({ vertices, faceStart, faceVertices, faceCount }: Polyhedron, size: number): void {
  const u = new Float64Array(9);
  let volume = 0;
  for (let f = 0; f < faceCount; f++) {
    for (let k = faceStart[f] + 1; k + 1 < faceStart[f + 1]; k++) {
      [faceStart[f], k, k + 1].forEach((place, c) => {
        vec3.subtract(u, 3 * c, vertices, 3 * faceVertices[place], vertices, 0);
      });
      volume += vec3.tripleProduct(u, 0, u, 3, u, 6) / size / size / size;
    }
  }
  if (volume < 0) {
    fail("inside-out", "faces", "must be counter-clockwise from outside", volume, "reverse the corners of each face");
  }
  if (!(volume > 0)) fail("zero-volume", "vertices", "must enclose a volume", volume);
}

/** Face f: flat, convex, and all corners of the polyhedron below it. */
function checkFace(polyhedron: Polyhedron, f: number, error: number): void {
  const { vertices, vertexCount, facePlanes, faceStart, faceVertices } = polyhedron;
  const offset = facePlanes[4 * f + 3];
  const start = faceStart[f];
  const count = faceStart[f + 1] - start;
  const u = new Float64Array(6);
  for (let k = 0; k < count; k++) {
    const v = faceVertices[start + k];
    const below = offset - vec3.dot(facePlanes, 4 * f, vertices, 3 * v);
    if (below > error) {
      fail("not-flat", `faces[${f}]`, `must have all corners in one plane: corner ${v} is off`, below, hullCure);
    }
    const next = faceVertices[start + ((k + 1) % count)];
    const after = faceVertices[start + ((k + 2) % count)];
    vec3.subtract(u, 0, vertices, 3 * next, vertices, 3 * v);
    vec3.subtract(u, 3, vertices, 3 * after, vertices, 3 * next);
    const longer = Math.max(vec3.length(u, 0), vec3.length(u, 3));
    // how far the turn is off a straight line
    const turn = vec3.tripleProduct(facePlanes, 4 * f, u, 0, u, 3) / longer;
    if (turn < -error) fail("not-convex", `faces[${f}]`, `must turn outwards at corner ${next}`, turn, hullCure);
  }
  for (let v = 0; v < vertexCount; v++) {
    const above = vec3.dot(facePlanes, 4 * f, vertices, 3 * v) - offset;
    if (above > error) {
      fail("not-convex", `faces[${f}]`, `must have no corner above it: corner ${v} is`, above, hullCure);
    }
  }
}
