/** The registry of built entities by the ids of the file, with which references are resolved. */
import type { Constraint, Place } from "../../constrain/index.js";
import { quat, vec3 } from "../../math/index.js";
import type { MassProperties } from "../../rigid/index.js";
import type { World } from "../../world/index.js";
import { OmittedEntry } from "../check/index.js";
import type { SceneBody } from "../format/index.js";
import { MotionBreaks } from "./motion-breaks.js";

/** A body or particle of the world. */
export interface Entity {
  /** Whether the entity is a body or a particle. */
  readonly kind: "body" | "particle";
  /** The index of the body or particle in the world. */
  readonly index: number;
  /** Whether forces move it. */
  readonly isFree: boolean;
  /** The entry of a body in the file. */
  readonly body?: SceneBody;
}

/** The bodies, particles and constraints built so far, by their ids. */
export class Registry {
  /** The world that is being built. */
  readonly world: World;
  /** The bodies and particles by their ids. */
  readonly byId = new Map<string, Entity>();
  /** The velocity discontinuities of prescribed motions. */
  readonly breaks = new MotionBreaks();
  /** The constraints by their ids. */
  readonly joints = new Map<string, Constraint>();
  /** The particles at the centres of mass of bodies, by body. */
  private readonly centers = new Map<number, number>();

  constructor(world: World) {
    this.world = world;
  }

  /** The entity with an id. Ids were checked, so an id without entity is that of an omitted entry. */
  find(id: string): Entity {
    const entity = this.byId.get(id);
    if (entity === undefined) throw new OmittedEntry();
    return entity;
  }

  /** The particle at a point of an entity, given in its frame; a body gets an anchor there. */
  anchor(entity: Entity, point: ArrayLike<number> = [0, 0, 0]): number {
    return entity.kind === "particle" ? entity.index : this.world.system.addAnchor(entity.index, point);
  }

  /** The particle at the centre of mass of an entity; a body gets an anchor there. */
  anchorCenter(entity: Entity, weight: MassProperties | null): number {
    if (entity.kind === "particle") return entity.index;
    const known = this.centers.get(entity.index);
    if (known !== undefined) return known;
    const center = weight?.center ?? this.world.system.center.slice(3 * entity.index, 3 * entity.index + 3);
    const particle = this.world.system.addAnchor(entity.index, center);
    this.centers.set(entity.index, particle);
    return particle;
  }

  /** The origin of the frame of an entity, world coordinates, m. */
  locate({ kind, index }: Entity): Float64Array {
    const { system } = this.world;
    if (kind === "particle") return system.particles.state.slice(6 * index, 6 * index + 3);
    const pose = new Float64Array(7);
    system.readPose(pose, 0, index);
    return pose.slice(0, 3);
  }

  /** A point of the world in the frame of a body, m. */
  toLocal({ index }: Entity, point: ArrayLike<number>): Float64Array {
    const pose = new Float64Array(7);
    this.world.system.readPose(pose, 0, index);
    const local = Float64Array.from(point);
    vec3.subtract(local, 0, local, 0, pose, 0);
    quat.rotateVectorInverse(local, 0, pose, 3, local, 0);
    return local;
  }
}

/** An entity as the makers of constraints name it. */
export function nameEntity({ kind, index }: Entity): { body: number } | { particle: number } {
  return kind === "body" ? { body: index } : { particle: index };
}

/** The point of an entity that is at a point of the world; of a particle its own position. */
export function placeAt(registry: Registry, entity: Entity, point: ArrayLike<number>): Place {
  if (entity.kind === "particle") return { particle: entity.index };
  return { body: entity.index, point: registry.toLocal(entity, point) };
}
