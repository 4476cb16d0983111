/** Every equation that a comment cites exists in the notes, and docs/concordance.md lists them all. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { read, root } from "./support/repository.js";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const script = new URL("../scripts/concordance.mjs", import.meta.url).href;
const { makeConcordance, main } = (await import(script)) as {
  makeConcordance(root: string): { document: string; problems: string[]; unaccounted: string[] };
  main(args: readonly string[], tell: (text: string) => void): number;
};

/** Runs the command, in the repository or in another root. */
function run(...options: string[]) {
  let stderr = "";
  const status = main(options, (text) => {
    stderr += text;
  });
  return { status, stderr };
}

/** A made-up repository with one source, the real registry, and nothing else. */
function makeRepository(source: string, path = "packages/engine/src/ode/made-up.ts"): string {
  const folder = mkdtempSync(join(tmpdir(), "concordance-"));
  folders.push(folder);
  for (const [name, text] of [
    [path, source],
    ["docs/equations.json", read("docs/equations.json")],
  ] as const) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe("the repository", () => {
  const { document, unaccounted } = makeConcordance(root);

  test("cites only equations that exist, and its concordance is current", () => {
    expect(run("--check")).toEqual({ status: 0, stderr: "" });
  });

  test("accounts for every equation: it is cited, or it is said why nothing computes it as it stands", () => {
    expect(unaccounted).toEqual([]);
  });

  /** Formulas that the engine computes, found by reading the sources beside the notes: each has its number at its code. */
  test.each([
    ["Rigid Body Simulation", "2–22 2–23 2–29 2–31 8–1 8–2 8–3 8–5 8–6 8–10 D–3 D–4 D–5"],
    ["Physically Based Animation II", "7–1 7–2 7–3 7–4 7–5"],
    ["Constrained Dynamics", "1 2 3 4 5 6 7 8 9 10"],
    ["Baraff 1989", "14 15 16 26 27 30 31 32 33 34"],
    ["Chaney", "1 2 3 4 8 9 10 16 22 23 24 25 28 29 30 31 33"],
  ])("cites what it computes of %s", (chapter, numbers) => {
    const section =
      document.split("## From file to equation")[0].split(`### ${chapter}\n`)[1]?.split("\n### ")[0] ?? "";
    const cited = [...section.matchAll(/^\| \((\S+)\) \|.*\.ts#L\d+/gm)].map(([, number]) => number);
    expect(numbers.split(" ").filter((number) => !cited.includes(number))).toEqual([]);
  });
});

describe("the registry", () => {
  const chapters = JSON.parse(read("docs/equations.json")) as Record<string, { equations: Record<string, string> }>;

  test("has every numbered equation of the sources", () => {
    const counts = Object.fromEntries(
      Object.entries(chapters).map(([name, c]) => [name, Object.keys(c.equations).length]),
    );
    expect(counts).toEqual({
      "Differential Equation Basics": 2,
      "Particle System Dynamics": 2,
      "Rigid Body Simulation": 3 + 43 + 2 + 6 + 18 + 9 + 26 + 6 + 12 + 5,
      "Physically Based Animation II": 10,
      "Implicit Methods": 1 + 2 + 5,
      "Constrained Dynamics": 13,
      "Baraff 1989": 37,
      Chaney: 33,
    });
  });

  test("numbers run without gaps, and each says something", () => {
    for (const { equations } of Object.values(chapters)) {
      let previous = "";
      for (const [number, caption] of Object.entries(equations)) {
        const [, section, last] = /^(?:([A-D]|\d)–)?(\d+)$/.exec(number)!;
        const [, oldSection, oldLast] = /^(?:([A-D]|\d)–)?(\d+)$/.exec(previous) ?? [];
        expect(Number(last)).toBe(section === oldSection && previous !== "" ? Number(oldLast) + 1 : 1);
        expect(caption.length).toBeGreaterThan(0);
        previous = number;
      }
    }
  });
});

describe("the check can fail", () => {
  const follows = (chapters: string, rest: string) =>
    `/**\n * A file.\n * Follows: ${chapters}.\n */\n${rest}\nexport {};\n`;

  test.each([
    [
      "a number that the chapter lacks",
      follows("Implicit Methods, section 4", "// see (4–6)"),
      "(4–6) is not in Implicit Methods",
    ],
    [
      "a plain number that the chapter lacks",
      follows("Constrained Dynamics", "// f = m a          (14)"),
      "(14) is not in",
    ],
    [
      "a number after eq.",
      follows("Particle System Dynamics", "/* by eq. (3) */"),
      "(3) is not in Particle System Dynamics",
    ],
    ["the second of two", follows("Particle System Dynamics", "// eqs. (1) and (3)"), "(3) is not in"],
    [
      "a number of another chapter",
      follows("Particle System Dynamics", "// (8–18)"),
      "if Rigid Body Simulation is meant",
    ],
    [
      "no chapter at all",
      "/** A file. */\n\n\n\n// (8–18)\nexport {};\n",
      "the header has no line “Follows: <chapter>”",
    ],
    [
      "a chapter below the header",
      "/** A. */\nexport {};\n\n/** Follows: Chaney. */\n// (3–2)\n",
      "the header has no line",
    ],
    ["two chapters with the number", follows("Chaney; Baraff 1989", "// eq. (7)"), "name the chapter on the same line"],
    ["a hyphen", follows("Implicit Methods", "// (4-5)"), "with an en-dash"],
    ["a comment behind code", follows("Implicit Methods", "const a = 1; // (9–1)"), "(9–1) is not in Implicit Methods"],
    ["a comment in an empty block", follows("Implicit Methods", "function f() { /* (9–1) */ }"), "(9–1) is not in"],
  ])("%s", (_, source, problem) => {
    const { problems } = makeConcordance(makeRepository(source));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    expect(problems[0]).toContain("packages/engine/src/ode/made-up.ts:5: ");
  });

  test("an unknown chapter", () => {
    const folder = makeRepository(follows("Hairer and Wanner", ""));
    const { status, stderr } = run("--check", "--root", folder);
    expect(stderr).toContain("made-up.ts:3: “Hairer and Wanner.” is no chapter");
    expect(status).toBe(1);
  });

  test("an equation that is neither cited nor said not to be computed, or both", () => {
    const { unaccounted } = makeConcordance(makeRepository(follows("Implicit Methods", "// (4–5) and (4–3)")));
    expect(unaccounted).toContain("Implicit Methods (4–4)");
    expect(unaccounted).toContain("Implicit Methods (4–3)");
    expect(unaccounted).not.toContain("Implicit Methods (4–5)");
    expect(unaccounted).not.toContain("Implicit Methods (2–1)");
  });

  test("a document that is out of date", () => {
    const folder = makeRepository(follows("Implicit Methods", "// (4–5)"));
    expect(run("--check", "--root", folder).status).toBe(1);
    expect(run("--write", "--root", folder).status).toBe(0);
    expect(run("--check", "--root", folder)).toEqual({ status: 0, stderr: "" });
    writeFileSync(join(folder, "packages/engine/src/ode/made-up.ts"), follows("Implicit Methods", "\n// (4–5)"));
    expect(run("--check", "--root", folder).stderr).toContain("out of date; run `npm run concordance`");
  });

  test("bad usage, also in a process of its own", () => {
    expect(run().status).toBe(2);
    expect(run("--wrote").status).toBe(2);
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, "scripts/concordance.mjs"), "--check", "--write"],
      {
        encoding: "utf8",
      },
    );
    expect(stderr).toMatch(/^usage: /);
    expect(status).toBe(2);
  });
});

test("lists citations of every form both ways, and nothing else", () => {
  const source = [
    "/**",
    " * f = −k x                                        (1)",
    " * Follows: Particle System Dynamics, section 4;",
    " *   Rigid Body Simulation II; Implicit Methods.",
    " */",
    "const text = `(9–9) $" + "{/* (8–18) */ 1} eq. (2)`; // (3–1) to (3–2)",
    "// (2) at the start, sin (2) in the middle, and one space before the last (2)",
    "// (4–1) of Implicit Methods",
    "export { text };",
  ].join("\n");
  const { document, problems } = makeConcordance(makeRepository(source));
  expect(problems).toEqual([]);
  const rows = document.split("\n").filter((row) => /^\| \(/.test(row));
  expect(rows.map((row) => /^\| (\(\S+\)).*made-up\.ts:(\d+)/.exec(row)?.slice(1))).toEqual([
    ["(1)", "2"],
    ["(8–18)", "6"],
    ["(3–1)", "6"],
    ["(3–2)", "6"],
    ["(4–1)", "8"],
  ]);
  expect(document).toContain(
    "| [ode/made-up.ts](../packages/engine/src/ode/made-up.ts) | " +
      "Particle System Dynamics (1); Rigid Body Simulation (8–18); Implicit Methods (3–1), (3–2), (4–1) |",
  );
});
