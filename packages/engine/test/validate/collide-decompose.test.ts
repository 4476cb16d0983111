/**
 * Convex decomposition against volumes known by hand, rays through the mesh, planes of the parts computed anew, integrals
 * over the mesh, and distances from its triangles.
 */
import { createRng, nextInRange, nextRotation } from "@rigor/engine/math";
import { combineMass, hullMass, meshMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { type ConvexPart, createCompoundOfMesh, decomposeConvex } from "../../src/collide/decompose/decompose.js";
import { CompoundCache, collideCompounds, createCompound } from "../../src/collide/pair/compound.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createSphere } from "../../src/collide/shapes/create-shape.js";
import { createMesh } from "../../src/collide/shapes/mesh.js";
import { pointToTriangle, type Triangle } from "../oracles/collide-mesh.js";
import { holdAgainst } from "../support/collide-meshes.js";
import { createBox, createTorus, differ, joinMeshes, moveMesh, reverseMesh } from "../support/meshes.js";
import { cross, dot, minus, place } from "../support/regions.js";
import {
  type Blocks,
  createBlocks,
  createBumps,
  createRing,
  createStar,
  ell,
  findBlocks,
  type SolidMesh,
  tee,
  you,
} from "../support/solid-meshes.js";

/** Area of a regular polygon of n corners on a circle. */
const polygon = (n: number, r: number): number => (n / 2) * r * r * Math.sin((2 * Math.PI) / n);
const blocks = findBlocks(3, 0.75, 3).map((seed) => ({ seed, ...(createBlocks(seed, 3, 0.75) as Blocks) }));

interface Case {
  readonly name: string;
  readonly mesh: SolidMesh;
  readonly volume: number;
  /** As many parts as there are now, or fewer. */
  readonly parts: number;
}

const cases: Case[] = [
  { name: "L", mesh: ell, volume: 4 * 1.5, parts: 2 },
  { name: "T", mesh: tee, volume: 5 * 0.7, parts: 2 },
  { name: "U", mesh: you, volume: 3 + 1 + 1.5, parts: 3 },
  { name: "box with a hole through it", mesh: createRing(4, 2, 1, 1), volume: 6, parts: 4 },
  { name: "ring of eight", mesh: createRing(8, 2, 1, 1), volume: polygon(8, 2) - polygon(8, 1), parts: 8 },
  // ten triangles with the middle
  { name: "star", mesh: createStar(), volume: 10 * 0.5 * 0.45 * Math.sin(Math.PI / 5) * 0.5, parts: 5 },
  {
    name: "two boxes",
    mesh: joinMeshes(createBox([0, 0, 0], [1, 2, 3]), createBox([2, 1, 0], [3, 2, 4])),
    volume: 10,
    parts: 2,
  },
  {
    name: "boxes with a common face",
    mesh: joinMeshes(createBox([0, 0, 0], [1, 2, 3]), createBox([1, 0, 0], [3, 2, 3])),
    volume: 18,
    parts: 1,
  },
  { name: "convex", mesh: createBox([-1, 0, 2], [1, 3, 3]), volume: 6, parts: 1 },
  {
    name: "cavity",
    mesh: joinMeshes(createBox([0, 0, 0], [3, 3, 3]), reverseMesh(createBox([1, 1, 1], [2, 2, 2]))),
    volume: 26,
    parts: 6,
  },
  // Pappus with chords: ∫ ½ r² sin(2π/8) dA over the hexagon is what a circle would have, times sin(π/4)/(π/4)
  { name: "torus", mesh: createTorus(2, 0.5, 8, 6), volume: 8 * polygon(6, 0.5) * 2 * Math.sin(Math.PI / 4), parts: 8 },
  ...blocks.map(({ seed, mesh, volume }) => ({ name: `blocks ${seed}`, mesh, volume, parts: 10 })),
  { name: "bumps", mesh: createBumps(5, 6, 3, 0.3), volume: 0, parts: 14 },
];

/** kg/m³. */
const density = 700;

/** Each as it is, and turned about an axis that suits nothing. */
const placed = cases.flatMap((c) => {
  const q = new Float64Array(4);
  nextRotation(q, 0, createRng(5));
  return [c, { ...c, name: `${c.name}, turned`, mesh: moveMesh(c.mesh, [...q], [0.3, -1.7, 0.9]) }];
});

const pointsOf = ({ vertices }: ConvexPart): number[][] =>
  Array.from({ length: vertices.length / 3 }, (_, v) => [...vertices.subarray(3 * v, 3 * v + 3)]);

/** Unit normal and offset of each face, from the corner where it turns most. */
function planesOf(part: ConvexPart): { n: number[]; d: number }[] {
  const points = pointsOf(part);
  return part.faces.map((face) => {
    let best = [0, 0, 0];
    face.forEach((v, k) => {
      const [u, w] = [face[(k + 1) % face.length], face[(k + 2) % face.length]];
      const n = cross(minus(points[u], points[v]), minus(points[w], points[v]));
      if (Math.hypot(...n) > Math.hypot(...best)) best = [...n];
    });
    const n = best.map((x) => x / Math.hypot(...best));
    return { n, d: dot(n, points[face[0]]) };
  });
}

const sizeOf = ({ vertices }: SolidMesh): number =>
  Math.max(...[0, 1, 2].map((k) => Math.max(...vertices.map((x) => x[k])) - Math.min(...vertices.map((x) => x[k]))));
const trianglesOf = ({ vertices, faces }: SolidMesh): Triangle[] =>
  faces.flatMap((face) =>
    face.slice(2).map((_, k): Triangle => [vertices[face[0]], vertices[face[k + 1]], vertices[face[k + 2]]]),
  );

/** Whether a ray from p meets the triangles an odd number of times. */
function isInside(triangles: readonly Triangle[], p: readonly number[]): boolean {
  const ray = [0.3141, 0.8731, 0.3722];
  let count = 0;
  for (const [a, b, c] of triangles) {
    const [u, v, w] = [minus(a, p), minus(b, p), minus(c, p)];
    const signs = [dot(ray, cross(u, v)), dot(ray, cross(v, w)), dot(ray, cross(w, u))].map(Math.sign);
    if (signs[0] !== signs[1] || signs[1] !== signs[2]) continue;
    const n = cross(minus(b, a), minus(c, a));
    if (dot(u, n) / dot(ray, n) > 0) count++;
  }
  return count % 2 === 1;
}

function nextPoint(rng: ReturnType<typeof createRng>, { vertices }: SolidMesh, margin: number): number[] {
  return [0, 1, 2].map((k) => {
    const values = vertices.map((x) => x[k]);
    return nextInRange(rng, Math.min(...values) - margin, Math.max(...values) + margin);
  });
}

describe.each(placed)("$name", ({ mesh, volume, parts: most }) => {
  const { compound, mass, decomposition } = createCompoundOfMesh({ ...mesh, density });
  const { parts } = decomposition;
  const size = sizeOf(mesh);

  test("few parts that fill the mesh and nothing twice", () => {
    expect(parts.length).toBeLessThanOrEqual(most);
    const sum = parts.reduce((total, part) => total + part.volume, 0);
    const whole = volume > 0 ? volume : meshMass({ ...mesh, density: 1 }).mass;
    // what sums of some tens of rounded terms do
    expect(Math.abs(sum / whole - 1)).toBeLessThan(2e-15);
    expect(decomposition.volume).toBe(sum);
    expect(Math.abs(decomposition.meshVolume / whole - 1)).toBeLessThan(2e-15);
    // within the roundings of a corner
    expect(decomposition.overlap).toBeLessThan(1e-15 * size);
    expect(decomposition.concavity).toBeLessThan(2e-13 * size);
  });

  test("each part is convex", () => {
    let above = 0;
    for (const part of parts) {
      const points = pointsOf(part);
      for (const { n, d } of planesOf(part)) for (const p of points) above = Math.max(above, dot(n, p) - d);
    }
    // some roundings of a corner
    expect(above).toBeLessThan(1e-15 * size);
  });

  test("a point is in the mesh if and only if it is in one part", () => {
    const rng = createRng(3);
    const triangles = trianglesOf(mesh);
    const planes = parts.map(planesOf);
    let [inside, wrong] = [0, 0];
    for (let i = 0; i < 200; i++) {
      const p = nextPoint(rng, mesh, 0.1 * size);
      const depths = planes.map((list) => Math.max(...list.map(({ n, d }) => dot(n, p) - d)));
      if (depths.some((depth) => Math.abs(depth) < 1e-9)) continue;
      const count = depths.filter((depth) => depth < 0).length;
      if (count !== (isInside(triangles, p) ? 1 : 0)) wrong++;
      inside += count;
    }
    expect(wrong).toBe(0);
    expect(inside).toBeGreaterThan(5);
  });

  test("the mass properties of all parts together are those of the mesh", () => {
    const sum = combineMass(parts.map(({ vertices }) => ({ of: hullMass({ points: vertices, density }) })));
    expect(differ(sum, mass)).toBeLessThan(2e-15);
    expect(mass).toEqual(meshMass({ ...mesh, density }));
  });

  test("a sphere outside is as far from the compound as from the triangles", () => {
    const rng = createRng(11);
    const triangles = trianglesOf(mesh);
    const radius = 0.05 * size;
    const sphere = createSphere({ radius });
    const ball = createCompound({ parts: [{ shape: sphere }] });
    const surface = place(createMesh(mesh), [0, 0, 0]);
    const cache = new CompoundCache(ball, compound);
    const result = new PairResult();
    let [count, error, errorHeld] = [0, 0, 0];
    for (let i = 0; i < 30; i++) {
      const p = nextPoint(rng, mesh, 0.3 * size);
      if (isInside(triangles, p)) continue;
      const gap = Math.min(...triangles.map((triangle) => pointToTriangle(p, triangle))) - radius;
      if (gap < 0) continue;
      const { frame } = place(sphere, p);
      collideCompounds(result, ball, frame, 0, compound, surface.frame, 0, cache, 1e-9);
      const held = holdAgainst({ shape: sphere, frame }, surface);
      error = Math.max(error, Math.abs(result.values[0] - gap));
      errorHeld = Math.max(errorHeld, Math.abs(result.values[0] - held.values[0]));
      count++;
    }
    expect(count).toBeGreaterThan(10);
    // a distance from rounded corners, then a difference
    expect(error).toBeLessThan(1e-15 * size);
    expect(errorHeld).toBeLessThan(1e-15 * size);
  });
});

describe("with a tolerance", () => {
  const bumps = createBumps(6, 8, 3, 0.2);
  const exact = decomposeConvex(bumps);

  /** How far random points of the parts are from the mesh, at most. */
  function measureExcess(mesh: SolidMesh, parts: readonly ConvexPart[]): number {
    const rng = createRng(17);
    const triangles = trianglesOf(mesh);
    let excess = 0;
    for (const part of parts) {
      const points = pointsOf(part);
      for (let i = 0; i < 40; i++) {
        // two corners, or three, are where a hull is far from what it is the hull of
        const weights = points.map(() => (nextInRange(rng, 0, 1) < 3 / points.length ? nextInRange(rng, 0, 1) : 0));
        const sum = weights.reduce((total, w) => total + w, 0);
        if (sum === 0) continue;
        const p = [0, 1, 2].map((k) => points.reduce((x, y, v) => x + (weights[v] / sum) * y[k], 0));
        if (isInside(triangles, p)) continue;
        excess = Math.max(excess, Math.min(...triangles.map((triangle) => pointToTriangle(p, triangle))));
      }
    }
    return excess;
  }

  test.each([0.03, 0.1])("no part goes beyond the mesh by more than %f", (tolerance) => {
    const { parts, concavity, volume, meshVolume, overlap } = decomposeConvex({ ...bumps, tolerance });
    expect(parts.length).toBeLessThan(exact.parts.length);
    expect(concavity).toBeLessThanOrEqual(tolerance);
    const excess = measureExcess(bumps, parts);
    expect(excess).toBeLessThanOrEqual(concavity);
    expect(excess).toBeGreaterThan(0);
    expect(volume).toBeGreaterThan(meshVolume);
    expect(overlap).toBeLessThan(2 * tolerance);
  });

  test("a slot is filled when half of its width is within the tolerance", () => {
    // 1 wide: its middle is 0.5 from either arm; the measure may be a tenth of the limit above
    const { parts } = decomposeConvex({ ...you, tolerance: 0.45 });
    expect(parts.length).toBeGreaterThan(1);
    const one = decomposeConvex({ ...you, tolerance: 0.75 });
    expect(one.parts.length).toBe(1);
    // beside the arm that is higher by a half the slot grows wider: at the top of the hull it is 0.5 to 0.6 away
    expect(one.concavity).toBeGreaterThan(0.5);
    expect(one.concavity).toBeLessThan(0.7);
  });

  test("so many parts and no more, with the price", () => {
    const torus = createTorus(2, 0.5, 8, 6);
    const { parts, concavity } = decomposeConvex({ ...torus, maxParts: 4, exceed: true });
    expect(parts.length).toBe(4);
    expect(measureExcess(torus, parts)).toBeLessThanOrEqual(concavity);
    expect(measureExcess(torus, parts)).toBeGreaterThan(0.5 * concavity);
  });
});

describe("rough meshes", () => {
  const shake = (mesh: SolidMesh, size: number): SolidMesh => {
    const rng = createRng(23);
    return { ...mesh, vertices: mesh.vertices.map((p) => p.map((x) => x + nextInRange(rng, -size, size))) };
  };

  // from what is seen to what is rounding: no face of 2 × 2 triangles is plane, and nothing is lost
  test.each([1e-2, 1e-5, 1e-8, 1e-11, 1e-14])("corners off by %f", (size) => {
    const { parts, volume, meshVolume } = decomposeConvex(shake(blocks[0].mesh, size));
    expect(parts.length).toBeLessThan(120);
    // cells thinner than 1e-12 of the size are left out; measured 7e-12
    expect(Math.abs(volume / meshVolume - 1)).toBeLessThan(2e-11);
  });

  test("a tolerance above the roughness finds the parts of the smooth one", () => {
    for (const [mesh, count] of [
      [ell, 2],
      [you, 3],
      [createRing(8, 2, 1, 1), 8],
    ] as const) {
      const rough = shake(mesh, 1e-7);
      expect(decomposeConvex(rough).parts.length).toBeGreaterThan(count);
      const { parts, concavity, volume, meshVolume } = decomposeConvex({ ...rough, tolerance: 1e-4 });
      expect(parts.length).toBe(count);
      expect(concavity).toBeLessThan(1e-4);
      // by the roughness all around, in part
      expect(Math.abs(volume / meshVolume - 1)).toBeLessThan(1e-7);
    }
  });

  test("a mesh within a grid of random blocks, in any pose", () => {
    const rng = createRng(31);
    const q = new Float64Array(4);
    for (const seed of findBlocks(3, 0.8, 6)) {
      const { mesh, volume } = createBlocks(seed, 3, 0.8) as Blocks;
      nextRotation(q, 0, rng);
      const found = decomposeConvex(moveMesh(mesh, [...q], [0, 0, 0]));
      expect(Math.abs(found.volume / volume - 1)).toBeLessThan(2e-15);
    }
  });
});
