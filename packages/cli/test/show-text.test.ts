/** Names of others on the terminal: nothing that it would obey, nothing that is not seen, and a name stays on its line. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameFolder } from "../src/output-folder.js";
import { formatJson, showLines, showName, showShort } from "../src/show-text.js";
import { addDiff } from "../src/verbs/diff.js";
import { addExport } from "../src/verbs/export.js";
import { addInfo } from "../src/verbs/info.js";
import { addPlot } from "../src/verbs/plot.js";
import { addReport } from "../src/verbs/report.js";
import { rigorIn, writeScene } from "./support/command.js";
import { bounce, makeFolder, makeRun, patience } from "./support/make-run.js";
import { runVerb } from "./support/run-verb.js";

/** C0 but for the line end, DEL, C1, and what Unicode calls a format character or a separator of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

describe("a name", () => {
  test.each([
    ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m"],
    ["a\nb\r\tc", "a\\u000ab\\u000d\\u0009c"],
    ["\u009b2J\u007f\u0000", "\\u009b2J\\u007f\\u0000"],
    ["\u202egpj.exe\u2066\u2069\u200f", "\\u202egpj.exe\\u2066\\u2069\\u200f"],
    ["a\u2028b\u2029c\u200bd\ufeffe\u00adf", "a\\u2028b\\u2029c\\u200bd\\ufeffe\\u00adf"],
    ["\ud800 alone, \u{e0041} hidden", "\\ud800 alone, \\udb40\\udc41 hidden"],
    ["Größe Ω ≤ 球 שלום 🎱 ❤\ufe0f", "Größe Ω ≤ 球 שלום 🎱 ❤\ufe0f"],
  ])("%j is shown as %j", (name, shown) => {
    expect(showName(name)).toBe(shown);
  });

  test("whatever it is, has nothing hidden in it then; of a text of lines they stay", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(showName(text)).not.toMatch(raw);
        expect(showName(text)).not.toContain("\n");
        expect(showLines(text).split("\n")).toEqual(text.split("\n").map(showName));
        expect(showName(showName(text))).toBe(showName(text));
        expect(showShort(text, 5).length).toBeLessThan(12);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  test("in JSON is the same data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        for (const indent of [0, 2]) {
          const json = formatJson({ value, [text]: text }, indent);
          expect(json).not.toMatch(raw);
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, [text]: text })));
        }
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});

describe("names in a scene and its run", () => {
  const folder = makeFolder();
  afterAll(folder.remove);
  const nasty = "\u001b]0;title\u0007\u009b31m\u202e\u2066x\u2028y\nscene: good\r\u007f\u200b";
  const [floor, ball] = bounce.bodies ?? [];
  const bodies = [
    { ...floor, id: `floor${nasty}` },
    { ...ball, id: nasty },
  ];
  const scene = { ...bounce, run: { duration: 0.6, sampleRate: 20 }, name: nasty, description: nasty, bodies };
  let dirs: string[] = [];
  beforeAll(() => {
    const other = { ...scene, bodies: [bodies[0], { ...bodies[1], restitution: 0.4 }] };
    dirs = [makeRun(join(folder.path, "a"), scene).dir, makeRun(join(folder.path, `b${nasty}`), other).dir];
    for (const dir of dirs) {
      const path = join(dir, "summary.json");
      const said = { status: "failed", error: nasty, warnings: [nasty], stateHash: nasty, events: { [nasty]: 1 } };
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...said }));
      writeFileSync(join(dir, `file${nasty}`), "");
    }
  }, patience);

  /** Neither stream has anything hidden in it, and no line is what a name made it. */
  function expectShown(texts: readonly string[], isData = false): void {
    for (const text of texts) {
      expect(text).not.toMatch(raw);
      expect(text).not.toMatch(/^scene: good/m);
    }
    if (!isData) expect(texts.join("")).toContain("\\u001b]0;title\\u0007");
  }

  test.each(["info", "diff", "plot", "report", "export"])("%s", async (verb) => {
    const [a, b] = dirs;
    const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
      info: [[b], [b, "--json"]],
      diff: [
        [a, b],
        [a, b, "--json"],
      ],
      plot: [[b], [b, "--out", "-", "--what", "force"], [b, "--what", `${nasty}.p`, "--out", "-"]],
      report: [[b], [b, "--out", "-"]],
      export: [[b, "--csv", "--gltf"]],
    };
    const add = { info: addInfo, diff: addDiff, plot: addPlot, report: addReport, export: addExport }[
      verb
    ] as typeof addInfo;
    for (const args of calls[verb]) {
      const { code, stdout, stderr } = await runVerb(add, [verb, ...args]);
      expect(code).toBe(verb === "diff" ? 1 : 0);
      expectShown([stdout, stderr]);
    }
  });

  test("check, of a good scene and of bad ones", () => {
    writeScene(folder.path, scene, "good.json");
    const good = rigorIn(folder.path, "check", "good.json");
    expect([good.status, good.stdout.split("\n").length]).toEqual([0, 2]);
    expectShown([good.stdout, good.stderr]);
    const bad = [
      { ...scene, bodies: [...bodies, bodies[1]] },
      { ...scene, bodies: [...bodies, { ...ball, id: `2${nasty}` }] },
      { ...scene, [nasty]: 1 },
      { ...scene, bodies: [{ ...ball, [nasty]: 1 }] },
      { ...scene, constraints: [{ type: "ball", a: nasty, b: `no${nasty}`, anchor: [0, 0, 0] }] },
      { ...scene, bodies: [{ ...ball, color: nasty }] },
      { ...scene, bodies: [{ ...ball, shape: { type: "mesh", file: `${nasty}.obj` } }] },
      { rigor: nasty },
    ];
    for (const [k, each] of bad.entries()) {
      writeScene(folder.path, each, "bad.json");
      for (const more of [[], ["--json"]]) {
        const { status, stdout, stderr } = rigorIn(folder.path, "check", "bad.json", ...more);
        expect([k, status]).toEqual([k, 2]);
        expectShown([stdout, stderr], true);
        expect((stdout + stderr).length).toBeGreaterThan(10);
      }
    }
    writeScene(folder.path, `{"rigor":1, ${nasty}}`, "bad.json");
    const { status, stderr } = rigorIn(folder.path, "check", "bad.json");
    expect([status, stderr.includes("is not JSON")]).toEqual([2, true]);
    expectShown([stderr], true);
  });

  test("run, its errors, and names that there are not", () => {
    writeScene(folder.path, scene);
    const done = rigorIn(folder.path, "run", "scene.json", "--out", `out${nasty}`);
    expect(done.status).toBe(0);
    expectShown([done.stdout, done.stderr]);
    const json = rigorIn(folder.path, "run", "scene.json", "--out", "again", "--json");
    expectShown([json.stdout, json.stderr]);
    for (const args of [
      ["run", "scene.json", "--out", `out${nasty}`],
      ["run", nasty],
      ["info", `nowhere${nasty}`],
      ["plot", "again", "--what", `no${nasty}`],
      ["run", "scene.json", `--no${nasty.replace("\n", "")}`],
      [nasty.replace("\n", "")],
    ]) {
      const { status, stdout, stderr } = rigorIn(folder.path, ...args);
      expect([status, stdout]).toEqual([2, ""]);
      expectShown([stderr], true);
    }
  });
});

describe("the folder of a run that none was named for", () => {
  test.each([
    [".", "scene"],
    ["..", "scene"],
    ["...", "scene"],
    ["", "scene"],
    [" . ", "scene"],
    [".hidden", "hidden"],
    ["con", "scene-con"],
    ["NUL.txt", "scene-NUL.txt"],
    ["com1", "scene-com1"],
    ["console", "console"],
    ["a:b*c?", "a-b-c-"],
    ["x\u001b[2J\n", "x-u001b[2J-u000a"],
    ["ends. .", "ends"],
    ["dominoes", "dominoes"],
    ["Größe 2.5", "Größe 2.5"],
  ])("of %j is %j", (name, expected) => {
    expect(nameFolder(name)).toBe(expected);
  });

  test("is a folder in runs, whatever the name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
        const folder = nameFolder(name);
        expect(dirname(join("runs", folder))).toBe("runs");
        expect(basename(join("runs", folder))).toBe(folder);
        expect(Buffer.byteLength(folder)).toBeLessThan(220);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  test.each(["..json", ".json", "...json"])("%s does not write into runs itself", (name) => {
    const folder = makeFolder();
    try {
      writeScene(folder.path, { ...bounce, run: { duration: 0.1, sampleRate: 20 } }, name);
      for (const expected of ["scene", "scene-2"]) {
        expect(rigorIn(folder.path, "run", `./${name}`, "-q").status).toBe(0);
        expect(readdirSync(join(folder.path, "runs"))).toContain(expected);
      }
      expect(readdirSync(join(folder.path, "runs"))).toEqual(["scene", "scene-2"]);
    } finally {
      folder.remove();
    }
  });
});
