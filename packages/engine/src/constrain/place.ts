/**
 * How users say what a constraint takes hold of:
 *
 *   { body: 3, point: [0, 1, 0] }      a point of a body, in the frame in which its shape was given; default its origin
 *   { particle: 7 }
 *   { on: arm, point: … }              something with coordinates of its own: whatever has ends to offer
 *   [0, 2, 0]                          a point of the world
 */
import { fail, requireVector } from "../math/index.js";
import type { Coordinates } from "./coordinates.js";
import type { End } from "./end.js";
import { createBodyEnd, createParticleEnd, createWorldEnd } from "./ends.js";
import type { Mechanism } from "./mechanism.js";

export interface BodyPlace {
  readonly body: number;
  readonly point?: ArrayLike<number>;
}

export interface ParticlePlace {
  readonly particle: number;
}

/** Something with coordinates that has ends to offer. */
export interface EndSource extends Coordinates {
  /** An end on it; `place` is what the user wrote. `index` is its number among the coordinates of the mechanism. */
  createEnd(path: string, index: number, place: CoordinatePlace): End;
}

export interface CoordinatePlace {
  readonly on: EndSource;
  /** Which point or link of it, as it counts them. Default 0. */
  readonly part?: number;
  /** In the frame of that part. Default its origin. */
  readonly point?: ArrayLike<number>;
}

export type Place = ArrayLike<number> | BodyPlace | ParticlePlace | CoordinatePlace;

const cure = "write { body: 0, point: [0, 0, 0] }, { particle: 0 } or a point of the world, [0, 0, 0]";

export function createEnd(path: string, mechanism: Mechanism, place: Place): End {
  if (typeof place !== "object" || place === null) fail("not-a-place", path, "must be a place", place, cure);
  if ("body" in place) return createBodyEnd(path, mechanism.system, place.body, place.point);
  if ("particle" in place) return createParticleEnd(`${path}.particle`, mechanism, place.particle);
  if ("on" in place) {
    const index = mechanism.findCoordinates(place.on);
    if (index < 0)
      fail("no-such-thing", `${path}.on`, "must be in this mechanism", place.on?.name, "addCoordinates first");
    return place.on.createEnd(path, index, place);
  }
  requireVector(path, place, cure);
  return createWorldEnd(place);
}
