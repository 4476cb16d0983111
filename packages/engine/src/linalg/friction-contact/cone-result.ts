/**
 * What the solver of cone problems found: forces, motion, modes, and the certificate that they satisfy the law.
 */
import { resize } from "../../math/index.js";

export const ConeStatus = {
  /** Solved: the law holds within rounding, or 1e-9 of the size of the data where rounding leaves nothing better. */
  solved: 0,
  /** No forces satisfy the law, as far as can be told: see `isProven`. */
  none: 1,
  /** No method ended; the best forces found are in place, and the residual says how good they are. */
  stalled: 2,
  /** The input, or something made of it, was not finite. */
  notFinite: 3,
} as const;
export type ConeStatus = (typeof ConeStatus)[keyof typeof ConeStatus];

/** What a cone does in the answer. */
export const ConeMode = {
  /** No normal force. */
  open: 0,
  /** Pressed, without tangential acceleration, its force inside the cone. */
  stick: 1,
  /** Pressed, on the edge, with tangential acceleration along `direction`; where it slips already, along that. */
  slip: 2,
  /** As `stick`, its force on the edge of the cone: others hold what it cannot. It does not slip. */
  edge: 3,
} as const;
export type ConeMode = (typeof ConeMode)[keyof typeof ConeMode];

export const ConeMethod = {
  /** The modes given, frozen. */
  warm: 0,
  /** The path of vanishing compliance, and its modes frozen. */
  path: 1,
  /** Proximal rounds without compliance. */
  proximal: 2,
  /** All sets of slipping cones, one after the other. */
  enumeration: 3,
} as const;
export type ConeMethod = (typeof ConeMethod)[keyof typeof ConeMethod];

/** Slots of `ConeResult.figures`. */
export const ConeFigure = {
  /** Natural map, in units of a, relative to the scale. */
  residual: 0,
  /** max (|c| + |J| |y⁰|): the size of what the rows are made of. */
  scale: 1,
  /** max (f_i d_i), relative to the scale: how large the forces are beside what drives them. */
  force: 2,
  /** After `follow`: the largest acceleration of what is held, relative to the scale. Not zero where rows contradict. */
  held: 3,
} as const;

export class ConeResult {
  status: ConeStatus = ConeStatus.solved;
  method: ConeMethod = ConeMethod.path;
  /** With the status `none`: whether every set of cones has been tried. */
  isProven = false;
  /**
   * Whether these accelerations are the only ones, as far as can be told. Written by `judge`: false is certain, true says
   * that no other has been found.
   */
  unique = false;
  /** The same for the forces. */
  uniqueForces = false;
  /** Factorisations and solves. */
  factorizations = 0;
  iterations = 0;
  readonly figures = new Float64Array(4);
  /** Forces and accelerations of the rows, and the motion. */
  f = new Float64Array(16);
  a = new Float64Array(16);
  y = new Float64Array(48);
  /** f = P(J λ) where cones and rows are held: what a warm start goes on from. One number a coordinate, as y. */
  lambda = new Float64Array(48);
  /** Modes of the cones; of the plain inequalities: whether they press (1) or not (0), by row. */
  mode = new Uint8Array(8);
  pressed = new Uint8Array(16);
  /** Where a cone slips: the direction of its tangential velocity or acceleration along (t₁, t₂), two numbers a cone. */
  direction = new Float64Array(16);

  get residual(): number {
    return this.figures[ConeFigure.residual];
  }

  /** Makes room; what is there stays. */
  reserve(rows: number, dimension: number, cones: number): void {
    if (rows > this.f.length) {
      const length = Math.max(rows, 2 * this.f.length);
      this.f = resize(this.f, length);
      this.a = resize(this.a, length);
      this.pressed = resize(this.pressed, length);
    }
    if (dimension > this.y.length) {
      const length = Math.max(dimension, 2 * this.y.length);
      this.y = resize(this.y, length);
      this.lambda = resize(this.lambda, length);
    }
    if (cones > this.mode.length) {
      const length = Math.max(cones, 2 * this.mode.length);
      this.mode = resize(this.mode, length);
      this.direction = resize(this.direction, 2 * length);
    }
  }
}
