/**
 * Mass properties of simple shapes, in closed form: box, sphere, ellipsoid, torus, thin disc, thin rod. Shapes with a wall
 * are sums of pieces that are all positive, so that the thinnest wall keeps its digits; those turned about an axis are in
 * mass-axial.ts.
 *
 *   box of sides a b c        S = diag(a², b², c²)/12,   so that Ixx = m (b² + c²)/12                     (5–3)
 *   ball of radius R          S = R²/5
 *   ball with a wall          S = (R⁵ − r⁵)/(R³ − r³)/5,   both differences divided by R − r
 *   sphere, thin              S = R²/3
 *   torus                     S = a²/4 along its axis,   R²/2 + 3a²/8 across
 *
 *   S   mean of r′r′ᵀ (mass-properties.ts)         r   inner radius
 *
 * Follows: Rigid Body Simulation, section 5.1.
 */
import { fail, requirePositive, requireVector } from "../../math/index.js";
import { type Amount, buildMass, type MassProperties, type Measure, requireShape } from "./mass-properties.js";

/** Axis of symmetry of a shape. */
export type Axis = "x" | "y" | "z";

/** Options of a shape that may be a shell. */
export interface ShellOptions extends Amount {
  /** Whether only the surface has mass, infinitely thin; a density is then in kg/m². Default false. */
  readonly shell?: boolean;
}

/** Options of a shape that may be hollow. */
export interface WallOptions extends ShellOptions {
  /** Thickness of the wall inside the outer surface of a hollow shape, m. Default: solid. */
  readonly thickness?: number;
}

/** Throws unless `options` are those of a solid, a shell or a wall that fits; `limit` is half of the narrowest width. */
export function requireWall(path: string, options: WallOptions, limit: number): void {
  const { shell = false, thickness } = options;
  if (typeof shell !== "boolean") fail("not-boolean", `${path}.shell`, "must be true or false", shell);
  if (thickness === undefined) return;
  if (shell) {
    const cure = "a shell has no thickness: leave one of them out";
    fail("shell-or-thickness", path, "must have shell or thickness, not both", thickness, cure);
  }
  requirePositive(`${path}.thickness`, thickness, "for no thickness at all, shell: true");
  if (thickness > limit) {
    const cure = "without thickness it is solid";
    fail("too-thick", `${path}.thickness`, `must be at most ${limit}, where the walls meet`, thickness, cure);
  }
}

/** Returns the measure that the density of a shape refers to. */
export function measureOf(options: ShellOptions): Measure {
  return options.shell === true ? "area" : "volume";
}

/** Returns the index of an axis; throws unless it is one. */
export function requireAxis(path: string, axis: Axis): 0 | 1 | 2 {
  const k = axis === "x" ? 0 : axis === "y" ? 1 : axis === "z" ? 2 : -1;
  return k === -1 ? fail("bad-axis", `${path}.axis`, 'must be "x", "y" or "z"', axis) : k;
}

/** Returns three numbers with `along` on the axis and `across` on the two others. */
export function spreadAlong(axis: 0 | 1 | 2, along: number, across: number): number[] {
  return [0, 1, 2].map((k) => (k === axis ? along : across));
}

/** Options of the mass properties of a box. */
export interface BoxMassOptions extends WallOptions {
  /** Full lengths of the three sides, m. */
  readonly size: ArrayLike<number>;
}

/** Returns the mass properties of a box centred at the origin. */
export function boxMass(options: BoxMassOptions): MassProperties {
  requireShape("box", options, "{ size: [1, 2, 3] }", ["size", "shell", "thickness"]);
  const { size } = options;
  const [a, b, c] = requireSizes("box.size", size);
  requireWall("box", options, Math.min(a, b, c) / 2);
  return buildMass("box", extendBox(a, b, c, options), options, measureOf(options));
}

function extendBox(a: number, b: number, c: number, { shell, thickness }: WallOptions) {
  const center = [0, 0, 0];
  if (thickness === undefined && shell !== true) {
    return { measure: a * b * c, center, spread: [(a * a) / 12, (b * b) / 12, (c * c) / 12] };
  }
  // three pairs of plates, those across y between those across x, those across z between all four
  const t = thickness ?? 0;
  const ai = a - 2 * t;
  const bi = b - 2 * t;
  const plates = [
    { size: [t, b, c], axis: 0, gap: a - t },
    { size: [ai, t, c], axis: 1, gap: b - t },
    { size: [ai, bi, t], axis: 2, gap: c - t },
  ];
  let measure = 0;
  const sum = [0, 0, 0];
  for (const { size, axis, gap } of plates) {
    // a shell counts areas
    const weight = size.reduce((product, side, k) => (shell === true && k === axis ? product : product * side), 2);
    measure += weight;
    for (let k = 0; k < 3; k++) {
      sum[k] += weight * ((size[k] * size[k]) / 12 + (k === axis ? (gap * gap) / 4 : 0));
    }
  }
  return { measure, center, spread: sum.map((s) => s / measure) };
}

/** Options of the mass properties of a sphere. */
export interface SphereMassOptions extends WallOptions {
  /** Radius, m. */
  readonly radius: number;
}

/** Returns the mass properties of a sphere centred at the origin. */
export function sphereMass(options: SphereMassOptions): MassProperties {
  requireShape("sphere", options, "{ radius: 1 }", ["radius", "shell", "thickness"]);
  const { radius: R, shell, thickness = R } = options;
  requirePositive("sphere.radius", R);
  requireWall("sphere", options, R);
  const { measure, second } = extendBall(R, thickness, shell === true);
  const extent = { measure: 2 * measure, center: [0, 0, 0], spread: [second, second, second] };
  return buildMass("sphere", extent, options, measureOf(options));
}

/**
 * Returns the measure of half a ball or of its surface, the distance of its centre of mass from the flat side, and the mean
 * square of any coordinate, seen from the centre of the ball.
 */
export function extendBall(R: number, thickness: number, shell: boolean) {
  if (shell) return { measure: 2 * Math.PI * R * R, first: R / 2, second: (R * R) / 3 };
  const r = R - thickness;
  // (Rⁿ − rⁿ)/(R − r)
  const q3 = R * R + R * r + r * r;
  const q4 = (R + r) * (R * R + r * r);
  const q5 = R * R * R * R + R * r * q3 + r * r * r * r;
  return { measure: ((2 * Math.PI) / 3) * thickness * q3, first: (3 / 8) * (q4 / q3), second: q5 / q3 / 5 };
}

/** Options of the mass properties of an ellipsoid. */
export interface EllipsoidMassOptions extends Amount {
  /** Radii: half of the three widths, m. */
  readonly radii: ArrayLike<number>;
}

/** Returns the mass properties of a solid ellipsoid centred at the origin. */
export function ellipsoidMass(options: EllipsoidMassOptions): MassProperties {
  requireShape("ellipsoid", options, "{ radii: [1, 2, 3] }", ["radii"]);
  const [a, b, c] = requireSizes("ellipsoid.radii", options.radii);
  const spread = [(a * a) / 5, (b * b) / 5, (c * c) / 5];
  const extent = { measure: ((4 * Math.PI) / 3) * a * b * c, center: [0, 0, 0], spread };
  return buildMass("ellipsoid", extent, options, "volume");
}

/** Options of the mass properties of a torus. */
export interface TorusMassOptions extends Amount {
  /** Major radius, from the axis to the middle of the tube, m. */
  readonly majorRadius: number;
  /** Minor radius, that of the tube, m. */
  readonly minorRadius: number;
  /** Axis of symmetry. Default "y". */
  readonly axis?: Axis;
}

/** Returns the mass properties of a solid torus centred at the origin. */
export function torusMass(options: TorusMassOptions): MassProperties {
  requireShape("torus", options, "{ majorRadius: 2, minorRadius: 0.5 }", ["majorRadius", "minorRadius", "axis"]);
  const { majorRadius: R, minorRadius: a, axis = "y" } = options;
  requirePositive("torus.majorRadius", R);
  requirePositive("torus.minorRadius", a);
  if (a > R)
    fail("self-crossing", "torus.minorRadius", `must be at most majorRadius = ${R}`, a, "or it crosses itself");
  const spread = spreadAlong(requireAxis("torus", axis), (a * a) / 4, (R * R) / 2 + (3 / 8) * a * a);
  const extent = { measure: 2 * Math.PI * Math.PI * R * a * a, center: [0, 0, 0], spread };
  return buildMass("torus", extent, options, "volume");
}

/** Options of the mass properties of a disc. */
export interface DiscMassOptions extends Amount {
  /** Radius, m. */
  readonly radius: number;
  /** Axis of symmetry, perpendicular to the disc. Default "y". */
  readonly axis?: Axis;
}

/** Returns the mass properties of a disc without thickness, centred at the origin; a density is in kg/m². */
export function discMass(options: DiscMassOptions): MassProperties {
  requireShape("disc", options, "{ radius: 1, mass: 1 }", ["radius", "axis"]);
  const { radius: R, axis = "y" } = options;
  requirePositive("disc.radius", R);
  const spread = spreadAlong(requireAxis("disc", axis), 0, (R * R) / 4);
  return buildMass("disc", { measure: Math.PI * R * R, center: [0, 0, 0], spread }, options, "area");
}

/** Options of the mass properties of a rod. */
export interface RodMassOptions extends Amount {
  /** Length, m. */
  readonly length: number;
  /** Axis along the rod. Default "y". */
  readonly axis?: Axis;
}

/**
 * Returns the mass properties of a rod without thickness, centred at the origin; a density is in kg/m. It has no inertia about
 * its own axis.
 */
export function rodMass(options: RodMassOptions): MassProperties {
  requireShape("rod", options, "{ length: 1, mass: 1 }", ["length", "axis"]);
  const { length, axis = "y" } = options;
  requirePositive("rod.length", length);
  const spread = spreadAlong(requireAxis("rod", axis), (length * length) / 12, 0);
  return buildMass("rod", { measure: length, center: [0, 0, 0], spread }, options, "length");
}

function requireSizes(path: string, sizes: ArrayLike<number>): number[] {
  requireVector(path, sizes);
  const list = [0, 1, 2].map((k) => sizes[k]);
  list.forEach((size, k) => {
    requirePositive(`${path}[${k}]`, size);
  });
  return list;
}
