/** The messages between the thread that simulates a run and the one that writes it. */
import type { MessagePort } from "node:worker_threads";
import type { RunState, SceneEvent } from "@rigor/engine/scene";
import type { Checkpoint } from "./checkpoint.js";
import type { PackedNames, PackedSamples } from "./packed-samples.js";
import type { RunSummary } from "./run-folder.js";

export type WriteMessage =
  | { readonly type: "open"; readonly task: WriteTask }
  /** Samples in order, each with its events. Whether the run can be resumed from the last of them. */
  | { readonly type: "samples"; readonly packed: PackedSamples; readonly isMark: boolean }
  /** The state at the last sample from which the run can be resumed, to be kept. */
  | { readonly type: "keep"; readonly state: RunState; readonly wallSeconds: number }
  /** The last one. Events that no sample has come with, and the summary but for the time that all of it took. */
  | { readonly type: "end"; readonly events: readonly SceneEvent[]; readonly summary: RunSummary };

/** The order to write a recording into a folder. */
export interface WriteTask {
  readonly dir: string;
  /** scene.json. */
  readonly sceneText: string;
  /** Of what samples say in numbers. */
  readonly names: PackedNames;
  /** The state from which the run continues; null at t = 0. */
  readonly checkpoint: Omit<Checkpoint, "state"> | null;
  /** When the run began, ms on the clock of all threads. */
  readonly began: number;
}

export type WriteReply =
  /** All is written. `seconds`: how long the thread was at work, in all. */
  | { readonly type: "written"; readonly summary: RunSummary; readonly seconds: number }
  /** `code` is how the command ends by it; null for what nobody has foreseen. */
  | { readonly type: "failed"; readonly message: string; readonly code: number | null };

/** One end of the line between the two threads. */
export interface WriterLink {
  readonly port: MessagePort;
  /** The memory that both threads share: the number of handled messages, and whether writing has failed. */
  readonly shared: Int32Array;
}

/** Places in `shared`. */
export const dealtWith = 0;
export const hasFailed = 1;

/** Milliseconds on a clock that is the same in all threads. */
export function readClock(): number {
  return performance.timeOrigin + performance.now();
}
