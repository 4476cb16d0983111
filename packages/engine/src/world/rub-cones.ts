/** Cones of the friction of joints in a problem of cones, where their blocks stand, and what they are filled with. */
import type { ConeProblem } from "../linalg/index.js";
import type { IslandNodes } from "./island-nodes.js";
import type { JointRubs } from "./joint-rubs.js";

export class RubCones {
  private readonly rubs: JointRubs;
  private readonly nodes: IslandNodes;
  private readonly problem: ConeProblem;
  /** The nodes of each friction. */
  private readonly nodesOf: readonly (readonly number[])[];
  /** Of each block of their table: which of the nodes it is on, or −1. */
  private readonly place: Int32Array;

  constructor(rubs: JointRubs, nodes: IslandNodes, problem: ConeProblem) {
    const { column, blockStart, owner } = rubs.rows.table;
    this.rubs = rubs;
    this.nodes = nodes;
    this.problem = problem;
    this.nodesOf = rubs.list.map((_, k) => {
      const all = Array.from(column.subarray(blockStart[k], blockStart[k + 1]), (o) => nodes.nodeOfColumn(o));
      return [...new Set(all.filter((node) => node >= 0))];
    });
    this.place = Int32Array.from(column, (o, b) => this.nodesOf[owner[b]].indexOf(nodes.nodeOfColumn(o)));
  }

  /** Adds the cone of friction k to the problem; its number. */
  add(k: number): number {
    const cone = this.problem.addShifted(this.nodesOf[k]);
    // μ is the radius of the disc
    this.problem.shift[cone] = 1;
    return cone;
  }

  /** The row of friction k, which has been evaluated. */
  fill(k: number, row: number): void {
    const { nodes, problem, place } = this;
    const { table } = this.rubs.rows;
    const { rowStart, blockStart, blockEntry, values } = problem.rows;
    for (let v = rowStart[row]; v < rowStart[row + 1]; v++) values[v] = 0;
    for (let b = table.blockStart[k]; b < table.blockStart[k + 1]; b++) {
      if (place[b] < 0) continue;
      const entry = blockEntry[blockStart[row] + place[b]];
      nodes.addScaled(entry, table.column[b], table.jacobian, table.valueStart[b], table.width[b]);
    }
  }
}
