/** The interior of the engine: folders one can look over, no cycles, documented exports, words of the field, few branches, no state. */
import { describe, expect, test } from "vitest";
import {
  checkedModules,
  checkHouse,
  manyBranches,
  mostBranches,
  mostBranchy,
  mostFields,
  mostImporters,
} from "./support/house.js";
import { line } from "./support/imports.js";
import { listFiles, read } from "./support/repository.js";
import { largestRoom } from "./support/rooms.js";

describe("the modules that are checked", () => {
  const paths = checkedModules.flatMap((module) => listFiles(`packages/engine/src/${module}`, ".ts"));

  test("are modules of the engine, with sources", () => {
    for (const module of checkedModules) {
      expect(line).toContain(module);
      expect(paths).toContain(`packages/engine/src/${module}/index.ts`);
    }
  });

  test("satisfy every rule", () => {
    expect(checkHouse(new Map(paths.map((path) => [path, read(path)])))).toEqual([]);
  });
});

/** The path of sources that are made up. */
const folder = "packages/engine/src/ode/stepper";

/** Returns the problems of one source. */
const check = (text: string, name = "made-up.ts") => checkHouse(new Map([[`${folder}/${name}`, text]]));

/** Returns a function with the given number of branches. */
const branchy = (branches: number, name = "f") =>
  `function ${name}(x: number) { ${"if (x > 0) x--; ".repeat(branches - 1)} }`;

describe("every rule can fail", () => {
  test.each([
    // exports without a doc comment
    ["export const a = 1;", '"a" is exported and has no doc comment'],
    ["/** The header. */\nexport const a = 1;", '"a" is exported and has no doc comment'],
    ["export function f(): void {}", '"f" is exported and has no doc comment'],
    ["export class A {}", '"A" is exported and has no doc comment'],
    ["export interface A {}", '"A" is exported and has no doc comment'],
    ["export type A = 1;", '"A" is exported and has no doc comment'],
    ["// A line comment.\nexport const a = 1;", '"a" is exported and has no doc comment'],
    ["\n/** A doc. */\n// and a line after it\nexport const a = 1;", '"a" is exported and has no doc comment'],
    ["const a = 1;\nexport { a as b };", '"a" is exported and has no doc comment'],
    ["export default 1;", '"default" is exported and has no doc comment'],
    // doc comments that do not stand alone
    ["/** The same for b. */\nfunction f(): void {}", 'begins with "The same"'],
    ["/**\n * What f does.\n */\nfunction f(): void {}", 'begins with "What"'],
    ["interface A {\n  /** What it holds. */\n  a: number;\n}", 'begins with "What"'],
    // words
    ["// a leap", '"leap" is a private word; the field says time-stepping'],
    ["/* They were told. */", '"told" is a private word'],
    ["const n = 1; // Crowds", '"crowds" is a private word'],
    ["/** A squeezed thing. */\nconst n = 1;", '"squeezed" is a private word'],
    ["function f() {\n  return [1 /* hopping */, 2];\n}", '"hopping" is a private word'],
    ["const takeLeap = 1;", '"leap" is a private word'],
    ["const stormBegins = 1;", '"storm" is a private word'],
    ["const a = { isDormant: 1 };", '"dormant" is a private word'],
    ["class A {\n  #spentPart = 1;\n}", '"spent" is a private word'],
    ["const rub_cone = RUBCone;", '"rub" is a private word'],
    // files
    ["// see no-such-source.ts", '"no-such-source.ts" is no source'],
    ["/** See ode/stepper/no-such.ts there. */\nconst n = 1;", '"ode/stepper/no-such.ts" is no source'],
    // branches
    [branchy(mostBranches + 1), `f has ${mostBranches + 1} branches`],
    [`const a = { f() { ${"x &&= 1; ".repeat(mostBranches)} } };`, `f has ${mostBranches + 1} branches`],
    // state
    ["\n/** A counter. */\nexport let a = 1;", '"a" is exported state'],
    ["\n/** A scratch. */\nexport const a = /* @__PURE__ */ new Float64Array(3);", '"a" is exported state'],
    ["\n/** A view. */\nexport const a = new Uint32Array(b.buffer);", '"a" is exported state'],
    ["\n/** A cache. */\nexport const a = new Map<string, number>();", '"a" is exported state'],
    ["\n/** A list. */\nexport const a = [1, 2];", '"a" is exported state'],
    ["\n/** An object. */\nexport const a: { n: number } = { n: 1 };", '"a" is exported state'],
    ["\n/** A scratch. */\nconst a = new Float64Array(3);\nexport { a };", '"a" is exported state'],
  ])("%s", (text, problem) => {
    const found = check(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toContain(problem);
    expect(found[0]).toContain(`${folder}/made-up.ts:`);
  });

  test("by the name of a file", () => {
    expect(check("", "leap-rows.ts")).toEqual([expect.stringContaining('"leap" is a private word')]);
  });

  test("by the number of sources in a folder", () => {
    const sources = Array.from({ length: largestRoom + 1 }, (_, n) => [`${folder}/a${n}.ts`, ""] as const);
    expect(checkHouse(new Map(sources))).toEqual([`${folder}: has 26 sources, more than 25; divide it into rooms`]);
    expect(checkHouse(new Map(sources.slice(1)))).toEqual([]);
  });

  test("by a cycle of types", () => {
    const sources = new Map([
      [`${folder}/a.ts`, 'import type { B } from "./b.js";'],
      [`${folder}/b.ts`, 'import type { A } from "./a.js";'],
    ]);
    expect(checkHouse(sources)).toEqual([`${folder}/a.ts: imports itself by ${folder}/b.ts`]);
  });

  test("by the fields of a type of world, and by its importers", () => {
    const room = "packages/engine/src/world/island";
    const fields = (count: number) => Array.from({ length: count }, (_, k) => `  readonly f${k}: number;`).join("\n");
    const type = (count: number) => `\n/** A type. */\nexport interface Wide {\n${fields(count)}\n}`;
    expect(checkHouse(new Map([[`${room}/wide.ts`, type(mostFields)]]))).toEqual([]);
    expect(checkHouse(new Map([[`${room}/wide.ts`, type(mostFields + 1)]]))).toEqual([
      `${room}/wide.ts:3: Wide has ${mostFields + 1} fields, more than ${mostFields}; group what belongs together`,
    ]);
    const users = (count: number) =>
      Array.from(
        { length: count },
        (_, k) =>
          [`packages/engine/src/world/smooth/u${k}.ts`, 'import type { Wide } from "../island/index.js";'] as const,
      );
    const wide = [`${room}/wide.ts`, type(1)] as const;
    expect(checkHouse(new Map([wide, ...users(mostImporters)]))).toEqual([]);
    expect(checkHouse(new Map([wide, ...users(mostImporters + 1)]))).toEqual([
      `${room}/wide.ts:3: Wide has ${mostImporters + 1} importers, more than ${mostImporters}`,
    ]);
  });

  test("by the number of functions with many branches", () => {
    const list = (count: number) => Array.from({ length: count }, (_, n) => branchy(manyBranches + 1, `f${n}`));
    expect(check(list(mostBranchy).join("\n"))).toEqual([]);
    const found = check(list(mostBranchy + 1).join("\n"));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("26 functions have more than 15 branches");
  });
});

describe("and every rule lets pass", () => {
  test.each([
    "/** A header. */\n\n/** The number a. */\nexport const a = 1;",
    '/** A header. */\nexport { a } from "./a.js";',
    "/** A header. */\n// a∗ b = a × b                  (2–9)\n/** The matrix a∗. */\nexport function f(): void {}",
    "const a = 1;",
    "/** Whatever the outcome, the state is good. The same bits in every engine. */\nfunction f(): void {}",
    "// What a line comment says is its own.",
    "// see world/world.ts, made-up.ts and packages/cli/src/main.ts",
    'const a = "a leap told /* of storms */"; const b = /\\/\\/ leap/; const c = `/** What */ // leap`;',
    ["const a = `/** What */ $", "{b} // a leap`; const c = 1;"].join(""),
    "const leapfrogging = 1; const stormy = bookshop; const scrub = rubric; // hopeful, bookshelf, crowdfunding",
    branchy(mostBranches),
    "\n/** A table. */\nexport const a = /* @__PURE__ */ new Float64Array([1, 2]);",
    "\n/** A table. */\nexport const a = Float64Array.of(1, 2);",
    '\n/** Names. */\nexport const a: readonly string[] = ["a"];',
    "\n/** Slots. */\nexport const a = { b: 0 } as const;",
    "const scratch = new Float64Array(3);",
  ])("%s", (text) => {
    expect(check(text)).toEqual([]);
  });

  test("the registers of the kernels of math, by name", () => {
    const text = "\n/** The register. */\nexport const double = new Float64Array(1);";
    expect(checkHouse(new Map([["packages/engine/src/math/numbers/bits.ts", text]]))).toEqual([]);
    expect(checkHouse(new Map([["packages/engine/src/math/numbers/root.ts", text]]))).toHaveLength(1);
  });
});
