/**
 * The friction contact problem: rows and cones on the motion of nodes, as contacts with friction and joints pose it, without what
 * they mean.
 *
 *   y = y⁰ + Jᵀ f,   a = J y + c         plain rows: equality, inequality, as in `UnilateralProblem`
 *
 *   cone, rows (n, t₁, t₂)               f_n ≥ 0, a_n ≥ 0, f_n a_n = 0, and
 *     resting                            |f_t| ≤ μ (f_n + s);  a_t = 0, or |f_t| = μ (f_n + s) and a_t = −κ f_t, κ ≥ 0
 *     slipping along d                   f_t = −μ (f_n + s) d
 *
 *   y    mass-scaled motion, M^(1/2) times accelerations or velocities; f forces or impulses in physical units
 *   s    normal force besides f_n (the impulse of the first phase of an impact in the second), else 0
 *
 * A cone that follows another has two rows of its own, and the normal of that: rolling and spinning resistance beside friction.
 *
 * The problem is not the convex one: f_t does not widen a_n. Build it with `addNode`, `addRow` and `addCone`; the numbers
 * `rows.y0`, `rows.c`, `rows.values`, `mu`, `direction`, `shift` and `motion` may then be rewritten at any time.
 */
import { requireInteger, resize } from "../../math/index.js";
import { RowKind, UnilateralProblem } from "../complementarity/index.js";

/** The tangential velocity of a contact at the instant of the problem. */
export const TangentialState = {
  /** No tangential velocity: it sticks, or begins to slip in a direction to be found. */
  resting: 0,
  /** It slips along `direction`. */
  slipping: 1,
} as const;
/** The tangential velocity of a contact; see the constants. */
export type TangentialState = (typeof TangentialState)[keyof typeof TangentialState];

/** A problem of unilateral rows and friction cones on the motion of nodes; its equations are in the header of the file. */
export class FrictionContactProblem {
  /** Nodes and rows; a cone has three rows in a run: its normal is an inequality here, its tangents are equalities. */
  readonly rows = new UnilateralProblem();
  coneCount = 0;
  /** Row of the normal, and the first of the two of the tangents. */
  coneRow = new Int32Array(8);
  tangentRow = new Int32Array(8);
  motion = new Uint8Array(8);
  mu = new Float64Array(8);
  shift = new Float64Array(8);
  /** Unit vectors along (t₁, t₂), two numbers a cone; read where it slips. */
  direction = new Float64Array(16);
  /** The cone that a row belongs to, or −1. */
  coneOf = new Int32Array(16);

  /** Forgets nodes, rows and cones; the room stays. */
  clear(): void {
    this.rows.clear();
    this.coneCount = 0;
  }

  /** Forgets rows and cones and keeps the nodes. */
  clearRows(): void {
    this.rows.clearRows();
    this.coneCount = 0;
  }

  /** Leaves the rows from `count` on out, and all cones: none of the rows before is of one. */
  limitRows(count: number): void {
    this.rows.limitRows(count);
    this.coneCount = 0;
  }

  /** Adds a node of `width` coordinates, with y⁰ = 0, and returns its number. */
  addNode(width: number): number {
    return this.rows.addNode(width);
  }

  /** Adds a plain row: see `UnilateralProblem.addRow`. */
  addRow(kind: RowKind, first = -1, second = -1): number {
    const row = this.rows.addRow(kind, first, second);
    if (row === this.coneOf.length) this.coneOf = resize(this.coneOf, 2 * row);
    this.coneOf[row] = -1;
    return row;
  }

  /**
   * Adds a cone on one or two nodes, resting, with μ = 0 and rows of zeros, and returns its number. The values of its
   * three rows begin at `rows.values[rows.rowStart[coneRow[cone]]]`, n before t₁ before t₂, each on `first` before `second`.
   */
  addCone(first: number, second = -1): number {
    const cone = this.coneCount;
    requireInteger("coneCount", cone, 0, 1 << 26);
    if (cone === this.coneRow.length) this.growCones(2 * cone);
    const row = this.addRow(RowKind.inequality, first, second);
    this.coneOf[row] = cone;
    return this.addTangents(row, first, second);
  }

  /**
   * Adds a cone with the normal of another, on the same nodes, and returns its number. To be called before any row or cone
   * is added that does not follow the same one. Its rows may be zero.
   */
  addFollower(cone: number, first: number, second = -1): number {
    if (this.coneCount === this.coneRow.length) this.growCones(2 * this.coneCount);
    return this.addTangents(this.coneRow[cone], first, second);
  }

  /**
   * Adds a cone on any nodes with no normal force but its shift, and returns its number: the row of its normal is there, and is
   * to stay zero.
   */
  addShifted(nodes: readonly number[]): number {
    const cone = this.coneCount;
    if (cone === this.coneRow.length) this.growCones(2 * cone);
    const row = this.rows.rowCount;
    for (let k = 0; k < 3; k++) {
      this.addRow(RowKind.equality);
      for (const node of nodes) this.rows.addBlock(node);
      this.coneOf[row + k] = cone;
    }
    return this.startCone(row, row + 1);
  }

  private addTangents(row: number, first: number, second: number): number {
    const t = this.addRow(RowKind.equality, first, second);
    this.addRow(RowKind.equality, first, second);
    for (let k = 0; k < 2; k++) this.coneOf[t + k] = this.coneCount;
    return this.startCone(row, t);
  }

  /** The next cone, with its normal in `row` and its tangents from row t on. */
  private startCone(row: number, t: number): number {
    const cone = this.coneCount;
    this.coneRow[cone] = row;
    this.tangentRow[cone] = t;
    this.motion[cone] = TangentialState.resting;
    this.mu[cone] = 0;
    this.shift[cone] = 0;
    this.direction[2 * cone] = 1;
    this.direction[2 * cone + 1] = 0;
    this.coneCount = cone + 1;
    return cone;
  }

  private growCones(capacity: number): void {
    this.coneRow = resize(this.coneRow, capacity);
    this.tangentRow = resize(this.tangentRow, capacity);
    this.motion = resize(this.motion, capacity);
    this.mu = resize(this.mu, capacity);
    this.shift = resize(this.shift, capacity);
    this.direction = resize(this.direction, 2 * capacity);
  }
}

/** Returns whether some cone slips already. */
export function hasSlipping({ coneCount, motion }: FrictionContactProblem): boolean {
  for (let c = 0; c < coneCount; c++) if (motion[c] === TangentialState.slipping) return true;
  return false;
}
