/** The door of constrain/joint-coordinates: what other rooms use of it. */
export { JointAngle } from "./joint-angle.js";
export { JointFrame, Side } from "./joint-frame.js";
export { JointProbe, ProbeSlot, readCoordinate, requireCoordinate } from "./joint-probe.js";
export {
  PlaneSlot,
  TurnSlot,
  writeAlignment,
  writeCoincidence,
  writeParallel,
  writePerpendicular,
  writePlane,
} from "./joint-rows.js";
export {
  createAxes,
  createJointEnds,
  createSides,
  type JointOptions,
  type JointSide,
  type JointSides,
  readDirection,
  requireTurning,
  sideKeys,
  type WorldSide,
} from "./joint-sides.js";
export { JointTravel } from "./joint-travel.js";
export { JointTurning, type TurningJoint } from "./joint-turning.js";
export { FixedLength, Length, type Stretch, StretchSlot, stretchSize } from "./length.js";
