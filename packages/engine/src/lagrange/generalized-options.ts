/**
 * Options of a generalized body: u, and a function that gives the poses of its parts. The function is called once, with
 * expressions; its tape gives q, J and J̇u̇.
 *
 * Follows: Constrained Dynamics, section 5.
 */
import { requireKnown } from "../constrain/index.js";
import {
  constant,
  type Expression,
  fail,
  type Operand,
  RigorError,
  requireFinite,
  requireVector,
  type Tape,
  traceFunction,
  VectorExpression,
  vector,
} from "../math/index.js";
import type { MassProperties } from "../rigid/index.js";
import { createPartMasses, type PartMasses, readNumbers, writeMass } from "./part.js";
import { RotationExpression } from "./rotation-expression.js";

/** A point: three expressions or numbers, m. */
export type PointExpression = VectorExpression | readonly Operand[];

/** A link: the pose of its frame. */
export interface LinkExpression {
  /** Position of the frame, m. */
  readonly position: PointExpression;
  /** Rotation of the frame. */
  readonly rotation: RotationExpression;
}

/** A part of a generalized body: a point or a link. */
export type PartExpression = PointExpression | LinkExpression;

/** Options of a generalized body. */
export interface GeneralizedBodyOptions {
  /** Coordinates u at the start. */
  readonly coordinates: ArrayLike<number>;
  /** Rates u̇ at the start. Default zeros. */
  readonly rates?: ArrayLike<number>;
  /** Function q(u): the points and links of the body, world coordinates; with `time` given, q(u, t). */
  readonly parts: (u: Expression[], t: Expression) => readonly PartExpression[];
  /** Mass of each part: kg for a point, mass properties (in the frame of the link) for a link. */
  readonly masses: readonly (number | MassProperties)[];
  /** Acceleration of gravity, m/s². Default none. */
  readonly gravity?: ArrayLike<number>;
  /** Clock of the mechanism at the start, s, for bodies whose q depends on the time. */
  readonly time?: number;
  /** Name in reports. Default "generalized body". */
  readonly name?: string;
}

/** The model of a generalized body, from its options. */
export interface GeneralizedModel extends PartMasses {
  /** Name in reports. */
  readonly name: string;
  /** Number of coordinates u, the clock counted if there is one. */
  readonly width: number;
  /** Number of coordinates u without the clock. */
  readonly free: number;
  /** Coordinates and rates at the start: 2·width numbers. */
  readonly initial: Float64Array;
  /** Acceleration of gravity, m/s². */
  readonly gravity: Float64Array;
  /** Tape of q(u). */
  readonly tape: Tape;
  /** Start of each part among the outputs of the tape: a point has 3, a link 7. */
  readonly start: Int32Array;
  /** Flags of the parts: 1 for a link, which rotates, 0 for a point. */
  readonly turns: Uint8Array;
}

const keys = ["coordinates", "rates", "parts", "masses", "gravity", "time", "name"];

/** Returns the model of a generalized body; throws for options that are not those of one. */
export function readGeneralizedOptions(path: string, options: GeneralizedBodyOptions): GeneralizedModel {
  requireKnown(path, options, keys);
  const { coordinates, rates, parts, masses, gravity = [0, 0, 0], time, name = "generalized body" } = options;
  const k = coordinates?.length;
  if (!(k > 0)) fail("no-coordinates", `${path}.coordinates`, "must be one number or more", coordinates);
  const u = readNumbers(`${path}.coordinates`, coordinates, k);
  const rate = readNumbers(`${path}.rates`, rates, k);
  requireVector(`${path}.gravity`, gravity);
  if (typeof parts !== "function") {
    const cure = "for example ([u]) => [vector(u.cos(), u.sin(), 0)]";
    fail("not-a-function", `${path}.parts`, "must be a function of u that returns the parts", parts, cure);
  }
  if (time === undefined && parts.length > 1) {
    fail("no-time", `${path}.time`, "must be given where q depends on the time", time, "write time: 0");
  }
  if (time !== undefined) requireFinite(`${path}.time`, time);
  const clock = time === undefined ? [] : [time];
  const width = k + clock.length;
  const { tape, turns } = traceParts(`${path}.parts`, parts, k, width);
  const count = turns.length;
  if (!Array.isArray(masses) || masses.length !== count) {
    fail("wrong-length", `${path}.masses`, `must be a list of ${count}, one a part`, masses);
  }
  const start = new Int32Array(count + 1);
  const matter = createPartMasses(count);
  for (let i = 0; i < count; i++) {
    start[i + 1] = start[i] + (turns[i] === 1 ? 7 : 3);
    writeMass(matter, i, `${path}.masses[${i}]`, masses[i], turns[i] === 1);
  }
  const initial = Float64Array.of(...u, ...clock, ...rate, ...clock.map(() => 1));
  return {
    ...matter,
    name,
    width,
    free: k,
    initial,
    gravity: Float64Array.from(gravity),
    tape,
    start,
    turns: Uint8Array.from(turns),
  };
}

/** Returns the tape of all parts, and the flags of those that rotate. */
function traceParts(
  path: string,
  parts: GeneralizedBodyOptions["parts"],
  k: number,
  width: number,
): { readonly tape: Tape; readonly turns: readonly number[] } {
  const turns: number[] = [];
  const trace = (x: Expression[]) => {
    // without a clock the time is 0
    const list = parts(x.slice(0, k), x[k] ?? constant(0));
    if (!Array.isArray(list) || list.length === 0) {
      fail("no-parts", "result", "must be a list of one part or more", list, "return [vector(u.cos(), u.sin(), 0)]");
    }
    return list.flatMap((part, i) => readPart(`[${i}]`, part, turns));
  };
  return { tape: traceFunction(width, trace, path), turns };
}

function readPart(path: string, part: PartExpression, turns: number[]): (Expression | VectorExpression)[] {
  if (part instanceof VectorExpression || Array.isArray(part)) {
    turns.push(0);
    return [readPoint(path, part as PointExpression)];
  }
  const { position, rotation } = (part ?? {}) as LinkExpression;
  if (!(rotation instanceof RotationExpression)) {
    const cure = "return a vector, or { position: vector(…), rotation: turnAbout(axis, angle) }";
    fail("not-a-part", path, "must be a point, or a link with position and rotation", part, cure);
  }
  turns.push(1);
  return [readPoint(`${path}.position`, position), rotation.q, rotation.w];
}

function readPoint(path: string, point: PointExpression): VectorExpression {
  if (point instanceof VectorExpression) return point;
  if (!Array.isArray(point) || point.length !== 3) {
    fail("not-a-vector", path, "must be a vector or a list of three expressions or numbers", point);
  }
  try {
    return vector(point[0], point[1], point[2]);
  } catch (error) {
    if (!(error instanceof RigorError)) throw error;
    return fail("not-a-vector", path, "must be three expressions or numbers", point);
  }
}
