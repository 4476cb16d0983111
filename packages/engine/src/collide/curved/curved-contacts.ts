/**
 * Contacts of a pair with at least one curved shape or half-space, as rows of a ContactBuffer.
 *
 * A row has its own gap: n is common to all rows of the pair, the points are where the patches of the two meet
 * (curved-meet.ts). Rows whose gap is above the tolerance are left out.
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
import { addTimes, type ContactBuffer, ContactKind, factor, makeUnit } from "../result/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import { type Patch, PatchSize, Sort } from "./curved-patch.js";
import { separation } from "./curved-separation.js";
import { findSeparation, meetShapes, patchA, patchB } from "./curved-settle.js";
import { spotFeatures, spots, view } from "./curved-spots.js";

const slack = new Float64Array(1);
const across = new Float64Array(3);
const radial = new Float64Array(3);
const bend = new Float64Array(1);

/** Edges that lean towards each other by less than this sine count as parallel: no cross product. */
const parallelSine = 1e-6;

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
  findSeparation(shapeA, framesA, oA, shapeB, framesB, oB, cache, slot, tolerance);
  if (separation[0] > tolerance) return 0;
  if (shapeA.kind === Kind.plane && shapeB.kind === Kind.plane) return 0;
  // what lies behind the foremost point by no more than the tolerance touches too
  slack[0] = tolerance;
  const count = meetShapes(shapeA, framesA, oA, shapeB, framesB, oB, slack);
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
    writePoint(buffer, c, k);
    vec3.add(buffer.point, 3 * c, buffer.point, 3 * c, framesA, oA);
    buffer.keyA[c] = spotFeatures[4 * k + 1];
    buffer.keyB[c] = spotFeatures[4 * k + 3];
    writeKind(buffer, c, spotFeatures[4 * k], spotFeatures[4 * k + 2]);
    addCurvature(buffer, 6 * c, patchA, spotFeatures[4 * k], shapeA, framesA, oA, framesA, oA, 6 * k);
    addCurvature(buffer, 6 * c + 3, patchB, spotFeatures[4 * k + 2], shapeB, framesB, oB, framesA, oA, 6 * k + 3);
    added++;
  }
  return added;
}

/** In the middle of the gap. */
function writePoint(buffer: ContactBuffer, c: number, k: number): void {
  const shift = 0.5 * (patchB.sizes[PatchSize.round] - patchA.sizes[PatchSize.round]);
  for (let j = 0; j < 3; j++) {
    buffer.point[3 * c + j] = 0.5 * (spots[6 * k + j] + spots[6 * k + 3 + j]) + shift * separation[1 + j];
  }
}

function writeKind(buffer: ContactBuffer, c: number, sortA: number, sortB: number): void {
  if (sortA === Sort.corner || sortB === Sort.corner) {
    buffer.kind[c] = sortA === Sort.corner ? ContactKind.vertexFace : ContactKind.faceVertex;
    return;
  }
  if (sortA === Sort.edge && sortB === Sort.edge) {
    vec3.cross(across, 0, patchA.edge, 0, patchB.edge, 0);
    if (Math.abs(across[0] * separation[1] + across[1] * separation[2] + across[2] * separation[3]) < parallelSine) {
      buffer.kind[c] = ContactKind.vertexFace;
      return;
    }
  }
  buffer.kind[c] = sortA === Sort.edge && sortB === Sort.edge ? ContactKind.edgeEdge : ContactKind.curved;
  if (sortA === Sort.edge) vec3.copy(buffer.edgeA, 3 * c, patchA.edge, 0);
  if (sortB === Sort.edge) vec3.copy(buffer.edgeB, 3 * c, patchB.edge, 0);
}

/** The second fundamental form at spots[s …] into buffer.curvature[o …]: xx, xy, yy. */
function addCurvature(
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
  const K = buffer.curvature;
  bend[0] = patch.sizes[PatchSize.bend];
  if (sort === Sort.corner || bend[0] === 0) return;
  if (patch.isRound) {
    K[o] = K[o + 2] = bend[0];
    return;
  }
  if (patch.isCone) divideByRadius(shape, frames, f, base, g, s);
  if (sort === Sort.edge) vec3.copy(across, 0, patch.edge, 0);
  else vec3.cross(across, 0, separation, 1, patch.edge, 0);
  // a line that leans out of the tangent plane by what the tolerance allows: its shadow there
  factor[0] = -(across[0] * separation[1] + across[1] * separation[2] + across[2] * separation[3]);
  addTimes(across, 0, across, 0, separation, 1);
  makeUnit(across, 0);
  const x = across[0] * view[0] + across[1] * view[1] + across[2] * view[2];
  const y = across[0] * view[3] + across[1] * view[4] + across[2] * view[5];
  K[o] = bend[0] * x * x;
  K[o + 1] = bend[0] * x * y;
  K[o + 2] = bend[0] * y * y;
}

/** bend ← bend / ρ, with ρ the distance of the spot from the axis of the shape. */
function divideByRadius(shape: Shape, frames: Float64Array, f: number, base: Float64Array, g: number, s: number): void {
  let along = 0;
  for (let k = 0; k < 3; k++) {
    radial[k] = spots[s + k] - (frames[f + k] - base[g + k]);
    along += radial[k] * frames[f + 4 + 3 * k];
  }
  for (let k = 0; k < 3; k++) radial[k] -= along * frames[f + 4 + 3 * k];
  const rho = Math.sqrt(radial[0] * radial[0] + radial[1] * radial[1] + radial[2] * radial[2]);
  bend[0] = rho > 1e-12 * shape.radius ? bend[0] / rho : 0;
}
