/** Imports go one way, and the engine uses nothing that could give different bits on another machine. */
import { describe, expect, test } from "vitest";
import { checkImports, findCycles, line, listImports } from "./support/imports.js";
import { checkPurity } from "./support/purity.js";
import { listFiles, listPackages, read, readJson } from "./support/repository.js";
import { largestRoom, rooms } from "./support/rooms.js";

const sources = [...listPackages().map((name) => `packages/${name}/src`), "bench/src"].flatMap((folder) =>
  listFiles(folder, ".ts"),
);

/** Whether the module of a source has been divided into rooms. */
const hasRooms = (path: string) => path.split("/")[3]! in rooms;

describe("the sources", () => {
  test("there are some in every landed module", () => {
    const { exports } = readJson("packages/engine/package.json") as { exports: Record<string, unknown> };
    for (const module of Object.keys(exports).filter((name) => name !== "./package.json")) {
      expect(sources).toContain(`packages/engine/src/${module.slice(2)}/index.ts`);
    }
  });

  test("every import follows the line", () => {
    expect(sources.flatMap((path) => checkImports(path, read(path)))).toEqual([]);
  });

  test("no sources of a module with rooms import one another in a cycle, types included", () => {
    const engine = sources.filter((path) => path.startsWith("packages/engine/src/") && hasRooms(path));
    expect(findCycles(new Map(engine.map((path) => [path, read(path)])))).toEqual([]);
  });

  test("every room has a door, and no more sources than one can look over", () => {
    for (const [module, names] of Object.entries(rooms)) {
      for (const name of names) {
        const folder = `packages/engine/src/${module}/${name}`;
        expect(sources).toContain(`${folder}/index.ts`);
        const size = sources.filter((path) => path.startsWith(`${folder}/`)).length;
        expect(size, folder).toBeLessThanOrEqual(largestRoom);
      }
    }
  });

  test("the engine's sources are pure", () => {
    const own = sources.filter((path) => path.startsWith("packages/engine/src/"));
    expect(own.flatMap((path) => checkPurity(path, read(path)))).toEqual([]);
  });
});

describe("the import check can fail", () => {
  const ode = "packages/engine/src/ode/made-up.ts";
  const sparse = "packages/engine/src/linalg/sparse/made-up.ts";
  const scene = "packages/scenes/src/made-up.ts";
  const cli = "packages/cli/src/made-up.ts";

  test.each([
    [ode, 'import { a } from "../particles/index.js";', "ode comes before particles"],
    [ode, 'import type { A } from "../world/index.js";', "ode comes before world"],
    [ode, 'export { a } from "../rigid/index.js";', "ode comes before rigid"],
    [ode, 'export * from "../rigid/index.js";', "ode comes before rigid"],
    [ode, 'export type { A } from "../rigid/index.js";', "ode comes before rigid"],
    [ode, 'const a = await import("../rigid/index.js");', "ode comes before rigid"],
    [ode, 'type A = import("../rigid/index.js").A;', "ode comes before rigid"],
    [ode, 'import a = require("../rigid/index.js");', "ode comes before rigid"],
    [ode, 'import "../rigid/index.js";', "ode comes before rigid"],
    [ode, "const a = await import(name);", "computed name"],
    [ode, 'import { a } from "../math/vec3.js";', "reaches into math"],
    [ode, 'import { a } from "../math/sub/index.js";', "reaches into math"],
    [ode, 'import { a } from "./index.js";', "its own index"],
    [ode, 'import { a } from "../help/index.js";', "no folder of the line"],
    [sparse, 'import { a } from "../complementarity/index.js";', "sparse comes before complementarity"],
    [sparse, 'import type { A } from "../complementarity/index.js";', "sparse comes before complementarity"],
    [sparse, 'import { a } from "../dense/vector.js";', "reaches into dense"],
    [sparse, 'import { a } from "./index.js";', "its own door"],
    [sparse, 'import { a } from "../index.js";', "its own index"],
    [sparse, 'import { a } from "../made-up.js";', "may not import them"],
    [sparse, 'import { a } from "../cellar/index.js";', "no room of linalg"],
    [sparse, 'import { a } from "../../math/vec3.js";', "reaches into math"],
    [sparse, 'import { a } from "../../ode/index.js";', "linalg comes before ode"],
    ["packages/engine/src/linalg/made-up.ts", 'import { a } from "./dense/vector.js";', "reaches into dense"],
    [ode, 'import { a } from "../../../scenes/src/index.js";', "leaves the engine"],
    [ode, 'import { a } from "./problem";', "must end in .js"],
    [ode, 'import { readFileSync } from "node:fs";', "no dependencies"],
    [ode, 'import { readFileSync } from "fs";', "no dependencies"],
    [ode, 'import { vec3 } from "gl-matrix";', "no dependencies"],
    [ode, 'import { a } from "@rigor/engine/math";', "no dependencies"],
    ["packages/engine/src/made-up.ts", 'import { a } from "./math/index.js";', "no folder of the line"],
    [scene, 'import { readFileSync } from "node:fs";', "nothing but @rigor/engine"],
    [scene, 'import { a } from "../../engine/src/ode/index.js";', "leaves packages/scenes/src/"],
    [scene, 'import { a } from "@rigor/engine/ode/problem";', "nothing but @rigor/engine"],
    [cli, 'import { a } from "../../engine/src/ode/problem.js";', "leaves packages/cli/src/"],
    [cli, 'import { a } from "@rigor/engine/dist/ode/problem.js";', "is not public"],
    ["bench/src/made-up.ts", 'import { a } from "../../packages/engine/src/ode/index.js";', "leaves bench/src/"],
  ])("%s: %s", (path, text, problem) => {
    const found = checkImports(path, `/** A file. */\n${text}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
    expect(found[0]).toContain(`${path}:2:`);
  });

  test.each([
    [ode, 'import { a } from "../math/index.js";'],
    [ode, 'import type { A } from "../linalg/index.js";'],
    [ode, 'import { a } from "./problem.js";'],
    ["packages/engine/src/linalg/sparse/a.ts", 'import { a } from "./b.js"; import { c } from "../dense/index.js";'],
    ["packages/engine/src/linalg/index.ts", 'export { a } from "./dense/index.js";'],
    [ode, 'const text = "import a from \'../rigid/index.js\'"; // import "../rigid/index.js"'],
    [scene, 'import { a } from "@rigor/engine/ode";'],
    [scene, 'export { a } from "./spring.js";'],
    [cli, 'import { a } from "@rigor/scenes"; import { Command } from "commander"; import "node:fs";'],
  ])("and lets pass %s: %s", (path, text) => {
    expect(checkImports(path, text)).toEqual([]);
  });

  test("a cycle is found, be it of types", () => {
    const found = findCycles(
      new Map([
        ["a/x.ts", 'import type { Y } from "./y.js";'],
        ["a/y.ts", 'export { z } from "../b/z.js";'],
        ["b/z.ts", 'type X = import("../a/x.js").X;'],
        ["b/w.ts", 'import { z } from "./z.js";'],
      ]),
    );
    expect(found).toEqual([["a/x.ts", "a/y.ts", "b/z.ts"]]);
  });

  test("every pair of folders, in both directions", () => {
    for (const [i, own] of line.entries()) {
      for (const [j, other] of line.entries()) {
        const found = checkImports(`packages/engine/src/${own}/a.ts`, `import { b } from "../${other}/index.js";`);
        expect(found.length, `${own} imports ${other}`).toBe(j < i ? 0 : 1);
      }
    }
  });

  test("it sees every import of a file", () => {
    const text = 'import a from "a"; export { b } from "b"; type C = import("c").C; const d = () => import("d");';
    expect(listImports(text).map(({ specifier }) => specifier)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("the purity check can fail", () => {
  test.each([
    "const a = Math.sin(1);",
    "const a = Math.cbrt(1);",
    "const a = Math.log1p(1);",
    "const a = Math.hypot(3, 4);",
    "const a = Math.random();",
    'const a = Math["sin"](1);',
    "const { sin } = Math;",
    "const m = Math;",
    "const a = [0.5].map(Math.exp);",
    "const a = x ** y;",
    "const a = x ** 0.5;",
    "const a = x ** 3;",
    "a **= 2;",
    "const a = new Date();",
    "const a = performance.now();",
    "console.log(1);",
    "const a = globalThis.Math.sin(1);",
    "names.sort((a, b) => a.localeCompare(b));",
    "const f = new Intl.NumberFormat();",
  ])("%s", (text) => {
    const found = checkPurity("a.ts", `\n${text}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("a.ts:2:");
  });

  test.each([
    "const a = Math.sqrt(Math.abs(x)) + Math.PI;",
    "const epsilon = 2 ** -52;",
    "const a = { performance: 1, Date: 2 }.performance;",
    '/** Math.sin */ const a = "Math.sin(1) ** x"; // console.log',
    "interface A { Date: string; console(): void }",
  ])("and lets pass %s", (text) => {
    expect(checkPurity("a.ts", text)).toEqual([]);
  });
});
