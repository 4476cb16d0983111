/** Tables read back, by other means, as the same doubles. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addExport } from "../src/verbs/export.js";
import { bounce, briefMechanism, type MadeRun, makeFolder, makeRun, patience } from "./support/make-run.js";
import { runVerb } from "./support/run-verb.js";

const folder = makeFolder();
afterAll(folder.remove);
let run: MadeRun;
beforeAll(() => {
  run = makeRun(join(folder.path, "mechanism"), briefMechanism);
}, patience);

type Row = Record<string, number | string>;

/** What the tables must hold, from the samples themselves. */
function expectTables(): Record<string, Row[]> {
  const xyz = (name: string, v: readonly number[]) => Object.fromEntries(v.map((x, k) => [`${name}${"xyzw"[k]}`, x]));
  const { samples } = run;
  return {
    bodies: samples.flatMap(({ t, bodies }) =>
      Object.entries(bodies).map(([id, { p, q, v, w }]) => ({
        t,
        id,
        ...xyz("p", p),
        ...xyz("q", q),
        ...xyz("v", v),
        ...xyz("w", w),
      })),
    ),
    particles: samples.flatMap(({ t, particles }) =>
      Object.entries(particles).map(([id, { p, v }]) => ({ t, id, ...xyz("p", p), ...xyz("v", v) })),
    ),
    coordinates: samples.flatMap(({ t, generalized = {} }) =>
      Object.entries(generalized).flatMap(([id, { u, rate }]) =>
        u.map((_, index) => ({ t, id, index, u: u[index], rate: rate[index] })),
      ),
    ),
    masses: samples.flatMap(({ t, generalized = {} }) =>
      Object.entries(generalized).flatMap(([id, { p }]) =>
        p.map((place, index) => ({ t, id, index, ...xyz("p", place) })),
      ),
    ),
    constraints: samples.flatMap(({ t, constraints }) =>
      Object.entries(constraints).map(([id, { force, torque, error }]) => ({
        t,
        id,
        ...xyz("force_", force),
        ...xyz("torque_", torque),
        error,
      })),
    ),
    contacts: samples.flatMap(({ t, contacts }) =>
      contacts.map(({ a, b, p, n, f, t: rub, gap }) => ({
        t,
        a,
        b,
        ...xyz("p", p),
        ...xyz("n", n),
        f,
        ...xyz("t", rub),
        gap,
      })),
    ),
    energy: samples.map(({ t, energy }) => ({ t, ...energy })),
    events: run.events.map(({ t, type, a, b, p, n, impulse, vBefore, vAfter }) => ({
      t,
      type,
      a,
      b,
      ...xyz("p", p),
      ...xyz("n", n),
      impulse,
      vBefore,
      vAfter,
    })),
  };
}

/** No quotes in these tables: ids are plain. */
function readCsv(path: string): Row[] {
  const [head, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(
      line.split(",").map((cell, k) => [names[k], cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell]),
    ),
  );
}

/** −0 is written as 0 in a recording. */
const plain = (rows: Row[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, x]) => [k, x === 0 ? 0 : x])));

test("CSV has the same doubles", async () => {
  const { code, stdout } = await runVerb(addExport, ["export", run.dir, "--csv"]);
  expect(code).toBe(0);
  const expected = expectTables();
  expect(readdirSync(join(run.dir, "csv")).sort()).toEqual(
    Object.keys(expected)
      .map((name) => `${name}.csv`)
      .sort(),
  );
  expect(stdout.trim().split("\n")).toHaveLength(8);
  for (const [name, rows] of Object.entries(expected)) {
    expect(readCsv(join(run.dir, "csv", `${name}.csv`)), name).toEqual(plain(rows));
  }
});

test("Parquet has the same doubles", async () => {
  const out = join(folder.path, "tables");
  expect((await runVerb(addExport, ["export", run.dir, "--parquet", "--out", out])).code).toBe(0);
  for (const [name, rows] of Object.entries(expectTables())) {
    const file = await asyncBufferFromFile(join(out, `${name}.parquet`));
    expect(plain((await parquetReadObjects({ file })) as Row[]), name).toEqual(plain(rows));
  }
});

describe("awkward runs", () => {
  test("ids with commas, quotes, line ends and other scripts, in both formats", async () => {
    const ids = ['a,"b"', "line\nend", "Körper Ω", "constructor"];
    const bodies = ids.map((id, k) => ({
      id,
      shape: { type: "sphere" as const, radius: 0.1 },
      position: [k, 0, 0] as const,
    }));
    const { dir } = makeRun(join(folder.path, "names"), { rigor: 1, run: { duration: 0.1, sampleRate: 10 }, bodies });
    await runVerb(addExport, ["export", dir, "--csv", "--parquet"]);
    const csv = readFileSync(join(dir, "csv", "bodies.csv"), "utf8");
    expect(csv).toContain('\n0,"a,""b""",0,');
    expect(csv).toContain('\n0,"line\nend",1,');
    const file = await asyncBufferFromFile(join(dir, "parquet", "bodies.parquet"));
    const rows = (await parquetReadObjects({ file })) as Row[];
    expect(rows.slice(0, 4).map(({ id }) => id)).toEqual(ids);
  });

  test("tables without rows are there, with their columns", async () => {
    const scene = { ...bounce, run: { duration: 0.1, sampleRate: 10 } };
    const { dir } = makeRun(join(folder.path, "short"), scene);
    await runVerb(addExport, ["export", dir, "--csv", "--parquet"]);
    expect(readFileSync(join(dir, "csv", "events.csv"), "utf8")).toMatch(/^t,type,a,b,[^\n]*\n$/);
    const file = await asyncBufferFromFile(join(dir, "parquet", "events.parquet"));
    expect(await parquetReadObjects({ file })).toEqual([]);
  });

  test("many rows: several groups of a Parquet file", async () => {
    const dir = join(folder.path, "short");
    const sample = readFileSync(join(dir, "trajectory.ndjson"), "utf8").split("\n")[0];
    const lines = Array.from({ length: 20_000 }, (_, k) => sample.replace('"t":0', `"t":${k / 7}`));
    writeFileSync(join(dir, "trajectory.ndjson"), lines.map((line) => `${line}\n`).join(""));
    await runVerb(addExport, ["export", dir, "--parquet"]);
    const file = await asyncBufferFromFile(join(dir, "parquet", "energy.parquet"));
    const rows = (await parquetReadObjects({ file })) as Row[];
    expect(rows).toHaveLength(20_000);
    expect(rows.every(({ t }, k) => t === k / 7)).toBe(true);
  });
});

describe("errors", () => {
  test("nothing asked for, an error without an animation, no run", async () => {
    for (const [args, message] of [
      [["export", run.dir], /say what to write: --gltf, --csv or --parquet/],
      [["export", run.dir, "--csv", "--error", "0.1"], /--error: goes with --gltf/],
      [["export", run.dir, "--gltf", "--error", "0"], /must be a finite number > 0/],
      [["export", join(folder.path, "none"), "--csv"], /there is no such folder/],
    ] as const) {
      const { code, stderr } = await runVerb(addExport, args);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
  });

  test("a damaged recording leaves no files behind", async () => {
    const { dir } = makeRun(join(folder.path, "torn"), { ...bounce, run: { duration: 0.1, sampleRate: 10 } });
    const path = join(dir, "trajectory.ndjson");
    writeFileSync(path, readFileSync(path).subarray(0, -5));
    expect((await runVerb(addExport, ["export", dir, "--csv", "--parquet"])).code).toBe(2);
    expect(readdirSync(join(dir, "csv"))).toEqual([]);
    expect(existsSync(join(dir, "parquet"))).toBe(false);
  });

  test("a folder that cannot be made is named", async () => {
    const { code, stderr } = await runVerb(addExport, [
      "export",
      run.dir,
      "--csv",
      "--out",
      join(run.dir, "scene.json", "x"),
    ]);
    expect(stderr).toMatch(/scene\.json/);
    expect(code).toBeGreaterThan(0);
  });

  test("--gltf tells how many keys it took, and how near they are", async () => {
    const { stderr } = await runVerb(addExport, [
      "export",
      run.dir,
      "--gltf",
      "--error",
      "0.05",
      "--out",
      join(folder.path, "a.glb"),
    ]);
    expect(stderr).toMatch(/a\.glb: \d+ keys for \d+ samples, within [\d.]+e-2 m of the recording/);
  });
});
