/**
 * A point on a line, a circle or a helix, which stands in the world or is carried. Each is two rows; x, y, z are the
 * coordinates of the point in axes whose z is that of the curve.
 *
 *   line     C = (x, y)
 *   circle   C = (ρ − r, z)                ρ² = x² + y²              ρ̈ = (x ẍ + y ÿ)/ρ + (x ẏ − y ẋ)²/ρ³
 *   helix    C = (P − r, κ Q)              φ = φ₀ + (z − z₀)/c       2πc the pitch,  κ = |c|/√(r² + c²)
 *            P = x cos φ + y sin φ         P̈ = ẍ cos φ + ÿ sin φ + 2 φ̇ (ẏ cos φ − ẋ sin φ) − P φ̇² + Q φ̈
 *            Q = y cos φ − x sin φ         Q̈ = ÿ cos φ − ẍ sin φ − 2 φ̇ (ẋ cos φ + ẏ sin φ) − Q φ̇² − P φ̈
 *
 * The notes' bead has C = ½ (x·x − 1), eq. (1), with Ċ = x·ẋ, eq. (2), and C̈ = ẍ·x + ẋ·ẋ, eq. (3). On the unit circle they
 * are ρ − r and its derivatives: ½ (ρ² − 1) = ρ − 1 + ½ (ρ − 1)², and x ẏ − y ẋ is ± |ẋ| where ρ̇ = 0.
 *
 * The rows are of unit length and at right angles where C = 0. The force of the curve is at right angles to it: beads
 * slide without friction.
 *
 * Follows: Constrained Dynamics, sections 2 and 4.
 */
import { atan2, fail, requireFinite, requirePositive, requireVector, sinCos } from "../../math/index.js";
import { createSeenPoint, type OnOptions, requireDirection, type SeenPoint } from "../ends/index.js";
import { type Constraint, type ConstraintMaker, type End, type RowTable, requireKnown } from "../model/index.js";

/** Options of a point on a line. */
export interface LineOptions extends OnOptions {
  /** Direction of the line in the axes of b; the line runs through b. */
  readonly direction: ArrayLike<number>;
}

/** A point on a straight line. */
export function pointOnLine(options: LineOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "direction"]);
    const direction = requireDirection(`${path}.direction`, options.direction);
    return new OnLine(createSeenPoint(mechanism, path, options, direction));
  };
}

class OnLine implements Constraint {
  readonly name = "line";
  readonly rows = 2;
  readonly ends: readonly End[];
  readonly point: SeenPoint;

  constructor(point: SeenPoint) {
    this.ends = point.ends;
    this.point = point;
  }

  evaluate(table: RowTable, c: number): void {
    const { point } = this;
    const { at } = point;
    const r = table.rowStart[c];
    point.observe();
    for (let k = 0; k < 2; k++) {
      table.value[r + k] = at[k];
      table.gamma[r + k] = at[6 + k];
      point.writeRow(table, c, k, unit, 3 * k);
    }
  }
}

/** Options of a point on a circle. */
export interface CircleOptions extends OnOptions {
  /** Axis of the circle in the axes of b; its centre is b. */
  readonly axis: ArrayLike<number>;
  /** Radius, m. Default the distance of the point from the axis at the time of adding. */
  readonly radius?: number;
}

/** A point on a circle. */
export function pointOnCircle(options: CircleOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "axis", "radius"]);
    const point = createSeenPoint(mechanism, path, options, requireDirection(`${path}.axis`, options.axis));
    const { radius = measureRadius(point.at) } = options;
    requirePositive(`${path}.radius`, radius);
    return new OnCircle(point, radius);
  };
}

class OnCircle implements Constraint {
  readonly name = "circle";
  readonly rows = 2;
  readonly ends: readonly End[];
  readonly point: SeenPoint;
  readonly radius: number;
  private readonly g = new Float64Array(3);

  constructor(point: SeenPoint, radius: number) {
    this.ends = point.ends;
    this.point = point;
    this.radius = radius;
  }

  evaluate(table: RowTable, c: number): void {
    const { point, g } = this;
    const { at } = point;
    const r = table.rowStart[c];
    point.observe();
    const rho = Math.sqrt(at[0] * at[0] + at[1] * at[1]);
    // on the axis itself, any direction leads to the circle
    g[0] = rho > 0 ? at[0] / rho : 1;
    g[1] = rho > 0 ? at[1] / rho : 0;
    const across = g[0] * at[4] - g[1] * at[3];
    table.value[r] = rho - this.radius;
    table.gamma[r] = g[0] * at[6] + g[1] * at[7] + (rho > 0 ? (across * across) / rho : 0);
    point.writeRow(table, c, 0, g, 0);
    table.value[r + 1] = at[2];
    table.gamma[r + 1] = at[8];
    point.writeRow(table, c, 1, unit, 6);
  }
}

/** Options of a point on a helix. */
export interface HelixOptions extends CircleOptions {
  /** Pitch, m a turn; negative for a left-handed helix. */
  readonly pitch: number;
  /** A point, seen from b, whose angle about the axis and height the helix passes. Default where a is when added. */
  readonly through?: ArrayLike<number>;
}

/** A point on a helix. */
export function pointOnHelix(options: HelixOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "axis", "radius", "pitch", "through"]);
    const axis = requireDirection(`${path}.axis`, options.axis);
    const point = createSeenPoint(mechanism, path, options, axis);
    const { radius = measureRadius(point.at), pitch, through } = options;
    requirePositive(`${path}.radius`, radius);
    requireFinite(`${path}.pitch`, pitch);
    if (pitch === 0) fail("no-pitch", `${path}.pitch`, "must not be 0", pitch, "use pointOnCircle(…)");
    if (through !== undefined) requireVector(`${path}.through`, through);
    const start = through === undefined ? point.at : point.toShape(through);
    return new OnHelix(point, radius, pitch / (2 * Math.PI), start);
  };
}

class OnHelix implements Constraint {
  readonly name = "helix";
  readonly rows = 2;
  readonly ends: readonly End[];
  readonly point: SeenPoint;
  /** r, c, κ, φ₀ and z₀. */
  readonly form: Float64Array;
  /** φ, its sine and cosine. */
  private readonly turn = new Float64Array(3);
  private readonly g = new Float64Array(6);

  constructor(point: SeenPoint, r: number, c: number, start: Float64Array) {
    this.ends = point.ends;
    this.point = point;
    this.form = Float64Array.of(r, c, Math.abs(c) / Math.sqrt(r * r + c * c), atan2(start[1], start[0]), start[2]);
  }

  evaluate(table: RowTable, c: number): void {
    const { point, form, turn, g } = this;
    const { at } = point;
    const row = table.rowStart[c];
    point.observe();
    const rise = form[1];
    const kappa = form[2];
    turn[0] = form[3] + (at[2] - form[4]) / rise;
    sinCos(turn, 1, turn, 0);
    const sin = turn[1];
    const cos = turn[2];
    const P = at[0] * cos + at[1] * sin;
    const Q = at[1] * cos - at[0] * sin;
    const rate = at[5] / rise;
    const acceleration = at[8] / rise;
    const out = at[3] * cos + at[4] * sin;
    const along = at[4] * cos - at[3] * sin;
    table.value[row] = P - form[0];
    table.gamma[row] = at[6] * cos + at[7] * sin + 2 * rate * along - P * rate * rate + Q * acceleration;
    g[0] = cos;
    g[1] = sin;
    g[2] = Q / rise;
    point.writeRow(table, c, 0, g, 0);
    const bend = at[7] * cos - at[6] * sin - 2 * rate * out - Q * rate * rate - P * acceleration;
    table.value[row + 1] = kappa * Q;
    table.gamma[row + 1] = kappa * bend;
    g[3] = -kappa * sin;
    g[4] = kappa * cos;
    g[5] = (-kappa * P) / rise;
    point.writeRow(table, c, 1, g, 3);
  }
}

/** The distance from the z axis. */
function measureRadius(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1]);
}

const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
