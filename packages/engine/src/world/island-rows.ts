/**
 * Joints and contacts of an island as a problem of rows in mass-scaled motion (linalg): for impacts, with velocities, and
 * for resting contact, with accelerations.
 *
 *   y = M^(1/2) q̇ or M^(1/2) q̈;    J M^(−1/2) are the values;    c is what a row's rate, or its second rate, has besides
 *
 *   body          √(1/m) on v, √D Rᵀ on ω        I⁻¹ = R D Rᵀ
 *   particle      √(1/m)
 *   coordinates   Gᵀ, M⁻¹ = G Gᵀ
 *
 * What does not answer to forces has no node: its motion goes into c.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D; Baraff 1989, sections 5 and 8.
 */
import { RowTable, writeRoots } from "../constrain/index.js";
import type { ContactTable } from "../contact/index.js";
import { ConeProblem, RowKind, type RowProblem } from "../linalg/index.js";
import { bodySize, Slot } from "../rigid/index.js";
import type { Island } from "./island.js";

export class IslandRows {
  readonly cones = new ConeProblem();
  /** The rows of `cones`: where nothing rubs they are all there is. */
  readonly problem: RowProblem = this.cones.rows;
  /** The rows of the joints alone: they come first in the problem. */
  readonly joints: RowTable;
  private readonly island: Island;
  /** The contact of each row behind those of the joints. */
  contacts: Int32Array = new Int32Array(16);
  contactCount = 0;
  /** The node of each body, particle and thing with coordinates of the island, or −1. */
  private readonly bodyNode: Int32Array;
  private readonly particleNode: Int32Array;
  private readonly coordinateNode: Int32Array;
  /** Where row k of block b of the joints stands in the values: the first of its rows, then a stride. */
  private readonly jointEntry: Int32Array;
  private readonly roots: Float64Array;
  private readonly work: Float64Array;

  constructor(island: Island) {
    const { system, bodies, movingCount, coordinates } = island;
    const { problem } = this;
    this.island = island;
    this.joints = new RowTable(island.parts.joints, island);
    this.bodyNode = new Int32Array(island.bodyCount).fill(-1);
    for (let b = 0; b < movingCount; b++) if (system.answers[bodies[b]] !== 0) this.bodyNode[b] = problem.addNode(6);
    this.particleNode = new Int32Array(island.particleCount).fill(-1);
    for (let j = 0; j < island.particleCount; j++) {
      if (system.particles.inverseMass[j] > 0) this.particleNode[j] = problem.addNode(3);
    }
    this.coordinateNode = Int32Array.from(coordinates, ({ width }) => problem.addNode(width));
    this.jointEntry = new Int32Array(this.joints.ends.length * maxRows(this.joints));
    this.roots = new Float64Array(coordinates.reduce((sum, { width }) => sum + width * width, 0));
    this.work = new Float64Array(Math.max(6, ...coordinates.map(({ width }) => width)));
  }

  /** Takes the joints and these contacts as rows, evaluated at the state. */
  build(contacts: ContactTable, list: Int32Array, count: number): void {
    const { cones } = this;
    this.begin();
    if (count > this.contacts.length) this.contacts = new Int32Array(2 * count);
    this.contactCount = count;
    for (let k = 0; k < count; k++) {
      const c = list[k];
      this.contacts[k] = c;
      cones.addRow(RowKind.inequality, this.findNodeA(contacts, c), this.findNode(contacts.bodyB[c]));
    }
    this.fill();
    for (let k = 0; k < count; k++) this.fillContact(this.joints.rows + k, contacts, list[k]);
  }

  /** Takes the joints alone as rows: other rows may be added behind them. */
  begin(): void {
    this.cones.clearRows();
    this.addJoints();
    this.contactCount = 0;
  }

  /** Evaluates the joints at the state. */
  fill(): void {
    writeRoots(this.roots, this.island);
    this.evaluateJoints();
    this.fillJoints();
  }

  /** The node of what a contact has as A, or −1. */
  findNodeA({ particleA, bodyA }: ContactTable, c: number): number {
    return particleA[c] >= 0 ? this.particleNode[particleA[c]] : this.findNode(bodyA[c]);
  }

  findNode(body: number): number {
    const b = this.island.findBody(body);
    return b < 0 || b >= this.island.movingCount ? -1 : this.bodyNode[b];
  }

  private addJoints(): void {
    const { problem, cones, joints } = this;
    const stride = maxRows(joints);
    for (let c = 0; c < joints.constraints.length; c++) {
      for (let k = 0; k < joints.constraints[c].rows; k++) {
        cones.addRow(RowKind.equality);
        const seen = new Map<number, number>();
        for (let b = joints.blockStart[c]; b < joints.blockStart[c + 1]; b++) {
          const node = this.nodeOfBlock(b);
          if (node < 0) continue;
          const entry = seen.get(node) ?? problem.addBlock(node);
          seen.set(node, entry);
          this.jointEntry[b * stride + k] = entry;
        }
      }
    }
  }

  private nodeOfBlock(b: number): number {
    const { joints, island } = this;
    const column = joints.column[b];
    if (column < 0) return -1;
    if (column < island.particleStart) {
      const slot = column / 6;
      return slot < island.movingCount ? this.bodyNode[slot] : -1;
    }
    if (column < island.coordinateStart[0]) return this.particleNode[(column - island.particleStart) / 3];
    return this.coordinateNode[island.coordinateStart.indexOf(column)];
  }

  /** C, γ and J of the joints at the state. */
  private evaluateJoints(): void {
    const { joints, island } = this;
    const { mechanism } = island;
    for (let k = 0; k < joints.places.length; k++) joints.places[k].locate(mechanism);
    joints.clear();
    for (let c = 0; c < joints.constraints.length; c++) joints.constraints[c].evaluate(joints, c, mechanism);
  }

  private fillJoints(): void {
    const { joints, problem } = this;
    const { values, rowStart } = problem;
    const stride = maxRows(joints);
    values.fill(0, 0, rowStart[joints.rows]);
    for (let c = 0; c < joints.constraints.length; c++) {
      for (let b = joints.blockStart[c]; b < joints.blockStart[c + 1]; b++) {
        if (this.nodeOfBlock(b) < 0) continue;
        const rows = joints.constraints[c].rows;
        for (let k = 0; k < rows; k++) {
          const from = joints.valueStart[b] + k * joints.width[b];
          this.addScaled(this.jointEntry[b * stride + k], joints.column[b], joints.jacobian, from, joints.width[b]);
        }
      }
    }
  }

  fillContact(row: number, contacts: ContactTable, c: number): void {
    this.fillLine(row, contacts, c, contacts.rowA, 6 * c, contacts.rowB, 6 * c);
  }

  /** The row of a contact whose blocks of J stand at rowA[a …] and rowB[b …]. */
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
    let block = blockStart[row];
    const particle = contacts.particleA[c];
    if (particle >= 0) {
      if (this.particleNode[particle] >= 0) {
        this.addScaled(blockEntry[block++], island.particleStart + 3 * particle, rowA, a, 3);
      }
    } else if (this.findNode(contacts.bodyA[c]) >= 0) {
      this.addScaled(blockEntry[block++], 6 * island.findBody(contacts.bodyA[c]), rowA, a, 6);
    }
    if (this.findNode(contacts.bodyB[c]) >= 0) {
      this.addScaled(blockEntry[block], 6 * island.findBody(contacts.bodyB[c]), rowB, b, 6);
    }
  }

  /** values[e …] += J M^(−1/2) for the block J[v …] of `width` columns from `column` of q̇ on. */
  addScaled(e: number, column: number, J: Float64Array, v: number, width: number): void {
    const { island, problem } = this;
    const { values } = problem;
    const { system } = island;
    if (column < island.particleStart) {
      const i = island.bodies[column / 6];
      const w = Math.sqrt(system.inverseMass[i]);
      const { rotation: R, inverseMoments: D } = system;
      for (let k = 0; k < 3; k++) {
        values[e + k] += w * J[v + k];
        const turned = R[9 * i + k] * J[v + 3] + R[9 * i + 3 + k] * J[v + 4] + R[9 * i + 6 + k] * J[v + 5];
        values[e + 3 + k] += Math.sqrt(D[3 * i + k]) * turned;
      }
    } else if (column < island.coordinateStart[0]) {
      const w = Math.sqrt(system.particles.inverseMass[(column - island.particleStart) / 3]);
      for (let k = 0; k < 3; k++) values[e + k] += w * J[v + k];
    } else {
      const o = this.findRoot(column);
      for (let k = 0; k < width; k++) {
        for (let j = k; j < width; j++) values[e + k] += this.roots[o + j * width + k] * J[v + j];
      }
    }
  }

  private findRoot(column: number): number {
    const { coordinateStart, coordinates } = this.island;
    let o = 0;
    for (let g = 0; coordinateStart[g] < column; g++) o += coordinates[g].width * coordinates[g].width;
    return o;
  }

  /** y⁰ = M^(1/2) q̇; c the rates that driven things and clocks give. */
  writeVelocities(contacts: ContactTable): void {
    const { island, problem, joints } = this;
    const { system, bodies, movingCount, coordinates, own, ownStart } = island;
    const { state, rotation: R, inverseMass, inverseMoments: D, particles } = system;
    for (let b = 0; b < movingCount; b++) {
      if (this.bodyNode[b] < 0) continue;
      const i = bodies[b];
      const y = bodySize * i;
      const e = problem.nodeStart[this.bodyNode[b]];
      for (let k = 0; k < 3; k++) {
        problem.y0[e + k] = Math.sqrt(inverseMass[i]) * state[y + Slot.P + k];
        const L = y + Slot.L;
        const turned = R[9 * i + k] * state[L] + R[9 * i + 3 + k] * state[L + 1] + R[9 * i + 6 + k] * state[L + 2];
        problem.y0[e + 3 + k] = Math.sqrt(D[3 * i + k]) * turned;
      }
    }
    for (let j = 0; j < island.particleCount; j++) {
      if (this.particleNode[j] < 0) continue;
      const e = problem.nodeStart[this.particleNode[j]];
      const w = Math.sqrt(particles.inverseMass[j]);
      for (let k = 0; k < 3; k++) problem.y0[e + k] = particles.state[6 * j + 3 + k] / w;
    }
    for (let g = 0; g < coordinates.length; g++) {
      const { width } = coordinates[g];
      this.writeScaled(g, own, ownStart[g] + width);
    }
    for (let r = 0; r < joints.rows; r++) problem.c[r] = joints.drift[r];
    this.addDriven(contacts, system.velocity, system.angularVelocity, false);
  }

  /** y of things with coordinates: G y = rates at from[o …], G lower. */
  private writeScaled(g: number, from: Float64Array, o: number): void {
    const { island, problem, roots } = this;
    const { width } = island.coordinates[g];
    const e = problem.nodeStart[this.coordinateNode[g]];
    const G = this.findRoot(island.coordinateStart[g]);
    for (let k = 0; k < width; k++) {
      let sum = from[o + k];
      for (let j = 0; j < k; j++) sum -= roots[G + k * width + j] * problem.y0[e + j];
      problem.y0[e + k] = sum / roots[G + k * width + k];
    }
  }

  /** y⁰ = M^(1/2) q̈ under the forces in the accumulators; c = γ and what driven things give. */
  writeAccelerations(contacts: ContactTable): void {
    const { island, problem, joints, work } = this;
    const { system, bodies, movingCount, coordinates } = island;
    const { state, rotation: R, inverseMass, inverseMoments: D, particles, force, torque, angularVelocity } = system;
    for (let b = 0; b < movingCount; b++) {
      if (this.bodyNode[b] < 0) continue;
      const i = bodies[b];
      const L = bodySize * i + Slot.L;
      const v = 3 * i;
      const e = problem.nodeStart[this.bodyNode[b]];
      // τ + L × ω
      work[0] = torque[v] + state[L + 1] * angularVelocity[v + 2] - state[L + 2] * angularVelocity[v + 1];
      work[1] = torque[v + 1] + state[L + 2] * angularVelocity[v] - state[L] * angularVelocity[v + 2];
      work[2] = torque[v + 2] + state[L] * angularVelocity[v + 1] - state[L + 1] * angularVelocity[v];
      for (let k = 0; k < 3; k++) {
        problem.y0[e + k] = Math.sqrt(inverseMass[i]) * force[v + k];
        const turned = R[9 * i + k] * work[0] + R[9 * i + 3 + k] * work[1] + R[9 * i + 6 + k] * work[2];
        problem.y0[e + 3 + k] = Math.sqrt(D[3 * i + k]) * turned;
      }
    }
    for (let j = 0; j < island.particleCount; j++) {
      if (this.particleNode[j] < 0) continue;
      const e = problem.nodeStart[this.particleNode[j]];
      const w = Math.sqrt(particles.inverseMass[j]);
      for (let k = 0; k < 3; k++) problem.y0[e + k] = w * particles.force[3 * j + k];
    }
    for (let g = 0; g < coordinates.length; g++) this.writeForces(g);
    for (let r = 0; r < joints.rows; r++) problem.c[r] = joints.gamma[r];
    island.gatherDriven();
    this.addDriven(contacts, island.acceleration, island.acceleration, true);
  }

  /** y of things with coordinates under their forces Q: Gᵀ Q. */
  private writeForces(g: number): void {
    const { island, problem, roots } = this;
    const { width, force: Q } = island.coordinates[g];
    const e = problem.nodeStart[this.coordinateNode[g]];
    const G = this.findRoot(island.coordinateStart[g]);
    for (let k = 0; k < width; k++) {
      let sum = 0;
      for (let j = k; j < width; j++) sum += roots[G + j * width + k] * Q[j];
      problem.y0[e + k] = sum;
    }
  }

  /** c of each row += J times the motion of what does not answer to forces. */
  private addDriven(
    contacts: ContactTable,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): void {
    const { island, problem, joints, contactCount } = this;
    for (let c = 0; c < joints.constraints.length; c++) {
      for (let b = joints.blockStart[c]; b < joints.blockStart[c + 1]; b++) {
        if (joints.width[b] !== 6 || this.nodeOfBlock(b) >= 0) continue;
        const slot = joints.column[b] / 6;
        for (let k = 0; k < joints.constraints[c].rows; k++) {
          const from = joints.valueStart[b] + 6 * k;
          problem.c[joints.rowStart[c] + k] += this.sumDriven(
            joints.jacobian,
            from,
            slot,
            linear,
            angular,
            isAcceleration,
          );
        }
      }
    }
    for (let k = 0; k < contactCount; k++) {
      const c = this.contacts[k];
      const r = joints.rows + k;
      problem.c[r] = isAcceleration ? contacts.gamma[c] : 0;
      const a = contacts.particleA[c] >= 0 ? -1 : island.findBody(contacts.bodyA[c]);
      const b = island.findBody(contacts.bodyB[c]);
      if (a >= island.movingCount)
        problem.c[r] += this.sumDriven(contacts.rowA, 6 * c, a, linear, angular, isAcceleration);
      if (b >= island.movingCount)
        problem.c[r] += this.sumDriven(contacts.rowB, 6 * c, b, linear, angular, isAcceleration);
    }
  }

  /** J[v …] · (linear, angular) of the body in a slot. */
  sumDriven(
    J: Float64Array,
    v: number,
    slot: number,
    linear: Float64Array,
    angular: Float64Array,
    isAcceleration: boolean,
  ): number {
    // accelerations stand in columns of q̇, velocities in the tables of the bodies
    const o = isAcceleration ? 6 * slot : 3 * this.island.bodies[slot];
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

  /** out += Jᵀ f of one row of a contact whose blocks of J stand at rowA[a …] and rowB[b …]. */
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
    const { island } = this;
    const j = f[row];
    if (j === 0) return;
    const particle = contacts.particleA[c];
    const first = particle >= 0 ? island.particleStart + 3 * particle : 6 * island.findBody(contacts.bodyA[c]);
    const second = 6 * island.findBody(contacts.bodyB[c]);
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
