#!/usr/bin/env node
import { existsSync, statSync } from "node:fs";

const locate = (path) => new URL(path, import.meta.url);
const measure = (path) => (existsSync(locate(path)) ? statSync(locate(path)).mtimeMs : 0);

// all in a few files, which start sooner; unless something was compiled since
const compiled = ["cli", "engine", "scenes", "highs"].map((name) => measure(`../../${name}/tsconfig.tsbuildinfo`));
const isFresh = measure("../bundle/main.js") > Math.max(...compiled);
const main = locate(isFresh ? "../bundle/main.js" : "../dist/main.js");
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write("rigor is not built yet: run `npm ci` or `npm run build` at the root of the repository.\n");
  process.exitCode = 2;
}
