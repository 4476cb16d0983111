/** The messages between the thread of a run and the command. */
import type { Writing } from "./record.js";
import type { RunSummary } from "./run-folder.js";
import type { SetupMessage } from "./setup-line.js";
import type { RunOptions } from "./verbs/run.js";
import type { WriterLink } from "./write-messages.js";

/** The data with which the thread is started. */
export interface RunTask {
  readonly scene: string;
  readonly options: RunOptions;
  readonly version: string;
  /** Set to 1 to ask for an end. */
  readonly stop: Int32Array;
  /** To the thread that writes. */
  readonly link: WriterLink;
}

export type RunMessage =
  /** The progress of the set-up, before the run is ready. */
  | SetupMessage
  /** The scene is good and the folder is ready. */
  | {
      readonly type: "ready";
      readonly dir: string;
      readonly name: string;
      readonly start: number;
      readonly duration: number;
      readonly isResumed: boolean;
      readonly warnings: readonly string[];
    }
  /** There is nothing to resume. */
  | { readonly type: "over"; readonly dir: string; readonly summary: RunSummary }
  /** The progress of the run; now and then with the summary as if it ended here, without the name of the scene. */
  | {
      readonly type: "progress";
      readonly t: number;
      readonly events: number;
      readonly contacts: number;
      readonly figures: Omit<RunSummary, "scene"> | null;
    }
  /** All is simulated; what is left is to be written. */
  | { readonly type: "closing" }
  | { readonly type: "done"; readonly summary: RunSummary; readonly writing: Writing }
  /** `code` is how the command ends by it; null for what nobody has foreseen. */
  | { readonly type: "error"; readonly message: string; readonly code: number | null };
