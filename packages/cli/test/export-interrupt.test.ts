/** `export` that is ended by Ctrl-C leaves what was there before, and nothing half written. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { ballsScene, makeFolder, rigorIn, startIn, waitFor, writeScene } from "./support/command.js";

const folder = makeFolder();
const dir = join(folder, "long");

/** A recording of many samples, which takes seconds to be read. */
beforeAll(() => {
  writeScene(folder, ballsScene);
  expect(rigorIn(folder, "run", "scene.json", "--out", dir, "--duration", "0.1", "-q").status).toBe(0);
  const path = join(dir, "trajectory.ndjson");
  const first = readFileSync(path, "utf8").split("\n")[0];
  const lines = Array.from({ length: 1000 }, (_, k) => first.replace('"t":0,', `"t":${k / 60},`));
  const block = `${lines.join("\n")}\n`;
  writeFileSync(path, block.repeat(Math.ceil(1e8 / block.length)));
});

test.each(["--gltf", "--csv", "--parquet"])("%s", async (format) => {
  const listFiles = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  const before = listFiles();
  const animation = readFileSync(join(dir, "animation.glb"));
  const child = startIn(folder, "export", "long", format);
  await delay(700);
  child.kill("SIGINT");
  const { code, signal } = await waitFor(child);
  // before it listens, the system ends it
  expect(signal ?? code).toBe(signal === null ? 130 : "SIGINT");
  expect(listFiles()).toEqual(before);
  expect(readFileSync(join(dir, "animation.glb")).equals(animation)).toBe(true);
});
