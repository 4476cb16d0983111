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

const head = `# Accuracy compared with other engines

Fourteen small scenes with known solutions, in this engine and in seven others, at steps of 1/60 and 1/1000 s. The file is
written by \`npm run bench accuracy -- --docs\`; one engine is one file of [bench/src/accuracy](../bench/src/accuracy), one scene
one of its folder [scenes](../bench/src/accuracy/scenes).

**Method.** Every engine builds the same bodies with its own calls, at its default settings, except as the
table below says. Damping and sleep are off, since the solver is under test and sleep would hide
most of the creep. Errors are against closed forms, or where there are none against this engine at a tolerance of 1e-12;
each scene names its reference. All figures are distances from the reference: 0 is best.

**Limits.** The other engines are made for games and robots: many bodies at once, at a fixed cost per frame, and accurate
enough for the eye. They keep that cost, and it is low: in these small scenes, at 60 Hz, most of them take a tenth of the
time of an exact engine, from as much to a two-hundredth. In a heap of dozens of boxes they need a fraction of real time,
and the exact engine runs for minutes, as each onset of stick or slip and each end of a contact is an event. MuJoCo's contacts are
soft by design, so that they can be differentiated and inverted; in joint coordinates it is as exact as this one, and
faster. More iterations, smaller steps or substeps help all of them. The choice depends on the purpose: a world that looks right at
60 Hz, or numbers that can be trusted.
`;

const middle = `Times are processor times of a whole run, the better of two, and good to a factor of two; compare them within a table. A dash: the
engine lacks the feature, or did not end in time.

## All scenes

One error of every scene; the others are below.
`;

const foot = `## Notes

- **Free box.** Havok and cannon-es keep ω constant: the energy is conserved, and the angular momentum rotates with the box. Jolt, PhysX and
  crashcat have gyroscopic forces as an option, which is on here.
- **Bounces.** PhysX with TGS does not bounce at 1/1000 s. Its PGS solver does, and is worse in most other scenes. A bounce of MuJoCo's soft
  contacts takes 60 ms, which is most of its error in time.
- **Friction in cannon-es** bounds the impulse of a step by a force, so it is 60 or 1000 times too strong: blocks stop at
  once, balls roll at once.
- **Slopes.** In Havok the block stays though the slope exceeds the friction angle. MuJoCo creeps by design; its
  documentation recommends \`impratio\` against that.
- **Heavy on light.** At 1/60 s the light cube is ejected in every engine but this one.
- **Chain.** The default step of MuJoCo is 2 ms; at 1/60 s its chain has no gaps, and its energy grows without bound.
- **Bullet.** With continuous collision detection, every engine that has it stops the bullet and returns the right speed.
- **Pile.** At the end of 10 s all boxes of the exact engine are at rest, without overlap. It takes two to five
  minutes of processor time, depending on rounding, up to a thousand times as much as the others.

## The files

| file | contents |
| --- | --- |
| [accuracy.ts](../bench/src/accuracy.ts) | the program and its options |
| [engine.ts](../bench/src/accuracy/engine.ts) | the requirements on an engine |
| [scene.ts](../bench/src/accuracy/scene.ts) | the scenes and their runs |
| [overlap.ts](../bench/src/accuracy/overlap.ts) | the deepest overlap, by our own collision detection |
| [report.ts](../bench/src/accuracy/report.ts) | this document |
`;
