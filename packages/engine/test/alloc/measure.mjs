/**
 * What the programs here share: bytes that the engine's own functions allocate in a step, by V8's sampling heap profiler,
 * which tells which function allocated, so that what the process does besides does not count.
 */
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("HeapProfiler.enable");

const holder = { held: null };

/** What the measurement must see: an object a call. */
export const emptyArray = {
  step: function box() {
    holder.held = [];
  },
};

/** Bytes a step, once all is warm: the least of several rounds of so many calls. */
export async function measure(stepper, calls) {
  let least = Infinity;
  for (let round = 0; round < 60 && least >= 1; round++) {
    for (let i = 0; i < calls; i++) stepper.step();
    await session.post("HeapProfiler.startSampling", {
      samplingInterval: 1,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    for (let i = 0; i < calls; i++) stepper.step();
    const { profile } = await session.post("HeapProfiler.stopSampling");
    least = Math.min(least, sumOwn(profile.head) / calls);
  }
  return least;
}

function sumOwn(node) {
  const { url, functionName } = node.callFrame;
  const own = url.includes("/engine/dist/") || functionName === "box" ? node.selfSize : 0;
  return node.children.reduce((sum, child) => sum + sumOwn(child), own);
}
