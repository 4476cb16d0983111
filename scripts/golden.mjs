/**
 * The golden file, test/golden/golden.txt: what every scene comes to, to the last bit, so that code can be moved without moving
 * a bit of an answer. One line a run:
 *
 *   name  hash of the state  hash of the events  kinds of fallbacks  steps  factorizations
 *
 * Runs are the built-in scenes (in one call; in seven, with contacts and energies read in between; and from a snapshot at half
 * of the time), the worlds of packages/scenes, 300 random scenes and 15 of extreme masses, and every world of the regression tests
 * (test/golden/record-worlds.ts). Kinds of events, laws and fallbacks stand in the hashes by the order in which they come, so
 * that words may change.
 *
 * Usage: npm run golden [-- --only=catalogue,worlds,random,regress | --slice] [-- --write]
 * The exit code is 1 if a line is another; each is printed with the columns that differ. The slice, which `npm test` compares, is
 * every seventh run of the first three groups.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const goldenFile = join(root, "test/golden/golden.txt");
const columns = ["state", "events", "fallbacks", "steps", "factorizations"];
const groups = ["catalogue", "worlds", "random", "regress"];
/** Every so many runs are of the slice: of the three of each built-in scene it takes one, another each time. */
const slice = 7;

/** Counts the factorizations of every class of linalg that has a method `factor`, wherever its file is. */
export async function countFactorizations() {
  const count = { value: 0 };
  const folder = join(root, "packages/engine/dist/linalg");
  const seen = new Set();
  for (const path of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"))) {
    for (const type of Object.values(await import(pathToFileURL(join(folder, path)).href))) {
      const prototype = typeof type === "function" ? type.prototype : undefined;
      if (prototype === undefined || !Object.hasOwn(prototype, "factor") || seen.has(prototype)) continue;
      seen.add(prototype);
      const { factor } = prototype;
      if (typeof factor !== "function") continue;
      prototype.factor = function (...args) {
        count.value++;
        return factor.apply(this, args);
      };
    }
  }
  return count;
}

/** What a run has come to so far: fed with the reports of calls, read as the columns of a line. */
export class Record {
  constructor(count) {
    this.count = count;
    this.begun = count.value;
    this.state = createHash("sha256");
    this.events = createHash("sha256");
    this.steps = 0;
    this.eventCount = 0;
    this.words = new Map();
    this.fallbacks = new Set();
  }

  /** A word by the order in which words came. */
  number(word) {
    if (!this.words.has(word)) this.words.set(word, this.words.size);
    return this.words.get(word);
  }

  /** Takes the state of a world after a call, and the report of it. */
  add(world, report) {
    const { system, mechanism } = world;
    for (const array of [system.state, mechanism.own]) {
      this.state.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    }
    this.steps += report.steps;
    for (const what of report.worst.fallbacks) this.fallbacks.add(what);
    for (const { type, law, ...numbers } of report.events) {
      this.events.update(`${this.number(type)} ${this.number(law)} ${JSON.stringify(numbers)}\n`);
      this.eventCount++;
    }
    this.events.update(`${this.number(report.status)}\n`);
  }

  describe(name) {
    const hash = (it) => it.digest("hex").slice(0, 16);
    const factorizations = this.count.value - this.begun;
    return [
      name,
      hash(this.state),
      `${hash(this.events)}:${this.eventCount}`,
      this.fallbacks.size,
      this.steps,
      factorizations,
    ].join("\t");
  }
}

/** The runs of a group: name and function that runs it into a record. */
export async function listRuns(group) {
  const { buildScene, requireScene, advanceModel } = await import("@rigor/engine/scene");
  const scenes = await import("@rigor/scenes");
  const runs = [];
  const advance = (record, model, t) => record.add(model.world, advanceModel(model, t));
  if (group === "catalogue") {
    for (const entry of scenes.catalogue) {
      const scene = requireScene(entry.create());
      const { duration } = scene.run;
      runs.push([`catalogue/${entry.name}`, (record) => advance(record, buildScene(scene), duration)]);
      runs.push([
        `catalogue/${entry.name}, in seven calls`,
        (record) => {
          const model = buildScene(scene);
          for (let k = 1; k <= 7; k++) {
            advance(record, model, (k / 7) * duration);
            model.world.getContacts();
            model.world.getEnergy();
          }
        },
      ]);
      runs.push([
        `catalogue/${entry.name}, from a snapshot`,
        (record) => {
          const model = buildScene(scene);
          advance(record, model, duration / 2);
          const snapshot = model.world.save();
          advance(record, model, 0.75 * duration);
          model.world.restore(snapshot);
          advance(record, model, duration);
        },
      ]);
    }
  }
  if (group === "worlds") {
    for (const scene of scenes.worldScenes) {
      runs.push([
        `worlds/${scene.name}`,
        (record) => {
          const { world } = scene.build();
          record.add(world, world.advanceTo(scene.duration));
        },
      ]);
    }
  }
  if (group === "random") {
    const kinds = [...scenes.randomKinds, ...scenes.extremeKinds];
    const perKind = (kind) => (scenes.extremeKinds.includes(kind) ? 15 : Math.ceil(300 / scenes.randomKinds.length));
    for (const kind of kinds) {
      for (let k = 0; k < perKind(kind); k++) {
        const seed = 1000 + k;
        runs.push([
          `random/${kind} ${seed}`,
          (record) => {
            const model = scenes.buildRandomScene(scenes.createRandomScene(seed, { kind, friction: k % 3 > 0 }));
            for (const t of [0.1, 0.25]) advance(record, model, t);
          },
        ]);
      }
    }
  }
  return runs;
}

/** The lines of runs, one after the other. */
export function runAll(runs, count, tell = () => {}) {
  return runs.map(([name, run], k) => {
    const record = new Record(count);
    run(record);
    tell(k + 1, runs.length, name);
    return record.describe(name);
  });
}

/** The worlds of the regression tests, recorded while these run. */
function recordRegress() {
  const folder = mkdtempSync(join(tmpdir(), "golden-"));
  try {
    const args = [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      "engine",
      "packages/engine/test/regress",
    ];
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, RIGOR_GOLDEN: folder },
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    if (status !== 0) throw new Error(`the regression tests failed:\n${stdout.split("\n").slice(-40).join("\n")}`);
    return readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What of the lines here is not as in the golden ones; those of which there is but one are named, too, if `isWhole`. */
export function compare(golden, here, isWhole) {
  const read = (lines) => new Map(lines.map((line) => [line.split("\t")[0], line.split("\t").slice(1)]));
  const [old, now] = [read(golden), read(here)];
  const differences = [];
  for (const [name, values] of now) {
    const before = old.get(name);
    if (before === undefined) differences.push(`${name}: is not in the golden file`);
    else {
      const others = columns.filter((_, k) => values[k] !== before[k]);
      const told = others.map(
        (column) => `${column} ${before[columns.indexOf(column)]} → ${values[columns.indexOf(column)]}`,
      );
      if (told.length > 0) differences.push(`${name}: ${told.join(", ")}`);
    }
  }
  if (isWhole)
    for (const name of old.keys()) if (!now.has(name)) differences.push(`${name}: is in the golden file only`);
  return differences;
}

/** The lines of the golden file, of some groups. */
export function readGolden(only = groups) {
  const lines = existsSync(goldenFile) ? readFileSync(goldenFile, "utf8").trim().split("\n") : [];
  return lines.filter((line) => only.some((group) => line.startsWith(`${group}/`)));
}

async function main() {
  const { values } = parseArgs({
    options: { write: { type: "boolean" }, only: { type: "string" }, slice: { type: "boolean" } },
  });
  const only = values.only?.split(",") ?? (values.slice ? groups.slice(0, 3) : groups);
  const unknown = only.filter((group) => !groups.includes(group));
  if (unknown.length > 0) {
    process.stderr.write(`--only: ${groups.join(", ")}\n`);
    return 2;
  }
  const count = await countFactorizations();
  const lines = [];
  for (const group of only.filter((name) => name !== "regress")) {
    const all = await listRuns(group);
    const runs = values.slice ? all.filter((_, k) => k % slice === 0) : all;
    lines.push(
      ...runAll(runs, count, (k, n, name) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${k}/${n} ${name}`)),
    );
    process.stderr.write(`${process.stderr.isTTY ? "\r\x1b[K" : ""}${group}: ${runs.length} runs\n`);
  }
  if (only.includes("regress")) {
    const worlds = recordRegress();
    lines.push(...worlds);
    process.stderr.write(`regress: the worlds of ${worlds.length} tests\n`);
  }
  if (values.write && !values.slice) {
    const kept = only.length < groups.length ? readGolden(groups.filter((group) => !only.includes(group))) : [];
    writeFileSync(goldenFile, `${[...kept, ...lines].sort().join("\n")}\n`);
    process.stdout.write(`${lines.length} lines written\n`);
    return 0;
  }
  const differences = compare(readGolden(only), lines, !values.slice);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  process.stdout.write(`${lines.length - differences.length} of ${lines.length} as they were\n`);
  return differences.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
