/**
 * The length of a line through points, each stretch with a weight: distances, ropes over pulleys and through eyes.
 *
 *   s = Σ wₖ |dₖ|,   dₖ = p_i − p_j               ∂s/∂p_i = Σ ± wₖ uₖ,   uₖ = dₖ/|dₖ|
 *   s̈ = Σ wₖ (uₖ·d̈ₖ + (|ḋₖ|² − (uₖ·ḋₖ)²)/|dₖ|)
 *
 * Where a stretch has no length it has no direction either; it then counts as along x, so that pieces which start on one
 * another can be brought apart.
 *
 * Follows: Constrained Dynamics, section 4.
 */
import { vec3 } from "../../math/index.js";
import {
  type Constraint,
  type End,
  EndSlot,
  type JointCoordinate,
  type MechanismState,
  type RowTable,
} from "../model/index.js";

/** A stretch from end i to end j, with its weight. */
export type Stretch = readonly [i: number, j: number, weight: number];

/** Slots of a stretch as `writeStretches` writes it: û, |d| and its rate. */
export const StretchSlot = { direction: 0, length: 3, rate: 4 } as const;
/** Number of entries of a stretch. */
export const stretchSize = 5;

/** The length of a line through points. */
export class Length implements JointCoordinate {
  readonly name: string;
  readonly kind = "length";
  readonly ends: readonly End[];
  /** The ends of each stretch. */
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  readonly weights: Float64Array;
  /** ∂s/∂p of each end. */
  private readonly gradient: Float64Array;
  /** u and ḋ of a stretch. */
  private readonly w = new Float64Array(6);

  constructor(name: string, ends: readonly End[], stretches: readonly Stretch[]) {
    this.name = name;
    this.ends = ends;
    this.from = Int32Array.from(stretches, ([i]) => i);
    this.to = Int32Array.from(stretches, ([, j]) => j);
    this.weights = Float64Array.from(stretches, ([, , weight]) => weight);
    this.gradient = new Float64Array(3 * ends.length);
  }

  evaluate(table: RowTable, c: number, k: number): void {
    const { ends, from, to, weights, gradient, w } = this;
    const r = table.rowStart[c] + k;
    let length = 0;
    let gamma = 0;
    gradient.fill(0);
    for (let m = 0; m < weights.length; m++) {
      const A = ends[from[m]].at;
      const B = ends[to[m]].at;
      const weight = weights[m];
      vec3.subtract(w, 0, A, EndSlot.point, B, EndSlot.point);
      vec3.subtract(w, 3, A, EndSlot.velocity, B, EndSlot.velocity);
      const size = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
      let along = 0;
      let square = 0;
      let bias = 0;
      for (let x = 0; x < 3; x++) {
        const u = size > 0 ? w[x] / size : x === 0 ? 1 : 0;
        along += u * w[3 + x];
        square += w[3 + x] * w[3 + x];
        bias += u * (A[EndSlot.acceleration + x] - B[EndSlot.acceleration + x]);
        gradient[3 * from[m] + x] += weight * u;
        gradient[3 * to[m] + x] -= weight * u;
      }
      if (size > 0) bias += (square - along * along) / size;
      length += weight * size;
      gamma += weight * bias;
    }
    table.value[r] = length;
    table.gamma[r] = gamma;
    for (let e = 0; e < ends.length; e++) table.writeRow(c, e, k, gradient, 3 * e, none, 0);
  }

  /** Writes every stretch at the state into out, see `StretchSlot`. */
  writeStretches(out: Float64Array, o: number, mechanism: MechanismState): void {
    const { ends, from, to, weights, w } = this;
    for (let e = 0; e < ends.length; e++) ends[e].locate(mechanism);
    for (let m = 0; m < weights.length; m++) {
      const A = ends[from[m]].at;
      const B = ends[to[m]].at;
      const at = o + stretchSize * m;
      vec3.subtract(w, 0, A, EndSlot.point, B, EndSlot.point);
      vec3.subtract(w, 3, A, EndSlot.velocity, B, EndSlot.velocity);
      vec3.normalize(out, at + StretchSlot.direction, w, 0);
      out[at + StretchSlot.length] = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
      out[at + StretchSlot.rate] = out[at] * w[3] + out[at + 1] * w[4] + out[at + 2] * w[5];
    }
  }

  /** Measures s at the state, m. */
  measure(mechanism: MechanismState): number {
    const { ends, from, to, weights } = this;
    for (const end of ends) end.locate(mechanism);
    return weights.reduce((sum, weight, m) => sum + weight * vec3.distance(ends[from[m]].at, 0, ends[to[m]].at, 0), 0);
  }
}

/** A length that stays constant. Its one λ is the force along the line, negative where the line pulls. */
export class FixedLength implements Constraint {
  readonly name: string;
  readonly rows = 1;
  readonly ends: readonly End[];
  /** Length as a coordinate, for everything else that acts along it. */
  readonly coordinate: JointCoordinate;
  /** Constant value of the length, m. */
  readonly length: number;

  constructor(name: string, coordinate: JointCoordinate, length: number) {
    this.name = name;
    this.ends = coordinate.ends;
    this.coordinate = coordinate;
    this.length = length;
  }

  evaluate(table: RowTable, c: number): void {
    this.coordinate.evaluate(table, c, 0);
    table.value[table.rowStart[c]] -= this.length;
  }
}

const none = new Float64Array(3);
