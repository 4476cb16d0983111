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
const shared = {
  outdir: `${root}packages/cli/bundle`,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: foreign,
  logLevel: "warning",
};
const locate = (name) => `${root}packages/cli/dist/${name}.js`;
await build({ ...shared, entryPoints: ["main", "run-thread", "check-thread"].map(locate), splitting: true });
// needs little of the engine: by itself it is there sooner than what it would share
await build({ ...shared, entryPoints: [locate("write-thread")] });
