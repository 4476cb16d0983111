/**
 * A generalized body, given by a function q(u): points and links whose poses are functions of a few generalized coordinates.
 *
 *   q̇ = J u̇,   q̈ = J ü + J̇ u̇                J = ∂q/∂u
 *   JᵀM q̈ − JᵀQ = 0                                                                                             (12)
 *   JᵀMJ ü + JᵀMJ̇u̇ − JᵀQ = 0                                                                                   (13)
 *
 * For a link, q is the centre of mass and the rotation: its rows of J are those of v and ω, its rows of M are m and I, and its
 * torque includes −ω × Iω. Where q depends on the time too, the clock is a further coordinate, the last one: its rate is 1 and no
 * force moves it, so that J̇u̇ and the velocities include the dependence of q on time.
 *
 * Follows: Constrained Dynamics, section 5.
 */
import type { CoordinatePlace, EndSource, Mechanism } from "../constrain/index.js";
import { DenseLdl } from "../linalg/index.js";
import { fail, mat3, requireInteger, requireVector, type Tape, vec3 } from "../math/index.js";
import { GeneralizedEnd } from "./generalized-end.js";
import {
  addInertialForces,
  addMassMatrix,
  deriveLink,
  type GeneralizedParts,
  writeLinkJacobian,
} from "./generalized-kernel.js";
import { type GeneralizedBodyOptions, type GeneralizedModel, readGeneralizedOptions } from "./generalized-options.js";
import { writeInertialWrench } from "./inertial-wrench.js";
import { readPartPoint, readPartPose } from "./moving-parts.js";
import type { PartEnd } from "./part.js";
import { addKineticEnergy, computeKineticEnergy, computeWeightEnergy } from "./part-energy.js";
import { collectWrenches } from "./wrenches.js";

/**
 * Creates a generalized body, for `mechanism.addCoordinates`:
 *
 *   createGeneralizedBody({ coordinates: [1], parts: ([u]) => [[u.cos(), u.sin(), 0]], masses: [2] })
 */
export function createGeneralizedBody(options: GeneralizedBodyOptions): GeneralizedBody {
  return new GeneralizedBody(readGeneralizedOptions("body", options));
}

/** A generalized body: points and links whose poses are functions of generalized coordinates. */
export class GeneralizedBody implements EndSource, GeneralizedParts {
  /** Name in reports. */
  readonly name: string;
  /** Number of coordinates u, the clock counted if there is one. */
  readonly width: number;
  /** Number of coordinates u without the clock. */
  readonly free: number;
  /** Coordinates and rates at the start: 2·width numbers. */
  readonly initial: Float64Array;
  /** Number of points and links. */
  readonly count: number;

  // --- model
  /** Mass of each part, kg. */
  readonly mass: Float64Array;
  /** Centre of mass of each part in its frame, m: three numbers a part. */
  readonly center: Float64Array;
  /** Inertia of each part about its centre in its frame, kg·m²: nine numbers a part. */
  readonly inertia: Float64Array;
  /** Flags of the parts: 1 for a link, which rotates, 0 for a point. */
  readonly turns: Uint8Array;
  /** Acceleration of gravity, m/s². */
  readonly gravity: Float64Array;

  // --- derived
  /** Generalized coordinates u: width numbers. */
  readonly u: Float64Array;
  /** Rates u̇: width numbers. */
  readonly rate: Float64Array;
  /** Position p of each part, m: three numbers a part. */
  readonly position: Float64Array;
  /** Rotation matrix R of each part: nine numbers a part. */
  readonly rotation: Float64Array;
  /** Velocity v of each part, m/s: three numbers a part. */
  readonly velocity: Float64Array;
  /** Angular velocity ω of each part, rad/s: three numbers a part. */
  readonly angularVelocity: Float64Array;
  /** Acceleration J̇u̇ of each part while ü = 0, m/s²: three numbers a part. */
  readonly acceleration: Float64Array;
  /** Angular acceleration of each part while ü = 0, rad/s²: three numbers a part. */
  readonly angularAcceleration: Float64Array;
  /** Rows of J for the positions: 3·width numbers a part. */
  readonly pointJacobian: Float64Array;
  /** Rows of J for the rotations, those of ω: 3·width numbers a part. */
  readonly turnJacobian: Float64Array;

  /** Generalized force Q: width numbers. */
  readonly force: Float64Array;

  private readonly tape: Tape;
  private readonly start: Int32Array;
  private readonly state: Float64Array;
  private readonly none: Float64Array;
  private readonly jet: Float64Array;
  private readonly jacobian: Float64Array;
  private readonly matrix: Float64Array;
  private readonly factor: DenseLdl;
  private readonly work: Float64Array;
  private hasJacobian = false;
  private hasFactor = false;

  constructor(model: GeneralizedModel) {
    const { width, free, tape, start, turns } = model;
    const count = turns.length;
    this.name = model.name;
    this.width = width;
    this.free = free;
    this.initial = model.initial;
    this.count = count;
    this.mass = model.mass;
    this.center = model.center;
    this.inertia = model.inertia;
    this.turns = turns;
    this.gravity = model.gravity;
    this.state = new Float64Array(2 * width);
    this.u = this.state.subarray(0, width);
    this.rate = this.state.subarray(width);
    this.position = new Float64Array(3 * count);
    this.rotation = new Float64Array(9 * count);
    for (let i = 0; i < count; i++) mat3.setIdentity(this.rotation, 9 * i);
    this.velocity = new Float64Array(3 * count);
    this.angularVelocity = new Float64Array(3 * count);
    this.acceleration = new Float64Array(3 * count);
    this.angularAcceleration = new Float64Array(3 * count);
    this.pointJacobian = new Float64Array(3 * width * count);
    this.turnJacobian = new Float64Array(3 * width * count);
    this.force = new Float64Array(width);
    this.tape = tape;
    this.start = start;
    this.none = new Float64Array(width);
    this.jet = new Float64Array(3 * tape.outputCount);
    this.jacobian = new Float64Array(tape.outputCount * width);
    this.matrix = new Float64Array(free * free);
    this.factor = new DenseLdl(free);
    this.work = new Float64Array(Math.max(free, 6 * width));
    this.derive(this.initial, 0);
    if (!this.jet.every(Number.isFinite)) {
      fail("not-finite", "body.parts", "must be finite at the start", Array.from(this.u), "check coordinates");
    }
    this.update();
    if (this.factor.rank === 0) {
      const cure = "give the parts masses, and coordinates on which they depend";
      fail("no-mass", "body.masses", "must be such that some coordinate moves a mass", this.mass, cure);
    }
  }

  // --- the interface of a mechanism ---------------------------------------------------------------------------------------

  /** Sets u and u̇ from `state[o …]`, and derives the motion of all parts. */
  derive(state: Float64Array, o: number): void {
    const { width, count, tape, start, jet, state: own } = this;
    for (let k = 0; k < 2 * width; k++) own[k] = state[o + k];
    tape.evaluateJet(jet, 0, own, 0, own, width, this.none, 0);
    const outputs = tape.outputCount;
    for (let i = 0; i < count; i++) {
      vec3.copy(this.position, 3 * i, jet, start[i]);
      vec3.copy(this.velocity, 3 * i, jet, outputs + start[i]);
      vec3.copy(this.acceleration, 3 * i, jet, 2 * outputs + start[i]);
      if (this.turns[i] === 1) deriveLink(this, i, jet, start[i] + 3, outputs);
    }
    this.hasJacobian = false;
    this.hasFactor = false;
  }

  /** Brings J up to date with u. */
  updateJacobian(): void {
    if (this.hasJacobian) return;
    const { width, count, start, jacobian } = this;
    this.tape.writeJacobian(jacobian, 0);
    for (let i = 0; i < count; i++) {
      const from = start[i] * width;
      const to = 3 * width * i;
      for (let k = 0; k < 3 * width; k++) this.pointJacobian[to + k] = jacobian[from + k];
      if (this.turns[i] === 1) writeLinkJacobian(this, i, this.jet, start[i] + 3, jacobian, from + 3 * width);
    }
    this.hasJacobian = true;
  }

  /** Brings J and the factor of JᵀMJ up to date with u. */
  private update(): void {
    if (this.hasFactor) return;
    this.updateJacobian();
    const { count, matrix, work } = this;
    matrix.fill(0);
    for (let i = 0; i < count; i++) if (this.mass[i] > 0) addMassMatrix(matrix, this, i, work);
    this.factor.factor(matrix);
    this.hasFactor = true;
  }

  /** Computes Q = Jᵀ(f − M J̇u̇), with the weights f. */
  computeForces(): void {
    this.updateJacobian();
    this.force.fill(0);
    for (let i = 0; i < this.count; i++) if (this.mass[i] > 0) addInertialForces(this.force, this, i);
  }

  /** Replaces x[o …] by (JᵀMJ)⁻¹ x; the entry of the clock becomes 0. */
  multiplyInverse(x: Float64Array, o: number): void {
    this.update();
    const { free, width, work } = this;
    for (let k = 0; k < free; k++) work[k] = x[o + k];
    this.factor.solve(work);
    for (let k = 0; k < free; k++) x[o + k] = work[k];
    // the clock
    for (let k = free; k < width; k++) x[o + k] = 0;
  }

  /** Returns the kinetic energy, J. */
  kineticEnergy(): number {
    return computeKineticEnergy(this);
  }

  /** Adds the kinetic energy, J, to out[o]. */
  addKineticEnergy(out: Float64Array, o: number): void {
    addKineticEnergy(out, o, this);
  }

  /** Returns the potential energy of the weights, J. */
  potentialEnergy(): number {
    return computeWeightEnergy(this);
  }

  /** Creates an end of constraints at a point of a part. A part without rotation has the axes of the world. */
  createEnd(path: string, index: number, place: CoordinatePlace): PartEnd {
    const { part = 0, point = [0, 0, 0] } = place;
    requireInteger(`${path}.part`, part, 0, this.count - 1);
    requireVector(`${path}.point`, point);
    return new GeneralizedEnd(this, index, part, Float64Array.from(point));
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Writes position and velocity of a point of a part, given in its frame, into `out[o … o+2]` and `out[o+3 … o+5]`. */
  readPoint(out: Float64Array, o: number, part: number, point?: Float64Array): void {
    requireInteger("part", part, 0, this.count - 1);
    readPartPoint(out, o, this, part, point);
  }

  /** Writes the pose of a part: position into `out[o … o+2]`, rotation into `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, part: number): void {
    requireInteger("part", part, 0, this.count - 1);
    readPartPose(out, o, this, part);
  }

  /** Writes the mass matrix JᵀMJ, free × free numbers row by row. */
  readMassMatrix(out: Float64Array, o: number): void {
    this.update();
    out.set(this.matrix, o);
  }

  /**
   * Writes the reaction M q̈ − Q on a part, which keeps it on q(u): the force, N, into `out[o … o+2]` and the torque about the
   * origin of the part, N·m, into `out[o+3 … o+5]`, world axes, as of the last evaluation of the derivative, and in a world at
   * its present time. Forces of springs between places are part of it.
   */
  readReaction(out: Float64Array, o: number, mechanism: Mechanism, part: number): void {
    requireInteger("part", part, 0, this.count - 1);
    const { width, acceleration, angularAcceleration: alpha } = this;
    const applied = collectWrenches(mechanism, this, this.count, this.position);
    const uu = this.force.slice();
    this.multiplyInverse(uu, 0);
    // accelerations with ü, for a moment
    const keep = [acceleration.slice(), alpha.slice()];
    for (let x = 0; x < 3; x++) {
      for (let k = 0; k < width; k++) {
        acceleration[3 * part + x] += this.pointJacobian[(3 * part + x) * width + k] * uu[k];
        alpha[3 * part + x] += this.turnJacobian[(3 * part + x) * width + k] * uu[k];
      }
    }
    writeInertialWrench(out, o, this, part);
    acceleration.set(keep[0]);
    alpha.set(keep[1]);
    for (let x = 0; x < 6; x++) out[o + x] -= applied[6 * part + x];
  }
}
