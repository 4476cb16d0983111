/**
 * The forces that bodies meet everywhere, as force objects:
 *
 *   gravity      F = m g at the centre of mass, on bodies and particles alike                                    (5–4)
 *   damping      F = −k v,  τ = −κ ω: Chaney's linear and rotational damping
 *   wind         F = k (u − v)
 *   appliedForce any force and torque, constant or varying in time, in either frame
 *
 * Follows: Rigid Body Simulation, sections 2.7 and 5; Chaney, sections 5 and 8.2.
 */
import {
  fail,
  Most,
  mat3,
  quat,
  requireKeys,
  requireMagnitude,
  requireNonNegative,
  requireVector,
  vec3,
} from "../math/index.js";
import type { Selection } from "../particles/index.js";
import {
  addBodyForceAtBodyPoint,
  addBodyTorque,
  addForce,
  addForceAtBodyPoint,
  addForceAtPoint,
  addTorque,
} from "./apply-force.js";
import { rowOf } from "./body-name.js";
import type { BodyForce } from "./force.js";
import { computePointPosition } from "./point-motion.js";
import { Answer } from "./rates.js";
import { requireOneOf } from "./require-keys.js";
import { bodySize } from "./state.js";
import type { RigidSystem } from "./system.js";

/** Gravity, m/s², on every body and particle. Default (0, −9.81, 0). Its energy is −m g·x. */
export function gravity(g: ArrayLike<number> = [0, -9.81, 0]): BodyForce {
  requireVector("gravity", g);
  const G = Float64Array.from(g);
  return {
    name: "gravity",
    couples: [],
    changes: false,
    apply: (system) => addGravity(system, G, null, system.count, true),
    applyTo: (system, list, count, onParticles) => addGravity(system, G, list, count, onParticles),
    energy: (system) => sumWeight(system, G),
  };
}

function addGravity(
  system: RigidSystem,
  g: Float64Array,
  list: Int32Array | null,
  count: number,
  onParticles: boolean,
): void {
  const { mass, force, torque, answers, lever, rotation, particles } = system;
  for (let s = 0; s < count; s++) {
    const i = list === null ? s : list[s];
    const m = mass[i];
    force[3 * i] += m * g[0];
    force[3 * i + 1] += m * g[1];
    force[3 * i + 2] += m * g[2];
    if (answers[i] !== Answer.torque) continue;
    // on a pivot the weight has an arm
    mat3.transformVector(arm, 0, rotation, 9 * i, lever, 3 * i);
    vec3.cross(arm, 0, arm, 0, g, 0);
    vec3.addScaled(torque, 3 * i, torque, 3 * i, m, arm, 0);
  }
  if (!onParticles) return;
  const { mass: weights, force: pull } = particles;
  for (let i = 0; i < particles.count; i++) vec3.addScaled(pull, 3 * i, pull, 3 * i, weights[i], g, 0);
}

function sumWeight(system: RigidSystem, g: Float64Array): number {
  const { count, mass, state, answers, lever, rotation, particles } = system;
  let energy = 0;
  for (let i = 0; i < count; i++) {
    if (answers[i] === Answer.none) continue;
    mat3.transformVector(arm, 0, rotation, 9 * i, lever, 3 * i);
    energy -= mass[i] * (vec3.dot(g, 0, state, bodySize * i) + vec3.dot(g, 0, arm, 0));
  }
  for (let i = 0; i < particles.count; i++) {
    if (particles.inverseMass[i] !== 0) energy -= particles.mass[i] * vec3.dot(g, 0, particles.state, 6 * i);
  }
  return energy;
}

/** From a pivot to the centre of mass, and the drag there. */
const arm = new Float64Array(6);

export interface DampingOptions {
  /** k, N·s/m. Default 0. */
  readonly linear?: number;
  /** κ, N·m·s. Default 0. */
  readonly angular?: number;
  /** Bodies; default all. */
  readonly on?: Selection;
}

/** Resistance to motion, of the centre of mass, and to rotation. */
export function damping(options: DampingOptions): BodyForce {
  requireKeys("damping", options, "{ linear: 0.1, angular: 0.1 }", ["linear", "angular", "on"]);
  const { linear = 0, angular = 0 } = options;
  requireNonNegative("damping.linear", linear, "a negative one would speed bodies up");
  requireNonNegative("damping.angular", angular, "a negative one would speed bodies up");
  return createDamping("damping", Float64Array.of(linear, angular, 0, 0, 0), options.on);
}

export interface BodyWindOptions {
  /** u, m/s. */
  readonly velocity: ArrayLike<number>;
  /** k, N·s/m. */
  readonly drag: number;
  /** Bodies; default all. */
  readonly on?: Selection;
}

/** Drag of the centre of mass towards a wind of constant velocity. For a wind on points of a body use anchors. */
export function wind(options: BodyWindOptions): BodyForce {
  requireKeys("wind", options, "{ velocity: [1, 0, 0], drag: 1 }", ["velocity", "drag", "on"]);
  const { velocity: u, drag } = options;
  requireVector("wind.velocity", u);
  requireNonNegative("wind.drag", drag, "a negative one would speed bodies up");
  return createDamping("wind", Float64Array.of(drag, 0, u[0], u[1], u[2]), options.on);
}

/** `constants`: k, κ, u. */
function createDamping(name: string, constants: Float64Array, selection: Selection | undefined): BodyForce {
  const bodies = resolveBodies(`${name}.on`, selection);
  const on = bodies === null ? null : Int32Array.from(bodies, rowOf);
  return {
    name,
    couples: [],
    ...(bodies === null ? {} : { on: bodies }),
    parameters: { linear: constants[0], angular: constants[1], velocity: Array.from(constants.subarray(2)) },
    // a wind gives as well
    dissipates: constants[2] === 0 && constants[3] === 0 && constants[4] === 0,
    changes: false,
    apply: (system) => addDamping(system, on, on === null ? system.count : on.length, constants),
    applyTo: (system, list, count) => addDampingTo(system, on, list, count, constants),
  };
}

/** On those bodies of a list that are selected. */
function addDampingTo(
  system: RigidSystem,
  on: Int32Array | null,
  list: Int32Array,
  count: number,
  constants: Float64Array,
): void {
  if (on === null) {
    addDamping(system, list, count, constants);
    return;
  }
  for (let s = 0; s < count; s++) {
    if (on.indexOf(list[s]) < 0) continue;
    single[0] = list[s];
    addDamping(system, single, 1, constants);
  }
}

const single = new Int32Array(1);

function addDamping(system: RigidSystem, on: Int32Array | null, count: number, constants: Float64Array): void {
  const { force, torque, velocity, angularVelocity, answers } = system;
  for (let s = 0; s < count; s++) {
    const i = on === null ? s : on[s];
    const o = 3 * i;
    if (answers[i] === Answer.torque) dragCenter(system, i, constants);
    for (let c = 0; c < 3; c++) {
      force[o + c] -= constants[0] * (velocity[o + c] - constants[2 + c]);
      torque[o + c] -= constants[1] * angularVelocity[o + c];
    }
  }
}

/** On a pivot the drag has an arm: τ = r × k (u − ω × r). The force itself goes to the pivot. */
function dragCenter(system: RigidSystem, i: number, constants: Float64Array): void {
  const { torque, angularVelocity, lever, rotation } = system;
  mat3.transformVector(arm, 0, rotation, 9 * i, lever, 3 * i);
  vec3.cross(arm, 3, angularVelocity, 3 * i, arm, 0);
  for (let c = 0; c < 3; c++) arm[3 + c] = constants[0] * (constants[2 + c] - arm[3 + c]);
  vec3.cross(arm, 3, arm, 0, arm, 3);
  vec3.add(torque, 3 * i, torque, 3 * i, arm, 3);
}

/**
 * A vector that may change in time: three numbers, or a function that reads `time[0]` and writes `out[0 … 2]`, which come
 * to it as zeros.
 */
export type TimeVector = ArrayLike<number> | ((time: Float64Array, out: Float64Array) => void);

export interface AppliedForceOptions {
  readonly body: number;
  /** N. Default none. */
  readonly force?: TimeVector;
  /** N·m. Default none. */
  readonly torque?: TimeVector;
  /** Where the force acts. Default the centre of mass (the pivot). */
  readonly at?: ArrayLike<number>;
  /** The axes of force and torque. Default "world". */
  readonly frame?: "world" | "body";
  /** The frame of `at`. Default "body": the point goes along with the body. */
  readonly pointFrame?: "world" | "body";
  /** Default "applied". */
  readonly name?: string;
}

/** A force and a torque on one body. A constant force in world axes on a point of the body has energy −F·p. */
export function appliedForce(options: AppliedForceOptions): BodyForce {
  requireKeys("appliedForce", options, "{ body: 0, force: [1, 0, 0] }", appliedKeys);
  const { body, force = zero, torque = zero, at, frame = "world", pointFrame = "body", name = "applied" } = options;
  if (at !== undefined) requireVector(`${name}.at`, at);
  requireOneOf(`${name}.frame`, frame, ["world", "body"]);
  requireOneOf(`${name}.pointFrame`, pointFrame, ["world", "body"]);
  if (options.force === undefined && options.torque === undefined) {
    fail("missing", `${name}.force`, "must be given, or torque, or both", undefined, "for example [1, 0, 0]");
  }
  if (frame === "body" && at !== undefined && pointFrame === "world") {
    const cure = "give the point in the body's frame, or the force in world axes";
    fail("conflict", `${name}.pointFrame`, 'must be "body" for a force in body axes', pointFrame, cure);
  }
  const readForce = readVector(`${name}.force`, force);
  const readTorque = readVector(`${name}.torque`, torque);
  if (typeof force !== "function") requireMagnitude(`${name}.force`, force, Most.number, "N");
  if (typeof torque !== "function") requireMagnitude(`${name}.torque`, torque, Most.number, "N·m");
  const p = at === undefined ? null : Float64Array.from(at);
  const time = new Float64Array(1);
  const work = new Float64Array(6);
  const apply = (system: RigidSystem): void => {
    time[0] = system.particles.state[6 * system.particles.count];
    readForce(time, work);
    pushBody(system, body, work, p, frame === "body", pointFrame === "body");
    readTorque(time, work);
    if (frame === "world") addTorque(system, body, work, 0);
    else addBodyTorque(system, body, work, 0);
  };
  const isTurned = typeof torque === "function" || Array.from(torque).some((value) => value !== 0);
  const isCarried = pointFrame === "body" || p === null;
  const isPotential = typeof force !== "function" && !isTurned && frame === "world" && isCarried;
  const changes = typeof force === "function" || typeof torque === "function";
  const { name: _, body: __, ...given } = options;
  const parameters = changes ? {} : { parameters: { ...given, frame, pointFrame } };
  if (!isPotential) return { name, couples: [], on: [body], changes, ...parameters, apply };
  const energy = (system: RigidSystem): number => {
    const row = rowOf(body);
    if (system.answers[row] === Answer.none) return 0;
    readForce(time, work);
    if (p === null) vec3.copy(work, 3, system.state, bodySize * row);
    else computePointPosition(work, 3, system, body, p, 0);
    return -vec3.dot(work, 0, work, 3);
  };
  return { name, couples: [], on: [body], changes, ...parameters, apply, energy };
}

function pushBody(
  system: RigidSystem,
  i: number,
  f: Float64Array,
  p: Float64Array | null,
  isBodyForce: boolean,
  isBodyPoint: boolean,
): void {
  if (p !== null) {
    if (isBodyForce) addBodyForceAtBodyPoint(system, i, f, 0, p, 0);
    else if (isBodyPoint) addForceAtBodyPoint(system, i, f, 0, p, 0);
    else addForceAtPoint(system, i, f, 0, p, 0);
  } else if (isBodyForce) {
    rotateToWorld(system, i, f);
    addForce(system, i, f, 0);
  } else addForce(system, i, f, 0);
}

/** Turns f from the user's axes to world axes, in place. */
function rotateToWorld(system: RigidSystem, i: number, f: Float64Array): void {
  system.readPose(pose, 0, i);
  quat.rotateVector(f, 0, pose, 3, f, 0);
}

const pose = new Float64Array(7);
const zero: readonly number[] = [0, 0, 0];
const appliedKeys = ["body", "force", "torque", "at", "frame", "pointFrame", "name"];

function readVector(path: string, vector: TimeVector): (time: Float64Array, out: Float64Array) => void {
  if (typeof vector === "function") {
    const answer: unknown = vector(new Float64Array(1), new Float64Array(3));
    if (answer !== undefined) {
      const cure = "write into out[0 … 2], for example (time, out) => { out[0] = time[0]; }";
      fail("returns", path, "must be a function that returns nothing", answer, cure);
    }
    return (time, out) => {
      out.fill(0);
      vector(time, out);
    };
  }
  requireVector(path, vector);
  const constant = Float64Array.from(vector);
  return (_time, out) => vec3.copy(out, 0, constant, 0);
}

function resolveBodies(path: string, on: Selection | undefined): readonly number[] | null {
  if (on === undefined || on === "all") return null;
  const list = typeof on === "object" && on !== null ? Array.from(on) : [Number.NaN];
  if (!list.every(Number.isInteger) || new Set(list).size !== list.length) {
    fail("not-a-list", path, "must be a list of different bodies", on, 'give a list of bodies, or "all"');
  }
  return list;
}
