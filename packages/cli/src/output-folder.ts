/** The folder that a run writes into: which one, what may be in it, and where an interrupted run goes on. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Checkpoint, readCheckpoint, removeCheckpoints } from "./checkpoint.js";
import { ExitCode } from "./context.js";
import { describeWriteError, removeQuietly } from "./files.js";
import { lockFolder } from "./folder-lock.js";
import { CommandError } from "./verbs/verb.js";

/** What a run leaves, the summary first: without it no folder looks whole. */
const names = [
  "summary.json",
  "checkpoint-0.json",
  "checkpoint-1.json",
  "trajectory.ndjson",
  "events.ndjson",
  "animation.glb",
];
const ownNames = [...names, "scene.json"];
/** Made from a run by other verbs: they go with the run. */
const derivedNames = ["report.html", "plot.svg", "plot.png"];
/** Folders of tables made from it, and how the files in them end. */
const derivedFolders = ["csv", "parquet"];

/** Where runs go by default. */
const home = "runs";

/** The folder of a run for which none was named: `runs/dominoes`, or `runs/dominoes-2` and so on where that is taken. */
export function chooseFolder(name: string, isResumed: boolean): string {
  const folder = (k: number) => join(home, k === 1 ? name : `${name}-${k}`);
  let k = 1;
  while (existsSync(folder(k))) k++;
  return folder(isResumed ? Math.max(1, k - 1) : k);
}

export interface FolderOptions {
  /** Throw away what another run has left. */
  readonly force: boolean;
  /** Go on where the run in the folder was interrupted. */
  readonly resume: boolean;
  /** The file that the scene was read from. */
  readonly sceneFile: string | null;
}

export interface Found {
  /** Where to go on; null to begin at the beginning. */
  readonly checkpoint: Checkpoint | null;
  /** Whether the run in the folder has ended: there is nothing to do. */
  readonly hasEnded: boolean;
}

/** Makes the folder ready, and this process its owner. Nothing of another run is lost unless `force` says so. */
export function prepareFolder(dir: string, { force, resume, sceneFile }: FolderOptions): Found {
  const target = join(dir, "scene.json");
  const isOwnInput = sceneFile !== null && existsSync(target) && realpathSync(target) === realpathSync(sceneFile);
  if (isOwnInput && !resume) {
    throw new CommandError(`${dir}: holds the scene itself, ${sceneFile}; give another folder by --out`);
  }
  const taken = listOwn(dir);
  if (resume) {
    if (!taken.includes("scene.json")) throw new CommandError(`${dir}: there is no run in it to be resumed`);
    if (hasEnded(dir)) {
      // a kill may have come between the summary and the end
      removeCheckpoints(dir);
      return { checkpoint: null, hasEnded: true };
    }
    lockFolder(dir);
    const checkpoint = readCheckpoint(dir);
    removeQuietly(join(dir, "summary.json"));
    return { checkpoint, hasEnded: false };
  }
  if (taken.length > 0 && !force) {
    const cure = "`--resume` goes on with it, `--force` throws it away, `--out` names another folder";
    throw new CommandError(`${dir}: holds a run already (${taken.join(", ")}); ${cure}`);
  }
  if (existsSync(dir)) lockFolder(dir);
  try {
    for (const name of [...ownNames, ...derivedNames]) {
      for (const end of ["", ".part"]) rmSync(join(dir, name + end), { force: true });
    }
    for (const name of derivedFolders) removeTables(join(dir, name), `.${name}`);
    if (!existsSync(dir)) {
      makeFolder(resolve(dir));
      lockFolder(dir);
    }
  } catch (error) {
    throw describeWriteError(dir, error, ExitCode.misused);
  }
  return { checkpoint: null, hasEnded: false };
}

/** Removes files that end so, and the folder if nothing else is in it. */
function removeTables(folder: string, end: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return;
  const names = readdirSync(folder);
  const own = names.filter((name) => name.endsWith(end) || name.endsWith(`${end}.part`));
  for (const name of own) rmSync(join(folder, name), { force: true });
  if (own.length === names.length) rmdirSync(folder);
}

/** With those above it. (Node's own way there does not end where the system refuses, as below /proc.) */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    return;
  }
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Whether the summary is there and says so. */
function hasEnded(dir: string): boolean {
  try {
    const { status } = JSON.parse(readFileSync(join(dir, "summary.json"), "utf8")) as { status: unknown };
    return status === "complete" || status === "failed";
  } catch {
    return false;
  }
}

function listOwn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  try {
    const all = new Set(readdirSync(dir));
    return ownNames.filter((name) => all.has(name));
  } catch (error) {
    throw describeWriteError(dir, error, ExitCode.misused);
  }
}
