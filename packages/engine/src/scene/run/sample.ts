/**
 * Samples: the world of a model at its present time, by the names of the file. A sample is one line of a recording.
 *
 *   bodies        p, q of the frame in which the shapes were given, v of the centre of mass, w; world axes
 *   contacts      n from b to a; f the normal force and t the friction on a, N
 *   constraints   force and torque on a, the torque about the anchor; error: the largest violation, m or rad
 *   energy        total = kinetic + potential + dissipated − work, which stays what it was
 *
 * Taking a sample changes the warm start of solvers. Two runs end with the same bits if they took the same samples.
 */
import type { Contact, WorldEvent } from "../../world/index.js";
import type { Model } from "../build/index.js";
import type { Vector } from "../format/index.js";

/** The state of a body in a sample. */
export interface BodySample {
  /** The position of the frame in which the shapes were given, m. */
  readonly p: Vector;
  /** The rotation of that frame, [x, y, z, w]. */
  readonly q: readonly [number, number, number, number];
  /** The velocity of the centre of mass, m/s. */
  readonly v: Vector;
  /** The angular velocity in world axes, rad/s. */
  readonly w: Vector;
}

/** The state of a particle in a sample. */
export interface ParticleSample {
  /** The position, m. */
  readonly p: Vector;
  /** The velocity, m/s. */
  readonly v: Vector;
}

/** The state of a generalized body in a sample. */
export interface GeneralizedSample {
  /** The coordinates, rad or m. */
  readonly u: readonly number[];
  /** The rates of the coordinates, rad/s or m/s. */
  readonly rate: readonly number[];
  /** The position of each mass, m. */
  readonly p: readonly Vector[];
}

/** The energy balance in a sample, J: total = kinetic + potential + dissipated − work. */
export interface EnergySample {
  /** The kinetic energy, J. */
  readonly kinetic: number;
  /** The potential energy, J. */
  readonly potential: number;
  /** The energy dissipated since t = 0, J. */
  readonly dissipated: number;
  /** The work done since t = 0 by motors, prescribed motions and other forces without a potential, J. */
  readonly work: number;
  /** The total, which is constant, J. */
  readonly total: number;
}

/** A contact in a sample. */
export interface ContactSample {
  /** The id of the first body or particle. */
  readonly a: string;
  /** The id of the second body. */
  readonly b: string;
  /** The contact point, m. */
  readonly p: Vector;
  /** The unit normal, from `b` to `a`. */
  readonly n: Vector;
  /** The normal force on `a`, N. */
  readonly f: number;
  /** The friction force on `a`, N. */
  readonly t: Vector;
  /** The gap, m; negative where the bodies penetrate. */
  readonly gap: number;
}

/** The reaction of a constraint in a sample. */
export interface ConstraintSample {
  /** The force on the `a` of the file, N. */
  readonly force: Vector;
  /** The torque on the `a` of the file, about the anchor, N·m. */
  readonly torque: Vector;
  /** The largest violation, m or rad. */
  readonly error: number;
}

/** The state of a model at one time, by the names of the file. */
export interface Sample {
  /** The time, s. */
  readonly t: number;
  /** The bodies by their ids. */
  readonly bodies: Readonly<Record<string, BodySample>>;
  /** The particles by their ids. */
  readonly particles: Readonly<Record<string, ParticleSample>>;
  /** A reserved record: it is empty. */
  readonly cloths: Readonly<Record<string, never>>;
  /** The generalized bodies by their ids; absent in a scene without any. */
  readonly generalized?: Readonly<Record<string, GeneralizedSample>>;
  /** The energy balance. */
  readonly energy: EnergySample;
  /** The contacts. */
  readonly contacts: readonly ContactSample[];
  /** The constraints by their ids. */
  readonly constraints: Readonly<Record<string, ConstraintSample>>;
}

/** The type of an event: an impact, a contact that begins or ends, the onset of slip or of stick. */
export type SceneEventType = "collision" | "touch" | "separate" | "slip" | "stick";

/** An event, which is a line of events.ndjson. */
export interface SceneEvent {
  /** The time, s. */
  readonly t: number;
  /** The type. */
  readonly type: SceneEventType;
  /** The id of the first body or particle. */
  readonly a: string;
  /** The id of the second body. */
  readonly b: string;
  /** The contact point, m. */
  readonly p: Vector;
  /** The unit normal, from `b` to `a`. */
  readonly n: Vector;
  /** The normal impulse of a collision, N·s; 0 of other events. */
  readonly impulse: number;
  /** The rate of the gap before the event, m/s. */
  readonly vBefore: number;
  /** The rate of the gap after the event, m/s. */
  readonly vAfter: number;
}

/** The ids of bodies and particles by their indices in the world. */
export interface Names {
  /** The ids of bodies. */
  readonly bodies: readonly string[];
  /** The ids of particles. */
  readonly particles: readonly string[];
}

/** The ids of a model by the indices of its bodies and particles in the world. */
export function listNames(model: Model): Names {
  const bodies: string[] = [];
  const particles: string[] = [];
  for (const { id, index } of model.bodies) bodies[index] = id;
  for (const { id, index } of model.particles) particles[index] = id;
  return { bodies, particles };
}

/** The sample of a model at its present time, with the forces of the present state. */
export function takeSample(model: Model, names: Names = listNames(model)): Sample {
  const { world, generalized } = model;
  const { kinematics, state } = world.system;
  world.settle();
  // prescribed motions are not updated where nothing else moves
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

/** The count of numbers that `packParts` writes for a body (p, q, v, w) and for a particle (p, v). */
export const packedSizes = { body: 13, particle: 6 } as const;

/** Writes the states of all bodies, then of all particles, in the order of the model, as numbers into `out` from `o` on. */
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

/**
 * A sample as one line of JSON without its line end. Numbers have the fewest digits that read back as the same doubles; −0 is 0.
 */
export function formatSample(sample: Sample): string {
  return JSON.stringify(sample);
}

/** An event of the world, by the names of the file. */
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

/** The vector at index k of a list of vectors. */
function read3(from: Float64Array, k: number): Vector {
  return [from[3 * k], from[3 * k + 1], from[3 * k + 2]];
}

/** A record of entries in which any string is a key, `__proto__` too. */
function collect<T>(entries: readonly (readonly [id: string, value: T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}
