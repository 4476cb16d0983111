/** From what the command line says to a run that is ready to go, and the folder that it goes into. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, type Model, type SceneFile, SceneRun } from "@rigor/engine/scene";
import type { Checkpoint } from "./checkpoint.js";
import { describeFlaw } from "./data-check.js";
import { readJsonFile } from "./files.js";
import { chooseFolder, prepareFolder } from "./output-folder.js";
import { type RunSummary, readSummary } from "./run-folder.js";
import { checkState } from "./run-schema.js";
import { describeField, listDifferences } from "./scene-diff.js";
import { buildSource, readSceneSource } from "./scene-source.js";
import { showShort } from "./show-text.js";
import type { RunOptions } from "./verbs/run.js";
import { CommandError } from "./verbs/verb.js";

export type PreparedRun =
  | { readonly dir: string; readonly run: SceneRun; readonly checkpoint: Checkpoint | null }
  /** There is nothing to resume. */
  | { readonly dir: string; readonly run: null; readonly summary: RunSummary };

/** Reads, checks and builds the scene; only then is the folder touched. */
export async function prepareRun(
  scene: string,
  options: RunOptions,
  onProgress?: BuildOptions["onProgress"],
): Promise<PreparedRun> {
  const { out, resume = false, force = false, set, method, duration } = options;
  if (resume && force) throw new CommandError("--resume and --force cannot both be given");
  const isFolder = resume && isRunFolder(scene);
  if (isFolder && out !== undefined) throw new CommandError(`--out must be left out: ${scene} is resumed where it is`);
  const source = await readSceneSource(isFolder ? join(scene, "scene.json") : scene, {
    ...(set === undefined ? {} : { set }),
    ...(method === undefined ? {} : { method }),
    ...(duration === undefined ? {} : { duration }),
  });
  const model = await buildSource(source, onProgress);
  const fresh = new SceneRun(model);
  const dir = isFolder ? scene : (out ?? chooseFolder(source.name, resume));
  if (resume) requireSameScene(dir, model.scene);
  const { checkpoint, hasEnded } = prepareFolder(dir, { force, resume, sceneFile: source.file });
  if (hasEnded) return { dir, run: null, summary: readSummary(dir) };
  return { dir, run: checkpoint === null ? fresh : restoreRun(dir, model, checkpoint), checkpoint };
}

/** Its state may have been written by anybody: what does not fit the scene is an error of the file. */
function restoreRun(dir: string, model: Model, { state }: Checkpoint): SceneRun {
  const refuse = (reason: string) =>
    new CommandError(
      `${dir}: cannot be resumed: its checkpoint does not fit the scene (${showShort(reason, 200)}); \`--force\` begins anew`,
    );
  const flaw = checkState(state);
  if (flaw !== null) throw refuse(describeFlaw(flaw));
  try {
    return SceneRun.restore(model, state);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message.split("\n")[0] : String(error));
  }
}

function isRunFolder(path: string): boolean {
  return existsSync(join(path, "scene.json")) && statSync(path).isDirectory();
}

/** A run is resumed with the scene that it began with, and no other. */
function requireSameScene(dir: string, scene: SceneFile): void {
  const path = join(dir, "scene.json");
  if (!existsSync(path)) throw new CommandError(`${dir}: there is no run in it to be resumed`);
  const differences = listDifferences(readJsonFile(path), JSON.parse(JSON.stringify(scene)));
  if (differences.length === 0) return;
  const more = differences.length > mostShown ? `, and ${differences.length - mostShown} more` : "";
  const shown = differences.slice(0, mostShown).map((difference) => describeField(difference, "there", "here"));
  throw new CommandError([
    `${dir}: was begun with another scene, or other options: ${shown.join(", ")}${more}.`,
    `A run goes on with what it began with: \`rigor run ${dir} --resume\` takes it from the folder; \`--out\` names another folder for a new run`,
  ]);
}

/** Differences that are named before the rest is counted. */
const mostShown = 3;
