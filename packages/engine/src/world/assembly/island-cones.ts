/**
 * The contacts of an island, with friction, and its joints, as rows and cones on mass-scaled motion (linalg/friction-contact/cone-problem.ts):
 * a contact that rubs is a cone, its rows n, t₁ and t₂ across it; one that does not is a row.
 *
 *   (n, rA × n), (−n, −rB × n)      (t, rA × t), (−t, −rB × t), r from the centres to the point of contact
 *
 * What resists rolling and spinning comes behind all contacts: cones that follow theirs (contact/features/contact-turning.ts). Behind
 * them all comes the friction of joints (joint-friction.ts).
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import {
  ContactForm,
  type ContactTable,
  evaluateTurning,
  findTurning,
  isTurning,
  layTurning,
  measureArm,
  TurningKind,
} from "../../contact/index.js";
import { ConeMotion, type ConeProblem } from "../../linalg/index.js";
import { resize, vec3 } from "../../math/index.js";
import { bodySize } from "../../rigid/index.js";
import type { IslandSystem, JointFrictionRows } from "../island/index.js";
import type { IslandRows } from "./island-rows.js";
import { JointFrictionCones } from "./joint-friction-cones.js";

export class IslandCones {
  readonly problem: ConeProblem;
  /** The contacts, by number in their table. */
  list: Int32Array = new Int32Array(8);
  count = 0;
  /** How many of them are contacts; what resists turning is behind, then the friction of joints, from `rubStart` on. */
  contactCount = 0;
  jointStart = 0;
  /** Of each: its row, or that of its normal; the first of its tangents; its cone, or −1. */
  row: Int32Array = new Int32Array(8);
  tangentRow: Int32Array = new Int32Array(8);
  cone: Int32Array = new Int32Array(8);
  /** t₁ and t₂, world axes, six numbers each. */
  tangents: Float64Array = new Float64Array(48);
  /** Their rows where they were filled last, twelve numbers each: of A, then of B. */
  private lines: Float64Array = new Float64Array(192);
  private readonly rows: IslandRows;
  private readonly island: IslandSystem;
  private readonly jointFriction: JointFrictionRows;
  private readonly jointFrictionCones: JointFrictionCones;

  constructor(rows: IslandRows, island: IslandSystem, jointFriction: JointFrictionRows) {
    this.rows = rows;
    this.island = island;
    this.problem = rows.cones;
    this.jointFriction = jointFriction;
    this.jointFrictionCones = new JointFrictionCones(jointFriction, rows.nodes, rows.cones);
  }

  /**
   * Takes the joints and these contacts, which have been evaluated; and what resists turning, and the friction of joints,
   * unless they are left out.
   */
  build(contacts: ContactTable, list: ArrayLike<number>, count: number, turns = true): void {
    const { rows, problem } = this;
    rows.begin();
    if (count > this.list.length) this.grow(2 * count);
    this.count = count;
    this.contactCount = count;
    for (let k = 0; k < count; k++) {
      const c = list[k];
      this.list[k] = c;
      const A = rows.nodes.findNodeA(contacts, c);
      const B = rows.nodes.findNode(contacts.bodyB[c]);
      const isCone = contacts.staticFriction[c] > 0;
      this.cone[k] = isCone ? problem.addCone(A, B) : -1;
      this.row[k] = isCone ? problem.coneRow[this.cone[k]] : rows.addContact(contacts, c);
      this.tangentRow[k] = this.row[k] + 1;
      if (isCone && turns && (contacts.rolling[c] > 0 || contacts.spinning[c] > 0)) this.addTurning(contacts, k, A, B);
    }
    this.jointStart = this.count;
    if (turns && this.jointFriction.count > 0) this.addJointFriction(contacts);
    this.fill(contacts);
  }

  /** Cones of the friction of joints. */
  private addJointFriction(contacts: ContactTable): void {
    const { jointFriction, problem } = this;
    jointFriction.lay(contacts);
    for (let j = 0; j < jointFriction.count; j++) {
      if (this.count === this.list.length) this.grow(2 * this.count);
      const i = this.count++;
      this.list[i] = jointFriction.findEntry(contacts, j);
      this.cone[i] = this.jointFrictionCones.add(j);
      this.row[i] = problem.coneRow[this.cone[i]];
      this.tangentRow[i] = this.row[i] + 1;
    }
  }

  /** Friction of joints that grows with what they carry, with the forces f; tells whether that is another. */
  followLoads(contacts: ContactTable, f: Float64Array): boolean {
    const { jointFriction, problem, cone } = this;
    if (!jointFriction.hasLoads || this.count === this.jointStart) return false;
    // μ may be a little less than T, of what is about to slip: that stays
    for (let k = this.jointStart; k < this.count; k++) {
      const T = this.readDisc(contacts, k);
      problem.mu[cone[k]] = T > 0 ? problem.mu[cone[k]] / T : 1;
    }
    const isOther = jointFriction.followLoads(contacts, this.rows.joints, f);
    for (let k = this.jointStart; k < this.count; k++) {
      problem.mu[cone[k]] *= this.readDisc(contacts, k);
      if (this.isBall(k))
        this.jointFrictionCones.holdAcross(cone[k], problem.motion[cone[k] + 1] === ConeMotion.resting);
    }
    return isOther;
  }

  /** T of the friction of a joint, as it slips or rests. */
  private readDisc({ friction, staticFriction }: ContactTable, k: number): number {
    const isSlipping = this.problem.motion[this.cone[k]] === ConeMotion.slipping;
    return isSlipping ? friction[this.list[k]] : staticFriction[this.list[k]];
  }

  /** Slips of the friction of joints, at the state; of all contacts, direction has that in which they slide. */
  evaluateJointFriction(contacts: ContactTable, direction: Float64Array): void {
    if (this.count > this.jointStart) this.jointFriction.evaluate(contacts, direction, 3 * this.jointStart);
  }

  /** Whether k is the friction of a turning, which has a third direction: see spherical-joint-friction.ts. */
  isBall(k: number): boolean {
    return k >= this.jointStart && this.jointFriction.isBall(k - this.jointStart);
  }

  /** Row of that direction, across the plane of the other two. */
  acrossRow(k: number): number {
    return this.tangentRow[k] + 3;
  }

  /** Turning k slips from here on along d[i …], with the radius `mu`; the problem has accelerations, or velocities. */
  aimBall(contacts: ContactTable, k: number, d: Float64Array, i: number, mu: number, isAcceleration: boolean): void {
    const j = k - this.jointStart;
    this.jointFriction.turnAxes(contacts, j, d, i, d, i);
    this.jointFrictionCones.fill(j, this.tangentRow[k], this.tangents, 6 * k);
    this.jointFrictionCones.writeOffset(contacts, j, this.tangentRow[k], this.island.acceleration, isAcceleration);
    this.setSlipping(k, mu, this.tangents, 6 * k);
  }

  /** Cones against rolling and spinning at contact k, between these nodes. */
  private addTurning(contacts: ContactTable, k: number, A: number, B: number): void {
    const { problem } = this;
    const c = this.list[k];
    const arm = this.measureArm(contacts, c);
    if (!(arm > 0)) return;
    layTurning(contacts, c, arm);
    for (let kind = 0; kind < 2; kind++) {
      if (!((kind === TurningKind.rolling ? contacts.rolling[c] : contacts.spinning[c]) > 0)) continue;
      if (this.count === this.list.length) this.grow(2 * this.count);
      const i = this.count++;
      this.list[i] = findTurning(contacts, c, kind);
      this.cone[i] = problem.addFollower(this.cone[k], A, B);
      this.row[i] = this.row[k];
      this.tangentRow[i] = problem.tangentRow[this.cone[i]];
    }
  }

  /** What turns at contact k, which has been evaluated last. */
  evaluateTurning(contacts: ContactTable, k: number): void {
    const c = this.list[k];
    if (this.cone[k] >= 0 && (contacts.rolling[c] > 0 || contacts.spinning[c] > 0)) evaluateTurning(contacts, c);
  }

  /** From the point of contact to the nearer centre of what moves, m. */
  private measureArm({ bodyA, bodyB, point }: ContactTable, c: number): number {
    const { island } = this;
    const { state } = island.system;
    let least = Infinity;
    for (const i of [bodyA[c], bodyB[c]]) {
      if (i < 0 || !island.moves(i)) continue;
      least = Math.min(least, Math.sqrt(vec3.distanceSquared(point, 3 * c, state, bodySize * i)));
    }
    return least < Infinity ? least : 0;
  }

  private grow(n: number): void {
    this.list = resize(this.list, n);
    this.row = resize(this.row, n);
    this.tangentRow = resize(this.tangentRow, n);
    this.cone = resize(this.cone, n);
    this.tangents = resize(this.tangents, 6 * n);
    this.lines = resize(this.lines, 24 * n);
  }

  /** J of the same joints and contacts at the state, at which the contacts have been evaluated. */
  fill(contacts: ContactTable): void {
    const { rows, list, tangents, row, tangentRow, cone, count, contactCount } = this;
    rows.fill();
    for (let k = 0; k < count; k++) {
      const c = list[k];
      if (k >= this.jointStart) {
        this.jointFrictionCones.fill(k - this.jointStart, tangentRow[k], tangents, 6 * k);
        continue;
      }
      if (k < contactCount) rows.fillContact(row[k], contacts, c);
      if (cone[k] < 0) continue;
      if (contacts.form[c] === ContactForm.spinning) {
        vec3.copy(tangents, 6 * k, contacts.axisA, 3 * c);
        vec3.set(tangents, 6 * k + 3, 0, 0, 0);
      } else {
        vec3.anyPerpendicular(tangents, 6 * k, contacts.normal, 3 * c);
        vec3.cross(tangents, 6 * k + 3, contacts.normal, 3 * c, tangents, 6 * k);
      }
      for (let t = 0; t < 2; t++) {
        const o = 24 * k + 12 * t;
        this.writeLine(contacts, c, 6 * k + 3 * t, o);
        rows.fillLine(tangentRow[k] + t, contacts, c, this.lines, o, this.lines, o + 6);
      }
    }
  }

  /** The rows of a tangent at tangents[t …], of A at lines[o …] and of B behind it. */
  private writeLine(contacts: ContactTable, c: number, t: number, o: number): void {
    const { state } = this.island.system;
    const { tangents, lines } = this;
    const { bodyA, bodyB, point } = contacts;
    if (isTurning(contacts, c)) {
      const arm = measureArm(contacts, c);
      for (let k = o; k < o + 3; k++) {
        lines[k] = lines[6 + k] = 0;
        lines[3 + k] = arm * tangents[t + k - o];
        lines[9 + k] = -lines[3 + k];
      }
      return;
    }
    const a = bodyA[c];
    for (let k = 0; k < 3; k++) {
      lines[o + k] = tangents[t + k];
      lines[o + 6 + k] = -tangents[t + k];
      lines[o + 3 + k] = a < 0 ? 0 : point[3 * c + k] - state[bodySize * a + k];
      lines[o + 9 + k] = point[3 * c + k] - state[bodySize * bodyB[c] + k];
    }
    if (a >= 0) vec3.cross(lines, o + 3, lines, o + 3, tangents, t);
    vec3.cross(lines, o + 9, lines, o + 9, lines, o + 6);
  }

  /** y⁰ and c as velocities. */
  writeVelocities(contacts: ContactTable): void {
    const { system } = this.island;
    this.rows.writeVelocities(contacts);
    this.addDriven(contacts, system.velocity, system.angularVelocity, false);
  }

  /** Takes the accelerations y for those that all forces in the accumulators give: see `IslandNodes`. */
  takeAccelerations(y: Float64Array): void {
    this.rows.nodes.takeAccelerations(y);
  }

  /** y⁰ and c as accelerations, with the forces in the accumulators. */
  writeAccelerations(contacts: ContactTable): void {
    const { acceleration } = this.island;
    this.rows.writeAccelerations(contacts);
    this.addDriven(contacts, acceleration, acceleration, true);
  }

  /** c: what rows have of what does not answer to forces, of belts, and of the motion itself. */
  private addDriven(
    contacts: ContactTable,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): void {
    const { island, rows, problem, list, row, tangentRow, cone, count, contactCount, tangents, lines } = this;
    const { c: offset } = problem.rows;
    const { bias, belt, bodyA, bodyB } = contacts;
    const { movingCount } = island;
    const across = isAcceleration ? bias : belt;
    for (let k = 0; k < count; k++) {
      const c = list[k];
      if (k >= this.jointStart) {
        this.jointFrictionCones.writeOffset(contacts, k - this.jointStart, tangentRow[k], linear, isAcceleration);
        continue;
      }
      if (k < contactCount) rows.writeOffset(row[k], contacts, c, linear, angular, isAcceleration);
      if (cone[k] < 0) continue;
      const a = bodyA[c] < 0 ? -1 : island.findBody(bodyA[c]);
      const b = island.findBody(bodyB[c]);
      for (let t = 0; t < 2; t++) {
        const o = 6 * k + 3 * t;
        let sum = 0;
        for (let x = 0; x < 3; x++) sum += tangents[o + x] * across[3 * c + x];
        if (a >= movingCount) sum += rows.sumDriven(lines, 4 * o, a, linear, angular, isAcceleration);
        if (b >= movingCount) sum += rows.sumDriven(lines, 4 * o + 6, b, linear, angular, isAcceleration);
        offset[tangentRow[k] + t] = sum;
      }
    }
  }

  /** All cones at rest with the coefficient of what slides: for impacts. */
  setResting(contacts: ContactTable): void {
    const { list, cone, count } = this;
    for (let k = 0; k < count; k++) if (cone[k] >= 0) this.setStill(k, contacts.friction[list[k]]);
  }

  /** Contact k is at rest. */
  setStill(k: number, mu: number): void {
    const { problem, cone } = this;
    problem.motion[cone[k]] = ConeMotion.resting;
    problem.mu[cone[k]] = mu;
    if (this.isBall(k)) this.jointFrictionCones.holdAcross(cone[k], true);
  }

  /** Contact k slides along the world vector at direction[d …], which is a unit vector across n. */
  setSlipping(k: number, mu: number, direction: Float64Array, d: number): void {
    const { problem, cone, tangents } = this;
    const i = cone[k];
    problem.motion[i] = ConeMotion.slipping;
    problem.mu[i] = mu;
    let first = 0;
    let second = 0;
    for (let x = 0; x < 3; x++) {
      first += tangents[6 * k + x] * direction[d + x];
      second += tangents[6 * k + 3 + x] * direction[d + x];
    }
    const size = Math.sqrt(first * first + second * second);
    problem.direction[2 * i] = first / size;
    problem.direction[2 * i + 1] = second / size;
    if (this.isBall(k)) this.jointFrictionCones.holdAcross(i, false);
  }

  /** Of the world vector at v[o …]: its part along t₁ (t = 0) or t₂ of contact k. */
  project(v: Float64Array, o: number, k: number, t: number): number {
    const at = 6 * k + 3 * t;
    return v[o] * this.tangents[at] + v[o + 1] * this.tangents[at + 1] + v[o + 2] * this.tangents[at + 2];
  }

  /** Adds scale times the world vector at v[o …] to c across contact k. */
  addOffset(k: number, v: Float64Array, o: number, scale: number): void {
    const { c } = this.problem.rows;
    for (let t = 0; t < 2; t++) c[this.tangentRow[k] + t] += scale * this.project(v, o, k, t);
  }

  /** out[o …] ← the force on A across n, of contact k with the forces f of the rows: world axes. */
  writeTangential(out: Float64Array, o: number, k: number, f: Float64Array): void {
    const { tangentRow, cone, tangents } = this;
    const isCone = cone[k] >= 0;
    const first = isCone ? f[tangentRow[k]] : 0;
    const second = isCone ? f[tangentRow[k] + 1] : 0;
    for (let x = 0; x < 3; x++) out[o + x] = first * tangents[6 * k + x] + second * tangents[6 * k + 3 + x];
    if (!this.isBall(k)) return;
    vec3.addScaled(out, o, out, o, f[this.acrossRow(k)], this.jointFriction.axes, 9 * (k - this.jointStart) + 6);
  }

  /** out ← Jᵀ f in the columns of q̇. */
  writeForces(out: Float64Array, f: Float64Array, contacts: ContactTable): void {
    const { rows, list, row, tangentRow, cone, count, contactCount } = this;
    out.fill(0);
    rows.joints.addTransposed(out, f);
    for (let k = 0; k < count; k++) {
      const c = list[k];
      if (k >= this.jointStart) {
        this.jointFrictionCones.addForce(out, k - this.jointStart, f, tangentRow[k]);
        continue;
      }
      if (k < contactCount) rows.addForce(out, f, row[k], contacts, c, contacts.rowA, 6 * c, contacts.rowB, 6 * c);
      if (cone[k] < 0) continue;
      for (let t = 0; t < 2; t++) {
        const o = 24 * k + 12 * t;
        rows.addForce(out, f, tangentRow[k] + t, contacts, c, this.lines, o, this.lines, o + 6);
      }
    }
  }
}
