/**
 * A wheel with a sharp rim, a coin, a disc: it rolls on a plane without slipping, leans and turns as it likes. Its
 * lowest point touches the plane.
 *
 *   a, n    axis of the wheel and normal of the plane       h = a·n,   s = √(1 − h²)       s = 0: it lies flat
 *   f = −(r/s)(n − h a)
 *   C = n·d − r s                                           γ = n·d̈ + 2 ṅ·ḋ + n̈·d + (r h/s) ḧ + r ḣ²/s³
 *   tangents: u = a × n/s, where the wheel is heading, and n × u
 *
 * Three rows: one on positions, two on velocities.
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import { fail, mat3, requirePositive, vec3 } from "../../math/index.js";
import { createEnd, type Place, requireDirection } from "../ends/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  EndSlot,
  type RowTable,
  requireKnown,
} from "../model/index.js";
import { RollingContact, RollSlot, requireTurning, rollingBinds, writeCarried } from "./rolling.js";

/** Options of a wheel that rolls on a plane. */
export interface RollingWheelOptions {
  /** The centre of the wheel, on a body. */
  readonly a: Place;
  /** Axis of the wheel, in the axes of a. */
  readonly axis: ArrayLike<number>;
  /** Radius, m. */
  readonly radius: number;
  /** A point of the plane; what carries it carries the plane. Default the origin of the world. */
  readonly b?: Place;
  /** Normal of the plane, towards the wheel, in the axes of b. */
  readonly normal: ArrayLike<number>;
}

/** A wheel that rolls on a plane. */
export function rollingWheel(options: RollingWheelOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "axis", "radius", "b", "normal"]);
    const axis = requireDirection(`${path}.axis`, options.axis);
    const normal = requireDirection(`${path}.normal`, options.normal);
    requirePositive(`${path}.radius`, options.radius);
    const a = createEnd(`${path}.a`, mechanism, options.a);
    const b = createEnd(`${path}.b`, mechanism, options.b ?? [0, 0, 0]);
    requireTurning(`${path}.a`, a);
    a.locate(mechanism);
    b.locate(mechanism);
    const contact = new RollingContact(a, b, normal);
    contact.observe();
    const wheel = new RollingWheel(contact, axis, options.radius);
    if (wheel.measureLean() < 1e-6) {
      fail(
        "lies-flat",
        `${path}.axis`,
        "must not be along the normal",
        options.axis,
        "a wheel that lies flat does not roll",
      );
    }
    return wheel;
  };
}

class RollingWheel implements Constraint {
  readonly name = "rolling wheel";
  readonly rows = 3;
  readonly binds = rollingBinds;
  readonly ends: readonly End[];
  private readonly contact: RollingContact;
  private readonly radius: number;
  /** The axis in those of A. */
  private readonly local: Float64Array;
  /** a, ȧ and ä; scratch. */
  private readonly axis = new Float64Array(9);
  private readonly x = new Float64Array(6);

  constructor(contact: RollingContact, axis: Float64Array, radius: number) {
    this.ends = contact.ends;
    this.contact = contact;
    this.radius = radius;
    this.local = axis;
  }

  /** s: the sine of the angle between axis and normal. The ends have been located. */
  measureLean(): number {
    mat3.transformVector(this.axis, 0, this.ends[0].at, EndSlot.axes, this.local, 0);
    vec3.cross(this.x, 0, this.axis, 0, this.contact.w, RollSlot.normal);
    return vec3.length(this.x, 0);
  }

  evaluate(table: RowTable, c: number): void {
    const { contact, axis: a, x, radius } = this;
    const { w } = contact;
    const A = this.ends[0].at;
    const r = table.rowStart[c];
    contact.observe();
    mat3.transformVector(a, 0, A, EndSlot.axes, this.local, 0);
    writeCarried(a, 3, A, a, 0, x);
    // h = a·n with its derivatives; s from a × n, exact where h is near 1
    let h = 0;
    let dh = 0;
    let ddh = 0;
    for (let k = 0; k < 3; k++) {
      const n = w[RollSlot.normal + k];
      const dn = w[RollSlot.normalRate + k];
      h += a[k] * n;
      dh += a[3 + k] * n + a[k] * dn;
      ddh += a[6 + k] * n + 2 * a[3 + k] * dn + a[k] * w[RollSlot.normalAcceleration + k];
    }
    vec3.cross(x, 0, a, 0, w, RollSlot.normal);
    const s = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    const ds = (-h * dh) / s;
    table.value[r] = w[RollSlot.height] - radius * s;
    table.gamma[r] = w[RollSlot.bias] + (radius * h * ddh) / s + (radius * dh * dh) / (s * s * s);
    for (let k = 0; k < 3; k++) {
      const foot = (-radius * (w[RollSlot.normal + k] - h * a[k])) / s;
      const change = w[RollSlot.normalRate + k] - dh * a[k] - h * a[3 + k];
      w[RollSlot.foot + k] = foot;
      w[RollSlot.footRate + k] = (-radius * change - foot * ds) / s;
    }
    // u = a × n/s and n × u
    vec3.cross(x, 3, a, 3, w, RollSlot.normal);
    vec3.cross(w, RollSlot.tangentRates, a, 0, w, RollSlot.normalRate);
    for (let k = 0; k < 3; k++) {
      w[RollSlot.tangents + k] = x[k] / s;
      w[RollSlot.tangentRates + k] = (w[RollSlot.tangentRates + k] + x[3 + k] - (x[k] / s) * ds) / s;
    }
    vec3.cross(w, RollSlot.tangents + 3, w, RollSlot.normal, w, RollSlot.tangents);
    vec3.cross(x, 0, w, RollSlot.normalRate, w, RollSlot.tangents);
    vec3.cross(x, 3, w, RollSlot.normal, w, RollSlot.tangentRates);
    vec3.add(w, RollSlot.tangentRates + 3, x, 0, x, 3);
    contact.writeHeightRow(table, c);
    contact.writeSlipRows(table, c);
  }
}
