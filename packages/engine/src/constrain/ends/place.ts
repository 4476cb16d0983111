/**
 * Places that a constraint acts on, as users write them:
 *
 *   { body: 3, point: [0, 1, 0] }      a point of a body, in the frame in which its shape was given; default its origin
 *   { particle: 7 }
 *   { on: arm, point: … }              a generalized body that offers ends
 *   [0, 2, 0]                          a point of the world
 */
import { fail, requireVector } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import {
  Carrier,
  type Coordinates,
  type End,
  type JointCoordinate,
  type MechanismState,
  requireKnown,
} from "../model/index.js";
import { createBodyEnd, createParticleEnd, createWorldEnd } from "./ends.js";

/** A point of a body, in the frame in which its shape was given. Default its origin. */
export interface BodyPlace {
  readonly body: number;
  readonly point?: ArrayLike<number>;
}

/** A particle. */
export interface ParticlePlace {
  readonly particle: number;
}

/** A generalized body that offers ends. */
export interface EndSource extends Coordinates {
  /** Makes an end on it; `place` is as the user wrote it, `index` its number among the coordinates of the mechanism. */
  createEnd(path: string, index: number, place: CoordinatePlace): End;
}

/** A place on a generalized body. */
export interface CoordinatePlace {
  readonly on: EndSource;
  /** Number of the point or link of it, as it counts them. Default 0. */
  readonly part?: number;
  /** Point in the frame of that part. Default its origin. */
  readonly point?: ArrayLike<number>;
}

/** A place that a constraint acts on: see above. */
export type Place = ArrayLike<number> | BodyPlace | ParticlePlace | CoordinatePlace;

const cure = "write { body: 0, point: [0, 0, 0] }, { particle: 0 } or a point of the world, [0, 0, 0]";

/** Makes the end of a constraint at a place. `path` names it in errors. */
export function createEnd(path: string, mechanism: MechanismState, place: Place): End {
  if (typeof place !== "object" || place === null) fail("not-a-place", path, "must be a place", place, cure);
  const what = (["body", "particle", "on"] as const).filter((key) => key in place);
  if (what.length > 1) fail("conflict", path, "must be one thing", what.join(" and "), cure);
  if (what.length === 0) {
    if ("length" in place) requireVector(path, place, cure);
    else fail("not-a-place", path, "must be a place", place, cure);
    return createWorldEnd(place);
  }
  const end = createCarriedEnd(path, mechanism, place as BodyPlace | ParticlePlace | CoordinatePlace);
  owners.set(end, mechanism.system);
  return end;
}

function createCarriedEnd(
  path: string,
  mechanism: MechanismState,
  place: BodyPlace | ParticlePlace | CoordinatePlace,
): End {
  if ("body" in place) {
    requireKnown(path, place, ["body", "point"]);
    return createBodyEnd(path, mechanism.system, place.body, place.point);
  }
  if ("particle" in place) {
    requireKnown(path, place, ["particle"]);
    return createParticleEnd(`${path}.particle`, mechanism, place.particle);
  }
  requireKnown(path, place, ["on", "part", "point"]);
  const index = mechanism.findCoordinates(place.on);
  if (index < 0) {
    fail("no-such-thing", `${path}.on`, "must be in this mechanism", place.on?.name, "addCoordinates first");
  }
  return place.on.createEnd(path, index, place);
}

/** The system that an end was made for. */
const owners = new WeakMap<End, RigidSystem>();

/** Throws if a coordinate is of another mechanism: its numbers of bodies would be taken for those here. */
export function requireOwn(
  path: string,
  mechanism: MechanismState,
  coordinate: Pick<JointCoordinate, "ends" | "name">,
): void {
  for (const end of coordinate.ends) {
    const owner = owners.get(end);
    if (owner === undefined || owner === mechanism.system) continue;
    fail("of-another", path, "must be a coordinate of this mechanism", `${coordinate.name} of another`);
  }
}

/** Throws unless two ends are on different things, of which one at least is not the world. */
export function requireTwoThings(path: string, a: End, b: End): void {
  if (a.carrier === Carrier.world && b.carrier === Carrier.world) {
    fail("nothing-held", path, "must take hold of a body or a particle", "two points of the world", cure);
  }
  // generalized bodies bend: two points of one may move against each other
  if (a.carrier === Carrier.coordinates || a.carrier !== b.carrier || a.index !== b.index) return;
  fail(
    "same",
    `${path}.b`,
    "must be on another thing than a",
    b.name,
    "two points of one thing keep their distance anyway",
  );
}
