/** The garbage of a step on the heap: chains, stars and nets, and linkages whose constraints depend on one another. */
import type { Mechanism } from "@rigor/engine/constrain";
import { dopri5, rk4, type Stepper } from "@rigor/engine/ode";
import { buildLinkages, buildNet, buildTree, listChain, listStar } from "./constrain-scenes.js";
import { measureOwn, withHeapProfiler } from "./heap.js";
import { printTable } from "./support.js";

/** Bytes a step. */
const bound = 1;

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
  await withHeapProfiler(async (session) => {
    for (const [scene, build] of scenes) {
      const cells: string[] = [];
      for (const [name, make] of methods) {
        const stepper = make(build());
        const left = await measureOwn(session, () => stepper.step(), bound);
        cells.push(left.toFixed(1));
        if (!(left <= bound))
          missed.push(`${scene}, ${name}: ${left.toFixed(1)} bytes a step, should be at most ${bound}`);
      }
      rows.push([scene, ...cells]);
    }
  });
  printTable(["mechanism", ...methods.map(([name]) => name)], rows);
  return missed;
}
