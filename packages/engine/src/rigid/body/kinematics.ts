/**
 * Driven bodies, which follow a path whatever the forces. A path gives the motion of the user's frame; it becomes that of the
 * body frame, whose origin is at c in the user's frame:
 *
 *   x = p + R c,   v = ṗ + ω × R c,   v̇ = p̈ + ω̇ × R c + ω × (ω × R c)
 *
 * P and L of a driven body are zero in the state.
 *
 * Follows: Particle System Dynamics, section 5 (controlled particles), for bodies.
 */
import { quat, resize, vec3 } from "../../math/index.js";
import { type BodyPath, clearFrame, finishFrame, PathSlot, pathFrameLength } from "../path/index.js";
import type { BodyArrays } from "./body-arrays.js";
import { deriveBodies } from "./derive.js";
import { bodySize, Slot } from "./state.js";

/** The arrays of a rigid system and its clock. */
export interface TimedBodies extends BodyArrays {
  /** The clock, s. */
  readonly time: number;
}

/** The driven bodies of a system, with their paths and motions. */
export class Kinematics {
  private readonly paths: BodyPath[] = [];
  private readonly bodies: number[] = [];
  /** Motion v, ω, v̇ and ω̇ of each driven body at the time of the state: 12 numbers. */
  private motion = new Float64Array(48);
  /** One more than the number of each body among the driven ones, 0 if it is not driven; may be short. */
  private numbers = new Int32Array(4);
  private readonly time = new Float64Array(1);
  private readonly frame = new Float64Array(pathFrameLength);
  private readonly arm = new Float64Array(6);

  /** Number of the first driven body whose path gave no finite pose at the time of the state, or −1. */
  private faulty = -1;

  /** Number of driven bodies. */
  get count(): number {
    return this.bodies.length;
  }

  /** Makes a body follow a path. */
  add(body: number, path: BodyPath): void {
    this.bodies.push(body);
    this.paths.push(path);
    if (12 * this.bodies.length > this.motion.length) this.motion = resize(this.motion, 2 * this.motion.length);
    if (body >= this.numbers.length) this.numbers = resize(this.numbers, 2 * body);
    this.numbers[body] = this.bodies.length;
  }

  /** Releases a body from its path; it is no error if it follows none. The driven bodies behind it move up. */
  remove(body: number): void {
    const k = this.find(body);
    if (k < 0) return;
    this.bodies.splice(k, 1);
    this.paths.splice(k, 1);
    this.motion.copyWithin(12 * k, 12 * k + 12);
    this.numbers[body] = 0;
    for (let m = k; m < this.bodies.length; m++) this.numbers[this.bodies[m]] = m + 1;
    this.faulty = -1;
  }

  /** Returns the number of a body among the driven ones, or −1. */
  find(body: number): number {
    return body < this.numbers.length ? this.numbers[body] - 1 : -1;
  }

  /** Returns the path that a body follows, if it follows one. */
  findPath(body: number): BodyPath | undefined {
    return this.paths[this.find(body)];
  }

  /** Returns whether a body follows a path. */
  isDriven(body: number): boolean {
    return this.find(body) >= 0;
  }

  /** The first body whose path gave no finite pose and motion at the time of the state, or −1. */
  get faultyBody(): number {
    return this.faulty < 0 ? -1 : this.bodies[this.faulty];
  }

  /**
   * Writes x and q of the driven bodies `first` to `end` − 1 at the time of the state, and computes their motion. A body
   * whose path fails there keeps its state, and `faultyBody` names it.
   */
  followPaths(system: TimedBodies, state: Float64Array, first: number, end: number): void {
    const { time, frame, motion } = this;
    if (this.faulty >= first && this.faulty < end) this.faulty = -1;
    for (let k = first; k < end; k++) {
      // set anew for each: a path may have written into it
      time[0] = system.time;
      if (!this.evaluate(system, k)) {
        if (this.faulty < 0) this.faulty = k;
        continue;
      }
      const y = bodySize * this.bodies[k];
      vec3.copy(state, y + Slot.x, frame, PathSlot.position);
      quat.copy(state, y + Slot.q, frame, PathSlot.rotation);
      for (let c = 0; c < 12; c++) motion[12 * k + c] = frame[PathSlot.velocity + c];
    }
  }

  /**
   * Writes the pose and the motion of the body frame of a driven body at the time `at[0]`, 19 numbers at the offsets of
   * `PathSlot`; neither the state nor anything else changes. Returns whether the path gave a finite motion; otherwise nothing is
   * written.
   */
  writeMotion(out: Float64Array, o: number, system: BodyArrays, body: number, at: Float64Array): boolean {
    this.time[0] = at[0];
    if (!this.evaluate(system, this.find(body))) return false;
    for (let c = 0; c < pathFrameLength; c++) out[o + c] = this.frame[c];
    return true;
  }

  /** Writes pose and motion of the body frame of driven body k at time[0] into `frame`. Returns whether its path gives them. */
  private evaluate(system: BodyArrays, k: number): boolean {
    const { time, frame, arm } = this;
    const { center, axes } = system;
    const i = this.bodies[k];
    const path = this.paths[k];
    clearFrame(frame);
    path(time, frame);
    if (!finishFrame(frame)) return false;
    quat.rotateVector(arm, 0, frame, PathSlot.rotation, center, 3 * i);
    vec3.add(frame, PathSlot.position, frame, PathSlot.position, arm, 0);
    quat.multiply(frame, PathSlot.rotation, frame, PathSlot.rotation, axes, 4 * i);
    // ω × R c, and then ω̇ × R c + ω × (ω × R c)
    vec3.cross(arm, 3, frame, PathSlot.angularVelocity, arm, 0);
    vec3.add(frame, PathSlot.velocity, frame, PathSlot.velocity, arm, 3);
    vec3.cross(arm, 3, frame, PathSlot.angularVelocity, arm, 3);
    vec3.cross(arm, 0, frame, PathSlot.angularAcceleration, arm, 0);
    vec3.add(arm, 0, arm, 0, arm, 3);
    vec3.add(frame, PathSlot.acceleration, frame, PathSlot.acceleration, arm, 0);
    return true;
  }

  /** Writes v and ω of the driven bodies `first` to `end` − 1 among the derived quantities. */
  writeVelocities(system: BodyArrays, first: number, end: number): void {
    for (let k = first; k < end; k++) {
      vec3.copy(system.velocity, 3 * this.bodies[k], this.motion, 12 * k);
      vec3.copy(system.angularVelocity, 3 * this.bodies[k], this.motion, 12 * k + 3);
    }
  }

  /** Makes all driven bodies follow their paths to the time of the state, and derives the quantities that depend on it. */
  follow(system: TimedBodies, state: Float64Array): void {
    this.followPaths(system, state, 0, this.count);
    for (let k = 0; k < this.count; k++) deriveBodies(system, state, state, this.bodies[k], this.bodies[k] + 1);
    this.writeVelocities(system, 0, this.count);
  }

  /** Writes the acceleration v̇ of a driven body, m/s². */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    vec3.copy(out, o, this.motion, 12 * this.find(body) + 6);
  }

  /** Writes the angular acceleration ω̇ of a driven body, rad/s². */
  readAngularAcceleration(out: Float64Array, o: number, body: number): void {
    vec3.copy(out, o, this.motion, 12 * this.find(body) + 9);
  }
}
