/**
 * Trees of links with ball joints: what an evaluation of the derivative costs, and how that grows with the number of
 * links. The direct solver beside the two others where these are feasible, and how far apart their forces are.
 */
import type { Mechanism } from "@rigor/engine/constrain";
import { buildTree, listBinaryTree, listChain, listStar, type Parents } from "./constrain-scenes.js";
import { fitExponent, formatTime, printTable, timeContenders } from "./support.js";

/** Bounds that must hold. Forces are compared relative to the largest. */
const bounds = { exponent: 1.1, agreement: 1e-9 };

/** An evaluation, from y to dY/dt, as a contender. */
export function createEvaluation(name: string, mechanism: Mechanism): { name: string; run(): void } {
  const y = new Float64Array(mechanism.dimension + 1);
  const out = new Float64Array(mechanism.dimension);
  mechanism.getState(y);
  const run = () => {
    mechanism.setState(y);
    mechanism.derivative(out);
  };
  return { name, run };
}

/** The largest |λ − λ'| by the largest |λ|. */
export function compareForces(a: Mechanism, b: Mechanism): number {
  const [x, y] = [a.table.lambda, b.table.lambda];
  const size = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return x.reduce((most, value, r) => Math.max(most, Math.abs(value - y[r])), 0) / size;
}

/** Seconds an evaluation takes: the best of many short turns, of several mechanisms. */
function timeTree(parents: Parents): number {
  let best = Number.POSITIVE_INFINITY;
  const builds = parents.length > 1000 ? 2 : 3;
  for (let build = 0; build < builds; build++) {
    const evaluation = createEvaluation("direct", buildTree(parents));
    timeContenders([evaluation], { repeats: 1, turn: 0.2 }); // warms up
    const [timing] = timeContenders([evaluation], { repeats: 80, turn: 0.005 });
    best = Math.min(best, timing.best);
  }
  return best;
}

/** Prints the tables, and returns the bounds missed. */
export function benchTrees(quick: boolean): string[] {
  return [...benchGrowth(), ...benchSolvers(quick)];
}

function benchGrowth(): string[] {
  console.log(`An evaluation, from y to dY/dt, of links with ball joints (exponent at most ${bounds.exponent})\n`);
  const sizes = [10, 100, 1000, 10_000];
  const shapes: [string, (links: number) => Parents][] = [
    ["chain", listChain],
    ["star, arms of ten", listStar],
    ["binary tree", listBinaryTree],
  ];
  const missed: string[] = [];
  const rows = shapes.map(([name, list]) => {
    const times = sizes.map((links) => timeTree(list(links)));
    const exponent = fitExponent(sizes, times);
    if (!(exponent <= bounds.exponent)) {
      missed.push(`${name}: exponent ${exponent.toFixed(3)}, should be at most ${bounds.exponent}`);
    }
    const cells = times.map((time, k) => `${formatTime(time)} (${((1e9 * time) / sizes[k]).toFixed(0)})`);
    return [name, ...cells, exponent.toFixed(3)];
  });
  printTable(["time (ns a link)", ...sizes.map((size) => `${size} links`), "exponent"], rows);
  return missed;
}

function benchSolvers(quick: boolean): string[] {
  console.log("\nThe three solvers on a chain; apart: the largest difference of the forces, relative to the largest\n");
  const missed: string[] = [];
  const others = ["dense", "conjugate-gradients"] as const;
  const rows = [10, 30, 100].map((links) => {
    const direct = buildTree(listChain(links));
    const mechanisms = [direct, ...others.map((solver) => buildTree(listChain(links), { solver, of: direct }))];
    const contenders = mechanisms.map((mechanism) => createEvaluation(mechanism.settings.solver, mechanism));
    timeContenders(contenders, { repeats: 1, turn: 0.1 }); // warms up
    const timings = timeContenders(contenders, { repeats: quick ? 9 : 30, turn: 0.005 });
    const apart = mechanisms.slice(1).map((mechanism) => compareForces(direct, mechanism));
    const worst = Math.max(...apart);
    if (!(worst <= bounds.agreement)) {
      missed.push(
        `chain of ${links}, solvers apart by ${worst.toExponential(1)}, should be at most ${bounds.agreement}`,
      );
    }
    const cells = others.flatMap((_, k) => {
      const { best } = timings[k + 1];
      return [formatTime(best), `${(best / timings[0].best).toFixed(1)} ×`, apart[k].toExponential(1)];
    });
    return [String(links), formatTime(timings[0].best), ...cells];
  });
  const headings = others.flatMap((method) => [method, "by direct", "apart"]);
  printTable(["links", "direct", ...headings], rows);
  return missed;
}
