/**
 * Blocks of A = J W Jᵀ between constraints on points of one body. Their rows are J = ±(1  −[r]×), and so
 *
 *   J_a W J_bᵀ = ±(1/m + [r_a]× I⁻¹ [r_b]×ᵀ)
 *
 * so that a force f at r_b accelerates the point at r_a by f/m, as in (D–4), and by (I⁻¹ (r_b × f)) × r_a, as in (D–5),
 * without the products with 0 and 1, to the same bits as with them.
 *
 * Follows: Constrained Dynamics, section 4.4; Rigid Body Simulation, section 8.1 and appendix D.
 */
import type { RigidSystem } from "../../rigid/index.js";

/** values[at …] += J_a W J_bᵀ, 3 × 3; the rows of J stand at J[a …] and J[b …], body i carries both. */
export function addPoints(
  values: Float64Array,
  at: number,
  J: Float64Array,
  a: number,
  b: number,
  { inverseMass, inverseInertia }: RigidSystem,
  i: number,
): void {
  const k = 9 * i;
  const i0 = inverseInertia[k];
  const i1 = inverseInertia[k + 1];
  const i2 = inverseInertia[k + 2];
  const i3 = inverseInertia[k + 3];
  const i4 = inverseInertia[k + 4];
  const i5 = inverseInertia[k + 5];
  const i6 = inverseInertia[k + 6];
  const i7 = inverseInertia[k + 7];
  const i8 = inverseInertia[k + 8];
  const w = J[a] * inverseMass[i] * J[b];
  // ±r of both
  const ax = J[a + 11];
  const ay = J[a + 15];
  const az = J[a + 4];
  const bx = J[b + 11];
  const by = J[b + 15];
  const bz = J[b + 4];
  // I⁻¹ (r × e) for each row e
  let x = i1 * az - i2 * ay;
  let y = i4 * az - i5 * ay;
  let z = i7 * az - i8 * ay;
  values[at] += w + y * bz - z * by;
  if (a !== b) {
    values[at + 1] += z * bx - x * bz;
    values[at + 2] += x * by - y * bx;
  }
  x = i2 * ax - i0 * az;
  y = i5 * ax - i3 * az;
  z = i8 * ax - i6 * az;
  values[at + 3] += y * bz - z * by;
  values[at + 4] += w - x * bz + z * bx;
  if (a !== b) values[at + 5] += x * by - y * bx;
  x = i0 * ay - i1 * ax;
  y = i3 * ay - i4 * ax;
  z = i6 * ay - i7 * ax;
  values[at + 6] += y * bz - z * by;
  values[at + 7] += z * bx - x * bz;
  values[at + 8] += w + x * by - y * bx;
}
