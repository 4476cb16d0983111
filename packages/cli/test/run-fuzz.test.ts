/**
 * Folders of runs in which anything was changed: every verb that reads them does what it does, or says in a sentence what is
 * wrong and ends with 2; never with an error of the language. `RIGOR_FUZZ` is how many of each kind.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repeats } from "../../../test/support/campaign.js";
import { unlockFolders } from "../src/folder-lock.js";
import { prepareRun } from "../src/prepare-run.js";
import { addDiff } from "../src/verbs/diff.js";
import { addExport } from "../src/verbs/export.js";
import { addInfo } from "../src/verbs/info.js";
import { addPlot } from "../src/verbs/plot.js";
import { addReport } from "../src/verbs/report.js";
import { bounce, makeFolder, makeRun, mechanism, patience } from "./support/make-run.js";
import { runVerb } from "./support/run-verb.js";

const runs = Number(process.env.RIGOR_FUZZ ?? repeats(24, 12));
const folder = makeFolder();
afterAll(folder.remove);
const seeds = ["bounce", "mechanism"].map((name) => join(folder.path, name));
const names = ["summary.json", "scene.json", "trajectory.ndjson", "events.ndjson"] as const;
beforeAll(() => {
  makeRun(seeds[0], { ...bounce, run: { duration: 1, sampleRate: 10 } });
  makeRun(seeds[1], { ...mechanism, run: { duration: 0.2, sampleRate: 20 } });
}, patience);

/** Values that are wrong nearly everywhere, or right and of no sense. */
const strange = fc.oneof(
  fc.constantFrom(
    null,
    true,
    "",
    "<script>alert(1)</script>",
    "\u001b[2J",
    [],
    {},
    -1,
    0,
    1,
    1e308,
    -1e308,
    5e-324,
    1e155,
  ),
  fc.constantFrom(1e16, 4294967296, 1.5, "12", "NaN", "__proto__", [[]], { __proto__: null }, [0, 0, 0], [1e308, 0, 0]),
  fc.constantFrom([0, 0, 0, 0], [0, 0], ["a", 1, 2], [null, null, null], { p: [0, 0, 0] }, [1e200, -1e200, 1e200]),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

type Change = {
  readonly line: number;
  readonly at: number;
  readonly how: "set" | "remove" | "rename" | "double";
  readonly value: unknown;
};
const change: fc.Arbitrary<Change> = fc.record({
  line: fc.nat(20),
  at: fc.nat(100_000),
  how: fc.constantFrom("set", "set", "set", "remove", "rename", "double"),
  value: strange,
});

function listPlaces(data: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof data !== "object" || data === null) return [path];
  return [path, ...Object.entries(data).flatMap(([key, value]) => listPlaces(value, [...path, key]))];
}

/** One line of JSON with a place of it changed. */
function mutate(text: string, { at, how, value }: Change): string {
  const data = JSON.parse(text) as unknown;
  const places = listPlaces(data);
  const path = places[at % places.length];
  if (path.length === 0) return JSON.stringify(value);
  const key = path[path.length - 1];
  const owner = path.slice(0, -1).reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], data);
  const record = owner as Record<string, unknown>;
  if (how === "set") record[key] = value;
  else if (Array.isArray(owner)) {
    if (how === "remove") owner.splice(Number(key), 1);
    else owner.push(structuredClone(owner[Number(key)]));
  } else if (how === "remove") delete record[key];
  else record[`${key}${how === "rename" ? "x" : ""}`] = structuredClone(record[key]);
  return JSON.stringify(data);
}

const verbs: readonly [typeof addInfo, (dir: string, out: string) => string[]][] = [
  [addInfo, (dir) => ["info", dir]],
  [addInfo, (dir) => ["info", dir, "--json"]],
  [addDiff, (dir) => ["diff", dir, seeds[0]]],
  [addDiff, (dir) => ["diff", seeds[1], dir, "--json"]],
  [addReport, (dir) => ["report", dir, "--out", "-"]],
  [addPlot, (dir) => ["plot", dir, "--what", "energy", "momentum", "force", "contacts", "--out", "-"]],
  [addPlot, (dir, out) => ["plot", dir, "--what", "force", "--out", join(out, "plot.png")]],
  [addExport, (dir, out) => ["export", dir, "--csv", "--parquet", "--gltf", "--out", out]],
];
/** What may stand on a terminal, and not in a page. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|<script/;

/** How often verbs ended with 0 or 1, and with 2. */
const ends = { good: 0, refused: 0 };

async function tryAll(dir: string): Promise<void> {
  const out = join(folder.path, "out");
  for (const [add, args] of verbs) {
    mkdirSync(out, { recursive: true });
    // an error that is neither the command's nor the engine's is thrown on, and fails
    const { code, stdout, stderr } = await runVerb(add, args(dir, out)).catch((error: unknown) => {
      const { name, message } = error as Error;
      if (name !== "RigorError") throw error;
      return { code: 2, stdout: "", stderr: `${message}\n` };
    });
    if (code === 2) {
      ends.refused++;
      expect(stderr).toMatch(/^[^\n]{10,}/);
      expect(stderr).not.toMatch(/^ {4}at |TypeError|RangeError|Maximum call stack/m);
    } else ends.good++;
    if (!args(dir, out).includes("--json")) expect(stdout.replaceAll(/<title>|&lt;/g, "")).not.toMatch(raw);
    rmSync(out, { recursive: true, force: true });
  }
}

describe.each(names)("%s", (name) => {
  test("with values changed", { timeout: 600_000 }, async () => {
    const dir = join(folder.path, "changed");
    Object.assign(ends, { good: 0, refused: 0 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), fc.array(change, { minLength: 1, maxLength: 2 }), async (k, changes) => {
        cpSync(seeds[k], dir, { recursive: true });
        const lines = readFileSync(join(dir, name), "utf8").split("\n");
        for (const each of changes) {
          const line = each.line % Math.max(1, lines.length - 1);
          if (lines[line] !== "") lines[line] = mutate(lines[line], each);
        }
        writeFileSync(join(dir, name), lines.join("\n"));
        await tryAll(dir);
      }),
      { numRuns: runs, seed: 21 },
    );
    // the one as well as the other has been tried
    expect(ends.refused).toBeGreaterThan(runs / 4);
    expect(ends.good).toBeGreaterThan(runs / 10);
  });

  test("with letters changed", { timeout: 600_000 }, async () => {
    const dir = join(folder.path, "letters");
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), fc.string({ maxLength: 4 }), fc.nat(5), async (place, put, cut) => {
        cpSync(seeds[1], dir, { recursive: true });
        const text = readFileSync(join(dir, name), "utf8");
        const at = place % Math.max(1, text.length);
        writeFileSync(join(dir, name), text.slice(0, at) + put + text.slice(at + cut));
        await tryAll(dir);
      }),
      { numRuns: Math.ceil(runs / 4), seed: 22 },
    );
  });
});

test("deep lines, and ids that are names of the language", async () => {
  const dir = join(folder.path, "deep");
  cpSync(seeds[0], dir, { recursive: true });
  const deep = `${"[".repeat(50_000)}null${"]".repeat(50_000)}`;
  for (const name of names) {
    const text = readFileSync(join(seeds[0], name), "utf8");
    for (const place of [/^\{/, /"p":/, /"energy":\{/]) {
      writeFileSync(
        join(dir, name),
        text.replace(
          place,
          (found) => `${found === '"p":' ? "" : found}"more":${deep},${found === '"p":' ? found : ""}`,
        ),
      );
      await tryAll(dir);
    }
    writeFileSync(join(dir, name), text.replaceAll('"ball"', '"__proto__"').replaceAll('"floor"', '"constructor"'));
    await tryAll(dir);
    writeFileSync(join(dir, name), text);
  }
});

test("states to be resumed from", { timeout: 600_000 }, async () => {
  const { createHash } = await import("node:crypto");
  const { SceneRun, buildScene } = await import("@rigor/engine/scene");
  const dir = join(folder.path, "resumed");
  const scene = JSON.parse(readFileSync(join(seeds[0], "scene.json"), "utf8"));
  const run = new SceneRun(buildScene(scene));
  run.next();
  const text = JSON.stringify({ number: 1, trajectory: 0, events: 0, wallSeconds: 0, state: run.checkpoint });
  await fc.assert(
    fc.asyncProperty(change, async (each) => {
      cpSync(seeds[0], dir, { recursive: true });
      rmSync(join(dir, "summary.json"), { force: true });
      const data = mutate(text, each);
      const checksum = createHash("sha256").update(data).digest("hex");
      writeFileSync(join(dir, "checkpoint-1.json"), `{"rigor":1,"checksum":"${checksum}","data":${data}}\n`);
      await prepareRun(dir, { resume: true, checkpointInterval: 1 }).catch((error: Error) => {
        if (error.name !== "CommandError") throw error;
        expect(error.message).toContain("cannot be resumed");
      });
      unlockFolders();
    }),
    { numRuns: 2 * runs, seed: 23 },
  );
});
