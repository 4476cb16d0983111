/**
 * The thread that a run is simulated and recorded in. The command itself stays awake, so that Ctrl-C is heard at any time,
 * however long the simulation is at one thing.
 */
import { parentPort, workerData } from "node:worker_threads";
import { ExitCode } from "./context.js";
import { describeFaults } from "./fault-list.js";
import { unlockFolders } from "./folder-lock.js";
import { prepareRun } from "./prepare-run.js";
import { recordRun } from "./record.js";
import type { RunSummary } from "./run-folder.js";
import type { RunMessage, RunTask } from "./run-messages.js";
import { reportSetup } from "./setup-line.js";
import { CommandError } from "./verbs/verb.js";

/** Milliseconds between two messages on how far it is, and between two with all figures. */
const interval = 50;
const figuresInterval = 250;

const task = workerData as RunTask;
send(await work(task).catch(explain));
// the thread that writes ends with it
task.link.port.close();

function send(message: RunMessage): void {
  parentPort?.postMessage(message);
}

/** The last message. By then the folder is given back. */
async function work(given: RunTask): Promise<RunMessage> {
  try {
    return await run(given);
  } finally {
    unlockFolders();
  }
}

async function run({ scene, options, version, stop, link }: RunTask): Promise<RunMessage> {
  const prepared = await prepareRun(scene, options, reportSetup(send));
  const { dir } = prepared;
  if (prepared.run === null) return { type: "over", dir, summary: prepared.summary };
  const { run: begun, checkpoint } = prepared;
  const { model, time: start, duration } = begun;
  const { name, warnings } = model;
  send({ type: "ready", dir, name, start, duration, isResumed: checkpoint !== null, warnings });
  let reported = -Infinity;
  let summed = -Infinity;
  let reached = { t: start, events: 0, contacts: 0 };
  const recorded = await recordRun(begun, {
    dir,
    checkpoint,
    checkpointInterval: options.checkpointInterval,
    version,
    link,
    signal: {
      get aborted() {
        return Atomics.load(stop, 0) !== 0;
      },
    },
    onClosing: () => send({ type: "closing" }),
    onProgress(t, events, contacts, summarize) {
      reached = { t, events, contacts };
      const now = performance.now();
      if (now - reported < interval) return;
      reported = now;
      const isDue = now - summed >= figuresInterval;
      if (isDue) summed = now;
      send({ type: "progress", ...reached, figures: isDue ? omitScene(summarize()) : null });
    },
  });
  send({ type: "progress", ...reached, figures: omitScene(recorded.summary) });
  return { type: "done", ...recorded };
}

function omitScene({ scene: _, ...figures }: RunSummary): Omit<RunSummary, "scene"> {
  return figures;
}

function explain(error: unknown): RunMessage {
  if (error instanceof CommandError) return { type: "error", message: error.shown, code: error.code };
  if (!(error instanceof Error)) return { type: "error", message: String(error), code: null };
  const isKnown = error.name === "RigorError";
  const message = isKnown ? describeFaults(error) : (error.stack ?? error.message);
  return { type: "error", message, code: isKnown ? ExitCode.misused : null };
}
