/** A thread for random scenes that is ended, and another begun, when a scene takes longer than its limit. */
import { Worker } from "node:worker_threads";
import { createFigures, type RandomOutcome } from "@rigor/scenes";
import type { RandomNews, RandomTask } from "./random-worker.js";

export interface Verdict extends RandomOutcome {
  readonly seed: number;
  readonly kind: string | undefined;
  /** Processor time, s. */
  readonly time: number;
  /** Whether it was stopped by the limit. */
  readonly isLate: boolean;
}

/** Between two looks at the clock, ms. */
const look = 50;

export class RandomRuns {
  private readonly limit: number;
  private worker: Worker | null = null;

  /** With a limit in seconds of processor time, which is all the thread's meanwhile. */
  constructor(limit: number) {
    this.limit = limit;
  }

  judge(task: RandomTask): Promise<Verdict> {
    this.worker ??= new Worker(new URL("./random-worker.js", import.meta.url));
    const { worker, limit } = this;
    const { seed, kind } = task;
    return new Promise((resolve) => {
      const figures = createFigures();
      const nothing = { reached: 0, message: "", faults: [], fallbacks: [], figures, steps: 0, events: 0, hash: "" };
      let last: RandomOutcome = nothing;
      const start = process.cpuUsage();
      const elapsed = () => 1e-6 * process.cpuUsage(start).user;
      const end = (isLate: boolean, fault = "") => {
        clearInterval(clock);
        worker.removeAllListeners("message").removeAllListeners("error");
        if (isLate || fault !== "") this.end();
        const faults = fault === "" ? last.faults : [...last.faults, fault];
        resolve({ ...last, faults, seed, kind, time: elapsed(), isLate });
      };
      const clock = setInterval(() => {
        if (elapsed() > limit * (task.isTwice ? 2 : 1)) end(true);
      }, look);
      worker.on("message", ({ outcome, isDone }: RandomNews) => {
        last = outcome;
        if (isDone) end(false);
      });
      worker.on("error", (error) => end(false, `throws: ${error.message}`));
      worker.postMessage(task);
    });
  }

  end(): void {
    void this.worker?.terminate();
    this.worker = null;
  }
}
