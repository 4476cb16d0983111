/**
 * Constraint generation for flat caps. A cap on a plane touches it with a whole disc, and `collide` gives eight points of its rim.
 * Others are added one by one. Over the cap the rate of the gap, or its acceleration where nothing moves, is
 *
 *   u(r) = u₀ + g·r         least on the rim at r = −R g/|g|
 *
 * with g fitted to the contacts. Where u is negative a contact is added and the rows are solved again; the direction converges
 * quadratically. A cap thus tips over its own rim, and over none of the eight chords.
 *
 * Follows: Rigid Body Simulation, section 9. Cutting planes: Kelley, The Cutting-Plane Method for Solving Convex Programs (1960).
 */
import { frameRotation, frameSize, type Shape } from "../../collide/index.js";
import {
  ContactForm,
  type ContactTable,
  evaluateContact,
  Feature,
  measureMargin,
  type PartTable,
} from "../../contact/index.js";
import { mat3, vec3 } from "../../math/index.js";
import { bodySize } from "../../rigid/index.js";
import type { DetectionContext } from "./context.js";
import { coplanarNormals, firstRimKey, leastSpan, slopeRounding } from "./parameters.js";

const d = new Float64Array(3);
const view = new Float64Array(9);
const sums = new Float64Array(9);
const slope = new Float64Array(3);
const margin = new Float64Array(1);

/** Point of a rim that is to be added. */
interface RimPoint {
  /** Contact of the same cap, which the new one copies. */
  readonly c: number;
  /** Side of the cap: 0 of A, 1 of B. */
  readonly side: number;
  /** Place in the frame of its part, m. */
  readonly x: number;
  readonly z: number;
}

/**
 * Adds points of the rims of flat caps where the values, one of each contact, are least and below −`least`; the opposite points too
 * if `both`. Returns whether points were added.
 */
export function generateConstraints(
  context: DetectionContext,
  values: Float64Array,
  least: number,
  both: boolean,
): boolean {
  const { contacts } = context.contactSet;
  if (findCapPoint(contacts, 0, contacts.count, 0) < 0 && findCapPoint(contacts, 0, contacts.count, 1) < 0)
    return false;
  const wanted: RimPoint[] = [];
  for (let first = 0; first < contacts.count; ) {
    let end = first + 1;
    while (end < contacts.count && contacts.pair[end] === contacts.pair[first]) end++;
    for (let side = 0; side < 2; side++) {
      const c = findCapPoint(contacts, first, end, side);
      if (c >= 0 && fitSlope(context, first, end, c, values))
        choosePoint(wanted, context, c, side, values, least, both);
    }
    first = end;
  }
  // from the last contact to the first, so that numbers stay valid
  let added = 0;
  wanted.sort((p, q) => q.c - p.c);
  for (const point of wanted) added += addPoint(context, point, wanted.length);
  return added > 0;
}

/** Returns the first of the contacts that is a point of a cap of A (0) or B (1) on a plane, or −1. */
function findCapPoint(table: ContactTable, first: number, end: number, side: number): number {
  const form = side === 0 ? ContactForm.pointPlane : ContactForm.planePoint;
  const keys = side === 0 ? table.keyA : table.keyB;
  for (let c = first; c < end; c++)
    if (table.form[c] === form && keys[c] >= Feature.rim && keys[c] < Feature.tip) return c;
  return -1;
}

/** Fits g to the values of all contacts with the normal of contact c, and writes it to `slope`. Returns whether there is one. */
function fitSlope(
  { contactSet: { contacts } }: DetectionContext,
  first: number,
  end: number,
  c: number,
  values: Float64Array,
): boolean {
  const { normal, point } = contacts;
  vec3.copy(view, 6, normal, 3 * c);
  vec3.anyPerpendicular(view, 0, view, 6);
  vec3.cross(view, 3, view, 6, view, 0);
  let n = 0;
  sums.fill(0);
  for (let k = first; k < end; k++) {
    if (vec3.dot(normal, 3 * k, view, 6) < 1 - coplanarNormals || !(values[k] < Infinity)) continue;
    vec3.subtract(d, 0, point, 3 * k, point, 3 * c);
    const x = vec3.dot(d, 0, view, 0);
    const y = vec3.dot(d, 0, view, 3);
    const u = values[k] - values[c];
    n++;
    sums[0] += x;
    sums[1] += y;
    sums[2] += u;
    sums[3] += x * x;
    sums[4] += x * y;
    sums[5] += y * y;
    sums[6] += x * u;
    sums[7] += y * u;
  }
  if (n < 3) return false;
  const xx = sums[3] - (sums[0] * sums[0]) / n;
  const xy = sums[4] - (sums[0] * sums[1]) / n;
  const yy = sums[5] - (sums[1] * sums[1]) / n;
  const xu = sums[6] - (sums[0] * sums[2]) / n;
  const yu = sums[7] - (sums[1] * sums[2]) / n;
  const square = xx * yy - xy * xy;
  if (!(square > leastSpan * (xx + yy) * (xx + yy))) return false;
  const gx = (xu * yy - yu * xy) / square;
  const gy = (yu * xx - xu * xy) / square;
  for (let k = 0; k < 3; k++) slope[k] = gx * view[k] + gy * view[3 + k];
  return true;
}

/** Adds to `wanted` the point of the cap of contact c where u is least, and its opposite if `both`. */
function choosePoint(
  wanted: RimPoint[],
  { contactSet: { contacts }, world }: DetectionContext,
  c: number,
  side: number,
  values: Float64Array,
  least: number,
  both: boolean,
): void {
  const { parts } = world;
  const part = side === 0 ? contacts.partA[c] : contacts.partB[c];
  const { radius } = parts.shapes[part] as Shape;
  // g and the point of the contact in the frame of the part
  mat3.transformVectorTransposed(d, 0, parts.frames, frameSize * part + frameRotation, slope, 0);
  const gx = d[0];
  const gz = d[2];
  const size = Math.sqrt(gx * gx + gz * gz);
  if (!(size > 0)) return;
  readLocal(d, contacts, c, side, parts);
  const x = (-radius * gx) / size;
  const z = (-radius * gz) / size;
  const u = values[c] + gx * (x - d[0]) + gz * (z - d[2]);
  if (!(u < -Math.max(least, slopeRounding * size * radius))) return;
  wanted.push({ c, side, x, z });
  if (both) wanted.push({ c, side, x: -x, z: -z });
}

/** Writes the point of contact c on A (0) or B (1) in the frame of its part. */
function readLocal(out: Float64Array, table: ContactTable, c: number, side: number, parts: PartTable): void {
  const o = frameSize * (side === 0 ? table.partA[c] : table.partB[c]);
  vec3.subtract(out, 0, side === 0 ? table.localA : table.localB, 3 * c, parts.local, o);
  mat3.transformVectorTransposed(out, 0, parts.local, o + frameRotation, out, 0);
}

/**
 * Adds a contact after the one that it copies. Returns the number added: 0 if the point lies outside of the face of the other
 * part.
 */
function addPoint(context: DetectionContext, { c, side, x, z }: RimPoint, number: number): number {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { parts } = world;
  const { system } = island.model;
  readLocal(d, contacts, c, side, parts);
  vec3.set(d, 0, x, d[1], z);
  const added = contacts.insertCopy(c);
  const o = frameSize * (side === 0 ? contacts.partA[c] : contacts.partB[c]);
  const local = side === 0 ? contacts.localA : contacts.localB;
  mat3.transformVector(local, 3 * added, parts.local, o + frameRotation, d, 0);
  vec3.add(local, 3 * added, local, 3 * added, parts.local, o);
  const keys = side === 0 ? contacts.keyA : contacts.keyB;
  keys[added] = Feature.rimPoint + firstRimKey + contacts.count + number;
  const yA = bodySize * contacts.bodyA[added];
  measureMargin(margin, 0, contacts, added, parts, system.state, yA, bodySize * contacts.bodyB[added]);
  if (margin[0] < -2 * world.settings.contactTolerance) {
    contacts.remove(added);
    return 0;
  }
  evaluateContact(contacts, added, system, parts, context.world.detector.cache);
  context.memory.zeno.restTime.insert(added);
  return 1;
}
