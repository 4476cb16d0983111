/** Every program in the documents compiles, runs and prints what it says; every link leads somewhere. */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { checkLinks } from "./support/links.js";
import { listFiles, read, root } from "./support/repository.js";
import {
  comparePrints,
  compileSnippet,
  listSnippets,
  readExpectations,
  readPrints,
  type Snippet,
} from "./support/snippets.js";

const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...listFiles("docs", ".md")];
const snippets = documents.flatMap((document) => listSnippets(document, read(document)));
const folder = join(root, "node_modules/.cache/rigor-docs");
const run = promisify(execFile);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
});

const name = (snippet: Snippet) => `${snippet.document}:${snippet.line}`;

/** The complaints of the strict compiler about programs, by the lines of their documents. */
function checkTypes(programs: readonly Snippet[]): string[] {
  const files = programs.map((snippet, i) => {
    const path = join(folder, `snippet-${i}.ts`);
    writeFileSync(path, snippet.text);
    return { path, snippet };
  });
  const program = ts.createProgram(
    files.map(({ path }) => path),
    {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      moduleDetection: ts.ModuleDetectionKind.Force,
      strict: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    },
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, "\n");
    const source = files.find(({ path }) => file !== undefined && join(file.fileName) === path);
    if (file === undefined || source === undefined) return `${file?.fileName ?? "compiler"}: ${text}`;
    const { document, line } = source.snippet;
    return `${document}:${line + file.getLineAndCharacterOfPosition(start ?? 0).line}: ${text}`;
  });
}

/** Runs a program and returns what it did otherwise than it says. */
async function runProgram(snippet: Snippet, file: string): Promise<string[]> {
  const { expectations, stray } = readExpectations(snippet.text);
  const path = join(folder, file);
  writeFileSync(path, compileSnippet(snippet.text));
  const { stdout } = await run(process.execPath, [path], { timeout: 60_000, maxBuffer: 2 ** 26 });
  return [
    ...stray.map(
      (line) =>
        `${snippet.document}:${snippet.line + line - 1}: tells what no console.log prints, or lacks the "→" before it`,
    ),
    ...comparePrints(snippet, expectations, readPrints(stdout)),
  ];
}

describe("programs", () => {
  test("compile in strict mode", () => {
    expect(checkTypes(snippets)).toEqual([]);
  });

  // each in a process of its own, several at a time
  test.concurrent.each(snippets.map((snippet, i) => [name(snippet), snippet, i] as const))(
    "%s runs and prints what it says",
    async (_, snippet, i) => {
      expect(await runProgram(snippet, `snippet-${i}.js`)).toEqual([]);
    },
  );

  test("the first of the README is short, and tells what it prints", () => {
    const first = listSnippets("README.md", read("README.md"))[0]!;
    expect(first.text.trimEnd().split("\n").length).toBeLessThanOrEqual(25);
    expect(readExpectations(first.text).expectations.length).toBeGreaterThan(0);
  });
});

describe("links", () => {
  test.each(documents)("%s", (document) => {
    expect(checkLinks(document, read(document))).toEqual([]);
  });

  test("the index of the docs names every chapter", () => {
    const index = read("docs/README.md");
    const chapters = listFiles("docs", ".md")
      .map((path) => path.replace("docs/", ""))
      .filter((path) => path !== "README.md");
    expect(chapters.filter((chapter) => !index.includes(`](${chapter})`))).toEqual([]);
  });
});

describe("the checks can fail", () => {
  const program = (text: string): Snippet => ({ document: "made-up.md", line: 10, text });

  test("a type error is found, at its line", () => {
    const problems = checkTypes([program("const a = 1;\nconst b: string = a;\nexport { b };\n")]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("made-up.md:11: Type 'number' is not assignable");
  });

  test("an import that does not exist is found", () => {
    expect(
      checkTypes([program('import { nothing } from "@rigor/engine/math";\nconsole.log(nothing);\n')])[0],
    ).toContain("nothing");
  });

  test.each([
    ["a wrong line", "console.log(1 + 1); // → 3\n", "made-up.md:10: says\n  3\nprints\n  2"],
    ["a line too few", "for (const i of [1, 2]) console.log(i); // → 1\n", "prints\n  1\n  2"],
    ["a line too many", "console.log(1); // prints: 1\n// prints: 2\n", "says\n  1\n  2\nprints\n  1"],
    ["a line that was never reached", "if (0 > 1) console.log(1); // → 1\n", "prints\n"],
    [
      "a promise without a print",
      "const a = 1; // → 1\nconsole.log(a);\n",
      "made-up.md:10: tells what no console.log prints",
    ],
  ])("%s", async (_, text, problem) => {
    const problems = await runProgram(program(text), "made-up.js");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test("a program that throws", async () => {
    await expect(runProgram(program('throw new Error("no");\n'), "made-up.js")).rejects.toThrow("no");
  });

  test("and a true program passes", async () => {
    const text = `const half: number = 1 / 2; // a → b is no promise
console.log(half, [1, 2], "// → 7"); // → 0.5 [ 1, 2 ] // → 7
console.log(
  "%d of %d",
  1,
  2,
); // prints: 1 of 2
for (const i of [1, 2, 3]) {
  console.log(i / 3); // → 0.333…
  // → 0.666…
  // → 1
}
`;
    expect(checkTypes([program(text)])).toEqual([]);
    expect(await runProgram(program(text), "made-up.js")).toEqual([]);
  });

  test("links to missing files, headings and lines are found", () => {
    const text = `# Here it is\n[a](README.md) [b](#here-it-is) [c](LICENSE#L1) [d](docs/README.md)
[e](missing.md) [f](#there) [g](LICENSE#L9999) [h](../outside.md) ![i](docs/missing.svg)
\`[j](missing.md)\`\n\`\`\`\n[k](missing.md)\n\`\`\`\n[l](https://example.com/)`;
    const problems = checkLinks("README.md", text);
    expect(problems.map((problem) => problem.split(": ")[1])).toEqual([
      "missing.md",
      "#there",
      "LICENSE#L9999",
      "../outside.md",
      "docs/missing.svg",
    ]);
    expect(problems.every((problem) => problem.startsWith("README.md:3: "))).toBe(true);
  });

  test("fences of other languages are no programs", () => {
    const fences = "```sh\nls\n```\n```ts\nconst a = 1;\n```\n```tsx\n<a/>\n```\n~~~ts\nconst b = 2;\n~~~\n";
    expect(listSnippets("a.md", fences)).toEqual([
      { document: "a.md", line: 5, text: "const a = 1;\n" },
      { document: "a.md", line: 11, text: "const b = 2;\n" },
    ]);
  });
});
