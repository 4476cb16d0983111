/** Where things are: the root of the repository, and lists of files in it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The text of a file, named from the root. */
export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** A JSON file, named from the root. */
export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(read(path)) as Record<string, unknown>;
}

/** The files under a folder that end in `ending`, as paths from the root with forward slashes, sorted. */
export function listFiles(folder: string, ending: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((entry) => entry.endsWith(ending))
    .map((entry) => `${folder}/${entry.replaceAll("\\", "/")}`)
    .sort();
}

/** The names of the folders in packages/. */
export function listPackages(): string[] {
  return readdirSync(join(root, "packages")).filter((name) => existsSync(join(root, "packages", name, "package.json")));
}
