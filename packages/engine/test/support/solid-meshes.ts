/** Closed meshes that are not convex, as vertices and triangles, and what is known of them. */
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";

export interface SolidMesh {
  readonly vertices: number[][];
  readonly faces: number[][];
}

/** A prism over polygon [x, y], counter-clockwise, from z = 0 to the height; `caps` are triangles of the polygon. */
export function createPrism(polygon: readonly number[][], caps: readonly number[][], height: number): SolidMesh {
  const n = polygon.length;
  const vertices = [0, height].flatMap((z) => polygon.map(([x, y]) => [x, y, z]));
  const faces = caps.flatMap(([a, b, c]) => [
    [a, c, b],
    [n + a, n + b, n + c],
  ]);
  for (let k = 0; k < n; k++) {
    const l = (k + 1) % n;
    faces.push([k, l, n + l], [k, n + l, n + k]);
  }
  return { vertices, faces };
}

/** Between two polygons of n corners each, the outer one and the hole. */
export function createRing(n: number, outer: number, inner: number, height: number): SolidMesh {
  const vertices: number[][] = [];
  for (const z of [0, height]) {
    for (const r of [outer, inner]) {
      for (let k = 0; k < n; k++) {
        const angle = (2 * Math.PI * k) / n;
        vertices.push([r * Math.cos(angle), r * Math.sin(angle), z]);
      }
    }
  }
  const faces: number[][] = [];
  // corner k, outer or inner, below or above
  const at = (k: number, hole: number, top: number): number => (k % n) + n * hole + 2 * n * top;
  const quad = (a: number, b: number, c: number, d: number): number => faces.push([a, b, c], [a, c, d]);
  for (let k = 0; k < n; k++) {
    quad(at(k, 0, 0), at(k + 1, 0, 0), at(k + 1, 0, 1), at(k, 0, 1));
    quad(at(k + 1, 1, 0), at(k, 1, 0), at(k, 1, 1), at(k + 1, 1, 1));
    quad(at(k, 0, 1), at(k + 1, 0, 1), at(k + 1, 1, 1), at(k, 1, 1));
    quad(at(k + 1, 0, 0), at(k, 0, 0), at(k, 1, 0), at(k + 1, 1, 0));
  }
  return { vertices, faces };
}

export const ell = createPrism(
  [
    [0, 0],
    [3, 0],
    [3, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ],
  [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 4],
    [0, 4, 5],
  ],
  1.5,
);
export const tee = createPrism(
  [
    [1, 0],
    [2, 0],
    [2, 2],
    [3, 2],
    [3, 3],
    [0, 3],
    [0, 2],
    [1, 2],
  ],
  [
    [0, 1, 2],
    [0, 2, 7],
    [2, 3, 4],
    [7, 2, 4],
    [7, 4, 5],
    [7, 5, 6],
  ],
  0.7,
);
export const you = createPrism(
  [
    [0, 0],
    [3, 0],
    [3, 2],
    [2, 2],
    [2, 1],
    [1, 1],
    [1, 2.5],
    [0, 2.5],
  ],
  [
    [0, 1, 4],
    [1, 2, 3],
    [1, 3, 4],
    [0, 4, 5],
    [0, 5, 6],
    [0, 6, 7],
  ],
  1,
);

/** Five points, five notches. */
export function createStar(points = 5, outer = 1, inner = 0.45): SolidMesh {
  const polygon: number[][] = [];
  for (let k = 0; k < 2 * points; k++) {
    const [r, angle] = [k % 2 === 0 ? outer : inner, (Math.PI * k) / points];
    polygon.push([r * Math.cos(angle), r * Math.sin(angle)]);
  }
  const caps: number[][] = [];
  for (let k = 0; k < points; k++) caps.push([2 * k, 2 * k + 1, (2 * k + 2 * points - 1) % (2 * points)]);
  for (let k = 1; k + 1 < points; k++) caps.push([1, 2 * k + 1, 2 * k + 3]);
  return createPrism(polygon, caps, 0.5);
}

export interface Blocks {
  readonly mesh: SolidMesh;
  readonly volume: number;
}

/** The surface of a set of cells of a grid with uneven steps; null where it touches itself along an edge or at a corner. */
export function createBlocks(seed: number, n: number, share: number): Blocks | null {
  const rng = createRng(seed);
  const next = (count: number): number => nextInteger(rng, 0, count - 1);
  const steps = [0, 1, 2].map(() => {
    const at = [0];
    for (let k = 0; k < n; k++) at.push(at[k] + 0.3 + next(1000) / 1000);
    return at;
  });
  const full = new Set<string>();
  let volume = 0;
  for (let i = 0; i < n ** 3; i++) {
    if (next(1000) >= 1000 * share) continue;
    const c = [i % n, Math.floor(i / n) % n, Math.floor(i / n / n)];
    full.add(c.join());
    volume += c.reduce((product, m, k) => product * (steps[k][m + 1] - steps[k][m]), 1);
  }
  const names = new Map<string, number>();
  const mesh: SolidMesh = { vertices: [], faces: [] };
  const vertex = (c: readonly number[]): number => {
    const known = names.get(c.join());
    if (known !== undefined) return known;
    names.set(c.join(), mesh.vertices.length);
    return mesh.vertices.push(c.map((m, k) => steps[k][m])) - 1;
  };
  const uses = new Map<string, number>();
  for (const name of full) {
    const c = name.split(",").map(Number);
    for (let k = 0; k < 3; k++) {
      for (const side of [0, 1]) {
        const beyond = c.map((m, d) => (d === k ? m + 2 * side - 1 : m));
        if (full.has(beyond.join())) continue;
        const u = (k + 1) % 3;
        const corners = [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ].map(([a, b]) => vertex(c.map((m, d) => m + (d === k ? side : d === u ? a : b))));
        if (side === 0) corners.reverse();
        corners.forEach((a, i) => {
          const b = corners[(i + 1) % 4];
          const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
          uses.set(key, (uses.get(key) ?? 0) + 1);
        });
        mesh.faces.push([corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]);
      }
    }
  }
  return full.size === 0 || [...uses.values()].some((count) => count > 2) ? null : { mesh, volume };
}

/** The first seeds for which the blocks are a surface. */
export function findBlocks(n: number, share: number, count: number): number[] {
  const seeds: number[] = [];
  for (let seed = 1; seeds.length < count; seed++) if (createBlocks(seed, n, share) !== null) seeds.push(seed);
  return seeds;
}

/** A globe of n bands of m sectors whose points are up to `rough` above or below the unit sphere: no two faces in a plane. */
export function createBumps(n: number, m: number, seed: number, rough: number): SolidMesh {
  const rng = createRng(seed);
  const mesh: SolidMesh = { vertices: [], faces: [] };
  mesh.vertices.push([0, 0, 1], [0, 0, -1]);
  const at = (j: number, i: number): number => 2 + (j - 1) * m + (i % m);
  for (let j = 1; j < n; j++) {
    for (let i = 0; i < m; i++) {
      const [theta, phi] = [(Math.PI * j) / n, (2 * Math.PI * i) / m];
      const r = 1 + nextInRange(rng, -rough, rough);
      const [x, y, z] = [Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta)];
      mesh.vertices.push([r * x, r * y, r * z]);
    }
  }
  for (let i = 0; i < m; i++) {
    mesh.faces.push([0, at(1, i), at(1, i + 1)], [1, at(n - 1, i + 1), at(n - 1, i)]);
    for (let j = 1; j < n - 1; j++) {
      mesh.faces.push([at(j, i), at(j + 1, i), at(j + 1, i + 1)], [at(j, i), at(j + 1, i + 1), at(j, i + 1)]);
    }
  }
  return mesh;
}
