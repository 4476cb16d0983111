/**
 * Joints and contacts of an island as a problem of rows and cones on mass-scaled motion (linalg/friction-contact). A contact with
 * friction is a cone with the rows n, t₁ and t₂; a contact without friction is a row.
 *
 *   (n, rA × n), (−n, −rB × n)      (t, rA × t), (−t, −rB × t), r from the centres to the point of contact
 *
 * Entries come in this order: contacts; rolling and spinning resistance, cones that follow the cone of their contact
 * (contact/features/contact-turning.ts); friction of joints (island/joint-friction.ts).
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import { type ContactTable, evaluateTurning, findTurning, layTurning, TurningKind } from "../../contact/index.js";
import { type FrictionContactProblem, TangentialState } from "../../linalg/index.js";
import { resize, vec3 } from "../../math/index.js";
import { bodySize } from "../../rigid/index.js";
import type { IslandSystem, JointFrictionRows } from "../island/index.js";
import type { IslandRows } from "./island-rows.js";
import { JointFrictionCones } from "./joint-friction-cones.js";
import { initialCones } from "./parameters.js";
import { lineSize, TangentRows } from "./tangent-rows.js";

/** Contacts, turning resistances and joint frictions of an island as a problem of cones. */
export class IslandCones {
  /** The problem, with the joints as its first rows. */
  readonly problem: FrictionContactProblem;
  /** Rows of the problem, of the joints and of contacts without friction. */
  readonly rows: IslandRows;
  /** Number in the contact table of each entry. */
  list: Int32Array = new Int32Array(initialCones);
  /** Number of entries. */
  count = 0;
  /** Number of contacts: the first entries. Turning resistances follow up to `jointStart`. */
  contactCount = 0;
  /** First entry that is the friction of a joint. */
  jointStart = 0;
  /** Row of the normal of each entry; of the friction of a joint, the row of the cone where that would be. */
  row: Int32Array = new Int32Array(initialCones);
  /** Row of t₁ of each entry with a cone; that of t₂ is the next. */
  tangentRow: Int32Array = new Int32Array(initialCones);
  /** Cone of each entry, or −1. */
  cone: Int32Array = new Int32Array(initialCones);
  /** Tangents of all entries, and their rows. */
  readonly tangents: TangentRows;
  private readonly island: IslandSystem;
  private readonly jointFrictionCones: JointFrictionCones;

  constructor(rows: IslandRows, island: IslandSystem, jointFriction: JointFrictionRows) {
    this.rows = rows;
    this.island = island;
    this.problem = rows.cones;
    this.tangents = new TangentRows(island);
    this.jointFrictionCones = new JointFrictionCones(jointFriction, rows.nodes, rows.cones);
  }

  /**
   * Builds the problem of the joints and the listed contacts, which have been evaluated. Turning resistances and the friction of
   * joints take part unless `turns` is false.
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
    if (turns && this.jointFrictionCones.source.count > 0) this.addJointFriction(contacts);
    this.fill(contacts);
  }

  /** Adds the cones of the friction of joints. */
  private addJointFriction(contacts: ContactTable): void {
    const { problem } = this;
    const jointFriction = this.jointFrictionCones.source;
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

  /** Updates the friction of joints that grows with their loads, with the forces f. Returns whether it has changed. */
  followLoads(contacts: ContactTable, f: Float64Array): boolean {
    const { problem, cone } = this;
    const jointFriction = this.jointFrictionCones.source;
    if (!jointFriction.hasLoads || this.count === this.jointStart) return false;
    // μ of a joint that is about to slip may be a little less than T: the ratio stays
    for (let k = this.jointStart; k < this.count; k++) {
      const T = this.readDisc(contacts, k);
      problem.mu[cone[k]] = T > 0 ? problem.mu[cone[k]] / T : 1;
    }
    const isOther = jointFriction.followLoads(contacts, this.rows.joints, f);
    for (let k = this.jointStart; k < this.count; k++) {
      problem.mu[cone[k]] *= this.readDisc(contacts, k);
      if (this.isBall(k))
        this.jointFrictionCones.holdAcross(cone[k], problem.motion[cone[k] + 1] === TangentialState.resting);
    }
    return isOther;
  }

  /** T of the friction k of a joint, in slip or at rest. */
  private readDisc({ friction, staticFriction }: ContactTable, k: number): number {
    const isSlipping = this.problem.motion[this.cone[k]] === TangentialState.slipping;
    return isSlipping ? friction[this.list[k]] : staticFriction[this.list[k]];
  }

  /** Evaluates the slips of the friction of joints at the state. `direction` has the slip direction of each entry. */
  evaluateJointFriction(contacts: ContactTable, direction: Float64Array): void {
    if (this.count > this.jointStart) this.jointFrictionCones.source.evaluate(contacts, direction, 3 * this.jointStart);
  }

  /** Whether entry k is the friction of a ball joint, which has a third direction: see spherical-joint-friction.ts. */
  isBall(k: number): boolean {
    return k >= this.jointStart && this.jointFrictionCones.source.isBall(k - this.jointStart);
  }

  /** Row of the third direction of ball joint k, normal to the plane of the other two. */
  acrossRow(k: number): number {
    return this.tangentRow[k] + 3;
  }

  /** Lets ball joint k slip along d[i …] with the radius `mu`, in a problem of accelerations or of velocities. */
  aimBall(contacts: ContactTable, k: number, d: Float64Array, i: number, mu: number, isAcceleration: boolean): void {
    const j = k - this.jointStart;
    this.jointFrictionCones.source.turnAxes(contacts, j, d, i, d, i);
    this.jointFrictionCones.fill(j, this.tangentRow[k], this.tangents.axes, 6 * k);
    this.jointFrictionCones.writeOffset(
      contacts,
      j,
      this.tangentRow[k],
      this.island.active.acceleration,
      isAcceleration,
    );
    this.setSlipping(k, mu, this.tangents.axes, 6 * k);
  }

  /** Adds the cones of rolling and spinning resistance at contact k, between the nodes A and B. */
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

  /** Evaluates rolling and spinning at contact k, which has just been evaluated itself. */
  evaluateTurning(contacts: ContactTable, k: number): void {
    const c = this.list[k];
    if (this.cone[k] >= 0 && (contacts.rolling[c] > 0 || contacts.spinning[c] > 0)) evaluateTurning(contacts, c);
  }

  /** Distance from contact c to the nearer centre of a moving body, m; 0 if none moves. */
  private measureArm({ bodyA, bodyB, point }: ContactTable, c: number): number {
    const { island } = this;
    const { state } = island.model.system;
    let least = Infinity;
    for (const i of [bodyA[c], bodyB[c]]) {
      if (i < 0 || !island.model.moves(i)) continue;
      least = Math.min(least, Math.sqrt(vec3.distanceSquared(point, 3 * c, state, bodySize * i)));
    }
    return least < Infinity ? least : 0;
  }

  private grow(n: number): void {
    this.list = resize(this.list, n);
    this.row = resize(this.row, n);
    this.tangentRow = resize(this.tangentRow, n);
    this.cone = resize(this.cone, n);
    this.tangents.resize(n);
  }

  /** Writes J of the problem at the state, at which the contacts have been evaluated. */
  fill(contacts: ContactTable): void {
    const { rows, list, tangents, row, tangentRow, cone, count, contactCount } = this;
    rows.fill();
    for (let k = 0; k < count; k++) {
      const c = list[k];
      if (k >= this.jointStart) {
        this.jointFrictionCones.fill(k - this.jointStart, tangentRow[k], tangents.axes, 6 * k);
        continue;
      }
      if (k < contactCount) rows.fillContact(row[k], contacts, c);
      if (cone[k] < 0) continue;
      tangents.writeAxes(contacts, c, k);
      const { lines } = tangents;
      for (let t = 0; t < 2; t++) {
        const o = lineSize * (2 * k + t);
        tangents.writeLine(contacts, c, 6 * k + 3 * t, o);
        rows.fillLine(tangentRow[k] + t, contacts, c, lines, o, lines, o + 6);
      }
    }
  }

  /** Writes y⁰ and c of the velocities. */
  writeVelocities(contacts: ContactTable): void {
    const { system } = this.island.model;
    this.rows.writeVelocities(contacts);
    this.addDriven(contacts, system.velocity, system.angularVelocity, false);
  }

  /** Writes the forces that give the accelerations y into the accumulators: see `IslandNodes`. */
  takeAccelerations(y: Float64Array): void {
    this.rows.nodes.takeAccelerations(y);
  }

  /** Writes y⁰ and c of the accelerations under the forces in the accumulators. */
  writeAccelerations(contacts: ContactTable): void {
    const { acceleration } = this.island.active;
    this.rows.writeAccelerations(contacts);
    this.addDriven(contacts, acceleration, acceleration, true);
  }

  /** Writes c: the motion of driven bodies and belts along the rows, and the quadratic terms of the motion itself. */
  private addDriven(
    contacts: ContactTable,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): void {
    const { island, rows, problem, list, row, tangentRow, cone, count, contactCount } = this;
    const { axes, lines } = this.tangents;
    const { c: offset } = problem.rows;
    const { bias, belt, bodyA, bodyB } = contacts;
    const { movingCount } = island.model;
    const across = isAcceleration ? bias : belt;
    for (let k = 0; k < count; k++) {
      const c = list[k];
      if (k >= this.jointStart) {
        this.jointFrictionCones.writeOffset(contacts, k - this.jointStart, tangentRow[k], linear, isAcceleration);
        continue;
      }
      if (k < contactCount) rows.writeOffset(row[k], contacts, c, linear, angular, isAcceleration);
      if (cone[k] < 0) continue;
      const a = bodyA[c] < 0 ? -1 : island.model.findBody(bodyA[c]);
      const b = island.model.findBody(bodyB[c]);
      for (let t = 0; t < 2; t++) {
        const o = 6 * k + 3 * t;
        let sum = 0;
        for (let x = 0; x < 3; x++) sum += axes[o + x] * across[3 * c + x];
        if (a >= movingCount) sum += rows.sumDriven(lines, 4 * o, a, linear, angular, isAcceleration);
        if (b >= movingCount) sum += rows.sumDriven(lines, 4 * o + 6, b, linear, angular, isAcceleration);
        offset[tangentRow[k] + t] = sum;
      }
    }
  }

  /** Sets all cones to rest with the coefficient of sliding friction: for impacts. */
  setResting(contacts: ContactTable): void {
    const { list, cone, count } = this;
    for (let k = 0; k < count; k++) if (cone[k] >= 0) this.setStill(k, contacts.friction[list[k]]);
  }

  /** Sets entry k to rest with the coefficient `mu`. */
  setStill(k: number, mu: number): void {
    const { problem, cone } = this;
    problem.motion[cone[k]] = TangentialState.resting;
    problem.mu[cone[k]] = mu;
    if (this.isBall(k)) this.jointFrictionCones.holdAcross(cone[k], true);
  }

  /** Lets entry k slip along direction[d …], a unit vector ⟂ n in world axes, with the coefficient `mu`. */
  setSlipping(k: number, mu: number, direction: Float64Array, d: number): void {
    const { problem, cone } = this;
    const { axes } = this.tangents;
    const i = cone[k];
    problem.motion[i] = TangentialState.slipping;
    problem.mu[i] = mu;
    let first = 0;
    let second = 0;
    for (let x = 0; x < 3; x++) {
      first += axes[6 * k + x] * direction[d + x];
      second += axes[6 * k + 3 + x] * direction[d + x];
    }
    const size = Math.sqrt(first * first + second * second);
    problem.direction[2 * i] = first / size;
    problem.direction[2 * i + 1] = second / size;
    if (this.isBall(k)) this.jointFrictionCones.holdAcross(i, false);
  }

  /** Component of the world vector v[o …] along t₁ (t = 0) or t₂ (t = 1) of entry k. */
  project(v: Float64Array, o: number, k: number, t: number): number {
    const at = 6 * k + 3 * t;
    const { axes } = this.tangents;
    return v[o] * axes[at] + v[o + 1] * axes[at + 1] + v[o + 2] * axes[at + 2];
  }

  /** Adds `scale` times the world vector v[o …] to c of the tangents of entry k. */
  addOffset(k: number, v: Float64Array, o: number, scale: number): void {
    const { c } = this.problem.rows;
    for (let t = 0; t < 2; t++) c[this.tangentRow[k] + t] += scale * this.project(v, o, k, t);
  }

  /** out[o …] ← the friction force on A at entry k, ⟂ n in world axes, from the forces f of the rows. */
  writeTangential(out: Float64Array, o: number, k: number, f: Float64Array): void {
    const { tangentRow, cone } = this;
    const { axes } = this.tangents;
    const isCone = cone[k] >= 0;
    const first = isCone ? f[tangentRow[k]] : 0;
    const second = isCone ? f[tangentRow[k] + 1] : 0;
    for (let x = 0; x < 3; x++) out[o + x] = first * axes[6 * k + x] + second * axes[6 * k + 3 + x];
    if (!this.isBall(k)) return;
    const { source } = this.jointFrictionCones;
    vec3.addScaled(out, o, out, o, f[this.acrossRow(k)], source.axes, 9 * (k - this.jointStart) + 6);
  }

  /** out ← Jᵀ f in the columns of q̇. */
  writeForces(out: Float64Array, f: Float64Array, contacts: ContactTable): void {
    const { rows, list, row, tangentRow, cone, count, contactCount } = this;
    const { lines } = this.tangents;
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
        const o = lineSize * (2 * k + t);
        rows.addForce(out, f, tangentRow[k] + t, contacts, c, lines, o, lines, o + 6);
      }
    }
  }
}
