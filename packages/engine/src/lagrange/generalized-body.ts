/**
 * A body given by a function q(u) alone: points and links whose places are functions of a few coordinates.
 *
 *   q̇ = J u̇,   q̈ = J ü + J̇ u̇                J = ∂q/∂u
 *   JᵀM q̈ − JᵀQ = 0                                                                                             (12)
 *   JᵀMJ ü + JᵀMJ̇u̇ − JᵀQ = 0                                                                                   (13)
 *
 * Of a link, q is the centre of mass and the turn: its rows of J are those of v and ω, its rows of M are m and I, and
 * with its torque goes −ω × Iω. Where q depends on the time too, the clock is a further coordinate, the last one: it has
 * the rate 1 and is moved by no force, so that J̇u̇ and the velocities have what the time does to q.
 *
 * Follows: Constrained Dynamics, section 5.
 */
import type { CoordinatePlace, EndSource, Mechanism } from "../constrain/index.js";
import { DenseLdl } from "../linalg/index.js";
import { fail, mat3, requireInteger, requireVector, type Tape, vec3 } from "../math/index.js";
import { GeneralizedEnd } from "./generalized-end.js";
import { addInertialForces, addMassMatrix, deriveLink, writeLinkJacobian } from "./generalized-kernel.js";
import { type GeneralizedBodyOptions, type GeneralizedModel, readGeneralizedOptions } from "./generalized-options.js";
import { writeInertialWrench } from "./inertial-wrench.js";
import type { PartEnd } from "./part.js";
import { addKineticEnergy, computeKineticEnergy, computeWeightEnergy } from "./part-energy.js";
import { readPartPoint, readPartPose } from "./read-part.js";
import { collectWrenches } from "./wrenches.js";

/**
 * A body with coordinates of its own, for `mechanism.addCoordinates`:
 *
 *   createGeneralizedBody({ coordinates: [1], parts: ([u]) => [[u.cos(), u.sin(), 0]], masses: [2] })
 */
export function createGeneralizedBody(options: GeneralizedBodyOptions): GeneralizedBody {
  return new GeneralizedBody(readGeneralizedOptions("body", options));
}

export class GeneralizedBody implements EndSource {
  readonly name: string;
  /** k: how many numbers u has, the clock counted if there is one; `free` without it. */
  readonly width: number;
  readonly free: number;
  readonly initial: Float64Array;
  /** How many points and links there are. */
  readonly count: number;

  // --- model, a part
  readonly mass: Float64Array;
  readonly center: Float64Array;
  readonly inertia: Float64Array;
  readonly turns: Uint8Array;
  readonly gravity: Float64Array;

  // --- derived: u and u̇; of each part p and R, v and ω, J̇u̇ of the point and of the turn
  readonly u: Float64Array;
  readonly rate: Float64Array;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly angularAcceleration: Float64Array;
  /** Rows of J for p and for the turn: 3·width numbers a part each. */
  readonly pointJacobian: Float64Array;
  readonly turnJacobian: Float64Array;

  /** Q: width numbers. */
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

  // --- what the mechanism asks ---------------------------------------------------------------------------------------

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

  /** Makes J agree with u. */
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

  /** The same for J and the factor of JᵀMJ. */
  private update(): void {
    if (this.hasFactor) return;
    this.updateJacobian();
    const { count, matrix, work } = this;
    matrix.fill(0);
    for (let i = 0; i < count; i++) if (this.mass[i] > 0) addMassMatrix(matrix, this, i, work);
    this.factor.factor(matrix);
    this.hasFactor = true;
  }

  /** Q = Jᵀ(f − M J̇u̇), f the weights. */
  computeForces(): void {
    this.updateJacobian();
    this.force.fill(0);
    for (let i = 0; i < this.count; i++) if (this.mass[i] > 0) addInertialForces(this.force, this, i);
  }

  multiplyInverse(x: Float64Array, o: number): void {
    this.update();
    const { free, width, work } = this;
    for (let k = 0; k < free; k++) work[k] = x[o + k];
    this.factor.solve(work);
    for (let k = 0; k < free; k++) x[o + k] = work[k];
    // the clock
    for (let k = free; k < width; k++) x[o + k] = 0;
  }

  kineticEnergy(): number {
    return computeKineticEnergy(this);
  }

  addKineticEnergy(out: Float64Array, o: number): void {
    addKineticEnergy(out, o, this);
  }

  potentialEnergy(): number {
    return computeWeightEnergy(this);
  }

  /** A part without rotation has the axes of the world. */
  createEnd(path: string, index: number, place: CoordinatePlace): PartEnd {
    const { part = 0, point = [0, 0, 0] } = place;
    requireInteger(`${path}.part`, part, 0, this.count - 1);
    requireVector(`${path}.point`, point);
    return new GeneralizedEnd(this, index, part, Float64Array.from(point));
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Place and velocity of a point of a part, given in its frame: `out[o … o+2]`, `out[o+3 … o+5]`. */
  readPoint(out: Float64Array, o: number, part: number, point?: Float64Array): void {
    requireInteger("part", part, 0, this.count - 1);
    readPartPoint(out, o, this, part, point);
  }

  /** Where the frame of a part is: position in `out[o … o+2]`, rotation in `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, part: number): void {
    requireInteger("part", part, 0, this.count - 1);
    readPartPose(out, o, this, part);
  }

  /** JᵀMJ, free × free numbers row by row. */
  readMassMatrix(out: Float64Array, o: number): void {
    this.update();
    out.set(this.matrix, o);
  }

  /**
   * What holds a part to its path: the force, N, in `out[o … o+2]` and the torque about the origin of the part, N·m, in
   * `out[o+3 … o+5]`, world axes, as of the last evaluation of the derivative, and in a world at its present time. It is M q̈ − Q of the part; forces of
   * springs between places are not told from it.
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
