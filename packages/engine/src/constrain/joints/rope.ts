/**
 * Ropes that are taut and do not stretch, run without friction and have no mass.
 *
 *   rope     |p₀ − p₁| + |p₁ − p₂| + … = ℓ          from end to end, through eyes in between
 *   pulley   |p_A − c_A| + ρ |p_B − c_B| = ℓ        over two points of a pulley, or of two; ρ its transmission
 *
 * One row each; λ is minus the tension. Both push as well as pull: a rope that may hang slack is its length as a
 * coordinate, with a limit.
 *
 * Follows: Constrained Dynamics, section 4.
 */
import { fail, requirePositive } from "../../math/index.js";
import { createEnd, type Place } from "../ends/index.js";
import { FixedLength, Length, type Stretch } from "../joint-coordinates/index.js";
import {
  Carrier,
  type ConstraintMaker,
  type JointCoordinate,
  type MechanismState,
  requireKnown,
} from "../model/index.js";

/** The way of a rope. */
export interface RopePath {
  /** Two or more places: the ends of the rope, with the eyes in between. */
  readonly through: readonly Place[];
}

/** Options of a rope. */
export interface RopeOptions extends RopePath {
  /** Length, m. Default that at the time of adding. */
  readonly length?: number;
}

/** A rope from the first place to the last, through those in between. */
export function rope(options: RopeOptions): ConstraintMaker<FixedLength> {
  return (mechanism, path) => {
    requireKnown(path, options, ["through", "length"]);
    return fixLength(mechanism, path, "rope", createRope(mechanism, path, options), options.length);
  };
}

/** The way of a rope over a pulley. */
export interface PulleyPath {
  /** First of the two things that hang on the rope. */
  readonly a: Place;
  readonly b: Place;
  /** Point in which the part of the rope to a leaves the pulley: of the world, or of whatever carries the pulley. */
  readonly overA: Place;
  readonly overB: Place;
  /** Transmission ρ: the distance that A moves while B moves by one. Default 1. */
  readonly ratio?: number;
}

/** Options of a rope over a pulley. */
export interface PulleyOptions extends PulleyPath {
  /** Length, m. Default the sum at the time of adding. */
  readonly length?: number;
}

/** A rope over a pulley. */
export function pulley(options: PulleyOptions): ConstraintMaker<FixedLength> {
  return (mechanism, path) => {
    requireKnown(path, options, [...pulleyKeys, "length"]);
    return fixLength(mechanism, path, "pulley", createPulley(mechanism, path, options), options.length);
  };
}

/** Makes the length of a rope as a coordinate, for limits and everything else that acts along it. */
export function createRopeCoordinate(mechanism: MechanismState, options: RopePath): JointCoordinate {
  requireKnown("rope", options, ["through"]);
  return createRope(mechanism, "rope", options);
}

/** Makes the length of a rope over a pulley as a coordinate, for limits and everything else that acts along it. */
export function createPulleyCoordinate(mechanism: MechanismState, options: PulleyPath): JointCoordinate {
  requireKnown("pulley", options, pulleyKeys);
  return createPulley(mechanism, "pulley", options);
}

const pulleyKeys = ["a", "b", "overA", "overB", "ratio"];

function createRope(mechanism: MechanismState, path: string, { through }: RopePath): Length {
  if (!Array.isArray(through) || through.length < 2) {
    const cure = "name its first end, the eyes it runs through, and its last end";
    fail("too-few", `${path}.through`, "must be a list of two places or more", through, cure);
  }
  const ends = through.map((place, k) => createEnd(`${path}.through[${k}]`, mechanism, place));
  if (ends.every(({ carrier }) => carrier === Carrier.world)) {
    const cure = "name a body or a particle among them: { body: 0, point: [0, 0, 0] }";
    fail("nothing-held", `${path}.through`, "must take hold of something that moves", "points of the world", cure);
  }
  return new Length(
    "length of rope",
    ends,
    ends.slice(1).map((_, k): Stretch => [k, k + 1, 1]),
  );
}

function createPulley(mechanism: MechanismState, path: string, options: PulleyPath): Length {
  const { ratio = 1 } = options;
  requirePositive(`${path}.ratio`, ratio);
  const keys = ["a", "overA", "overB", "b"] as const;
  const ends = keys.map((key) => createEnd(`${path}.${key}`, mechanism, options[key]));
  return new Length("length of rope", ends, [
    [0, 1, 1],
    [3, 2, ratio],
  ]);
}

function fixLength(
  mechanism: MechanismState,
  path: string,
  name: string,
  coordinate: Length,
  length = coordinate.measure(mechanism),
): FixedLength {
  const cure = "places apart from one another, or the length itself";
  requirePositive(`${path}.length`, length, cure);
  return new FixedLength(name, coordinate, length);
}
