/**
 * A run in a thread of its own, followed from the command. At Ctrl-C the thread is asked to end; where it is busy with
 * something long it is ended, and the folder is left as a power cut would leave it, but with a summary that says so: the run
 * goes on from its last checkpoint in the same bits.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { readJsonFile, writeWholeFile } from "./files.js";
import type { RunSummary } from "./run-folder.js";
import type { RunMessage, RunTask } from "./run-messages.js";
import { CommandError } from "./verbs/verb.js";

/** How long a thread that was asked to end may take, ms. */
const patience = 200;

export interface Followed {
  readonly dir: string;
  readonly summary: RunSummary;
  /** Of the wall clock, what writing took, s; null where that is not known, and undefined where nothing was to be done. */
  readonly writeSeconds: number | null | undefined;
}

/** Runs to the end, or until the signal. `onMessage` is told what the thread says on its way. */
export function followRun(
  task: Omit<RunTask, "stop">,
  signal: AbortSignal,
  onMessage: (message: RunMessage) => void,
): Promise<Followed> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./run-thread.js", import.meta.url), { workerData: { ...task, stop } });
  return new Promise<Followed>((resolve, reject) => {
    let dir = "";
    let scene = "";
    let last: Omit<RunSummary, "scene"> | null = null;
    let timer: NodeJS.Timeout | undefined;
    const askToEnd = () => {
      Atomics.store(stop, 0, 1);
      timer = setTimeout(() => {
        worker.terminate().then(() => resolve(breakOff(dir, scene, last)), reject);
      }, patience);
    };
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", askToEnd);
      act();
    };
    worker.on("message", (message: RunMessage) => {
      if (message.type === "ready" || message.type === "over") dir = message.dir;
      if (message.type === "ready") scene = message.name;
      if (message.type === "progress") last = message.figures ?? last;
      onMessage(message);
      if (message.type === "over") settle(() => resolve({ ...message, writeSeconds: undefined }));
      if (message.type === "done") settle(() => resolve({ dir, ...message }));
      if (message.type === "error") settle(() => reject(toError(message)));
    });
    worker.on("error", (error) => settle(() => reject(error)));
    if (signal.aborted) askToEnd();
    else signal.addEventListener("abort", askToEnd, { once: true });
  });
}

function toError({ message, code }: Extract<RunMessage, { type: "error" }>): Error {
  return code === null ? Object.assign(new Error(message), { stack: message }) : new CommandError(message, code);
}

/** What is said of a run whose thread was ended. */
function breakOff(dir: string, scene: string, last: Omit<RunSummary, "scene"> | null): Followed {
  if (dir === "" || last === null) throw new CommandError("interrupted before the run began", 130);
  const path = join(dir, "summary.json");
  const ended = readEnding(path);
  if (ended !== null) return { dir, summary: ended, writeSeconds: null };
  // it may have come to the end of the simulation, and not yet to that of the files
  const { error: _, ...figures } = last;
  const { status: _was, sceneHash, ...rest } = figures;
  const summary: RunSummary = { status: "interrupted", scene, sceneHash, ...rest, time: last.time ?? last.duration };
  writeWholeFile(path, `${JSON.stringify(summary)}\n`);
  return { dir, summary, writeSeconds: null };
}

/** The summary, if the thread has come to write it. */
function readEnding(path: string): RunSummary | null {
  try {
    return readJsonFile(path) as RunSummary;
  } catch {
    return null;
  }
}
