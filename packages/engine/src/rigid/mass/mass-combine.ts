/**
 * Composition of bodies: any number of mass properties, each moved and turned to its place, become those of one body;
 * subtracted ones are holes.
 *
 *   M = Σ mᵢ,   c = Σ mᵢ cᵢ / M                                                                    (2–14), (2–18)
 *   I = Σ Rᵢ Iᵢ Rᵢᵀ + Σ mᵢ ((dᵢᵀdᵢ) 1 − dᵢdᵢᵀ),   dᵢ = cᵢ − c
 *
 *   Rᵢ, pᵢ   pose of part i              cᵢ   Rᵢ (its centre) + pᵢ
 *
 * The first sum turns the tensors (2–39); the second, the theorem of parallel axes, is that of point masses (2–35).
 *
 * Follows: Rigid Body Simulation, section 2.10; Chaney, section 8.2.
 */
import { fail, mat3, quat, RigorError, requireKeys, requirePositive, requireVector, vec3 } from "../../math/index.js";
import { requireInertia } from "./inertia-check.js";
import { failRange, type MassProperties, requireMassProperties, requireRange } from "./mass-properties.js";
import { differenceTolerance } from "./parameters.js";

/** A part of a composed body. */
export interface MassPart {
  /** Mass properties of the part. */
  readonly of: MassProperties;
  /** Position of the frame of the part, m. Default the origin. */
  readonly position?: ArrayLike<number>;
  /** Rotation of the frame of the part, a quaternion [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
  /** Whether the part is a hole, which is subtracted from the others. Default false. */
  readonly subtract?: boolean;
}

/** A part in its place. */
interface Placed {
  /** Negative for a hole. */
  readonly mass: number;
  readonly center: Float64Array;
  readonly inertia: Float64Array;
}

/** Returns the mass properties of one body of many parts. */
export function combineMass(parts: readonly MassPart[]): MassProperties {
  if (!Array.isArray(parts) || parts.length === 0) {
    fail("no-parts", "parts", "must be a list with at least one part", parts, "for example [{ of: boxMass(…) }]");
  }
  const placed = parts.map((part, i) => placePart(`parts[${i}]`, part));
  let mass = 0;
  let gross = 0;
  for (const part of placed) {
    mass += part.mass;
    gross += Math.abs(part.mass);
  }
  if (gross === Infinity) {
    fail("out-of-range", "parts", "must have a mass that a double can hold", gross, "choose other units");
  }
  if (!(mass > differenceTolerance * gross)) {
    fail("no-mass-left", "parts", "must leave a mass > 0", mass, "the holes weigh as much as the rest, or more");
  }
  const center = findCenter(placed, mass);
  const inertia = sumInertia(placed, center);
  requireRange("parts", { mass, center, inertia });
  // parts in different places have an inertia
  const isSpread = placed.some((part) => part.center.some((value, k) => value !== center[k]));
  if (isSpread && inertia.every((entry) => entry === 0)) failRange("parts", inertia);
  if (placed.some((part) => part.mass < 0)) requireRest(inertia, placed, center);
  return { mass, center, inertia };
}

function placePart(path: string, part: MassPart): Placed {
  requireKeys(path, part, "{ of: boxMass(…), position: [1, 0, 0] }", ["of", "position", "rotation", "subtract"]);
  const { of, position = [0, 0, 0], rotation, subtract = false } = part;
  requireMassProperties(`${path}.of`, of);
  requireVector(`${path}.position`, position);
  if (typeof subtract !== "boolean") fail("not-boolean", `${path}.subtract`, "must be true or false", subtract);
  const center = Float64Array.from(of.center);
  const inertia = Float64Array.from(of.inertia);
  if (rotation !== undefined) {
    const q = readRotation(`${path}.rotation`, rotation);
    const R = new Float64Array(9);
    quat.toMatrix(R, 0, q, 0);
    quat.rotateVector(center, 0, q, 0, center, 0);
    mat3.rotateSymmetric(inertia, 0, R, 0, inertia, 0);
  }
  vec3.add(center, 0, center, 0, Float64Array.from(position), 0);
  return { mass: subtract ? -of.mass : of.mass, center, inertia };
}

function readRotation(path: string, rotation: ArrayLike<number>): Float64Array {
  const q = Float64Array.from({ length: 4 }, (_, k) => rotation?.[k]);
  if (rotation?.length !== 4 || !quat.normalize(q, 0, q, 0)) {
    fail(
      "not-a-rotation",
      path,
      "must be a quaternion [x, y, z, w], not zero",
      rotation,
      "[0, 0, 0, 1] is no rotation",
    );
  }
  return q;
}

/** Returns the centre of mass, summed relative to the first part, so that a body far away keeps its digits. */
function findCenter(placed: readonly Placed[], mass: number): Float64Array {
  const first = placed[0].center;
  const shift = new Float64Array(3);
  const d = new Float64Array(3);
  for (const part of placed) {
    vec3.subtract(d, 0, part.center, 0, first, 0);
    vec3.addScaled(shift, 0, shift, 0, part.mass / mass, d, 0);
  }
  vec3.add(shift, 0, shift, 0, first, 0);
  return shift;
}

function sumInertia(placed: readonly Placed[], center: Float64Array): Float64Array {
  const I = new Float64Array(9);
  const d = new Float64Array(3);
  const shifted = new Float64Array(9);
  for (const part of placed) {
    vec3.subtract(d, 0, part.center, 0, center, 0);
    const m = Math.abs(part.mass);
    const [x, y, z] = d;
    const [xy, xz, yz] = [-m * x * y, -m * x * z, -m * y * z];
    mat3.set(shifted, 0, m * (y * y + z * z), xy, xz, xy, m * (x * x + z * z), yz, xz, yz, m * (x * x + y * y));
    mat3.add(shifted, 0, shifted, 0, part.inertia, 0);
    mat3.addScaled(I, 0, I, 0, part.mass < 0 ? -1 : 1, shifted, 0);
  }
  // −0 + 0 is 0
  for (let k = 0; k < 9; k++) I[k] += 0;
  return I;
}

/** Throws unless the inertia that the holes leave is possible, up to the rounding of the parts. */
function requireRest(inertia: Float64Array, placed: readonly Placed[], center: Float64Array): void {
  const whole = sumInertia(
    placed.map((part) => ({ ...part, mass: Math.abs(part.mass) })),
    center,
  );
  const slack = differenceTolerance * mat3.trace(whole, 0);
  const lifted = inertia.slice();
  for (let k = 0; k < 9; k += 4) lifted[k] += slack;
  try {
    requireInertia("parts", lifted);
  } catch (error) {
    if (!(error instanceof RigorError)) throw error;
    const cure = "a hole must lie inside the rest and be no denser than it";
    fail("impossible-hole", "parts", "must leave a possible inertia", inertia, `${cure} (${error.faults[0].code})`);
  }
}

/** Returns the mass properties of a body moved by `position`, m: only the centre of mass changes. */
export function translateMass(properties: MassProperties, position: ArrayLike<number>): MassProperties {
  return combineMass([{ of: properties, position }]);
}

/** Returns the mass properties of a body turned about the origin of its frame by a quaternion [x, y, z, w]. */
export function rotateMass(properties: MassProperties, rotation: ArrayLike<number>): MassProperties {
  return combineMass([{ of: properties, rotation }]);
}

/** Returns the mass properties of a body scaled to another total mass, kg. */
export function scaleMass(properties: MassProperties, mass: number): MassProperties {
  requireMassProperties("properties", properties);
  requirePositive("mass", mass);
  const inertia = properties.inertia.map((entry) => (entry / properties.mass) * mass);
  if (inertia.some((entry, k) => entry === 0 && properties.inertia[k] !== 0)) failRange("scaleMass", inertia);
  return requireRange("scaleMass", { mass, center: Float64Array.from(properties.center), inertia });
}
