/**
 * The scene format beyond the contract: further joints, and what drives joints. A file with one of these is read by this
 * engine; others of the same contract may not know it.
 */
import type { Vector } from "./file.js";

interface Joining {
  readonly id?: string;
  readonly a: string;
  /** Default the world. */
  readonly b?: string;
}

/** Cardan's joint: an axis of a stays at right angles to an axis of b. */
export interface UniversalConstraint extends Joining {
  readonly type: "universal";
  readonly anchor: Vector;
  /** The axis that a keeps, and that b keeps; at right angles. */
  readonly axisA: Vector;
  readonly axisB: Vector;
}

/** Turns about an axis and slides along it. */
export interface CylindricalConstraint extends Joining {
  readonly type: "cylindrical";
  readonly anchor: Vector;
  readonly axis: Vector;
}

/** The same, the travel bound to the turn. */
export interface ScrewConstraint extends Joining {
  readonly type: "screw";
  readonly anchor: Vector;
  readonly axis: Vector;
  /** m a turn; above 0 a right-hand thread. */
  readonly pitch: number;
}

/** A point on a rope: of a body or particle, or of the world. */
export interface RopePoint {
  readonly on?: string;
  /** World coordinates at t = 0. Default the position of what it is on. */
  readonly anchor?: Vector;
}

/** A taut rope from the first point to the last, through those in between. */
export interface RopeConstraint {
  readonly id?: string;
  readonly type: "rope";
  readonly through: readonly RopePoint[];
  /** m. Default that at t = 0. */
  readonly length?: number;
}

/** |a − overA| + ratio |b − overB| stays what it is. */
export interface PulleyConstraint {
  readonly id?: string;
  readonly type: "pulley";
  readonly a: string;
  readonly b: string;
  readonly anchorA?: Vector;
  readonly anchorB?: Vector;
  /** Where the rope leaves the pulley: points of the world. */
  readonly overA: Vector;
  readonly overB: Vector;
  /** How far a moves while b moves by one. Default 1. */
  readonly ratio?: number;
  /** m. Default that at t = 0. */
  readonly length?: number;
}

/** Two angles that keep a ratio. */
export interface GearConstraint {
  readonly id?: string;
  readonly type: "gear";
  /** Ids of constraints that have an angle. */
  readonly a: string;
  readonly b: string;
  /** Turns of b for one of a. */
  readonly ratio: number;
}

/** A travel that goes with an angle. */
export interface RackConstraint {
  readonly id?: string;
  readonly type: "rack";
  /** The id of the constraint with the angle: the pinion. */
  readonly a: string;
  /** The id of the constraint with the travel: the rack. */
  readonly b: string;
  /** m. */
  readonly radius: number;
}

/** Which coordinate of a joint: its angle, or its travel. */
export type JointPart = "angle" | "travel";

/** Keeps a joint at a speed, or in a place, with whatever force that takes. */
export interface MotorConstraint {
  readonly id?: string;
  readonly type: "motor";
  /** The id of a hinge, slider, cylindrical joint or screw. */
  readonly joint: string;
  /** Default the angle, of a slider the travel. */
  readonly coordinate?: JointPart;
  /** rad/s or m/s; or position. */
  readonly speed?: number;
  /** rad or m, from where the joint is at t = 0. */
  readonly position?: number;
}

/** A ball, or with an axis a wheel with a sharp rim, that rolls on a plane without slipping. */
export interface RollingConstraint {
  readonly id?: string;
  readonly type: "rolling";
  /** A body; its position is the centre of the ball or wheel. */
  readonly a: string;
  /** Of a wheel, world coordinates at t = 0. */
  readonly axis?: Vector;
  /** m. */
  readonly radius: number;
  /** Of the plane, towards the body. */
  readonly normal: Vector;
  /** A point of the plane. Default the origin. */
  readonly point?: Vector;
}

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

/** Acts along a coordinate of a joint: effort − stiffness (s − rest) − damping ṡ. */
export interface JointForce {
  readonly id?: string;
  readonly type: "joint";
  /** The id of a hinge, slider, cylindrical joint or screw. */
  readonly joint: string;
  /** Default the angle, of a slider the travel. */
  readonly coordinate?: JointPart;
  /** N·m or N, on a. Default 0. */
  readonly effort?: number;
  /** N·m/rad or N/m. Default 0. */
  readonly stiffness?: number;
  /** rad or m, from where the joint is at t = 0. Default 0. */
  readonly rest?: number;
  /** N·m·s/rad or N·s/m. Default 0. */
  readonly damping?: number;
}
