/**
 * Joints and contacts of an island as a problem of rows in mass-scaled motion (linalg): with velocities for impacts, with
 * accelerations for resting contact, with positions for depenetration.
 *
 *   y = M^(1/2) q̇ or M^(1/2) q̈;    J M^(−1/2) are the values;    c is the rest of the rate of a row, or of its second rate
 *
 *   body          √(1/m) on v, √D Rᵀ on ω        I⁻¹ = R D Rᵀ
 *   particle      √(1/m)
 *   coordinates   Gᵀ, M⁻¹ = G Gᵀ
 *
 * Products of two rows of contacts, values times values, are the aᵢⱼ of the notes: over the columns of v the share (D–4) of
 * fⱼ along nᵢ, over those of ω its share (D–5).
 *
 * Bodies that do not answer to forces have no node: their motion goes into c.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D; Baraff 1989, sections 5 and 8.
 */
import { RowTable } from "../../constrain/index.js";
import type { ContactTable } from "../../contact/index.js";
import { FrictionContactProblem, RowKind, type UnilateralProblem } from "../../linalg/index.js";
import type { Island } from "../island/index.js";
import { isLimit, type JointLimitRows } from "../island/index.js";
import { IslandNodes } from "./island-nodes.js";
import { initialRows } from "./parameters.js";

/** Joints and contacts of an island as rows, without friction. */
export class IslandRows {
  /** The problem that the rows belong to; its cones are those of `IslandCones`. */
  readonly cones = new FrictionContactProblem();
  /** Rows of `cones`: without friction, the whole problem. */
  readonly problem: UnilateralProblem = this.cones.rows;
  /** Rows of the joints, which come first in the problem. */
  readonly joints: RowTable;
  private readonly island: Island;
  /** Contact of each row behind those of the joints, by number in its table. */
  contacts: Int32Array = new Int32Array(initialRows);
  /** Number of rows of contacts. */
  contactCount = 0;
  /** Whether the rows of the joints are in the problem, where they stay. */
  private hasJoints = false;
  /** Nodes of the problem. */
  readonly nodes: IslandNodes;
  /** Entry in the values of row k of block b of the joints, at b · stride + k. */
  private readonly jointEntry: Int32Array;
  /** Limits of joints, and the entries of their blocks. */
  private readonly bounds: JointLimitRows;
  private readonly boundEntry: Int32Array;

  constructor(island: Island, bounds: JointLimitRows) {
    this.island = island;
    this.bounds = bounds;
    this.boundEntry = new Int32Array(bounds.table.ends.length);
    this.joints = new RowTable(island.model.parts.joints, island.model);
    this.nodes = new IslandNodes(island.model, this.problem);
    this.jointEntry = new Int32Array(this.joints.ends.length * maxRows(this.joints));
  }

  /** Builds the problem of the joints and the listed contacts, which have been evaluated at the state. */
  build(contacts: ContactTable, list: Int32Array, count: number): void {
    this.begin();
    if (count > this.contacts.length) this.contacts = new Int32Array(2 * count);
    this.contactCount = count;
    for (let k = 0; k < count; k++) {
      const c = list[k];
      this.contacts[k] = c;
      this.addContact(contacts, c);
    }
    this.fill();
    for (let k = 0; k < count; k++) this.fillContact(this.joints.rows + k, contacts, list[k]);
  }

  /** Begins a problem with the rows of the joints, behind which others may be added. */
  begin(): void {
    if (this.hasJoints) this.cones.limitRows(this.joints.rows);
    else this.addJoints();
    this.contactCount = 0;
  }

  /** Adds the row of a contact or limit. Returns its number. */
  addContact(contacts: ContactTable, c: number): number {
    const { cones, bounds } = this;
    if (!isLimit(contacts, c)) {
      return cones.addRow(
        RowKind.inequality,
        this.nodes.findNodeA(contacts, c),
        this.nodes.findNode(contacts.bodyB[c]),
      );
    }
    const row = cones.rows.rowCount;
    this.addTableRow(RowKind.inequality, bounds.table, bounds.findRow(contacts, c), this.boundEntry, 1, 0);
    return row;
  }

  /** Writes J of the joints at the state. */
  fill(): void {
    this.nodes.update();
    this.evaluateJoints();
    this.fillJoints();
  }

  private addJoints(): void {
    const { joints, jointEntry } = this;
    this.cones.clearRows();
    this.hasJoints = true;
    const stride = maxRows(joints);
    for (let c = 0; c < joints.constraints.length; c++) {
      for (let k = 0; k < joints.constraints[c].rows; k++) {
        this.addTableRow(RowKind.equality, joints, c, jointEntry, stride, k);
      }
    }
  }

  /** Adds row k of constraint c of a table; the entries of its blocks go to entries[b · stride + k]. */
  private addTableRow(kind: RowKind, table: RowTable, c: number, entries: Int32Array, stride: number, k: number): void {
    const { problem, cones } = this;
    cones.addRow(kind);
    for (let b = table.blockStart[c]; b < table.blockStart[c + 1]; b++) {
      const node = this.nodes.nodeOfColumn(table.column[b]);
      if (node < 0) continue;
      let entry = -1;
      for (let p = table.blockStart[c]; p < b; p++) {
        if (this.nodes.nodeOfColumn(table.column[p]) === node) entry = entries[p * stride + k];
      }
      entries[b * stride + k] = entry < 0 ? problem.addBlock(node) : entry;
    }
  }

  /** The largest position error of a joint at the state, m or rad. */
  findOff(): number {
    const { joints } = this;
    if (joints.rows === 0) return 0;
    this.evaluateJoints();
    let most = 0;
    for (let r = 0; r < joints.rows; r++)
      if (joints.holonomic[r] === 1) most = Math.max(most, Math.abs(joints.value[r]));
    return most;
  }

  /** Evaluates C, γ and J of the joints at the state. */
  private evaluateJoints(): void {
    const { joints, island } = this;
    const { mechanism } = island.model;
    for (let k = 0; k < joints.places.length; k++) joints.places[k].locate(mechanism);
    joints.clear();
    for (let c = 0; c < joints.constraints.length; c++) joints.constraints[c].evaluate(joints, c, mechanism);
  }

  private fillJoints(): void {
    const { joints, problem } = this;
    const { values, rowStart } = problem;
    const stride = maxRows(joints);
    values.fill(0, 0, rowStart[joints.rows]);
    for (let c = 0; c < joints.constraints.length; c++) this.fillTableRows(joints, c, this.jointEntry, stride);
  }

  private fillTableRows(table: RowTable, c: number, entries: Int32Array, stride: number): void {
    for (let b = table.blockStart[c]; b < table.blockStart[c + 1]; b++) {
      if (this.nodes.nodeOfColumn(table.column[b]) < 0) continue;
      for (let k = 0; k < table.constraints[c].rows; k++) {
        const from = table.valueStart[b] + k * table.width[b];
        this.nodes.addScaled(entries[b * stride + k], table.column[b], table.jacobian, from, table.width[b]);
      }
    }
  }

  /** Writes J of the row of contact c along its normal. */
  fillContact(row: number, contacts: ContactTable, c: number): void {
    this.fillLine(row, contacts, c, contacts.rowA, 6 * c, contacts.rowB, 6 * c);
  }

  /** Writes J of a row of contact c, whose blocks are rowA[a …] and rowB[b …]. */
  fillLine(
    row: number,
    contacts: ContactTable,
    c: number,
    rowA: Float64Array,
    a: number,
    rowB: Float64Array,
    b: number,
  ): void {
    const { problem, island } = this;
    const { blockStart, blockEntry, values, rowStart } = problem;
    for (let v = rowStart[row]; v < rowStart[row + 1]; v++) values[v] = 0;
    if (isLimit(contacts, c)) {
      this.fillTableRows(this.bounds.table, this.bounds.findRow(contacts, c), this.boundEntry, 1);
      return;
    }
    let block = blockStart[row];
    const particle = contacts.particleA[c];
    if (particle >= 0) {
      if (this.nodes.findNodeA(contacts, c) >= 0) {
        this.nodes.addScaled(blockEntry[block++], island.model.particleStart + 3 * particle, rowA, a, 3);
      }
    } else if (this.nodes.findNode(contacts.bodyA[c]) >= 0) {
      this.nodes.addScaled(blockEntry[block++], 6 * island.model.findBody(contacts.bodyA[c]), rowA, a, 6);
    }
    if (this.nodes.findNode(contacts.bodyB[c]) >= 0) {
      this.nodes.addScaled(blockEntry[block], 6 * island.model.findBody(contacts.bodyB[c]), rowB, b, 6);
    }
  }

  /** Writes y⁰ = M^(1/2) q̇; c is the part of the rates from driven bodies and clocks. */
  writeVelocities(contacts: ContactTable): void {
    const { island, problem, joints } = this;
    const { system } = island.model;
    this.nodes.writeVelocities();
    for (let r = 0; r < joints.rows; r++) problem.c[r] = joints.drift[r];
    this.addDriven(contacts, system.velocity, system.angularVelocity, false);
  }

  /** Writes y⁰ = 0; c has the errors of the joints and the gaps. Contacts no deeper than `least`, m, may come no deeper. */
  writePlaces(contacts: ContactTable, least: number): void {
    const { problem, joints, contactCount } = this;
    problem.y0.fill(0);
    // errors of joints within rounding need not be consistent with one another
    for (let r = 0; r < joints.rows; r++) {
      problem.c[r] = joints.holonomic[r] === 1 && Math.abs(joints.value[r]) > least ? joints.value[r] : 0;
    }
    for (let k = 0; k < contactCount; k++) {
      const gap = contacts.gap[this.contacts[k]];
      problem.c[joints.rows + k] = gap < -least ? gap : Math.max(0, gap);
    }
  }

  /** Writes y⁰ = M^(1/2) q̈ under the forces in the accumulators; c is γ and the part from driven bodies. */
  writeAccelerations(contacts: ContactTable): void {
    const { island, problem, joints } = this;
    this.nodes.writeAccelerations();
    for (let r = 0; r < joints.rows; r++) problem.c[r] = joints.gamma[r];
    island.gatherDriven();
    this.addDriven(contacts, island.active.acceleration, island.active.acceleration, true);
  }

  /** c of each row += J times the motion of the bodies that do not answer to forces. */
  private addDriven(
    contacts: ContactTable,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): void {
    const { joints, contactCount } = this;
    for (let c = 0; c < joints.constraints.length; c++) {
      this.addDrivenOf(joints, c, joints.rowStart[c], linear, angular, isAcceleration);
    }
    for (let k = 0; k < contactCount; k++) {
      this.writeOffset(joints.rows + k, contacts, this.contacts[k], linear, angular, isAcceleration);
    }
  }

  /** Writes c of row r of a contact or limit: the part from driven bodies, and γ of accelerations. */
  writeOffset(
    r: number,
    contacts: ContactTable,
    c: number,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): void {
    const { island, problem, bounds } = this;
    if (isLimit(contacts, c)) {
      const { table } = bounds;
      const row = bounds.findRow(contacts, c);
      problem.c[r] = isAcceleration ? table.gamma[row] : table.drift[row];
      this.addDrivenOf(table, row, r, linear, angular, isAcceleration);
      return;
    }
    problem.c[r] = isAcceleration ? contacts.gamma[c] : 0;
    const a = contacts.particleA[c] >= 0 ? -1 : island.model.findBody(contacts.bodyA[c]);
    const b = island.model.findBody(contacts.bodyB[c]);
    if (a >= island.model.movingCount)
      problem.c[r] += this.sumDriven(contacts.rowA, 6 * c, a, linear, angular, isAcceleration);
    if (b >= island.model.movingCount)
      problem.c[r] += this.sumDriven(contacts.rowB, 6 * c, b, linear, angular, isAcceleration);
  }

  /** c of the rows from r on += J times the motion of driven bodies and clocks, for constraint c of a table. */
  private addDrivenOf(
    table: RowTable,
    c: number,
    r: number,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): void {
    const { problem, nodes } = this;
    for (let b = table.blockStart[c]; b < table.blockStart[c + 1]; b++) {
      const column = table.column[b];
      const width = table.width[b];
      for (let k = 0; k < table.constraints[c].rows && !isAcceleration; k++) {
        problem.c[r + k] += nodes.sumClocks(column, table.jacobian, table.valueStart[b] + k * width, width);
      }
      if (width !== 6 || nodes.nodeOfColumn(column) >= 0) continue;
      const slot = table.column[b] / 6;
      for (let k = 0; k < table.constraints[c].rows; k++) {
        const from = table.valueStart[b] + 6 * k;
        problem.c[r + k] += this.sumDriven(table.jacobian, from, slot, linear, angular, isAcceleration);
      }
    }
  }

  /** Product J[v …] · (linear, angular) of the body in a slot. */
  sumDriven(
    J: Float64Array,
    v: number,
    slot: number,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): number {
    // accelerations stand in columns of q̇, velocities in the tables of the bodies
    const o = isAcceleration ? 6 * slot : 3 * this.island.model.bodies[slot];
    const p = isAcceleration ? 6 * slot + 3 : o;
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += J[v + k] * linear[o + k] + J[v + 3 + k] * angular[p + k];
    return sum;
  }

  /** out ← Jᵀ f in the columns of q̇. */
  writeImpulse(out: Float64Array, f: Float64Array, contacts: ContactTable): void {
    const { joints, contactCount } = this;
    out.fill(0);
    joints.addTransposed(out, f);
    for (let k = 0; k < contactCount; k++) {
      const c = this.contacts[k];
      this.addForce(out, f, joints.rows + k, contacts, c, contacts.rowA, 6 * c, contacts.rowB, 6 * c);
    }
  }

  /** out += Jᵀ f of one row of contact c, whose blocks of J are rowA[a …] and rowB[b …]. */
  addForce(
    out: Float64Array,
    f: Float64Array,
    row: number,
    contacts: ContactTable,
    c: number,
    rowA: Float64Array,
    a: number,
    rowB: Float64Array,
    b: number,
  ): void {
    const { island, bounds } = this;
    const j = f[row];
    if (j === 0) return;
    if (isLimit(contacts, c)) {
      bounds.addImpulse(out, bounds.findRow(contacts, c), j);
      return;
    }
    const particle = contacts.particleA[c];
    const first =
      particle >= 0 ? island.model.particleStart + 3 * particle : 6 * island.model.findBody(contacts.bodyA[c]);
    const second = 6 * island.model.findBody(contacts.bodyB[c]);
    const widthA = particle >= 0 ? 3 : first < 0 ? 0 : 6;
    for (let x = 0; x < widthA; x++) out[first + x] += j * rowA[a + x];
    for (let x = 0; x < 6 && second >= 0; x++) out[second + x] += j * rowB[b + x];
  }
}

function maxRows({ constraints }: RowTable): number {
  let most = 0;
  for (let c = 0; c < constraints.length; c++) most = Math.max(most, constraints[c].rows);
  return most;
}
