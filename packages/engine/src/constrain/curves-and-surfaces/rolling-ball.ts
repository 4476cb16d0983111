/**
 * A ball that rolls on a plane without slipping, and may spin on the spot.
 *
 *   C = n·d − r,   f = −r n,   tangents carried by B                three rows: one on positions, two on velocities
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import { mat3, requirePositive, vec3 } from "../../math/index.js";
import { createEnd, type Place, requireDirection } from "../ends/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  EndSlot,
  type RowTable,
  requireKnown,
} from "../model/index.js";
import { RollingContact, RollSlot, requireTurning, rollingBinds } from "./rolling.js";

/** Options of a ball that rolls on a plane. */
export interface RollingBallOptions {
  /** The centre of the ball, on a body. */
  readonly a: Place;
  /** A point of the plane; what carries it carries the plane. Default the origin of the world. */
  readonly b?: Place;
  /** Normal of the plane, towards the ball, in the axes of b. */
  readonly normal: ArrayLike<number>;
  /** Radius, m. Default the height of the centre at the time of adding. */
  readonly radius?: number;
}

/** A ball that rolls on a plane. */
export function rollingBall(options: RollingBallOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "normal", "radius"]);
    const normal = requireDirection(`${path}.normal`, options.normal);
    const a = createEnd(`${path}.a`, mechanism, options.a);
    const b = createEnd(`${path}.b`, mechanism, options.b ?? [0, 0, 0]);
    requireTurning(`${path}.a`, a);
    const contact = new RollingContact(a, b, normal);
    a.locate(mechanism);
    b.locate(mechanism);
    contact.observe();
    const { radius = contact.w[RollSlot.height] } = options;
    requirePositive(`${path}.radius`, radius, "the normal points towards the ball");
    return new RollingBall(contact, normal, radius);
  };
}

class RollingBall implements Constraint {
  readonly name = "rolling ball";
  readonly rows = 3;
  readonly binds = rollingBinds;
  readonly ends: readonly End[];
  private readonly contact: RollingContact;
  private readonly radius: number;
  /** Two tangents in the axes of B. */
  private readonly local = new Float64Array(6);

  constructor(contact: RollingContact, normal: Float64Array, radius: number) {
    this.ends = contact.ends;
    this.contact = contact;
    this.radius = radius;
    vec3.anyPerpendicular(this.local, 0, normal, 0);
    vec3.cross(this.local, 3, normal, 0, this.local, 0);
  }

  evaluate(table: RowTable, c: number): void {
    const { contact, local, radius } = this;
    const { w } = contact;
    const B = this.ends[1].at;
    const r = table.rowStart[c];
    contact.observe();
    table.value[r] = w[RollSlot.height] - radius;
    table.gamma[r] = w[RollSlot.bias];
    for (let k = 0; k < 3; k++) {
      w[RollSlot.foot + k] = -radius * w[RollSlot.normal + k];
      w[RollSlot.footRate + k] = -radius * w[RollSlot.normalRate + k];
    }
    for (let k = 0; k < 6; k += 3) {
      mat3.transformVector(w, RollSlot.tangents + k, B, EndSlot.axes, local, k);
      vec3.cross(w, RollSlot.tangentRates + k, B, EndSlot.angularVelocity, w, RollSlot.tangents + k);
    }
    contact.writeHeightRow(table, c);
    contact.writeSlipRows(table, c);
  }
}
