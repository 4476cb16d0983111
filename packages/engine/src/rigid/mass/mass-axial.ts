/**
 * Mass properties of cylinder, capsule and cone, solid, with a wall, or as a thin surface. Each is a sum of pieces along its
 * axis, all positive: nothing cancels, however thin the wall.
 *
 *   w   measure of a piece, its volume or area           s   mean square along the axis, about its own middle
 *   p   position of its middle on the axis               u   mean square across, along one of the two other axes
 *
 *   c = Σ w p / Σ w,   along = Σ w (s + (p − c)²) / Σ w,   across = Σ w u / Σ w
 *
 * The frame has its origin at half height, as in the scene format; so a cone's centre of mass lies below it, at −h/4, or
 * at −h/6 of its thin side alone. Its apex points to the positive side of the axis.
 */
import { requireNonNegative, requirePositive } from "../../math/index.js";
import { buildMass, type Extent, type MassProperties, requireShape } from "./mass-properties.js";
import {
  type Axis,
  extendBall,
  measureOf,
  requireAxis,
  requireWall,
  type ShellOptions,
  spreadAlong,
  type WallOptions,
} from "./mass-shapes.js";

/** A piece of a body along its axis. */
interface Piece {
  readonly w: number;
  readonly p: number;
  readonly s: number;
  readonly u: number;
}

function sumPieces(axis: 0 | 1 | 2, pieces: readonly Piece[]): Extent {
  const measure = pieces.reduce((sum, { w }) => sum + w, 0);
  const c = pieces.reduce((sum, { w, p }) => sum + w * p, 0) / measure;
  const along = pieces.reduce((sum, { w, p, s }) => sum + w * (s + (p - c) * (p - c)), 0) / measure;
  const across = pieces.reduce((sum, { w, u }) => sum + w * u, 0) / measure;
  return { measure, center: spreadAlong(axis, c, 0), spread: spreadAlong(axis, along, across) };
}

/** Returns a tube of height h between the radii R and R − t, t ≤ R; a thin surface with t = 0. */
function cutTube(R: number, h: number, t: number): Piece {
  const r = R - t;
  const section = t === 0 ? 2 * Math.PI * R : Math.PI * t * (R + r);
  return { w: section * h, p: 0, s: (h * h) / 12, u: (R * R + r * r) / 4 };
}

/** Returns a pair of discs of radius r and thickness t, thin with t = 0, whose outer faces lie at ±h/2. */
function cutDiscs(r: number, h: number, t: number): Piece[] {
  const w = Math.PI * r * r * (t === 0 ? 1 : t);
  const p = (h - t) / 2;
  return [p, -p].map((place) => ({ w, p: place, s: (t * t) / 12, u: (r * r) / 4 }));
}

/** Options of the mass properties of a cylinder. */
export interface CylinderMassOptions extends WallOptions {
  /** Radius, m. */
  readonly radius: number;
  /** Height, m. */
  readonly height: number;
  /** Axis of symmetry. Default "y". */
  readonly axis?: Axis;
}

/** Returns the mass properties of a cylinder centred at the origin; a hollow one is closed by its two ends. */
export function cylinderMass(options: CylinderMassOptions): MassProperties {
  const keys = ["radius", "height", "axis", "shell", "thickness"];
  requireShape("cylinder", options, "{ radius: 1, height: 2 }", keys);
  const { radius: R, height: h, axis = "y", shell = false, thickness } = options;
  requirePositive("cylinder.radius", R);
  requirePositive("cylinder.height", h);
  requireWall("cylinder", options, Math.min(R, h / 2));
  const k = requireAxis("cylinder", axis);
  const t = shell ? 0 : thickness;
  const pieces = t === undefined ? [cutTube(R, h, R)] : [cutTube(R, h, t), ...cutDiscs(R - t, h, t)];
  return buildMass("cylinder", sumPieces(k, pieces), options, measureOf(options));
}

/** Options of the mass properties of a capsule. */
export interface CapsuleMassOptions extends WallOptions {
  /** Radius, m. */
  readonly radius: number;
  /** Height of the straight part, between the centres of the two half balls, m; may be 0. */
  readonly height: number;
  /** Axis of symmetry. Default "y". */
  readonly axis?: Axis;
}

/** Returns the mass properties of a capsule centred at the origin. */
export function capsuleMass(options: CapsuleMassOptions): MassProperties {
  const keys = ["radius", "height", "axis", "shell", "thickness"];
  requireShape("capsule", options, "{ radius: 1, height: 2 }", keys);
  const { radius: R, height: h, axis = "y", shell = false, thickness = R } = options;
  requirePositive("capsule.radius", R);
  requireNonNegative("capsule.height", h);
  requireWall("capsule", options, R);
  const k = requireAxis("capsule", axis);
  const { measure: w, first, second } = extendBall(R, thickness, shell);
  // the two half balls as one piece: (h/2 + z)² has the mean h²/4 + h z̄ + mean z²
  const ends = { w: 2 * w, p: 0, s: (h * h) / 4 + h * first + second, u: second };
  const extent = sumPieces(k, [cutTube(R, h, shell ? 0 : thickness), ends]);
  return buildMass("capsule", extent, options, measureOf(options));
}

/** Options of the mass properties of a cone. */
export interface ConeMassOptions extends ShellOptions {
  /** Radius of the base, m. */
  readonly radius: number;
  /** Height, m. */
  readonly height: number;
  /** Axis of symmetry, from the base to the apex. Default "y". */
  readonly axis?: Axis;
}

/** Returns the mass properties of a cone with its apex at +height/2 and its base at −height/2; as a shell it has its base. */
export function coneMass(options: ConeMassOptions): MassProperties {
  requireShape("cone", options, "{ radius: 1, height: 2 }", ["radius", "height", "axis", "shell"]);
  const { radius: R, height: h, axis = "y", shell = false } = options;
  requirePositive("cone.radius", R);
  requirePositive("cone.height", h);
  requireWall("cone", options, R);
  const k = requireAxis("cone", axis);
  // a fraction f of the way from apex to base the section grows with f², the side with f
  const body = { w: (Math.PI / 3) * R * R * h, p: -h / 4, s: (3 / 80) * h * h, u: (3 / 20) * R * R };
  const side = { w: Math.PI * R * Math.sqrt(R * R + h * h), p: -h / 6, s: (h * h) / 18, u: (R * R) / 4 };
  const base = { w: Math.PI * R * R, p: -h / 2, s: 0, u: (R * R) / 4 };
  return buildMass("cone", sumPieces(k, shell ? [side, base] : [body]), options, measureOf(options));
}
