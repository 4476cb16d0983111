/**
 * Cones of the friction of joints in a problem of cones. A ball joint has two: the disc in its plane (t₁, t₂), and behind it the
 * direction n normal to the plane, with the radius of the disc where the joint sticks and radius 0 where it slips.
 */
import type { ContactTable } from "../../contact/index.js";
import { type FrictionContactProblem, TangentialState } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import type { JointFrictionRows } from "../island/index.js";
import type { IslandNodes } from "./island-nodes.js";

/** Cones of the friction of the joints of an island. */
export class JointFrictionCones {
  /** Rows of the friction of joints on q̇. */
  readonly source: JointFrictionRows;
  private readonly nodes: IslandNodes;
  private readonly problem: FrictionContactProblem;
  /** Nodes of each friction. */
  private readonly nodesOf: readonly (readonly number[])[];
  /** Position of each block of the table among the nodes of its friction, or −1. */
  private readonly place: Int32Array;
  /** Row of a ball joint along an axis. */
  private readonly line: Float64Array;

  constructor(jointFriction: JointFrictionRows, nodes: IslandNodes, problem: FrictionContactProblem) {
    const { column, blockStart, owner, width } = jointFriction.rows.table;
    this.source = jointFriction;
    this.nodes = nodes;
    this.problem = problem;
    this.nodesOf = jointFriction.list.map((_, k) => {
      const all = Array.from(column.subarray(blockStart[k], blockStart[k + 1]), (o) => nodes.nodeOfColumn(o));
      return [...new Set(all.filter((node) => node >= 0))];
    });
    this.place = Int32Array.from(column, (o, b) => this.nodesOf[owner[b]].indexOf(nodes.nodeOfColumn(o)));
    this.line = new Float64Array(Math.max(0, ...width));
  }

  /** Adds the cone of friction k to the problem. Returns its number. */
  add(k: number): number {
    const { problem } = this;
    const cone = problem.addShifted(this.nodesOf[k]);
    // μ is the radius of the disc
    problem.shift[cone] = 1;
    if (this.source.isBall(k)) problem.shift[problem.addShifted(this.nodesOf[k])] = 1;
    return cone;
  }

  /** Lets the direction normal to the plane of a ball joint stick, as the rest of its cone, or lets it free. */
  holdAcross(cone: number, isHeld: boolean): void {
    const { problem } = this;
    problem.motion[cone + 1] = isHeld ? TangentialState.resting : TangentialState.slipping;
    problem.mu[cone + 1] = isHeld ? problem.mu[cone] : 0;
  }

  /** Writes the rows of friction k, which has been evaluated, from `row` on, and t₁ and t₂ to tangents[o …]. */
  fill(k: number, row: number, tangents: Float64Array, o: number): void {
    const { table } = this.source.rows;
    this.clear(row);
    if (!this.source.isBall(k)) {
      vec3.set(tangents, o, 1, 0, 0);
      vec3.set(tangents, o + 3, 0, 0, 0);
      for (let b = table.blockStart[k]; b < table.blockStart[k + 1]; b++) {
        this.addBlock(row, b, table.jacobian, table.valueStart[b]);
      }
      return;
    }
    // t₁, t₂, and behind the row that stays zero, n
    const { axes } = this.source;
    for (let x = 0; x < 6; x++) tangents[o + x] = axes[9 * k + x];
    for (let t = 0; t < 3; t++) {
      const r = t < 2 ? row + t : row + 3;
      this.clear(r);
      for (let b = table.blockStart[k]; b < table.blockStart[k + 1]; b++) {
        const w = table.width[b];
        const v = table.valueStart[b];
        for (let y = 0; y < w; y++) {
          let sum = 0;
          for (let x = 0; x < 3; x++) sum += axes[9 * k + 3 * t + x] * table.jacobian[v + x * w + y];
          this.line[y] = sum;
        }
        this.addBlock(r, b, this.line, 0);
      }
    }
  }

  /** Writes c of the rows of friction k from `row` on: the motion of bodies that do not answer to forces. */
  writeOffset(contacts: ContactTable, k: number, row: number, linear: Float64Array, isAcceleration: boolean): void {
    const jointFriction = this.source;
    const { c: offset } = this.problem.rows;
    const belt = 3 * jointFriction.findEntry(contacts, k);
    offset[row - 1] = offset[row] = offset[row + 1] = 0;
    if (!jointFriction.isBall(k)) {
      offset[row] = isAcceleration ? jointFriction.measureOffset(k, linear) : contacts.belt[belt];
      return;
    }
    offset[row + 2] = offset[row + 3] = offset[row + 4] = 0;
    for (let x = 0; x < 3; x++) {
      const given = isAcceleration ? jointFriction.measureOffset(k, linear, x) : contacts.belt[belt + x];
      offset[row] += jointFriction.axes[9 * k + x] * given;
      offset[row + 1] += jointFriction.axes[9 * k + 3 + x] * given;
      offset[row + 3] += jointFriction.axes[9 * k + 6 + x] * given;
    }
  }

  /** out += Jᵀ f of friction k, in the columns of q̇, with f of the rows from `row` on. */
  addForce(out: Float64Array, k: number, f: Float64Array, row: number): void {
    const jointFriction = this.source;
    if (!jointFriction.isBall(k)) {
      jointFriction.rows.addForce(out, k, f[row]);
      return;
    }
    const { axes } = jointFriction;
    const t = 9 * k;
    for (let x = 0; x < 3; x++) {
      const moment = f[row] * axes[t + x] + f[row + 1] * axes[t + 3 + x] + f[row + 3] * axes[t + 6 + x];
      jointFriction.rows.addForce(out, k, moment, x);
    }
  }

  private clear(row: number): void {
    const { rowStart, values } = this.problem.rows;
    for (let v = rowStart[row]; v < rowStart[row + 1]; v++) values[v] = 0;
  }

  /** Adds block b of the table, with the values J[v …], to a row. */
  private addBlock(row: number, b: number, J: Float64Array, v: number): void {
    const { nodes, problem, place } = this;
    const { column, width } = this.source.rows.table;
    const { blockStart, blockEntry } = problem.rows;
    if (place[b] >= 0) nodes.addScaled(blockEntry[blockStart[row] + place[b]], column[b], J, v, width[b]);
  }
}
