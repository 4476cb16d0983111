/**
 * The result of a solve of a friction contact problem: forces, motion, modes, and the certificate that they satisfy the
 * Signorini–Coulomb conditions.
 */
import { resize } from "../../math/index.js";

/** The outcome of a solve. */
export const FrictionContactStatus = {
  /**
   * Solved: the Signorini–Coulomb conditions are satisfied within rounding, or 1e-9 of the size of the data where rounding leaves
   * nothing better.
   */
  solved: 0,
  /** No forces satisfy the conditions, as far as is known: see `isProven`. */
  none: 1,
  /** No method ended; the best forces found are in place, and the residual says how good they are. */
  stalled: 2,
  /** The input, or something made of it, was not finite. */
  notFinite: 3,
} as const;
/** The outcome of a solve; see the constants. */
export type FrictionContactStatus = (typeof FrictionContactStatus)[keyof typeof FrictionContactStatus];

/** The mode of a contact in the answer. */
export const ContactMode = {
  /** No normal force. */
  open: 0,
  /** Active, without tangential acceleration, its force inside the cone. */
  stick: 1,
  /** Active, on the edge, with tangential acceleration along `direction`; where it slips already, along that. */
  slip: 2,
  /**
   * Active, without tangential acceleration, its force on the edge of the cone: other contacts carry the rest. It does not slip.
   */
  edge: 3,
} as const;
/** The mode of a contact in the answer; see the constants. */
export type ContactMode = (typeof ContactMode)[keyof typeof ContactMode];

/** The method that gave the answer. */
export const FrictionContactMethod = {
  /** The modes given, fixed. */
  warm: 0,
  /** The homotopy of vanishing compliance, with its modes fixed. */
  homotopy: 1,
  /** @deprecated Use `homotopy`. */
  path: 1,
  /** Proximal rounds without compliance. */
  proximal: 2,
  /** All sets of slipping cones, one after the other. */
  enumeration: 3,
} as const;
/** The method that gave the answer; see the constants. */
export type FrictionContactMethod = (typeof FrictionContactMethod)[keyof typeof FrictionContactMethod];

/** Slots of `ConeResult.figures`. */
export const FrictionContactFigure = {
  /** Natural map, in units of a, relative to the scale. */
  residual: 0,
  /** The size of the data, max (|c| + |J| |y⁰|). */
  scale: 1,
  /** The largest f_i d_i, relative to the scale: how large forces are beside the data. */
  force: 2,
  /**
   * After `follow`: the largest acceleration of an active row, relative to the scale. It is not zero where rows are inconsistent.
   */
  drift: 3,
  /** @deprecated Use `drift`. */
  held: 3,
} as const;

/** The result of a solve of a `FrictionContactProblem`. */
export class FrictionContactResult {
  status: FrictionContactStatus = FrictionContactStatus.solved;
  method: FrictionContactMethod = FrictionContactMethod.homotopy;
  /** With the status `none`: whether every set of cones has been tried. */
  isProven = false;
  /**
   * Uniqueness of these accelerations, as far as is known. Written by `judge`: false is certain, true means that no others have
   * been found.
   */
  unique = false;
  /** Uniqueness of the forces, as far as is known. */
  uniqueForces = false;
  /** Factorisations and solves. */
  factorizations = 0;
  iterations = 0;
  readonly figures = new Float64Array(4);
  /** Forces and accelerations of the rows, and the motion. */
  f = new Float64Array(16);
  a = new Float64Array(16);
  y = new Float64Array(48);
  /** Multipliers λ of the motion: f = P(J λ) on active rows, from which a warm start goes on. One number a coordinate, as y. */
  lambda = new Float64Array(48);
  /** Modes of the cones, and marks, by row, of plain inequalities that are active (1) or not (0). */
  mode = new Uint8Array(8);
  active = new Uint8Array(16);
  /** Where a cone slips: the direction of its tangential velocity or acceleration along (t₁, t₂), two numbers a cone. */
  direction = new Float64Array(16);

  get residual(): number {
    return this.figures[FrictionContactFigure.residual];
  }

  /** @deprecated Use `active`. */
  get pressed(): Uint8Array {
    return this.active;
  }

  /** Makes room; what is there stays. */
  reserve(rows: number, dimension: number, cones: number): void {
    if (rows > this.f.length) {
      const length = Math.max(rows, 2 * this.f.length);
      this.f = resize(this.f, length);
      this.a = resize(this.a, length);
      this.active = resize(this.active, length);
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
