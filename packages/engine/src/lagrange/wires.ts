/**
 * A bead on a wire, with the parameter of the wire as its one coordinate.
 *
 *   circle   c + R (r cos u, r sin u, 0)          helix   c + R (r cos u, r sin u, h u/2π)          line   c + a u
 *
 *   c, R   centre of the wire, and rotation of its axes         h   pitch, m a turn         a   unit vector
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

/** A wire: the position of the bead in world coordinates, m, as a function of u and, of a moving wire, of the time t. */
export type Wire = (u: Expression, t: Expression) => PointExpression;

/** Options of a bead on a wire. */
export interface BeadOptions {
  /** Wire: circleWire(…), helixWire(…), lineWire(…), or any function of u: (u) => [u, u.squared(), 0]. */
  readonly wire: Wire;
  /** Mass of the bead, kg. */
  readonly mass: number;
  /** Coordinate u at the start. Default 0. */
  readonly coordinate?: number;
  /** Rate u̇ at the start. Default 0. */
  readonly rate?: number;
  /** Acceleration of gravity, m/s². Default (0, −9.81, 0). */
  readonly gravity?: ArrayLike<number>;
  /** Clock of the mechanism at the start, s, for a wire that moves. */
  readonly time?: number;
  /** Name in reports. Default "bead". */
  readonly name?: string;
}

/** Creates a bead on a wire: part 0 is the bead. */
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

/** Pose of a wire. */
interface WirePlace {
  /** Centre, m. Default the origin. */
  readonly center?: ArrayLike<number>;
  /** Rotation of the axes of the wire, a quaternion [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
}

/** Options of a circular wire. */
export interface CircleWireOptions extends WirePlace {
  /** Radius, m. */
  readonly radius: number;
}

/** Returns a circular wire in its x–y plane; u is the angle, rad. */
export function circleWire(options: CircleWireOptions): Wire {
  requireKnown("circleWire", options, ["radius", "center", "rotation"]);
  return createHelix("circleWire", { ...options, pitch: 0 });
}

/** Options of a helical wire. */
export interface HelixWireOptions extends CircleWireOptions {
  /** Pitch: advance along the z axis in a turn, m. */
  readonly pitch: number;
}

/** Returns a helical wire about its z axis; u is the angle, rad. */
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

/** Options of a straight wire. */
export interface LineWireOptions {
  /** Point of u = 0, m. Default the origin. */
  readonly point?: ArrayLike<number>;
  /** Direction, of any length but zero. */
  readonly direction: ArrayLike<number>;
}

/** Returns a straight wire; u is the length along it, m. */
export function lineWire(options: LineWireOptions): Wire {
  requireKnown("lineWire", options, ["point", "direction"]);
  const { point = [0, 0, 0], direction } = options;
  requireVector("lineWire.point", point);
  const a = readUnit("lineWire.direction", direction);
  const p = Array.from(point);
  return (u) => vector(u.times(a[0]), u.times(a[1]), u.times(a[2])).plus(p);
}
