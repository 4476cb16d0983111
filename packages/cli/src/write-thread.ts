/**
 * The thread that a run is written down in, beside the one that simulates it. It takes messages in turn; what cannot be
 * written ends it, and all that was written until then stays.
 */
import { availableParallelism } from "node:os";
import { workerData } from "node:worker_threads";
import { ExitCode } from "./context.js";
import { rehearse } from "./rehearse.js";
import { RunWriter } from "./run-writer.js";
import { CommandError } from "./verbs/verb.js";
import { dealtWith, hasFailed, type WriteMessage, type WriteReply, type WriterLink } from "./write-messages.js";

const { port, shared } = workerData as WriterLink;
let writer: RunWriter | null = null;
/** Milliseconds at work. */
let busy = 0;
let queue = Promise.resolve();
/** Whether what was recorded before is read: what is wrong with it cannot be mended by going on. */
let isReadingBack = false;
/** Whether a run has begun. */
let isCalled = false;

/** Milliseconds that go into animations which are made before a run begins and thrown away. Nothing without a processor to spare. */
const preparation = availableParallelism() > 1 ? 150 : 0;
setImmediate(prepare, 0);

port.on("message", (message: WriteMessage) => {
  isCalled = true;
  queue = queue.then(() => take(message)).catch(fail);
});

async function take(message: WriteMessage): Promise<void> {
  if (Atomics.load(shared, hasFailed) !== 0) return;
  const start = performance.now();
  const summary = await write(message);
  busy += performance.now() - start;
  Atomics.add(shared, dealtWith, 1);
  Atomics.notify(shared, dealtWith);
  if (summary === null) return;
  writer?.close();
  port.postMessage({ type: "written", summary, seconds: busy / 1000 } satisfies WriteReply);
  port.close();
}

/** As long as there is nothing to be written, and a processor to spare. */
function prepare(elapsed = 0): void {
  if (isCalled || elapsed >= preparation) return;
  const start = performance.now();
  rehearse();
  setImmediate(prepare, elapsed + performance.now() - start);
}

/** Returns the summary that was written, at the end. */
async function write(message: WriteMessage) {
  if (message.type === "open") {
    writer = new RunWriter(message.task);
    isReadingBack = true;
    await writer.recall();
    isReadingBack = false;
  }
  if (message.type === "samples") writer?.add(message.packed, message.isMark);
  if (message.type === "keep") await writer?.keep(message.state, message.wallSeconds);
  return message.type === "end" && writer !== null ? writer.end(message.events, message.summary) : null;
}

function fail(error: unknown): void {
  Atomics.store(shared, hasFailed, 1);
  Atomics.add(shared, dealtWith, 1);
  Atomics.notify(shared, dealtWith);
  port.postMessage(explain(error));
  port.close();
}

function explain(error: unknown): WriteReply {
  if (!(error instanceof CommandError)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { type: "failed", message, code: null };
  }
  if (writer === null || isReadingBack) return { type: "failed", message: error.shown, code: ExitCode.misused };
  const cure = "what was recorded until then is kept: mend it, and go on by --resume";
  return { type: "failed", message: `${error.shown}; ${cure}`, code: ExitCode.failed };
}
