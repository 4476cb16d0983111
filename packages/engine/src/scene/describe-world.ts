/**
 * A world that a program built, as a file: what `buildScene` makes of that file is the same world. What the format cannot
 * say (functions as paths or forces, constraints of one's own, pivots, things with coordinates) is refused by its name.
 *
 *   const file = describeWorld(world, { bodies: ["floor", "ball"] });
 */
import { Carrier, type End } from "../constrain/index.js";
import { fail, quat, vec3 } from "../math/index.js";
import { Answer } from "../rigid/index.js";
import type { World } from "../world/index.js";
import { type BodyCenter, describeBody, describeMotion, read3 } from "./describe-body.js";
import { describeConstraint } from "./describe-constraint.js";
import { describeBodyForce, describeParticleForce, type ParticleNames } from "./describe-force.js";
import type { SceneBody, SceneFile, SceneMaterial, SceneMethod, ScenePair, SceneParticle, Vector } from "./file.js";

export interface WorldNames {
  readonly name?: string;
  readonly description?: string;
  /** By the row of each body. Default "body 0" and so on, by their names. */
  readonly bodies?: readonly (string | undefined)[];
  /** The same of particles. */
  readonly particles?: readonly (string | undefined)[];
}

export function describeWorld(world: World, names: WorldNames = {}): SceneFile {
  const { system, mechanism, settings } = world;
  if (mechanism.coordinates.length > 0) {
    const { name } = mechanism.coordinates[0];
    fail("not-in-format", "coordinates[0]", "must not be there: their functions cannot be read back", name);
  }
  if (mechanism.forces.length > 0) {
    const must = "must not be there: what joints are driven by cannot be read back";
    fail("not-in-format", "mechanism.forces[0]", must, mechanism.forces[0].name);
  }
  for (const [name, [first]] of Object.entries({ limits: world.limits, frictions: world.frictions })) {
    if (first === undefined) continue;
    fail("not-in-format", `${name}[0]`, "must not be there: the format knows joints alone", first.name);
  }
  if (settings.restitution !== "newton") {
    fail("not-in-format", "settings.restitution", 'must be "newton": the format has no other', settings.restitution);
  }
  const bodyNames = Array.from({ length: system.count }, (_, i) => names.bodies?.[i] ?? `body ${system.names[i]}`);
  const standing = Array.from({ length: system.count }, (_, i) => i).filter((i) => system.hasBody(i));
  const called = new Map(standing.map((i) => [system.names[i], bodyNames[i]]));
  const { materials, pairs } = describeMaterials(world);
  const particleNames = nameParticles(world, names, bodyNames);
  const centers = findCenters(world);
  const bodies = standing.map((i) =>
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
  const own = system.forces.filter(({ name }) => name !== "gravity");
  const forces = [
    ...own.flatMap((force, k) => describeBodyForce(force, `forces[${k}]`, called)),
    ...system.particles.forces.flatMap((force, k) =>
      describeParticleForce(world, force, `particles.forces[${k}]`, particleNames),
    ),
  ];
  const { gravity } = settings;
  const isUsual = gravity[0] === 0 && gravity[1] === -9.81 && gravity[2] === 0;
  const file: SceneFile = {
    rigor: 1,
    ...(names.name === undefined ? {} : { name: names.name }),
    ...(names.description === undefined ? {} : { description: names.description }),
    ...(isUsual ? {} : { gravity: read3(gravity, 0) }),
    ...describeMethod(settings),
    ...(materials === undefined ? {} : { materials }),
    ...(pairs.length > 0 ? { pairs } : {}),
    ...(bodies.length > 0 ? { bodies } : {}),
    ...(particles.length > 0 ? { particles } : {}),
    ...(forces.length > 0 ? { forces } : {}),
    ...(constraints.length > 0 ? { constraints } : {}),
  };
  // as it comes back from a file: no −0
  return JSON.parse(JSON.stringify(file)) as SceneFile;
}

/**
 * What bodies that no force moves weigh, and where their centres are: attraction and repulsion know. Of others the points
 * on which these act must be the centres.
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
      if (isFree && point.some((x, c) => Math.abs(x - center[3 * body + c]) > 1e-9)) {
        const must = "must act on centres of mass";
        fail("not-in-format", `particles.forces[${k}]`, must, `a point of body ${body}`, "give the body a particle");
      }
      if (!isFree) found.set(body, { point, mass: masses?.[n] ?? found.get(body)?.mass });
    });
  });
  return found;
}

/** What is not the default. */
function describeMethod(settings: World["settings"]): { method?: SceneMethod } {
  const { tolerance, contactTolerance, restitutionThreshold, collisions, resting, integrator, step } = settings;
  const isFixed = integrator === "rk4" || integrator === "midpoint" || integrator === "euler";
  const method: SceneMethod = {
    ...(integrator === "dopri5" ? {} : { integrator }),
    ...(step === (isFixed ? 1e-3 : Infinity) ? {} : { step }),
    ...(tolerance === 1e-8 ? {} : { tolerance }),
    ...(contactTolerance === 1e-7 ? {} : { contactTolerance }),
    ...(restitutionThreshold === 1e-6 ? {} : { restitutionThreshold }),
    ...(collisions === "simultaneous" ? {} : { collisions }),
    ...(resting === "auto" ? {} : { resting }),
  };
  return Object.keys(method).length > 0 ? { method } : {};
}

function describeSurface({ parts, materials }: World, kind: "body" | "particle", i: number): Partial<SceneBody> {
  const column = kind === "body" ? parts.body : parts.particle;
  for (let p = 0; p < parts.count; p++) {
    if (column[p] !== i) continue;
    const mask = parts.mask[p];
    const groups = Array.from({ length: 32 }, (_, k) => k).filter((k) => ((mask >>> k) & 1) !== 0);
    const index = parts.material[p];
    for (const key of ["rollingFriction", "spinningFriction"] as const) {
      const must = "must be 0: the format has no resistance to rolling and spinning";
      if (parts[key][p] > 0) fail("not-in-format", `${kind} ${i}.${key}`, must, parts[key][p]);
    }
    const [friction, held] = [parts.friction[p], parts.staticFriction[p]];
    const surfaceVelocity = Array.from(parts.surfaceVelocity.subarray(3 * p, 3 * p + 3)) as [number, number, number];
    return {
      ...(index < 0 ? {} : { material: materials.listNames()[index] }),
      ...(index < 0 && friction !== 0 ? { friction } : {}),
      ...(index < 0 && held !== friction ? { staticFriction: held } : {}),
      ...(surfaceVelocity.every((v) => v === 0) ? {} : { surfaceVelocity }),
      ...(index < 0 && parts.restitution[p] !== 0 ? { restitution: parts.restitution[p] } : {}),
      ...(parts.group[p] === 0 ? {} : { group: parts.group[p] }),
      ...(mask === -1 ? {} : { collidesWith: groups }),
    };
  }
  return {};
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

/** Particles of the file: all but points that bodies carry, and points of the world that only springs know. */
function nameParticles(world: World, names: WorldNames, bodyNames: readonly string[]): ParticleNames {
  const { particles, anchors } = world.system;
  const carried = new Map<number, { id: string; point: Vector }>();
  for (let a = 0; a < anchors.count; a++) {
    const body = anchors.body[a];
    carried.set(anchors.particle[a], { id: bodyNames[body], point: toUserPoint(world, body, anchors.point, 3 * a) });
  }
  const collides = new Set(Array.from(world.parts.particle.subarray(0, world.parts.count)));
  const held = new Set(
    world.mechanism.constraints.flatMap(({ ends }) =>
      ends.flatMap(({ carrier, index }) => (carrier === Carrier.particle ? [index] : [])),
    ),
  );
  const acted = new Set(particles.forces.flatMap(({ on }) => Array.from(on ?? [])));
  const ids = new Map<number, string>();
  for (let j = 0; j < particles.count; j++) {
    if (carried.has(j)) continue;
    const isStill = particles.inverseMass[j] === 0 && particles.findPath(j) === undefined;
    const isUsed = collides.has(j) || held.has(j) || acted.has(j);
    if (isStill && !isUsed && names.particles?.[j] === undefined) continue;
    ids.set(j, names.particles?.[j] ?? `particle ${j}`);
  }
  return { ids, anchors: carried };
}

/** A point of the body frame in the user's. */
function toUserPoint({ system }: World, body: number, points: Float64Array, o: number): Vector {
  const p = new Float64Array(3);
  quat.rotateVector(p, 0, system.axes, 4 * body, points, o);
  vec3.add(p, 0, p, 0, system.center, 3 * body);
  // what is left of there and back
  const [x, y, z] = p.map((value) => (Math.abs(value) < 1e-12 ? 0 : value));
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
    ...(isStill || follow !== undefined || velocity.every((x) => Math.abs(x) < 1e-12) ? {} : { velocity }),
    ...(isStill ? { fixed: true } : {}),
    ...(follow === undefined ? {} : { motion: describeMotion(`particles[${j}].path`, follow, world.time) }),
    ...(collides ? { collide: true, ...(describeSurface(world, "particle", j) as Partial<SceneParticle>) } : {}),
  };
}
