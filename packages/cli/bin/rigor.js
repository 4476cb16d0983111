#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write("rigor is not built yet: run `npm ci` or `npm run build` at the root of the repository.\n");
  process.exitCode = 2;
}
