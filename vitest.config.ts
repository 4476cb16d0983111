import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Tests see the packages as users load them, compiled just now: what the runner puts around imports makes the numerics three
 * times as slow, and hinders the optimiser. While it watches, and where a module is replaced, they see the sources.
 */
const isWatching = !process.argv.includes("run");
if (!isWatching)
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-b"], { cwd: root, stdio: "inherit" });

const sources = [
  { find: /^@rigor\/engine\/(\w+)$/, replacement: `${root}packages/engine/src/$1/index.ts` },
  { find: /^@rigor\/(scenes|highs)$/, replacement: `${root}packages/$1/src/index.ts` },
];
const compiled = { server: { deps: { external: [/\/packages\/(?:engine|scenes|highs)\/dist\//] } } };

/** The numeric packages as they are compiled; for the tests of one of them also its own modules, by their paths in src. */
function aliasCompiled(folder: string) {
  const own = folder.split("/").slice(0, 2).join("/");
  return [
    { find: /^@rigor\/engine\/(\w+)$/, replacement: `${root}packages/engine/dist/$1/index.js` },
    { find: /^@rigor\/(scenes|highs)$/, replacement: `${root}packages/$1/dist/index.js` },
    ...(numeric.includes(`${own}/`) ? [{ find: /^(?:\.\.\/)+src\//, replacement: `${root}${own}/dist/` }] : []),
  ];
}

/**
 * Garbage is measured in code that V8 has optimised. All of V8 on one thread, and no code thrown away: what is optimised
 * when does not depend on what else the machine does.
 */
const measuring = ["--single-threaded", "--no-flush-bytecode", "--allow-natives-syntax"];
const allocation = "packages/engine/test/alloc";
/** Tests that put something else in a module's place. */
const alone = "packages/engine/test/alone";
/** Tests of modules without state: a worker loads these once for all of its files, which halves the time. */
const shared = ["packages/engine/test", "packages/scenes/test"];
const numeric = ["packages/engine/", "packages/scenes/", "packages/highs/"];

/** One project a package, one for the repository's own rules (import line, concordance, docs), one for garbage. */
function project(name: string, folder: string, flags: string[] = [], globalSetup: string[] = []) {
  const isCompiled = !isWatching && folder !== alone;
  return {
    resolve: { alias: isCompiled ? aliasCompiled(folder) : sources },
    test: {
      ...(isCompiled && compiled),
      name,
      include: [`${folder}/**/*.test.ts`],
      exclude: [
        "**/node_modules/**",
        "**/dist/**",
        ...[allocation, alone].filter((own) => own !== folder).map((own) => `${own}/**`),
      ],
      pool: "forks" as const,
      isolate: !shared.includes(folder),
      execArgv: ["--expose-gc", ...flags],
      testTimeout: 120_000,
      globalSetup,
      // see scripts/golden.mjs
      ...(process.env.RIGOR_GOLDEN !== undefined &&
        name === "engine" && { setupFiles: ["test/golden/record-worlds.ts"] }),
    },
  };
}

export default defineConfig({
  test: {
    // by default one core would be left idle
    maxWorkers: "100%",
    projects: [
      project("engine", "packages/engine/test"),
      project("allocation", allocation, measuring),
      project("alone", alone),
      project("scenes", "packages/scenes/test"),
      project("highs", "packages/highs/test"),
      project("studio", "packages/studio/test", [], ["packages/studio/test/support/install-browser.ts"]),
      project("cli", "packages/cli/test"),
      project("repository", "test"),
    ],
  },
});
