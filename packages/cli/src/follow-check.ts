/** A check in a thread of its own, followed from the command. */
import { Worker } from "node:worker_threads";
import type { CheckMessage, CheckTask } from "./check-thread.js";
import type { SetupMessage } from "./setup-line.js";

/** The result of a check in a thread of its own; `onSetup` receives its progress. */
export function followCheck(
  task: CheckTask,
  onSetup: (message: SetupMessage) => void,
): Promise<Exclude<CheckMessage, SetupMessage>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./check-thread.js", import.meta.url), { workerData: task });
    worker.on("message", (message: CheckMessage) => {
      if (message.type === "setup") onSetup(message);
      else resolve(message);
    });
    worker.on("error", reject);
  });
}
