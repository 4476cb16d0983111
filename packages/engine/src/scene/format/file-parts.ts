/** The scene format: forces, constraints and generalized bodies. See file.ts. */
import type { JointForce, SceneJoint } from "./file-joints.js";
import type { Vector } from "./vectors.js";

/** The things on which a force acts: ids of bodies and particles, or all of them. */
export type SceneSelection = readonly string[] | "all";

interface Named {
  /** The id, unique in the file. */
  readonly id?: string;
}

/** Viscous drag: F = −linear v and τ = −angular ω. */
export interface DragForce extends Named {
  readonly type: "drag";
  /** The bodies and particles on which the drag acts. */
  readonly on: SceneSelection;
  /** The coefficient of linear drag, N·s/m. Default 0. */
  readonly linear?: number;
  /** The coefficient of angular drag of bodies, N·m·s. Default 0. */
  readonly angular?: number;
}

/** A damped spring between two points. */
export interface SpringForce extends Named {
  readonly type: "spring";
  /** The id of a body or particle. */
  readonly a: string;
  /** The id of a second body or particle. Default the world: `anchorB` is then a point of it. */
  readonly b?: string;
  /** The anchor in the frame of the body `a`, m. Default its origin. */
  readonly anchorA?: Vector;
  /** The anchor in the frame of the body `b`, or a point of the world, m. */
  readonly anchorB?: Vector;
  /** The stiffness, N/m. */
  readonly stiffness: number;
  /** The damping along the spring, N·s/m. Default 0. */
  readonly damping?: number;
  /** The rest length, m. Default the distance at t = 0. */
  readonly length?: number;
}

/** A constant force or torque, in world or in body axes. */
export interface ConstantForce extends Named {
  readonly type: "constant";
  /** The bodies and particles on which the force acts. */
  readonly on: SceneSelection;
  /** The force, N. */
  readonly force?: Vector;
  /** The torque on bodies, N·m. */
  readonly torque?: Vector;
  /** The point of application, in `frame`, m. Default the centre of mass. */
  readonly at?: Vector;
  /** The frame of force, torque and `at`. Default "world". */
  readonly frame?: "world" | "body";
  /** The frame of `at` alone: "body" lets the point move with the body. Default that of `frame`. Beyond the contract. */
  readonly atFrame?: "world" | "body";
}

/** Attraction strength m₁m₂/(d² + softening²) between the centres of mass of every pair. */
export interface AttractForce extends Named {
  readonly type: "attract";
  /** The bodies and particles that attract one another. */
  readonly on: SceneSelection;
  /** The constant of gravitation, m³/(kg·s²); a negative one repels. */
  readonly strength: number;
  /** The softening length, m. Default 0. */
  readonly softening?: number;
}

/** Repulsion stiffness (radius − d) between the centres of mass of pairs nearer than the radius. */
export interface RepelForce extends Named {
  readonly type: "repel";
  /** The bodies and particles that repel one another. */
  readonly on: SceneSelection;
  /** The distance at which the repulsion begins, m. */
  readonly radius: number;
  /** The stiffness, N/m. */
  readonly stiffness: number;
  /** The damping along the line of centres, N·s/m. Default 0. */
  readonly damping?: number;
}

/** Wind: F = drag (velocity − v) at the centre of mass. */
export interface WindForce extends Named {
  readonly type: "wind";
  /** The bodies and particles on which the wind acts. */
  readonly on: SceneSelection;
  /** The velocity of the air, m/s. */
  readonly velocity: Vector;
  /** The drag coefficient, N·s/m. */
  readonly drag: number;
}

/** A force of the format, beside gravity. */
export type SceneForce = DragForce | SpringForce | ConstantForce | AttractForce | RepelForce | WindForce | JointForce;

/** A constraint on one thing; anchors and axes of constraints are in world coordinates at t = 0. */
interface Holding extends Named {
  /** The id of a body or particle. */
  readonly a: string;
}

interface Joining extends Holding {
  /** The id of a second body or particle. Default the world. */
  readonly b?: string;
}

/** A spherical joint: two points coincide. */
export interface BallConstraint extends Joining {
  readonly type: "ball";
  /** The common point, m. Default the place of a particle that takes part. */
  readonly anchor?: Vector;
}

/** A revolute joint: one rotation about an axis is free. */
export interface HingeConstraint extends Joining {
  readonly type: "hinge";
  /** A point of the axis, m. */
  readonly anchor: Vector;
  /** The axis; only its direction counts. */
  readonly axis: Vector;
}

/** A prismatic joint: one translation along an axis is free. */
export interface SliderConstraint extends Joining {
  readonly type: "slider";
  /** The axis; only its direction counts. */
  readonly axis: Vector;
}

/** A fixed joint: no relative motion is free. */
export interface WeldConstraint extends Joining {
  readonly type: "weld";
}

/** A massless rod: two points keep their distance. */
export interface DistanceConstraint extends Joining {
  readonly type: "distance";
  /** The point of `a`, m. Default the position of the body or particle. */
  readonly anchorA?: Vector;
  /** The point of `b`, m. Default the position of the body or particle; must be given where `b` is the world. */
  readonly anchorB?: Vector;
  /** The length, m. Default the distance at t = 0. */
  readonly length?: number;
}

/** A circle in space. */
export interface CircleCurve {
  readonly type: "circle";
  /** The centre, m. */
  readonly center: Vector;
  /** The normal of its plane; only its direction counts. */
  readonly normal: Vector;
  /** The radius, m. */
  readonly radius: number;
}

/** A straight line in space. */
export interface LineCurve {
  readonly type: "line";
  /** The point with arc length 0, m. */
  readonly point: Vector;
  /** The direction of growing arc length. */
  readonly direction: Vector;
}

/** A helix in space. */
export interface HelixCurve {
  readonly type: "helix";
  /** The point of the axis at angle 0, m. */
  readonly center: Vector;
  /** The axis; only its direction counts. */
  readonly axis: Vector;
  /** The radius, m. */
  readonly radius: number;
  /** The rise per turn, m; negative for a left-handed helix. */
  readonly pitch: number;
}

/** A curve in space, as a track or a wire. */
export type SceneCurve = CircleCurve | LineCurve | HelixCurve;

/** A point of a body or particle stays on a curve. */
export interface CurveConstraint extends Holding {
  readonly type: "curve";
  /** The curve, in world coordinates. */
  readonly curve: SceneCurve;
  /** The point of a body that stays on the curve. Default its position. Beyond the contract. */
  readonly anchor?: Vector;
}

/** The point `anchor` of a body stays in the plane through it; a particle stays in the plane through `anchor`. */
export interface PlaneConstraint extends Holding {
  readonly type: "plane";
  /** A point of the plane, m. */
  readonly anchor: Vector;
  /** The normal of the plane; only its direction counts. */
  readonly normal: Vector;
}

/** A constraint of the format. */
export type SceneConstraint =
  | BallConstraint
  | HingeConstraint
  | SliderConstraint
  | WeldConstraint
  | DistanceConstraint
  | CurveConstraint
  | PlaneConstraint
  | SceneJoint;

/** A rod of a pendulum with the point mass at its end. */
export interface PendulumLink {
  /** The length of the rod, m. */
  readonly length: number;
  /** The point mass at its end, kg. */
  readonly mass: number;
}

/** Point masses on massless rods, in the plane with that normal. */
export interface PendulumBody {
  /** The id, unique in the file. */
  readonly id: string;
  readonly type: "pendulum";
  /** The point from which the pendulum hangs, m. Default the origin. */
  readonly anchor?: Vector;
  /** The normal of the plane of motion. Default [0, 0, 1]. */
  readonly normal?: Vector;
  /** The rods and masses, from the anchor outward. */
  readonly links: readonly PendulumLink[];
  /** The angle of each rod from the direction of gravity, right-handed about the normal, rad. Default zeros. */
  readonly angles?: readonly number[];
  /** The rate of each angle, rad/s. Default zeros. */
  readonly rates?: readonly number[];
}

/** A bead on a wire: u is the angle on a circle or helix, rad, and the arc length along a line, m. */
export interface BeadBody {
  /** The id, unique in the file. */
  readonly id: string;
  readonly type: "bead";
  /** The mass, kg. Default 1. */
  readonly mass?: number;
  /** The wire. */
  readonly curve: SceneCurve;
  /** The coordinate at t = 0, rad or m. Default 0. */
  readonly u?: number;
  /** The rate of the coordinate at t = 0, rad/s or m/s. Default 0. */
  readonly rate?: number;
}

/** A body in generalized coordinates. */
export type SceneGeneralized = PendulumBody | BeadBody;
