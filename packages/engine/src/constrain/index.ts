export { type ConstraintReport, checkConstraints } from "./check.js";
export type { Binding, Constraint, ConstraintMaker, Memory } from "./constraint.js";
export type { Coordinates } from "./coordinates.js";
export { Coupling, type CouplingOptions, coupling } from "./coupling.js";
export {
  type CircleOptions,
  type HelixOptions,
  type LineOptions,
  pointOnCircle,
  pointOnHelix,
  pointOnLine,
} from "./curves.js";
export { type CustomOptions, custom } from "./custom.js";
export { Cylindrical, type CylindricalOptions, cylindrical } from "./cylindrical.js";
export { findCulprit } from "./diagnose.js";
export { Carrier, type End, EndSlot, endSize } from "./end.js";
export { kineticEnergy, potentialEnergy, totalEnergy } from "./energy.js";
export { gatherAccelerations, gatherVelocities, scatterForces } from "./gather.js";
export { type GearOptions, gear, type RackOptions, rack } from "./gear.js";
export { Hinge, type HingeOptions, hinge } from "./hinge.js";
export { multiplyInverseMass, type StateLayout, type VelocityLayout } from "./inverse-mass.js";
export { writeRoots } from "./inverse-mass-root.js";
export type { JointAngle } from "./joint-angle.js";
export type { JointCoordinate } from "./joint-coordinate.js";
export { type JointSpringOptions, jointForce, jointSpring, jointTorque } from "./joint-force.js";
export { JointFriction, type JointFrictionOptions, jointFriction } from "./joint-friction.js";
export { readCoordinate } from "./joint-probe.js";
export type { JointOptions, JointSide, WorldSide } from "./joint-sides.js";
export type { JointTravel } from "./joint-travel.js";
export type { JointTurning, TurningJoint } from "./joint-turning.js";
export { FixedLength, Length, StretchSlot, stretchSize } from "./length.js";
export { Bound, type LimitOptions, limit } from "./limit.js";
export { Mechanism, type MechanismForce } from "./mechanism.js";
export type { MechanismOptions, MechanismSettings } from "./mechanism-options.js";
export { listMemory, measureMemory, restoreMemory, saveMemory } from "./memory.js";
export { Motor, type MotorOptions, motor } from "./motor.js";
export { removeNormalError } from "./normal-error.js";
export { type CurveOptions, OnCurve, pointOnCurve } from "./parametric-curve.js";
export {
  type BodyPlace,
  type CoordinatePlace,
  createEnd,
  type EndSource,
  type ParticlePlace,
  type Place,
  requireOwn,
} from "./place.js";
export {
  ball,
  createDistanceCoordinate,
  type DistanceOptions,
  distance,
  type NailOptions,
  nail,
  type PairOptions,
} from "./points.js";
export {
  addDisplacement,
  addImpulses,
  type Constrained,
  findDisplacement,
  projectPositions,
  projectVelocities,
} from "./project.js";
export { requireKnown } from "./require-known.js";
export { type RollingBallOptions, rollingBall } from "./rolling-ball.js";
export { type RollingWheelOptions, rollingWheel } from "./rolling-wheel.js";
export {
  createPulleyCoordinate,
  createRopeCoordinate,
  type PulleyOptions,
  type PulleyPath,
  pulley,
  type RopeOptions,
  type RopePath,
  rope,
} from "./rope.js";
export { type Columns, RowTable } from "./row-table.js";
export { Screw, type ScrewOptions, screw } from "./screw.js";
export type { OnOptions } from "./seen-point.js";
export {
  type LimitEvent,
  type MechanismReport,
  MechanismSimulation,
  type MechanismSimulationOptions,
} from "./simulation.js";
export { Slider, type SliderOptions, slider } from "./slider.js";
export { ConstraintSolver, type SolverMethod } from "./solver.js";
export {
  type IntersectionOptions,
  type PlaneOptions,
  pointOnIntersection,
  pointOnPlane,
  pointOnSphere,
  pointOnSurface,
  type SphereOptions,
  type SurfaceFunction,
  type SurfaceOptions,
} from "./surfaces.js";
export type { Components, SymbolicEnd } from "./symbolic-end.js";
export { type TimeFunction, traceTime } from "./time-function.js";
export { Universal, type UniversalOptions, universal } from "./universal.js";
export { solveForces, writeRounding } from "./weak-rows.js";
export { Weld, type WeldOptions, weld } from "./weld.js";
