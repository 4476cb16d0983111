/**
 * What is wrong with a scene: problems with their places, as in
 *
 *   bodies[3].mass: must be > 0, got -1; use "fixed": true for an immovable body
 *
 * They are faults of the engine's error type, which says them.
 */
import { type Fault, RigorError } from "../math/index.js";

export interface SceneProblem {
  /** Where in the file: "bodies[3].mass". */
  readonly path: string;
  /** The whole sentence, the place included. */
  readonly message: string;
}

/** Every problem of a scene at once. */
export class SceneError extends RigorError {
  readonly problems: readonly SceneProblem[];

  constructor(faults: readonly Fault[]) {
    super(faults);
    this.problems = listProblems(faults);
  }
}

export function listProblems(faults: readonly Fault[]): SceneProblem[] {
  return faults.map((fault) => ({ path: fault.path, message: new RigorError([fault]).message }));
}

/** So many faults are told; the others are counted. */
export const mostFaults = 200;

/** The faults to be told of all there are: in the place of those beyond, how many they are. */
export function limitFaults(
  faults: readonly Fault[],
  total: number = faults.length,
  hasMore = false,
): readonly Fault[] {
  if (total <= mostFaults && !hasMore) return faults;
  const must = "must have no further problems";
  const told = faults.slice(0, mostFaults);
  const left = total - told.length;
  const value = hasMore ? `more than ${left} beside the ${told.length} that are listed` : left;
  return [...told, { code: "too-many", path: "scene", must, value, cure: "mend these first" }];
}

/** Thrown where something names what is left out; the reason has been told, so nothing is noted. */
export class LeftOut extends Error {}

/** Gathers what is wrong while a scene is built, so that all of it can be said at once. */
export class FaultList {
  readonly faults: Fault[];
  /** Entries that cannot be built: "bodies[3]". What refers to them is passed over. */
  readonly leftOut: Set<string>;
  /** Whether there are more than were gathered. */
  hasMore = false;
  /** Bodies that can be looked at, and are not to be put into the world. */
  readonly unplaced: ReadonlySet<string>;

  /** Is told how many entries of a list are built. */
  private readonly onProgress: (key: string, done: number, total: number) => void;

  constructor(
    faults: readonly Fault[] = [],
    leftOut: ReadonlySet<string> = new Set(),
    unplaced: ReadonlySet<string> = new Set(),
    onProgress: (key: string, done: number, total: number) => void = () => {},
  ) {
    this.onProgress = onProgress;
    this.faults = [...faults];
    this.leftOut = new Set(leftOut);
    this.unplaced = unplaced;
  }

  add(code: string, path: string, must: string, value: unknown, cure?: string): void {
    this.faults.push(cure === undefined ? { code, path, must, value } : { code, path, must, value, cure });
  }

  /** One for each entry of a list of the file, null for those that cannot be built. */
  map<T, U>(key: string, entries: readonly T[] | undefined, build: (entry: T, path: string, k: number) => U | null) {
    return (entries ?? []).map((entry, k, { length }): U | null => {
      const path = `${key}[${k}]`;
      this.onProgress(key, k, length);
      const built = this.leftOut.has(path) ? null : build(entry, path, k);
      if (built === null) this.leftOut.add(path);
      return built;
    });
  }

  /**
   * Runs a function of the engine; what it refuses is noted with `path` in place of the engine's own first name, and then
   * null is returned. "mesh.faces[3]" becomes "bodies[2].shape.faces[3]".
   */
  attempt<T>(path: string, run: () => T): T | null {
    try {
      return run();
    } catch (error) {
      if (error instanceof LeftOut) return null;
      if (!(error instanceof RigorError)) throw error;
      for (const fault of error.faults) this.faults.push({ ...fault, path: movePath(path, fault.path) });
      return null;
    }
  }

  /** Throws if there is something. */
  settle(): void {
    if (this.faults.length > 0) throw new SceneError(limitFaults(this.faults, this.faults.length, this.hasMore));
  }
}

/** The engine's path without its first name, behind that of the file. */
function movePath(path: string, inner: string): string {
  const rest = /^[^.[]*(?:\[\d+\])?(.*)$/.exec(inner)?.[1] ?? "";
  return `${path}${rest}`;
}
