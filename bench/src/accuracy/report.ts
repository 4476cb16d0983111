/** Figures as they are printed, and docs/accuracy.md, which is written from them. */
import { readFile, writeFile } from "node:fs/promises";
import { formatTime } from "../support.js";
import type { Engine } from "./engine.js";
import type { Figure, Scene } from "./scene.js";

export interface Result {
  readonly scene: Scene;
  readonly engine: Engine;
  readonly rate: number;
  readonly figures: readonly Figure[];
  /** Processor time of a run, s. */
  readonly time: number;
  /** Why it ended before its time. */
  readonly fault: string;
}

/** Two digits: 0.012, 3.4, 5.6e-7. */
export function formatFigure(figure: Figure): string {
  if (typeof figure === "string") return figure;
  if (figure === 0) return "0";
  if (!Number.isFinite(figure)) return "lost";
  const size = Math.abs(figure);
  if (size < 1e-3 || size >= 1e5) return figure.toExponential(1);
  return size >= 100 ? figure.toFixed(0) : String(Number(figure.toPrecision(2)));
}

const manifest = new URL("../../package.json", import.meta.url);
const document = new URL("../../../docs/accuracy.md", import.meta.url);

/** From a run of all scenes in all engines. */
export async function writeDocument(
  results: readonly Result[],
  scenes: readonly Scene[],
  engines: readonly Engine[],
  rates: readonly number[],
): Promise<void> {
  const { devDependencies } = JSON.parse(await readFile(manifest, "utf8"));
  const find = (scene: Scene, engine: Engine, rate: number) => {
    return results.find((result) => result.scene === scene && result.engine === engine && result.rate === rate);
  };
  const text = [
    head,
    "## The engines\n",
    writeTable(
      ["engine", "package", "settings"],
      engines.map(({ name, package: own, settings }) => [
        name,
        own === null ? "this one" : `${own} ${devDependencies[own]}`,
        settings,
      ]),
    ),
    middle,
    ...rates.flatMap((rate) => [
      `### Steps of 1/${rate} s\n`,
      writeTable(
        ["scene", "error", ...engines.map(({ name }) => name)],
        scenes.map((scene) => [
          `[${scene.name}](#${toAnchor(scene.name)})`,
          scene.columns[scene.headline ?? 0],
          ...engines.map((engine) => {
            const result = find(scene, engine, rate);
            return result === undefined || result.fault !== ""
              ? "–"
              : formatFigure(result.figures[scene.headline ?? 0]);
          }),
        ]),
      ),
    ]),
    "## Scene by scene\n",
    ...scenes.flatMap((scene) => [
      `### ${scene.name}\n\n${scene.about}\n\n*${scene.reference}*\n`,
      writeTable(
        [
          "engine",
          ...scene.columns.flatMap((column) => rates.map((rate) => `${column}: 1/${rate}`)),
          ...rates.map((rate) => `time: 1/${rate}`),
        ],
        engines.map((engine) => {
          const own = rates.map((rate) => find(scene, engine, rate));
          const cell = (result: Result | undefined, k: number) =>
            result === undefined || result.fault !== "" ? "–" : formatFigure(result.figures[k]);
          return [
            engine.name,
            ...scene.columns.flatMap((_, k) => own.map((result) => cell(result, k))),
            ...own.map((result) => (result === undefined ? "–" : formatTime(result.time))),
          ];
        }),
      ),
    ]),
    foot,
  ].join("\n");
  await writeFile(document, text);
  console.log(`\nwritten: docs/accuracy.md`);
}

function writeTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return `${[line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

/** As GitHub makes them. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

const head = `# How exact, beside others

Fourteen small scenes whose answers are known, in this engine and in seven others, at steps of 1/60 and 1/1000 s. The file is
written by \`npm run bench accuracy -- --docs\`; one engine is one file of [bench/src/accuracy](../bench/src/accuracy), one scene
one of its folder [scenes](../bench/src/accuracy/scenes).

**What is compared.** Every engine builds the same bodies with its own calls, at the settings it comes with, as far as the
table below does not say otherwise. Damping and sleep are off: what a solver does is what is to be seen, and sleep would hide
most of what creeps. Errors are against closed forms, or where there are none against this engine at a tolerance of 1e-12;
which, is said with each scene. All are distances from the truth: 0 is best.

**What it does not say.** The others are made for games and robots: many bodies at once, at a fixed price a frame, and right
enough to the eye. They keep that price, and it is low: in these small scenes, at 60 Hz, most of them take a tenth of the
time of an exact engine, from as much to a two-hundredth. In a heap of dozens of boxes they need a fraction of real time,
and the exact engine goes on for minutes, as each contact that sticks, slips or lets go is an event. MuJoCo's contacts are
soft on purpose, so that they can be differentiated and inverted; in joint coordinates it is as exact as this one, and
quicker. More iterations, smaller steps or substeps help all of them. Choose by what you need: a world that looks right at
60 Hz, or numbers that can be trusted.
`;

const middle = `Times are of the processor, of a whole run, the better of two, and good to a factor of two; compare them within a table. A dash: the
engine has no such thing, or did not come to an end.

## All scenes

One error of every scene; the rest is below.
`;

const foot = `## Notes

- **Free box.** Havok and cannon-es leave ω as it is: the energy is kept, and the angular momentum turns with the box. Jolt, PhysX and
  crashcat have gyroscopic forces as an option, which is on here.
- **Bounces.** PhysX with TGS does not bounce at 1/1000 s. Its PGS solver does, and is worse in most of the others. A bounce of MuJoCo's soft
  contacts takes 60 ms, which is the most of its error in time.
- **Friction in cannon-es** bounds the impulse of a step by a force, so it is 60 or 1000 times too strong: blocks stop at
  once, balls roll at once.
- **Slopes.** In Havok the block stays though the slope is steeper than friction can hold. MuJoCo creeps by design; its
  documentation recommends \`impratio\` against that.
- **Heavy on light.** At 1/60 s the light cube is squeezed out in every engine but this one.
- **Chain.** MuJoCo comes with a step of 2 ms; at 1/60 s its chain has no gaps, and its energy grows without bound.
- **Bullet.** With continuous detection, all that have it stop the bullet, and give back the right speed.
- **Pile.** At the end of 10 s all boxes of the exact engine lie still: nothing overlaps, and no speed is left. It takes two to five
  minutes of processor time, as rounding has it, up to a thousand times as much as the others.

## The files

| file | what |
| --- | --- |
| [accuracy.ts](../bench/src/accuracy.ts) | the program and its options |
| [engine.ts](../bench/src/accuracy/engine.ts) | what an engine is asked for |
| [scene.ts](../bench/src/accuracy/scene.ts) | what a scene is, and how it is run |
| [overlap.ts](../bench/src/accuracy/overlap.ts) | the deepest overlap, by our own collision detection |
| [report.ts](../bench/src/accuracy/report.ts) | this document |
`;
