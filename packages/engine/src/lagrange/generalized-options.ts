/**
 * What a user says of a body with coordinates of its own: u, and a function that says where its parts are. The function is
 * called once, with expressions; its tape gives q, J and J̇u̇.
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

/** Three expressions or numbers. */
export type PointExpression = VectorExpression | readonly Operand[];

/** A link: where its frame is. */
export interface LinkExpression {
  readonly position: PointExpression;
  readonly rotation: RotationExpression;
}

export type PartExpression = PointExpression | LinkExpression;

export interface GeneralizedBodyOptions {
  /** u at the start. */
  readonly coordinates: ArrayLike<number>;
  /** u̇ at the start. Default zeros. */
  readonly rates?: ArrayLike<number>;
  /** q(u): the points and links of the body, world coordinates; with `time` given, q(u, t). */
  readonly parts: (u: Expression[], t: Expression) => readonly PartExpression[];
  /** Of each part: kg for a point, mass properties (in the frame of the link) for a link. */
  readonly masses: readonly (number | MassProperties)[];
  /** m/s². Default none. */
  readonly gravity?: ArrayLike<number>;
  /** For bodies whose q depends on the time: the clock of the mechanism at the start, s. */
  readonly time?: number;
  /** Said in reports. Default "generalized body". */
  readonly name?: string;
}

/** What becomes of the options. */
export interface GeneralizedModel extends PartMasses {
  readonly name: string;
  /** Numbers of u and of the clock if there is one; of u alone. */
  readonly width: number;
  readonly free: number;
  readonly initial: Float64Array;
  readonly gravity: Float64Array;
  readonly tape: Tape;
  /** Of each part: where its numbers begin among the outputs of the tape (a point has 3, a link 7), and whether it turns. */
  readonly start: Int32Array;
  readonly turns: Uint8Array;
}

const keys = ["coordinates", "rates", "parts", "masses", "gravity", "time", "name"];

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

/** The tape of all parts, and which of them turn. */
function traceParts(
  path: string,
  parts: GeneralizedBodyOptions["parts"],
  k: number,
  width: number,
): { readonly tape: Tape; readonly turns: readonly number[] } {
  const turns: number[] = [];
  const trace = (x: Expression[]) => {
    // without a clock, a time that is asked for all the same is 0
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
