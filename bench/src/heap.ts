/**
 * The garbage of the engine on the heap, counted by V8's sampling heap profiler, which attributes allocations to functions: only
 * the engine's own functions count.
 */
import type { HeapProfiler } from "node:inspector";
import { Session } from "node:inspector/promises";

const mostRounds = 40;

/** Measures with a session of the profiler, and ends it. */
export async function withHeapProfiler<T>(measure: (session: Session) => Promise<T>): Promise<T> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.enable");
  try {
    return await measure(session);
  } finally {
    session.disconnect();
  }
}

/**
 * Bytes a call, the least of several rounds: code that is not yet optimised boxes numbers that it will not box later. Ends
 * as soon as it is within `bound`.
 */
export async function measureOwn(session: Session, run: () => void, bound: number, calls = 200): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds && least > bound; round++) {
    for (let k = 0; k < calls; k++) run();
    await session.post("HeapProfiler.startSampling", {
      samplingInterval: 1,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as HeapProfiler.StartSamplingParameterType);
    for (let k = 0; k < calls; k++) run();
    const { profile } = await session.post("HeapProfiler.stopSampling");
    least = Math.min(least, sumOwn(profile.head) / calls);
  }
  return least;
}

function sumOwn({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  const own = callFrame.url.includes("/engine/dist/") ? selfSize : 0;
  return children.reduce((sum, child) => sum + sumOwn(child), own);
}
