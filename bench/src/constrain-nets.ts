/**
 * Nets of rods between particles, n × n meshes with n² loops: what an evaluation of the derivative costs with the direct
 * solver and by conjugate gradients, how it grows with the number of rods, and how far apart their forces are.
 */
import type { Mechanism, SolverMethod } from "@rigor/engine/constrain";
import { buildNet } from "./constrain-scenes.js";
import { compareForces, createEvaluation } from "./constrain-trees.js";
import { fitExponent, formatTime, printTable, timeContenders } from "./support.js";

/** Bounds that must hold. Forces are compared relative to the largest. */
const bounds = { agreement: 1e-9 };

/** The largest net for each of the other solvers, meshes along a side. */
const largest = { dense: 10, "conjugate-gradients": 100 } as const;
const others = ["conjugate-gradients", "dense"] as const;

/** Prints a table, and returns the bounds missed. */
export function benchNets(quick: boolean): string[] {
  console.log("\nAn evaluation of a net of rods that hangs by its corners\n");
  const missed: string[] = [];
  const sizes = quick ? [10, 20, 50] : [10, 20, 50, 100];
  const rods = sizes.map((n) => 2 * n * (n + 1));
  const direct: number[] = [];
  const rows = sizes.map((n, k) => {
    const methods: SolverMethod[] = ["direct", ...others.filter((method) => n <= largest[method])];
    const { times, mechanisms } = timeNet(n, methods, quick);
    direct.push(times[0]);
    const cells = others.flatMap((method) => {
      const i = methods.indexOf(method);
      if (i < 0) return ["", "", ""];
      const apart = compareForces(mechanisms[0], mechanisms[i]);
      if (!(apart <= bounds.agreement)) {
        missed.push(`net of ${n} × ${n}, ${method} apart by ${apart.toExponential(1)}, should be at most ${bounds.agreement}`);
      }
      return [formatTime(times[i]), `${(times[i] / times[0]).toFixed(1)} ×`, apart.toExponential(1)];
    });
    const share = ((1e9 * times[0]) / rods[k]).toFixed(0);
    return [`${n} × ${n}`, String(rods[k]), formatTime(times[0]), share, ...cells];
  });
  const headings = others.flatMap((method) => [method, "by direct", "apart"]);
  printTable(["meshes", "rods", "direct", "ns a rod", ...headings], rows);
  console.log(`\nexponent of the direct solver, by rods: ${fitExponent(rods, direct).toFixed(3)}`);
  return missed;
}

function timeNet(n: number, methods: readonly SolverMethod[], quick: boolean): { times: number[]; mechanisms: Mechanism[] } {
  const mechanisms = methods.map((method) => buildNet(n, method));
  const contenders = mechanisms.map((mechanism, k) => createEvaluation(methods[k], mechanism));
  const timings = timeContenders(contenders, { repeats: quick ? 3 : 5, turn: 0.02 });
  return { times: timings.map(({ best }) => best), mechanisms };
}
