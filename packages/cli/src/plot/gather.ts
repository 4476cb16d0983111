/** Panels of a run, in one pass over its samples. */
import type { Recording } from "../run-folder.js";
import { CommandError } from "../verbs/verb.js";
import { createCollectors, createMagnitudes, type Panel } from "./quantities.js";

export async function gatherPanels(
  recording: Recording,
  whats: readonly string[],
): Promise<{ times: number[]; panels: Panel[] }> {
  const magnitudes = createMagnitudes(recording.scene);
  const collectors = await createCollectors(whats, recording.scene, magnitudes);
  const times: number[] = [];
  for await (const sample of recording.readSamples()) {
    times.push(sample.t);
    magnitudes.addSample(sample);
    for (const collector of collectors) collector.add(sample);
  }
  if (times.length === 0) throw new CommandError(`${recording.dir}/trajectory.ndjson: has no samples`);
  return { times, panels: collectors.flatMap((collector) => collector.finish()) };
}
