/** From what the command line says to a run that is ready to go, and the folder that it goes into. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { SceneRun } from "@rigor/engine/scene";
import type { Checkpoint } from "./checkpoint.js";
import { readJsonFile } from "./files.js";
import { chooseFolder, prepareFolder } from "./output-folder.js";
import type { RunSummary } from "./run-folder.js";
import { buildSource, readSceneSource } from "./scene-source.js";
import type { RunOptions } from "./verbs/run.js";
import { CommandError } from "./verbs/verb.js";

export type PreparedRun =
  | { readonly dir: string; readonly run: SceneRun; readonly checkpoint: Checkpoint | null }
  /** There is nothing to resume. */
  | { readonly dir: string; readonly run: null; readonly summary: RunSummary };

/** Reads, checks and builds the scene; only then is the folder touched. */
export async function prepareRun(scene: string, options: RunOptions): Promise<PreparedRun> {
  const { out, resume = false, force = false, set, method, duration } = options;
  if (resume && force) throw new CommandError("--resume and --force cannot both be given");
  const isFolder = resume && isRunFolder(scene);
  if (isFolder && out !== undefined) throw new CommandError(`--out must be left out: ${scene} is resumed where it is`);
  const source = await readSceneSource(isFolder ? join(scene, "scene.json") : scene, {
    ...(set === undefined ? {} : { set }),
    ...(method === undefined ? {} : { method }),
    ...(duration === undefined ? {} : { duration }),
  });
  const model = await buildSource(source);
  const fresh = new SceneRun(model);
  const dir = isFolder ? scene : (out ?? chooseFolder(source.name, resume));
  if (resume && !isFolder) await requireSameScene(dir, fresh);
  const { checkpoint, hasEnded } = prepareFolder(dir, { force, resume, sceneFile: source.file });
  if (hasEnded) return { dir, run: null, summary: readJsonFile(join(dir, "summary.json")) as RunSummary };
  return { dir, run: checkpoint === null ? fresh : SceneRun.restore(model, checkpoint.state), checkpoint };
}

function isRunFolder(path: string): boolean {
  return existsSync(join(path, "scene.json")) && statSync(path).isDirectory();
}

/** A run is resumed with the scene that it began with, and no other. */
async function requireSameScene(dir: string, { sceneHash }: SceneRun): Promise<void> {
  const path = join(dir, "scene.json");
  if (!existsSync(path)) throw new CommandError(`${dir}: there is no run in it to be resumed`);
  const { sceneHash: before } = new SceneRun(await buildSource({ name: dir, data: readJsonFile(path), file: path }));
  if (before === sceneHash) return;
  const cure = `\`rigor run ${dir} --resume\` takes the scene that is in the folder`;
  throw new CommandError(`${dir}: was begun with another scene, or other options; ${cure}`);
}
