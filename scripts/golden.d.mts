import type { World, WorldReport } from "@rigor/engine/world";

/** Counts the factorizations of every class of linalg from here on. */
export function countFactorizations(): Promise<{ value: number }>;

/** What a run has come to so far. */
export class Record {
  constructor(count: { value: number });
  readonly steps: number;
  readonly eventCount: number;
  add(world: World, report: WorldReport): void;
  /** The line of the golden file. */
  describe(name: string): string;
}

/** What of the lines `here` is not as in the golden ones, in words. */
export function compare(golden: readonly string[], here: readonly string[], isWhole: boolean): string[];
