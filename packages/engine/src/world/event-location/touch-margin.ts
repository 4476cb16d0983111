/**
 * How fast the margin of a contact (contact/features/contact-margin.ts) can change, m/s: the speed of the points relative to one
 * another. A point that is held lies as deep as ρ in the other one, seen from which it moves faster by |ω| ρ; the place where
 * two lines cross moves faster by as much as they lean towards each other.
 *
 *   V + (|ω_A| + |ω_B|) ρ,   of two lines times 2/|ea × eb|: the angle may change by half
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { ContactForm, type ContactTable, Curve, type PartTable } from "../../contact/index.js";
import { quat, vec3 } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { PairBound, PathBound, writePairBounds } from "../trajectory/index.js";

/** Sine between axis and normal below which a rim on a plane is on its way to lie flat. */
const flatSine = 1e-3;

const bound = new Float64Array(2);
const spins = new Float64Array(10);
const n = new Float64Array(9);

/** Writes the bound for contact c in the range to out[o]. The poses of both at its beginning are at poses[0 …] and poses[7 …]. */
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

/** Whether the point of contact c runs round a rim, as fast as its tilt lets it: there only looks tell. */
export function runsRound({ form, curve }: ContactTable, c: number): boolean {
  return form[c] === ContactForm.curved && curve[c] >= Curve.rimPlane;
}

/** Writes the sine between the axis of a rim and the normal of the plane that it is on to out[o]. */
export function writeTilt(out: Float64Array, o: number, table: ContactTable, c: number, poses: Float64Array): void {
  crossAxes(table, c, poses);
  out[o] = Math.sqrt(vec3.lengthSquared(n, 6));
}

/** Whether the axis of a rim on a plane is all but across it. */
export function isFlat(table: ContactTable, c: number, poses: Float64Array): boolean {
  crossAxes(table, c, poses);
  return vec3.lengthSquared(n, 6) < flatSine * flatSine;
}

function crossAxes(table: ContactTable, c: number, poses: Float64Array): void {
  quat.rotateVector(n, 0, poses, 3, table.axisA, 3 * c);
  quat.rotateVector(n, 3, poses, 10, table.axisB, 3 * c);
  vec3.cross(n, 6, n, 0, n, 3);
}
