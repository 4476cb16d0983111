/**
 * The parts of a generalized body or a linkage: their masses, and the ends of constraints on them.
 *
 *   part      a point with a mass, or a link: a frame with the mass properties of a rigid body
 *   p, R      its position and axes        v, ω      its velocities          a, α     its accelerations while ü = 0
 */
import type { End, EndSource } from "../constrain/index.js";
import { fail, requireNonNegative, requirePositive, requireVector } from "../math/index.js";
import { type MassProperties, requireInertia } from "../rigid/index.js";

/** An end of constraints on a part of a generalized body or a linkage. */
export interface PartEnd extends End {
  /** The generalized body or linkage. */
  readonly source: EndSource;
  /** Index of the part. */
  readonly part: number;
}

/** Mass, centre and inertia of parts, in the frames of the parts. */
export interface PartMasses {
  /** Mass of each part, kg. */
  readonly mass: Float64Array;
  /** Centre of mass of each part, m: three numbers a part. */
  readonly center: Float64Array;
  /** Inertia of each part about its centre, kg·m²: nine numbers a part. */
  readonly inertia: Float64Array;
}

/** Creates the masses of a number of parts, all zero. */
export function createPartMasses(count: number): PartMasses {
  return {
    mass: new Float64Array(count),
    center: new Float64Array(3 * count),
    inertia: new Float64Array(9 * count),
  };
}

/** Writes the mass of part i as the user gave it: a number for a point, mass properties for a link. */
export function writeMass(
  masses: PartMasses,
  i: number,
  path: string,
  given: number | MassProperties,
  turns: boolean,
): void {
  if (typeof given === "number") {
    const cure = turns ? "or mass properties, such as boxMass({ … })" : "0 is a point that is only watched";
    requireNonNegative(path, given, cure);
    masses.mass[i] = given;
    return;
  }
  if (typeof given !== "object" || given === null) {
    fail("no-mass", path, "must be a number of kg, or mass properties", given, "for example boxMass({ size, mass })");
  }
  if (!turns) {
    fail("no-axes", path, "must be a number for a part without rotation", given, "return { position, rotation }");
  }
  requirePositive(`${path}.mass`, given.mass);
  requireVector(`${path}.center`, given.center);
  requireInertia(`${path}.inertia`, given.inertia);
  masses.mass[i] = given.mass;
  masses.center.set(Array.from(given.center), 3 * i);
  masses.inertia.set(Array.from(given.inertia), 9 * i);
}

/** Returns k finite numbers, zeros where none are given; throws for all else. */
export function readNumbers(path: string, values: ArrayLike<number> | undefined, k: number): Float64Array {
  if (values === undefined) return new Float64Array(k);
  const list = Float64Array.from(values);
  if (list.length !== k || !list.every(Number.isFinite)) {
    fail("wrong-numbers", path, `must be ${k} finite ${k === 1 ? "number" : "numbers"}`, values);
  }
  return list;
}
