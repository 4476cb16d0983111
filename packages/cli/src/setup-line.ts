/**
 * The progress of the set-up of a scene. On a terminal it is one line that appears when the set-up takes longer than a moment and
 * is erased at its end:
 *
 *   building the scene: overlaps, 61200 of 100000  14 s
 *
 * Elsewhere nothing is shown; the result is reported in any case.
 */
import type { Output } from "./context.js";
import { formatDuration } from "./progress.js";

/** The stage of the set-up, the number of entries done, and their total number. */
export interface SetupMessage {
  readonly type: "setup";
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export interface SetupLine {
  update(message: SetupMessage): void;
  /** Wipes the line away. */
  end(): void;
}

/** Milliseconds before the line appears, between two drawings, and between two messages of a thread. */
const silence = 500;
const interval = 250;
const messageInterval = 50;

export function createSetupLine(output: Output, env: Readonly<Record<string, string | undefined>>): SetupLine {
  if (output.isTTY !== true || env.TERM === "dumb") return { update() {}, end() {} };
  const began = performance.now();
  let last: SetupMessage | null = null;
  let isShown = false;
  const draw = () => {
    const gone = performance.now() - began;
    if (gone < silence) return;
    const what = last === null ? "" : `: ${last.stage}, ${last.done} of ${last.total}`;
    const line = `building the scene${what}  ${formatDuration(gone / 1000)}`;
    output.write(`\r\x1b[K${line.slice(0, Math.max(20, (output.columns || 80) - 1))}`);
    isShown = true;
  };
  const timer = setInterval(draw, interval);
  timer.unref();
  return {
    update(message) {
      last = message;
    },
    end() {
      clearInterval(timer);
      if (isShown) output.write("\r\x1b[K");
      isShown = false;
    },
  };
}

/** Passes on what a build says of its progress, now and then. */
export function reportSetup(
  send: (message: SetupMessage) => void,
): (stage: string, done: number, total: number) => void {
  let reported = -Infinity;
  let before = "";
  return (stage, done, total) => {
    const now = performance.now();
    if (stage === before && now - reported < messageInterval) return;
    reported = now;
    before = stage;
    send({ type: "setup", stage, done, total });
  };
}
