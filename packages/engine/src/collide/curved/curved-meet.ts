/**
 * Where two patches (curved-patch.ts) meet, seen along n: a few points that stand for the whole region.
 *
 *   point with anything             the point
 *   segment with segment            where they cross; parallel ones: the two ends of what they share
 *   segment with polygon or disc    the two ends of what lies within
 *   polygon, disc or plane          curved-meet-flat.ts
 *
 * Two edges are parallel if over their length they leave one another by no more than the tolerance; two lines of curved
 * sides, as these bend away from each other, if they leave by no more than √(2 tolerance/(κ_A + κ_B)).
 */
import { clipByFlat, meetFlats, span } from "./curved-meet-flat.js";
import { Form, type Patch, PatchSize, Sort } from "./curved-patch.js";
import {
  addSpot,
  addSpotOf,
  at,
  beginSpots,
  countSpots,
  findEndKey,
  findEndSort,
  flatA,
  flatB,
} from "./curved-spots.js";

/** A span no longer than this, as a part of the segment, is a point, its middle; so is one that rounding leaves empty. */
const pointSpan = 1e-12;

/** Finds the points and returns how many; they are in `spots`. slack[0]: the tolerance, m. */
export function meetPatches(a: Patch, b: Patch, n: Float64Array, i: number, slack: Float64Array): number {
  beginSpots(a, b, n, i);
  if (a.form === Form.point || b.form === Form.point) {
    const flat = a.form === Form.point ? flatA : flatB;
    at[0] = flat[0];
    at[1] = flat[1];
    addSpot(a.sort, a.key, b.sort, b.key);
  } else if (a.form === Form.segment && b.form === Form.segment) {
    meetSegments(a, b, slack);
  } else if (a.form === Form.segment) {
    meetSegmentWithFlat(a, b, true);
  } else if (b.form === Form.segment) {
    meetSegmentWithFlat(b, a, false);
  } else {
    meetFlats(a, b);
  }
  return countSpots();
}

function meetSegments(a: Patch, b: Patch, slack: Float64Array): void {
  const ax = flatA[2] - flatA[0];
  const ay = flatA[3] - flatA[1];
  const bx = flatB[2] - flatB[0];
  const by = flatB[3] - flatB[1];
  const dx = flatB[0] - flatA[0];
  const dy = flatB[1] - flatA[1];
  const turn = ax * by - ay * bx;
  const squareA = ax * ax + ay * ay;
  const squareB = bx * bx + by * by;
  const least = Math.min(squareA, squareB);
  const most = Math.max(squareA, squareB);
  const bend = a.isCone || b.isCone ? 0 : a.sizes[PatchSize.bend] + b.sizes[PatchSize.bend];
  const curved = a.sort === Sort.surface && b.sort === Sort.surface && bend > 0;
  const lateral = curved ? (2 * slack[0]) / bend : slack[0] * slack[0];
  // (|a||b| sin θ)² against (lateral · the longer one)²
  if (turn * turn > Math.max(lateral, 1e-24 * least) * most) {
    const t = Math.max(0, Math.min(1, (dx * by - dy * bx) / turn));
    at[0] = flatA[0] + t * ax;
    at[1] = flatA[1] + t * ay;
    addSpot(a.sort, a.key, b.sort, b.key);
    return;
  }
  // what B covers of A
  const start = (dx * ax + dy * ay) / squareA;
  const end = start + (bx * ax + by * ay) / squareA;
  const from = Math.max(0, Math.min(start, end));
  const to = Math.min(1, Math.max(start, end));
  const isFlipped = end < start;
  const isPoint = to - from <= pointSpan;
  const middle = Math.max(0, Math.min(1, 0.5 * (from + to)));
  for (let k = 0; k < (isPoint ? 1 : 2); k++) {
    const t = isPoint ? middle : k === 0 ? from : to;
    at[0] = flatA[0] + t * ax;
    at[1] = flatA[1] + t * ay;
    // the corner at this end is A's or B's
    const isOfA = t === k;
    const endB = isFlipped ? 1 - k : k;
    const sortA = findEndSort(a, k, !isOfA);
    const sortB = findEndSort(b, endB, isOfA);
    addSpot(sortA, findEndKey(a, k, !isOfA), sortB, findEndKey(b, endB, isOfA));
  }
}

function meetSegmentWithFlat(segment: Patch, flat: Patch, isA: boolean): void {
  const view = isA ? flatA : flatB;
  const x = view[0];
  const y = view[1];
  const dx = view[2] - x;
  const dy = view[3] - y;
  span[0] = 0;
  span[1] = 1;
  clipByFlat(flat, isA ? flatB : flatA, isA ? 1 : -1, view);
  const isPoint = span[1] - span[0] <= pointSpan;
  const middle = Math.max(0, Math.min(1, 0.5 * (span[0] + span[1])));
  for (let k = 0; k < (isPoint ? 1 : 2); k++) {
    const t = isPoint ? middle : span[k];
    at[0] = x + t * dx;
    at[1] = y + t * dy;
    const isClipped = t !== k;
    const sort = findEndSort(segment, k, isClipped);
    addSpotOf(isA, sort, findEndKey(segment, k, isClipped), flat.sort, flat.key);
  }
}
