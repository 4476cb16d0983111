/**
 * The test whether a direction selects one feature of a shape alone: everything else lies farther behind than a slack. It
 * answers for a feature that is known to be foremost as the patch does (patch-hull.ts, patch-axial.ts): of a polyhedron only the
 * neighbours of the feature are looked at, since the corners within the slack are joined to one another.
 */

import { FeatureKey } from "../patch/index.js";
import type { Polyhedron } from "../shapes/index.js";
import { Axial } from "./axial.js";
import type { CurvedQuery } from "./curved-query.js";
import { alongCosine } from "./parameters.js";

/**
 * Returns whether −n, n the trial, selects that corner, edge or face alone; false also where that is not quickly
 * decided.
 */
export function isSoleHullFeature(query: CurvedQuery, p: Polyhedron, key: number, slack: Float64Array): boolean {
  const { trial } = query;
  if (key >= FeatureKey.face) {
    const f = 4 * (key - FeatureKey.face);
    return (
      -(trial[0] * p.facePlanes[f] + trial[1] * p.facePlanes[f + 1] + trial[2] * p.facePlanes[f + 2]) >= alongCosine
    );
  }
  if (key < FeatureKey.edge) return isSoleCorner(query, p, key, -1, slack);
  const e = 2 * (key - FeatureKey.edge);
  const i = p.edgeVertices[e];
  const j = p.edgeVertices[e + 1];
  return isSoleCorner(query, p, i, j, slack) && isSoleCorner(query, p, j, i, slack);
}

/** Returns whether all neighbours of corner v but for `mate`, which is level with it, are farther behind than the slack. */
function isSoleCorner(query: CurvedQuery, p: Polyhedron, v: number, mate: number, slack: Float64Array): boolean {
  const { trial } = query;
  const { vertices, neighbourStart, neighbours } = p;
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  const height = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
  const end = neighbourStart[v + 1];
  for (let k = neighbourStart[v]; k < end; k++) {
    const w = neighbours[k];
    const rise = x * vertices[3 * w] + y * vertices[3 * w + 1] + z * vertices[3 * w + 2] - height;
    if (w === mate ? Math.abs(rise) > 0.5 * slack[0] : !(rise > slack[0])) return false;
  }
  return true;
}

/** Returns whether ±n selects that feature of a shape around an axis. */
export function isSoleAxialFeature(
  query: CurvedQuery,
  axial: Float64Array,
  key: number,
  sign: number,
  slack: Float64Array,
): boolean {
  const { trial } = query;
  const ux = axial[3];
  const uy = axial[4];
  const uz = axial[5];
  const up = trial[0] * ux + trial[1] * uy + trial[2] * uz;
  const x = trial[0] - up * ux;
  const y = trial[1] - up * uy;
  const z = trial[2] - up * uz;
  const across = Math.sqrt(x * x + y * y + z * z);
  const rise = sign * up;
  const R = axial[Axial.radius];
  const H = axial[Axial.halfHeight];
  const within = slack[0];
  const end = rise > 0 ? 1 : 0;
  if (R === 0) {
    if (H === 0) return key === FeatureKey.round;
    return key === (2 * H * Math.abs(rise) > within ? FeatureKey.round + 1 + end : FeatureKey.side);
  }
  const isCone = axial[Axial.cone] === 1;
  if (2 * R * across <= within && (isCone ? -rise : Math.abs(rise)) > across) return key === FeatureKey.cap + end;
  if (!isCone) return key === (2 * H * Math.abs(rise) <= within ? FeatureKey.side : FeatureKey.rim + end);
  const lead = 2 * H * rise - R * across;
  return key === (Math.abs(lead) <= within ? FeatureKey.side : lead > 0 ? FeatureKey.tip : FeatureKey.rim);
}
