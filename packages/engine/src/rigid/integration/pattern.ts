/**
 * The sparsity pattern of ∂f/∂y, for implicit methods on sparse matrices: a body or particle depends on itself, and on those it is
 * coupled with, directly or through anchors.
 *
 * Follows: Implicit Methods, section 3.
 */
import { fail } from "../../math/index.js";
import type { Pattern } from "../../ode/index.js";
import { couplingPattern } from "../../particles/index.js";
import { bodySize, type RigidSystem, rowOf } from "../body/index.js";

/**
 * Returns the sparsity pattern of a system in its present form: `system.pattern = rigidPattern(system)`. Every force must have
 * `couples`.
 */
export function rigidPattern(system: RigidSystem): Pattern {
  const bodies = system.count;
  const nodes = bodies + system.particles.count;
  const neighbours = Array.from({ length: nodes }, (_, node) => new Set([node]));
  const join = (a: number, b: number): void => {
    neighbours[a].add(b);
    neighbours[b].add(a);
  };
  for (const force of system.forces) {
    if (force.couples === undefined) {
      const cure = "give it `couples`, a list of bodies, empty if it acts on each by itself; or leave the pattern out";
      fail("unknown-coupling", `force "${force.name}"`, "must name the bodies it couples", force.name, cure);
    }
    const list = Array.from(force.couples, rowOf);
    for (const a of list) for (const b of list) join(a, b);
  }
  joinParticles(system, join);
  joinAccelerations(system, neighbours);
  return writePattern(system, neighbours);
}

/** Joins particles that forces couple; an anchor counts as its body too. */
function joinParticles(system: RigidSystem, join: (a: number, b: number) => void): void {
  const { anchors, particles, count: bodies } = system;
  const carrier = new Map<number, number>();
  for (let a = 0; a < anchors.count; a++) {
    carrier.set(anchors.particle[a], anchors.body[a]);
    join(bodies + anchors.particle[a], anchors.body[a]);
  }
  const { columnStart, rowIndex } = couplingPattern(particles);
  for (let j = 0; j < particles.count; j++) {
    for (let k = columnStart[6 * j]; k < columnStart[6 * j + 6]; k++) {
      const i = Math.floor(rowIndex[k] / 6);
      const ends = [bodies + i, carrier.get(i), bodies + j, carrier.get(j)].filter((node) => node !== undefined);
      for (const a of ends) for (const b of ends) join(a, b);
    }
  }
}

/** Adds the dependence of the acceleration of an anchor on all that its body depends on. */
function joinAccelerations({ anchors, count }: RigidSystem, neighbours: readonly Set<number>[]): void {
  const causes = neighbours.slice(0, count).map((set) => [...set]);
  for (let a = 0; a < anchors.count; a++) {
    for (const node of causes[anchors.body[a]]) neighbours[node].add(count + anchors.particle[a]);
  }
}

/** Writes every row of a neighbour in every column of a node. */
function writePattern(system: RigidSystem, neighbours: readonly Set<number>[]): Pattern {
  const bodies = system.count;
  const start = (node: number) => (node < bodies ? bodySize * node : bodySize * bodies + 6 * (node - bodies));
  const size = (node: number) => (node < bodies ? bodySize : 6);
  const columnStart = new Int32Array(system.dimension + 1);
  const rowIndex: number[] = [];
  neighbours.forEach((set, node) => {
    const rows = [...set]
      .sort((a, b) => a - b)
      .flatMap((other) => Array.from({ length: size(other) }, (_, c) => start(other) + c));
    for (let c = 0; c < size(node); c++) {
      for (const row of rows) rowIndex.push(row);
      columnStart[start(node) + c + 1] = rowIndex.length;
    }
  });
  return { columnStart, rowIndex: Int32Array.from(rowIndex) };
}
