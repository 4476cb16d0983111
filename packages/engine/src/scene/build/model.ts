/** Models: worlds made from scene files, with names for their parts. Runs, recordings and pictures read them. */
import type { Constraint } from "../../constrain/index.js";
import type { GeneralizedBody } from "../../lagrange/index.js";
import type { World } from "../../world/index.js";
import type { PlacedShape, Quaternion, SceneFile, SceneGeneralized } from "../format/index.js";
import type { MotionBreaks } from "./motion-breaks.js";

/** A body of a model. */
export interface ModelBody {
  /** The id of the file. */
  readonly id: string;
  /** The index of the body in `world.system`. */
  readonly index: number;
  /** The shapes of the file, meshes with their vertices and faces, in the frame whose pose `readPose` reads. */
  readonly shapes: readonly PlacedShape[];
  /** Whether the body never moves. */
  readonly fixed: boolean;
  /** Whether the body follows a prescribed motion. */
  readonly driven: boolean;
  /** The rotation at t = 0, [x, y, z, w]. */
  readonly startRotation?: Quaternion;
  /** The colour "#rrggbb", if the file has one. */
  readonly color?: string;
}

/** A particle of a model. */
export interface ModelParticle {
  /** The id of the file. */
  readonly id: string;
  /** The index of the particle in `world.system.particles`. */
  readonly index: number;
  /** Whether the particle never moves. */
  readonly fixed: boolean;
  /** Whether the particle follows a prescribed motion. */
  readonly driven: boolean;
  /** The colour "#rrggbb", if the file has one. */
  readonly color?: string;
}

/** A constraint of a model. */
export interface ModelConstraint {
  /** The id of the file, or "constraint 3" by its place in the list. */
  readonly id: string;
  /** The type of the file. */
  readonly type: string;
  /** The constraint in the mechanism of the world. */
  readonly constraint: Constraint;
  /** Whether the first end of the constraint is the `b` of the file, so that reactions change sign. Default false. */
  readonly flipped?: boolean;
}

/** A force of a model. */
export interface ModelForce {
  /** The id of the file, or "force 3" by its place in the list. */
  readonly id: string;
  /** The type of the file. */
  readonly type: string;
  /** The two particles of `world.system.particles` that a spring joins, among them anchors on bodies. */
  readonly ends?: readonly [number, number];
  /** The rest length of a spring, m. */
  readonly length?: number;
}

/** A generalized body of a model. */
export interface ModelGeneralized {
  /** The id of the file. */
  readonly id: string;
  /** The type of the file. */
  readonly type: SceneGeneralized["type"];
  /** The body, with its coordinates u, their rates and the positions of its masses (three numbers a mass). */
  readonly body: GeneralizedBody;
  /** The point from which a pendulum hangs, m. */
  readonly anchor?: readonly [number, number, number];
}

/** A world made from a scene file, with names for its parts. */
export interface Model {
  /** The world. */
  readonly world: World;
  /** The name of the scene. */
  readonly name: string;
  /** The description of the scene. */
  readonly description: string;
  /** The duration of a run, s. */
  readonly duration: number;
  /** The number of samples a second. */
  readonly sampleRate: number;
  /** The bodies, in the order of the file. */
  readonly bodies: readonly ModelBody[];
  /** The particles, in the order of the file. */
  readonly particles: readonly ModelParticle[];
  /** The constraints, in the order of the file. */
  readonly constraints: readonly ModelConstraint[];
  /** The forces, in the order of the file. */
  readonly forces: readonly ModelForce[];
  /** The generalized bodies, in the order of the file. */
  readonly generalized: readonly ModelGeneralized[];
  /** The velocity discontinuities of prescribed motions, which `advanceModel` handles as events. */
  readonly breaks?: MotionBreaks;
  /** The scene file, with the meshes of mesh files in it. */
  readonly scene: SceneFile;
  /** The differences of the model from the file, in words. */
  readonly warnings: readonly string[];
}
