/**
 * The command in a few files instead of hundreds: node opens and links each file by itself, which takes most of the time to
 * start. What other packages bring stays where it is. Run by `npm run build`, after the compiler.
 */
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const own = ["engine", "scenes", "highs"].map((name) => `@rigor/${name}`);
const packages = ["cli", "engine", "scenes", "highs"].map((name) =>
  JSON.parse(readFileSync(`${root}packages/${name}/package.json`, "utf8")),
);
const foreign = packages.flatMap(({ dependencies = {} }) =>
  Object.keys(dependencies).filter((name) => !own.includes(name)),
);

rmSync(`${root}packages/cli/bundle`, { recursive: true, force: true });
await build({
  entryPoints: ["main", "run-thread"].map((name) => `${root}packages/cli/dist/${name}.js`),
  outdir: `${root}packages/cli/bundle`,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: foreign,
  logLevel: "warning",
});
