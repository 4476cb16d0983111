/**
 * Constraints that a projection could not restore: a position from which there is no way on (a wheel that lies flat, a
 * goal out of reach), or speeds that contradict one another (two motors on one hinge).
 */
import type { Mechanism } from "./mechanism.js";

/** Errors beyond this are no rounding, and no error of a step: m or rad. */
const broken = 1e-6;
/** m/s or rad/s: near a singular position velocities are met less well. */
const brokenRate = 1e-3;

/** Whether some C, or where rows depend on one another some Ċ, is far from zero. The rows have been evaluated. */
export function isBroken({ table, solver, settings }: Mechanism): boolean {
  if (!settings.projection) return false;
  const { value, rate, rows } = table;
  const looksAtRates = solver.redundant > 0;
  for (let r = 0; r < rows; r++) {
    if (!(Math.abs(value[r]) <= broken)) return true;
    if (looksAtRates && !(Math.abs(rate[r]) <= brokenRate)) return true;
  }
  return false;
}

/** Names them. */
export function describeBroken({ table, constraints, time }: Mechanism): string {
  const isOff = (x: number) => !(Math.abs(x) <= broken);
  const isRateOff = (x: number) => !(Math.abs(x) <= brokenRate);
  const names = constraints.flatMap(({ name }, c) => {
    const [first, end] = [table.rowStart[c], table.rowStart[c + 1]];
    const isFar = table.value.subarray(first, end).some(isOff) || table.rate.subarray(first, end).some(isRateOff);
    return isFar ? [`constraints[${c}] (${name})`] : [];
  });
  return `${names.join(", ")} could not be met at t = ${time}`;
}
