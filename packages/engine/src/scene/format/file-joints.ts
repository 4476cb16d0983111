/**
 * The scene format beyond the contract: further joints, motors, and forces along joints. This engine reads a file with one of
 * these; other engines of the same contract may not know it.
 */
import type { Vector } from "./vectors.js";

interface Joining {
  /** The id, unique in the file. */
  readonly id?: string;
  /** The id of a body or particle. */
  readonly a: string;
  /** The id of a second body or particle. Default the world. */
  readonly b?: string;
}

/** A universal (Cardan) joint: an axis of `a` stays at right angles to an axis of `b`. */
export interface UniversalConstraint extends Joining {
  readonly type: "universal";
  /** The centre of the cross, world coordinates at t = 0, m. */
  readonly anchor: Vector;
  /** The axis fixed in `a`, at right angles to `axisB`. */
  readonly axisA: Vector;
  /** The axis fixed in `b`. */
  readonly axisB: Vector;
}

/** A cylindrical joint: rotation about an axis and translation along it are free. */
export interface CylindricalConstraint extends Joining {
  readonly type: "cylindrical";
  /** A point of the axis, world coordinates at t = 0, m. */
  readonly anchor: Vector;
  /** The axis, world coordinates at t = 0; only its direction counts. */
  readonly axis: Vector;
}

/** A screw joint: a translation along an axis proportional to the rotation about it. */
export interface ScrewConstraint extends Joining {
  readonly type: "screw";
  /** A point of the axis, world coordinates at t = 0, m. */
  readonly anchor: Vector;
  /** The axis, world coordinates at t = 0; only its direction counts. */
  readonly axis: Vector;
  /** The lead, m per turn; positive for a right-hand thread. */
  readonly pitch: number;
}

/** A point on a rope: of a body or particle, or of the world. */
export interface RopePoint {
  /** The id of the body or particle. Default the world. */
  readonly on?: string;
  /** The point in world coordinates at t = 0, m. Default the position of the body or particle. */
  readonly anchor?: Vector;
}

/** A taut rope from the first point to the last, through those in between. */
export interface RopeConstraint {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "rope";
  /** The ends of the rope with the eyes in between. */
  readonly through: readonly RopePoint[];
  /** The length, m. Default that at t = 0. */
  readonly length?: number;
}

/** A rope over two pulleys: |a − overA| + ratio |b − overB| stays constant. */
export interface PulleyConstraint {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "pulley";
  /** The id of the body or particle at the first end. */
  readonly a: string;
  /** The id of the body or particle at the last end. */
  readonly b: string;
  /** The point of `a` at which the rope is fixed, m. Default its position. */
  readonly anchorA?: Vector;
  /** The point of `b` at which the rope is fixed, m. Default its position. */
  readonly anchorB?: Vector;
  /** The point of the world at which the rope to `a` leaves its pulley, m. */
  readonly overA: Vector;
  /** The point of the world at which the rope to `b` leaves its pulley, m. */
  readonly overB: Vector;
  /** The travel of `a` per travel of `b`. Default 1. */
  readonly ratio?: number;
  /** The length, m. Default that at t = 0. */
  readonly length?: number;
}

/** A gear: the angles of two joints keep a ratio. */
export interface GearConstraint {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "gear";
  /** The id of a constraint that has an angle. */
  readonly a: string;
  /** The id of a second constraint that has an angle. */
  readonly b: string;
  /** The turns of `b` for one turn of `a`. */
  readonly ratio: number;
}

/** A rack and pinion: the travel of one joint is proportional to the angle of another. */
export interface RackConstraint {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "rack";
  /** The id of the constraint with the angle: the pinion. */
  readonly a: string;
  /** The id of the constraint with the travel: the rack. */
  readonly b: string;
  /** The radius of the pinion, m. */
  readonly radius: number;
}

/** A coordinate of a joint: its angle, or its travel. */
export type JointPart = "angle" | "travel";

/** A motor: a joint coordinate follows a speed or a position, with whatever force that takes. */
export interface MotorConstraint {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "motor";
  /** The id of a hinge, slider, cylindrical joint or screw. */
  readonly joint: string;
  /** The driven coordinate. Default the angle, of a slider the travel. */
  readonly coordinate?: JointPart;
  /** The speed, rad/s or m/s; or position. */
  readonly speed?: number;
  /** The position, rad or m, counted from that at t = 0. */
  readonly position?: number;
}

/** Rolling without slip on a plane: of a ball, or with an axis of a wheel with a sharp rim. */
export interface RollingConstraint {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "rolling";
  /** The id of a body; its position is the centre of the ball or wheel. */
  readonly a: string;
  /** The axis of a wheel, world coordinates at t = 0. */
  readonly axis?: Vector;
  /** The radius of the ball or wheel, m. */
  readonly radius: number;
  /** The normal of the plane, towards the body. */
  readonly normal: Vector;
  /** A point of the plane, m. Default the origin. */
  readonly point?: Vector;
}

/** A constraint beyond the contract: a joint, a transmission, a motor or rolling contact. */
export type SceneJoint =
  | UniversalConstraint
  | CylindricalConstraint
  | ScrewConstraint
  | RopeConstraint
  | PulleyConstraint
  | GearConstraint
  | RackConstraint
  | MotorConstraint
  | RollingConstraint;

/** A force along a coordinate s of a joint: effort − stiffness (s − rest) − damping ṡ. */
export interface JointForce {
  /** The id, unique in the file. */
  readonly id?: string;
  readonly type: "joint";
  /** The id of a hinge, slider, cylindrical joint or screw. */
  readonly joint: string;
  /** The coordinate along which the force acts. Default the angle, of a slider the travel. */
  readonly coordinate?: JointPart;
  /** The constant part, N·m or N, on the `a` of the joint. Default 0. */
  readonly effort?: number;
  /** The stiffness, N·m/rad or N/m. Default 0. */
  readonly stiffness?: number;
  /** The coordinate at which the spring is relaxed, rad or m, counted from that at t = 0. Default 0. */
  readonly rest?: number;
  /** The damping, N·m·s/rad or N·s/m. Default 0. */
  readonly damping?: number;
}
