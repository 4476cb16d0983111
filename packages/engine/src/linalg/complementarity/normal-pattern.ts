/**
 * Where the products Jᵢᵀ Jᵢ of the rows of a problem go in a matrix on the graph of nodes: one block a node, one a pair of
 * nodes that share a row. The pattern is that of all rows, whatever their weights; it is analysed again only when a pair
 * of nodes is new.
 */
import { BlockMatrix } from "../sparse/index.js";
import type { UnilateralProblem } from "./unilateral-problem.js";

/** Places that are none: of a block in the triangle that is not stored; of one that the pattern lacks. */
export const Place = { unused: -1, missing: -2 } as const;

/** A matrix, with its factor, on the graph of nodes. */
export interface PatternOwner {
  /** Takes over a pattern: the lower triangle, the blocks of the nodes first, in order. */
  analyse(pattern: BlockMatrix): void;
  /** Where the block of node p, above, and node q begins among the values, or a `Place`. */
  findPlace(p: number, q: number, nodeStart: Int32Array): number;
}

/** The places of the products of a problem's rows in a matrix on the graph of nodes, kept as long as the rows are. */
export class NormalPattern {
  /** Of each row, for every pair of its blocks p, q, p running slower: where their product goes, or `Place.unused`. */
  target: Int32Array = new Int32Array(0);
  targetStart: Int32Array = new Int32Array(0);
  private problem: UnilateralProblem | undefined;
  /** Version of the problem that the targets belong to. */
  private version = -1;
  /** First coordinates of the nodes that were analysed; none before. */
  private nodes = new Int32Array(0);

  /** Brings `target` up to date with the rows. */
  setUp(problem: UnilateralProblem, owner: PatternOwner): void {
    if (problem === this.problem && problem.version === this.version) return;
    this.problem = problem;
    this.version = problem.version;
    if (this.hasNodes(problem) && this.findTargets(problem, owner)) return;
    this.nodes = problem.nodeStart.slice(0, problem.nodeCount + 1);
    owner.analyse(createPattern(problem));
    this.findTargets(problem, owner);
  }

  /** Forgets the pattern: pairs of nodes of problems before have a say in the order of elimination, and so in last bits. */
  reset(): void {
    this.problem = undefined;
    this.version = -1;
    this.nodes = new Int32Array(0);
  }

  private hasNodes({ nodeCount, nodeStart }: UnilateralProblem): boolean {
    if (this.nodes.length !== nodeCount + 1) return false;
    for (let k = 0; k <= nodeCount; k++) if (this.nodes[k] !== nodeStart[k]) return false;
    return true;
  }

  /** Finds where the products of the rows go; false if some pair of nodes has no block yet. */
  private findTargets(problem: UnilateralProblem, owner: PatternOwner): boolean {
    const { rowCount, blockStart, blockNode, nodeStart } = problem;
    let count = 0;
    for (let i = 0; i < rowCount; i++) {
      const blocks = blockStart[i + 1] - blockStart[i];
      count += blocks * blocks;
    }
    if (count > this.target.length) this.target = new Int32Array(2 * count);
    if (rowCount + 1 > this.targetStart.length) this.targetStart = new Int32Array(2 * rowCount + 1);
    let t = 0;
    for (let i = 0; i < rowCount; i++) {
      this.targetStart[i] = t;
      for (let p = blockStart[i]; p < blockStart[i + 1]; p++) {
        for (let q = blockStart[i]; q < blockStart[i + 1]; q++) {
          const place = owner.findPlace(blockNode[p], blockNode[q], nodeStart);
          if (place === Place.missing) return false;
          this.target[t++] = place;
        }
      }
    }
    this.targetStart[rowCount] = t;
    return true;
  }
}

function createPattern({
  nodeCount,
  nodeStart,
  rowCount,
  blockStart,
  blockNode,
  dimension,
}: UnilateralProblem): BlockMatrix {
  const width = (node: number) => nodeStart[node + 1] - nodeStart[node];
  const pattern = new BlockMatrix(dimension, dimension);
  for (let k = 0; k < nodeCount; k++) pattern.addBlock(nodeStart[k], nodeStart[k], width(k), width(k));
  for (let i = 0; i < rowCount; i++) {
    for (let p = blockStart[i]; p < blockStart[i + 1]; p++) {
      for (let q = blockStart[i]; q < blockStart[i + 1]; q++) {
        const [a, b] = [blockNode[p], blockNode[q]];
        if (a > b) pattern.findOrAddBlock(nodeStart[a], nodeStart[b], width(a), width(b));
      }
    }
  }
  return pattern;
}
