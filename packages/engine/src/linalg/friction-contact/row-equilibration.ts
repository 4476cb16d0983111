/**
 * Equilibration of plain equalities, for the time of a solve. Methods that give all rows the same compliance want rows of one
 * size; rows of joints are metres and radians, and about a body of some millimetres an angle has a √d that is a thousand times
 * that of a length. Where d is that far from the mean of the cones, the row is taken in a unit of its own:
 *
 *   J'_i = g_i J_i,   c'_i = g_i c_i,   f'_i = f_i / g_i,   a'_i = g_i a_i          g_i a power of two: no bit is lost
 *
 * The motion is the same; where forces of such rows are not unique, the least are those in the new units.
 */
import { log } from "../../math/index.js";
import { RowKind, type UnilateralProblem } from "../complementarity/index.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import { equilibrationOctaves, equilibrationRange } from "./parameters.js";

const none = -1e9;
/** 1/ln 2. */
const perOctave = 1 / log(2);

/** The units of the plain equalities of a problem, for the time of a solve. */
export class RowEquilibration {
  /** Rows that are in a unit of their own, and their g. */
  private rows = new Int32Array(0);
  private g = new Float64Array(0);
  private octave = new Float64Array(0);
  private readonly mean = new Float64Array(1);
  private count = 0;

  /** Gives the rows of a problem their units, and forces and accelerations of `f` and `a` with them. */
  begin(problem: FrictionContactProblem, f: Float64Array, a: Float64Array): void {
    this.choose(problem);
    const { values, c, rowStart } = problem.rows;
    for (let k = 0; k < this.count; k++) {
      const i = this.rows[k];
      const g = this.g[k];
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) values[e] *= g;
      c[i] *= g;
      f[i] /= g;
      a[i] *= g;
    }
  }

  /** Gives the rows their own units back. */
  end(problem: FrictionContactProblem, f: Float64Array, a: Float64Array): void {
    const { values, c, rowStart } = problem.rows;
    for (let k = 0; k < this.count; k++) {
      const i = this.rows[k];
      const g = this.g[k];
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) values[e] /= g;
      c[i] /= g;
      f[i] *= g;
      a[i] /= g;
    }
    this.count = 0;
  }

  /** Finds the rows that get a unit of their own, and which. */
  private choose({ rows, coneOf }: FrictionContactProblem): void {
    const { rowCount, kind } = rows;
    this.count = 0;
    if (rowCount > this.rows.length) {
      this.rows = new Int32Array(2 * rowCount);
      this.g = new Float64Array(2 * rowCount);
      this.octave = new Float64Array(2 * rowCount);
    }
    let plain = 0;
    for (let i = 0; i < rowCount; i++) if (coneOf[i] < 0 && kind[i] === RowKind.equality) plain++;
    if (plain === 0 || plain === rowCount) return;
    const { octave } = this;
    writeOctaves(octave, rows);
    if (!averageOctaves(this.mean, octave, coneOf, rowCount)) return;
    const mean = this.mean[0];
    for (let i = 0; i < rowCount; i++) {
      if (coneOf[i] >= 0 || kind[i] !== RowKind.equality) continue;
      if (octave[i] === none || Math.abs(octave[i] - mean) < equilibrationOctaves) continue;
      this.rows[this.count] = i;
      this.g[this.count++] = powerOfTwo(Math.round((mean - octave[i]) / 2));
    }
  }
}

/** out[0] = the mean of log₂ d over the rows of cones; whether there are any. */
function averageOctaves(out: Float64Array, octave: Float64Array, coneOf: Int32Array, rowCount: number): boolean {
  let sum = 0;
  let cones = 0;
  for (let i = 0; i < rowCount; i++) {
    if (coneOf[i] < 0 || octave[i] === none) continue;
    sum += octave[i];
    cones++;
  }
  out[0] = sum / cones;
  return cones > 0;
}

/** log₂ d of all rows; `none` where one has no numbers, or such as are beyond all reason. */
function writeOctaves(out: Float64Array, { rowCount, rowStart, values }: UnilateralProblem): void {
  for (let i = 0; i < rowCount; i++) {
    let d = 0;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) d += values[k] * values[k];
    out[i] = d > equilibrationRange && d < 1 / equilibrationRange ? perOctave * log(d) : none;
  }
}

function powerOfTwo(n: number): number {
  let power = 1;
  for (let k = 0; k < Math.abs(n); k++) power *= n < 0 ? 0.5 : 2;
  return power;
}
