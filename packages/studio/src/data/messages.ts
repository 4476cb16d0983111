/** The messages between page and worker. A worker serves one run or scene; to open another, the page starts another. */
import type { Drawing } from "./drawing.js";
import type { Frame } from "./frame.js";
import type { EventLine } from "./recording.js";

/** A file: its address, or the file itself. */
export type Source = string | Blob;

export type Request =
  /** A finished run, or one that was broken off. */
  | {
      readonly type: "play";
      readonly scene: Source;
      readonly trajectory: Source;
      readonly events: Source | null;
      readonly summary: Source | null;
    }
  /** A scene to be simulated. */
  | { readonly type: "simulate"; readonly scene: Source }
  /** Simulate up to this time, and then wait. */
  | { readonly type: "advance"; readonly until: number }
  /** Take hold of a body, at a point in its frame, or of particle j as −1 − j. */
  | { readonly type: "grab"; readonly body: number; readonly point: readonly number[] }
  | { readonly type: "drag"; readonly target: readonly number[] }
  | { readonly type: "release" };

/** Somebody pulled at something, s. */
export interface Pull {
  readonly id: string;
  readonly from: number;
  /** The time at which it was let go, or the present time, s. */
  readonly to: number;
}

/** The outcome of a run: as in summary.json; or "growing" while it is being written, "unfinished" where nothing comes any more. */
export interface Ending {
  readonly status: string;
  readonly stateHash?: string;
  readonly error?: string;
  /** The warnings and the notes of the run. */
  readonly warnings?: readonly string[];
  readonly notes?: readonly string[];
  /** Of a live scene at which somebody pulled: its states are not those of the file alone. */
  readonly pulls?: readonly Pull[];
}

export type Reply =
  | { readonly type: "drawing"; readonly drawing: Drawing }
  /** The warnings and the notes so far. */
  | { readonly type: "remarks"; readonly warnings: readonly string[]; readonly notes: readonly string[] }
  /** Further frames of a live scene as it goes if nobody pulls. */
  | { readonly type: "preview"; readonly frames: readonly Frame[] }
  | { readonly type: "pulls"; readonly pulls: readonly Pull[] }
  | { readonly type: "frames"; readonly frames: readonly Frame[] }
  | { readonly type: "events"; readonly events: readonly EventLine[] }
  /** kg, body by body; and the largest weight of what can move, N. */
  | { readonly type: "masses"; readonly masses: Float64Array; readonly weight: number }
  /** Simulated seconds a second of work, lately; and where the simulation is. */
  | { readonly type: "pace"; readonly ratio: number; readonly time: number }
  | { readonly type: "end"; readonly ending: Ending }
  /** Nothing can be shown, or no more: each line a sentence. */
  | { readonly type: "problem"; readonly message: string };
