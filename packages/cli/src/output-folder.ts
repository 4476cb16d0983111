/** The folder that a run writes into: which one, what may be in it, and where an interrupted run goes on. */
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Checkpoint, readCheckpoint, removeCheckpoints } from "./checkpoint.js";
import { ExitCode } from "./context.js";
import { describeWriteError, readJsonFile, removeQuietly } from "./files.js";
import { lockFolder, unlockFolders } from "./folder-lock.js";
import { showName } from "./show-text.js";
import { removeLeftTrials } from "./trial-names.js";
import { CommandError } from "./verbs/verb.js";

/** The files of a run, the summary first: without it no folder counts as complete. */
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

/** The folder of runs by default. */
const home = "runs";

/** The folder of a run for which none was named: `runs/dominoes`, or `runs/dominoes-2` and so on where that is taken. */
export function chooseFolder(name: string, isResumed: boolean): string {
  const own = nameFolder(name);
  const folder = (k: number) => join(home, k === 1 ? own : `${own}-${k}`);
  let k = 1;
  while (isThere(folder(k))) k++;
  return folder(isResumed ? Math.max(1, k - 1) : k);
}

/** Names that Windows keeps for devices, whatever follows a dot. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Bytes of a name; a number is added to it. */
const longestName = 200;

/**
 * The name of a scene as that of a folder inside `runs`, here and on every other system: without what is hidden, what leads
 * elsewhere or what Windows does not take, and not hidden itself. What nothing is left of is called "scene".
 */
export function nameFolder(name: string): string {
  const shown = showName(name).replaceAll(/[<>:"/\\|?*]/g, "-");
  const short = Buffer.from(shown)
    .subarray(0, longestName)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
  const bare = short.replace(/^[. ]+/, "").replace(/[. ]+$/, "");
  if (bare === "") return "scene";
  return devices.test(bare) ? `scene-${bare}` : bare;
}

/** Be it a link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
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
  /** The state from which the run continues; null to begin at t = 0. */
  readonly checkpoint: Checkpoint | null;
  /** Whether the run in the folder has ended: there is nothing to do. */
  readonly hasEnded: boolean;
}

/** Makes the folder ready, and this process its owner. Nothing of another run is lost unless `force` says so. */
export function prepareFolder(dir: string, options: FolderOptions): Found {
  // what can be said without touching anything is said first
  const before = inspectFolder(dir, options);
  if (before.hasEnded) return before;
  try {
    makeFolder(resolve(dir));
  } catch (error) {
    throw describeWriteError(dir, error, ExitCode.misused);
  }
  lockFolder(dir);
  try {
    return takeFolder(dir, options);
  } catch (error) {
    unlockFolders();
    throw error;
  }
}

/** Looks again at a folder that is this process' own (a run may have begun and ended in it since) and clears it. */
function takeFolder(dir: string, options: FolderOptions): Found {
  const { hasEnded } = inspectFolder(dir, options);
  if (hasEnded) {
    unlockFolders();
    return { checkpoint: null, hasEnded };
  }
  if (options.resume) {
    const checkpoint = readCheckpoint(dir);
    removeLeftTrials(dir, ownNames);
    removeQuietly(join(dir, "summary.json"));
    return { checkpoint, hasEnded: false };
  }
  for (const name of [...ownNames, ...derivedNames]) removeFile(join(dir, name));
  try {
    removeLeftTrials(dir, [...ownNames, ...derivedNames]);
    for (const name of derivedFolders) removeTables(join(dir, name), `.${name}`);
  } catch (error) {
    throw describeWriteError(dir, error, ExitCode.misused);
  }
  return { checkpoint: null, hasEnded: false };
}

/** A link itself, and not what it leads to. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw describeWriteError(path, error, ExitCode.misused);
  }
}

/** Throws if the folder is not one that such a run may go into. */
function inspectFolder(dir: string, { force, resume, sceneFile }: FolderOptions): Found {
  const target = join(dir, "scene.json");
  const isOwnInput = sceneFile !== null && existsSync(target) && realpathSync(target) === realpathSync(sceneFile);
  if (isOwnInput && !resume) {
    throw new CommandError(`${dir}: holds the scene itself, ${sceneFile}; give another folder by --out`);
  }
  const taken = listOwn(dir);
  if (resume) {
    if (!taken.includes("scene.json")) throw new CommandError(`${dir}: there is no run in it to be resumed`);
    const isOver = hasEnded(dir);
    // a kill may have come between the summary and the end
    if (isOver) removeCheckpoints(dir);
    return { checkpoint: null, hasEnded: isOver };
  }
  if (taken.length > 0 && !force) {
    const cure = "`--resume` goes on with it, `--force` throws it away, `--out` names another folder";
    throw new CommandError(`${dir}: holds a run already (${taken.join(", ")}); ${cure}`);
  }
  return { checkpoint: null, hasEnded: false };
}

/** Removes files that end so, and the folder if nothing else is in it. What a link leads to is left alone. */
function removeTables(folder: string, end: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const names = readdirSync(folder);
  const own = names.filter((name) => name.endsWith(end) || (name.includes(`${end}.`) && name.endsWith(".part")));
  for (const name of own) rmSync(join(folder, name), { force: true });
  if (own.length === names.length) rmdirSync(folder);
}

/** With those above it. (Node's own way there does not end where the system refuses, as below /proc.) */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // another one may have made it in between
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** Whether the summary is there and says so. */
function hasEnded(dir: string): boolean {
  try {
    const { status } = readJsonFile(join(dir, "summary.json")) as { status: unknown };
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
