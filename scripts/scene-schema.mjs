// writes packages/engine/schema/scene-1.json from the table that checks scenes; a test compares the two
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sceneSchema } from "../packages/engine/dist/scene/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = `${root}packages/engine/schema/scene-1.json`;
writeFileSync(file, `${JSON.stringify(sceneSchema, null, 2)}\n`);
execFileSync(process.execPath, [`${root}node_modules/@biomejs/biome/bin/biome`, "format", "--write", file]);
