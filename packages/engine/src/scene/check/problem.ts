/**
 * Problems of a scene with their places, as in
 *
 *   bodies[3].mass: must be > 0, got -1; use "fixed": true for an immovable body
 *
 * They are faults of the engine's error type, which writes them out.
 */
import { type Fault, RigorError } from "../../math/index.js";
import { mostFaults } from "./parameters.js";

/** A problem of a scene file. */
export interface SceneProblem {
  /** The place in the file: "bodies[3].mass". */
  readonly path: string;
  /** The message as a whole sentence, the place included. */
  readonly message: string;
}

/** An error that lists every problem of a scene. */
export class SceneError extends RigorError {
  /** The problems, in the order in which they were found. */
  readonly problems: readonly SceneProblem[];

  constructor(faults: readonly Fault[]) {
    super(faults);
    this.problems = listProblems(faults);
  }
}

/** Faults as problems of a scene, each with its message. */
export function listProblems(faults: readonly Fault[]): SceneProblem[] {
  return faults.map((fault) => ({ path: fault.path, message: new RigorError([fault]).message }));
}

/** The first `mostFaults` faults of a list, with one more fault that counts the others. */
export function limitFaults(
  faults: readonly Fault[],
  total: number = faults.length,
  hasMore = false,
): readonly Fault[] {
  if (total <= mostFaults && !hasMore) return faults;
  const must = "must have no further problems";
  const listed = faults.slice(0, mostFaults);
  const left = total - listed.length;
  const value = hasMore ? `more than ${left} beside the ${listed.length} that are listed` : left;
  return [...listed, { code: "too-many", path: "scene", must, value, cure: "mend these first" }];
}

/** An error of a reference to an omitted entry. The reason for the omission is already listed, so it adds no fault. */
export class OmittedEntry extends Error {}

/** The faults found while a scene is built, gathered so that all of them are reported at once. */
export class FaultList {
  /** The faults found so far. */
  readonly faults: Fault[];
  /** The places of entries that cannot be built, such as "bodies[3]"; references to them add no faults. */
  readonly omitted: Set<string>;
  /** Whether there are further faults that were not gathered. */
  hasMore = false;
  /** The places of bodies that are checked by themselves and stay out of the world. */
  readonly unplaced: ReadonlySet<string>;

  /** The callback that receives how many entries of a list are built. */
  private readonly onProgress: (key: string, done: number, total: number) => void;

  constructor(
    faults: readonly Fault[] = [],
    omitted: ReadonlySet<string> = new Set(),
    unplaced: ReadonlySet<string> = new Set(),
    onProgress: (key: string, done: number, total: number) => void = () => {},
  ) {
    this.onProgress = onProgress;
    this.faults = [...faults];
    this.omitted = new Set(omitted);
    this.unplaced = unplaced;
  }

  /** Adds a fault. */
  add(code: string, path: string, must: string, value: unknown, cure?: string): void {
    this.faults.push(cure === undefined ? { code, path, must, value } : { code, path, must, value, cure });
  }

  /** The results of `build` for the entries of a list of the file; null for those that cannot be built. */
  map<T, U>(key: string, entries: readonly T[] | undefined, build: (entry: T, path: string, k: number) => U | null) {
    return (entries ?? []).map((entry, k, { length }): U | null => {
      const path = `${key}[${k}]`;
      this.onProgress(key, k, length);
      const built = this.omitted.has(path) ? null : build(entry, path, k);
      if (built === null) this.omitted.add(path);
      return built;
    });
  }

  /**
   * Runs a function of the engine. Faults that it throws are gathered with `path` in place of the engine's own first name
   * ("mesh.faces[3]" becomes "bodies[2].shape.faces[3]"), and the result is then null.
   */
  attempt<T>(path: string, run: () => T): T | null {
    try {
      return run();
    } catch (error) {
      if (error instanceof OmittedEntry) return null;
      if (!(error instanceof RigorError)) throw error;
      for (const fault of error.faults) this.faults.push({ ...fault, path: movePath(path, fault.path) });
      return null;
    }
  }

  /** Throws an error with all faults, if there are any. */
  throwIfAny(): void {
    if (this.faults.length > 0) throw new SceneError(limitFaults(this.faults, this.faults.length, this.hasMore));
  }
}

/** The path of the file followed by the engine's path without its first name. */
function movePath(path: string, inner: string): string {
  const rest = /^[^.[]*(?:\[\d+\])?(.*)$/.exec(inner)?.[1] ?? "";
  return `${path}${rest}`;
}
