/**
 * A thread that runs random scenes one after the other, and reports after every frame how far it is. Whoever started it ends it
 * when a scene has had its time.
 */
import { parentPort } from "node:worker_threads";
import { createRandomScene, type RandomOutcome, runRandomScene } from "@rigor/scenes";

export interface RandomTask {
  readonly seed: number;
  readonly kind: string | undefined;
  readonly friction: boolean | undefined;
  /** Whether it is run twice, and compared. */
  readonly isTwice: boolean;
}

export interface RandomNews {
  readonly outcome: RandomOutcome;
  readonly isDone: boolean;
}

parentPort?.on("message", ({ seed, kind, friction, isTwice }: RandomTask) => {
  const options = { ...(kind === undefined ? {} : { kind }), ...(friction === undefined ? {} : { friction }) };
  const scene = createRandomScene(seed, options);
  const report = (outcome: RandomOutcome, isDone: boolean) =>
    parentPort?.postMessage({ outcome, isDone } satisfies RandomNews);
  const outcome = runRandomScene(scene, { onFrame: (so) => report(so, false) });
  if (isTwice && runRandomScene(scene).hash !== outcome.hash) outcome.faults.push("other bits");
  report(outcome, true);
});
