/**
 * A world that a program built, as a file: `buildScene` makes the same world of that file. Parts that the format cannot express
 * (functions as paths or forces, user-defined constraints, pivots, bodies in generalized coordinates) are refused by name.
 *
 *   const file = describeWorld(world, { bodies: ["floor", "ball"] });
 */
import { Carrier, type End } from "../../constrain/index.js";
import { fail, quat, vec3 } from "../../math/index.js";
import { Answer } from "../../rigid/index.js";
import type { World } from "../../world/index.js";
import {
  defaultContactTolerance,
  defaultFixedStep,
  defaultGravity,
  defaultRestitutionThreshold,
  defaultTolerance,
  type SceneBody,
  type SceneFile,
  type SceneForce,
  type SceneMaterial,
  type SceneMethod,
  type ScenePair,
  type SceneParticle,
  type Vector,
} from "../format/index.js";
import { type BodyCenter, describeBody, describeMotion, read3 } from "./describe-body.js";
import { describeConstraint } from "./describe-constraint.js";
import { describeBodyForce, describeParticleForce, type ParticleNames } from "./describe-force.js";
import { roundingSlack, sameSlack } from "./parameters.js";

/** The names that a world gets in a file. */
export interface WorldNames {
  /** The name of the scene. */
  readonly name?: string;
  /** The description of the scene. */
  readonly description?: string;
  /** The ids of bodies by their rows. Default "body 0" and so on, by the names of the bodies. */
  readonly bodies?: readonly (string | undefined)[];
  /** The ids of particles by their rows. Default "particle 0" and so on. */
  readonly particles?: readonly (string | undefined)[];
}

/** The scene file of a world at its present time. Throws `RigorError` for parts that the format cannot express. */
export function describeWorld(world: World, names: WorldNames = {}): SceneFile {
  requireDescribable(world);
  const { system, mechanism, settings } = world;
  const bodyNames = Array.from({ length: system.count }, (_, i) => names.bodies?.[i] ?? `body ${system.names[i]}`);
  const present = Array.from({ length: system.count }, (_, i) => i).filter((i) => system.hasBody(i));
  const { materials, pairs } = describeMaterials(world);
  const particleNames = nameParticles(world, names, bodyNames);
  const centers = findCenters(world);
  const bodies = present.map((i) =>
    describeBody(world, i, bodyNames[i], describeSurface(world, "body", i), centers.get(i)),
  );
  const particles = [...particleNames.ids].map(([j, id]) => describeParticle(world, j, id));
  const nameEnd = ({ carrier, index }: End) => {
    if (carrier === Carrier.body) return bodyNames[index];
    return carrier === Carrier.particle ? particleNames.ids.get(index) : undefined;
  };
  const constraints = mechanism.constraints.map((constraint, k) =>
    describeConstraint(world, constraint, `constraints[${k}] (${constraint.name})`, nameEnd),
  );
  const ids = new Map(present.map((i) => [system.names[i], bodyNames[i]]));
  const forces = describeForces(world, ids, particleNames);
  const { gravity } = settings;
  const file = {
    rigor: 1,
    name: names.name,
    description: names.description,
    gravity: defaultGravity.every((g, k) => gravity[k] === g) ? undefined : read3(gravity, 0),
    ...describeMethod(settings),
    materials,
    pairs: omitEmpty(pairs),
    bodies: omitEmpty(bodies),
    particles: omitEmpty(particles),
    forces: omitEmpty(forces),
    constraints: omitEmpty(constraints),
  };
  // as it is read back from a file: without undefined keys and −0
  return JSON.parse(JSON.stringify(file)) as SceneFile;
}

/** Throws for parts of a world that the format cannot express. */
function requireDescribable({ mechanism, settings, limits, frictions }: World): void {
  if (mechanism.coordinates.length > 0) {
    const { name } = mechanism.coordinates[0];
    fail("not-in-format", "coordinates[0]", "must not be there: their functions cannot be read back", name);
  }
  if (mechanism.forces.length > 0) {
    const must = "must not be there: forces along joints cannot be read back";
    fail("not-in-format", "mechanism.forces[0]", must, mechanism.forces[0].name);
  }
  for (const [name, [first]] of Object.entries({ limits, frictions })) {
    if (first === undefined) continue;
    fail("not-in-format", `${name}[0]`, "must not be there: the format has joints only", first.name);
  }
  if (settings.restitution !== "newton") {
    fail("not-in-format", "settings.restitution", 'must be "newton": the format has no other', settings.restitution);
  }
}

/** The forces on bodies other than gravity, then those on particles. */
function describeForces(world: World, bodies: ReadonlyMap<number, string>, particles: ParticleNames): SceneForce[] {
  const { system } = world;
  const own = system.forces.filter(({ name }) => name !== "gravity");
  return [
    ...own.flatMap((force, k) => describeBodyForce(force, `forces[${k}]`, bodies)),
    ...system.particles.forces.flatMap((force, k) =>
      describeParticleForce(world, force, `particles.forces[${k}]`, particles),
    ),
  ];
}

/** A list, or undefined if it is empty. */
function omitEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/**
 * The centres of mass and masses of bodies that no force moves, as attraction and repulsion have them. On other bodies these
 * forces must act at the centre of mass.
 */
function findCenters(world: World): Map<number, BodyCenter> {
  const { particles, anchors, center, answers } = world.system;
  const found = new Map<number, BodyCenter>();
  const owners = new Map(Array.from({ length: anchors.count }, (_, a) => [anchors.particle[a], a]));
  particles.forces.forEach(({ name, on, parameters }, k) => {
    if (name !== "attraction" && name !== "repulsion") return;
    const masses = parameters?.masses as ArrayLike<number> | undefined;
    Array.from(on ?? []).forEach((particle, n) => {
      const a = owners.get(particle);
      if (a === undefined) return;
      const body = anchors.body[a];
      const point = toUserPoint(world, body, anchors.point, 3 * a);
      const isFree = answers[body] !== Answer.none;
      if (isFree && point.some((x, c) => Math.abs(x - center[3 * body + c]) > sameSlack)) {
        const must = "must act on centres of mass";
        fail("not-in-format", `particles.forces[${k}]`, must, `a point of body ${body}`, "give the body a particle");
      }
      if (!isFree) found.set(body, { point, mass: masses?.[n] ?? found.get(body)?.mass });
    });
  });
  return found;
}

/** The settings that differ from their defaults. */
function describeMethod(settings: World["settings"]): { method?: SceneMethod } {
  const { tolerance, contactTolerance, restitutionThreshold, collisions, resting, integrator, step } = settings;
  const isFixed = integrator === "rk4" || integrator === "midpoint" || integrator === "euler";
  const method: SceneMethod = {
    ...(integrator === "dopri5" ? {} : { integrator }),
    ...(step === (isFixed ? defaultFixedStep : Infinity) ? {} : { step }),
    ...(tolerance === defaultTolerance ? {} : { tolerance }),
    ...(contactTolerance === defaultContactTolerance ? {} : { contactTolerance }),
    ...(restitutionThreshold === defaultRestitutionThreshold ? {} : { restitutionThreshold }),
    ...(collisions === "simultaneous" ? {} : { collisions }),
    ...(resting === "auto" ? {} : { resting }),
  };
  return Object.keys(method).length > 0 ? { method } : {};
}

function describeSurface({ parts, materials }: World, kind: "body" | "particle", i: number): Partial<SceneBody> {
  const column = kind === "body" ? parts.body : parts.particle;
  for (let p = 0; p < parts.count; p++) {
    if (column[p] !== i) continue;
    requireNoRolling(parts, kind, i, p);
    const mask = parts.mask[p];
    const groups = Array.from({ length: 32 }, (_, k) => k).filter((k) => ((mask >>> k) & 1) !== 0);
    const surfaceVelocity = read3(parts.surfaceVelocity, 3 * p);
    return {
      ...describeCoefficients(parts, materials.listNames(), p),
      ...(surfaceVelocity.every((v) => v === 0) ? {} : { surfaceVelocity }),
      ...(parts.group[p] === 0 ? {} : { group: parts.group[p] }),
      ...(mask === -1 ? {} : { collidesWith: groups }),
    };
  }
  return {};
}

/** Throws if a part has resistance to rolling or spinning, which the format cannot express. */
function requireNoRolling(parts: World["parts"], kind: string, i: number, p: number): void {
  for (const key of ["rollingFriction", "spinningFriction"] as const) {
    const must = "must be 0: the format has no resistance to rolling and spinning";
    if (parts[key][p] > 0) fail("not-in-format", `${kind} ${i}.${key}`, must, parts[key][p]);
  }
}

/** The material of a part, or its own coefficients that differ from their defaults. */
function describeCoefficients(parts: World["parts"], materials: readonly string[], p: number): Partial<SceneBody> {
  const index = parts.material[p];
  if (index >= 0) return { material: materials[index] };
  const [friction, staticFriction, restitution] = [parts.friction[p], parts.staticFriction[p], parts.restitution[p]];
  return {
    ...(friction !== 0 ? { friction } : {}),
    ...(staticFriction !== friction ? { staticFriction } : {}),
    ...(restitution !== 0 ? { restitution } : {}),
  };
}

function describeMaterials({ materials }: World): {
  materials: Record<string, SceneMaterial> | undefined;
  pairs: ScenePair[];
} {
  const names = materials.listNames();
  if (names.length === 0) return { materials: undefined, pairs: [] };
  const own = names.map((name, k): [string, SceneMaterial] => {
    const { restitution, friction, staticFriction } = materials.getMaterial(k);
    return [name, { friction, restitution, ...(staticFriction === friction ? {} : { staticFriction }) }];
  });
  const pairs = names.flatMap((a, i) =>
    names.slice(0, i + 1).flatMap((b, j): ScenePair[] => {
      const given = materials.getPair(i, j);
      return given === null ? [] : [{ a: b, b: a, ...given }];
    }),
  );
  return { materials: Object.fromEntries(own), pairs };
}

/** The particles of the file: all but anchors on bodies, and points of the world to which only springs are fixed. */
function nameParticles(world: World, names: WorldNames, bodyNames: readonly string[]): ParticleNames {
  const { particles, anchors } = world.system;
  const carried = new Map<number, { id: string; point: Vector }>();
  for (let a = 0; a < anchors.count; a++) {
    const body = anchors.body[a];
    carried.set(anchors.particle[a], { id: bodyNames[body], point: toUserPoint(world, body, anchors.point, 3 * a) });
  }
  const collides = new Set(Array.from(world.parts.particle.subarray(0, world.parts.count)));
  const joined = new Set(
    world.mechanism.constraints.flatMap(({ ends }) =>
      ends.flatMap(({ carrier, index }) => (carrier === Carrier.particle ? [index] : [])),
    ),
  );
  const acted = new Set(particles.forces.flatMap(({ on }) => Array.from(on ?? [])));
  const ids = new Map<number, string>();
  for (let j = 0; j < particles.count; j++) {
    if (carried.has(j)) continue;
    const isStill = particles.inverseMass[j] === 0 && particles.findPath(j) === undefined;
    const isUsed = collides.has(j) || joined.has(j) || acted.has(j);
    if (isStill && !isUsed && names.particles?.[j] === undefined) continue;
    ids.set(j, names.particles?.[j] ?? `particle ${j}`);
  }
  return { ids, anchors: carried };
}

/** A point of the body frame in the frame of the user, m. */
function toUserPoint({ system }: World, body: number, points: Float64Array, o: number): Vector {
  const p = new Float64Array(3);
  quat.rotateVector(p, 0, system.axes, 4 * body, points, o);
  vec3.add(p, 0, p, 0, system.center, 3 * body);
  // rounding of the transformation there and back
  const [x, y, z] = p.map((value) => (Math.abs(value) < roundingSlack ? 0 : value));
  return [x, y, z];
}

function describeParticle(world: World, j: number, id: string): SceneParticle {
  const { particles } = world.system;
  const { mass, inverseMass, state } = particles;
  const follow = particles.findPath(j);
  const velocity = read3(state, 6 * j + 3);
  const collides = Array.from(world.parts.particle.subarray(0, world.parts.count)).includes(j);
  const isStill = inverseMass[j] === 0 && follow === undefined;
  return {
    id,
    ...(mass[j] === 1 ? {} : { mass: mass[j] }),
    position: read3(state, 6 * j),
    ...(isStill || follow !== undefined || velocity.every((x) => Math.abs(x) < roundingSlack) ? {} : { velocity }),
    ...(isStill ? { fixed: true } : {}),
    ...(follow === undefined ? {} : { motion: describeMotion(`particles[${j}].path`, follow, world.time) }),
    ...(collides ? { collide: true, ...(describeSurface(world, "particle", j) as Partial<SceneParticle>) } : {}),
  };
}
