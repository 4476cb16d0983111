/**
 * Bound on the rate of the margin of a contact (contact/features/contact-margin.ts), m/s: the speed of the points relative to
 * each other. An active contact point lies up to ρ deep in the other part, relative to which it is faster by |ω| ρ; the crossing
 * of two lines is faster by their inclination to each other.
 *
 *   V + (|ω_A| + |ω_B|) ρ,   of two lines times 2/|ea × eb|: the angle may change by half
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { ContactForm, type ContactTable, Curve, type PartTable } from "../../contact/index.js";
import { quat, vec3 } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { PairBound, PathBound, writePairBounds } from "../trajectory/index.js";
import { flatSine } from "./parameters.js";

const bound = new Float64Array(2);
const spins = new Float64Array(10);
const n = new Float64Array(9);

/**
 * Writes the bound for contact c in the range to out[o]. The poses of both parts at its beginning are at poses[0 …] and poses[7
 * …].
 */
export function writeMarginSpeed(
  out: Float64Array,
  o: number,
  path: StepPath,
  parts: PartTable,
  table: ContactTable,
  c: number,
  range: Float64Array,
  poses: Float64Array,
): void {
  const pA = table.partA[c];
  const pB = table.partB[c];
  writePairBounds(bound, 0, path, parts, pA, pB, path, range);
  path.writePartBounds(spins, 0, parts, pA, range);
  path.writePartBounds(spins, 5, parts, pB, range);
  out[o] = bound[PairBound.speed] + (spins[PathBound.spin] + spins[5 + PathBound.spin]) * table.offset[c];
  if (table.form[c] !== ContactForm.edgeEdge) return;
  crossAxes(table, c, poses);
  out[o] *= 2 / Math.sqrt(vec3.lengthSquared(n, 6));
}

/** Whether contact c is a rim on a plane. */
export function isRimOnPlane({ form, curve }: ContactTable, c: number): boolean {
  return form[c] === ContactForm.curved && (curve[c] === Curve.rimPlane || curve[c] === Curve.planeRim);
}

/** Whether the point of contact c runs round a rim, at a speed for which no bound is known. */
export function runsRound({ form, curve }: ContactTable, c: number): boolean {
  return form[c] === ContactForm.curved && curve[c] >= Curve.rimPlane;
}

/** Writes the sine between the axis of a rim and the normal of its plane to out[o]. */
export function writeTilt(out: Float64Array, o: number, table: ContactTable, c: number, poses: Float64Array): void {
  crossAxes(table, c, poses);
  out[o] = Math.sqrt(vec3.lengthSquared(n, 6));
}

/** Whether the axis of a rim on a plane is nearly along the normal of the plane. */
export function isFlat(table: ContactTable, c: number, poses: Float64Array): boolean {
  crossAxes(table, c, poses);
  return vec3.lengthSquared(n, 6) < flatSine * flatSine;
}

function crossAxes(table: ContactTable, c: number, poses: Float64Array): void {
  quat.rotateVector(n, 0, poses, 3, table.axisA, 3 * c);
  quat.rotateVector(n, 3, poses, 10, table.axisB, 3 * c);
  vec3.cross(n, 6, n, 0, n, 3);
}
