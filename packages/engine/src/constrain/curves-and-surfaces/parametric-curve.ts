/**
 * A point on any curve p(s) that is given as a function, its derivatives taken exactly by a tape; the curve stands in the world
 * or is carried. The parameter s of the foot of x on the curve is found by Newton's method, from where it was when the
 * last step ended, so that curves may cross themselves and go round.
 *
 *   (x − p(s))·p′(s) = 0                               the foot
 *   C = m·(x − p)        for m = m₁, m₂                at right angles to p′ and to one another
 *   γ = m·(ẍ − p″ ṡ²)    ṡ = p′·ẋ/|p′|²               so the curvature of the path is that of the curve
 *
 * m₁ and m₂ are chosen anew at each evaluation. Off the curve the rows are the derivatives of C with m, and the plane
 * through x that cuts the curve at s, with s fixed.
 *
 * Follows: Constrained Dynamics, sections 2 and 4.
 */
import { type Expression, fail, requireFinite, type Tape, type Traced, traceFunction, vec3 } from "../../math/index.js";
import { createSeenPoint, type OnOptions, type SeenPoint, SeenSlot } from "../ends/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";
import { lastChange, lastMove, maxHalvings, maxNewtonSteps } from "./parameters.js";

/** Options of a point on a curve with a parameter. */
export interface CurveOptions extends OnOptions {
  /**
   * Coordinates in the axes of b, seen from b: a vector or a list of three. Called once, with an expression (see
   * math/differentiation/expression.ts). It must move with s everywhere: p′ ≠ 0.
   */
  readonly curve: (s: Expression) => Traced;
  /** Parameter from which the foot is sought when the constraint is made. Default 0. */
  readonly start?: number;
}

/** A point on a curve with a parameter. */
export function pointOnCurve(options: CurveOptions): ConstraintMaker<OnCurve> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "curve", "start"]);
    const { curve, start = 0 } = options;
    if (typeof curve !== "function") fail("not-a-function", `${path}.curve`, "must be a function of s", curve);
    requireFinite(`${path}.start`, start);
    const point = createSeenPoint(mechanism, path, options);
    const tape = traceFunction(1, ([s]) => curve(s), `${path}.curve`);
    if (tape.outputCount !== 3) {
      fail("wrong-count", `${path}.curve`, "must return a vector or three expressions", tape.outputCount);
    }
    const constraint = new OnCurve(point, tape, start);
    constraint.findFoot();
    const speed = constraint.measureSpeed();
    if (!(speed > 0 && speed < Infinity)) {
      const cure = "choose another start, or write the curve so that it moves with s everywhere";
      fail(
        "no-direction",
        `${path}.curve`,
        `must have a finite derivative other than 0 at ${constraint.parameter}`,
        speed,
        cure,
      );
    }
    constraint.finishStep();
    return constraint;
  };
}

/** A point on a curve with a parameter. */
export class OnCurve implements Constraint {
  readonly name = "curve";
  readonly rows = 2;
  readonly ends: readonly End[];
  private readonly point: SeenPoint;
  private readonly tape: Tape;
  /** s of the last evaluation, of the last finished step, and of a trial. */
  private readonly s: Float64Array;
  /** p, p′ and p″. */
  private readonly jet = new Float64Array(9);
  /** m₁, m₂ and the tangent. */
  private readonly m = new Float64Array(9);

  constructor(point: SeenPoint, tape: Tape, start: number) {
    this.ends = point.ends;
    this.point = point;
    this.tape = tape;
    this.s = Float64Array.of(start, start, start);
  }

  /** The parameter of the point, as of the last evaluation. */
  get parameter(): number {
    return this.s[0];
  }

  evaluate(table: RowTable, c: number): void {
    const { point, jet, m } = this;
    const { at } = point;
    const r = table.rowStart[c];
    point.observe();
    this.findFoot();
    const square = jet[3] * jet[3] + jet[4] * jet[4] + jet[5] * jet[5];
    const speed = (jet[3] * at[3] + jet[4] * at[4] + jet[5] * at[5]) / square;
    vec3.normalize(m, 6, jet, 3);
    vec3.anyPerpendicular(m, 0, m, 6);
    vec3.cross(m, 3, m, 6, m, 0);
    for (let k = 0; k < 2; k++) {
      let value = 0;
      let gamma = 0;
      for (let x = 0; x < 3; x++) {
        value += m[3 * k + x] * (at[SeenSlot.x + x] - jet[x]);
        gamma += m[3 * k + x] * (at[SeenSlot.acceleration + x] - jet[6 + x] * speed * speed);
      }
      table.value[r + k] = value;
      table.gamma[r + k] = gamma;
      point.writeRow(table, c, k, m, 3 * k);
    }
  }

  finishStep(): void {
    this.s[1] = this.s[0];
  }

  get memory(): Memory {
    return [this.s];
  }

  /** |p′|, as of the last evaluation. */
  measureSpeed(): number {
    return vec3.length(this.jet, 3);
  }

  /** Finds s, from that of the last finished step, and leaves p, p′ and p″ there. The point has been observed. */
  findFoot(): void {
    const { s, jet } = this;
    const { at } = this.point;
    s[0] = s[1];
    this.measure(0);
    for (let pass = 0; pass < maxNewtonSteps; pass++) {
      let slope = 0;
      let square = 0;
      let bend = 0;
      let apart = 0;
      let size = 0;
      for (let x = 0; x < 3; x++) {
        const e = at[x] - jet[x];
        slope += e * jet[3 + x];
        square += jet[3 + x] * jet[3 + x];
        bend += e * jet[6 + x];
        apart += e * e;
        size = Math.max(size, Math.abs(at[x]), Math.abs(jet[x]));
      }
      const speed = Math.sqrt(square);
      // Newton's step, or Gauss's where the distance is not convex
      let step = slope / (square - bend > 0.25 * square ? square - bend : square);
      if (step === 0 || Number.isNaN(step)) break;
      const isLast = Math.abs(step) * speed <= lastMove * size || Math.abs(step) <= lastChange * Math.abs(s[0]);
      for (let halving = 0; halving < maxHalvings; halving++) {
        s[2] = s[0] + step;
        this.measure(2);
        // near the foot the distance is rounding
        if (isLast) break;
        let now = 0;
        for (let x = 0; x < 3; x++) now += (at[x] - jet[x]) * (at[x] - jet[x]);
        if (now <= apart) break;
        step *= 0.5;
      }
      s[0] = s[2];
      if (isLast) break;
    }
  }

  /** p, p′ and p″ at the k-th s. */
  private measure(k: number): void {
    this.tape.evaluateJet(this.jet, 0, this.s, k, one, 0, zero, 0);
  }
}

const one = Float64Array.of(1);
const zero = new Float64Array(1);
