/** Forces of a world as forces of a file. */
import { fail } from "../../math/index.js";
import { type Force, Springs } from "../../particles/index.js";
import type { BodyForce } from "../../rigid/index.js";
import type { World } from "../../world/index.js";
import type { SceneForce, SceneSelection, Vector } from "../format/index.js";
import { read3 } from "./describe-body.js";

/** The names of the particles of the world in the file. */
export interface ParticleNames {
  /** The ids of particles of the file. */
  readonly ids: ReadonlyMap<number, string>;
  /** The anchors on bodies: the id of the body, and the point in its frame, m. */
  readonly anchors: ReadonlyMap<number, { readonly id: string; readonly point: Vector }>;
}

type Numbers = Readonly<Record<string, never>>;

/**
 * A force on bodies other than gravity as forces of a file; `bodies` are the ids of bodies, and bodies without id are removed
 * ones.
 */
export function describeBodyForce(force: BodyForce, path: string, bodies: ReadonlyMap<number, string>): SceneForce[] {
  const given = requireParameters(force, path) as Numbers;
  const all = force.on === undefined ? [...bodies.keys()] : Array.from(force.on);
  const on: SceneSelection = all.flatMap((body) => bodies.get(body) ?? []);
  if (on.length === 0) return [];
  switch (force.name) {
    case "damping":
      return [{ type: "drag", on, linear: given.linear, angular: given.angular }];
    case "wind":
      return [{ type: "wind", on, velocity: given.velocity, drag: given.linear }];
    default: {
      const { force: push, torque, at, frame, pointFrame } = given as Readonly<Record<string, unknown>>;
      if (push === undefined && torque === undefined) refuse(force, path);
      const own = at === undefined ? {} : { at, ...(pointFrame === frame ? {} : { atFrame: pointFrame }) };
      return [
        JSON.parse(
          JSON.stringify({ type: "constant", on, force: toList(push), torque: toList(torque), ...own, frame }),
        ) as SceneForce,
      ];
    }
  }
}

function toList(vector: unknown): number[] | undefined {
  return vector === undefined ? undefined : Array.from(vector as ArrayLike<number>);
}

/** A force on particles and on points of bodies as forces of a file. */
export function describeParticleForce(world: World, force: Force, path: string, names: ParticleNames): SceneForce[] {
  if (force instanceof Springs) return describeSprings(world, force, path, names);
  const given = requireParameters(force, path) as Numbers;
  const list = force.on === undefined ? [...names.ids.keys()] : Array.from(force.on);
  const on = list.map((i) => nameCenter(names, i, path));
  if (on.length === 0) return [];
  switch (force.name) {
    case "drag":
      return [{ type: "drag", on, linear: given.coefficient }];
    case "wind":
      return [{ type: "wind", on, velocity: given.velocity, drag: given.coefficient }];
    case "constant":
      return [{ type: "constant", on, force: given.force }];
    case "attraction":
      return [{ type: "attract", on, strength: given.strength, softening: given.softening }];
    case "repulsion":
      return [{ type: "repel", on, radius: given.radius, stiffness: given.stiffness, damping: given.damping }];
    default:
      return refuse(force, path);
  }
}

/** The id of a particle, or of the body at whose centre of mass it is. */
function nameCenter({ ids, anchors }: ParticleNames, i: number, path: string): string {
  return ids.get(i) ?? anchors.get(i)?.id ?? fail("not-in-format", path, "must act on particles of the file", i);
}

function describeSprings(world: World, springs: Springs, path: string, { ids, anchors }: ParticleNames): SceneForce[] {
  const { state } = world.system.particles;
  const end = (i: number, key: "A" | "B") => {
    const anchor = anchors.get(i);
    const id = ids.get(i) ?? anchor?.id;
    if (id === undefined) return { [`anchor${key}`]: read3(state, 6 * i) };
    const point = anchor === undefined || anchor.point.every((x) => x === 0) ? {} : { [`anchor${key}`]: anchor.point };
    return { [key.toLowerCase()]: id, ...point };
  };
  return Array.from({ length: springs.count }, (_, s) => {
    const [first, second] = [springs.a[s], springs.b[s]];
    const isFree = (i: number) => ids.has(i) || anchors.has(i);
    // a point of the world is the second end
    const [a, b] = isFree(first) ? [first, second] : [second, first];
    if (!isFree(a)) fail("not-in-format", `${path}[${s}]`, "must join a body or particle of the file", [first, second]);
    return {
      type: "spring",
      ...end(a, "A"),
      ...end(b, "B"),
      stiffness: springs.stiffness[s],
      ...(springs.damping[s] === 0 ? {} : { damping: springs.damping[s] }),
      length: springs.restLength[s],
    } as SceneForce;
  });
}

function requireParameters(force: Force | BodyForce, path: string): object {
  return force.parameters ?? refuse(force, path);
}

function refuse({ name }: { readonly name: string }, path: string): never {
  const cure = "the format has drag, spring, constant, attract, repel and wind";
  return fail("not-in-format", path, "must be a force of the format", name, cure);
}
