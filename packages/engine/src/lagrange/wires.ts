/**
 * A bead on a wire, with the way along the wire as its one coordinate.
 *
 *   circle   c + R (r cos u, r sin u, 0)          helix   c + R (r cos u, r sin u, h u/2π)          line   c + a u
 *
 *   c, R   where the wire is: its centre, and a turn of its axes          h   the pitch, m a turn          a   a unit vector
 *
 * Follows: Constrained Dynamics, section 5.
 */
import { requireKnown } from "../constrain/index.js";
import {
  constant,
  type Expression,
  fail,
  requireFinite,
  requirePositive,
  requireVector,
  vector,
} from "../math/index.js";
import { createGeneralizedBody, type GeneralizedBody } from "./generalized-body.js";
import type { PointExpression } from "./generalized-options.js";
import { constantRotation, readUnit } from "./rotation-expression.js";

/** A wire: where the bead is, world coordinates; of a moving wire, at time t. */
export type Wire = (u: Expression, t: Expression) => PointExpression;

export interface BeadOptions {
  /** circleWire(…), helixWire(…), lineWire(…), or any function of u: (u) => [u, u.squared(), 0]. */
  readonly wire: Wire;
  /** kg. */
  readonly mass: number;
  /** u at the start. Default 0. */
  readonly coordinate?: number;
  /** u̇ at the start. Default 0. */
  readonly rate?: number;
  /** m/s². Default (0, −9.81, 0). */
  readonly gravity?: ArrayLike<number>;
  /** For a wire that moves: the clock of the mechanism at the start, s. */
  readonly time?: number;
  /** Said in reports. Default "bead". */
  readonly name?: string;
}

/** A bead on a wire: part 0 is the bead. */
export function createBead(options: BeadOptions): GeneralizedBody {
  requireKnown("bead", options, ["wire", "mass", "coordinate", "rate", "gravity", "time", "name"]);
  const { wire, mass, coordinate = 0, rate = 0, gravity = [0, -9.81, 0], time, name = "bead" } = options;
  if (typeof wire !== "function") {
    fail("not-a-function", "bead.wire", "must be a function of u", wire, "for example circleWire({ radius: 1 })");
  }
  requirePositive("bead.mass", mass);
  if (time === undefined && wire.length > 1) {
    fail("no-time", "bead.time", "must be given for a wire that moves", time, "write time: 0");
  }
  return createGeneralizedBody({
    coordinates: [coordinate],
    rates: [rate],
    parts: time === undefined ? ([u]) => [wire(u, constant(0))] : ([u], t) => [wire(u, t)],
    masses: [mass],
    gravity,
    name,
    ...(time === undefined ? {} : { time }),
  });
}

/** Where a wire is. */
interface WirePlace {
  /** m. Default the origin. */
  readonly center?: ArrayLike<number>;
  /** Turns the axes of the wire: [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
}

export interface CircleWireOptions extends WirePlace {
  /** m. */
  readonly radius: number;
}

/** A circle in the x–y plane of the wire; u is the angle, rad. */
export function circleWire(options: CircleWireOptions): Wire {
  requireKnown("circleWire", options, ["radius", "center", "rotation"]);
  return createHelix("circleWire", { ...options, pitch: 0 });
}

export interface HelixWireOptions extends CircleWireOptions {
  /** How far it goes along its z axis in a turn, m. */
  readonly pitch: number;
}

/** A helix about the z axis of the wire; u is the angle, rad. */
export function helixWire(options: HelixWireOptions): Wire {
  requireKnown("helixWire", options, ["radius", "pitch", "center", "rotation"]);
  return createHelix("helixWire", options);
}

function createHelix(path: string, options: HelixWireOptions): Wire {
  const { radius, pitch, center = [0, 0, 0], rotation = [0, 0, 0, 1] } = options;
  requirePositive(`${path}.radius`, radius);
  requireFinite(`${path}.pitch`, pitch);
  requireVector(`${path}.center`, center);
  const turn = constantRotation(rotation);
  const c = Array.from(center);
  return (u) => turn.rotate([u.cos().times(radius), u.sin().times(radius), u.times(pitch / (2 * Math.PI))]).plus(c);
}

export interface LineWireOptions {
  /** The point u = 0, m. Default the origin. */
  readonly point?: ArrayLike<number>;
  /** Only the direction counts. */
  readonly direction: ArrayLike<number>;
}

/** A straight wire; u is the way along it, m. */
export function lineWire(options: LineWireOptions): Wire {
  requireKnown("lineWire", options, ["point", "direction"]);
  const { point = [0, 0, 0], direction } = options;
  requireVector("lineWire.point", point);
  const a = readUnit("lineWire.direction", direction);
  const p = Array.from(point);
  return (u) => vector(u.times(a[0]), u.times(a[1]), u.times(a[2])).plus(p);
}
