/** Folders of runs are read back as they were written; what is missing or torn is told. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sample } from "@rigor/engine/scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecording, readRun } from "../src/run-folder.js";
import { bounce, type MadeRun, makeFolder, makeRun, patience } from "./support/make-run.js";

const folder = makeFolder();
afterAll(folder.remove);
let run: MadeRun;
beforeAll(() => {
  run = makeRun(join(folder.path, "bounce"), bounce);
}, patience);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** A copy of the folder, changed. */
function damage(name: string, change: (dir: string) => void): string {
  const dir = join(folder.path, name);
  cpSync(run.dir, dir, { recursive: true });
  change(dir);
  return dir;
}

test("scene, summary, samples and events are those of the run, as often as they are read", async () => {
  const read = await readRun(run.dir);
  expect(read.scene.name).toBe("bounce");
  expect(read.summary.status).toBe("complete");
  expect(await collect(read.readSamples())).toEqual(JSON.parse(JSON.stringify(run.samples)));
  expect(await collect(read.readSamples())).toHaveLength(121);
  expect(await collect(read.readEvents())).toEqual(JSON.parse(JSON.stringify(run.events)));
});

test("lines longer than what is read at once stay whole, and letters of several bytes too", async () => {
  const [first, second, third] = JSON.parse(JSON.stringify(run.samples.slice(0, 3))) as Sample[];
  const long = { ...second, note: "Ω≤ü".repeat(900_000) };
  const dir = damage("long", (path) => {
    const lines = [first, long, third].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(join(path, "trajectory.ndjson"), lines.join(""));
  });
  expect(await collect((await readRun(dir)).readSamples())).toEqual([first, long, third]);
});

test("of a run that is under way, or was cut off by a full disk, a last line without its end is left out", async () => {
  const dir = damage("cut off", (path) => {
    rmSync(join(path, "summary.json"));
    for (const name of ["trajectory.ndjson", "events.ndjson"]) {
      writeFileSync(join(path, name), readFileSync(join(path, name)).subarray(0, -20));
    }
  });
  const { readSamples, readEvents } = await openRecording(dir);
  expect(await collect(readSamples())).toEqual(JSON.parse(JSON.stringify(run.samples.slice(0, -1))));
  expect(await collect(readEvents())).toHaveLength(run.events.length - 1);
});

describe("errors", () => {
  const cases: readonly [string, (dir: string) => void, RegExp][] = [
    ["no summary", (dir) => rmSync(join(dir, "summary.json")), /summary\.json: is missing; the run has not ended/],
    ["no scene", (dir) => rmSync(join(dir, "scene.json")), /scene\.json: is missing/],
    ["no trajectory", (dir) => rmSync(join(dir, "trajectory.ndjson")), /trajectory\.ndjson: is missing/],
    ["damaged summary", (dir) => writeFileSync(join(dir, "summary.json"), "{"), /summary\.json: must be a JSON object/],
    ["a list for a scene", (dir) => writeFileSync(join(dir, "scene.json"), "[]"), /scene\.json: must be a JSON object/],
    [
      "torn last line",
      (dir) => {
        const path = join(dir, "trajectory.ndjson");
        writeFileSync(path, readFileSync(path).subarray(0, -20));
      },
      /trajectory\.ndjson:121: the last line is torn/,
    ],
    [
      "damaged line",
      (dir) => writeFileSync(join(dir, "trajectory.ndjson"), `${JSON.stringify(run.samples[0])}\n{"t":nothing}\n`),
      /trajectory\.ndjson:2: must be a JSON object/,
    ],
  ];
  test.each(cases)("%s", async (name, change, message) => {
    const dir = damage(name, change);
    const read = async () => collect((await readRun(dir)).readSamples());
    await expect(read()).rejects.toThrow(message);
    await expect(read()).rejects.toMatchObject({ name: "CommandError", code: 2 });
  });

  test("a folder that is not there, and a file", async () => {
    await expect(readRun(join(folder.path, "nowhere"))).rejects.toThrow(/there is no such folder/);
    await expect(readRun(join(run.dir, "scene.json"))).rejects.toThrow(/must be the folder of a run/);
  });
});
