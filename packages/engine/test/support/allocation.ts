/**
 * How much garbage a function makes: bytes of heap taken a call, once it is warm and optimised.
 *
 * V8's sampling heap profiler tells which function allocated what; at a sampling interval of one byte it sees every
 * allocation. Only what lies below our own loop counts, so that what the process does besides (compilation finishing,
 * timers, the test runner) does not. Code that is not yet optimised boxes numbers that it will not box later: the
 * smallest of several rounds is the function's own.
 */
import { type HeapProfiler, Session } from "node:inspector";

const DEFAULT_CALLS = 10_000;
const WARM_UP_ROUNDS = 10;
const ROUNDS = 5;
const COMPILATIONS = 4;

/**
 * V8's own: throws away the optimised code of the functions that f calls, and compiles f. Type feedback stays, so the code
 * is made of all that is known.
 */
const compileAnew = new Function(
  "f",
  "callees",
  `for (const callee of callees) %DeoptimizeFunction(callee);
   %DeoptimizeFunction(f);
   %PrepareFunctionForOptimization(f);
   f();
   %OptimizeFunctionOnNextCall(f);
   f();`,
) as (f: () => void, callees: readonly object[]) => void;

/**
 * Bytes allocated a call of f: 0 if it makes no garbage, 16 for one boxed double.
 *
 * Numbers are boxed on their way into and out of a call that is not inlined, and V8 does not inline a function of which
 * it has optimised code with much inlined in it: which of two functions is compiled first decides. So, if there is
 * garbage at first, f is compiled anew, before the functions named as its callees.
 */
export function bytesPerCall(f: () => void, calls = DEFAULT_CALLS, callees: readonly object[] = []): number {
  let least = Infinity;
  for (let compilation = 0; compilation < COMPILATIONS && least > 0; compilation++) {
    if (compilation > 0) compileAnew(f, callees);
    for (let round = 0; round < WARM_UP_ROUNDS; round++) repeatForProfile(f, calls);
    for (let round = 0; round < ROUNDS && least > 0; round++) {
      least = Math.min(least, profileAllocation(f, calls) / calls);
    }
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
