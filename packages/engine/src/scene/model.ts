/** A world with names for what is in it, made from a scene file: what runs, recordings and pictures work on. */
import type { Constraint } from "../constrain/index.js";
import type { GeneralizedBody } from "../lagrange/index.js";
import type { World } from "../world/index.js";
import type { PlacedShape, Quaternion, SceneFile } from "./file.js";
import type { SceneGeneralized } from "./file-parts.js";
import type { MotionBreaks } from "./motion-breaks.js";

export interface ModelBody {
  readonly id: string;
  /** Of `world.system`. */
  readonly index: number;
  /** As in the file, meshes with their vertices and faces; in the frame that `readPose` tells. */
  readonly shapes: readonly PlacedShape[];
  /** Never moves. */
  readonly fixed: boolean;
  /** Whether it follows a path. */
  readonly driven: boolean;
  /** How it stood at t = 0, [x, y, z, w]. */
  readonly startRotation?: Quaternion;
  /** "#rrggbb", if the file has one. */
  readonly color?: string;
}

export interface ModelParticle {
  readonly id: string;
  /** Of `world.system.particles`. */
  readonly index: number;
  readonly fixed: boolean;
  readonly driven: boolean;
  readonly color?: string;
}

export interface ModelConstraint {
  /** That of the file, or "constraint 3": its place in the list. */
  readonly id: string;
  readonly type: string;
  readonly constraint: Constraint;
  /** Whether the first end of it is the file's b: what the world tells of a is then the opposite. Default false. */
  readonly flipped?: boolean;
}

export interface ModelForce {
  /** That of the file, or "force 3": its place in the list. */
  readonly id: string;
  readonly type: string;
  /** Of a spring: the two particles of `world.system.particles` between which it is; anchors on bodies are among them. */
  readonly ends?: readonly [number, number];
  /** Of a spring: at which it is slack, m. */
  readonly length?: number;
}

export interface ModelGeneralized {
  readonly id: string;
  readonly type: SceneGeneralized["type"];
  /** u, rate and position (three numbers a mass) are read from it. */
  readonly body: GeneralizedBody;
  /** Where a pendulum hangs. */
  readonly anchor?: readonly [number, number, number];
}

export interface Model {
  readonly world: World;
  readonly name: string;
  readonly description: string;
  /** s. */
  readonly duration: number;
  /** Samples a second. */
  readonly sampleRate: number;
  readonly bodies: readonly ModelBody[];
  readonly particles: readonly ModelParticle[];
  readonly constraints: readonly ModelConstraint[];
  readonly forces: readonly ModelForce[];
  readonly generalized: readonly ModelGeneralized[];
  /** When driven things change their velocity at once: `advanceModel` sees to it. */
  readonly breaks?: MotionBreaks;
  /** The file that describes it, with the meshes of files in it. */
  readonly scene: SceneFile;
  /** What is not as the file says. */
  readonly warnings: readonly string[];
}
