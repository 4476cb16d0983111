/**
 * A feature of a shape for the solver of normal-newton.ts: its place, and the normals that it allows. With d its
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
import { FeatureKey } from "../patch/index.js";
import type { Polyhedron } from "../shapes/index.js";
import { Axial, writeRim } from "./axial.js";

/** The forms of a feature: see the table above. */
export const FeatureForm = { point: 0, rim: 1, line: 2, flat: 3 } as const;

/** The fields of the record of a feature; `low` and `high` bound a line, as distances along ℓ from its point. */
export const FeatureField = { point: 0, direction: 3, level: 6, radius: 7, round: 8, low: 9, high: 10 } as const;
/** The numbers that the record of a feature takes. */
const featureRecordSize = 11;

/** The features of A and of B for which a normal is solved (normal-newton.ts), and what is measured at the trial normal. */
export class FeaturePair {
  /** The record of the feature of A: see `FeatureField`. */
  readonly featureA: Float64Array = new Float64Array(featureRecordSize);
  /** The record of the feature of B. */
  readonly featureB: Float64Array = new Float64Array(featureRecordSize);
  /** G, the difference of the points of A and B that the trial normal selects. */
  readonly gradient: Float64Array = new Float64Array(3);
  /** The unit tangents of the rims of A and of B, three numbers each. */
  readonly tangents: Float64Array = new Float64Array(6);
  /** The curvature of s where a climb ended, in the direction in which it is least. */
  readonly leastBend: Float64Array = new Float64Array(1);
}

/** Writes the record of the feature of a polyhedron that a key names (patch.ts), in its frame, and returns its form. */
export function loadHullFeature(out: Float64Array, p: Polyhedron, key: number): number {
  for (let k = 0; k < featureRecordSize; k++) out[k] = 0;
  if (key < FeatureKey.edge) {
    vec3.copy(out, 0, p.vertices, 3 * key);
    return FeatureForm.point;
  }
  if (key >= FeatureKey.face) {
    vec3.copy(out, FeatureField.direction, p.facePlanes, 4 * (key - FeatureKey.face));
    return FeatureForm.flat;
  }
  const e = key - FeatureKey.edge;
  const i = 3 * p.edgeVertices[2 * e];
  vec3.copy(out, 0, p.vertices, i);
  vec3.subtract(out, FeatureField.direction, p.vertices, 3 * p.edgeVertices[2 * e + 1], p.vertices, i);
  const length = Math.sqrt(out[3] * out[3] + out[4] * out[4] + out[5] * out[5]);
  for (let k = 3; k < 6; k++) out[k] /= length;
  out[FeatureField.high] = length;
  return FeatureForm.line;
}

/**
 * Writes the record of the feature of a shape around an axis that a key names, from the record of the shape
 * (axial.ts), and returns its form.
 */
export function loadAxialFeature(out: Float64Array, axial: Float64Array, key: number): number {
  for (let k = 0; k < featureRecordSize; k++) out[k] = 0;
  vec3.copy(out, FeatureField.direction, axial, Axial.axis);
  if (key >= FeatureKey.round) {
    // the centre of a sphere, the lower or the upper end
    if (key === FeatureKey.round) vec3.copy(out, 0, axial, 0);
    else writeRim(out, 0, axial, key - FeatureKey.round - 1);
    return FeatureForm.point;
  }
  if (key >= FeatureKey.tip) {
    writeRim(out, 0, axial, 1);
    return FeatureForm.point;
  }
  if (key >= FeatureKey.rim) {
    writeRim(out, 0, axial, key - FeatureKey.rim);
    out[FeatureField.radius] = axial[Axial.radius];
    return FeatureForm.rim;
  }
  if (key >= FeatureKey.cap) {
    if (key === FeatureKey.cap) vec3.negate(out, FeatureField.direction, out, FeatureField.direction);
    return FeatureForm.flat;
  }
  const half = axial[Axial.halfHeight];
  if (axial[Axial.cone] === 1) {
    writeRim(out, 0, axial, 1);
    out[FeatureField.level] = axial[Axial.sine];
    out[FeatureField.low] = (-2 * half) / axial[Axial.cosine];
    return FeatureForm.line;
  }
  vec3.copy(out, 0, axial, 0);
  out[FeatureField.round] = axial[Axial.radius];
  out[FeatureField.low] = -half;
  out[FeatureField.high] = half;
  return FeatureForm.line;
}
