/** The scene format: forces, constraints and generalized bodies. See file.ts. */
import type { Vector } from "./file.js";
import type { JointForce, SceneJoint } from "./file-joints.js";

/** What a force acts on: ids of bodies and particles, or all of them. */
export type SceneSelection = readonly string[] | "all";

interface Named {
  /** Unique in the file. */
  readonly id?: string;
}

/** F = −linear v and τ = −angular ω. */
export interface DragForce extends Named {
  readonly type: "drag";
  readonly on: SceneSelection;
  /** N·s/m. Default 0. */
  readonly linear?: number;
  /** N·m·s; of bodies. Default 0. */
  readonly angular?: number;
}

export interface SpringForce extends Named {
  readonly type: "spring";
  /** A body or particle. */
  readonly a: string;
  /** Default the world: `anchorB` is then a point of it. */
  readonly b?: string;
  /** In the frame of the body. Default its origin. */
  readonly anchorA?: Vector;
  readonly anchorB?: Vector;
  /** N/m. */
  readonly stiffness: number;
  /** N·s/m. Default 0. */
  readonly damping?: number;
  /** At which it is slack, m. Default the distance at t = 0. */
  readonly length?: number;
}

export interface ConstantForce extends Named {
  readonly type: "constant";
  readonly on: SceneSelection;
  /** N. */
  readonly force?: Vector;
  /** N·m; of bodies. */
  readonly torque?: Vector;
  /** Where the force acts, in `frame`. Default the centre of mass. */
  readonly at?: Vector;
  /** Of force, torque and `at`. Default "world". */
  readonly frame?: "world" | "body";
  /** Of `at` alone: "body" lets the point go along with the body. Default that of `frame`. Beyond the contract. */
  readonly atFrame?: "world" | "body";
}

/** strength m₁m₂/(d² + softening²) between the centres of mass of every pair. */
export interface AttractForce extends Named {
  readonly type: "attract";
  readonly on: SceneSelection;
  /** m³/(kg·s²); negative repels. */
  readonly strength: number;
  /** m. Default 0. */
  readonly softening?: number;
}

/** stiffness (radius − d) between the centres of mass of pairs nearer than the radius. */
export interface RepelForce extends Named {
  readonly type: "repel";
  readonly on: SceneSelection;
  /** m. */
  readonly radius: number;
  /** N/m. */
  readonly stiffness: number;
  /** N·s/m. Default 0. */
  readonly damping?: number;
}

/** F = drag (velocity − v) at the centre of mass. */
export interface WindForce extends Named {
  readonly type: "wind";
  readonly on: SceneSelection;
  /** m/s. */
  readonly velocity: Vector;
  /** N·s/m. */
  readonly drag: number;
}

export type SceneForce = DragForce | SpringForce | ConstantForce | AttractForce | RepelForce | WindForce | JointForce;

/** Anchors and axes of constraints are in world coordinates at t = 0. */
interface Holding extends Named {
  /** A body or particle. */
  readonly a: string;
}

interface Joining extends Holding {
  /** Default the world. */
  readonly b?: string;
}

export interface BallConstraint extends Joining {
  readonly type: "ball";
  /** Default the place of a particle that takes part. */
  readonly anchor?: Vector;
}

export interface HingeConstraint extends Joining {
  readonly type: "hinge";
  readonly anchor: Vector;
  readonly axis: Vector;
}

export interface SliderConstraint extends Joining {
  readonly type: "slider";
  readonly axis: Vector;
}

export interface WeldConstraint extends Joining {
  readonly type: "weld";
}

export interface DistanceConstraint extends Joining {
  readonly type: "distance";
  /** Default the position of the body or particle. */
  readonly anchorA?: Vector;
  /** The same; must be given where b is the world. */
  readonly anchorB?: Vector;
  /** m. Default the distance at t = 0. */
  readonly length?: number;
}

export interface CircleCurve {
  readonly type: "circle";
  readonly center: Vector;
  readonly normal: Vector;
  /** m. */
  readonly radius: number;
}

export interface LineCurve {
  readonly type: "line";
  readonly point: Vector;
  readonly direction: Vector;
}

export interface HelixCurve {
  readonly type: "helix";
  readonly center: Vector;
  readonly axis: Vector;
  /** m. */
  readonly radius: number;
  /** Rise per turn, m; negative for a left-handed one. */
  readonly pitch: number;
}

export type SceneCurve = CircleCurve | LineCurve | HelixCurve;

export interface CurveConstraint extends Holding {
  readonly type: "curve";
  readonly curve: SceneCurve;
  /** The point of a body that stays on the curve. Default its position. Beyond the contract. */
  readonly anchor?: Vector;
}

/** The point `anchor` of a body stays in the plane through it; a particle stays in the plane through `anchor`. */
export interface PlaneConstraint extends Holding {
  readonly type: "plane";
  readonly anchor: Vector;
  readonly normal: Vector;
}

export type SceneConstraint =
  | BallConstraint
  | HingeConstraint
  | SliderConstraint
  | WeldConstraint
  | DistanceConstraint
  | CurveConstraint
  | PlaneConstraint
  | SceneJoint;

export interface PendulumLink {
  /** m. */
  readonly length: number;
  /** kg. */
  readonly mass: number;
}

/** Point masses on massless rods, in the plane with that normal. */
export interface PendulumBody {
  readonly id: string;
  readonly type: "pendulum";
  /** Default the origin. */
  readonly anchor?: Vector;
  /** Default [0, 0, 1]. */
  readonly normal?: Vector;
  readonly links: readonly PendulumLink[];
  /** Of each rod from the direction of gravity, right-handed about the normal, rad. Default zeros. */
  readonly angles?: readonly number[];
  /** rad/s. Default zeros. */
  readonly rates?: readonly number[];
}

/** A bead on a wire: u is the angle on a circle or helix, rad, and the way along a line, m. */
export interface BeadBody {
  readonly id: string;
  readonly type: "bead";
  /** kg. Default 1. */
  readonly mass?: number;
  readonly curve: SceneCurve;
  /** Default 0. */
  readonly u?: number;
  /** Default 0. */
  readonly rate?: number;
}

export type SceneGeneralized = PendulumBody | BeadBody;
