/** The packages as others will use them: what they export, what they carry along, and that the versions agree. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { listImports } from "./support/imports.js";
import { listPackages, read, readJson, root } from "./support/repository.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly sideEffects?: boolean;
  readonly files?: string[];
  readonly exports?: Record<string, string | { types: string; default: string }>;
  readonly dependencies?: Record<string, string>;
}

const manifests = [".", "bench", ...listPackages().map((name) => `packages/${name}`)].map((folder) => ({
  folder,
  manifest: readJson(`${folder}/package.json`) as unknown as Manifest,
}));
const find = (name: string) => manifests.find(({ manifest }) => manifest.name === name)!;
const engine = find("@rigor/engine").manifest;

describe("the engine", () => {
  test("has no dependencies and no side effects", () => {
    expect(Object.keys(engine).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(engine.sideEffects).toBe(false);
  });
});

describe.each(manifests.filter(({ manifest }) => manifest.exports !== undefined))(
  "$manifest.name",
  ({ folder, manifest }) => {
    const entries = Object.entries(manifest.exports!).filter(([subpath]) => subpath !== "./package.json");

    test.each(entries)("%s leads to code, types and source maps", (_, target) => {
      const { types, default: code } = target as { types: string; default: string };
      expect(types).toBe(code.replace(/\.js$/, ".d.ts"));
      const missing = listReachable(join(root, folder, code)).flatMap(findMissing);
      expect(missing, "run `npm run build`").toEqual([]);
    });

    test("is published with its sources, which the maps point to", () => {
      expect(manifest.files).toEqual(expect.arrayContaining(["dist", "src"]));
    });
  },
);

/** A module and all that it imports within its package. */
function listReachable(entry: string): string[] {
  const seen = new Set([entry]);
  for (const path of seen) {
    if (!existsSync(path)) continue;
    for (const near of listNear(path)) seen.add(near);
  }
  return [...seen];
}

const known = new Map<string, readonly string[]>();

/** The modules of its package that a module imports: looked for once, as many entries lead to it. */
function listNear(path: string): readonly string[] {
  const near =
    known.get(path) ??
    listImports(readFileSync(path, "utf8")).flatMap(({ specifier }) =>
      specifier?.startsWith(".") ? [join(dirname(path), specifier)] : [],
    );
  known.set(path, near);
  return near;
}

/** What a module lacks: itself, its types, its map, or a source that the map names. */
function findMissing(path: string): string[] {
  const files = [path, path.replace(/\.js$/, ".d.ts"), `${path}.map`];
  if (existsSync(`${path}.map`)) {
    const { sources } = JSON.parse(readFileSync(`${path}.map`, "utf8")) as { sources: string[] };
    expect(sources).toHaveLength(1);
    files.push(...sources.map((source) => join(dirname(path), source)));
  }
  return files.filter((file) => !existsSync(file)).map((file) => relative(root, file));
}

describe("tree-shaking", () => {
  /** Bundles a program for the browser: the minified size, and the engine's files that left something in it. */
  async function bundle(contents: string) {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: join(root, "packages/scenes") },
      absWorkingDir: root,
      bundle: true,
      format: "esm",
      platform: "browser",
      minify: true,
      metafile: true,
      write: false,
    });
    const inputs = Object.values(metafile.outputs)[0]!.inputs;
    const files = Object.keys(inputs).filter((path) => path.includes("dist/") && inputs[path]!.bytesInOutput > 0);
    return { size: outputFiles[0]!.text.length, files: files.map((path) => path.replace(/^.*dist\//, "")) };
  }

  test("a program with euler carries neither the other solvers nor any algebra", async () => {
    const { size, files } = await bundle('import { euler } from "@rigor/engine/ode"; console.log(euler);');
    expect(files).toContain("ode/runge-kutta/euler.js");
    expect(
      files.filter((path) => /dopri5|rk4|midpoint|adams|radau|implicit|linalg|particles|elementary/.test(path)),
    ).toEqual([]);
    // the method, the shell of fixed-step solvers and the error type are some 5 KB; all solvers together are many times that
    expect(size).toBeLessThan(8_000);
  });

  // esbuild keeps an exported namespace whole, with what its functions call; other bundlers take the one function
  test("a program with vec3 carries no other part of the module", async () => {
    const { files } = await bundle('import { vec3 } from "@rigor/engine/math"; console.log(vec3.cross);');
    expect(files).toContain("math/vectors-and-matrices/vec3.js");
    expect(files.filter((path) => /mat3|quat|eigen|rng|hash|error|linalg/.test(path))).toEqual([]);
  });

  test("an import that is not used leaves nothing", async () => {
    const { files } = await bundle('import "@rigor/engine/particles"; import { rk4 } from "@rigor/engine/ode";');
    expect(files).toEqual([]);
  });

  test("and what is used is there: the measure is not blind", async () => {
    const { files } = await bundle('import { dopri5 } from "@rigor/engine/ode"; console.log(dopri5);');
    expect(files).toContain("ode/runge-kutta/dopri5.js");
  });
});

describe("versions", () => {
  test("of all packages, and of the rigor command, are the same", () => {
    const { status, stdout } = spawnSync(process.execPath, [join(root, "packages/cli/bin/rigor.js"), "--version"], {
      encoding: "utf8",
    });
    expect(status, "run `npm run build`").toBe(0);
    const versions = Object.fromEntries(manifests.map(({ manifest }) => [manifest.name, manifest.version]));
    expect(versions).toEqual(Object.fromEntries(Object.keys(versions).map((name) => [name, stdout.trim()])));
  });

  test("with which the packages ask for each other are the same too", () => {
    for (const { manifest } of manifests) {
      for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
        if (name.startsWith("@rigor/")) expect(version, `${manifest.name} asks for ${name}`).toBe(engine.version);
      }
    }
  });

  test("of other packages are exact, and the lock file names no host", () => {
    const ranges = manifests.flatMap(({ manifest }) => {
      const { dependencies = {}, devDependencies = {} } = manifest as {
        [key: string]: Record<string, string>;
      } & Manifest;
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      );
    });
    expect(ranges).toEqual([]);
    expect(read("package-lock.json").match(/"resolved": "\w+:.*/g)).toBeNull();
  });
});

test("every dependency is listed in docs/dependencies.md, with a reason, and nothing else is", () => {
  const declared = manifests.flatMap(({ manifest }) => {
    const { dependencies = {}, devDependencies = {} } = manifest as {
      [key: string]: Record<string, string>;
    } & Manifest;
    return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith("@rigor/"));
  });
  const rows = read("docs/dependencies.md").matchAll(/^\| (\S+) \| (?:.* \| )?(.{10,}) \|$/gm);
  const listed = [...rows].map(([, name]) => name!).filter((name) => name !== "package");
  expect(listed.sort()).toEqual([...new Set(declared)].sort());
});
