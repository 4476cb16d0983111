/**
 * Two edges that cross at a small angle: their crossing and their normal are as accurate as that angle is known.
 *
 *   s = ±(ea × eb)·n        the sine between them, positive on the side of the normal n that the contact has
 *
 * Where the bodies have moved since the contact was found, and s has changed, the edges cross elsewhere, or on the other side. The
 * contact then becomes a point of A on a plane of B.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import { mat3, vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import { ContactForm, type ContactTable } from "../table/index.js";

const e = new Float64Array(9);

/** Writes s of contact c, with the normal in the table, where the system has its bodies, to out[o]. */
export function measureCrossing(
  out: Float64Array,
  o: number,
  table: ContactTable,
  c: number,
  { rotation }: RigidSystem,
): void {
  mat3.transformVector(e, 0, rotation, 9 * table.bodyA[c], table.axisA, 3 * c);
  mat3.transformVector(e, 3, rotation, 9 * table.bodyB[c], table.axisB, 3 * c);
  vec3.cross(e, 6, e, 0, e, 3);
  out[o] = table.side[c] * vec3.dot(e, 6, table.normal, 3 * c);
}

/** Makes contact c, with the point, gap and normal in the table, a point of A on a plane of B. */
export function flattenCrossing(table: ContactTable, c: number, system: RigidSystem): void {
  const { point, normal, gap } = table;
  const half = 0.5 * gap[c];
  vec3.addScaled(e, 0, point, 3 * c, half, normal, 3 * c);
  vec3.addScaled(e, 3, point, 3 * c, -half, normal, 3 * c);
  writeLocal(table.localA, 3 * c, system, table.bodyA[c], 0);
  writeLocal(table.localB, 3 * c, system, table.bodyB[c], 3);
  mat3.transformVectorTransposed(table.axisB, 3 * c, system.rotation, 9 * table.bodyB[c], normal, 3 * c);
  table.form[c] = ContactForm.pointPlane;
  table.side[c] = 1;
  table.offset[c] = 0;
}

/** The world point at e[k …] in the frame of body i. */
function writeLocal(out: Float64Array, o: number, { state, rotation }: RigidSystem, i: number, k: number): void {
  vec3.subtract(e, 6, e, k, state, bodySize * i);
  mat3.transformVectorTransposed(out, o, rotation, 9 * i, e, 6);
}
