/**
 * A point on a surface, which stands in the world or is carried: a plane, a sphere, or the zeros of any function, whose
 * derivatives are taken exactly by a tape; and a point on the curve in which surfaces meet.
 *
 *   plane     C = z                             in axes whose z is the normal
 *   sphere    C = |p_A − p_B| − r               (length.ts)
 *   surface   C = g(x, y, z)/|∇g|₀              γ = (∇g·ẍ + ẋᵀ ∂²g ẋ)/|∇g|₀
 *
 *   |∇g|₀   the gradient where the point is when the constraint is made: C is then a distance, m, near by
 *
 * Follows: Constrained Dynamics, sections 2 and 4.
 */
import {
  type Expression,
  fail,
  requirePositive,
  type Tape,
  type Traced,
  traceFunction,
  vec3,
} from "../../math/index.js";
import { createSeenPoint, type OnOptions, requireDirection, type SeenPoint, SeenSlot } from "../ends/index.js";
import { FixedLength } from "../joint-coordinates/index.js";
import { createDistance } from "../joints/index.js";
import { type Constraint, type ConstraintMaker, type End, type RowTable, requireKnown } from "../model/index.js";

/** Options of a point on a plane. */
export interface PlaneOptions extends OnOptions {
  /** Normal in the axes of b; the plane runs through b. */
  readonly normal: ArrayLike<number>;
}

/** A point on a plane. */
export function pointOnPlane(options: PlaneOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "normal"]);
    const normal = requireDirection(`${path}.normal`, options.normal);
    return new OnPlane(createSeenPoint(mechanism, path, options, normal));
  };
}

class OnPlane implements Constraint {
  readonly name = "plane";
  readonly rows = 1;
  readonly ends: readonly End[];
  readonly point: SeenPoint;

  constructor(point: SeenPoint) {
    this.ends = point.ends;
    this.point = point;
  }

  evaluate(table: RowTable, c: number): void {
    const { point } = this;
    const r = table.rowStart[c];
    point.observe();
    table.value[r] = point.at[SeenSlot.x + 2];
    table.gamma[r] = point.at[SeenSlot.acceleration + 2];
    point.writeRow(table, c, 0, up, 0);
  }
}

/** Options of a point on a sphere. */
export interface SphereOptions extends OnOptions {
  /** Radius, m. Default the distance from b at the time of adding. */
  readonly radius?: number;
}

/** A point on a sphere about b: a distance that is kept. */
export function pointOnSphere(options: SphereOptions): ConstraintMaker<FixedLength> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "radius"]);
    const { a, b = [0, 0, 0] } = options;
    const coordinate = createDistance(mechanism, path, { a, b });
    const { radius = coordinate.measure(mechanism) } = options;
    requirePositive(`${path}.radius`, radius);
    return new FixedLength("sphere", coordinate, radius);
  };
}

/** Zero on a surface; called once, with expressions: see math/differentiation/expression.ts. */
export type SurfaceFunction = (x: Expression, y: Expression, z: Expression) => Expression;

/** Options of a point on a surface. */
export interface SurfaceOptions extends OnOptions {
  /** Function of coordinates in the axes of b, seen from b, that is zero on the surface. */
  readonly surface: SurfaceFunction;
}

/** A point on the surface g(x, y, z) = 0. */
export function pointOnSurface(options: SurfaceOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "surface"]);
    const { surface } = options;
    if (typeof surface !== "function") {
      fail("not-a-function", `${path}.surface`, "must be a function of x, y, z", surface);
    }
    const point = createSeenPoint(mechanism, path, options);
    return createOnSurfaces("surface", `${path}.surface`, point, 1, surface);
  };
}

/** Options of a point on the curve in which two surfaces meet. */
export interface IntersectionOptions extends OnOptions {
  /** Two functions of coordinates in the axes of b, seen from b. Their gradients must not be parallel on the curve. */
  readonly surfaces: readonly [SurfaceFunction, SurfaceFunction];
}

/** A point on the curve g₁(x, y, z) = g₂(x, y, z) = 0. */
export function pointOnIntersection(options: IntersectionOptions): ConstraintMaker {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "surfaces"]);
    const { surfaces } = options;
    if (!Array.isArray(surfaces) || surfaces.length !== 2 || surfaces.some((g) => typeof g !== "function")) {
      const cure = "for one, use pointOnSurface(…)";
      fail("not-two-functions", `${path}.surfaces`, "must be a list of two functions of x, y, z", surfaces, cure);
    }
    const point = createSeenPoint(mechanism, path, options);
    const both = (x: Expression, y: Expression, z: Expression) => surfaces.map((g) => g(x, y, z));
    return createOnSurfaces("intersection", `${path}.surfaces`, point, 2, both);
  };
}

function createOnSurfaces(
  name: string,
  path: string,
  point: SeenPoint,
  rows: number,
  functions: (x: Expression, y: Expression, z: Expression) => Traced,
): OnSurfaces {
  const tape = traceFunction(3, ([x, y, z]) => functions(x, y, z), path);
  if (tape.outputCount !== rows) {
    fail("wrong-count", path, `must return ${rows === 1 ? "one expression" : "one expression each"}`, tape.outputCount);
  }
  const gradient = new Float64Array(3 * rows);
  tape.evaluateJacobian(gradient, 0, point.at, SeenSlot.x);
  const scale = Float64Array.from({ length: rows }, (_, k) => 1 / vec3.length(gradient, 3 * k));
  scale.forEach((value, k) => {
    if (Number.isFinite(value)) return;
    const cure = "move the point a little, or write the function so that its gradient is not zero there";
    const slope = gradient.slice(3 * k, 3 * k + 3);
    fail("no-direction", path, "must have a finite gradient other than zero where the point is", slope, cure);
  });
  return new OnSurfaces(name, point, tape, scale);
}

class OnSurfaces implements Constraint {
  readonly name: string;
  readonly rows: number;
  readonly ends: readonly End[];
  readonly point: SeenPoint;
  private readonly tape: Tape;
  /** 1/|∇g|₀ of each. */
  private readonly scale: Float64Array;
  /** g, ġ and g̈, and the gradients. */
  private readonly jet: Float64Array;
  private readonly gradient: Float64Array;

  constructor(name: string, point: SeenPoint, tape: Tape, scale: Float64Array) {
    this.name = name;
    this.rows = scale.length;
    this.ends = point.ends;
    this.point = point;
    this.tape = tape;
    this.scale = scale;
    this.jet = new Float64Array(3 * scale.length);
    this.gradient = new Float64Array(3 * scale.length);
  }

  evaluate(table: RowTable, c: number): void {
    const { point, tape, scale, jet, gradient, rows } = this;
    const { at } = point;
    const r = table.rowStart[c];
    point.observe();
    tape.evaluateJet(jet, 0, at, SeenSlot.x, at, SeenSlot.rate, at, SeenSlot.acceleration);
    tape.writeJacobian(gradient, 0);
    for (let k = 0; k < rows; k++) {
      const s = scale[k];
      table.value[r + k] = s * jet[k];
      table.gamma[r + k] = s * jet[2 * rows + k];
      for (let x = 0; x < 3; x++) gradient[3 * k + x] *= s;
      point.writeRow(table, c, k, gradient, 3 * k);
    }
  }
}

const up = Float64Array.of(0, 0, 1);
