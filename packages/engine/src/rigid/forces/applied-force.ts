/**
 * A force and a torque on one body, constant or varying in time, in either frame.
 *
 * Follows: Rigid Body Simulation, sections 2.7 and 5; Chaney, section 5.
 */
import { fail, Most, quat, requireKeys, requireMagnitude, requireVector, vec3 } from "../../math/index.js";
import { Answer, type BodyForce, type BodySystem, bodySize, computePointPosition, rowOf } from "../body/index.js";
import { requireOneOf } from "../path/index.js";
import {
  addBodyForceAtBodyPoint,
  addBodyTorque,
  addForce,
  addForceAtBodyPoint,
  addForceAtPoint,
  addTorque,
} from "./apply-force.js";

/**
 * A vector, constant or varying in time: three numbers, or a function that reads the time, s, from `time[0]` and writes
 * `out[0 … 2]`, which are zeros before.
 */
export type TimeVector = ArrayLike<number> | ((time: Float64Array, out: Float64Array) => void);

/** Options of a force and a torque on one body. */
export interface AppliedForceOptions {
  /** The body. */
  readonly body: number;
  /** Force, N. Default none. */
  readonly force?: TimeVector;
  /** Torque, N·m. Default none. */
  readonly torque?: TimeVector;
  /** Point at which the force acts, m. Default the centre of mass (the pivot). */
  readonly at?: ArrayLike<number>;
  /** Frame of force and torque. Default "world". */
  readonly frame?: "world" | "body";
  /** Frame of `at`. Default "body": the point moves with the body. */
  readonly pointFrame?: "world" | "body";
  /** Name in reports. Default "applied". */
  readonly name?: string;
}

/** A force and a torque on one body, with the arrays of an evaluation. */
interface AppliedForce {
  readonly body: number;
  readonly readForce: (time: Float64Array, out: Float64Array) => void;
  readonly readTorque: (time: Float64Array, out: Float64Array) => void;
  /** Point of application; null for the origin of the body frame. */
  readonly point: Float64Array | null;
  readonly isBodyFrame: boolean;
  readonly isBodyPoint: boolean;
  readonly time: Float64Array;
  readonly work: Float64Array;
}

/** Creates a force and a torque on one body. A constant force in world axes on a point of the body has the energy −F·p. */
export function appliedForce(options: AppliedForceOptions): BodyForce {
  requireKeys("appliedForce", options, "{ body: 0, force: [1, 0, 0] }", appliedKeys);
  const { body, force = zero, torque = zero, at, frame = "world", pointFrame = "body", name = "applied" } = options;
  requireFrames(name, options);
  const applied = {
    body,
    readForce: readVector(`${name}.force`, force),
    readTorque: readVector(`${name}.torque`, torque),
    point: at === undefined ? null : Float64Array.from(at),
    isBodyFrame: frame === "body",
    isBodyPoint: pointFrame === "body",
    time: new Float64Array(1),
    work: new Float64Array(6),
  };
  if (typeof force !== "function") requireMagnitude(`${name}.force`, force, Most.number, "N");
  if (typeof torque !== "function") requireMagnitude(`${name}.torque`, torque, Most.number, "N·m");
  const apply = (system: BodySystem): void => addApplied(system, applied);
  const changes = typeof force === "function" || typeof torque === "function";
  const { name: _, body: __, ...given } = options;
  const parameters = changes ? {} : { parameters: { ...given, frame, pointFrame } };
  const result = { name, couples: [], on: [body], changes, ...parameters, apply };
  if (!isPotential(options)) return result;
  return { ...result, energy: (system: BodySystem): number => computeEnergy(system, applied) };
}

/** Throws unless force or torque is given, in frames that go together. */
function requireFrames(name: string, options: AppliedForceOptions): void {
  const { at, frame = "world", pointFrame = "body" } = options;
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
}

/** Returns whether the force has a potential: it is constant in world axes, without torque, on a point of the body. */
function isPotential({ force, torque = zero, at, frame = "world", pointFrame = "body" }: AppliedForceOptions): boolean {
  const hasTorque = typeof torque === "function" || Array.from(torque).some((value) => value !== 0);
  const isCarried = pointFrame === "body" || at === undefined;
  return typeof force !== "function" && !hasTorque && frame === "world" && isCarried;
}

/** Adds force and torque at the clock of the system. */
function addApplied(system: BodySystem, applied: AppliedForce): void {
  const { body, time, work, readForce, readTorque } = applied;
  time[0] = system.particles.state[6 * system.particles.count];
  readForce(time, work);
  pushBody(system, applied);
  readTorque(time, work);
  if (applied.isBodyFrame) addBodyTorque(system, body, work, 0);
  else addTorque(system, body, work, 0);
}

/** Returns the energy −F·p of a constant force, J. */
function computeEnergy(system: BodySystem, { body, point, time, work, readForce }: AppliedForce): number {
  const row = rowOf(body);
  if (system.answers[row] === Answer.none) return 0;
  readForce(time, work);
  if (point === null) vec3.copy(work, 3, system.state, bodySize * row);
  else computePointPosition(work, 3, system, body, point, 0);
  return -vec3.dot(work, 0, work, 3);
}

/** Adds the force in `work[0 … 2]`. */
function pushBody(system: BodySystem, { body: i, work: f, point: p, isBodyFrame, isBodyPoint }: AppliedForce): void {
  if (p !== null) {
    if (isBodyFrame) addBodyForceAtBodyPoint(system, i, f, 0, p, 0);
    else if (isBodyPoint) addForceAtBodyPoint(system, i, f, 0, p, 0);
    else addForceAtPoint(system, i, f, 0, p, 0);
  } else if (isBodyFrame) {
    rotateToWorld(system, i, f);
    addForce(system, i, f, 0);
  } else addForce(system, i, f, 0);
}

/** Rotates f from the user's axes to world axes, in place. */
function rotateToWorld(system: BodySystem, i: number, f: Float64Array): void {
  system.readPose(pose, 0, i);
  quat.rotateVector(f, 0, pose, 3, f, 0);
}

const pose = new Float64Array(7);
const zero: readonly number[] = [0, 0, 0];
const appliedKeys = ["body", "force", "torque", "at", "frame", "pointFrame", "name"];

/** Returns the reader of a vector, which writes its value at a time. */
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
