/**
 * What acts along coordinates of joints: limits, friction, springs and torques, motors, gears. It goes with the joint; and what has an
 * end on a body goes with the body.
 */
import { Carrier, type Constraint, Coupling, type End, type JointFriction, Motor } from "../../constrain/index.js";

type Coordinate = JointFriction["coordinate"];

/** What has ends, or acts along coordinates that have. */
export interface Along {
  readonly ends?: readonly End[];
  readonly coordinate?: Coordinate;
  readonly coordinates?: readonly Coordinate[];
}

/** Whether a coordinate, or a turning, is one of a joint; those along which motors and gears act are of others. */
export function ownsCoordinate(joint: Constraint, coordinate: Coordinate): boolean {
  const isDrive = joint instanceof Motor || joint instanceof Coupling;
  return !isDrive && Object.values(joint).flat().includes(coordinate);
}

/** Whether a thing acts along a coordinate of a joint. */
export function isAlong({ coordinate, coordinates = [] }: Along, joint: Constraint): boolean {
  const all = coordinate === undefined ? coordinates : [coordinate];
  return all.some((each) => ownsCoordinate(joint, each));
}

/** Whether a thing has an end on one of some bodies. */
export function isHeldBy({ ends, coordinate }: Along, bodies: readonly number[]): boolean {
  const isOn = ({ carrier, index }: End) => carrier === Carrier.body && bodies.includes(index);
  return (ends ?? coordinate?.ends ?? []).some(isOn);
}
