/** Two bodies that touch, tumbling under forces, and the contacts between them; derivatives of gaps along their motion. */
import { expect } from "vitest";
import {
  ContactBuffer,
  collideShapes,
  findContacts,
  Kind,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
} from "../../src/collide/index.js";
import {
  addContacts,
  ContactTable,
  evaluateContact,
  evaluateGapAt,
  Materials,
  measureMargins,
  PartTable,
} from "../../src/contact/index.js";
import { nextInRange, nextOnSphere, nextRotation, quat, type Rng, vec3 } from "../../src/math/index.js";
import { dopri5, integrate } from "../../src/ode/index.js";
import {
  appliedForce,
  type BodyPath,
  bodySize,
  computeAngularAcceleration,
  computePointAcceleration,
  PathSlot,
  RigidSystem,
} from "../../src/rigid/index.js";

/** Where a shape is in the world. */
export interface Place {
  readonly position: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
}

export interface Touching {
  readonly system: RigidSystem;
  readonly parts: PartTable;
  readonly materials: Materials;
  readonly cache: PairCache;
  readonly result: PairResult;
  readonly buffer: ContactBuffer;
  readonly table: ContactTable;
  /** Where the poses of A and B begin in the state. */
  readonly yA: number;
  readonly yB: number;
}

const tolerance = 1e-7;

export function drawVector(rng: Rng, size: number): number[] {
  return [0, 1, 2].map(() => nextInRange(rng, -size, size));
}

export function drawRotation(rng: Rng): Float64Array {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  return q;
}

export function turnBy(axis: readonly number[], angle: number): Float64Array {
  const q = new Float64Array(4);
  const unit = Float64Array.from(axis);
  vec3.normalize(unit, 0, unit, 0);
  quat.fromAxisAngle(q, 0, unit, 0, angle);
  return q;
}

/** q1 q2. */
export function multiply(q1: ArrayLike<number>, q2: ArrayLike<number>): Float64Array {
  const q = new Float64Array(4);
  quat.multiply(q, 0, Float64Array.from(q1), 0, Float64Array.from(q2), 0);
  return q;
}

/**
 * A body whose centre of mass and principal axes are others than its user's, with a part that is again elsewhere, so that
 * the shape stands at `place`. Planes and meshes are carried along a path; a sphere as a particle, if that is wanted.
 */
function addSolid(system: RigidSystem, parts: PartTable, rng: Rng, shape: Shape, place: Place): void {
  const position = drawVector(rng, 0.4);
  const rotation = drawRotation(rng);
  // of the user's frame
  const inverse = new Float64Array(4);
  quat.conjugate(inverse, 0, rotation, 0);
  const q = multiply(place.rotation, inverse);
  const x = new Float64Array(3);
  quat.rotateVector(x, 0, q, 0, Float64Array.from(position), 0);
  for (let k = 0; k < 3; k++) x[k] = place.position[k] - x[k];
  const isDriven = shape.kind === Kind.plane || shape.kind === Kind.mesh;
  const body = isDriven
    ? system.addBody({ path: drawPath(rng, x, q) })
    : system.addBody({
        mass: nextInRange(rng, 1, 3),
        inertia: [2, 0.3, -0.2, 0.3, 2.5, 0.4, -0.2, 0.4, 3],
        center: drawVector(rng, 0.5),
        position: x,
        rotation: q,
        velocity: drawVector(rng, 1),
        angularVelocity: drawVector(rng, 2),
      });
  if (!isDriven) {
    system.addForce(appliedForce({ body, force: drawVector(rng, 5), at: drawVector(rng, 1), name: `push ${body}` }));
  }
  parts.addPart(system, body, { shape, position, rotation });
}

/** Speeds up along a line and about an axis. */
function drawPath(rng: Rng, x: Float64Array, q: Float64Array): BodyPath {
  const [v, a] = [drawVector(rng, 1), drawVector(rng, 1)];
  const axis = new Float64Array(3);
  nextOnSphere(axis, 0, rng);
  const [omega, alpha] = [nextInRange(rng, -2, 2), nextInRange(rng, -2, 2)];
  const turn = new Float64Array(4);
  return (time, frame) => {
    const t = time[0];
    quat.fromAxisAngle(turn, 0, axis, 0, omega * t + 0.5 * alpha * t * t);
    quat.multiply(frame, PathSlot.rotation, turn, 0, q, 0);
    for (let k = 0; k < 3; k++) {
      frame[PathSlot.position + k] = x[k] + v[k] * t + 0.5 * a[k] * t * t;
      frame[PathSlot.velocity + k] = v[k] + a[k] * t;
      frame[PathSlot.angularVelocity + k] = axis[k] * (omega + alpha * t);
      frame[PathSlot.acceleration + k] = a[k];
      frame[PathSlot.angularAcceleration + k] = axis[k] * alpha;
    }
  };
}

/**
 * Shapes at two places, A then moved along a direction until the two touch. Of A null is a particle. Null: it passes by,
 * or touches at a slant.
 */
export function makeTouching(
  rng: Rng,
  shapeA: Shape | null,
  placeA: Place,
  shapeB: Shape,
  placeB: Place,
  direction: ArrayLike<number>,
): Touching | null {
  const at = Array.from(placeA.position);
  let touching = build(rng, shapeA, placeA, shapeB, placeB);
  for (let round = 0; round < 60; round++) {
    const gap = measurePair(touching);
    if (Math.abs(gap) < 1e-15) break;
    const n = touching.result.values.subarray(PairSlot.normal, PairSlot.normal + 3);
    const along = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2];
    // Newton's method along the line
    if (along > -0.2) return null;
    for (let k = 0; k < 3; k++) at[k] -= (gap / along) * direction[k];
    touching = build(rng, shapeA, { ...placeA, position: at }, shapeB, placeB);
  }
  findAll(touching);
  return touching;
}

function build(rng: Rng, shapeA: Shape | null, placeA: Place, shapeB: Shape, placeB: Place): Touching {
  const system = new RigidSystem();
  const parts = new PartTable();
  if (shapeA !== null) addSolid(system, parts, rng, shapeA, placeA);
  else {
    const particle = system.particles.addParticle({ position: placeA.position, velocity: drawVector(rng, 1) });
    parts.addParticle(system, particle);
  }
  addSolid(system, parts, rng, shapeB, placeB);
  const yB = bodySize * (system.count - 1);
  return {
    system,
    parts,
    materials: new Materials(),
    cache: new PairCache(),
    result: new PairResult(),
    buffer: new ContactBuffer(),
    table: new ContactTable(),
    yA: shapeA === null ? yB + bodySize : 0,
    yB,
  };
}

/** The narrow phase where the bodies are. */
export function measurePair({ system, parts, result, cache }: Touching): number {
  for (let p = 0; p < 2; p++) parts.place(system, p);
  const [a, b] = parts.shapes as Shape[];
  collideShapes(result, a, parts.frames, 0, b, parts.frames, 12, cache, 0, tolerance);
  return result.values[PairSlot.gap];
}

/** The gap that the narrow phase finds for the only contact, if it is between the same features; else NaN. */
export function followPair(touching: Touching): number {
  const { parts, result, cache, table } = touching;
  const gap = measurePair(touching);
  const [a, b] = parts.shapes as Shape[];
  const rows = new ContactBuffer();
  findContacts(rows, result, a, parts.frames, 0, b, parts.frames, 12, cache, 0, Math.max(0, gap) + tolerance);
  return rows.count === 1 && rows.keyA[0] === table.keyA[0] && rows.keyB[0] === table.keyB[0] ? gap : Number.NaN;
}

function findAll(touching: Touching): void {
  const { system, parts, result, cache, buffer, table, materials } = touching;
  measurePair(touching);
  const [a, b] = parts.shapes as Shape[];
  findContacts(buffer, result, a, parts.frames, 0, b, parts.frames, 12, cache, 0, tolerance);
  addContacts(table, buffer, 0, buffer.count, parts, 0, 1, 0, system, materials);
}

/** ḋ and d̈ of contact c by its rows and γ. */
export function readMotion({ system, table, parts, cache }: Touching, c: number): { rate: number; second: number } {
  system.computeForces();
  evaluateContact(table, c, system, parts, cache);
  let rate = 0;
  let second = table.gamma[c];
  const out = new Float64Array(6);
  for (const [row, body] of [
    [table.rowA, table.bodyA[c]],
    [table.rowB, table.bodyB[c]],
  ] as const) {
    const v = body < 0 ? system.particles.state.subarray(3, 6) : system.velocity.subarray(3 * body, 3 * body + 3);
    const omega = body < 0 ? new Float64Array(3) : system.angularVelocity.subarray(3 * body, 3 * body + 3);
    if (body >= 0) {
      computePointAcceleration(out, 0, system, body, system.state, bodySize * body);
      computeAngularAcceleration(out, 3, system, body);
    } else {
      out.fill(0);
      for (let k = 0; k < 3; k++) out[k] = system.particles.force[k] * system.particles.inverseMass[0];
    }
    for (let k = 0; k < 3; k++) {
      rate += row[6 * c + k] * v[k] + row[6 * c + 3 + k] * omega[k];
      second += row[6 * c + k] * out[k] + row[6 * c + 3 + k] * out[3 + k];
    }
  }
  return { rate, second };
}

/** What `measure` tells at t = kh for k = −3 … 3, one list a number. */
export function sample(system: RigidSystem, h: number, measure: () => readonly number[]): number[][] {
  const start = new Float64Array(system.dimension + 1);
  system.getState(start);
  const found: (readonly number[])[] = [];
  for (const sign of [1, -1]) {
    system.setState(start);
    const stepper = dopri5(system, { tolerance: 1e-14 });
    for (let k = sign > 0 ? 0 : 1; k <= 3; k++) {
      if (k > 0) integrate(stepper, start[start.length - 1] + sign * k * h);
      found[3 + sign * k] = measure();
    }
  }
  system.setState(start);
  return found[0].map((_, n) => found.map((values) => values[n]));
}

/** First and second derivative in the middle of seven values, of order 6, and how much those of order 4 differ. */
function differentiate(d: readonly number[], h: number): { rate: number; second: number; errors: number[] } {
  const rate = (d[6] - 9 * d[5] + 45 * d[4] - 45 * d[2] + 9 * d[1] - d[0]) / (60 * h);
  const second = (2 * d[6] - 27 * d[5] + 270 * d[4] - 490 * d[3] + 270 * d[2] - 27 * d[1] + 2 * d[0]) / (180 * h * h);
  const coarseRate = (8 * (d[4] - d[2]) - (d[5] - d[1])) / (12 * h);
  const coarseSecond = (16 * (d[4] + d[2]) - (d[5] + d[1]) - 30 * d[3]) / (12 * h * h);
  return { rate, second, errors: [Math.abs(rate - coarseRate), Math.abs(second - coarseSecond)] };
}

/** Step of the differences, s. */
export const h = 1e-3;

/** ḋ and d̈ against the differences of seven gaps. */
export function expectMotion(motion: { rate: number; second: number }, gaps: readonly number[]): void {
  const { rate, second, errors } = differentiate(gaps, h);
  // rounding 1e-15/h, and for the acceleration 1e-15/h²; where the gap bends sharply, what differences of order 4 lack
  expect(Math.abs(motion.rate - rate)).toBeLessThan(4e-12 + errors[0]);
  expect(Math.abs(motion.second - second)).toBeLessThan(4e-9 + errors[1]);
}

/** The margin of contact c. */
export function readMargin({ system, table, parts, yA, yB }: Touching, c: number): number {
  const out = new Float64Array(3);
  measureMargins(out, 0, table, c, parts, system.state, yA, yB);
  return out[0];
}

/** The gap of contact c by poses alone. */
export function readGap({ system, table, parts, cache, yA, yB }: Touching, c: number): number {
  const out = new Float64Array(1);
  evaluateGapAt(out, 0, table, c, parts, cache, system.state, yA, yB);
  return out[0];
}
