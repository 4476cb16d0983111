/**
 * Options of a body, and their check: mass properties become a mass, principal moments and the pose of the body frame in the
 * user's frame.
 */
import { type Fault, fail, listKeys, quat, RigorError, requireOptions, requireVector, vec3 } from "../../math/index.js";
import { findPrincipalFrame, type MassProperties, requireInertia } from "../mass/index.js";
import { type BodyPath, normalizeRotation } from "../path/index.js";
import { Answer } from "./rates.js";

/** Options of a body. */
export interface BodyOptions {
  /**
   * Mass properties of the body, as of `boxMass({ size: [1, 2, 3] })` and its like, or a mass, kg, together with `inertia`. A fixed
   * or driven body needs none.
   */
  readonly mass?: MassProperties | number;
  /** Inertia about the centre of mass in the user's axes, kg·m²: three principal moments, or nine numbers row by row. */
  readonly inertia?: ArrayLike<number>;
  /** Centre of mass in the user's frame, m, for a `mass` in kilograms. Default the origin. */
  readonly center?: ArrayLike<number>;
  /** Position of the user's frame, in which the mass properties are given, m. Default the origin. */
  readonly position?: ArrayLike<number>;
  /** Rotation of the user's frame, a quaternion [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
  /** Velocity of the centre of mass, m/s. Default at rest. */
  readonly velocity?: ArrayLike<number>;
  /** Angular velocity, world axes, rad/s. Default none. */
  readonly angularVelocity?: ArrayLike<number>;
  /** Whether the body never moves. Default false. */
  readonly fixed?: boolean;
  /** Path that the body follows whatever the forces. */
  readonly path?: BodyPath;
  /** Pivot, m: a point of the user's frame that stays where it is, as the tip of a top, and about which the body turns. */
  readonly pivot?: ArrayLike<number>;
}

/** A body in the terms of the body table, see `BodyArrays`. */
export interface ResolvedBody {
  /** Mass, kg. */
  readonly mass: number;
  /** Principal moments about the origin of the body frame, kg·m². */
  readonly moments: Float64Array;
  /** Degrees of freedom, of `Answer`. */
  readonly answers: number;
  /** Origin of the body frame in the user's frame, m. */
  readonly center: Float64Array;
  /** Rotation from body axes to the user's axes, a unit quaternion. */
  readonly axes: Float64Array;
  /** Centre of mass in the body frame, m. */
  readonly lever: Float64Array;
  /** Path of a driven body, else null. */
  readonly path: BodyPath | null;
  /** Position of the user's frame, m. */
  readonly position: ArrayLike<number>;
  /** Rotation of the user's frame, a unit quaternion. */
  readonly rotation: Float64Array;
  /** Velocity of the origin of the body frame, m/s. */
  readonly velocity: ArrayLike<number>;
  /** Angular velocity, world axes, rad/s. */
  readonly angularVelocity: ArrayLike<number>;
}

const zero = [0, 0, 0];
const identity = [0, 0, 0, 1];
/** The keys of the options of a body. */
export const bodyKeys: readonly string[] =
  "mass inertia center position rotation velocity angularVelocity fixed path pivot".split(" ");

/** Checks the options of a body, and returns it in the terms of the body table; throws with all faults at once. */
export function resolveBody(path: string, options: BodyOptions): ResolvedBody {
  requireOptions(path, options, "{ mass: boxMass({ size: [1, 1, 1] }) }");
  const { position = zero, rotation = identity, velocity = zero, angularVelocity = zero, pivot } = options;
  const faults: Fault[] = [];
  for (const key of Object.keys(options)) {
    if (bodyKeys.includes(key)) continue;
    const must = "must be an option";
    faults.push({ code: "unknown-option", path: `${path}.${key}`, must, value: key, cure: listKeys(bodyKeys) });
  }
  checkNumbers(faults, `${path}.position`, position, 3);
  checkRotation(faults, `${path}.rotation`, rotation);
  checkNumbers(faults, `${path}.velocity`, velocity, 3);
  checkNumbers(faults, `${path}.angularVelocity`, angularVelocity, 3);
  if (pivot !== undefined) checkNumbers(faults, `${path}.pivot`, pivot, 3);
  checkMotion(faults, path, options);
  if (faults.length > 0) throw new RigorError(faults);
  const model = resolveMass(path, options);
  const q = normalizeRotation(`${path}.rotation`, rotation);
  return { ...model, path: options.path ?? null, position, rotation: q, velocity, angularVelocity };
}

/** Checks that at most one of fixed, path and pivot is given, and no velocity that is not free beside it. */
function checkMotion(faults: Fault[], path: string, options: BodyOptions): void {
  const { fixed = false, path: motion, pivot } = options;
  if (typeof fixed !== "boolean") {
    faults.push({ code: "not-boolean", path: `${path}.fixed`, must: "must be true or false", value: fixed });
  }
  const prescribed = [fixed && "fixed", motion && "path", pivot && "pivot"].filter(Boolean);
  if (prescribed.length > 1) {
    const value = prescribed.join(" and ");
    faults.push({ code: "conflict", path, must: "must have one of fixed, path and pivot", value });
  }
  checkPath(faults, path, options);
  const { velocity, angularVelocity } = options;
  const must = `must be left out beside ${prescribed[0]}`;
  if (prescribed.length > 0 && isMotion(velocity)) {
    faults.push({ code: "conflict", path: `${path}.velocity`, must, value: velocity });
  }
  if ((fixed || motion !== undefined) && isMotion(angularVelocity)) {
    faults.push({ code: "conflict", path: `${path}.angularVelocity`, must, value: angularVelocity });
  }
}

/** Checks that a path is a function, and that no pose is given beside it. */
function checkPath(faults: Fault[], path: string, options: BodyOptions): void {
  const { path: motion } = options;
  if (motion !== undefined && (options.position !== undefined || options.rotation !== undefined)) {
    const must = "must not be given with a path, which gives the pose of the body";
    faults.push({ code: "conflict", path: `${path}.position`, must, value: options.position ?? options.rotation });
  }
  if (motion !== undefined && typeof motion !== "function") {
    const cure = "make one by createKeyFramePath and its like";
    faults.push({ code: "not-a-function", path: `${path}.path`, must: "must be a path", value: motion, cure });
  }
}

/** Returns whether these are three numbers, not all zero. */
export function isMotion(velocity: ArrayLike<number> | undefined): boolean {
  return velocity?.length === 3 && Array.from(velocity).some((value) => value !== 0);
}

function resolveMass(
  path: string,
  options: BodyOptions,
): Pick<ResolvedBody, "mass" | "moments" | "answers" | "center" | "axes" | "lever"> {
  const { fixed = false, path: motion, pivot } = options;
  const isHeld = fixed || motion !== undefined;
  const properties = readProperties(path, options, isHeld);
  if (properties === null) {
    const center = new Float64Array(3);
    const axes = Float64Array.from(identity);
    return { mass: 0, moments: new Float64Array(3), answers: Answer.none, center, axes, lever: new Float64Array(3) };
  }
  const frame = findPrincipalFrame(pivot === undefined ? properties : moveToPivot(properties, pivot));
  const answers = isHeld ? Answer.none : pivot === undefined ? Answer.both : Answer.torque;
  if (answers !== Answer.none && !frame.moments.every((I) => I > 0 && 1 / I < Infinity)) {
    const cure = "a point or a thin rod has no moment about every axis: use a particle, or give it a thickness";
    fail("no-inertia", `${path}.mass`, "must have three positive moments of inertia", [...frame.moments], cure);
  }
  const lever = new Float64Array(3);
  if (pivot !== undefined) {
    // the centre of mass seen from the pivot, in principal axes
    vec3.subtract(lever, 0, properties.center, 0, frame.position, 0);
    quat.rotateVectorInverse(lever, 0, frame.rotation, 0, lever, 0);
  }
  return { mass: frame.mass, moments: frame.moments, answers, center: frame.position, axes: frame.rotation, lever };
}

/** Returns the mass properties as given, or null for a body that needs none and has none. */
function readProperties(path: string, options: BodyOptions, isHeld: boolean): MassProperties | null {
  const { mass, inertia, center } = options;
  if (mass === undefined) {
    if (isHeld) return null;
    const cure = "give boxMass({ size: [1, 1, 1] }), or mass and inertia, or fixed: true for an immovable body";
    return fail("missing", `${path}.mass`, "must be given", mass, cure);
  }
  if (typeof mass === "object" && mass !== null) return requireProperties(path, mass, options);
  requireMass(`${path}.mass`, mass);
  if (inertia === undefined) {
    if (isHeld) return null;
    const cure = "give three principal moments, or nine numbers; or mass: boxMass({ … })";
    return fail("missing", `${path}.inertia`, "must be given with a mass in kilograms", inertia, cure);
  }
  if (inertia?.length !== 3 && inertia?.length !== 9) {
    fail("not-a-matrix", `${path}.inertia`, "must be three or nine numbers", inertia);
  }
  const full = new Float64Array(9);
  if (inertia.length === 3) for (let k = 0; k < 3; k++) full[4 * k] = inertia[k];
  else full.set(inertia);
  requireInertia(`${path}.inertia`, full);
  requireVector(`${path}.center`, center ?? zero);
  return { mass, center: Float64Array.from(center ?? zero), inertia: full };
}

/** Returns the mass properties of a body; throws unless matter can have them and nothing else is given beside them. */
function requireProperties(path: string, mass: MassProperties, options: BodyOptions): MassProperties {
  const { inertia, center } = options;
  requireMass(`${path}.mass.mass`, mass.mass);
  requireVector(`${path}.mass.center`, mass.center);
  requireInertia(`${path}.mass.inertia`, mass.inertia);
  if (inertia === undefined && center === undefined) return mass;
  const cure = "leave it out, or give the mass in kilograms";
  const key = inertia !== undefined ? "inertia" : "center";
  return fail(
    "conflict",
    `${path}.${key}`,
    "must not be given beside mass properties, which have one",
    options[key],
    cure,
  );
}

/** Returns the moments about the pivot, which takes the place of the centre of mass: I + m(d² 1 − d dᵀ). */
function moveToPivot({ mass, center, inertia }: MassProperties, pivot: ArrayLike<number>): MassProperties {
  const d = Float64Array.from(center, (c, k) => c - pivot[k]);
  const moved = inertia.slice();
  const square = vec3.dot(d, 0, d, 0);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) moved[3 * r + c] += mass * ((r === c ? square : 0) - d[r] * d[c]);
  }
  return { mass, center: Float64Array.from(pivot), inertia: moved };
}

function requireMass(path: string, mass: unknown): void {
  if (typeof mass === "number" && mass > 0 && mass < Infinity && 1 / mass < Infinity) return;
  fail("not-positive", path, "must be a finite number > 0", mass, "use fixed: true for an immovable body");
}

function checkNumbers(faults: Fault[], path: string, list: ArrayLike<number>, length: number): void {
  const good = list?.length === length && Array.from(list).every((value) => Number.isFinite(value));
  if (good) return;
  faults.push({ code: "not-a-vector", path, must: `must be ${length} finite numbers`, value: list });
}

function checkRotation(faults: Fault[], path: string, rotation: ArrayLike<number>): void {
  const list = rotation?.length === 4 ? Array.from(rotation) : [];
  if (list.length === 0 || !list.every((value) => Number.isFinite(value))) {
    const must = "must be a quaternion [x, y, z, w], four finite numbers";
    faults.push({ code: "not-a-rotation", path, must, value: rotation });
  } else if (list.every((value) => value === 0)) {
    const must = "must not be the zero quaternion";
    faults.push({ code: "zero-quaternion", path, must, value: list, cure: "the identity is [0, 0, 0, 1]" });
  }
}
