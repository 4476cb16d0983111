/**
 * The verdict of a benchmark. It has bounds, which must hold, and may have aims, which are wanted: the closing sentence and the
 * exit code distinguish them, and an aim that was not measured is not said to hold.
 *
 *   0   all that was measured holds
 *   1   a bound is missed
 *   3   all bounds hold, an aim is missed (2 is bad usage)
 */

/** Something wanted: what it is, and by how much it was missed; undefined if it was not. */
export interface Aim {
  readonly name: string;
  readonly missed?: string | undefined;
}

/** The findings of a part of a benchmark: bounds missed, a line each, and the aims measured. */
export interface Findings {
  readonly bounds: readonly string[];
  readonly aims: readonly Aim[];
}

const ExitCode = { good: 0, boundMissed: 1, badUsage: 2, aimMissed: 3 } as const;

/** An aim that is met where the ratio of what was measured to what is wanted is 1 or less. */
export function judgeAim(name: string, ratio: number, detail = ""): Aim {
  if (ratio <= 1) return { name };
  return { name, missed: Number.isFinite(ratio) ? `missed by ${ratio.toPrecision(2)} ×${detail}` : `missed${detail}` };
}

/** The findings of several parts as one. */
export function joinFindings(parts: readonly Findings[]): Findings {
  return { bounds: parts.flatMap(({ bounds }) => bounds), aims: parts.flatMap(({ aims }) => aims) };
}

/** The last words of a benchmark that has bounds and aims, or, without a list of aims, bounds alone. */
export function describeFindings(bounds: readonly string[], aims?: readonly Aim[]): string {
  const list = (lines: readonly string[]) => lines.map((line) => `\n  ${line}`).join("");
  const kept = bounds.length === 0 ? "All bounds hold." : `Bounds missed:${list(bounds)}`;
  if (aims === undefined) return kept;
  const missed = aims.filter((aim) => aim.missed !== undefined).map((aim) => `${aim.name}: ${aim.missed}`);
  const met = aims.length === 1 ? "The one aim measured is met." : `All ${aims.length} aims measured are met.`;
  if (aims.length === 0) return `${kept}\nNo aim was measured.`;
  return `${kept}\n${missed.length === 0 ? met : `Aims missed, ${missed.length} of ${aims.length} measured:${list(missed)}`}`;
}

/** Prints the last words and returns the exit code. */
export function closeBench(bounds: readonly string[], aims?: readonly Aim[]): number {
  console.log(`\n${describeFindings(bounds, aims)}`);
  if (bounds.length > 0) return ExitCode.boundMissed;
  return aims?.some(({ missed }) => missed !== undefined) === true ? ExitCode.aimMissed : ExitCode.good;
}

/** The exit code of two benchmarks together: a bound missed weighs more than an aim. */
export function joinCodes(a: number, b: number): number {
  const order: readonly number[] = [ExitCode.good, ExitCode.aimMissed, ExitCode.boundMissed, ExitCode.badUsage];
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}
