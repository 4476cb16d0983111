/**
 * The end of a constraint as a function of the user's sees it: vectors of expressions.
 *
 *   point(u) = p + R u        axis(u) = R u        pointVelocity(u) = v + ω × R u
 *
 * Each stands for numbers of the tape's inputs: p, then R row by row if the end has axes, then v and, if it has axes, ω
 * if the constraint is on velocities. The world is constant.
 *
 * Follows: Rigid Body Simulation, section 2.3; Physically Based Animation II.
 */
import { type Expression, fail, type Operand, type VectorExpression, vector } from "../../math/index.js";
import { Carrier, type End, EndSlot } from "../model/index.js";

/** Three numbers or expressions. */
export type Components = VectorExpression | readonly Operand[];

/** The end of a constraint, as vectors of expressions. */
export interface SymbolicEnd {
  /** Place p of the end, world coordinates. */
  readonly position: VectorExpression;
  /** Velocity v; for constraints on velocities only. */
  readonly velocity: VectorExpression;
  /** Angular velocity ω, world axes; for constraints on velocities only. */
  readonly angularVelocity: VectorExpression;
  /** Place of a point that is fixed to the body of the end; u is seen from the end, in its axes. */
  point(u: Components): VectorExpression;
  /** Direction that is fixed to the body of the end. */
  axis(u: Components): VectorExpression;
  /** Velocity of a point that is fixed to the body of the end; for constraints on velocities only. */
  pointVelocity(u: Components): VectorExpression;
}

/** Number of inputs of the tape that an end takes. */
export function countInputs(end: End, hasVelocities: boolean): number {
  if (end.carrier === Carrier.world) return 0;
  return (end.turns ? 12 : 3) + (hasVelocities ? (end.turns ? 6 : 3) : 0);
}

/** Writes the inputs of an end and their first and second derivatives while nothing accelerates. */
export function writeInputs(
  x: Float64Array,
  dx: Float64Array,
  ddx: Float64Array,
  o: number,
  end: End,
  hasVelocities: boolean,
): void {
  const { at, turns } = end;
  for (let k = 0; k < 3; k++) {
    x[o + k] = at[EndSlot.point + k];
    dx[o + k] = at[EndSlot.velocity + k];
    ddx[o + k] = at[EndSlot.acceleration + k];
  }
  if (turns) {
    // Ṙ = ω* R and R̈ = (α* + ω* ω*) R, by columns                                                (2–8), (2–12), (7–3)
    for (let k = 0; k < 9; k++) x[o + 3 + k] = at[EndSlot.axes + k];
    turnColumns(dx, o + 3, at, EndSlot.angularVelocity, x, o + 3);
    turnColumns(ddx, o + 3, at, EndSlot.angularVelocity, dx, o + 3);
    addTurnedColumns(ddx, o + 3, at, EndSlot.angularAcceleration, x, o + 3);
  }
  if (!hasVelocities) return;
  const v = o + (turns ? 12 : 3);
  for (let k = 0; k < 3; k++) {
    x[v + k] = at[EndSlot.velocity + k];
    dx[v + k] = at[EndSlot.acceleration + k];
    if (!turns) continue;
    x[v + 3 + k] = at[EndSlot.angularVelocity + k];
    dx[v + 3 + k] = at[EndSlot.angularAcceleration + k];
  }
}

/** out ← w × each column of m. */
function turnColumns(out: Float64Array, o: number, w: Float64Array, i: number, m: Float64Array, j: number): void {
  for (let k = 0; k < 9; k++) out[o + k] = 0;
  addTurnedColumns(out, o, w, i, m, j);
}

function addTurnedColumns(out: Float64Array, o: number, w: Float64Array, i: number, m: Float64Array, j: number): void {
  for (let c = 0; c < 3; c++) {
    out[o + c] += w[i + 1] * m[j + 6 + c] - w[i + 2] * m[j + 3 + c];
    out[o + 3 + c] += w[i + 2] * m[j + c] - w[i] * m[j + 6 + c];
    out[o + 6 + c] += w[i] * m[j + 3 + c] - w[i + 1] * m[j + c];
  }
}

/** The symbolic end whose inputs begin at `inputs[o]`. */
export function createSymbolicEnd(
  path: string,
  end: End,
  inputs: readonly Expression[],
  o: number,
  hasVelocities: boolean,
): SymbolicEnd {
  const isWorld = end.carrier === Carrier.world;
  const read = (k: number) => vector(inputs[o + k], inputs[o + k + 1], inputs[o + k + 2]);
  const readWorld = (k: number) => vector(end.at[k], end.at[k + 1], end.at[k + 2]);
  const still = vector(0, 0, 0);
  const requireAxes = (method: string) => {
    if (end.turns) return;
    fail("no-axes", `${path}.${method}`, "must not be asked of a particle", end.name, "it has a position alone");
  };
  const requireVelocities = (name: string) => {
    if (hasVelocities) return;
    fail("no-velocity", `${path}.${name}`, 'must be asked for with binds: "velocities" only', "positions");
  };
  const position = isWorld ? readWorld(EndSlot.point) : read(0);
  const axis = (u: Components) => {
    requireAxes("axis");
    const rows = [0, 3, 6].map((k) => (isWorld ? readWorld(EndSlot.axes + k) : read(3 + k)));
    return vector(rows[0].dot(u), rows[1].dot(u), rows[2].dot(u));
  };
  const self: SymbolicEnd = {
    position,
    axis,
    point: (u) => position.plus(axis(u)),
    get velocity() {
      requireVelocities("velocity");
      return isWorld ? still : read(end.turns ? 12 : 3);
    },
    get angularVelocity() {
      requireVelocities("angularVelocity");
      requireAxes("angularVelocity");
      return isWorld ? still : read(15);
    },
    pointVelocity: (u) => self.velocity.plus(self.angularVelocity.cross(axis(u))),
  };
  return self;
}
