/**
 * The sensitivity of empirical constants: for each constant of a `parameters.ts` of the engine whose comment says "Empirical", the
 * scenes whose motion changes by a bit when the constant is doubled (halved, if it is a part from a half to one), and by how much
 * steps, events and factorizations change. So that a constant can be checked, and chosen anew where it should be.
 *
 * Scenes are the built-in ones, each up to `longest` of simulated time, and every `sample`-th random scene of the golden file. Each
 * constant runs in a process of its own, on a copy of the compiled engine in which that constant alone is another.
 *
 * Usage: npm run sensitivity [-- --only=world/time-stepping,contact] [--jobs=2] [--write]
 * `--write` writes docs/sensitivity.md; constants that were not measured keep their lines.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "packages/engine/src");
const page = join(root, "docs/sensitivity.md");
/** Simulated time up to which a built-in scene runs, s. */
const longest = 0.5;
/** Every so many random scenes are run. */
const sample = 8;
/** A process that takes longer than this many times the base run, and at least a minute, has not ended. */
const patience = 8;

/** Lists the empirical constants of the engine, by file and name, with their comments. */
export function listConstants(only = []) {
  const files = readdirSync(sources, { recursive: true })
    .filter((file) => file.endsWith("parameters.ts"))
    .map((file) => file.split(sep).join("/"))
    .sort();
  return files.flatMap((file) => {
    const room = file.replace(/\/parameters\.ts$/, "");
    if (only.length > 0 && !only.some((name) => room === name || room.startsWith(`${name}/`))) return [];
    const text = readFileSync(join(sources, file), "utf8");
    const found = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+)(?:: [^=]+)? = ([^;]+);/g);
    return [...found]
      .filter(([, comment]) => comment.includes("Empirical"))
      .map(([, , name, value]) => ({ room, name, value: value.replace(/\s+/g, " ").trim() }));
  });
}

/** Makes a folder with the compiled packages that scenes need, whose engine can be changed. */
function copyPackages() {
  const folder = mkdtempSync(join(tmpdir(), "sensitivity-"));
  mkdirSync(join(folder, "node_modules/@rigor"), { recursive: true });
  for (const name of ["engine", "scenes"]) {
    for (const part of ["package.json", "dist"]) {
      cpSync(join(root, "packages", name, part), join(folder, "packages", name, part), { recursive: true });
    }
    symlinkSync(join("../../packages", name), join(folder, "node_modules/@rigor", name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  cpSync(fileURLToPath(import.meta.url), join(folder, "sensitivity.mjs"));
  return folder;
}

/** Changes one constant in the compiled engine of a folder; returns the function that changes it back. */
function change(folder, { room, name }) {
  const file = join(folder, "packages/engine/dist", room, "parameters.js");
  const text = readFileSync(file, "utf8");
  const pattern = new RegExp(`export const ${name} = ([^;]+);`);
  if (!pattern.test(text)) throw new Error(`${room}: ${name} is not in the compiled engine; run npm run build`);
  const scaled =
    "const scaled = (x) => typeof x === 'number' ? (x >= 0.5 && x <= 1 ? x / 2 : 2 * x) : x.map(scaled);\n";
  writeFileSync(file, scaled + text.replace(pattern, (_, value) => `export const ${name} = scaled(${value});`));
  return () => writeFileSync(file, text);
}

/** Runs all scenes with the engine of a folder in a process of its own. Null if it does not end. */
function runFolder(folder, limit) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, "sensitivity.mjs"), "--runs"], { cwd: folder });
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
    });
    child.stderr.resume();
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    child.on("close", () => {
      clearTimeout(timer);
      resolve(out.endsWith("]\n") ? JSON.parse(out) : null);
    });
  });
}

/** Runs the scenes of this folder, and prints what they come to. */
async function printRuns() {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const engine = (module) => import(pathToFileURL(join(folder, `packages/engine/dist/${module}/index.js`)).href);
  const { buildScene, requireScene, advanceModel } = await engine("scene");
  const scenes = await import(pathToFileURL(join(folder, "packages/scenes/dist/index.js")).href);
  const runs = scenes.catalogue.map((entry) => {
    const scene = requireScene(entry.create());
    return [entry.name, () => buildScene(scene), Math.min(scene.run.duration, longest)];
  });
  const kinds = [...scenes.randomKinds, ...scenes.extremeKinds];
  kinds.forEach((kind, n) => {
    for (let k = n % sample; k < 40; k += sample) {
      const make = () => scenes.buildRandomScene(scenes.createRandomScene(1000 + k, { kind, friction: k % 3 > 0 }));
      runs.push([`${kind} ${1000 + k}`, make, 0.25]);
    }
  });
  const results = runs.map(([name, make, end]) => {
    try {
      const { world, ...model } = make();
      const report = advanceModel({ world, ...model }, end);
      const hash = createHash("sha256");
      for (const { buffer, byteOffset, byteLength } of [world.system.state, world.mechanism.own]) {
        hash.update(new Uint8Array(buffer, byteOffset, byteLength));
      }
      const { steps, events, worst } = report;
      return [name, hash.digest("hex").slice(0, 16), steps, events.length, worst.fallbacks.length];
    } catch (error) {
      return [name, `error: ${error.message.slice(0, 60)}`, 0, 0, 0];
    }
  });
  process.stdout.write(`${JSON.stringify(results)}\n`);
}

/** Compares the runs with a changed constant with the base runs, as a line of the table. */
function describe({ room, name, value }, base, runs) {
  const start = `| ${room} | \`${name}\` | ${value.replace(/\|/g, "\\|")} |`;
  if (runs === null) return `${start} all | | does not end within ${patience} times the time |`;
  const changed = base.map((was, k) => [was, runs[k]]).filter(([was, is]) => was[1] !== is[1]);
  if (changed.length === 0) return `${start} 0 | | |`;
  const sum = (slot) => [0, 1].map((side) => changed.reduce((total, pair) => total + pair[side][slot], 0));
  const [steps, events, fallbacks] = [sum(2), sum(3), sum(4)];
  const part = ([was, is]) => (was === is ? "as before" : `${was} → ${is}`);
  const figures = `steps ${part(steps)}, events ${part(events)}${fallbacks[0] === fallbacks[1] ? "" : `, fallbacks ${part(fallbacks)}`}`;
  const names = changed.slice(0, 3).map(([was]) => was[0]);
  return `${start} ${changed.length} | ${names.join(", ")}${changed.length > 3 ? ", …" : ""} | ${figures} |`;
}

/** Reads the lines of the page by room and name. */
export function readPage() {
  const lines = existsSync(page) ? readFileSync(page, "utf8").split("\n") : [];
  const rows = lines
    .map((line) => [/^\| ([\w/-]+) \| `(\w+)` \|/.exec(line), line])
    .filter(([match]) => match !== null);
  return new Map(rows.map(([match, line]) => [`${match[1]} ${match[2]}`, line]));
}

function writePage(lines, count) {
  const head = `# Sensitivity of the empirical constants

Constants of the engine are in \`parameters.ts\` of their rooms, each with unit and reason. The reason of some is experience: their
comments say "Empirical". This table, written by \`npm run sensitivity -- --write\`, shows for each of them which of ${count} scenes depend
on it: the constant is doubled (halved, if it is a part from a half to one), and a scene depends on it if its motion changes by a bit.
Scenes are the built-in ones, up to ${longest} s each, and random scenes of the golden file. The last column sums steps and events of the
scenes that have changed. In a chaotic scene any change of a bit leads to another motion: many changed scenes with nearly as many steps
show that the constant takes part, not that it matters much. Where no scene depends on a constant, it is a safeguard, a limit that these
scenes do not reach, or part of a report, which moves nothing. Rooms without lines are not measured yet: \`npm run sensitivity -- --only=ode\`.

| room | constant | value | scenes | for example | doubled or halved |
| --- | --- | --- | --- | --- | --- |
`;
  writeFileSync(page, `${head}${lines.join("\n")}\n`);
}

async function main() {
  const options = {
    only: { type: "string" },
    jobs: { type: "string" },
    write: { type: "boolean" },
    runs: { type: "boolean" },
  };
  const { values } = parseArgs({ options });
  if (values.runs) {
    await printRuns();
    return 0;
  }
  const only = values.only?.split(",") ?? [];
  const constants = listConstants(only);
  if (constants.length === 0) {
    process.stderr.write(`--only: a module or a room of the engine, such as world or world/time-stepping\n`);
    return 2;
  }
  const jobs = Number(values.jobs ?? 1);
  const folders = Array.from({ length: jobs }, copyPackages);
  try {
    const began = performance.now();
    const base = await runFolder(folders[0], 600_000);
    if (base === null) throw new Error("the scenes do not run; run npm run build");
    const limit = Math.max(60_000, patience * (performance.now() - began));
    const lines = new Map(listConstants().map((constant) => [`${constant.room} ${constant.name}`, null]));
    for (const [key, line] of readPage()) if (lines.has(key)) lines.set(key, line);
    const waiting = [...constants];
    let done = 0;
    const work = async (folder) => {
      for (let constant = waiting.shift(); constant !== undefined; constant = waiting.shift()) {
        const restore = change(folder, constant);
        const line = describe(constant, base, await runFolder(folder, limit));
        restore();
        lines.set(`${constant.room} ${constant.name}`, line);
        process.stdout.write(`${++done}/${constants.length} ${line}\n`);
        if (values.write)
          writePage(
            [...lines.values()].filter((known) => known !== null),
            base.length,
          );
      }
    };
    await Promise.all(folders.map(work));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
