/**
 * Campaigns of tests: many random numbers, many scenes of one kind, sweeps along a parameter. `npm test` runs a sample of each, in
 * which every kind of case appears; `npm run test:long` runs all cases. A sample is the same in every run.
 */

/**
 * Whether campaigns run in full: RIGOR_LONG=1, which `npm run test:long` sets, asks for it, and so does the golden file, in which
 * every regression test has its line (`scripts/golden.mjs`).
 */
export const isLong = process.env.RIGOR_LONG === "1" || process.env.RIGOR_GOLDEN !== undefined;

/** Every `step`-th case, from number `first` on; all cases in the long run. Both keep the order of the list. */
export function sample<T>(cases: readonly T[], step: number, first = 0): T[] {
  return isLong ? [...cases] : cases.filter((_, k) => k >= first && (k - first) % step === 0);
}

/** The number of random cases of a campaign: `full` in the long run, else `short`. */
export function repeats(full: number, short: number): number {
  return isLong ? full : short;
}
