/**
 * Anchors: points of bodies on which forces between particles act. Each is a particle without mass in the particle
 * table: the body writes its position and velocity, and takes over the force it gathers. One spring object, and every
 * other force between particles, therefore serves bodies too.
 *
 *   p = x + R p₀,   ṗ = v + ω × r,   r = p − x                                                               (2–17)
 *   F += f,   τ += r × f                                                                                      (2–21)
 *
 * Follows: Rigid Body Simulation, sections 2.5 and 2.7.
 */
import { resize, vec3 } from "../../math/index.js";
import type { BodySystem } from "./body-force.js";
import { writePointAcceleration } from "./point-motion.js";
import { bodySize } from "./state.js";

/** The anchors of a system: particles without mass that bodies carry. */
export class Anchors {
  /** Number of anchors. */
  count = 0;
  /** Particle of each anchor: count entries in use. */
  particle: Int32Array = new Int32Array(4);
  /** Row of the body that carries each anchor: count entries in use. */
  body: Int32Array = new Int32Array(4);
  /** Point p₀ of each anchor in the body frame, m: 3·count entries in use. */
  point: Float64Array = new Float64Array(12);
  /**
   * Linked lists of the anchors of each body: the last anchor of a body, and the one before each anchor; 1 more than its number,
   * or 0.
   */
  private last = new Int32Array(4);
  private before = new Int32Array(4);

  /** Adds the anchor of a particle at a point of a body, m, in the body frame. */
  add(particle: number, body: number, point: Float64Array): void {
    const a = this.count++;
    if (a === this.particle.length) {
      this.particle = resize(this.particle, 2 * a);
      this.body = resize(this.body, 2 * a);
      this.point = resize(this.point, 6 * a);
      this.before = resize(this.before, 2 * a);
    }
    if (body >= this.last.length) this.last = resize(this.last, 2 * body);
    this.before[a] = this.last[body];
    this.last[body] = a + 1;
    this.particle[a] = particle;
    this.body[a] = body;
    this.point.set(point, 3 * a);
  }

  /** Returns whether a body carries any anchor. */
  isOn(body: number): boolean {
    return body < this.last.length && this.last[body] > 0;
  }

  /** Writes position and velocity of the anchors of one body into the states of their particles. */
  carryOf(system: BodySystem, state: Float64Array, body: number): void {
    if (body >= this.last.length) return;
    for (let a = this.last[body]; a > 0; a = this.before[a - 1]) this.carry(system, state, a - 1, a);
  }

  /** Writes position and velocity of anchors `first` to `end` − 1 into the states of their particles. */
  carry(system: BodySystem, state: Float64Array, first: number, end: number): void {
    const { rotation: R, velocity, angularVelocity: omega } = system;
    const target = system.particles.state;
    for (let a = first; a < end; a++) {
      const i = this.body[a];
      const m = 9 * i;
      const k = 3 * i;
      const p = 3 * a;
      const o = 6 * this.particle[a];
      const px = this.point[p];
      const py = this.point[p + 1];
      const pz = this.point[p + 2];
      const rx = R[m] * px + R[m + 1] * py + R[m + 2] * pz;
      const ry = R[m + 3] * px + R[m + 4] * py + R[m + 5] * pz;
      const rz = R[m + 6] * px + R[m + 7] * py + R[m + 8] * pz;
      target[o] = state[bodySize * i] + rx;
      target[o + 1] = state[bodySize * i + 1] + ry;
      target[o + 2] = state[bodySize * i + 2] + rz;
      target[o + 3] = velocity[k] + (omega[k + 1] * rz - omega[k + 2] * ry);
      target[o + 4] = velocity[k + 1] + (omega[k + 2] * rx - omega[k] * rz);
      target[o + 5] = velocity[k + 2] + (omega[k] * ry - omega[k + 1] * rx);
    }
  }

  /** Adds the forces on the anchors, and their torques, to the bodies that carry them. */
  collect(system: BodySystem, state: Float64Array): void {
    const { force, torque } = system;
    const gathered = system.particles.force;
    const points = system.particles.state;
    for (let a = 0; a < this.count; a++) {
      const i = this.body[a];
      const f = 3 * this.particle[a];
      vec3.subtract(r, 0, points, 6 * this.particle[a], state, bodySize * i);
      vec3.cross(r, 3, r, 0, gathered, f);
      vec3.add(force, 3 * i, force, 3 * i, gathered, f);
      vec3.add(torque, 3 * i, torque, 3 * i, r, 3);
    }
  }

  /** Writes the accelerations of all anchors into the derivative, whose particles begin at entry `start`. */
  writeAccelerations(system: BodySystem, out: Float64Array, start: number): void {
    const points = system.particles.state;
    for (let a = 0; a < this.count; a++) {
      const o = 6 * this.particle[a];
      writePointAcceleration(out, start + o + 3, system, this.body[a], points, o);
    }
  }
}

/** Arm of an anchor, and its cross product with a force. */
const r = new Float64Array(6);
