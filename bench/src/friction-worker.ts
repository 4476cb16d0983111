/**
 * A thread that runs one job in our engine, and reports after every slice how far it is and how exact it was. Whoever started
 * it ends it when its time is over: a step of a jammed heap may take longer than all of the time there is.
 */
import { parentPort, workerData } from "node:worker_threads";
import { stateSize } from "./accuracy/engine.js";
import { buildWorld, readBody } from "./accuracy/rigor.js";
import { createJob, type JobKind } from "./friction-jobs.js";

export interface Progress {
  /** Simulated, s. */
  readonly reached: number;
  readonly steps: number;
  readonly events: number;
  readonly overlap: number;
  readonly cones: number;
  readonly energy: number;
  /** Whether it was over, or lasted as long as it should. */
  readonly isDone: boolean;
  /** Why it ended before. */
  readonly fault: string;
}

/** The speed below which a body is at rest, m/s and rad/s. */
const rest = 1e-6;
const { kind, size, start } = workerData as { kind: JobKind; size: number; start: number };
/** Between two looks, s of simulated time, at least and at most: longer while nothing moves; in a pit nobody asks for more. */
const slices = { least: kind === "pit" ? 1 / 30 : 1 / 240, most: 1 };
// a small one first, so that the most of it is compiled
buildWorld(createJob(kind, Math.min(size, 3)).setting).advanceTo(0.5, { maxSteps: 500 });
const { setting, duration, isOver } = createJob(kind, size, start);
const world = buildWorld(setting);
const state = new Float64Array(stateSize);
const read = (item: number) => {
  readBody(world, item, state);
  return state;
};
parentPort?.postMessage("ready");
const figures = { steps: 0, events: 0, overlap: 0, cones: 0, energy: 0 };
let [slice, isDone, fault] = [slices.least, false, ""];
while (!isDone && fault === "") {
  const until = Math.min(duration, world.time + slice);
  const { status, message, steps, events, worst } = world.advanceTo(until);
  figures.steps += steps;
  figures.events += events.length;
  figures.overlap = Math.max(figures.overlap, worst.penetration);
  figures.cones = Math.max(figures.cones, worst.residual);
  figures.energy = Math.max(figures.energy, worst.energyError);
  if (status !== "done") fault = message;
  else isDone = until >= duration || isOver?.(read, rest) === true;
  slice = steps === 0 && events.length === 0 ? Math.min(slices.most, 2 * slice) : slices.least;
  const progress: Progress = { ...figures, reached: world.time, isDone, fault };
  parentPort?.postMessage(progress);
}
