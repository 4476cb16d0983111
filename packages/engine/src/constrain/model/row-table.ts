/**
 * The rows of all constraints, as one block-sparse system: C, Ċ, γ and λ a row, a block of J a constraint and end.
 *
 *   constraint c   rows rowStart[c] … rowStart[c + 1] − 1; blocks blockStart[c] … blockStart[c + 1] − 1, one an end
 *   block b        rows × width numbers at `jacobian[valueStart[b]]`, row by row; columns from `column[b]` of q̇
 *
 * Follows: Constrained Dynamics, sections 4.2 to 4.4.
 */
import type { Constraint, ConstraintRows } from "./constraint.js";
import { Carrier, type End } from "./end.js";

/** The order of q̇: bodies first (v, ω), then particles (v), then generalized bodies (u̇). */
export interface Columns {
  /** Number of entries of q̇. */
  readonly count: number;
  /** The first column of what carries an end; −1 for the world. */
  findColumn(end: End): number;
}

/** The rows of a list of constraints. */
export class RowTable implements ConstraintRows {
  readonly constraints: Constraint[];
  /** Number m of scalar constraints. */
  readonly rows: number;
  /** First row of each constraint; the last entry is m. */
  readonly rowStart: Int32Array;
  /** First block of each constraint; the last entry is the number of blocks. */
  readonly blockStart: Int32Array;
  /** End of each block. */
  readonly ends: End[];
  /** First column in q̇ of each block; −1 for the world. */
  readonly column: Int32Array;
  /** Width of each block. */
  readonly width: Int32Array;
  /** First entry in `jacobian` of each block; the last entry is the number of entries. */
  readonly valueStart: Int32Array;
  /** Constraint that each block belongs to. */
  readonly owner: Int32Array;
  /** J, the blocks one behind the other. */
  readonly jacobian: Float64Array;
  /** C: rows entries. */
  readonly value: Float64Array;
  /** Ċ: rows entries. */
  readonly rate: Float64Array;
  /** γ, C̈ less J q̈: rows entries. */
  readonly gamma: Float64Array;
  /** ∂C/∂t: rows entries; minus the speed that a motor keeps. */
  readonly drift: Float64Array;
  /** λ: rows entries. */
  readonly lambda: Float64Array;
  /** Multipliers μ of a projection: rows entries. */
  readonly correction: Float64Array;
  /** Impulses of the last projection of velocities, N·s or N·m·s: rows entries. */
  readonly impulse: Float64Array;
  /** 1 where a row binds positions, 0 where velocities alone: rows entries. */
  readonly holonomic: Uint8Array;
  /** n and t of the first end of each row: 6·rows entries, for reactions. */
  readonly wrench: Float64Array;
  /** Ends of all blocks, each once. */
  readonly places: readonly End[];

  constructor(constraints: readonly Constraint[], columns: Columns) {
    const count = constraints.length;
    this.constraints = [...constraints];
    this.rowStart = new Int32Array(count + 1);
    this.blockStart = new Int32Array(count + 1);
    for (let c = 0; c < count; c++) {
      this.rowStart[c + 1] = this.rowStart[c] + constraints[c].rows;
      this.blockStart[c + 1] = this.blockStart[c] + constraints[c].ends.length;
    }
    const m = this.rowStart[count];
    this.rows = m;
    this.ends = constraints.flatMap((constraint) => constraint.ends);
    const blocks = this.ends.length;
    this.column = Int32Array.from(this.ends, (end) => (end.carrier === Carrier.world ? -1 : columns.findColumn(end)));
    this.width = Int32Array.from(this.ends, (end) => end.width);
    this.owner = new Int32Array(blocks);
    this.valueStart = new Int32Array(blocks + 1);
    for (let c = 0; c < count; c++) {
      for (let b = this.blockStart[c]; b < this.blockStart[c + 1]; b++) {
        this.owner[b] = c;
        this.valueStart[b + 1] = this.valueStart[b] + constraints[c].rows * this.width[b];
      }
    }
    this.jacobian = new Float64Array(this.valueStart[blocks]);
    this.value = new Float64Array(m);
    this.rate = new Float64Array(m);
    this.gamma = new Float64Array(m);
    this.drift = new Float64Array(m);
    this.lambda = new Float64Array(m);
    this.correction = new Float64Array(m);
    this.impulse = new Float64Array(m);
    this.wrench = new Float64Array(6 * m);
    this.holonomic = new Uint8Array(m).fill(1);
    constraints.forEach(({ binds = "positions", rows }, c) => {
      for (let k = 0; k < rows; k++) {
        const binding = typeof binds === "string" ? binds : binds[k];
        if (binding === "velocities") this.holonomic[this.rowStart[c] + k] = 0;
      }
    });
    this.places = [...new Set(this.ends)];
  }

  /**
   * Takes these constraints in place of its own, if they have as many rows on the same things: then its shape, and everything
   * that was made of it, serves them too. Ends are the same if they are one object, or if they share one place.
   */
  take(constraints: readonly Constraint[], others: readonly Constraint[]): boolean {
    const count = constraints.length;
    if (this.constraints.length !== count + others.length) return false;
    for (let c = 0; c < this.constraints.length; c++) {
      const given = c < count ? constraints[c] : others[c - count];
      const own = this.constraints[c];
      if (given === own) continue;
      if (given.rows !== own.rows || given.ends.length !== own.ends.length || given.binds !== own.binds) return false;
      if (given.joinsPoints !== own.joinsPoints) return false;
      for (let e = 0; e < given.ends.length; e++)
        if (!isAlike(given.ends[e], this.ends[this.blockStart[c] + e])) return false;
    }
    for (let c = count; c < this.constraints.length; c++) this.constraints[c] = others[c - count];
    return true;
  }

  /** Clears C, γ and ∂C/∂t, which constraints write only where they are not zero. */
  clear(): void {
    this.value.fill(0);
    this.gamma.fill(0);
    this.drift.fill(0);
  }

  /** Writes row k of constraint c for its end e: n = `n[i …]` and t = `t[j …]`, three numbers each. */
  writeRow(c: number, e: number, k: number, n: Float64Array, i: number, t: Float64Array, j: number): void {
    const b = this.blockStart[c] + e;
    if (e === 0) {
      const w = 6 * (this.rowStart[c] + k);
      for (let x = 0; x < 3; x++) {
        this.wrench[w + x] = n[i + x];
        this.wrench[w + 3 + x] = t[j + x];
      }
    }
    const { width } = this;
    if (width[b] > 0) this.ends[b].writeRow(this.jacobian, this.valueStart[b] + k * width[b], n, i, t, j);
  }

  /** out ← J x. */
  multiply(out: Float64Array, x: Float64Array): void {
    const { jacobian: J, owner, rowStart, width, column, valueStart } = this;
    out.fill(0, 0, this.rows);
    for (let b = 0; b < width.length; b++) {
      const w = width[b];
      const o = column[b];
      let r = rowStart[owner[b]];
      if (w === 6) multiplyBody(out, r, J, valueStart[b], valueStart[b + 1], x, o);
      else {
        for (let v = valueStart[b]; v < valueStart[b + 1]; v += w, r++) {
          let sum = 0;
          for (let k = 0; k < w; k++) sum += J[v + k] * x[o + k];
          out[r] += sum;
        }
      }
    }
  }

  /** out ← out + Jᵀ y. */
  addTransposed(out: Float64Array, y: Float64Array): void {
    const { jacobian: J, owner, rowStart, width, column, valueStart } = this;
    for (let b = 0; b < width.length; b++) {
      const w = width[b];
      const o = column[b];
      let r = rowStart[owner[b]];
      if (w === 6) addTransposedBody(out, o, J, valueStart[b], valueStart[b + 1], y, r);
      else {
        for (let v = valueStart[b]; v < valueStart[b + 1]; v += w, r++) {
          const yr = y[r];
          for (let k = 0; k < w; k++) out[o + k] += J[v + k] * yr;
        }
      }
    }
  }
}

function isAlike(a: End, b: End): boolean {
  return a === b || (a.at === b.at && a.carrier === b.carrier && a.index === b.index && a.width === b.width);
}

/** Adds the rows of J from `first` to `end`, of a body, times x[o …] to out[r …]. */
function multiplyBody(
  out: Float64Array,
  r: number,
  J: Float64Array,
  first: number,
  end: number,
  x: Float64Array,
  o: number,
): void {
  const a = x[o];
  const b = x[o + 1];
  const c = x[o + 2];
  const d = x[o + 3];
  const e = x[o + 4];
  const f = x[o + 5];
  for (let v = first, q = r; v < end; v += 6, q++) {
    out[q] += J[v] * a + J[v + 1] * b + J[v + 2] * c + J[v + 3] * d + J[v + 4] * e + J[v + 5] * f;
  }
}

/** Adds the rows of J from `first` to `end`, of a body, transposed, times y[r …] to out[o …]. */
function addTransposedBody(
  out: Float64Array,
  o: number,
  J: Float64Array,
  first: number,
  end: number,
  y: Float64Array,
  r: number,
): void {
  let a = out[o];
  let b = out[o + 1];
  let c = out[o + 2];
  let d = out[o + 3];
  let e = out[o + 4];
  let f = out[o + 5];
  for (let v = first, q = r; v < end; v += 6, q++) {
    const yr = y[q];
    a += J[v] * yr;
    b += J[v + 1] * yr;
    c += J[v + 2] * yr;
    d += J[v + 3] * yr;
    e += J[v + 4] * yr;
    f += J[v + 5] * yr;
  }
  out[o] = a;
  out[o + 1] = b;
  out[o + 2] = c;
  out[o + 3] = d;
  out[o + 4] = e;
  out[o + 5] = f;
}
