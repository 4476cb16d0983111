/**
 * Orientation of the faces of a closed mesh: out of the material everywhere. A mesh falls into surfaces, connected over
 * their edges; one that lies inside an odd number of others bounds a cavity, and its faces look into the cavity.
 *
 * The solid angle Ω that a surface fills around a point p decides whether p is inside: ±4π inside, 0 outside. A
 * triangle whose corners are a b c, seen from p, adds (Van Oosterom and Strackee, 1983)
 *
 *   tan(Ω/2) = a·(b×c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)
 */
import { atan2, fail, vec3 } from "../../math/index.js";
import { type Edges, requireConsistent } from "./mesh-edges.js";
import { sumVolumes } from "./mesh-integrals.js";
import type { Mesh, ScaledMesh } from "./mesh-read.js";
import { surfaceTolerance, windingTolerance } from "./parameters.js";

/** The connected surfaces of a mesh. */
interface Surfaces {
  /** Number of surfaces. */
  readonly count: number;
  /** The surface of each face; −1 of an empty face. */
  readonly of: Int32Array;
  /** The faces of each surface. */
  readonly faces: readonly number[][];
  /** Lowest and highest coordinates of each surface, six numbers. */
  readonly bounds: readonly Float64Array[];
  /** Flag of each face: 1 where its orientation is opposite to that of the first face of its surface. */
  readonly turned: Uint8Array;
}

/**
 * Returns the mesh with all faces oriented out of the material. Without `repair` it throws where a face or a surface has the wrong
 * orientation; with it, they are turned round.
 */
export function orientMesh(path: string, mesh: ScaledMesh, edges: Edges, repair: boolean): ScaledMesh {
  if (!repair) requireConsistent(path, mesh, edges);
  const surfaces = findSurfaces(path, mesh, edges);
  const faces = mesh.faces.map((face, f) => (surfaces.turned[f] === 1 ? face.slice().reverse() : face));
  const oriented = { vertices: mesh.vertices, faces };
  const volumes = sumVolumes(oriented, surfaces.of, surfaces.count);
  const wrong = Array.from(volumes, (volume, s) => {
    const hosts = findHosts(path, oriented, surfaces, s);
    const inward = hosts.length % 2 === 1;
    const bad = inward ? volume > 0 : volume < 0;
    if (bad && !repair) refuse(path, surfaces, s, hosts, (volume / 6) * mesh.unit * mesh.unit * mesh.unit);
    return bad;
  });
  return {
    vertices: mesh.vertices,
    faces: faces.map((face, f) => (wrong[surfaces.of[f]] ? face.slice().reverse() : face)),
    unit: mesh.unit,
  };
}

function refuse(path: string, surfaces: Surfaces, s: number, hosts: readonly number[], volume: number): never {
  const face = surfaces.faces[s][0];
  if (hosts.length % 2 === 0) {
    const cure = "its faces run clockwise seen from outside: reverse them, or repair: true";
    return fail(
      "inside-out",
      surfaces.count === 1 ? path : `${path}.faces[${face}]`,
      "must have its faces looking outward",
      volume,
      cure,
    );
  }
  const cure = `it lies inside the surface of face ${surfaces.faces[hosts[0]][0]}, and the matter there would count twice: repair: true makes a cavity of it, combineMass adds matter`;
  return fail("solid-in-solid", `${path}.faces[${face}]`, "must look into its cavity", volume, cure);
}

/**
 * Finds the connected surfaces by walking from face to face over the edges, and the faces that must be turned to agree with the
 * first.
 */
function findSurfaces(path: string, mesh: Mesh, edges: Edges): Surfaces {
  const n = mesh.faces.length;
  const neighbours: number[][] = mesh.faces.map(() => []);
  for (let e = 0; e < edges.count; e++) {
    neighbours[edges.first[e]].push(e);
    neighbours[edges.second[e]].push(e);
  }
  const of = new Int32Array(n).fill(-1);
  const turned = new Uint8Array(n);
  const faces: number[][] = [];
  for (let seed = 0; seed < n; seed++) {
    if (of[seed] !== -1 || mesh.faces[seed].length === 0) continue;
    const count = faces.length;
    of[seed] = count;
    const queue = [seed];
    faces.push(queue);
    for (const f of queue) {
      for (const e of neighbours[f]) {
        const g = edges.first[e] === f ? edges.second[e] : edges.first[e];
        const side = turned[f] ^ edges.clash[e];
        if (of[g] === -1) {
          of[g] = count;
          turned[g] = side;
          queue.push(g);
        } else if (turned[g] !== side) {
          const cure = "the surface has one side only, like a Möbius strip: it bounds no volume";
          fail("one-sided", `${path}.faces[${g}]`, "must belong to a surface with two sides", [f, g], cure);
        }
      }
    }
  }
  return { count: faces.length, of, faces, bounds: faces.map((list) => findBounds(mesh, list)), turned };
}

/** Returns the other surfaces inside which surface s lies. */
function findHosts(path: string, mesh: Mesh, surfaces: Surfaces, s: number): number[] {
  const { count, bounds } = surfaces;
  const inner = bounds[s];
  const hosts: number[] = [];
  for (let host = 0; host < count; host++) {
    const outer = bounds[host];
    let apart = host === s;
    for (let k = 0; k < 3; k++) if (inner[k] < outer[k] || inner[3 + k] > outer[3 + k]) apart = true;
    if (!apart && isInside(path, mesh, surfaces, s, host)) hosts.push(host);
  }
  return hosts;
}

function findBounds({ vertices, faces }: Mesh, list: readonly number[]): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const f of list) {
    for (const v of faces[f]) {
      for (let k = 0; k < 3; k++) {
        bounds[k] = Math.min(bounds[k], vertices[3 * v + k]);
        bounds[3 + k] = Math.max(bounds[3 + k], vertices[3 * v + k]);
      }
    }
  }
  return bounds;
}

/**
 * Returns whether surface s lies inside the surface `host`, by the first of its vertices and middles of faces that is not on it.
 */
function isInside(path: string, mesh: Mesh, surfaces: Surfaces, s: number, host: number): boolean {
  const p = new Float64Array(3);
  for (const f of surfaces.faces[s]) {
    for (const corners of [mesh.faces[f].subarray(0, 1), mesh.faces[f].subarray(0, 3)]) {
      p.fill(0);
      for (const v of corners) vec3.addScaled(p, 0, p, 0, 1 / corners.length, mesh.vertices, 3 * v);
      const turns = countTurns(mesh, surfaces.faces[host], p);
      if (Math.abs(turns - Math.round(turns)) < windingTolerance) return Math.round(turns) !== 0;
    }
  }
  const place = `${path}.faces[${surfaces.faces[s][0]}]`;
  const cure = `its surface lies on that of face ${surfaces.faces[host][0]}: remove one of them`;
  return fail("coinciding-surfaces", place, "must belong to a surface apart from the others", [s, host], cure);
}

/** Returns the winding number Ω/4π of a list of faces about p; NaN if p lies on it. */
function countTurns({ vertices, faces }: Mesh, list: readonly number[], p: Float64Array): number {
  const r = new Float64Array(9);
  let angle = 0;
  for (const f of list) {
    const face = faces[f];
    vec3.subtract(r, 0, vertices, 3 * face[0], p, 0);
    for (let k = 2; k < face.length; k++) {
      vec3.subtract(r, 3, vertices, 3 * face[k - 1], p, 0);
      vec3.subtract(r, 6, vertices, 3 * face[k], p, 0);
      const [a, b, c] = [vec3.length(r, 0), vec3.length(r, 3), vec3.length(r, 6)];
      const size = a * b * c;
      const across = vec3.tripleProduct(r, 0, r, 3, r, 6);
      const along = size + vec3.dot(r, 0, r, 3) * c + vec3.dot(r, 3, r, 6) * a + vec3.dot(r, 6, r, 0) * b;
      angle +=
        Math.abs(across) <= surfaceTolerance * size && along <= surfaceTolerance * size
          ? Number.NaN
          : 2 * atan2(across, along);
    }
  }
  return angle / (4 * Math.PI);
}
