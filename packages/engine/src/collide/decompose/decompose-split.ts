/**
 * The solid inside a closed mesh as convex cells without overlap: a box around it is cut along planes until no face is
 * left within a cell, so that each cell lies wholly in the matter or wholly outside.
 *
 *   trim   all faces of a cell are behind one of them: a cut along it takes away what is in front, and no matter
 *   cut    else matter must be cut: decompose-cut.ts says where
 *
 * A cut sorts the faces of a cell to its two sides; those that it crosses are split, those in its plane are done with. Each cut
 * leaves fewer planes or fewer notches, so it ends. Of the faces only the places of their corners are used, and the winding
 * number of the whole mesh decides whether a cell is matter: rounding can move a cut, but it cannot lose track of the solid.
 */
import { fail } from "../../math/index.js";
import { type Cell, createBoxCell, measureHeightAbove, measureWidth, splitCell } from "./decompose-cell.js";
import { choosePlane, resolves } from "./decompose-cut.js";
import { countTurns, type Fragment, type Notch, type Solid } from "./decompose-solid.js";
import { boxRadius, cellLimit, thinCell } from "./parameters.js";

/** A cell with what the mesh has in it. */
interface Region {
  readonly cell: Cell;
  readonly fragments: readonly Fragment[];
  readonly notches: readonly Notch[];
}

/** The convex cells of a solid. */
export interface Cells {
  /** Corners of all cells, scaled, three numbers each. */
  readonly pool: readonly number[];
  /** The cells that are matter. */
  readonly cells: readonly Cell[];
}

/** The data that a cut reads and writes. */
interface Work {
  readonly solid: Solid;
  readonly planes: number[];
  readonly pool: number[];
  readonly inside: Cell[];
}

/**
 * Cuts the inside of a mesh into convex cells. `midway` is the cost of a cut between two faces beside one along a
 * face.
 */
export function splitSolid(solid: Solid, midway: number): Cells {
  const { fragments, notches } = solid;
  const work: Work = { solid, planes: solid.planes.slice(), pool: [], inside: [] };
  const agenda: Region[] = [{ cell: createBoxCell(work.pool, boxRadius), fragments, notches }];
  for (let region = agenda.pop(); region !== undefined; region = agenda.pop()) {
    if (work.inside.length + agenda.length > cellLimit) failRough(solid);
    const trimmed = trimRegion(work, region);
    if (trimmed.fragments.length === 0) keepMatter(work, trimmed.cell);
    else {
      const plane = choosePlane(work.planes, trimmed.fragments, trimmed.notches, midway, solid.tolerance);
      agenda.push(...cutRegion(work, trimmed, plane));
    }
  }
  return { pool: work.pool, cells: work.inside };
}

function failRough({ fragments }: Solid): never {
  const cure = "give a tolerance well above the roughness of its faces, or a mesh of fewer triangles";
  return fail("too-complex", "mesh.faces", `must come to at most ${cellLimit} cells`, fragments.length, cure);
}

/** Cuts along all planes in front of which the region has no face. */
function trimRegion(work: Work, region: Region): Region {
  const { planes, solid } = work;
  const order = [...new Set(region.fragments.map((fragment) => fragment.plane))].sort((p, q) => p - q);
  const done = new Set<number>();
  let { cell } = region;
  for (const plane of order) {
    const front = findFront(planes, plane, region.fragments, solid.tolerance);
    if (front === 0) continue;
    const { above, below } = splitCell(cell, work.pool, planes, plane, solid.tolerance);
    const [outer, inner] = front > 0 ? [above, below] : [below, above];
    done.add(plane);
    if (inner === null) continue;
    cell = inner;
    if (outer !== null) keepMatter(work, outer);
  }
  if (done.size === 0) return region;
  return { cell, fragments: region.fragments.filter(({ plane }) => !done.has(plane)), notches: region.notches };
}

/** On which side of a plane nothing is and faces look there, ±1; 0 if on neither. */
function findFront(planes: readonly number[], plane: number, list: readonly Fragment[], tolerance: number): number {
  let facing = 0;
  for (const fragment of list) {
    if (fragment.plane === plane) {
      if (facing === -fragment.facing) return 0;
      facing = fragment.facing;
    }
  }
  for (const { points, plane: other } of list) {
    if (other === plane) continue;
    for (let p = 0; 3 * p < points.length; p++) {
      if (facing * measureHeightAbove(planes, plane, points, p) > tolerance) return 0;
    }
  }
  return facing;
}

/** The two halves of a region. */
function cutRegion(work: Work, { cell, fragments, notches }: Region, plane: number): Region[] {
  const { planes, pool, solid } = work;
  const { tolerance } = solid;
  const { above, below } = splitCell(cell, pool, planes, plane, tolerance);
  const rest = fragments.filter((fragment) => fragment.plane !== plane);
  const open = notches.filter((notch) => !resolves(planes, plane, notch, tolerance));
  const regions: Region[] = [];
  for (const [half, side] of [[above, 1] as const, [below, -1] as const]) {
    if (half === null) continue;
    // a cell that is not cut keeps all that is in it
    const whole = half === cell;
    regions.push({
      cell: half,
      fragments: whole ? rest : rest.flatMap((fragment) => clipFragment(planes, plane, fragment, side, tolerance)),
      notches: whole ? open : open.flatMap((notch) => clipNotch(planes, plane, notch, side, tolerance)),
    });
  }
  return regions;
}

/** Returns the part of a fragment on one side of a plane: none if it is on the plane. */
function clipFragment(
  planes: readonly number[],
  plane: number,
  fragment: Fragment,
  side: number,
  tolerance: number,
): Fragment[] {
  const points = clipPoints(planes, plane, fragment.points, side, tolerance, true);
  if (points === null) return [];
  return points === fragment.points ? [fragment] : [{ ...fragment, points }];
}

function clipNotch(planes: readonly number[], plane: number, notch: Notch, side: number, tolerance: number): Notch[] {
  const ends = clipPoints(planes, plane, notch.ends, side, tolerance, false);
  if (ends === null) return [];
  return ends === notch.ends ? [notch] : [{ ...notch, ends }];
}

/** A polygon or a segment on one side of a plane; null if there is nothing beyond the tolerance. */
function clipPoints(
  planes: readonly number[],
  plane: number,
  points: readonly number[],
  side: number,
  tolerance: number,
  isClosed: boolean,
): readonly number[] | null {
  const count = points.length / 3;
  const heights: number[] = [];
  for (let p = 0; p < count; p++) heights.push(side * measureHeightAbove(planes, plane, points, p));
  if (!heights.some((height) => height > tolerance)) return null;
  if (!heights.some((height) => height < -tolerance)) return points;
  const kept: number[] = [];
  for (let p = 0; p < count; p++) {
    if (heights[p] >= -tolerance) kept.push(points[3 * p], points[3 * p + 1], points[3 * p + 2]);
    const q = p + 1 < count ? p + 1 : 0;
    if (!isClosed && q === 0) break;
    const [a, b] = [heights[p], heights[q]];
    if (!(Math.abs(a) > tolerance && Math.abs(b) > tolerance && a * b < 0)) continue;
    for (let k = 0; k < 3; k++) kept.push(points[3 * p + k] + (a / (a - b)) * (points[3 * q + k] - points[3 * p + k]));
  }
  return kept;
}

/** Keeps a cell without faces, if it is matter and not all rounding. */
function keepMatter({ solid, pool, inside }: Work, cell: Cell): void {
  if (measureWidth(cell, pool) <= Math.max(thinCell, solid.tolerance)) return;
  const { corners } = cell;
  const middle = Float64Array.from([0, 1, 2], (k) => corners.reduce((sum, v) => sum + pool[3 * v + k], 0));
  for (let k = 0; k < 3; k++) middle[k] /= corners.length;
  const turns = Math.round(countTurns(solid, middle));
  if (turns === 1) inside.push(cell);
  if (turns === 0 || turns === 1) return;
  const place = Array.from(middle, (x, k) => x / solid.scale + solid.center[k]);
  const cure = `it winds ${turns} times around this point: make one surface of those that overlap there`;
  fail("self-intersecting", "mesh.faces", "must not pass through one another", place, cure);
}
