/**
 * Nodes of a problem in mass-scaled motion: the bodies, particles and coordinates of an island that answer to forces.
 *
 *   y = M^(1/2) q̇ or M^(1/2) q̈          J M^(−1/2), block by block
 *
 * Bodies are scaled by the roots of their masses and principal moments, coordinates by a Cholesky factor of their mass matrix.
 */
import { writeRoots } from "../../constrain/index.js";
import type { ContactTable } from "../../contact/index.js";
import type { UnilateralProblem } from "../../linalg/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { IslandModel } from "../island/index.js";

/** Nodes of the bodies, particles and coordinates of an island, and the roots of their mass matrices. */
export class IslandNodes {
  private readonly island: IslandModel;
  private readonly problem: UnilateralProblem;
  /** Node of each body, particle and group of coordinates of the island, or −1. */
  private readonly bodyNode: Int32Array;
  private readonly particleNode: Int32Array;
  private readonly coordinateNode: Int32Array;
  private readonly roots: Float64Array;
  /** Roots of 1/m and of the inverse principal moments of each body that moves, four numbers each. */
  private readonly bodyRoots: Float64Array;
  private readonly work: Float64Array;

  /** Adds the nodes of an island to the problem. */
  constructor(island: IslandModel, problem: UnilateralProblem) {
    const { system, bodies, movingCount, coordinates } = island;
    this.island = island;
    this.problem = problem;
    this.bodyNode = new Int32Array(island.bodyCount).fill(-1);
    for (let b = 0; b < movingCount; b++) if (system.answers[bodies[b]] !== 0) this.bodyNode[b] = problem.addNode(6);
    this.particleNode = new Int32Array(island.particleCount).fill(-1);
    for (let j = 0; j < island.particleCount; j++) {
      if (system.particles.inverseMass[j] > 0) this.particleNode[j] = problem.addNode(3);
    }
    this.coordinateNode = Int32Array.from(coordinates, ({ width }) => problem.addNode(width));
    this.bodyRoots = new Float64Array(4 * movingCount);
    this.writeBodyRoots();
    this.roots = new Float64Array(coordinates.reduce((sum, { width }) => sum + width * width, 0));
    this.work = new Float64Array(Math.max(6, ...coordinates.map(({ width }) => width)));
  }

  /** Updates the roots of the masses, and of the mass matrices, which depend on the state. */
  update(): void {
    this.writeBodyRoots();
    writeRoots(this.roots, this.island);
  }

  private writeBodyRoots(): void {
    const { bodyRoots } = this;
    const { system, bodies, movingCount } = this.island;
    for (let b = 0; b < movingCount; b++) {
      const i = bodies[b];
      bodyRoots[4 * b] = Math.sqrt(system.inverseMass[i]);
      for (let k = 0; k < 3; k++) bodyRoots[4 * b + 1 + k] = Math.sqrt(system.inverseMoments[3 * i + k]);
    }
  }

  /** Node of the particle or body A of contact c, or −1. */
  findNodeA({ particleA, bodyA }: ContactTable, c: number): number {
    return particleA[c] >= 0 ? this.particleNode[particleA[c]] : this.findNode(bodyA[c]);
  }

  /** Node of a body of the system, or −1. */
  findNode(body: number): number {
    const b = this.island.findBody(body);
    return b < 0 || b >= this.island.movingCount ? -1 : this.bodyNode[b];
  }

  /** Node whose columns of q̇ begin at `column`, or −1. */
  nodeOfColumn(column: number): number {
    const { island } = this;
    if (column < 0) return -1;
    if (column < island.particleStart) {
      const slot = column / 6;
      return slot < island.movingCount ? this.bodyNode[slot] : -1;
    }
    if (column < island.coordinateStart[0]) return this.particleNode[(column - island.particleStart) / 3];
    return this.coordinateNode[island.coordinateStart.indexOf(column)];
  }

  /** values[e …] += J M^(−1/2) for the block J[v …] of `width` columns that begin at `column` of q̇. */
  addScaled(e: number, column: number, J: Float64Array, v: number, width: number): void {
    const { island, problem } = this;
    const { values } = problem;
    const { system } = island;
    if (column < island.particleStart) {
      const slot = column / 6;
      const i = 9 * island.bodies[slot];
      const { bodyRoots } = this;
      const { rotation: R } = system;
      const w = bodyRoots[4 * slot];
      const x = J[v + 3];
      const y = J[v + 4];
      const z = J[v + 5];
      for (let k = 0; k < 3; k++) {
        values[e + k] += w * J[v + k];
        values[e + 3 + k] += bodyRoots[4 * slot + 1 + k] * (R[i + k] * x + R[i + 3 + k] * y + R[i + 6 + k] * z);
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

  /** Sum of J[v …] · u̇ over the coordinates at `column` of q̇ that no force moves: clocks. */
  sumClocks(column: number, J: Float64Array, v: number, width: number): number {
    const { island, roots } = this;
    if (column < island.coordinateStart[0]) return 0;
    const g = island.coordinateStart.indexOf(column);
    const o = this.findRoot(column);
    let sum = 0;
    for (let k = 0; k < width; k++) {
      if (roots[o + k * width + k] === 0) sum += J[v + k] * island.own[island.ownStart[g] + width + k];
    }
    return sum;
  }

  /** y⁰ = M^(1/2) q̇. */
  writeVelocities(): void {
    const { island, problem } = this;
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
  }

  /** Writes y of the coordinates g: G y = rates at from[o …], G lower triangular. */
  private writeScaled(g: number, from: Float64Array, o: number): void {
    const { island, problem, roots } = this;
    const { width } = island.coordinates[g];
    const e = problem.nodeStart[this.coordinateNode[g]];
    const G = this.findRoot(island.coordinateStart[g]);
    for (let k = 0; k < width; k++) {
      let sum = from[o + k];
      for (let j = 0; j < k; j++) sum -= roots[G + k * width + j] * problem.y0[e + j];
      // a clock answers to no force: its motion is in c
      const root = roots[G + k * width + k];
      problem.y0[e + k] = root > 0 ? sum / root : 0;
    }
  }

  /** y⁰ = M^(1/2) q̈ under the forces in the accumulators. */
  writeAccelerations(): void {
    const { island, problem, work } = this;
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
  }

  /**
   * Writes into the accumulators of bodies and particles the sums of forces that give the accelerations y: the inverse of
   * `writeAccelerations`, for a y that is more exact than sums of forces.
   */
  takeAccelerations(y: Float64Array): void {
    const { island, problem, work } = this;
    const { system, bodies, movingCount } = island;
    const { state, rotation: R, inverseMass, inverseMoments: D, particles, force, torque, angularVelocity } = system;
    for (let b = 0; b < movingCount; b++) {
      if (this.bodyNode[b] < 0) continue;
      const i = bodies[b];
      const L = bodySize * i + Slot.L;
      const v = 3 * i;
      const e = problem.nodeStart[this.bodyNode[b]];
      for (let k = 0; k < 3; k++) {
        if (inverseMass[i] > 0) force[v + k] = y[e + k] / Math.sqrt(inverseMass[i]);
        work[k] = D[3 * i + k] > 0 ? y[e + 3 + k] / Math.sqrt(D[3 * i + k]) : 0;
      }
      // a body without rotation
      if (D[3 * i] === 0) continue;
      // τ = R D^(−1/2) y − L × ω
      for (let k = 0; k < 3; k++) {
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        const spin = state[L + next] * angularVelocity[v + last] - state[L + last] * angularVelocity[v + next];
        const o = 9 * i + 3 * k;
        torque[v + k] = R[o] * work[0] + R[o + 1] * work[1] + R[o + 2] * work[2] - spin;
      }
    }
    for (let j = 0; j < island.particleCount; j++) {
      if (this.particleNode[j] < 0) continue;
      const e = problem.nodeStart[this.particleNode[j]];
      const w = Math.sqrt(particles.inverseMass[j]);
      for (let k = 0; k < 3; k++) particles.force[3 * j + k] = y[e + k] / w;
    }
  }

  /** Writes y of the coordinates g under their forces Q: Gᵀ Q. */
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
}
