/**
 * Constraints that a projection could not restore: a configuration that cannot satisfy them (a wheel that lies flat, a goal out of
 * reach), or speeds that contradict one another (two motors on one hinge).
 */
import type { MechanismModel } from "./mechanism-model.js";
import { brokenError, brokenRate } from "./parameters.js";

/** Whether some C, or where rows depend on one another some Ċ, is far from zero. The rows have been evaluated. */
export function isBroken({ table, solver, settings }: MechanismModel): boolean {
  if (!settings.projection) return false;
  const { value, rate, rows } = table;
  const looksAtRates = solver.redundant > 0;
  for (let r = 0; r < rows; r++) {
    if (!(Math.abs(value[r]) <= brokenError)) return true;
    if (looksAtRates && !(Math.abs(rate[r]) <= brokenRate)) return true;
  }
  return false;
}

/** Names the constraints that are broken. */
export function describeBroken({ table, constraints, time }: MechanismModel): string {
  const isOff = (x: number) => !(Math.abs(x) <= brokenError);
  const isRateOff = (x: number) => !(Math.abs(x) <= brokenRate);
  const names = constraints.flatMap(({ name }, c) => {
    const [first, end] = [table.rowStart[c], table.rowStart[c + 1]];
    const isFar = table.value.subarray(first, end).some(isOff) || table.rate.subarray(first, end).some(isRateOff);
    return isFar ? [`constraints[${c}] (${name})`] : [];
  });
  return `${names.join(", ")} could not be met at t = ${time}`;
}
