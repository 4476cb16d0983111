/**
 * A feature of a shape as the solver of curved-newton.ts wants it: where it is, and which normals it allows. With d its
 * direction, ℓ along its line and o the outward normal:
 *
 *   point   corner, tip, end of a capsule, centre of a sphere     any o
 *   rim     a circle about d with radius R                        any o
 *   line    edge, segment of a capsule, line of a side            o·d = c;   c = sin γ for a cone, else 0
 *   flat    face, cap                                             o = d
 *
 * The point of a line of a cylinder's side is on the axis, its radius apart; that of a cone is the tip.
 */
import { vec3 } from "../../math/index.js";
import type { Polyhedron } from "../shapes/index.js";
import { Axial, writeRim } from "./curved-axial.js";
import { Feature } from "./curved-patch.js";

export const FeatureType = { point: 0, rim: 1, line: 2, flat: 3 } as const;

/** Where things lie in a record: `low` and `high` bound a line, as distances along ℓ from its point. */
export const FeatureSlot = { point: 0, direction: 3, level: 6, radius: 7, round: 8, low: 9, high: 10 } as const;
export const featureSize = 11;

/** The feature with that key (curved-patch.ts) of a polyhedron, in its frame. Returns its type. */
export function loadHullFeature(out: Float64Array, p: Polyhedron, key: number): number {
  for (let k = 0; k < featureSize; k++) out[k] = 0;
  if (key < Feature.edge) {
    vec3.copy(out, 0, p.vertices, 3 * key);
    return FeatureType.point;
  }
  if (key >= Feature.face) {
    vec3.copy(out, FeatureSlot.direction, p.facePlanes, 4 * (key - Feature.face));
    return FeatureType.flat;
  }
  const e = key - Feature.edge;
  const i = 3 * p.edgeVertices[2 * e];
  vec3.copy(out, 0, p.vertices, i);
  vec3.subtract(out, FeatureSlot.direction, p.vertices, 3 * p.edgeVertices[2 * e + 1], p.vertices, i);
  const length = Math.sqrt(out[3] * out[3] + out[4] * out[4] + out[5] * out[5]);
  for (let k = 3; k < 6; k++) out[k] /= length;
  out[FeatureSlot.high] = length;
  return FeatureType.line;
}

/** The same of a shape around an axis, from its record (curved-axial.ts). */
export function loadAxialFeature(out: Float64Array, axial: Float64Array, key: number): number {
  for (let k = 0; k < featureSize; k++) out[k] = 0;
  vec3.copy(out, FeatureSlot.direction, axial, Axial.axis);
  if (key >= Feature.round) {
    // the centre of a sphere, the lower or the upper end
    if (key === Feature.round) vec3.copy(out, 0, axial, 0);
    else writeRim(out, 0, axial, key - Feature.round - 1);
    return FeatureType.point;
  }
  if (key >= Feature.tip) {
    writeRim(out, 0, axial, 1);
    return FeatureType.point;
  }
  if (key >= Feature.rim) {
    writeRim(out, 0, axial, key - Feature.rim);
    out[FeatureSlot.radius] = axial[Axial.radius];
    return FeatureType.rim;
  }
  if (key >= Feature.cap) {
    if (key === Feature.cap) vec3.negate(out, FeatureSlot.direction, out, FeatureSlot.direction);
    return FeatureType.flat;
  }
  const half = axial[Axial.halfHeight];
  if (axial[Axial.cone] === 1) {
    writeRim(out, 0, axial, 1);
    out[FeatureSlot.level] = axial[Axial.sine];
    out[FeatureSlot.low] = (-2 * half) / axial[Axial.cosine];
    return FeatureType.line;
  }
  vec3.copy(out, 0, axial, 0);
  out[FeatureSlot.round] = axial[Axial.radius];
  out[FeatureSlot.low] = -half;
  out[FeatureSlot.high] = half;
  return FeatureType.line;
}
