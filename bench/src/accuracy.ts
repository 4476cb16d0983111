/**
 * Scenes with known answers, ours beside other engines: every engine behind the interface of accuracy/engine.ts, every scene
 * one of accuracy/scenes, a table a scene.
 *
 *   --only=cradle,pile       scenes, by the beginning of their names
 *   --engines=rigor,jolt     engines, likewise
 *   --rates=60,1000          steps a second
 *   --limit=300              processor seconds a run, at most
 *   --docs                   writes the tables into docs/accuracy.md
 */
import { createCannon } from "./accuracy/cannon.js";
import { createCrashcat } from "./accuracy/crashcat.js";
import type { Engine } from "./accuracy/engine.js";
import { createHavok } from "./accuracy/havok.js";
import { createJolt } from "./accuracy/jolt.js";
import { createMujoco } from "./accuracy/mujoco.js";
import { createPhysx } from "./accuracy/physx.js";
import { createRapier } from "./accuracy/rapier.js";
import { formatFigure, type Result, writeDocument } from "./accuracy/report.js";
import { createRigor } from "./accuracy/rigor.js";
import { type Figure, Probe, RunFault, type Scene } from "./accuracy/scene.js";
import { elasticBounce, halfBounce } from "./accuracy/scenes/bounce.js";
import { bullet } from "./accuracy/scenes/bullet.js";
import { cradle } from "./accuracy/scenes/cradle.js";
import { freeBox } from "./accuracy/scenes/free-box.js";
import { createPile } from "./accuracy/scenes/pile.js";
import { slidingBlock, slipToRoll } from "./accuracy/scenes/sliding.js";
import { slopeAbove, slopeBelow } from "./accuracy/scenes/slope.js";
import { heavyOnLight, stackOfTen } from "./accuracy/scenes/stack.js";
import { doublePendulum, heavyChain } from "./accuracy/scenes/swinging.js";
import { formatTime, printTable, readList, readNumbers } from "./support.js";

export const options = ["--only=", "--engines=", "--rates=", "--limit=", "--docs"];

/** A run shorter than this, s, is made again for its time, without looking. */
const short = 1;

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const [limit = quick ? 10 : 300] = readNumbers(args, "--limit") ?? [];
  const rates = readNumbers(args, "--rates") ?? (quick ? [60] : [60, 1000]);
  const engines: Engine[] = [];
  for (const { create } of choose(listEngines(), readList(args, "--engines"))) engines.push(await create());
  const scenes = choose(listScenes(quick), readList(args, "--only"));
  if (engines.length === 0 || scenes.length === 0) {
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join("; ");
    console.error(`No such scene or engine. Scenes: ${names(listScenes(quick))}. Engines: ${names(listEngines())}.`);
    return 2;
  }
  const results: Result[] = [];
  for (const scene of scenes) {
    console.log(`\n${scene.name}: ${scene.about}\n${scene.reference}\n`);
    const of = engines.flatMap((engine) => rates.map((rate) => measure(scene, engine, rate, limit)));
    results.push(...of);
    printTable(
      ["engine", "rate", ...scene.columns, "time"],
      of.map(({ engine, rate, figures, time, fault }) => {
        const cells = fault === "" ? figures.map(formatFigure) : scene.columns.map((_, k) => (k === 0 ? fault : ""));
        return [engine.name, `${rate} Hz`, ...cells, formatTime(time)];
      }),
    );
  }
  if (args.includes("--docs")) await writeDocument(results, scenes, engines, rates);
  // ours alone has something to keep
  const failed = results.filter(({ engine, fault }) => engine.package === null && fault !== "");
  for (const { scene, rate, fault } of failed) console.log(`\nours, ${scene.name}, ${rate} Hz: ${fault}`);
  return failed.length === 0 ? 0 : 1;
}

function listScenes(quick: boolean): Scene[] {
  return [
    freeBox,
    elasticBounce,
    halfBounce,
    slidingBlock,
    slopeBelow,
    slopeAbove,
    slipToRoll,
    stackOfTen,
    heavyOnLight,
    cradle,
    doublePendulum,
    heavyChain,
    bullet,
    quick ? createPile(8, 2) : createPile(50, 10),
  ];
}

function listEngines(): { name: string; create(): Engine | Promise<Engine> }[] {
  return [
    { name: "Rigor", create: () => createRigor() },
    { name: "Rapier", create: createRapier },
    { name: "Jolt", create: createJolt },
    { name: "Havok", create: createHavok },
    { name: "PhysX", create: createPhysx },
    { name: "MuJoCo", create: createMujoco },
    { name: "cannon-es", create: createCannon },
    { name: "crashcat", create: createCrashcat },
  ];
}

/** Those of which one of the words is the beginning. */
function choose<T extends { readonly name: string }>(all: readonly T[], words: readonly string[] | undefined): T[] {
  if (words === undefined) return [...all];
  return all.filter(({ name }) => words.some((word) => name.toLowerCase().startsWith(word.toLowerCase())));
}

/** Figures of one run that is watched, and the time of it, or of the quicker of two that are not. */
function measure(scene: Scene, engine: Engine, rate: number, limit: number): Result {
  const watched = new Probe(engine, rate, limit);
  let figures: Figure[] = [];
  let fault = "";
  try {
    figures = scene.measure(watched);
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    fault = error.message;
  }
  watched.stop();
  let { time } = watched;
  for (let turn = 0; turn < 2 && fault === "" && time < short; turn++) {
    const blind = new Probe(engine, rate, limit, watched);
    scene.measure(blind);
    blind.stop();
    time = turn === 0 ? blind.time : Math.min(time, blind.time);
  }
  return { scene, engine, rate, figures, time, fault };
}
