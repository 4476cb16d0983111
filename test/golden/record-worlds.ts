/**
 * Records what every world of a test comes to, for the golden file (scripts/golden.mjs), which sets RIGOR_GOLDEN to the folder
 * where the lines are to go: a line a test, of all calls of `advanceTo` in it, in their order.
 */
import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { World } from "@rigor/engine/world";
import { afterEach, beforeEach, expect } from "vitest";
import { countFactorizations, Record } from "../../scripts/golden.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = process.env.RIGOR_GOLDEN ?? "";
const key = Symbol.for("rigor.golden");

interface Recorder {
  record: Record | null;
  count: { value: number };
}

const shared = globalThis as unknown as { [key]?: Recorder };

/** Patches the world once in a worker: files of tests share their modules. */
async function install(): Promise<Recorder> {
  const recorder: Recorder = { record: null, count: await countFactorizations() };
  const { advanceTo } = World.prototype;
  World.prototype.advanceTo = function (...args) {
    const report = advanceTo.apply(this, args);
    recorder.record?.add(this, report);
    return report;
  };
  return recorder;
}

shared[key] ??= await install();
const recorder = shared[key];

beforeEach(() => {
  recorder.record = new Record(recorder.count);
});

afterEach(() => {
  const { record } = recorder;
  recorder.record = null;
  if (record === null || record.steps + record.eventCount === 0) return;
  const { testPath = "", currentTestName = "" } = expect.getState();
  const file = relative(join(root, "packages/engine/test"), testPath).replaceAll("\\", "/");
  appendFileSync(join(folder, `${process.pid}.txt`), `${record.describe(`${file} > ${currentTestName}`)}\n`);
});
