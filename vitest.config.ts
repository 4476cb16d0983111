import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Tests see the sources, never a build that may be stale. */
const alias = [
  { find: /^@rigor\/engine\/(\w+)$/, replacement: `${root}packages/engine/src/$1/index.ts` },
  { find: /^@rigor\/(scenes|highs)$/, replacement: `${root}packages/$1/src/index.ts` },
];

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

/** One project a package, one for the repository's own rules (import line, concordance, docs), one for garbage. */
function project(name: string, folder: string, flags: string[] = [], globalSetup: string[] = []) {
  return {
    resolve: { alias },
    test: {
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
