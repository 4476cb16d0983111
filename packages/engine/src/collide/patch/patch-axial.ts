/**
 * The patch of any shape in a direction (patch.ts), and of those around an axis. With d_u = d·u along the axis and
 * d_r across it, of a cylinder the cap is foremost to within 2R d_r, a line of the side to within 2H |d_u|; of a cone the
 * line to within |2H d_u − R d_r|, which is by how much the tip leads; else it is the tip, or one point of a rim.
 */

import { vec3 } from "../../math/index.js";
import { addMultiple, makeUnit, multiply } from "../result/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import { FeatureKey, type Patch, PatchForm, PatchSize, Sharpness } from "./patch.js";
import { writeFacePatch } from "./patch-hull.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

const centre = new Float64Array(3);
const axis = new Float64Array(3);
const radial = new Float64Array(3);

/** Writes the patch of a shape in direction d[i …], seen from the point base[j …]; tolerance in slack[0], m. */
export function writePatch(
  patch: Patch,
  shape: Shape,
  frames: Float64Array,
  o: number,
  d: Float64Array,
  i: number,
  base: Float64Array,
  j: number,
  slack: Float64Array,
): void {
  patch.isRound = false;
  patch.isCone = false;
  for (let k = 0; k < 3; k++) patch.sizes[k] = 0;
  patch.count = 1;
  patch.keys[0] = -1;
  vec3.subtract(centre, 0, frames, o, base, j);
  switch (shape.kind) {
    case Kind.polyhedron:
      writeFacePatch(patch, shape, frames, o, d, i, centre, slack);
      return;
    case Kind.plane:
      writePlanePatch(patch, shape, frames, o);
      return;
    case Kind.sphere:
      writeRoundEnd(patch, shape, 0);
      vec3.copy(patch.points, 0, centre, 0);
      return;
    default:
      for (let k = 0; k < 3; k++) axis[k] = frames[o + 4 + 3 * k];
      if (shape.kind === Kind.capsule) writeCapsulePatch(patch, shape, d, i, slack);
      else if (shape.kind === Kind.cylinder) writeCylinderPatch(patch, shape, frames, o, d, i, slack);
      else writeConePatch(patch, shape, frames, o, d, i, slack);
  }
}

function writePlanePatch(patch: Patch, shape: Shape, frames: Float64Array, o: number): void {
  const plane = shape.plane as Float64Array;
  patch.form = PatchForm.plane;
  patch.sharpness = Sharpness.surface;
  patch.key = FeatureKey.plane;
  for (let k = 0; k < 3; k++) {
    const r = o + 3 + 3 * k;
    patch.normal[k] = frames[r] * plane[0] + frames[r + 1] * plane[1] + frames[r + 2] * plane[2];
  }
  factor[0] = plane[3];
  addMultiple(patch.points, 0, centre, 0, factor, patch.normal, 0);
}

function writeRoundEnd(patch: Patch, shape: Shape, end: number): void {
  patch.form = PatchForm.point;
  patch.sharpness = Sharpness.surface;
  patch.key = FeatureKey.round + end;
  patch.isRound = true;
  patch.sizes[PatchSize.bend] = 1 / shape.radius;
  patch.sizes[PatchSize.round] = shape.radius;
}

function writeCapsulePatch(patch: Patch, shape: Shape, d: Float64Array, i: number, slack: Float64Array): void {
  const along = d[i] * axis[0] + d[i + 1] * axis[1] + d[i + 2] * axis[2];
  const half = shape.halfHeight;
  if (2 * half * Math.abs(along) > slack[0]) {
    writeRoundEnd(patch, shape, along > 0 ? 2 : 1);
    factor[0] = along > 0 ? half : -half;
    addMultiple(patch.points, 0, centre, 0, factor, axis, 0);
    return;
  }
  writeSideLine(patch);
  factor[0] = -half;
  addMultiple(patch.points, 0, centre, 0, factor, axis, 0);
  factor[0] = half;
  addMultiple(patch.points, 3, centre, 0, factor, axis, 0);
  patch.sizes[PatchSize.bend] = 1 / shape.radius;
  patch.sizes[PatchSize.round] = shape.radius;
}

/** A line of the side, along the axis. */
function writeSideLine(patch: Patch): void {
  patch.form = PatchForm.segment;
  patch.sharpness = Sharpness.surface;
  patch.key = FeatureKey.side;
  patch.count = 2;
  patch.keys[0] = patch.keys[1] = -1;
  vec3.copy(patch.edge, 0, axis, 0);
}

/** The cap below (0) or above (1), with the body's own x and z axes. */
function writeCap(patch: Patch, shape: Shape, frames: Float64Array, o: number, end: number): void {
  patch.form = PatchForm.disc;
  patch.sharpness = Sharpness.surface;
  patch.key = FeatureKey.cap + end;
  const sign = end === 1 ? 1 : -1;
  factor[0] = sign;
  multiply(patch.normal, 0, factor, axis, 0);
  factor[0] = sign * shape.halfHeight;
  addMultiple(patch.points, 0, centre, 0, factor, axis, 0);
  for (let k = 0; k < 3; k++) {
    patch.edge[k] = frames[o + 3 + 3 * k];
    patch.across[k] = frames[o + 5 + 3 * k];
  }
  patch.sizes[PatchSize.disc] = shape.radius;
}

/** The point of a rim in the direction `radial`, which is d across the axis. */
function writeRimPoint(patch: Patch, shape: Shape, end: number): void {
  const across = Math.sqrt(radial[0] * radial[0] + radial[1] * radial[1] + radial[2] * radial[2]);
  patch.form = PatchForm.point;
  patch.sharpness = Sharpness.edge;
  patch.key = FeatureKey.rim + end;
  factor[0] = end === 1 ? shape.halfHeight : -shape.halfHeight;
  addMultiple(patch.points, 0, centre, 0, factor, axis, 0);
  factor[0] = shape.radius / across;
  addMultiple(patch.points, 0, patch.points, 0, factor, radial, 0);
  vec3.cross(patch.edge, 0, axis, 0, radial, 0);
  makeUnit(patch.edge, 0);
  patch.sizes[PatchSize.bend] = across / shape.radius;
}

/** radial ← d across the axis, in a second round free of what cancellation left along it. */
function setRadial(d: Float64Array, i: number): void {
  factor[0] = -(d[i] * axis[0] + d[i + 1] * axis[1] + d[i + 2] * axis[2]);
  addMultiple(radial, 0, d, i, factor, axis, 0);
  factor[0] = -(radial[0] * axis[0] + radial[1] * axis[1] + radial[2] * axis[2]);
  addMultiple(radial, 0, radial, 0, factor, axis, 0);
}

function writeCylinderPatch(
  patch: Patch,
  shape: Shape,
  frames: Float64Array,
  o: number,
  d: Float64Array,
  i: number,
  slack: Float64Array,
): void {
  const along = d[i] * axis[0] + d[i + 1] * axis[1] + d[i + 2] * axis[2];
  setRadial(d, i);
  const across = Math.sqrt(radial[0] * radial[0] + radial[1] * radial[1] + radial[2] * radial[2]);
  const R = shape.radius;
  if (2 * R * across <= slack[0] && Math.abs(along) > across) {
    writeCap(patch, shape, frames, o, along > 0 ? 1 : 0);
  } else if (2 * shape.halfHeight * Math.abs(along) <= slack[0]) {
    writeSideLine(patch);
    for (let end = 0; end < 2; end++) {
      factor[0] = end === 1 ? shape.halfHeight : -shape.halfHeight;
      addMultiple(patch.points, 3 * end, centre, 0, factor, axis, 0);
      factor[0] = R / across;
      addMultiple(patch.points, 3 * end, patch.points, 3 * end, factor, radial, 0);
    }
    patch.sizes[PatchSize.bend] = 1 / R;
  } else {
    writeRimPoint(patch, shape, along > 0 ? 1 : 0);
  }
}

function writeConePatch(
  patch: Patch,
  shape: Shape,
  frames: Float64Array,
  o: number,
  d: Float64Array,
  i: number,
  slack: Float64Array,
): void {
  const along = d[i] * axis[0] + d[i + 1] * axis[1] + d[i + 2] * axis[2];
  setRadial(d, i);
  const across = Math.sqrt(radial[0] * radial[0] + radial[1] * radial[1] + radial[2] * radial[2]);
  const R = shape.radius;
  const half = shape.halfHeight;
  const lead = 2 * half * along - R * across;
  if (2 * R * across <= slack[0] && -along > across) {
    writeCap(patch, shape, frames, o, 0);
  } else if (Math.abs(lead) <= slack[0]) {
    writeSideLine(patch);
    factor[0] = -half;
    addMultiple(patch.points, 0, centre, 0, factor, axis, 0);
    factor[0] = R / across;
    addMultiple(patch.points, 0, patch.points, 0, factor, radial, 0);
    factor[0] = half;
    addMultiple(patch.points, 3, centre, 0, factor, axis, 0);
    vec3.subtract(patch.edge, 0, patch.points, 3, patch.points, 0);
    makeUnit(patch.edge, 0);
    patch.keys[1] = FeatureKey.tip;
    patch.isCone = true;
    patch.sizes[PatchSize.bend] = (2 * half) / Math.sqrt(R * R + 4 * half * half);
  } else if (lead > 0) {
    patch.form = PatchForm.point;
    patch.sharpness = Sharpness.corner;
    patch.key = FeatureKey.tip;
    factor[0] = half;
    addMultiple(patch.points, 0, centre, 0, factor, axis, 0);
  } else {
    writeRimPoint(patch, shape, 0);
  }
}
