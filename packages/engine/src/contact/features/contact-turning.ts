/**
 * Rolling and spinning friction at a curved contact, as entries of the contact table behind those that are counted: sliding
 * across a length ℓ, from the point of contact to the nearer centre of the bodies that move, so that it has the units of sliding.
 *
 *   rolling     u = ℓ (Ω − (Ω·n) n)      γ = −ℓ (Ω·n) ṅ, across n        |τ| ≤ c f_n,  μ = c/ℓ
 *   spinning    u = ℓ (Ω·n) n            γ = ℓ (Ω·ṅ) n
 *
 * Ω = ωA − ωB. Rows are (0, ℓ t), (0, −ℓ t) with t across n, or t = n. The normal of a spinning entry is across n, so that u lies
 * across its normal as in every entry; n is its axis then.
 */
import { vec3 } from "../../math/index.js";
import { ContactForm, type ContactTable } from "../table/index.js";

/** Kinds of turning that a contact resists. */
export const TurningKind = { rolling: 0, spinning: 1 } as const;

const spin = new Float64Array(3);

/** Finds the entry of that kind of contact c. */
export function findTurning({ count }: ContactTable, c: number, kind: number): number {
  return count + 2 * c + kind;
}

/**
 * Finds the contact that such an entry belongs to. Its normal is the present one; that of the entry is of the last evaluation.
 */
export function findTurned({ count }: ContactTable, i: number): number {
  return (i - count) >> 1;
}

/** Whether an entry is one of rolling or spinning. */
export function isTurning({ form }: ContactTable, c: number): boolean {
  return form[c] === ContactForm.rolling || form[c] === ContactForm.spinning;
}

/** Arm ℓ of such an entry, m. */
export function measureArm({ size }: ContactTable, c: number): number {
  return size[c];
}

/** Writes the entries of contact c, but for slip and bias; ℓ must not be zero. */
export function layTurning(table: ContactTable, c: number, arm: number): void {
  table.reserve(3 * table.count);
  const { bodyA, bodyB, particleA, partA, partB, pair, keyA, keyB, curve, size, friction, staticFriction } = table;
  for (let kind = 0; kind < 2; kind++) {
    const i = findTurning(table, c, kind);
    for (const column of [bodyA, bodyB, particleA, partA, partB, pair]) column[i] = column[c];
    table.form[i] = kind === TurningKind.rolling ? ContactForm.rolling : ContactForm.spinning;
    // names of their own
    keyA[i] = -1 - kind;
    keyB[i] = -1 - keyB[c];
    curve[i] = 0;
    size[i] = arm;
    friction[i] = staticFriction[i] = (kind === TurningKind.rolling ? table.rolling[c] : table.spinning[c]) / arm;
    vec3.set(table.belt, 3 * i, 0, 0, 0);
  }
  writeNormals(table, c);
}

function writeNormals(table: ContactTable, c: number): void {
  const { normal, axisA } = table;
  const turn = 3 * findTurning(table, c, TurningKind.spinning);
  vec3.copy(normal, 3 * findTurning(table, c, TurningKind.rolling), normal, 3 * c);
  vec3.copy(axisA, turn, normal, 3 * c);
  vec3.anyPerpendicular(normal, turn, normal, 3 * c);
}

/** Writes slip and bias of the entries of contact c. `evaluateTangent` must have been called for it last. */
export function evaluateTurning(table: ContactTable, c: number): void {
  const { motion, run } = table.evaluation;
  const roll = 3 * findTurning(table, c, TurningKind.rolling);
  const turn = 3 * findTurning(table, c, TurningKind.spinning);
  const { normal, point, slip, bias, size } = table;
  const arm = size[findTurning(table, c, TurningKind.rolling)];
  writeNormals(table, c);
  vec3.subtract(spin, 0, motion, 3, motion, 9);
  let about = 0;
  let lean = 0;
  for (let k = 0; k < 3; k++) {
    about += spin[k] * normal[3 * c + k];
    lean += spin[k] * run[6 + k];
  }
  for (let k = 0; k < 3; k++) {
    const n = normal[3 * c + k];
    point[roll + k] = point[turn + k] = point[3 * c + k];
    slip[roll + k] = arm * (spin[k] - about * n);
    bias[roll + k] = -arm * about * run[6 + k];
    slip[turn + k] = arm * about * n;
    bias[turn + k] = arm * lean * n;
  }
}
