/**
 * Phases without events: an evaluation of the derivative of a quiet stack, with all its contacts active; and the garbage of
 * steps on the heap: of a stack that slides over the floor, of a chain that swings.
 */
import type { Problem } from "@rigor/engine/ode";
import type { World } from "@rigor/engine/world";
import { type Aim, type Findings, judgeAim } from "./closing.js";
import { buildChain, buildStack } from "./exact-scenes.js";
import { measureOwn, withHeapProfiler } from "./heap.js";
import { formatTime, printTable, timeContenders } from "./support.js";

/** Aims: s an evaluation of a stack of 30; bytes a step. */
const aims = { evaluation: 2e-4, bytes: 1 };

/** The islands of a world: what its solver integrates. */
function findIsland(world: World): Problem & { readonly table: { readonly rows: number } } {
  world.settle();
  const { schedule } = world as unknown as {
    schedule: { flows: { context: { island: ReturnType<typeof findIsland> } }[] };
  };
  return schedule.flows[0]!.context.island;
}

export function benchEvaluation(quick: boolean): Findings {
  console.log("\nAn evaluation of the derivative of a quiet stack\n");
  const sizes = quick ? [10, 30] : [10, 30, 100];
  const islands = sizes.map((n) => findIsland(buildStack(n, 0)));
  const timings = timeContenders(
    islands.map((island, k) => {
      const out = new Float64Array(island.dimension);
      return { name: String(sizes[k]), run: () => island.derivative(out) };
    }),
    quick ? { repeats: 5, turn: 0.02 } : {},
  );
  // at rest, every rate should be zero
  const left = islands.map((island) => {
    const out = new Float64Array(island.dimension);
    island.derivative(out);
    return out.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  });
  printTable(
    ["cubes", "active rows", "median", "best", "largest rate"],
    timings.map(({ name, median, best }, k) => [
      name,
      String(islands[k]!.table.rows),
      formatTime(median),
      formatTime(best),
      left[k]!.toExponential(1),
    ]),
  );
  // of the best turn: in others the processor may have had something else to do
  const { best } = timings[1]!;
  console.log(`\naim for 30: ${formatTime(aims.evaluation)}`);
  return { bounds: [], aims: [judgeAim("evaluation of a quiet stack of 30", best / aims.evaluation)] };
}

/** Steps in a call, and calls before measuring. */
const [steps, warmUp] = [20, 300];

/** `when`: code that has run other scenes before may box numbers that fresh code does not. */
export async function benchBytes(when: string): Promise<Findings> {
  console.log(`\nBytes that a step leaves on the heap where nothing happens, ${when}\n`);
  const sliding = (count: number) => () => {
    const world = buildStack(count, 0);
    for (let k = 1; k <= count; k++) world.system.state[13 * k + 7] = 0.1;
    world.system.derive();
    return world;
  };
  const scenes: [string, () => World][] = [
    ["stack of 1, sliding", sliding(1)],
    ["stack of 10, sliding", sliding(10)],
    ["chain of 20, swinging", () => buildChain(20)],
  ];
  const measured: Aim[] = [];
  const rows = await withHeapProfiler(async (session) => {
    const cells: string[][] = [];
    for (const [name, build] of scenes) {
      const world = build();
      world.settle();
      const dt = 1e-5;
      for (let k = 0; k < warmUp; k++) step(world, dt);
      const left = (await measureOwn(session, () => step(world, dt), steps * aims.bytes, 20)) / steps;
      cells.push([name, left.toFixed(0)]);
      measured.push(judgeAim(`${name}, ${when}, bytes a step`, left / aims.bytes, `, ${left.toFixed(0)} bytes`));
    }
    return cells;
  });
  printTable(["scene", "bytes a step"], rows);
  return { bounds: [], aims: measured };
}

/** So many steps of the island's solver and its watch, without the reports of the world. */
function step(world: World, dt: number): void {
  const { schedule } = world as unknown as { schedule: { flows: { advanceTo(t: number, most: number): unknown }[] } };
  const [flow] = schedule.flows;
  for (let k = 0; k < steps; k++) flow!.advanceTo(world.time + dt, 1e7);
}
