/**
 * The scene format, version 1, as types: one JSON file describes a world and how to simulate it. The rules that files are
 * checked by are in the tables of table-*.ts; types and tables have the same keys, or they do not compile.
 *
 *   SI units, right-handed axes, y up by custom. Vectors are [x, y, z], rotations unit quaternions [x, y, z, w].
 *   Angular velocities are in world axes. Angles are in radians.
 *
 * Forces, constraints and generalized bodies are in file-parts.ts, further joints in file-joints.ts.
 */
import type { SceneConstraint, SceneForce, SceneGeneralized } from "./file-parts.js";
import type { Quaternion, Vector } from "./vectors.js";

/** A scene file: a world and how to simulate it. */
export interface SceneFile {
  /** The address of the schema, for editors. Beyond the contract. */
  readonly $schema?: string;
  /** The version of the format. */
  readonly rigor: 1;
  /** The name of the scene. Default "scene". */
  readonly name?: string;
  /** One or two sentences on what the scene shows. */
  readonly description?: string;
  /** The acceleration of gravity, m/s². Default [0, -9.81, 0]. */
  readonly gravity?: Vector;
  /** The duration and the sample rate of a run. */
  readonly run?: SceneRunOptions;
  /** The numerical method and its tolerances. */
  readonly method?: SceneMethod;
  /** Materials by name. */
  readonly materials?: Readonly<Record<string, SceneMaterial>>;
  /** Pairs of materials whose coefficients replace those of the mixing rule. */
  readonly pairs?: readonly ScenePair[];
  /** The rigid bodies. */
  readonly bodies?: readonly SceneBody[];
  /** The point masses. */
  readonly particles?: readonly SceneParticle[];
  /** The forces beside gravity. */
  readonly forces?: readonly SceneForce[];
  /** The joints and other constraints. */
  readonly constraints?: readonly SceneConstraint[];
  /** A reserved list: it must be empty. */
  readonly cloths?: readonly never[];
  /** The bodies in generalized coordinates. */
  readonly generalized?: readonly SceneGeneralized[];
}

/** The duration and the sample rate of a run. */
export interface SceneRunOptions {
  /** The simulated time, s, above 0. Default 5. */
  readonly duration?: number;
  /** The number of samples a second. Default 60. */
  readonly sampleRate?: number;
}

/** The numerical method of a scene and its tolerances. */
export interface SceneMethod {
  /** The stepper. Default "exact". "realtime" is reserved for a later version of the engine: the check refuses it. */
  readonly stepper?: "exact" | "realtime";
  /** The integrator that advances the state between events. Default "dopri5". */
  readonly integrator?: "dopri5" | "rk4" | "midpoint" | "euler" | "adams" | "backward-euler";
  /** The step of a fixed-step integrator, or the largest step of an adaptive one, s. */
  readonly step?: number;
  /** The local error that the adaptive integrator keeps, absolute and relative. Default 1e-8. */
  readonly tolerance?: number;
  /** The gap below which bodies touch and the depth that none exceeds, m. Default 1e-7. */
  readonly contactTolerance?: number;
  /** The approach speed below which an impact counts as resting contact, m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
  /** The impact law for several impacts at one instant. Default "simultaneous". */
  readonly collisions?: "simultaneous" | "propagation";
  /** The solver for the forces of resting contact. Default "auto". */
  readonly resting?: "auto" | "pivot" | "lp-1989";
  /** The seed of random numbers. Default 0. */
  readonly seed?: number;
}

/** The coefficients of friction and restitution of a surface. */
export interface SceneSurface {
  /**
   * The coefficient of friction μ, static and kinetic. Default 0: no friction. Two surfaces in contact have √(μa μb), so both
   * need one.
   */
  readonly friction?: number;
  /** The static coefficient of friction, at least the kinetic one. Default `friction`. */
  readonly staticFriction?: number;
  /** The coefficient of restitution ε, 0 to 1. Default 0. */
  readonly restitution?: number;
}

/** A material: surface coefficients and density. */
export interface SceneMaterial extends SceneSurface {
  /** The density, kg/m³. Default 1000. */
  readonly density?: number;
}

/** A pair of materials whose coefficients replace those of the mixing rule. */
export interface ScenePair extends SceneSurface {
  /** The name of the first material. */
  readonly a: string;
  /** The name of the second material, which may be the first. */
  readonly b: string;
}

/** A box about the origin of its frame, its edges along the axes. */
export interface BoxShape {
  readonly type: "box";
  /** The full lengths along x, y and z, m. */
  readonly size: Vector;
}

/** A ball about the origin of its frame. */
export interface SphereShape {
  readonly type: "sphere";
  /** The radius, m. */
  readonly radius: number;
}

/** A solid of revolution about y, centred; a cone has its tip up. */
export interface AxialShape {
  readonly type: "cylinder" | "cone" | "capsule";
  /** The radius, m. */
  readonly radius: number;
  /** The height, m; of a capsule that of the straight part. */
  readonly height: number;
}

/** A convex polyhedron, given by points. */
export interface ConvexShape {
  readonly type: "convex";
  /** The points whose convex hull is the shape, m. */
  readonly vertices: readonly Vector[];
}

/** A closed surface: vertices and faces, or the file that has them. */
export interface MeshShape {
  readonly type: "mesh";
  /** The corners of the surface, m. */
  readonly vertices?: readonly Vector[];
  /** Indices of the corners of each face, from 0, counter-clockwise seen from outside. */
  readonly faces?: readonly (readonly number[])[];
  /** The name of an OBJ, STL, glTF or GLB file in the scene's folder. */
  readonly file?: string;
}

/** The solid half-space normal·x ≤ offset, of fixed bodies only. */
export interface PlaneShape {
  readonly type: "plane";
  /** The outward normal; only its direction counts. */
  readonly normal: Vector;
  /** The distance of the surface from the origin along the unit normal, m. Default 0. */
  readonly offset?: number;
}

/** A collision shape in its own frame. */
export type SceneShape = BoxShape | SphereShape | AxialShape | ConvexShape | MeshShape | PlaneShape;

/** The pose of a shape of a compound in the frame of its body, and its mass. */
export interface ShapePlace {
  /** The origin of the shape's frame in that of the body, m. Default the origin. */
  readonly position?: Vector;
  /** The rotation of the shape's frame in that of the body. Default none. */
  readonly rotation?: Quaternion;
  /** The mass of the shape, kg; or density. Default by the density of the body. */
  readonly mass?: number;
  /** The density of the shape, kg/m³. */
  readonly density?: number;
}

/** A shape with its pose in the frame of a body. */
export type PlacedShape = SceneShape & ShapePlace;

/** A rigid body. */
export interface SceneBody extends SceneSurface {
  /** The id, unique in the file. */
  readonly id: string;
  /** The only shape of the body; a compound has `shapes` instead. */
  readonly shape?: SceneShape;
  /** The shapes of a compound. */
  readonly shapes?: readonly PlacedShape[];
  /** The mass, kg; or density. */
  readonly mass?: number;
  /** The density, kg/m³. Default that of the material, or 1000. */
  readonly density?: number;
  /** The inertia tensor about the centre of mass in the body's axes, kg·m²: three rows. */
  readonly inertia?: readonly [Vector, Vector, Vector];
  /** The centre of mass in the body's frame, m. Default that of the shapes. */
  readonly centerOfMass?: Vector;
  /** The position of the frame in which the shapes are given, m. Default the origin. */
  readonly position?: Vector;
  /** The rotation of the frame in which the shapes are given. Default none. */
  readonly rotation?: Quaternion;
  /** The velocity of the centre of mass, m/s. Default at rest. */
  readonly velocity?: Vector;
  /** The angular velocity in world axes, rad/s. Default none. */
  readonly angularVelocity?: Vector;
  /** The name of a material in `materials`. Values given at the body win over the material's. */
  readonly material?: string;
  /** The surface velocity of a fixed body that is a conveyor belt, m/s, world axes. */
  readonly surfaceVelocity?: Vector;
  /** Whether the body never moves. Default false. */
  readonly fixed?: boolean;
  /** The prescribed motion, which no force changes. */
  readonly motion?: SceneMotion;
  /** The collision group, from 0 to 31. Default 0. */
  readonly group?: number;
  /** The collision groups that the body meets. Default all. */
  readonly collidesWith?: readonly number[];
  /** The colour in pictures: "#rrggbb". Beyond the contract. */
  readonly color?: string;
}

/** Poses at given times; before the first and after the last the body rests. */
export interface KeyframesMotion {
  readonly type: "keyframes";
  /** The times of the keys, s, strictly increasing. */
  readonly times: readonly number[];
  /** One position a time, m. Default the body's position throughout. */
  readonly positions?: readonly Vector[];
  /** One rotation a time. Default the body's rotation throughout. */
  readonly rotations?: readonly Quaternion[];
  /** The interpolation: "linear" as in glTF, or "smooth" with continuous velocities (C¹). Default "linear". */
  readonly interpolation?: "linear" | "smooth";
  /** The motion after the last key: "hold" rests there, "loop" repeats the keys for ever. Default "hold". Beyond the contract. */
  readonly repeat?: "hold" | "loop";
  /**
   * The end conditions of smooth interpolation: "rest" starts and stops with zero velocity. Default "free". Beyond the contract.
   */
  readonly ends?: "free" | "rest";
}

/** A rotation about a fixed axis at a constant rate. */
export interface RotateMotion {
  readonly type: "rotate";
  /** The axis in world coordinates; only its direction counts. */
  readonly axis: Vector;
  /** The angular rate, rad/s. */
  readonly rate: number;
  /** A point of the axis, m. Default the position at t = 0. Beyond the contract. */
  readonly center?: Vector;
}

/** A prescribed motion of a body or particle. */
export type SceneMotion = KeyframesMotion | RotateMotion;

/** A point mass. */
export interface SceneParticle extends SceneSurface {
  /** The id, unique in the file. */
  readonly id: string;
  /** The mass, kg. Default 1. */
  readonly mass?: number;
  /** The position, m. Default the origin. */
  readonly position?: Vector;
  /** The velocity, m/s. Default at rest. */
  readonly velocity?: Vector;
  /** Whether the particle never moves. Default false. */
  readonly fixed?: boolean;
  /** The prescribed motion, which no force changes. */
  readonly motion?: SceneMotion;
  /** Whether the particle collides with bodies. Default false. */
  readonly collide?: boolean;
  /** The name of a material in `materials`. Beyond the contract. */
  readonly material?: string;
  /** The collision group, from 0 to 31. Default 0. Beyond the contract. */
  readonly group?: number;
  /** The collision groups that the particle meets. Default all. Beyond the contract. */
  readonly collidesWith?: readonly number[];
  /** The colour in pictures: "#rrggbb". Beyond the contract. */
  readonly color?: string;
}
