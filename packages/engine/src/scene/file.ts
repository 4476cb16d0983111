/**
 * The scene format, version 1, as types: one JSON file describes a world and how to simulate it. What is checked of it is
 * in the tables of schema-*.ts; the two have the same keys, or they do not compile.
 *
 *   SI units, right-handed axes, y up by custom. Vectors are [x, y, z], rotations unit quaternions [x, y, z, w].
 *   Angular velocities are in world axes. Angles are in radians.
 *
 * Forces, constraints and generalized bodies are in file-parts.ts.
 */
import type { SceneConstraint, SceneForce, SceneGeneralized } from "./file-parts.js";

export type Vector = readonly [number, number, number];
/** [x, y, z, w], as in glTF and three.js. */
export type Quaternion = readonly [number, number, number, number];

export interface SceneFile {
  /** Where the schema is, for editors. Beyond the contract. */
  readonly $schema?: string;
  /** The version of the format. */
  readonly rigor: 1;
  readonly name?: string;
  readonly description?: string;
  /** m/s². Default [0, -9.81, 0]. */
  readonly gravity?: Vector;
  readonly run?: SceneRunOptions;
  readonly method?: SceneMethod;
  /** By name. */
  readonly materials?: Readonly<Record<string, SceneMaterial>>;
  readonly pairs?: readonly ScenePair[];
  readonly bodies?: readonly SceneBody[];
  readonly particles?: readonly SceneParticle[];
  readonly forces?: readonly SceneForce[];
  readonly constraints?: readonly SceneConstraint[];
  /** Reserved: must be empty. */
  readonly cloths?: readonly never[];
  readonly generalized?: readonly SceneGeneralized[];
}

export interface SceneRunOptions {
  /** s, above 0. Default 5. */
  readonly duration?: number;
  /** Samples a second. Default 60. */
  readonly sampleRate?: number;
}

export interface SceneMethod {
  /** Default "exact". "realtime" is reserved for a later version of the engine: the check refuses it. */
  readonly stepper?: "exact" | "realtime";
  /** How the state is advanced between events. Default "dopri5". */
  readonly integrator?: "dopri5" | "rk4" | "midpoint" | "euler" | "adams" | "backward-euler";
  /** The step of a fixed-step integrator, or the largest of an adaptive one, s. */
  readonly step?: number;
  /** Local error the adaptive integrator keeps, absolute and relative. Default 1e-8. */
  readonly tolerance?: number;
  /** Bodies closer than this touch; none is deeper in another, m. Default 1e-7. */
  readonly contactTolerance?: number;
  /** Approaches slower than this are resting contact, m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
  /** Default "simultaneous". */
  readonly collisions?: "simultaneous" | "propagation";
  /** Default "auto". */
  readonly resting?: "auto" | "pivot" | "lp-1989";
  /** For anything random. Default 0. */
  readonly seed?: number;
}

/** How a surface rubs and bounces. */
export interface SceneSurface {
  /** μ, static and kinetic. Default 0: no friction. Of two that touch √(μa μb) counts, so both must have one. */
  readonly friction?: number;
  /** The larger static coefficient. Default `friction`. */
  readonly staticFriction?: number;
  /** ε, 0 to 1. Default 0. */
  readonly restitution?: number;
}

export interface SceneMaterial extends SceneSurface {
  /** kg/m³. Default 1000. */
  readonly density?: number;
}

/** How two materials go together, instead of how they mix. */
export interface ScenePair extends SceneSurface {
  readonly a: string;
  readonly b: string;
}

export interface BoxShape {
  readonly type: "box";
  /** Full lengths, m. */
  readonly size: Vector;
}

export interface SphereShape {
  readonly type: "sphere";
  /** m. */
  readonly radius: number;
}

/** Along y, centred; the height of a capsule is that of its straight part. */
export interface AxialShape {
  readonly type: "cylinder" | "cone" | "capsule";
  /** m. */
  readonly radius: number;
  /** m. */
  readonly height: number;
}

export interface ConvexShape {
  readonly type: "convex";
  /** The shape is the convex hull of these points. */
  readonly vertices: readonly Vector[];
}

/** A closed surface: vertices and faces, or the file they are in. */
export interface MeshShape {
  readonly type: "mesh";
  readonly vertices?: readonly Vector[];
  /** Indices of vertices, from 0, counter-clockwise seen from outside. */
  readonly faces?: readonly (readonly number[])[];
  /** OBJ, STL, glTF or GLB, in the scene's folder. */
  readonly file?: string;
}

/** The solid half-space normal·x ≤ offset. Fixed bodies only. */
export interface PlaneShape {
  readonly type: "plane";
  readonly normal: Vector;
  /** m. Default 0. */
  readonly offset?: number;
}

export type SceneShape = BoxShape | SphereShape | AxialShape | ConvexShape | MeshShape | PlaneShape;

/** Where a shape of a compound is, in the frame of its body, and what it weighs. */
export interface ShapePlace {
  /** Default the origin. */
  readonly position?: Vector;
  /** Default none. */
  readonly rotation?: Quaternion;
  /** kg; or density. Default the density of the body. */
  readonly mass?: number;
  /** kg/m³. */
  readonly density?: number;
}

export type PlacedShape = SceneShape & ShapePlace;

export interface SceneBody extends SceneSurface {
  /** Unique in the file. */
  readonly id: string;
  /** One shape, or several in `shapes`. */
  readonly shape?: SceneShape;
  readonly shapes?: readonly PlacedShape[];
  /** kg; or density. */
  readonly mass?: number;
  /** kg/m³. Default that of the material, or 1000. */
  readonly density?: number;
  /** About the centre of mass in the body's axes, kg·m²: three rows. */
  readonly inertia?: readonly [Vector, Vector, Vector];
  /** In the body's frame, m. Default that of the shapes. */
  readonly centerOfMass?: Vector;
  /** Of the frame in which the shapes are given. Default the origin. */
  readonly position?: Vector;
  readonly rotation?: Quaternion;
  /** Of the centre of mass, m/s. Default at rest. */
  readonly velocity?: Vector;
  /** World axes, rad/s. Default none. */
  readonly angularVelocity?: Vector;
  /** A name in `materials`. Values given here win over the material's. */
  readonly material?: string;
  /** Of a fixed body: its surface moves like a conveyor belt, m/s, world axes. */
  readonly surfaceVelocity?: Vector;
  /** Never moves. */
  readonly fixed?: boolean;
  /** Moves along a path whatever the forces. */
  readonly motion?: SceneMotion;
  /** From 0 to 31. Default 0. */
  readonly group?: number;
  /** The groups that are met. Default all. */
  readonly collidesWith?: readonly number[];
  /** Of pictures: "#rrggbb". Beyond the contract. */
  readonly color?: string;
}

/** Poses at given times; before the first and after the last the body rests. */
export interface KeyframesMotion {
  readonly type: "keyframes";
  /** s, strictly increasing. */
  readonly times: readonly number[];
  /** One a time. Default the body's position throughout. */
  readonly positions?: readonly Vector[];
  /** One a time. Default the body's rotation throughout. */
  readonly rotations?: readonly Quaternion[];
  /** "linear" as in glTF, or "smooth": continuous velocities. Default "linear". */
  readonly interpolation?: "linear" | "smooth";
  /** Whether the keys come round again for ever. Default "hold". Beyond the contract. */
  readonly repeat?: "hold" | "loop";
  /** Of smooth ones: "rest" starts and stops with zero velocity. Default "free". Beyond the contract. */
  readonly ends?: "free" | "rest";
}

export interface RotateMotion {
  readonly type: "rotate";
  /** World axes; only the direction counts. */
  readonly axis: Vector;
  /** rad/s. */
  readonly rate: number;
  /** A point of the axis. Default the position at t = 0. Beyond the contract. */
  readonly center?: Vector;
}

export type SceneMotion = KeyframesMotion | RotateMotion;

export interface SceneParticle extends SceneSurface {
  /** Unique in the file. */
  readonly id: string;
  /** kg. Default 1. */
  readonly mass?: number;
  /** Default the origin. */
  readonly position?: Vector;
  /** m/s. Default at rest. */
  readonly velocity?: Vector;
  readonly fixed?: boolean;
  readonly motion?: SceneMotion;
  /** Whether it meets bodies. Default false. */
  readonly collide?: boolean;
  /** A name in `materials`. Beyond the contract. */
  readonly material?: string;
  /** As of bodies. Beyond the contract. */
  readonly group?: number;
  readonly collidesWith?: readonly number[];
  readonly color?: string;
}
