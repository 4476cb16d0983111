/**
 * Rows that depend on one another nearly, as those of a closed chain do near a singular position (a parallelogram that is nearly
 * flat, at an angle y): in one direction of the rows, J of length 1 is only s, about y, while C is as rounded as ever. Of a
 * motion δ in the direction that belongs to it, p the rounding of C and v the speed,
 *
 *   C = s δ            δ is known to p/s           Ċ = s δ̇ + ṡ δ              δ̇ to v p/s²
 *   C̈ = s δ̈ + γ        δ̈ to v² p/s³, the most that rounding becomes
 *
 * Each of them is worth more than what goes on smoothly by itself only where s exceeds its rounding. So in directions with s² < c
 * positions and velocities are left as the step has made them, and γ is taken for zero: then δ̈ = 0 there, and the chain goes on
 * through the position as it came. The forces given are resisted in all directions, however weak: J W Q is not the smaller of the
 * terms of a sum, and known to rounding.
 *
 *   c = (10⁶ p)^⅔      v² p/s³ is below 10⁻⁶ v²/ℓ wherever γ is heeded, ℓ = 1 m
 *
 * s is measured with V in place of W, the mass of each body taken out: light bodies between heavy ones make A nearly singular, and
 * say very well how all of them move.
 */
import { SolveStatus } from "../../linalg/index.js";
import { takeRoot } from "../../math/index.js";
import type { RowTable } from "../model/index.js";
import { amplification } from "./parameters.js";
import type { ConstraintSolver } from "./solver.js";

/** out[o] ← p, m. */
export function writeRounding(out: Float64Array, o: number, { places }: RowTable): void {
  let most = 1;
  for (let k = 0; k < places.length; k++) {
    const { at } = places[k];
    for (let x = 0; x < 3; x++) most = Math.max(most, Math.abs(at[x]));
  }
  out[o] = 2 ** -52 * most;
}

/** out[0] ← c, out[1] ← p, m. */
export function writeCompliance(out: Float64Array, table: RowTable): void {
  writeRounding(out, 1, table);
  out[0] = amplification * out[1];
  takeRoot(out, 0, 3);
  out[0] *= out[0];
}

const compliance = new Float64Array(2);
let weak = new Float64Array(0);

/** λ ← A⁻¹ λ, λ = −γ − J W Q at first; without the part of γ along weak rows. J has been factored. */
export function solveForces(lambda: Float64Array, table: RowTable, solver: ConstraintSolver): SolveStatus {
  if (!solver.isWeak) return solver.solve(lambda);
  const { gamma, rows } = table;
  if (weak.length < rows) weak = new Float64Array(2 * rows);
  for (let r = 0; r < rows; r++) weak[r] = gamma[r];
  writeCompliance(compliance, table);
  let status = solver.factorWeak(compliance);
  if (status === SolveStatus.ok) status = solver.takeWeakPart(weak);
  if (status !== SolveStatus.ok) return status;
  for (let r = 0; r < rows; r++) lambda[r] += weak[r];
  return solver.solve(lambda);
}
