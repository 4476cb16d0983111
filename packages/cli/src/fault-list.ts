/** The faults of an engine error, one sentence each; names in them may contain line ends. */
import { type Fault, RigorError } from "@rigor/engine/math";
import { showName } from "./show-text.js";

export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Of an error of the engine, which may have come from another copy of it; null of any other. */
export function listFaults(error: unknown): Problem[] | null {
  if (!(error instanceof Error) || error.name !== "RigorError") return null;
  const { faults = [] } = error as { faults?: readonly Fault[] };
  return faults.map((fault) => ({ path: showName(fault.path), message: showName(new RigorError([fault]).message) }));
}

/** A line each. */
export function describeFaults(error: Error): string {
  const faults = listFaults(error) ?? [];
  return faults.length === 0 ? showName(error.message) : faults.map(({ message }) => message).join("\n");
}
