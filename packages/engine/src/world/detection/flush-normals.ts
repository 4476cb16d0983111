/**
 * One normal for all flush features of two bodies. Each feature has the normal of its own face, or of its own two edges. These
 * normals differ by the error to which touching faces are parallel, 10⁻⁷ rad and more. A body that slides with u along them
 * violates all but one by u times this angle, which would decide which contacts are active or stick. Positions of a time step of
 * the Moreau–Jean scheme (moreau-step.ts) are not as exact, so its contacts have the mean normal:
 *
 *   n ← Σ nᵢ/|Σ nᵢ|,   rowA = (n, rA × n),  rowB = (−n, −rB × n),   r from the centres to the point of contact
 */
import { ContactForm, type ContactTable } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import { flushNormals, flushOffset } from "./parameters.js";

const sum = new Float64Array(3);
const arm = new Float64Array(3);

/**
 * Rewrites normals, rows and rates of the contacts in a list for a time step of the given duration, s. Contacts of the same two
 * bodies are neighbours in the list.
 */
export function alignNormals(
  contacts: ContactTable,
  list: readonly number[],
  system: RigidSystem,
  duration: number,
): void {
  const { bodyA, bodyB } = contacts;
  for (let start = 0, end = 0; start < list.length; start = end) {
    const c = list[start];
    for (end = start + 1; end < list.length; end++) {
      if (bodyA[list[end]] !== bodyA[c] || bodyB[list[end]] !== bodyB[c]) break;
    }
    if (end - start > 1 && bodyA[c] >= 0) alignPair(contacts, list, start, end, system, duration);
  }
}

/** Gives flush contacts of one pair of bodies, from `start` up to `end` in the list, a common normal. */
function alignPair(
  contacts: ContactTable,
  list: readonly number[],
  start: number,
  end: number,
  system: RigidSystem,
  duration: number,
): void {
  const { normal } = contacts;
  for (let i = start; i < end; i++) {
    const first = 3 * list[i];
    // whether all normals agree already; whether an earlier contact is flush with this one
    let isOne = true;
    let isTaken = false;
    vec3.set(sum, 0, 0, 0, 0);
    for (let j = start; j < end; j++) {
      if (!isFlush(contacts, list[i], list[j], duration)) continue;
      const other = 3 * list[j];
      if (j < i) isTaken = true;
      if (vec3.distanceSquared(normal, other, normal, first) > 0) isOne = false;
      vec3.add(sum, 0, sum, 0, normal, other);
    }
    if (isOne || isTaken) continue;
    vec3.normalize(sum, 0, sum, 0);
    for (let j = end - 1; j >= i; j--) {
      if (isFlush(contacts, list[i], list[j], duration)) setNormal(contacts, list[j], system);
    }
  }
}

/** Whether two contacts of the same bodies are flush, so that they have one normal. */
function isFlush({ form, normal, rate, slip }: ContactTable, c: number, other: number, duration: number): boolean {
  if (form[c] >= ContactForm.curved || form[other] >= ContactForm.curved) return false;
  const angle = vec3.distanceSquared(normal, 3 * c, normal, 3 * other);
  const speed = rate[c] * rate[c] + vec3.lengthSquared(slip, 3 * c);
  return angle <= flushNormals * flushNormals && angle * speed * duration * duration <= flushOffset * flushOffset;
}

/** Writes the normal in `sum`, and the rows and the rate that follow from it, to contact c. */
function setNormal(contacts: ContactTable, c: number, { state, velocity, angularVelocity }: RigidSystem): void {
  const { normal, point, rowA, rowB, rate, bodyA, bodyB } = contacts;
  vec3.copy(normal, 3 * c, sum, 0);
  rate[c] = 0;
  for (let side = 0; side < 2; side++) {
    const row = side === 0 ? rowA : rowB;
    const body = side === 0 ? bodyA[c] : bodyB[c];
    const sign = side === 0 ? 1 : -1;
    vec3.subtract(arm, 0, point, 3 * c, state, bodySize * body);
    vec3.cross(row, 6 * c + 3, arm, 0, sum, 0);
    vec3.copy(row, 6 * c, sum, 0);
    for (let x = 0; x < 3; x++) {
      row[6 * c + x] *= sign;
      row[6 * c + 3 + x] *= sign;
      rate[c] += row[6 * c + x] * velocity[3 * body + x] + row[6 * c + 3 + x] * angularVelocity[3 * body + x];
    }
  }
}
