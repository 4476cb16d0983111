/**
 * Where two patches (patch.ts) meet, seen along n: a few points that stand for the whole region.
 *
 *   point with anything             the point
 *   segment with segment            where they cross; parallel ones: the two ends of what they share
 *   segment with polygon or disc    the two ends of what lies within
 *   polygon, disc or plane          meet-flat.ts
 *
 * Two edges are parallel if over their length they leave one another by no more than the tolerance; two lines of curved
 * sides, as these bend away from each other, if they leave by no more than √(2 tolerance/(κ_A + κ_B)).
 */
import { clipByFlat, meetFlats } from "./meet-flat.js";
import { parallelSineSquare, pointSpan } from "./parameters.js";
import { type Patch, PatchForm, PatchSize, Sharpness } from "./patch.js";
import { addSpot, addSpotFor, beginSpots, findEndKey, findEndSharpness, type PatchOverlap } from "./patch-overlap.js";

/**
 * Finds the spots where the patches of A and B meet along n = n[i …], and returns how many there are. slack[0]: the
 * tolerance, m.
 */
export function meetPatches(overlap: PatchOverlap, n: Float64Array, i: number, slack: Float64Array): number {
  beginSpots(overlap, n, i);
  const { at, patchA: a, patchB: b } = overlap;
  if (a.form === PatchForm.point || b.form === PatchForm.point) {
    const flat = a.form === PatchForm.point ? overlap.flatA : overlap.flatB;
    at[0] = flat[0];
    at[1] = flat[1];
    addSpot(overlap, a.sharpness, a.key, b.sharpness, b.key);
  } else if (a.form === PatchForm.segment && b.form === PatchForm.segment) {
    meetSegments(overlap, a, b, slack);
  } else if (a.form === PatchForm.segment) {
    meetSegmentWithFlat(overlap, a, b, true);
  } else if (b.form === PatchForm.segment) {
    meetSegmentWithFlat(overlap, b, a, false);
  } else {
    meetFlats(overlap, a, b);
  }
  return overlap.count;
}

function meetSegments(overlap: PatchOverlap, a: Patch, b: Patch, slack: Float64Array): void {
  const { at, flatA, flatB } = overlap;
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
  const curved = a.sharpness === Sharpness.surface && b.sharpness === Sharpness.surface && bend > 0;
  const lateral = curved ? (2 * slack[0]) / bend : slack[0] * slack[0];
  // (|a||b| sin θ)² against (lateral · the longer one)²
  if (turn * turn > Math.max(lateral, parallelSineSquare * least) * most) {
    const t = Math.max(0, Math.min(1, (dx * by - dy * bx) / turn));
    at[0] = flatA[0] + t * ax;
    at[1] = flatA[1] + t * ay;
    addSpot(overlap, a.sharpness, a.key, b.sharpness, b.key);
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
    const sortA = findEndSharpness(a, k, !isOfA);
    const sortB = findEndSharpness(b, endB, isOfA);
    addSpot(overlap, sortA, findEndKey(a, k, !isOfA), sortB, findEndKey(b, endB, isOfA));
  }
}

function meetSegmentWithFlat(overlap: PatchOverlap, segment: Patch, flat: Patch, isA: boolean): void {
  const { span, at, flatA, flatB } = overlap;
  const view = isA ? flatA : flatB;
  const x = view[0];
  const y = view[1];
  const dx = view[2] - x;
  const dy = view[3] - y;
  span[0] = 0;
  span[1] = 1;
  clipByFlat(overlap, flat, isA ? flatB : flatA, isA ? 1 : -1, view);
  const isPoint = span[1] - span[0] <= pointSpan;
  const middle = Math.max(0, Math.min(1, 0.5 * (span[0] + span[1])));
  for (let k = 0; k < (isPoint ? 1 : 2); k++) {
    const t = isPoint ? middle : span[k];
    at[0] = x + t * dx;
    at[1] = y + t * dy;
    const isClipped = t !== k;
    const sort = findEndSharpness(segment, k, isClipped);
    addSpotFor(overlap, isA, sort, findEndKey(segment, k, isClipped), flat.sharpness, flat.key);
  }
}
