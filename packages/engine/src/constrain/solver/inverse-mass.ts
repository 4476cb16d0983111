/**
 * W, the inverse of the mass matrix of everything that moves, as an operator on vectors of velocities q̇:
 *
 *   body          1/m on v, I⁻¹ on ω       0 for what does not answer to forces
 *   particle      1/m
 *   coordinates   M(u)⁻¹
 *
 * Follows: Constrained Dynamics, section 3.
 */
import type { RigidSystem } from "../../rigid/index.js";
import { Carrier, type Coordinates, type RowTable } from "../model/index.js";

/** The layout of q̇: some bodies, then all particles or none, then some generalized bodies. */
export interface VelocityLayout {
  readonly system: RigidSystem;
  readonly coordinates: readonly Coordinates[];
  /** The bodies, in the order of their columns, and how many of this list are in use. */
  readonly bodies: Int32Array;
  readonly bodyCount: number;
  /** All particles, or 0. */
  readonly particleCount: number;
  /** The first column of the particles, and of each generalized body; the last entry is the end. */
  readonly particleStart: number;
  readonly coordinateStart: Int32Array;
}

/** The layout of q̇, and that of u and u̇ of each generalized body. */
export interface StateLayout extends VelocityLayout {
  readonly own: Float64Array;
  readonly ownStart: Int32Array;
}

/** x ← W x. */
export function multiplyInverseMass(layout: VelocityLayout, x: Float64Array): void {
  const { system, coordinates, bodies, bodyCount, particleStart, coordinateStart } = layout;
  const { inverseMass, inverseInertia } = system;
  for (let b = 0; b < bodyCount; b++) {
    weighBodyRows(x, x, 6 * b, 6 * b + 6, inverseMass, inverseInertia, bodies[b]);
  }
  const particles = system.particles;
  for (let j = 0; j < layout.particleCount; j++) {
    const w = particles.inverseMass[j];
    const o = particleStart + 3 * j;
    x[o] *= w;
    x[o + 1] *= w;
    x[o + 2] *= w;
  }
  for (let g = 0; g < coordinates.length; g++) coordinates[g].multiplyInverse(x, coordinateStart[g]);
}

/** T ← J W of the blocks of a list: `out` has the numbers of `table.jacobian`, row for row. */
export function weighJacobian(layout: VelocityLayout, out: Float64Array, table: RowTable, blocks: Int32Array): void {
  const { system, coordinates, coordinateStart } = layout;
  const { inverseMass, inverseInertia, particles } = system;
  const { jacobian, width, valueStart, ends } = table;
  for (let k = 0; k < blocks.length; k++) {
    const b = blocks[k];
    const { carrier, index } = ends[b];
    const first = valueStart[b];
    const end = valueStart[b + 1];
    if (carrier === Carrier.body) weighBodyRows(out, jacobian, first, end, inverseMass, inverseInertia, index);
    else if (carrier === Carrier.particle) {
      const w = particles.inverseMass[index];
      for (let v = first; v < end; v++) out[v] = w * jacobian[v];
    } else if (carrier === Carrier.coordinates) {
      // their number in the layout, which may have some of them only
      const g = coordinateStart.indexOf(table.column[b]);
      for (let v = first; v < end; v++) out[v] = jacobian[v];
      for (let v = first; v < end; v += width[b]) coordinates[g].multiplyInverse(out, v);
    }
  }
}

/** Rows (v, ω) of a body from `first` to `end` become (v/m, I⁻¹ω). */
function weighBodyRows(
  out: Float64Array,
  J: Float64Array,
  first: number,
  end: number,
  inverseMass: Float64Array,
  inverseInertia: Float64Array,
  i: number,
): void {
  const w = inverseMass[i];
  const k = 9 * i;
  for (let v = first; v < end; v += 6) {
    out[v] = J[v] * w;
    out[v + 1] = J[v + 1] * w;
    out[v + 2] = J[v + 2] * w;
    const a = J[v + 3];
    const b = J[v + 4];
    const c = J[v + 5];
    out[v + 3] = inverseInertia[k] * a + inverseInertia[k + 1] * b + inverseInertia[k + 2] * c;
    out[v + 4] = inverseInertia[k + 3] * a + inverseInertia[k + 4] * b + inverseInertia[k + 5] * c;
    out[v + 5] = inverseInertia[k + 6] * a + inverseInertia[k + 7] * b + inverseInertia[k + 8] * c;
  }
}

/** Whether forces move what carries an end. */
export function isMovable(layout: VelocityLayout, carrier: Carrier, index: number): boolean {
  const { system } = layout;
  if (carrier === Carrier.body) return system.answers[index] !== 0;
  if (carrier === Carrier.particle) return system.particles.inverseMass[index] > 0;
  return carrier === Carrier.coordinates;
}
