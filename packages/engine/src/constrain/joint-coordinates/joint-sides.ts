/**
 * The place of a joint, as users write it: either once, in world coordinates at the present poses, from which both sides follow; or
 * side by side, in the frames of their bodies. Whatever is left out of a side follows from the rest:
 *
 *   hinge({ a: { body: 0 }, b: { body: 1 }, at: [0, 1, 0], axis: [0, 0, 1] })
 *   hinge({ a: { body: 0, point: [0, 1, 0], axis: [0, 0, 1] }, b: { body: 1, point: [0, -1, 0], axis: [0, 0, 1] } })
 *
 * A side without a name is the world. Sides that do not fit at the moment are brought together by `assemble`.
 */
import { fail, mat3, quat, requireVector, vec3 } from "../../math/index.js";
import { type BodyPlace, type CoordinatePlace, createEnd, createWorldEnd, type ParticlePlace } from "../ends/index.js";
import { Carrier, type End, EndSlot, type MechanismState, requireKnown } from "../model/index.js";
import { JointFrame } from "./joint-frame.js";
import { oppositeCosine } from "./parameters.js";

/** A point and an axis of the world. */
export interface WorldSide {
  readonly point?: ArrayLike<number>;
  /** Any length but zero; only the direction counts. */
  readonly axis?: ArrayLike<number>;
}

/** A side of a joint; `axis` is in the frame in which `point` is. */
export type JointSide = WorldSide | (BodyPlace & WorldSide) | (CoordinatePlace & WorldSide) | ParticlePlace;

/** Options of a joint: its two sides, and its place. */
export interface JointOptions {
  readonly a: JointSide;
  /** Second side. Default the world. */
  readonly b?: JointSide;
  /** Place of the joint, world coordinates. Default the first point that a side gives. */
  readonly at?: ArrayLike<number>;
  /** Axis of the joint, world coordinates; only the direction counts. Default the first axis that a side gives. */
  readonly axis?: ArrayLike<number>;
}

/** Both sides of a joint. */
export interface JointSides {
  readonly a: JointFrame;
  readonly b: JointFrame;
}

/** Keys of `JointOptions`. */
export const sideKeys: readonly string[] = ["a", "b", "at", "axis"];

/**
 * Makes the frames of both sides: their axes agree at the present state, but for the smallest rotation that brings the third ones
 * together. Both must have axes, but for a where a point is enough.
 */
export function createSides(
  path: string,
  mechanism: MechanismState,
  options: JointOptions,
  isPointEnough = false,
): JointSides {
  const ends = createJointEnds(path, mechanism, options);
  if (!isPointEnough) requireTurning(`${path}.a`, ends[0], "particles have no axes: use ball(…) or slider(…)");
  requireTurning(`${path}.b`, ends[1], "particles have no axes: use ball(…), or make it a of slider(…)");
  const [za, zb] = createAxes(path, mechanism, options, ends);
  const xa = new Float64Array(3);
  const xb = new Float64Array(3);
  vec3.anyPerpendicular(xa, 0, za, 0);
  vec3.normalize(xa, 0, xa, 0);
  if (vec3.dot(za, 0, zb, 0) < oppositeCosine) {
    fail("opposite", `${path}.b.axis`, "must not be opposite to that of a", Array.from(zb), "turn one of them round");
  }
  const turn = new Float64Array(4);
  quat.fromVectors(turn, 0, za, 0, zb, 0);
  quat.rotateVector(xb, 0, turn, 0, xa, 0);
  return { a: new JointFrame(ends[0], xa, za), b: new JointFrame(ends[1], xb, zb) };
}

/** Makes both ends, located. */
export function createJointEnds(path: string, mechanism: MechanismState, options: JointOptions): readonly [End, End] {
  const sides = readSides(path, options);
  const origins = sides.map((side, n) => createSideEnd(sidePath(path, n), mechanism, side, [0, 0, 0]));
  for (const origin of origins) origin.locate(mechanism);
  requireApart(path, origins[0], origins[1]);
  const place = findPlace(path, options, sides, origins);
  const [a, b] = sides.map((side, n) => {
    const point = givenPoint(side) ?? toLocal(origins[n], place);
    const end = createSideEnd(sidePath(path, n), mechanism, side, point);
    end.locate(mechanism);
    return end;
  });
  return [a, b];
}

/** Reads the axes of both sides, world coordinates, of length 1. */
export function createAxes(
  path: string,
  mechanism: MechanismState,
  options: JointOptions,
  ends: readonly [End, End],
): readonly [Float64Array, Float64Array] {
  const sides = readSides(path, options);
  const own = sides.map((side, n) => {
    if (!("axis" in side) || side.axis === undefined) return null;
    const axis = readDirection(`${sidePath(path, n)}.axis`, side.axis);
    ends[n].locate(mechanism);
    mat3.transformVector(axis, 0, ends[n].at, EndSlot.axes, axis, 0);
    return axis;
  });
  if (options.axis !== undefined && own[0] !== null && own[1] !== null) {
    fail("conflict", `${path}.axis`, "must be left out where both sides have theirs", options.axis);
  }
  const common = options.axis !== undefined ? readDirection(`${path}.axis`, options.axis) : (own[0] ?? own[1]);
  if (common === null) fail("missing", `${path}.axis`, "must be given", undefined, "for example axis: [0, 0, 1]");
  return [own[0] ?? common, own[1] ?? common];
}

/** Reads a direction of length 1 from a vector of any length but zero. */
export function readDirection(path: string, axis: ArrayLike<number>): Float64Array {
  requireVector(path, axis);
  const direction = Float64Array.from(axis);
  if (!vec3.normalize(direction, 0, direction, 0)) {
    fail("no-direction", path, "must not be the zero vector", axis, "only its direction counts");
  }
  return direction;
}

/** Throws unless the end has axes. */
export function requireTurning(path: string, end: End, cure: string): void {
  if (!end.turns) fail("no-axes", path, "must be something that turns", end.name, cure);
}

function sidePath(path: string, n: number): string {
  return `${path}.${n === 0 ? "a" : "b"}`;
}

function readSides(path: string, options: JointOptions): readonly JointSide[] {
  return [options.a, options.b ?? {}].map((side, n) => {
    const name = sidePath(path, n);
    if (typeof side !== "object" || side === null || "length" in side) {
      fail("not-a-side", name, "must be a side of a joint", side, "write { body: 0 }, or { point: … } for the world");
    }
    const what = (["body", "particle", "on"] as const).filter((key) => key in side);
    if (what.length > 1) fail("conflict", name, "must be one thing", what.join(" and "));
    if ("particle" in side) requireKnown(name, side, ["particle"]);
    else if ("on" in side) requireKnown(name, side, ["on", "part", "point", "axis"]);
    else requireKnown(name, side, "body" in side ? ["body", "point", "axis"] : ["point", "axis"]);
    return side;
  });
}

function givenPoint(side: JointSide): ArrayLike<number> | undefined {
  return "point" in side ? side.point : undefined;
}

function createSideEnd(path: string, mechanism: MechanismState, side: JointSide, point: ArrayLike<number>): End {
  if ("body" in side) return createEnd(path, mechanism, { body: side.body, point });
  if ("on" in side) {
    const { on, part = 0 } = side;
    return createEnd(path, mechanism, { on, part, point });
  }
  if ("particle" in side) return createEnd(path, mechanism, { particle: side.particle });
  requireVector(`${path}.point`, point);
  return createWorldEnd(point);
}

function requireApart(path: string, a: End, b: End): void {
  const isSame = a.carrier === b.carrier && a.index === b.index && a.carrier !== Carrier.coordinates;
  if (isSame) fail("same", `${path}.b`, "must be another thing than a", b.name, "a joint is between two things");
}

/** Finds the place of the joint, world coordinates. */
function findPlace(
  path: string,
  options: JointOptions,
  sides: readonly JointSide[],
  origins: readonly End[],
): Float64Array {
  const points = sides.map(givenPoint);
  if (options.at !== undefined) {
    requireVector(`${path}.at`, options.at);
    if (points[0] !== undefined && points[1] !== undefined) {
      fail("conflict", `${path}.at`, "must be left out where both sides have points", options.at);
    }
    return Float64Array.from(options.at);
  }
  const n = sides.findIndex((side, k) => points[k] !== undefined || "particle" in side);
  if (n < 0) fail("missing", `${path}.at`, "must be given", undefined, "for example at: [0, 1, 0], world coordinates");
  const point = points[n] ?? [0, 0, 0];
  requireVector(`${sidePath(path, n)}.point`, point);
  const place = Float64Array.from(point);
  const { at } = origins[n];
  mat3.transformVector(place, 0, at, EndSlot.axes, place, 0);
  vec3.add(place, 0, place, 0, at, EndSlot.point);
  return place;
}

/** Transforms a place of the world to the frame of a side. */
function toLocal(origin: End, place: Float64Array): Float64Array {
  const point = new Float64Array(3);
  vec3.subtract(point, 0, place, 0, origin.at, EndSlot.point);
  mat3.transformVectorTransposed(point, 0, origin.at, EndSlot.axes, point, 0);
  return point;
}
