/**
 * Mass properties of a rigid body: mass, centre of mass, inertia tensor. Every shape gives an extent (its measure, and its spread
 * about its centre); the mass or the density makes mass properties of it.
 *
 *   I = m (tr(S) 1 − S),   S = the mean of r′r′ᵀ over the shape                                            (2–35)
 *
 *   r′   a point of the shape, seen from the centre of mass          S   its spread, m²
 *
 * Units: kg, m, kg·m². The products of inertia stand in the tensor with their minus sign, −Σ m x y.
 *
 * Follows: Rigid Body Simulation, sections 2.9 and 2.10; Chaney, section 2.2.
 */
import {
  fail,
  requireFinite,
  requireKeys,
  requireLength,
  requireOptions,
  requirePositive,
  requireVector,
} from "../../math/index.js";
import { requireInertia } from "./inertia-check.js";
import { defaultDensity } from "./parameters.js";

/** Mass properties of a rigid body. */
export interface MassProperties {
  /** Mass, kg. */
  readonly mass: number;
  /** Centre of mass in the frame of the shape, three numbers, m. */
  readonly center: Float64Array;
  /** Inertia tensor about the centre of mass, in the axes of the frame of the shape: nine numbers, row by row, kg·m². */
  readonly inertia: Float64Array;
}

/** Amount of matter: the mass or the density, not both. */
export interface Amount {
  /** Total mass, kg. */
  readonly mass?: number;
  /** Density, kg/m³; kg/m² of a shell or disc, kg/m of a rod. Default 1000 kg/m³; surfaces and lines have no default. */
  readonly density?: number;
}

/** The extent of a shape of unit density, before its mass is known. */
export interface Extent {
  /** Measure: volume, area or length, m³, m² or m. */
  readonly measure: number;
  /** Centre, three numbers, m. */
  readonly center: ArrayLike<number>;
  /** Spread S about the centre, m²: xx, yy, zz, and xy, xz, yz unless they are zero. */
  readonly spread: ArrayLike<number>;
}

/** Kind of measure that a density refers to. */
export type Measure = "volume" | "area" | "length";

/** Unit of the density of each measure. */
const perMeasure = { volume: "kg/m³", area: "kg/m²", length: "kg/m" } as const;

/** Returns the mass properties of an extent with an amount of matter. */
export function buildMass(path: string, extent: Extent, amount: Amount, measure: Measure): MassProperties {
  const mass = amount.mass ?? chooseDensity(path, amount, measure) * extent.measure;
  if (!(mass > 0 && mass < Infinity)) {
    const cure = "its size or density is beyond what a double can hold: choose other units";
    fail("out-of-range", `${path}.mass`, "must come to a finite number > 0", mass, cure);
  }
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = Array.from(extent.spread);
  const properties = finishMass(path, mass, extent.center, [yy + zz, xx + zz, xx + yy, xy, xz, yz], mass);
  // what has an area or a volume turns about no axis for nothing; a rod does about one
  const zeros = [0, 4, 8].filter((k) => properties.inertia[k] === 0).length;
  if (zeros > (measure === "length" ? 1 : 0)) failRange(path, properties.inertia);
  return properties;
}

/**
 * Returns the mass properties with the moments and products (xx, yy, zz, xy, xz, yz) times `factor`:
 *
 *        ⎡  Ixx  −Ixy  −Ixz ⎤
 *   I =  ⎢ −Ixy   Iyy  −Iyz ⎥                                                                       (Chaney, eq. 3)
 *        ⎣ −Ixz  −Iyz   Izz ⎦
 */
export function finishMass(
  path: string,
  mass: number,
  center: ArrayLike<number>,
  moments: ArrayLike<number>,
  factor: number,
): MassProperties {
  const [xx, yy, zz] = [0, 1, 2].map((k) => factor * moments[k]);
  // 0 − 0 is 0, where −0 would be printed with its sign
  const [xy, xz, yz] = [3, 4, 5].map((k) => 0 - factor * moments[k]);
  const inertia = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  return requireRange(path, { mass, center: Float64Array.from([0, 1, 2], (k) => center[k]), inertia });
}

/** Throws unless all numbers of computed mass properties are finite, and the mass is above zero. */
export function requireRange(path: string, properties: MassProperties): MassProperties {
  const { mass, center, inertia } = properties;
  if (!(mass > 0 && mass < Infinity)) {
    fail("out-of-range", `${path}.mass`, "must come to a finite number > 0", mass, "choose other units");
  }
  if (![...inertia, ...center].every(Number.isFinite)) failRange(path, inertia);
  return properties;
}

/** Throws for an inertia that is too large or too small for a double. */
export function failRange(path: string, inertia: Float64Array): never {
  const cure = "it is too large or too small for a double: choose other units";
  return fail("out-of-range", `${path}.inertia`, "must come to finite numbers, and not to zero", inertia, cure);
}

function chooseDensity(path: string, amount: Amount, measure: Measure): number {
  if (amount.density !== undefined) return amount.density;
  if (measure === "volume") return defaultDensity;
  const cure = `there is no usual one for ${measure === "area" ? "a surface" : "a line"}: give mass or density`;
  return fail("no-amount", `${path}.density`, `must be given in ${perMeasure[measure]}`, undefined, cure);
}

/**
 * Throws unless `options` is an object with known keys only, of which not both `mass` and `density` are given, and each of
 * these is positive.
 */
export function requireShape(path: string, options: object & Amount, example: string, keys: readonly string[]): void {
  requireKeys(path, options, example, [...keys, "mass", "density"]);
  const { mass, density } = options;
  if (mass !== undefined && density !== undefined) {
    const cure = "one follows from the other and the shape: leave one out";
    fail("two-amounts", path, "must have a mass or a density, not both", [mass, density], cure);
  }
  if (mass !== undefined) requirePositive(`${path}.mass`, mass, "a body that never moves is fixed, not massless");
  if (density !== undefined) requirePositive(`${path}.density`, density);
}

/** Throws unless these are the mass properties of something that can exist. */
export function requireMassProperties(path: string, properties: MassProperties): void {
  requireOptions(path, properties, "boxMass({ size: [1, 1, 1] })");
  requirePositive(`${path}.mass`, properties.mass);
  requireVector(`${path}.center`, properties.center);
  requireInertia(`${path}.inertia`, properties.inertia);
}

/** Options of known mass properties. */
export interface GivenMassOptions {
  /** Mass, kg. */
  readonly mass: number;
  /** Centre of mass, m. Default the origin. */
  readonly center?: ArrayLike<number>;
  /**
   * Inertia about the centre of mass, kg·m²: nine numbers row by row, three rows of three, or the three moments of a diagonal
   * one.
   */
  readonly inertia: ArrayLike<number> | ArrayLike<ArrayLike<number>>;
}

/** Returns the mass properties of a body whose mass, centre and inertia are known: measured, or from a drawing. */
export function givenMass(options: GivenMassOptions): MassProperties {
  requireKeys("given", options, "{ mass: 2, inertia: [1, 2, 2] }", ["mass", "center", "inertia"]);
  const { mass, center = [0, 0, 0], inertia } = options;
  requirePositive("given.mass", mass);
  requireVector("given.center", center);
  const I = readInertia("given.inertia", inertia);
  requireInertia("given.inertia", I);
  return { mass, center: Float64Array.from(center), inertia: I };
}

function readInertia(path: string, inertia: GivenMassOptions["inertia"]): Float64Array {
  requireOptions(path, inertia, "[1, 0, 0, 0, 2, 0, 0, 0, 2]");
  const list = Array.from(inertia as ArrayLike<number | ArrayLike<number>>);
  if (list.length === 3 && list.every((entry) => typeof entry === "number")) {
    const [x, y, z] = list as number[];
    return Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z);
  }
  const flat = list.flatMap((row) => (typeof row === "object" && row !== null ? Array.from(row) : [row]));
  requireLength(path, flat, 9, "nine numbers row by row, three rows of three, or three moments");
  flat.forEach((entry, k) => {
    requireFinite(`${path}[${k}]`, entry);
  });
  return Float64Array.from(flat);
}
