/**
 * A run in a thread of its own, and another that writes it down, followed from the command. At Ctrl-C the run is asked to
 * end; where it is busy with something long both threads are ended, and the folder is left as a power cut would leave it, but
 * with a summary that says so: the run goes on from its last checkpoint in the same bits.
 */
import { join } from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { writeWholeFile } from "./files.js";
import { unlockFolder } from "./folder-lock.js";
import type { Writing } from "./record.js";
import { type RunSummary, readSummary } from "./run-folder.js";
import type { RunMessage, RunTask } from "./run-messages.js";
import { CommandError, reviveError } from "./verbs/verb.js";
import type { WriterLink } from "./write-messages.js";

/** The time that a thread may take to end on request, ms. */
const patience = 200;

export interface Followed {
  readonly dir: string;
  readonly summary: RunSummary;
  /** The wall time of writing; null where it is unknown, and undefined where nothing was written. */
  readonly writing: Writing | null | undefined;
}

/** Runs to the end, or until the signal. `onMessage` receives the messages of the thread. */
export function followRun(
  task: Omit<RunTask, "stop" | "link">,
  signal: AbortSignal,
  onMessage: (message: RunMessage) => void,
): Promise<Followed> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const shared = new Int32Array(new SharedArrayBuffer(8));
  // both begin at once: each takes some time to load
  const writer = startThread("write-thread", { port: port2, shared } satisfies WriterLink, port2);
  const worker = startThread("run-thread", { ...task, stop, link: { port: port1, shared } } satisfies RunTask, port1);
  return new Promise<Followed>((resolve, reject) => {
    let dir = "";
    let scene = "";
    let last: Omit<RunSummary, "scene"> | null = null;
    let timer: NodeJS.Timeout | undefined;
    const endThreads = async () => {
      await Promise.all([worker.terminate(), writer.terminate()]);
      if (dir !== "") unlockFolder(dir);
    };
    const askToEnd = () => {
      Atomics.store(stop, 0, 1);
      timer = setTimeout(() => {
        endThreads()
          .then(() => breakOff(dir, scene, last))
          .then(resolve, reject);
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
      if (message.type === "over") settle(() => resolve({ ...message, writing: undefined }));
      if (message.type === "done") settle(() => resolve({ dir, ...message }));
      if (message.type === "error") settle(() => reject(reviveError(message)));
    });
    for (const thread of [worker, writer]) {
      thread.on("error", (error) => {
        void endThreads().then(() => settle(() => reject(error)));
      });
    }
    if (signal.aborted) askToEnd();
    else signal.addEventListener("abort", askToEnd, { once: true });
  });
}

function startThread(name: string, data: object, port: MessagePort): Worker {
  return new Worker(new URL(`./${name}.js`, import.meta.url), { workerData: data, transferList: [port] });
}

/** The outcome of a run whose thread was ended. */
function breakOff(dir: string, scene: string, last: Omit<RunSummary, "scene"> | null): Followed {
  if (dir === "" || last === null) throw new CommandError("interrupted before the run began", 130);
  const path = join(dir, "summary.json");
  const ended = readEnding(dir);
  if (ended !== null) return { dir, summary: ended, writing: null };
  // it may have come to the end of the simulation, and not yet to that of the files
  const { error: _, ...figures } = last;
  const { status: _was, sceneHash, ...rest } = figures;
  const summary: RunSummary = { status: "interrupted", scene, sceneHash, ...rest, time: last.time ?? last.duration };
  writeWholeFile(path, `${JSON.stringify(summary)}\n`);
  return { dir, summary, writing: null };
}

/** The summary, if the thread has come to write it. */
function readEnding(dir: string): RunSummary | null {
  try {
    return readSummary(dir);
  } catch {
    return null;
  }
}
