/**
 * Triangles of a hull that lie in one plane, gathered into regions: exactly coplanar neighbours always, and neighbours within a
 * tolerance of the plane of a large one. The largest facets go first, as their planes are best defined: the normal of a sliver
 * is mostly rounding. The plane of several triangles is weighted by area:
 *
 *   n = Σ nt / |Σ nt|,   c = Σ |nt| ct / Σ |nt|        nt = 2 area × normal, ct = centre of triangle t
 */
import { orient3, vec3 } from "../../math/index.js";
import type { HullTriangle } from "./convex-hull-triangles.js";
import { gatherPart } from "./parameters.js";
import { measureHeight } from "./point-tree.js";

/** The regions of a hull: triangles that lie in one plane. */
export interface HullRegions {
  /** The region of each triangle of the surface. */
  readonly region: Int32Array;
  /** The triangles of each region. */
  readonly triangles: readonly (readonly HullTriangle[])[];
  /** Whether the triangles of a region are exactly in one plane. */
  readonly exact: readonly boolean[];
}

/** Arrays that the steps of gathering share. */
interface Workspace {
  readonly x: Float64Array;
  /** The facets: triangles exactly in one plane. */
  readonly facets: readonly (readonly HullTriangle[])[];
  /** The facet of each triangle. */
  readonly facetOf: Int32Array;
  /** The region of each facet, −1 if it has none yet. */
  readonly taken: Int32Array;
  /** The seed from which each facet was met last. */
  readonly met: Int32Array;
  /** The plane at hand: unit normal, then a point. */
  readonly plane: Float64Array;
}

/** Gathers the triangles of a surface into regions. */
export function mergeTriangles(x: Float64Array, surface: readonly HullTriangle[], tolerance: number): HullRegions {
  const { facetOf, facets } = listFacets(x, surface);
  if (tolerance === 0) return { region: facetOf, triangles: facets, exact: facets.map(() => true) };
  const met = new Int32Array(facets.length).fill(-1);
  const taken = new Int32Array(facets.length).fill(-1);
  const work = { x, facets, facetOf, taken, met, plane: new Float64Array(6) };
  const area = facets.map((facet) => measureArea(facet));
  const order = facets.map((_, f) => f).sort((f, g) => area[g] - area[f] || f - g);
  const triangles: (readonly HullTriangle[])[] = [];
  const exact: boolean[] = [];
  for (const seed of order) {
    if (taken[seed] >= 0) continue;
    const members = gatherFacets(work, seed, gatherPart * tolerance);
    for (const f of members) taken[f] = triangles.length;
    triangles.push(members.length === 1 ? facets[seed] : members.flatMap((f) => facets[f]));
    exact.push(members.length === 1);
  }
  return { region: facetOf.map((f) => taken[f]), triangles, exact };
}

/** Returns the facet of each triangle, and the triangles of each facet: those exactly in one plane. */
function listFacets(
  x: Float64Array,
  surface: readonly HullTriangle[],
): { facetOf: Int32Array; facets: HullTriangle[][] } {
  const facetOf = new Int32Array(surface.length).fill(-1);
  const facets: HullTriangle[][] = [];
  for (const seed of surface) {
    if (facetOf[seed.index] >= 0) continue;
    facetOf[seed.index] = facets.length;
    const facet = [seed];
    for (const t of facet) {
      for (const other of t.across) {
        if (facetOf[other.index] >= 0 || !isCoplanar(x, t, other)) continue;
        facetOf[other.index] = facets.length;
        facet.push(other);
      }
    }
    facets.push(facet);
  }
  return { facetOf, facets };
}

/** Fits the plane of some triangles, weighted by area: unit normal, then a point. Without area it is near no point. */
export function fitPlane(plane: Float64Array, x: Float64Array, triangles: readonly HullTriangle[]): void {
  plane.fill(0);
  const o = 3 * triangles[0].corner[0];
  let weight = 0;
  for (const { corner, normal } of triangles) {
    const w = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    weight += w;
    for (let k = 0; k < 3; k++) {
      const centre =
        x[3 * corner[0] + k] - x[o + k] + (x[3 * corner[1] + k] - x[o + k]) + (x[3 * corner[2] + k] - x[o + k]);
      plane[k] += normal[k];
      plane[3 + k] += (w * centre) / 3;
    }
  }
  for (let k = 0; k < 3; k++) plane[3 + k] = x[o + k] + (weight > 0 ? plane[3 + k] / weight : 0);
  if (!vec3.normalize(plane, 0, plane, 0)) plane.fill(Number.NaN);
}

/** Returns the facets connected to the seed, not yet taken, with all their corners near its plane. */
function gatherFacets(work: Workspace, seed: number, tolerance: number): number[] {
  const { x, facets, facetOf, taken, met, plane } = work;
  const members = [seed];
  fitPlane(plane, x, facets[seed]);
  met[seed] = seed;
  for (const f of members) {
    for (const t of facets[f]) {
      for (const other of t.across) {
        const g = facetOf[other.index];
        if (taken[g] >= 0 || met[g] === seed) continue;
        met[g] = seed;
        if (isNear(work, g, tolerance)) members.push(g);
      }
    }
  }
  return members;
}

/** Returns whether all corners of a facet are near the plane at hand. */
function isNear({ x, facets, plane }: Workspace, f: number, tolerance: number): boolean {
  for (const { corner } of facets[f]) {
    for (const p of corner) if (!(Math.abs(measureHeight(plane, x, p)) <= tolerance)) return false;
  }
  return true;
}

/** Returns whether two neighbours are in one plane, exactly. */
function isCoplanar(x: Float64Array, { corner }: HullTriangle, other: HullTriangle): boolean {
  const [a, b, c] = other.corner;
  const p = corner.includes(a) ? (corner.includes(b) ? c : b) : a;
  return orient3(x, 3 * corner[0], x, 3 * corner[1], x, 3 * corner[2], x, 3 * p) === 0;
}

/** Returns twice the area of a plane facet. */
function measureArea(facet: readonly HullTriangle[]): number {
  let sum = 0;
  for (const { normal } of facet) {
    sum += Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  }
  return sum;
}
