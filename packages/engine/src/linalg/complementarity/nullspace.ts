/**
 * The null space of the equalities, where these join nodes in small groups only: bodies on hinges, each by itself, however many
 * there are. Of each group, with J the equalities on its coordinates,
 *
 *   Jᵀ = Q R           over the independent ones
 *   B                  the columns that make Q whole: a basis of all motions with J y = 0
 *   P = R⁻¹ Qᵀ         w = P n: the forces that the equalities lose for a unit of force along n
 *
 * A row n becomes Bᵀ n, as short as its groups are free, and rows far from each other still have nothing in common.
 */
import { resize } from "../../math/index.js";
import { QrResult, ThinQr } from "../dense/index.js";
import type { EqualityFactor } from "./equality-factor.js";
import { dependentInGroup, largestGroup } from "./parameters.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** The null-space bases of all groups of joined nodes, kept as long as the equalities are. */
export class GroupNullspace {
  private generation = -1;
  private isGood = false;
  /** Group of each node, and where the coordinates of the node begin in it. */
  private group = new Int32Array(0);
  private inside = new Int32Array(0);
  private groupCount = 0;
  /** Of each group: coordinates, degrees of freedom, node of the reduced problem or −1; where B, P and its equalities begin. */
  private size = new Int32Array(0);
  private free = new Int32Array(0);
  private node = new Int32Array(0);
  private basisStart = new Int32Array(1);
  private inverseStart = new Int32Array(1);
  private equalityStart = new Int32Array(1);
  /** Columns of B and of P, one behind the other; the equalities by group. */
  private basis = new Float64Array(0);
  private inverse = new Float64Array(0);
  private equality = new Int32Array(0);
  private readonly qr = new ThinQr();
  private readonly column = Int32Array.from({ length: largestGroup }, (_, k) => k);
  private readonly n = new Float64Array(largestGroup);
  private readonly unit = Float64Array.of(1);
  private readonly unitAt = new Int32Array(1);
  private readonly w = new Float64Array(largestGroup);

  /** Finds groups and their bases anew where the equalities have changed. False if a group is too large. */
  prepare(problem: UnilateralProblem, equalities: EqualityFactor): boolean {
    if (this.generation === equalities.generation) return this.isGood;
    this.generation = equalities.generation;
    this.isGood = this.findGroups(problem, equalities) && this.findBases(problem, equalities);
    return this.isGood;
  }

  /** Writes the inequalities among the rows, listed in `rows`, as rows of the reduced problem. */
  writeRows(reduced: UnilateralProblem, problem: UnilateralProblem, rows: Int32Array, count: number): void {
    const { free, node, groupCount, group, inside, basis, basisStart, size } = this;
    const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
    reduced.clear();
    for (let g = 0; g < groupCount; g++) node[g] = free[g] > 0 ? reduced.addNode(free[g]) : -1;
    if (reduced.dimension === 0) reduced.addNode(1);
    for (let k = 0; k < count; k++) {
      const row = reduced.addRow(RowKind.inequality);
      for (let b = blockStart[rows[k]]; b < blockStart[rows[k] + 1]; b++) {
        const a = blockNode[b];
        const g = group[a];
        if (node[g] < 0) continue;
        const o = findBlock(reduced, row, node[g]);
        const width = nodeStart[a + 1] - nodeStart[a];
        for (let f = 0; f < free[g]; f++) {
          const from = basisStart[g] + f * size[g] + inside[a];
          let sum = 0;
          for (let x = 0; x < width; x++) sum += basis[from + x] * values[blockEntry[b] + x];
          reduced.values[o + f] += sum;
        }
      }
    }
  }

  /** out[o …] += s[0] w of row i of the problem, an entry an equality. */
  addShare(out: Float64Array, o: number, s: Float64Array, problem: UnilateralProblem, i: number): void {
    const { group, inside, inverse, inverseStart, equality, equalityStart } = this;
    const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
    for (let b = blockStart[i]; b < blockStart[i + 1]; b++) {
      const a = blockNode[b];
      const g = group[a];
      const first = equalityStart[g];
      const count = equalityStart[g + 1] - first;
      const width = nodeStart[a + 1] - nodeStart[a];
      for (let x = 0; x < width; x++) {
        const share = s[0] * values[blockEntry[b] + x];
        const from = inverseStart[g] + (inside[a] + x) * count;
        for (let e = 0; e < count; e++) out[o + equality[first + e]] += share * inverse[from + e];
      }
    }
  }

  /** Nodes that equalities join, numbered in the order of their first nodes. */
  private findGroups(problem: UnilateralProblem, { rows, count }: EqualityFactor): boolean {
    const { nodeCount, nodeStart, blockStart, blockNode } = problem;
    if (nodeCount > this.group.length) {
      this.group = new Int32Array(2 * nodeCount);
      this.inside = new Int32Array(2 * nodeCount);
      this.size = new Int32Array(2 * nodeCount);
      this.free = new Int32Array(2 * nodeCount);
      this.node = new Int32Array(2 * nodeCount);
      this.basisStart = new Int32Array(2 * nodeCount + 1);
      this.inverseStart = new Int32Array(2 * nodeCount + 1);
      this.equalityStart = new Int32Array(2 * nodeCount + 1);
    }
    if (count > this.equality.length) this.equality = new Int32Array(2 * count);
    const { group, inside, size, equality, equalityStart } = this;
    // each node points to one before it, or to itself
    for (let a = 0; a < nodeCount; a++) group[a] = a;
    for (let e = 0; e < count; e++) {
      const begin = blockStart[rows[e]];
      const first = findRoot(group, blockNode[begin]);
      for (let b = begin + 1; b < blockStart[rows[e] + 1]; b++) {
        const other = findRoot(group, blockNode[b]);
        const root = findRoot(group, first);
        if (other < root) group[root] = other;
        else group[other] = root;
      }
    }
    for (let a = 0; a < nodeCount; a++) group[a] = findRoot(group, a);
    this.groupCount = 0;
    for (let a = 0; a < nodeCount; a++) {
      const g = group[a] === a ? this.groupCount++ : group[group[a]];
      if (group[a] === a) size[g] = 0;
      group[a] = g;
      inside[a] = size[g];
      size[g] += nodeStart[a + 1] - nodeStart[a];
      if (size[g] > largestGroup) return false;
    }
    // by counting, so that the order within a group is that of the rows
    for (let g = 0; g <= this.groupCount; g++) equalityStart[g] = 0;
    for (let e = 0; e < count; e++) equalityStart[group[blockNode[blockStart[rows[e]]]] + 1]++;
    for (let g = 0; g < this.groupCount; g++) equalityStart[g + 1] += equalityStart[g];
    const next = equalityStart.slice(0, this.groupCount);
    for (let e = 0; e < count; e++) equality[next[group[blockNode[blockStart[rows[e]]]]]++] = e;
    return true;
  }

  /** B and P of all groups. False if dependent equalities are others than those that their factor has found. */
  private findBases(problem: UnilateralProblem, equalities: EqualityFactor): boolean {
    const { groupCount, size, free, basisStart, inverseStart, equalityStart } = this;
    let rank = 0;
    for (let g = 0; g < groupCount; g++) {
      const count = equalityStart[g + 1] - equalityStart[g];
      basisStart[g + 1] = basisStart[g] + size[g] * size[g];
      inverseStart[g + 1] = inverseStart[g] + size[g] * count;
    }
    if (basisStart[groupCount] > this.basis.length) this.basis = new Float64Array(2 * basisStart[groupCount]);
    if (inverseStart[groupCount] > this.inverse.length)
      this.inverse = resize(this.inverse, 2 * inverseStart[groupCount]);
    for (let g = 0; g < groupCount; g++) {
      const found = this.factor(problem, equalities, g);
      this.complete(g);
      free[g] = size[g] - found;
      rank += found;
    }
    return rank === equalities.rank;
  }

  /** Jᵀ = Q R of a group, and P; the rank. */
  private factor(problem: UnilateralProblem, { rows }: EqualityFactor, g: number): number {
    const { qr, n, w, column, size, inverse, inverseStart, equality, equalityStart, group, inside } = this;
    const { blockStart, blockNode, blockEntry, nodeStart, values } = problem;
    const first = equalityStart[g];
    const count = equalityStart[g + 1] - first;
    const entered: number[] = [];
    qr.reset(size[g], size[g]);
    for (let e = 0; e < count && qr.size < size[g]; e++) {
      const i = rows[equality[first + e]];
      let square = 0;
      for (let x = 0; x < size[g]; x++) n[x] = 0;
      for (let b = blockStart[i]; b < blockStart[i + 1]; b++) {
        const a = blockNode[b];
        if (group[a] !== g) continue;
        for (let x = 0; x < nodeStart[a + 1] - nodeStart[a]; x++) n[inside[a] + x] = values[blockEntry[b] + x];
      }
      for (let x = 0; x < size[g]; x++) square += n[x] * n[x];
      qr.project(n, column, 0, size[g]);
      if (!(qr.result[QrResult.rest] > dependentInGroup * square)) continue;
      qr.append();
      entered.push(e);
    }
    for (let x = 0; x < size[g]; x++) {
      const o = inverseStart[g] + x * count;
      for (let e = 0; e < count; e++) inverse[o + e] = 0;
      this.projectUnit(x);
      for (let j = 0; j < qr.size; j++) w[j] = qr.d[j];
      qr.solveUpper(w);
      entered.forEach((e, j) => {
        inverse[o + e] = w[j];
      });
    }
    return qr.size;
  }

  /** B of a group: the unit vectors that are farthest from what there is, one after the other. */
  private complete(g: number): void {
    const { qr, size, basis, basisStart } = this;
    for (let o = basisStart[g]; qr.size < size[g]; o += size[g]) {
      let best = 0;
      let most = -1;
      for (let x = 0; x < size[g]; x++) {
        this.projectUnit(x);
        if (qr.result[QrResult.rest] > most) {
          most = qr.result[QrResult.rest];
          best = x;
        }
      }
      this.projectUnit(best);
      const length = Math.sqrt(qr.result[QrResult.rest]);
      for (let x = 0; x < size[g]; x++) basis[o + x] = qr.z[x] / length;
      qr.append();
    }
  }

  private projectUnit(x: number): void {
    this.unitAt[0] = x;
    this.qr.project(this.unit, this.unitAt, 0, 1);
  }
}

function findRoot(parent: Int32Array, a: number): number {
  let root = a;
  while (parent[root] !== root) root = parent[root];
  return root;
}

/** Where the numbers of the last row on a node begin; zeros are added where it has none. */
function findBlock(problem: UnilateralProblem, row: number, node: number): number {
  const { blockStart, blockNode, blockEntry } = problem;
  for (let b = blockStart[row]; b < blockStart[row + 1]; b++) if (blockNode[b] === node) return blockEntry[b];
  return problem.addBlock(node);
}
