import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Tests see the sources, never a build that may be stale. */
const alias = [
  { find: /^@rigor\/engine\/(\w+)$/, replacement: `${root}packages/engine/src/$1/index.ts` },
  { find: /^@rigor\/scenes$/, replacement: `${root}packages/scenes/src/index.ts` },
];

/** One project a package, and one for the repository's own rules (import line, concordance, docs). */
function project(name: string, folder: string) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [`${folder}/**/*.test.ts`],
      exclude: ["**/node_modules/**", "**/dist/**"],
      pool: "forks" as const,
      execArgv: ["--expose-gc"],
      testTimeout: 120_000,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project("engine", "packages/engine/test"),
      project("scenes", "packages/scenes/test"),
      project("cli", "packages/cli/test"),
      project("repository", "test"),
    ],
  },
});
