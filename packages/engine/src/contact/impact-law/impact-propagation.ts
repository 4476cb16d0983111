/**
 * The propagation of impulses from contact to contact: the contacts that approach fastest are struck next. Contacts that
 * approach equally fast are struck at once, by the law of impact-simultaneous.ts; so a face that lands flat does not
 * begin to spin, and the order of rows does not matter. Resting contacts take their turn when they are struck.
 *
 * An impulse at a single contact takes ½(1 − e²) v²/A of energy, A what it does to its own rate; no energy comes back, but
 * with e < 1 the number of impulses has no bound that the masses do not enter: a ball of mass 9 on one of mass 1 on the
 * floor keeps 0.9ⁿ of its speed. So impulses are counted.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 8.
 */
import { RowKind, type UnilateralProblem } from "../../linalg/index.js";
import { tie } from "./parameters.js";

/**
 * Limit of the number of impulses on so many contacts. Equal balls in a row need a quarter of the square; a mass ratio of 9 with
 * e = 0 needs 260 to come down by 10⁶.
 */
export function limitImpulses(contacts: number): number {
  return Math.min(1000 + contacts * contacts, 100_000);
}

/**
 * Marks the contacts that are struck next, slower ones than limit[0] never, and returns how many they are. Joints are
 * always marked, and not counted.
 */
export function chooseStruck(
  struck: Uint8Array,
  problem: UnilateralProblem,
  rates: Float64Array,
  limit: Float64Array,
): number {
  const { kind, rowCount } = problem;
  let fastest = 0;
  for (let i = 0; i < rowCount; i++) if (kind[i] === RowKind.inequality) fastest = Math.min(fastest, rates[i]);
  const bound = (1 - tie) * fastest;
  let count = 0;
  for (let i = 0; i < rowCount; i++) {
    const isStruck = kind[i] === RowKind.inequality && rates[i] <= bound && rates[i] < -limit[0];
    struck[i] = isStruck || kind[i] === RowKind.equality ? 1 : 0;
    if (isStruck) count++;
  }
  return count;
}

/** values and c: those of the rows that are struck; the others get zeros, and are satisfied whatever moves. */
export function maskRows(
  values: Float64Array,
  c: Float64Array,
  problem: UnilateralProblem,
  source: Float64Array,
  struck: Uint8Array,
): void {
  const { rowStart, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    const part = struck[i];
    c[i] = part === 1 ? problem.c[i] : 0;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) values[k] = part === 1 ? source[k] : 0;
  }
}
