/**
 * One line of a recording: the world of a model at its present time, by the names of the file.
 *
 *   bodies        p, q of the frame in which the shapes were given, v of the centre of mass, w; world axes
 *   contacts      n from b to a; f the normal force and t the friction on a, N
 *   constraints   force and torque on a, the torque about the anchor; error: the largest violation, m or rad
 *   energy        total = kinetic + potential + dissipated − work, which stays what it was
 *
 * Taking a sample leaves traces in solvers that start from what they found last. Runs that end in the same bits are those
 * that took the same samples.
 */
import type { Contact, WorldEvent } from "../world/index.js";
import type { Vector } from "./file.js";
import type { Model } from "./model.js";

export interface BodySample {
  readonly p: Vector;
  readonly q: readonly [number, number, number, number];
  readonly v: Vector;
  readonly w: Vector;
}

export interface ParticleSample {
  readonly p: Vector;
  readonly v: Vector;
}

export interface GeneralizedSample {
  readonly u: readonly number[];
  readonly rate: readonly number[];
  /** One a mass. */
  readonly p: readonly Vector[];
}

export interface EnergySample {
  readonly kinetic: number;
  readonly potential: number;
  readonly dissipated: number;
  readonly work: number;
  readonly total: number;
}

export interface ContactSample {
  readonly a: string;
  readonly b: string;
  readonly p: Vector;
  readonly n: Vector;
  readonly f: number;
  readonly t: Vector;
  readonly gap: number;
}

export interface ConstraintSample {
  readonly force: Vector;
  readonly torque: Vector;
  readonly error: number;
}

export interface Sample {
  readonly t: number;
  readonly bodies: Readonly<Record<string, BodySample>>;
  readonly particles: Readonly<Record<string, ParticleSample>>;
  readonly cloths: Readonly<Record<string, never>>;
  /** Only of a scene that has some. */
  readonly generalized?: Readonly<Record<string, GeneralizedSample>>;
  readonly energy: EnergySample;
  readonly contacts: readonly ContactSample[];
  readonly constraints: Readonly<Record<string, ConstraintSample>>;
}

export type SceneEventType = "collision" | "touch" | "separate" | "slip" | "stick";

/** A line of events.ndjson. */
export interface SceneEvent {
  readonly t: number;
  readonly type: SceneEventType;
  readonly a: string;
  readonly b: string;
  readonly p: Vector;
  readonly n: Vector;
  /** N·s; 0 unless a collision. */
  readonly impulse: number;
  /** Rates of the gap before and after, m/s. */
  readonly vBefore: number;
  readonly vAfter: number;
}

/** The ids of bodies and particles by their indices in the world. */
export interface Names {
  readonly bodies: readonly string[];
  readonly particles: readonly string[];
}

export function listNames(model: Model): Names {
  const bodies: string[] = [];
  const particles: string[] = [];
  for (const { id, index } of model.bodies) bodies[index] = id;
  for (const { id, index } of model.particles) particles[index] = id;
  return { bodies, particles };
}

/** The world of a model as it is now. Its forces are those of the present state. */
export function takeSample(model: Model, names: Names = listNames(model)): Sample {
  const { world, generalized } = model;
  const { kinematics, state } = world.system;
  world.settle();
  // where nothing else moves, what follows a path has stayed behind
  if (kinematics.count > 0) kinematics.follow(world.system, state);
  const { kinetic, potential, dissipated, work, total } = world.getEnergy();
  return {
    t: world.time,
    bodies: sampleBodies(model),
    particles: sampleParticles(model),
    cloths: {},
    ...(generalized.length > 0 ? { generalized: sampleGeneralized(model) } : {}),
    energy: { kinetic, potential, dissipated, work, total },
    contacts: world.getContacts().map((contact) => nameContact(contact, names)),
    constraints: sampleConstraints(model),
  };
}

/** Numbers that `packParts` writes for a body (p, q, v, w) and for a particle (p, v). */
export const packedSizes = { body: 13, particle: 6 } as const;

/** What a sample taken now says of all bodies, then of all particles, in the order of the model, as numbers from `o` on. */
export function packParts({ world, bodies, particles }: Model, out: Float64Array, o: number): void {
  const { system } = world;
  for (const { index } of bodies) {
    system.readPose(out, o, index);
    for (let c = 0; c < 3; c++) {
      out[o + 7 + c] = system.velocity[3 * index + c];
      out[o + 10 + c] = system.angularVelocity[3 * index + c];
    }
    o += packedSizes.body;
  }
  const { state } = system.particles;
  for (const { index } of particles) {
    for (let c = 0; c < 6; c++) out[o + c] = state[6 * index + c];
    o += packedSizes.particle;
  }
}

/** One line of JSON without its end. Numbers have the fewest digits that read back as the same doubles; −0 is 0. */
export function formatSample(sample: Sample): string {
  return JSON.stringify(sample);
}

/** An event of the world by the names of the file. */
export function nameEvent(event: WorldEvent, names: Names): SceneEvent {
  const { t, type, point, normal, impulse, vBefore, vAfter } = event;
  return { t, type, ...nameEnds(event, names), p: point, n: normal, impulse, vBefore, vAfter };
}

function nameEnds(ends: { a: number; b: number; particle: number }, { bodies, particles }: Names) {
  return { a: ends.particle >= 0 ? particles[ends.particle] : bodies[ends.a], b: bodies[ends.b] };
}

function nameContact(contact: Contact, names: Names): ContactSample {
  const { point, normal, force, friction, gap } = contact;
  return { ...nameEnds(contact, names), p: point, n: normal, f: force, t: friction, gap };
}

const pose = new Float64Array(7);

function sampleBodies({ world, bodies }: Model): Record<string, BodySample> {
  const { system } = world;
  return collect(
    bodies.map(({ id, index }) => {
      system.readPose(pose, 0, index);
      const q = [pose[3], pose[4], pose[5], pose[6]] as const;
      const v = read3(system.velocity, index);
      return [id, { p: read3(pose, 0), q, v, w: read3(system.angularVelocity, index) }];
    }),
  );
}

function sampleParticles({ world, particles }: Model): Record<string, ParticleSample> {
  const { state } = world.system.particles;
  return collect(
    particles.map(({ id, index }) => [id, { p: read3(state, 2 * index), v: read3(state, 2 * index + 1) }]),
  );
}

function sampleGeneralized({ generalized }: Model): Record<string, GeneralizedSample> {
  return collect(
    generalized.map(({ id, body }) => {
      const p = Array.from({ length: body.count }, (_, k) => read3(body.position, k));
      return [id, { u: Array.from(body.u), rate: Array.from(body.rate), p }];
    }),
  );
}

function sampleConstraints({ world, constraints }: Model): Record<string, ConstraintSample> {
  if (constraints.length === 0) return {};
  const { mechanism } = world;
  const reactions = world.getReactions();
  mechanism.prepare();
  mechanism.evaluate();
  const { value, rowStart } = mechanism.table;
  const places = new Map(mechanism.constraints.map((constraint, c) => [constraint, c]));
  return collect(
    constraints.map(({ id, constraint, flipped = false }) => {
      const c = places.get(constraint) ?? mechanism.requireConstraint(constraint);
      let error = 0;
      for (let r = rowStart[c]; r < rowStart[c + 1]; r++) error = Math.max(error, Math.abs(value[r]));
      const wrench = reactions.get(constraint) ?? nothing;
      const onA = flipped ? wrench.map((x) => 0 - x) : wrench;
      return [id, { force: read3(onA, 0), torque: read3(onA, 1), error }];
    }),
  );
}

const nothing = new Float64Array(6);

/** Entry k of a list of vectors. */
function read3(from: Float64Array, k: number): Vector {
  return [from[3 * k], from[3 * k + 1], from[3 * k + 2]];
}

/** A record in which any id is just an id, `__proto__` too. */
function collect<T>(entries: readonly (readonly [id: string, value: T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}
