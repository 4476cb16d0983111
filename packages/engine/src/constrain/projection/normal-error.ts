/**
 * The part of a step's error across the constraints, in directions in which rows hardly bind, is no error of the step: its end is
 * projected onto them (project.ts). Near a singular position, s the least singular value of rows of length 1, rounding of C is an
 * acceleration of rounding/s³ across; a step that is judged by that, and made shorter, comes the nearer to the position.
 *
 *   e ← e − (1 − |e_n|) e_n,   e_n = W Jᵀ (J W Jᵀ)⁺ J e        of positions and of velocities
 *
 * The part of e_n that is left is of second order: the change of the motion by the projection. The normal part is removed where a
 * tenth of e or more is in weak directions; else e stays unchanged.
 *
 *   E. Hairer, C. Lubich and G. Wanner, Geometric Numerical Integration, IV.4: local errors of projection methods
 */
import { SolveStatus } from "../../linalg/index.js";
import { quat, vec3 } from "../../math/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import { multiplyInverseMass } from "../solver/index.js";
import { normalCompliance, normalPasses, weakPart } from "./parameters.js";
import type { Constrained } from "./project.js";

const compliance = Float64Array.of(normalCompliance);

/** Levels of an error: of x and q, or of P and L. */
const Level = { positions: 0, momenta: 1 } as const;

/**
 * Removes from e, an estimate of the error of a step in the order of the state, the part e_n of its first `count` bodies. Expects
 * J factored at the end of the step. Returns whether it changed anything.
 */
export function removeNormalError(mechanism: Constrained, count: number, e: Float64Array): boolean {
  const { velocity: delta, solver } = mechanism;
  if (first.length < delta.length) {
    first = new Float64Array(2 * delta.length);
    impulse = new Float64Array(2 * delta.length);
  }
  if (solver.factorWeak(compliance) !== SolveStatus.ok) return false;
  let isOther = false;
  for (let level = 0; level < 2; level++) {
    if (!isMostlyWeak(mechanism, level, count, e)) continue;
    isOther = true;
    writeNormal(mechanism, level, count, e);
    writeLargest(largest, delta);
    const most = Math.min(1, largest[0]);
    const normal = level === Level.momenta ? impulse : delta;
    for (let k = 0; k < delta.length; k++) first[k] = normal[k];
    subtract(mechanism, level, count, e, normal, 1);
    for (let pass = 1; pass < normalPasses; pass++) {
      writeNormal(mechanism, level, count, e);
      subtract(mechanism, level, count, e, normal, 1);
    }
    subtract(mechanism, level, count, e, first, -most);
  }
  return isOther;
}

/** Jᵀμ, and e_n as it was found first. */
let impulse = new Float64Array(0);
let first = new Float64Array(0);
const largest = new Float64Array(1);
const turn = new Float64Array(8);

function writeLargest(out: Float64Array, values: Float64Array): void {
  let most = 0;
  for (let k = 0; k < values.length; k++) most = Math.max(most, Math.abs(values[k]));
  out[0] = most;
}

/** Whether e_n is found only by rows that hardly bind: a compliance leaves much of it. */
function isMostlyWeak(mechanism: Constrained, level: number, count: number, e: Float64Array): boolean {
  const { velocity: delta, table, solver } = mechanism;
  const mu = table.correction;
  gather(mechanism, level, count, e);
  writeLargest(largest, delta);
  const all = largest[0];
  table.multiply(mu, delta);
  if (solver.takeWeakPart(mu) !== SolveStatus.ok || solver.solve(mu) !== SolveStatus.ok) return false;
  writeMotion(mechanism);
  writeLargest(largest, delta);
  return largest[0] > weakPart * all;
}

/** δ ← e_n. */
function writeNormal(mechanism: Constrained, level: number, count: number, e: Float64Array): void {
  const { velocity: delta, table, solver } = mechanism;
  gather(mechanism, level, count, e);
  table.multiply(table.correction, delta);
  solver.solve(table.correction);
  writeMotion(mechanism);
}

/** δ ← W Jᵀ μ, and the impulse Jᵀ μ. */
function writeMotion(mechanism: Constrained): void {
  const { velocity: delta, table } = mechanism;
  delta.fill(0);
  table.addTransposed(delta, table.correction);
  for (let k = 0; k < delta.length; k++) impulse[k] = delta[k];
  multiplyInverseMass(mechanism.layout, delta);
}

/** δ ← e as displacements, or as changes of velocities. */
function gather(mechanism: Constrained, level: number, count: number, e: Float64Array): void {
  const { velocity: delta } = mechanism;
  const { system, bodies } = mechanism.layout;
  delta.fill(0);
  for (let b = 0; b < count; b++) {
    const o = bodySize * b;
    if (level === Level.momenta) {
      for (let k = 0; k < 6; k++) delta[6 * b + k] = e[o + Slot.P + k];
      continue;
    }
    vec3.copy(delta, 6 * b, e, o + Slot.x);
    quat.conjugate(turn, 0, system.state, bodySize * bodies[b] + Slot.q);
    quat.multiply(turn, 4, e, o + Slot.q, turn, 0);
    for (let k = 0; k < 3; k++) delta[6 * b + 3 + k] = 2 * turn[4 + k];
  }
  if (level === Level.momenta) multiplyInverseMass(mechanism.layout, delta);
}

/** e ← e − `part` of displacements, or of impulses. */
function subtract(
  mechanism: Constrained,
  level: number,
  count: number,
  e: Float64Array,
  normal: Float64Array,
  part: number,
): void {
  const { system, bodies } = mechanism.layout;
  for (let b = 0; b < count; b++) {
    const o = bodySize * b;
    if (level === Level.momenta) {
      for (let k = 0; k < 6; k++) e[o + Slot.P + k] -= part * normal[6 * b + k];
      continue;
    }
    for (let k = 0; k < 3; k++) e[o + Slot.x + k] -= part * normal[6 * b + k];
    for (let k = 0; k < 3; k++) turn[k] = 0.5 * part * normal[6 * b + 3 + k];
    turn[3] = 0;
    quat.multiply(turn, 4, turn, 0, system.state, bodySize * bodies[b] + Slot.q);
    for (let k = 0; k < 4; k++) e[o + Slot.q + k] -= turn[4 + k];
  }
}
