/**
 * Nodes of an island: its bodies that respond to forces, then its particles, as elements of one kind for the audit (audit.ts).
 *
 *   number   row i of a body; of particle j, the number of bodies + j
 *   state    x q P L, 13 numbers; of a particle x and P = m v alone, the others are 0
 *
 * For a body on a pivot x is the pivot, which is fixed, L is about it, and P is zero. An island counts its nodes k from 0: first
 * its bodies, then its particles.
 */
import { Answer, bodySize, type RigidSystem, Slot } from "../../rigid/index.js";

/** Number of entries of the state of a node. */
export const nodeSize = bodySize;

/** The bodies and particles of an island, in the order of its state. */
export interface Nodes {
  /** Number of bodies that respond to forces. */
  readonly movingCount: number;
  /** Number of particles. */
  readonly particleCount: number;
  /** Rows of the bodies in the system. */
  readonly bodies: Int32Array;
  /** Bodies and particles of the world. */
  readonly system: RigidSystem;
  /** First column of the particles in q̇. */
  readonly particleStart: number;
}

/** Returns the number of nodes of a whole system. */
export function countAll({ count, particles }: RigidSystem): number {
  return count + particles.count;
}

/** Returns the number of nodes of an island. */
export function countNodes({ movingCount, particleCount }: Nodes): number {
  return movingCount + particleCount;
}

/** Returns the number, in the whole system, of node k of an island. */
export function findNode({ movingCount, bodies, system }: Nodes, k: number): number {
  return k < movingCount ? bodies[k] : system.count + k - movingCount;
}

/** Returns the first column in q̇ of node k of an island. */
export function findNodeColumn({ movingCount, particleStart }: Nodes, k: number): number {
  return k < movingCount ? 6 * k : particleStart + 3 * (k - movingCount);
}

/** Returns the number of columns in q̇ of node k of an island. */
export function findNodeWidth({ movingCount }: Nodes, k: number): number {
  return k < movingCount ? 6 : 3;
}

/**
 * Returns the motions of a node that respond to forces, as bits of `Answer`: rotation alone of a body on a pivot, none of a
 * driven one.
 */
export function findAnswers(system: RigidSystem, node: number): number {
  const j = node - system.count;
  if (j < 0) return system.answers[node];
  return system.particles.inverseMass[j] > 0 ? Answer.both : Answer.none;
}

/**
 * Writes the mass of a node, kg, and the arm that converts rotations into displacements: its largest radius of gyration, m; 0 for
 * a particle.
 */
export function readSizes(out: Float64Array, system: RigidSystem, node: number): void {
  const { count, mass, moments, particles } = system;
  if (node >= count) {
    out[0] = particles.mass[node - count];
    out[1] = 0;
    return;
  }
  out[0] = mass[node];
  out[1] = Math.sqrt(Math.max(moments[3 * node], moments[3 * node + 1], moments[3 * node + 2]) / mass[node]);
}

/** Writes the state of a node in the system to out[o …]. */
export function readNode(out: Float64Array, o: number, system: RigidSystem, node: number): void {
  const { count, state, particles } = system;
  const j = node - count;
  if (j < 0) for (let k = 0; k < nodeSize; k++) out[o + k] = state[bodySize * node + k];
  else readParticle(out, o, particles.state, 6 * j, particles.mass[j]);
}

/** Writes the state of node k of an island in y, a state of its integrator, to out[o …]. */
export function readNodeOf(out: Float64Array, o: number, island: Nodes, k: number, y: Float64Array): void {
  const { movingCount, system } = island;
  if (k < movingCount) for (let e = 0; e < nodeSize; e++) out[o + e] = y[bodySize * k + e];
  else {
    const j = k - movingCount;
    readParticle(out, o, y, bodySize * movingCount + 6 * j, system.particles.mass[j]);
  }
}

/** Writes the state of a particle, at y[i …], as that of a node. */
function readParticle(out: Float64Array, o: number, y: Float64Array, i: number, mass: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + Slot.x + k] = y[i + k];
    out[o + Slot.P + k] = mass * y[i + 3 + k];
    out[o + Slot.L + k] = 0;
  }
  for (let k = 0; k < 4; k++) out[o + Slot.q + k] = 0;
}
