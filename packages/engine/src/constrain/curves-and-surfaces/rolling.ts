/**
 * A body that rolls on a plane without slipping: its point of contact stays on the plane, and the material points that
 * touch there have the same velocity. The second binds velocities alone; it follows from no C (it is not holonomic).
 *
 *   n       normal of the plane, carried by B               d   p_A − p_B, p_A the centre of what rolls
 *   f       from p_A to the point of contact                u   a tangent of the plane
 *
 *   w = v_A + ω_A × f − v_B − ω_B × (d + f)                 slip;  rows u·w = 0 for two tangents
 *   γ = u̇·w + u·(a_A + α_A × f + ω_A × ḟ − a_B − α_B × (d + f) − ω_B × (ḋ + ḟ))
 *
 * f moves through the body: ḟ is not ω_A × f. The plane has no border, and the contact never opens.
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import { fail, mat3, vec3 } from "../../math/index.js";
import { type Binding, type End, EndSlot, type RowTable } from "../model/index.js";

/** Slots of a rolling contact in `RollingContact.w`. */
export const RollSlot = {
  /** n, ṅ and n̈. */
  normal: 0,
  normalRate: 3,
  normalAcceleration: 6,
  /** d and ḋ. */
  arm: 9,
  armRate: 12,
  /** f and ḟ. */
  foot: 15,
  footRate: 18,
  /** Two tangents, and their derivatives. */
  tangents: 21,
  tangentRates: 27,
  /** Numbers: n·d, and n·d̈ + 2 ṅ·ḋ + n̈·d. */
  height: 33,
  bias: 34,
} as const;

/** One row that keeps the height, two that keep from slipping. */
export const rollingBinds: readonly Binding[] = ["positions", "velocities", "velocities"];

/** A contact that rolls on a plane: its vectors, and the rows that they give. */
export class RollingContact {
  readonly ends: readonly End[];
  /** See `RollSlot`; f, ḟ, the tangents and their derivatives are written by what rolls. */
  readonly w = new Float64Array(35);
  /** The normal in the axes of B. */
  private readonly local: Float64Array;
  /** d + f, slip, its derivative; then −n or −u, a torque of A and one of B. */
  private readonly x = new Float64Array(18);

  constructor(a: End, b: End, normal: Float64Array) {
    this.ends = [a, b];
    this.local = normal;
  }

  /** Writes n, d and their derivatives. The ends have been located. */
  observe(): void {
    const { w, x } = this;
    const A = this.ends[0].at;
    const B = this.ends[1].at;
    mat3.transformVector(w, RollSlot.normal, B, EndSlot.axes, this.local, 0);
    vec3.subtract(w, RollSlot.arm, A, EndSlot.point, B, EndSlot.point);
    vec3.subtract(w, RollSlot.armRate, A, EndSlot.velocity, B, EndSlot.velocity);
    writeCarried(w, RollSlot.normalRate, B, w, RollSlot.normal, x);
    let height = 0;
    let bias = 0;
    for (let k = 0; k < 3; k++) {
      height += w[RollSlot.normal + k] * w[RollSlot.arm + k];
      bias += w[RollSlot.normal + k] * (A[EndSlot.acceleration + k] - B[EndSlot.acceleration + k]);
      bias += 2 * w[RollSlot.normalRate + k] * w[RollSlot.armRate + k];
      bias += w[RollSlot.normalAcceleration + k] * w[RollSlot.arm + k];
    }
    w[RollSlot.height] = height;
    w[RollSlot.bias] = bias;
  }

  /** J of the height n·(d + f), whose gradient is as if f were fixed to A. */
  writeHeightRow(table: RowTable, c: number): void {
    const { w, x } = this;
    vec3.cross(x, 3, w, RollSlot.foot, w, RollSlot.normal);
    vec3.add(x, 0, w, RollSlot.arm, w, RollSlot.foot);
    vec3.cross(x, 6, w, RollSlot.normal, x, 0);
    vec3.negate(x, 9, w, RollSlot.normal);
    table.writeRow(c, 0, 0, w, RollSlot.normal, x, 3);
    table.writeRow(c, 1, 0, x, 9, x, 6);
  }

  /** γ and J of the two rows that keep from slipping: rows 1 and 2. */
  writeSlipRows(table: RowTable, c: number): void {
    const { w, x } = this;
    const A = this.ends[0].at;
    const B = this.ends[1].at;
    vec3.add(x, 0, w, RollSlot.arm, w, RollSlot.foot);
    this.writeSlip();
    for (let k = 0; k < 2; k++) {
      const u = RollSlot.tangents + 3 * k;
      let gamma = 0;
      for (let i = 0; i < 3; i++) {
        const change = x[6 + i] + A[EndSlot.acceleration + i] - B[EndSlot.acceleration + i];
        gamma += w[RollSlot.tangentRates + 3 * k + i] * x[3 + i] + w[u + i] * change;
      }
      table.gamma[table.rowStart[c] + 1 + k] = gamma;
      vec3.negate(x, 9, w, u);
      vec3.cross(x, 12, w, RollSlot.foot, w, u);
      vec3.cross(x, 15, x, 0, x, 9);
      table.writeRow(c, 0, 1 + k, w, u, x, 12);
      table.writeRow(c, 1, 1 + k, x, 9, x, 15);
    }
  }

  /** The slip, and its derivative less a_A − a_B. */
  private writeSlip(): void {
    const { w, x } = this;
    const A = this.ends[0].at;
    const B = this.ends[1].at;
    vec3.cross(x, 9, A, EndSlot.angularVelocity, w, RollSlot.foot);
    vec3.cross(x, 12, B, EndSlot.angularVelocity, x, 0);
    for (let k = 0; k < 3; k++) x[3 + k] = w[RollSlot.armRate + k] + x[9 + k] - x[12 + k];
    vec3.cross(x, 9, A, EndSlot.angularAcceleration, w, RollSlot.foot);
    vec3.cross(x, 12, B, EndSlot.angularAcceleration, x, 0);
    vec3.subtract(x, 6, x, 9, x, 12);
    vec3.cross(x, 9, A, EndSlot.angularVelocity, w, RollSlot.footRate);
    vec3.add(x, 12, w, RollSlot.armRate, w, RollSlot.footRate);
    vec3.cross(x, 12, B, EndSlot.angularVelocity, x, 12);
    for (let k = 0; k < 3; k++) x[6 + k] += x[9 + k] - x[12 + k];
  }
}

/** Writes the first and second derivatives of a direction that an end carries: ω × u and α × u + ω × (ω × u). */
export function writeCarried(
  out: Float64Array,
  o: number,
  end: Float64Array,
  u: Float64Array,
  i: number,
  scratch: Float64Array,
): void {
  vec3.cross(out, o, end, EndSlot.angularVelocity, u, i);
  vec3.cross(scratch, 0, end, EndSlot.angularAcceleration, u, i);
  vec3.cross(scratch, 3, end, EndSlot.angularVelocity, out, o);
  vec3.add(out, o + 3, scratch, 0, scratch, 3);
}

/** Throws unless the end has axes. */
export function requireTurning(path: string, end: End): void {
  if (!end.turns) fail("not-a-body", path, "must be a place on a body", end.name, "a particle does not turn");
}
