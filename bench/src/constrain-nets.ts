/**
 * Nets of rods between particles, n × n meshes with n² loops: what an evaluation of the derivative costs with the direct
 * solver and by conjugate gradients, how it grows with the number of rods, and how far apart their forces are.
 */
import type { Mechanism } from "@rigor/engine/constrain";
import { buildNet } from "./constrain-scenes.js";
import { compareForces, createEvaluation } from "./constrain-trees.js";
import { fitExponent, formatTime, printTable } from "./support.js";

/** Bounds that must hold. Forces are compared relative to the largest. */
const bounds = { agreement: 1e-9 };

/** Larger nets, by meshes along a side, take the other solvers too long. */
const largest = { dense: 10, "conjugate-gradients": 50 } as const;
const others = ["conjugate-gradients", "dense"] as const;

/** Prints a table, and returns the bounds missed. */
export function benchNets(quick: boolean): string[] {
  console.log("\nAn evaluation of a net of rods that hangs by its corners\n");
  const missed: string[] = [];
  const sizes = quick ? [10, 20] : [10, 20, 50, 100];
  const rods = sizes.map((n) => 2 * n * (n + 1));
  const times: number[] = [];
  const rows = sizes.map((n, k) => {
    const direct = buildNet(n);
    const time = timeEvaluation(direct, quick ? 0.5 : 2);
    times.push(time);
    const cells = others.flatMap((solver) => {
      if (n > largest[solver]) return ["", "", ""];
      const other = buildNet(n, { solver, of: direct });
      const otherTime = timeEvaluation(other, 0);
      const apart = compareForces(direct, other);
      if (!(apart <= bounds.agreement)) {
        missed.push(`net of ${n} × ${n}, ${solver} apart by ${apart.toExponential(1)}, not ${bounds.agreement}`);
      }
      return [formatTime(otherTime), `${(otherTime / time).toFixed(1)} ×`, apart.toExponential(1)];
    });
    const share = ((1e9 * time) / rods[k]).toFixed(0);
    return [`${n} × ${n}`, String(rods[k]), formatTime(time), share, ...cells];
  });
  const headings = others.flatMap((method) => [method, "by direct", "apart"]);
  printTable(["meshes", "rods", "direct", "ns a rod", ...headings], rows);
  console.log(`\nexponent of the direct solver, by rods: ${fitExponent(rods, times).toFixed(3)}`);
  return missed;
}

/** The best of two evaluations, or of as many as go into so many seconds. */
function timeEvaluation(mechanism: Mechanism, seconds: number): number {
  const { run } = createEvaluation("net", mechanism);
  const begin = performance.now();
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 2 || performance.now() - begin < 1e3 * seconds; turn++) {
    const start = performance.now();
    run();
    best = Math.min(best, 1e-3 * (performance.now() - start));
  }
  return best;
}
