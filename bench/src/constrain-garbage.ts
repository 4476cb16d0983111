/**
 * What a step leaves on the heap: chains, stars and nets, and linkages whose constraints depend on one another. Counted by
 * V8's sampling heap profiler, which tells who allocated: only the engine's own functions count.
 */
import type { HeapProfiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import type { Mechanism } from "@rigor/engine/constrain";
import { dopri5, rk4, type Stepper } from "@rigor/engine/ode";
import { buildLinkages, buildNet, buildTree, listChain, listStar } from "./constrain-scenes.js";
import { printTable } from "./support.js";

/** Bytes a step. */
const bound = 1;
const calls = 200;
const mostRounds = 40;

/** Prints a table, and returns the bounds missed. */
export async function benchGarbage(): Promise<string[]> {
  console.log("\nBytes that a step leaves on the heap\n");
  const scenes: [string, () => Mechanism][] = [
    ["chain of 10", () => buildTree(listChain(10))],
    ["star of 101", () => buildTree(listStar(101))],
    ["net of 4 × 4", () => buildNet(4)],
    ["4 linkages, 68 of 80 rows independent", () => buildLinkages(4)],
    ["8 linkages, 136 of 160 rows independent", () => buildLinkages(8)],
  ];
  const methods: [string, (mechanism: Mechanism) => Stepper][] = [
    ["rk4", (mechanism) => rk4(mechanism, { step: 1e-3 })],
    ["dopri5", (mechanism) => dopri5(mechanism, { tolerance: 1e-6, maxStep: 1e-3 })],
  ];
  const missed: string[] = [];
  const rows: string[][] = [];
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.enable");
  for (const [scene, build] of scenes) {
    const cells: string[] = [];
    for (const [name, make] of methods) {
      const left = await measureOwn(session, make(build()));
      cells.push(left.toFixed(1));
      if (!(left <= bound))
        missed.push(`${scene}, ${name}: ${left.toFixed(1)} bytes a step, should be at most ${bound}`);
    }
    rows.push([scene, ...cells]);
  }
  session.disconnect();
  printTable(["mechanism", ...methods.map(([name]) => name)], rows);
  return missed;
}

/** The least of several rounds: code that is not yet optimised boxes numbers that it will not box later. */
async function measureOwn(session: Session, stepper: Stepper): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds && least > bound; round++) {
    for (let k = 0; k < calls; k++) stepper.step();
    await session.post("HeapProfiler.startSampling", {
      samplingInterval: 1,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as HeapProfiler.StartSamplingParameterType);
    for (let k = 0; k < calls; k++) stepper.step();
    const { profile } = await session.post("HeapProfiler.stopSampling");
    least = Math.min(least, sumOwn(profile.head) / calls);
  }
  return least;
}

function sumOwn({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  const own = callFrame.url.includes("/engine/dist/") ? selfSize : 0;
  return children.reduce((sum, child) => sum + sumOwn(child), own);
}
