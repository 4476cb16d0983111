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

/** Programs that are wrong on purpose, and one that is right: what the checks make of them is known. */
const made: Snippet[] = [];
function makeUp(text: string): Snippet {
  const snippet = { document: `made-up-${made.length}.md`, line: 10, text };
  made.push(snippet);
  return snippet;
}
const wrongType = makeUp("const a = 1;\nconst b: string = a;\nexport { b };\n");
const wrongImport = makeUp('import { nothing } from "@rigor/engine/math";\nconsole.log(nothing);\n');
const throwing = makeUp('throw new Error("no");\n');
const wrongPrints = (
  [
    ["a wrong line", "console.log(1 + 1); // → 3\n", ":10: says\n  3\nprints\n  2"],
    ["a line too few", "for (const i of [1, 2]) console.log(i); // → 1\n", "prints\n  1\n  2"],
    ["a line too many", "console.log(1); // prints: 1\n// prints: 2\n", "says\n  1\n  2\nprints\n  1"],
    ["a line that was never reached", "if (0 > 1) console.log(1); // → 1\n", "prints\n"],
    ["a promise without a print", "const a = 1; // → 1\nconsole.log(a);\n", ":10: tells what no console.log prints"],
  ] as const
).map(([title, text, problem]) => [title, makeUp(text), problem] as const);
const right = makeUp(`const half: number = 1 / 2; // a → b is no promise
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
`);

const name = (snippet: Snippet) => `${snippet.document}:${snippet.line}`;

/** All of them at once: one program for the compiler, one process to run in. */
let complaints: string[] = [];
let results = new Map<Snippet, { stdout: string; error?: string }>();

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const all = [...snippets, ...made];
  const running = runPrograms(all.filter((snippet) => snippet !== wrongImport));
  complaints = checkTypes(all);
  results = await running;
}, 240_000);

/** What the strict compiler says of a program. */
const complaintsOf = ({ document }: Snippet) => complaints.filter((complaint) => complaint.startsWith(`${document}:`));

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

/** Runs programs one after the other in one process, and tells what each has printed, and thrown. */
async function runPrograms(programs: readonly Snippet[]): Promise<typeof results> {
  const files = programs.map((_, i) => join(folder, `program-${i}.js`));
  programs.forEach((snippet, i) => {
    writeFileSync(files[i], compileSnippet(snippet.text));
  });
  writeFileSync(join(folder, "runner.js"), runner);
  const { stdout } = await run(process.execPath, [join(folder, "runner.js"), ...files], {
    timeout: 200_000,
    maxBuffer: 2 ** 26,
  });
  const told = JSON.parse(stdout) as { stdout: string; error?: string }[];
  return new Map(programs.map((snippet, i) => [snippet, told[i]]));
}

const runner = `import { pathToFileURL } from "node:url";
const told = [];
const write = process.stdout.write.bind(process.stdout);
for (const file of process.argv.slice(2)) {
  let stdout = "";
  process.stdout.write = (text) => ((stdout += text), true);
  const error = await import(pathToFileURL(file).href).then(() => undefined, (thrown) => String(thrown?.stack ?? thrown));
  // what it has left for later
  await new Promise((resolve) => setTimeout(resolve, 0));
  told.push({ stdout, error });
}
write(JSON.stringify(told));
`;

/** What a program did otherwise than it says. */
function judge(snippet: Snippet): string[] {
  const { stdout, error } = results.get(snippet) ?? { stdout: "", error: "it did not run" };
  if (error !== undefined) return [`${name(snippet)}: ${error}`];
  const { expectations, stray } = readExpectations(snippet.text);
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
    const known = new Set(made.map(({ document }) => document));
    // of the documents, and of the types that they import
    expect(complaints.filter((complaint) => !known.has(complaint.split(":")[0]))).toEqual([]);
  });

  test.each(snippets.map((snippet) => [name(snippet), snippet] as const))(
    "%s runs and prints what it says",
    (_, snippet) => {
      expect(judge(snippet)).toEqual([]);
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
  test("a type error is found, at its line", () => {
    const problems = complaintsOf(wrongType);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${wrongType.document}:11: Type 'number' is not assignable`);
  });

  test("an import that does not exist is found", () => {
    expect(complaintsOf(wrongImport)[0]).toContain("nothing");
  });

  test.each(wrongPrints)("%s", (_, snippet, problem) => {
    const problems = judge(snippet);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test("a program that throws", () => {
    expect(judge(throwing)[0]).toContain("Error: no");
  });

  test("a program that did not run", () => {
    expect(judge(wrongImport)[0]).toContain("it did not run");
  });

  test("and a true program passes", () => {
    expect(complaintsOf(right)).toEqual([]);
    expect(judge(right)).toEqual([]);
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
