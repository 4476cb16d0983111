/**
 * Gears: the angles of two joints keep a ratio; and a rack, whose travel goes with the angle of its pinion.
 *
 *   gear   θ_b = i θ_a             wheels with N_a and N_b teeth that mesh outside: i = −N_a/N_b, their axes alike
 *   rack   s = r θ                 r   radius of the pinion, m
 *
 * Both count from where things are when added, and know no friction and no play.
 */
import { fail } from "../../math/index.js";
import { requireOwn } from "../ends/index.js";
import { createSides, JointAngle, type JointSide, requireCoordinate } from "../joint-coordinates/index.js";
import { type ConstraintMaker, type JointCoordinate, type MechanismState, requireKnown } from "../model/index.js";
import { Coupling, requireRatio } from "./coupling.js";

/** Options of a gear. */
export interface GearOptions {
  /** Angle of a joint, or the wheel itself: `{ body: 0 }`. */
  readonly a: JointCoordinate | JointSide;
  readonly b: JointCoordinate | JointSide;
  /** Ratio: turns of b for one of a; below 0 where they turn against one another. */
  readonly ratio: number;
  /** Carrier of the wheels, against which their angles are measured. Default the world. */
  readonly carrier?: JointSide;
  /** Axis of the wheels, world coordinates. Default those that the wheels give. */
  readonly axis?: ArrayLike<number>;
}

/**
 * Makes a gear.
 *
 *   gear({ a: first.angle, b: second.angle, ratio: -0.5 })                               between two hinges
 *   gear({ a: { body: 0 }, b: { body: 1 }, carrier: { body: 2 }, axis: [0, 0, 1], ratio: -0.5 })   between wheels
 */
export function gear(options: GearOptions): ConstraintMaker<Coupling> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "ratio", "carrier", "axis"]);
    const { a, b, ratio, carrier, axis } = options;
    requireRatio(`${path}.ratio`, ratio);
    if (isCoordinate(a) && isCoordinate(b)) {
      if (carrier !== undefined) fail("conflict", `${path}.carrier`, "must be left out between angles", "a carrier");
      if (axis !== undefined) fail("conflict", `${path}.axis`, "must be left out between angles", axis);
    }
    const angleA = findAngle(`${path}.a`, mechanism, a, options);
    const angleB = findAngle(`${path}.b`, mechanism, b, options);
    if (angleA === angleB || isSameWheel(a, b)) {
      fail("same", `${path}.b`, "must be another angle than a", angleB.name, "a gear is between two wheels");
    }
    return new Coupling("gear", mechanism, angleA, angleB, ratio);
  };
}

/** Options of a rack and its pinion. */
export interface RackOptions {
  /** Travel of the rack. */
  readonly rack: JointCoordinate;
  /** Angle of the pinion. */
  readonly pinion: JointCoordinate;
  /** Radius of the pinion, m; below 0 if the rack goes back where the angle grows. */
  readonly radius: number;
}

/** A toothed rack and its pinion: `rack({ rack: slider.travel, pinion: hinge.angle, radius: 0.1 })`. */
export function rack(options: RackOptions): ConstraintMaker<Coupling> {
  return (mechanism, path) => {
    requireKnown(path, options, ["rack", "pinion", "radius"]);
    requireCoordinate(`${path}.rack`, options.rack, "length");
    requireCoordinate(`${path}.pinion`, options.pinion, "angle");
    requireOwn(`${path}.rack`, mechanism, options.rack);
    requireOwn(`${path}.pinion`, mechanism, options.pinion);
    requireRatio(`${path}.radius`, options.radius);
    return new Coupling("rack", mechanism, options.pinion, options.rack, options.radius);
  };
}

function isCoordinate(what: JointCoordinate | JointSide): what is JointCoordinate {
  return typeof what === "object" && what !== null && "evaluate" in what;
}

/** Whether both are wheels, and one body. */
function isSameWheel(a: JointCoordinate | JointSide, b: JointCoordinate | JointSide): boolean {
  return "body" in a && "body" in b && a.body === b.body;
}

/** The angle itself, or that of a wheel against the carrier. */
function findAngle(
  path: string,
  mechanism: MechanismState,
  what: JointCoordinate | JointSide,
  { carrier = {}, axis }: GearOptions,
): JointCoordinate {
  if (isCoordinate(what)) {
    requireCoordinate(path, what, "angle");
    requireOwn(path, mechanism, what);
    return what;
  }
  if (typeof what !== "object" || what === null) {
    const cure = "for example the angle of a hinge, or the wheel itself: { body: 0 }";
    fail("not-a-wheel", path, "must be an angle or a wheel", what, cure);
  }
  // of the place of a wheel only the axis matters
  const wheel: JointSide = !("particle" in what) ? { point: [0, 0, 0], ...what } : what;
  const sides = createSides(path, mechanism, { a: wheel, b: carrier, ...(axis === undefined ? {} : { axis }) });
  return new JointAngle("angle of wheel", mechanism, sides, "common axis", 0);
}
