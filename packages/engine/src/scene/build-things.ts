/** What has been built so far, by the ids of the file: for what refers to it. */
import type { Constraint } from "../constrain/index.js";
import { quat, vec3 } from "../math/index.js";
import type { MassProperties } from "../rigid/index.js";
import type { World } from "../world/index.js";
import type { SceneBody } from "./file.js";
import { MotionBreaks } from "./motion-breaks.js";
import { LeftOut } from "./problem.js";

/** A body or particle of the world. */
export interface Thing {
  readonly kind: "body" | "particle";
  readonly index: number;
  /** Whether forces move it. */
  readonly isFree: boolean;
  /** Of a body. */
  readonly body?: SceneBody;
}

export class Things {
  readonly world: World;
  readonly byId = new Map<string, Thing>();
  readonly breaks = new MotionBreaks();
  /** Constraints by their ids. */
  readonly joints = new Map<string, Constraint>();
  /** Particles that stand for centres of mass of bodies, by body. */
  private readonly centers = new Map<number, number>();

  constructor(world: World) {
    this.world = world;
  }

  /** What an id names; files were checked, so what is not there was left out. */
  find(id: string): Thing {
    const thing = this.byId.get(id);
    if (thing === undefined) throw new LeftOut();
    return thing;
  }

  /** The particle that stands for a point of a thing given in its frame. */
  anchor(thing: Thing, point: ArrayLike<number> = [0, 0, 0]): number {
    return thing.kind === "particle" ? thing.index : this.world.system.addAnchor(thing.index, point);
  }

  /** The particle that stands for the centre of mass. */
  anchorCenter(thing: Thing, weight: MassProperties | null): number {
    if (thing.kind === "particle") return thing.index;
    const known = this.centers.get(thing.index);
    if (known !== undefined) return known;
    const center = weight?.center ?? this.world.system.center.slice(3 * thing.index, 3 * thing.index + 3);
    const particle = this.world.system.addAnchor(thing.index, center);
    this.centers.set(thing.index, particle);
    return particle;
  }

  /** Where the frame of a thing is, world coordinates. */
  locate({ kind, index }: Thing): Float64Array {
    const { system } = this.world;
    if (kind === "particle") return system.particles.state.slice(6 * index, 6 * index + 3);
    const pose = new Float64Array(7);
    system.readPose(pose, 0, index);
    return pose.slice(0, 3);
  }

  /** A point of the world in the frame of a body. */
  toLocal({ index }: Thing, point: ArrayLike<number>): Float64Array {
    const pose = new Float64Array(7);
    this.world.system.readPose(pose, 0, index);
    const local = Float64Array.from(point);
    vec3.subtract(local, 0, local, 0, pose, 0);
    quat.rotateVectorInverse(local, 0, pose, 3, local, 0);
    return local;
  }
}

/** The rotation whose axes are x, y, z: three vectors of length 1 at right angles, right-handed. */
export function toRotation(x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>): Float64Array {
  const R = Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
  const q = new Float64Array(4);
  quat.fromMatrix(q, 0, R, 0);
  return q;
}
