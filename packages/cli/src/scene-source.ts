/**
 * The source of a scene: a file, or the name of a built-in one. Changes by the command line (`--set`, `--method`, `--duration`)
 * are written into the scene itself, so that the file alone repeats the run.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import type { LinearProgramSolver } from "@rigor/engine/contact";
import { fail } from "@rigor/engine/math";
import {
  type BuildOptions,
  buildScene,
  checkScene,
  type MeshData,
  type Model,
  parseMesh,
  type SceneFile,
} from "@rigor/engine/scene";
import { readJsonFile, readWholeFile } from "./files.js";
import { mergeOverrides, type SceneOverrides } from "./scene-overrides.js";
import { suggest } from "./suggest.js";
import { CommandError } from "./verbs/verb.js";

export interface SceneSource {
  /** For messages, and for the folder that is written to. */
  readonly name: string;
  /** As it was read, with what the command line says; not yet checked. */
  readonly data: unknown;
  /** The file it came from; null for a built-in scene. */
  readonly file: string | null;
}

/** Reads a scene. A name without a folder or an end (`dominoes`) is that of a built-in scene unless there is such a file. */
export async function readSceneSource(scene: string, overrides: SceneOverrides = {}): Promise<SceneSource> {
  const isFile = scene.includes("/") || scene.includes(sep) || scene.endsWith(".json") || isFileHere(scene);
  if (!isFile) return readBuiltIn(scene, overrides);
  const file = resolve(scene);
  if (!existsSync(file)) throw new CommandError(`${scene}: there is no such file`);
  if (statSync(file).isDirectory()) {
    throw new CommandError(
      `${scene}: is a folder; give a scene file, or the name of a built-in scene (\`rigor scenes\`)`,
    );
  }
  return { name: basename(file).replace(/\.json$/, ""), data: mergeOverrides(readJsonFile(file), overrides), file };
}

function isFileHere(scene: string): boolean {
  return existsSync(scene) && !statSync(scene).isDirectory();
}

async function readBuiltIn(name: string, { set = {}, ...rest }: SceneOverrides): Promise<SceneSource> {
  const { catalogue } = await import("@rigor/scenes");
  const found = catalogue.find((entry) => entry.name === name);
  if (found === undefined) {
    const names = catalogue.map((entry) => entry.name);
    const hint = [suggest(name, names), "`rigor scenes` lists them."].filter((part) => part !== "").join(" ");
    throw new CommandError(`There is no scene file and no built-in scene "${name}". ${hint}`);
  }
  const entries = Object.entries(set);
  // what has parts is a place in the file
  const places = entries.filter(
    ([key]) => /[.[]/.test(key) || (!Object.hasOwn(found.parameters, key) && isSceneKey(key)),
  );
  const parameters = entries.filter((entry) => !places.includes(entry));
  const scene = found.create(Object.fromEntries(parameters) as Record<string, number>);
  return { name, data: mergeOverrides(scene, { ...rest, set: Object.fromEntries(places) }), file: null };
}

function isSceneKey(key: string): boolean {
  return ["gravity", "name", "description"].includes(key);
}

/** Checks a scene and builds it. Throws with everything that is wrong, in the file and with what it describes. */
export async function buildSource(
  { data, file }: SceneSource,
  onProgress?: BuildOptions["onProgress"],
): Promise<Model> {
  const isGood = checkScene(data).length === 0;
  // as it will be read back: without negative zeros, so that a run that is resumed begins with the same bits
  const scene = (isGood ? JSON.parse(JSON.stringify(data)) : data) as SceneFile;
  const linearProgram = isGood ? await loadLinearProgram(scene) : null;
  const meshes = new Map<string, MeshData>();
  const readMesh = (name: string, folder: string) => {
    const mesh = meshes.get(name) ?? loadMesh(folder, name);
    meshes.set(name, mesh);
    return mesh;
  };
  return buildScene(scene, {
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(linearProgram === null ? {} : { linearProgram }),
    ...(file === null ? {} : { readMesh: (name: string) => readMesh(name, dirname(file)) }),
  });
}

/** The solver of linear programs, only where it is asked for: it takes a while to load. */
async function loadLinearProgram({ method }: SceneFile): Promise<LinearProgramSolver | null> {
  if (method?.resting !== "lp-1989") return null;
  const { createHighs } = await import("@rigor/highs");
  return createHighs();
}

/** Reads a mesh that lies in the folder of the scene or below it. */
function loadMesh(folder: string, file: string): MeshData {
  const path = locate(folder, file, folder);
  return parseMesh(file, readPart(path, file), (other) => readPart(locate(dirname(path), other, folder), other));
}

function readPart(path: string, file: string): Uint8Array {
  try {
    return readWholeFile(path);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return fail("unreadable", "file", "must be a file that can be read", file, error.message);
  }
}

/** The path of a file that is named from `start`. A file outside of `folder`, by its path or by links, is refused. */
function locate(start: string, file: string, folder: string): string {
  const path = resolve(start, file);
  if (!isWithin(resolve(folder), path)) refuse(file);
  if (!existsSync(path)) fail("missing", "file", "must be a file in the scene's folder", file, "there is none");
  const real = realpathSync(path);
  if (!isWithin(realpathSync(folder), real)) refuse(file);
  return real;
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

function refuse(file: string): never {
  return fail("outside", "file", "must be in the scene's folder or below it", file, "put a copy of the mesh there");
}
