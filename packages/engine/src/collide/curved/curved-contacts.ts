/**
 * Contacts of a pair with at least one curved shape or half-space, as rows of a ContactBuffer.
 *
 * A row has its own gap: n is common to all rows of the pair, the points are where the patches of the two meet
 * (meet-patches.ts). Rows whose gap is above the tolerance are left out.
 *
 *   kind         what A and B are there                              curvature
 *   vertexFace   a corner, tip or fixed rim point on a surface       K_B of the surface; K_A = 0
 *   faceVertex   the other way round                                 K_A of the surface; K_B = 0
 *   edgeEdge     two edges, rims among them; edgeA, edgeB: tangents  along itself a rim bends by κ = n_r/R: κ t tᵀ
 *   curved       two surfaces, or a surface and an edge              of the edge as above, its tangent in edgeA or edgeB
 *
 * An edge is sharp across its tangent: where edgeA is not zero in a curved contact, 1/κ_A counts along it, and 0 across.
 *
 *   surface      κ       across the direction        sphere, end of a capsule   1/r in all directions
 *   cylinder     1/R     of the axis                 cap, face, half-space      0
 *   capsule      1/r     of the axis
 *   cone         cos γ/ρ of the line; ρ the distance from the axis
 *
 * Follows: Rigid Body Simulation, section 8.
 */

import { vec3 } from "../../math/index.js";
import { type Patch, PatchSize, Sharpness } from "../patch/index.js";
import { addMultiple, type ContactBuffer, ContactKind, makeUnit } from "../result/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import { CurvedQuery } from "./curved-query.js";
import { findSeparation, meetShapes } from "./find-separation.js";
import { leastAxisDistance, parallelEdgeSine } from "./parameters.js";

const query = new CurvedQuery();

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

const slack = new Float64Array(1);
const across = new Float64Array(3);
const radial = new Float64Array(3);
const bend = new Float64Array(1);

/** Adds the contacts of the pair, those with gap ≤ tolerance (m, well above rounding), and returns how many. */
export function findCurvedContacts(
  buffer: ContactBuffer,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: CurvedCache | null,
  slot: number,
  tolerance: number,
): number {
  const { separation } = query;
  const { patchA, patchB, view } = query.overlap;
  findSeparation(query, shapeA, framesA, oA, shapeB, framesB, oB, cache, slot, tolerance);
  if (separation[0] > tolerance) return 0;
  if (shapeA.kind === Kind.plane && shapeB.kind === Kind.plane) return 0;
  // what lies behind the foremost point by no more than the tolerance touches too
  slack[0] = tolerance;
  const count = meetShapes(query, shapeA, framesA, oA, shapeB, framesB, oB, slack);
  const { spots, spotFeatures } = query.overlap;
  let added = 0;
  for (let k = 0; k < count; k++) {
    const gapA =
      separation[1] * spots[6 * k] +
      separation[2] * spots[6 * k + 1] +
      separation[3] * spots[6 * k + 2] -
      patchA.sizes[PatchSize.round];
    const gapB =
      separation[1] * spots[6 * k + 3] +
      separation[2] * spots[6 * k + 4] +
      separation[3] * spots[6 * k + 5] +
      patchB.sizes[PatchSize.round];
    if (gapA - gapB > tolerance) continue;
    const c = buffer.add();
    buffer.gap[c] = gapA - gapB;
    vec3.copy(buffer.normal, 3 * c, separation, 1);
    vec3.copy(buffer.tangent, 3 * c, view, 0);
    writePoint(query, buffer, c, k);
    vec3.add(buffer.point, 3 * c, buffer.point, 3 * c, framesA, oA);
    buffer.keyA[c] = spotFeatures[4 * k + 1];
    buffer.keyB[c] = spotFeatures[4 * k + 3];
    const sharpA = spotFeatures[4 * k];
    const sharpB = spotFeatures[4 * k + 2];
    writeKind(query, buffer, c, sharpA, sharpB);
    addCurvature(query, buffer, 6 * c, patchA, sharpA, shapeA, framesA, oA, framesA, oA, 6 * k);
    addCurvature(query, buffer, 6 * c + 3, patchB, sharpB, shapeB, framesB, oB, framesA, oA, 6 * k + 3);
    added++;
  }
  return added;
}

/** In the middle of the gap. */
function writePoint(query: CurvedQuery, buffer: ContactBuffer, c: number, k: number): void {
  const { separation } = query;
  const shift = 0.5 * (query.overlap.patchB.sizes[PatchSize.round] - query.overlap.patchA.sizes[PatchSize.round]);
  for (let j = 0; j < 3; j++) {
    buffer.point[3 * c + j] =
      0.5 * (query.overlap.spots[6 * k + j] + query.overlap.spots[6 * k + 3 + j]) + shift * separation[1 + j];
  }
}

function writeKind(query: CurvedQuery, buffer: ContactBuffer, c: number, sortA: number, sortB: number): void {
  const { patchA, patchB } = query.overlap;
  const { separation } = query;
  if (sortA === Sharpness.corner || sortB === Sharpness.corner) {
    buffer.kind[c] = sortA === Sharpness.corner ? ContactKind.vertexFace : ContactKind.faceVertex;
    return;
  }
  if (sortA === Sharpness.edge && sortB === Sharpness.edge) {
    vec3.cross(across, 0, patchA.edge, 0, patchB.edge, 0);
    if (
      Math.abs(across[0] * separation[1] + across[1] * separation[2] + across[2] * separation[3]) < parallelEdgeSine
    ) {
      buffer.kind[c] = ContactKind.vertexFace;
      return;
    }
  }
  buffer.kind[c] = sortA === Sharpness.edge && sortB === Sharpness.edge ? ContactKind.edgeEdge : ContactKind.curved;
  if (sortA === Sharpness.edge) vec3.copy(buffer.edgeA, 3 * c, patchA.edge, 0);
  if (sortB === Sharpness.edge) vec3.copy(buffer.edgeB, 3 * c, patchB.edge, 0);
}

/** The second fundamental form at spots[s …] into buffer.curvature[o …]: xx, xy, yy. */
function addCurvature(
  query: CurvedQuery,
  buffer: ContactBuffer,
  o: number,
  patch: Patch,
  sort: number,
  shape: Shape,
  frames: Float64Array,
  f: number,
  base: Float64Array,
  g: number,
  s: number,
): void {
  const { separation } = query;
  const { view } = query.overlap;
  const K = buffer.curvature;
  bend[0] = patch.sizes[PatchSize.bend];
  if (sort === Sharpness.corner || bend[0] === 0) return;
  if (patch.isRound) {
    K[o] = K[o + 2] = bend[0];
    return;
  }
  if (patch.isCone) divideByRadius(query, shape, frames, f, base, g, s);
  if (sort === Sharpness.edge) vec3.copy(across, 0, patch.edge, 0);
  else vec3.cross(across, 0, separation, 1, patch.edge, 0);
  // a line that leans out of the tangent plane by what the tolerance allows: its shadow there
  factor[0] = -(across[0] * separation[1] + across[1] * separation[2] + across[2] * separation[3]);
  addMultiple(across, 0, across, 0, factor, separation, 1);
  makeUnit(across, 0);
  const x = across[0] * view[0] + across[1] * view[1] + across[2] * view[2];
  const y = across[0] * view[3] + across[1] * view[4] + across[2] * view[5];
  K[o] = bend[0] * x * x;
  K[o + 1] = bend[0] * x * y;
  K[o + 2] = bend[0] * y * y;
}

/** bend ← bend / ρ, with ρ the distance of the spot from the axis of the shape. */
function divideByRadius(
  query: CurvedQuery,
  shape: Shape,
  frames: Float64Array,
  f: number,
  base: Float64Array,
  g: number,
  s: number,
): void {
  let along = 0;
  for (let k = 0; k < 3; k++) {
    radial[k] = query.overlap.spots[s + k] - (frames[f + k] - base[g + k]);
    along += radial[k] * frames[f + 4 + 3 * k];
  }
  for (let k = 0; k < 3; k++) radial[k] -= along * frames[f + 4 + 3 * k];
  const rho = Math.sqrt(radial[0] * radial[0] + radial[1] * radial[1] + radial[2] * radial[2]);
  bend[0] = rho > leastAxisDistance * shape.radius ? bend[0] / rho : 0;
}
