/**
 * How much garbage a function makes: bytes of heap taken a call, once it is warm and optimised.
 *
 * V8's sampling heap profiler tells which function allocated what; at a sampling interval of one byte it sees every
 * allocation. Only what lies below our own loop counts, so that what the process does besides (compilation finishing,
 * timers, the test runner) does not. Code that is not yet optimised boxes numbers that it will not box later: the
 * smallest of several rounds is the function's own.
 */
import { type HeapProfiler, Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

// compiled on this thread, and never thrown away: what is optimised when does not depend on what else the machine does
setFlagsFromString("--no-concurrent-recompilation");
setFlagsFromString("--no-flush-bytecode");

const DEFAULT_CALLS = 10_000;
const WARM_UP_ROUNDS = 10;
const ROUNDS = 15;

/** Bytes allocated a call of f: 0 if it makes no garbage, 16 for one boxed double. */
export function bytesPerCall(f: () => void, calls = DEFAULT_CALLS): number {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) repeatForProfile(f, calls);
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > 0; round++) {
    least = Math.min(least, profileAllocation(f, calls) / calls);
  }
  return least;
}

const session = new Session();
session.connect();
session.post("HeapProfiler.enable");

/** Bytes allocated by so many calls. */
function profileAllocation(f: () => void, calls: number): number {
  session.post("HeapProfiler.startSampling", {
    samplingInterval: 1,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as HeapProfiler.StartSamplingParameterType);
  repeatForProfile(f, calls);
  let bytes = Number.NaN;
  // the answer comes before `post` returns: the session is of this thread
  session.post("HeapProfiler.stopSampling", (_error, answer) => {
    bytes = sumBelow(answer.profile.head, false);
  });
  return bytes;
}

/** Sizes of all samples at and below our loop. */
function sumBelow(node: HeapProfiler.SamplingHeapProfileNode, within: boolean): number {
  const inside = within || node.callFrame.functionName === repeatForProfile.name;
  return node.children.reduce((sum, child) => sum + sumBelow(child, inside), inside ? node.selfSize : 0);
}

function repeatForProfile(f: () => void, calls: number): void {
  for (let i = 0; i < calls; i++) f();
}
