/**
 * Whether a direction selects one feature of a shape alone: all else lies farther behind than a slack. The same question as
 * that for the patch (curved-patch-hull.ts, curved-patch-axial.ts), for a feature that is known to be foremost: of a
 * polyhedron only its neighbours need be looked at, since those within the slack are joined to one another.
 */

import type { Polyhedron } from "../shapes/index.js";
import { Axial } from "./curved-axial.js";
import { Feature } from "./curved-patch.js";
import { trial } from "./curved-search.js";

/** Cosine between n and the normal of a face, above which n is that. */
const along = 1 - 1e-15;

/** Whether −n, n the trial, selects that corner, edge or face alone; false also where it is not soon told. */
export function isHullAlone(p: Polyhedron, key: number, slack: Float64Array): boolean {
  if (key >= Feature.face) {
    const f = 4 * (key - Feature.face);
    return -(trial[0] * p.facePlanes[f] + trial[1] * p.facePlanes[f + 1] + trial[2] * p.facePlanes[f + 2]) >= along;
  }
  if (key < Feature.edge) return isCornerAlone(p, key, -1, slack);
  const e = 2 * (key - Feature.edge);
  const i = p.edgeVertices[e];
  const j = p.edgeVertices[e + 1];
  return isCornerAlone(p, i, j, slack) && isCornerAlone(p, j, i, slack);
}

/** Whether all neighbours of corner v but for `mate`, which is level with it, are farther behind than the slack. */
function isCornerAlone(p: Polyhedron, v: number, mate: number, slack: Float64Array): boolean {
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

/** Whether ±n selects that feature of a shape around an axis. */
export function isAxialAlone(axial: Float64Array, key: number, sign: number, slack: Float64Array): boolean {
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
    if (H === 0) return key === Feature.round;
    return key === (2 * H * Math.abs(rise) > within ? Feature.round + 1 + end : Feature.side);
  }
  const isCone = axial[Axial.cone] === 1;
  if (2 * R * across <= within && (isCone ? -rise : Math.abs(rise)) > across) return key === Feature.cap + end;
  if (!isCone) return key === (2 * H * Math.abs(rise) <= within ? Feature.side : Feature.rim + end);
  const lead = 2 * H * rise - R * across;
  return key === (Math.abs(lead) <= within ? Feature.side : lead > 0 ? Feature.tip : Feature.rim);
}
