/**
 * Elements along coordinates of joints: limits, friction, springs and torques, motors, gears. An element along a coordinate is
 * removed with the joint that owns the coordinate, and an element with an end on a body is removed with the body.
 */
import { Carrier, type Constraint, Coupling, type End, type JointFriction, Motor } from "../../constrain/index.js";

type Coordinate = JointFriction["coordinate"];

/** An element that has ends, or acts along coordinates that have ends. */
export interface Along {
  /** Points at which the element acts. */
  readonly ends?: readonly End[];
  /** The only coordinate along which the element acts. */
  readonly coordinate?: Coordinate;
  /** The coordinates along which the element acts, if there are several. */
  readonly coordinates?: readonly Coordinate[];
}

/** Returns whether a joint owns a coordinate, or a relative rotation. Motors and gears act along coordinates of other joints. */
export function ownsCoordinate(joint: Constraint, coordinate: Coordinate): boolean {
  const isDrive = joint instanceof Motor || joint instanceof Coupling;
  return !isDrive && Object.values(joint).flat().includes(coordinate);
}

/** Returns whether an element acts along a coordinate of a joint. */
export function actsAlong({ coordinate, coordinates = [] }: Along, joint: Constraint): boolean {
  const all = coordinate === undefined ? coordinates : [coordinate];
  return all.some((each) => ownsCoordinate(joint, each));
}

/** Returns whether an element has an end on one of the given bodies. */
export function hasEndOn({ ends, coordinate }: Along, bodies: readonly number[]): boolean {
  const isOn = ({ carrier, index }: End) => carrier === Carrier.body && bodies.includes(index);
  return (ends ?? coordinate?.ends ?? []).some(isOn);
}
