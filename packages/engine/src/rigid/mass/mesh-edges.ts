/**
 * The edges of a mesh, and the check that it is a closed surface: each edge belongs to two faces, which run along it in
 * opposite directions.
 */
import { fail } from "../../math/index.js";
import type { Mesh } from "./mesh-read.js";

/** Every edge of a closed mesh with its two faces; each array has one entry an edge. */
export interface Edges {
  /** Number of edges. */
  readonly count: number;
  /** The first face of each edge. */
  readonly first: Int32Array;
  /** The second face of each edge; it is the first face again where a polygon touches itself. */
  readonly second: Int32Array;
  /** Flag of each edge: 1 where both faces run in the same direction, so that one of them faces the wrong way. */
  readonly clash: Uint8Array;
}

/**
 * Finds all edges; throws where the surface is open, or where more than two faces meet. With `isWelded` vertices at one place are
 * already merged, and the message does not propose it as a cure.
 */
export function findEdges(path: string, mesh: Mesh, isWelded = false): Edges {
  const count = mesh.vertices.length / 3;
  const numbers = new Map<number, number>();
  const keys: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  /** Faces that run from the lower vertex to the higher, less those that run back. */
  const balance: number[] = [];
  for (let f = 0; f < mesh.faces.length; f++) {
    const face = mesh.faces[f];
    for (let k = 0; k < face.length; k++) {
      const from = face[k];
      const to = face[k + 1 < face.length ? k + 1 : 0];
      const key = Math.min(from, to) * count + Math.max(from, to);
      const e = numbers.get(key);
      if (e === undefined) {
        numbers.set(key, keys.length);
        keys.push(key);
        first.push(f);
        second.push(-1);
        balance.push(from < to ? 1 : -1);
      } else {
        if (second[e] !== -1) refuseThird(path, [Math.floor(key / count), key % count], [first[e], second[e], f]);
        second[e] = f;
        balance[e] += from < to ? 1 : -1;
      }
    }
  }
  const open = second.indexOf(-1);
  if (open !== -1) {
    const edge = [Math.floor(keys[open] / count), keys[open] % count];
    refuseOpen(path, edge, first[open], second.filter((f) => f === -1).length, isWelded);
  }
  return {
    count: keys.length,
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    clash: Uint8Array.from(balance, (b) => (b === 0 ? 0 : 1)),
  };
}

function refuseThird(path: string, edge: number[], faces: number[]): never {
  const cure = `faces ${faces.join(", ")} all meet there: remove doubles, or give each sheet vertices of its own`;
  return fail(
    "non-manifold-edge",
    `${path}.faces[${faces[2]}]`,
    "must be one of two faces along each edge",
    edge,
    cure,
  );
}

function refuseOpen(path: string, edge: number[], face: number, count: number, isWelded: boolean): never {
  const all = `${count} open ${count === 1 ? "edge" : "edges"} in all`;
  const doubled = isWelded ? "" : ", or weld: true if vertices are doubled along seams";
  const cure = `no other face there (${all}): close the surface${doubled}`;
  return fail("open-mesh", `${path}.faces[${face}]`, "must meet another face along each edge", edge, cure);
}

/** Throws where two neighbours disagree about which side is out. */
export function requireConsistent(path: string, mesh: Mesh, edges: Edges): void {
  const e = edges.clash.indexOf(1);
  if (e === -1) return;
  const { first, second } = edges;
  const shared = mesh.faces[first[e]].filter((v) => mesh.faces[second[e]].includes(v));
  const cure = `it runs along a common edge in the same direction as face ${first[e]}: turn one round, or repair: true`;
  fail("inconsistent-faces", `${path}.faces[${second[e]}]`, "must face the same side as its neighbours", shared, cure);
}
