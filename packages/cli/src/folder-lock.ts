/**
 * A folder that a run writes into is its own: `run.lock` says whose, by the number of the process, the name of the machine and,
 * where the system tells it, when the process was started. What a kill or a power cut has left is found out and taken over.
 */
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { ExitCode } from "./context.js";
import { describeWriteError, removeQuietly } from "./files.js";
import { CommandError } from "./verbs/verb.js";

const lockName = "run.lock";
/** Milliseconds after which a lock that says nothing was left by a power cut. */
const patience = 10_000;

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** As the system counts; null where it does not tell. */
  readonly started: string | null;
}

/** What this thread has taken. */
const taken = new Set<string>();

/** Takes a folder, or throws if another run has it. */
export function lockFolder(dir: string): void {
  takeFolder(dir);
  taken.add(dir);
}

function takeFolder(dir: string): void {
  const path = join(dir, lockName);
  const own: Owner = { pid: process.pid, host: hostname(), started: readStart(process.pid) };
  const content = JSON.stringify(own);
  try {
    if (createFile(path, content)) return;
    const found = readFileSync(path, "utf8");
    if (!isLeft(path, found)) throw refuse(dir, path, found);
    // whoever moves it has it; one that came in between is put back
    const aside = `${path}.${process.pid}`;
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== found) {
      renameSync(aside, path);
      throw refuse(dir, path, found);
    }
    removeQuietly(aside);
    if (!createFile(path, content)) throw refuse(dir, path, readFileSync(path, "utf8"));
  } catch (error) {
    throw describeWriteError(path, error, ExitCode.misused);
  }
}

/** Gives back what this thread has taken. */
export function unlockFolders(): void {
  for (const dir of taken) unlockFolder(dir);
  taken.clear();
}

/** Gives back what a thread had that was ended. */
export function unlockFolder(dir: string): void {
  removeQuietly(join(dir, lockName));
}

/** Whether it was not there. */
function createFile(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // a full disk leaves an empty one
    removeQuietly(path);
    throw error;
  }
}

/** Whether the process that made it is no more. */
function isLeft(path: string, content: string): boolean {
  const owner = parseOwner(content);
  if (owner === null) return Date.now() - statSync(path).mtimeMs > patience;
  if (owner.host !== hostname()) return false;
  if (!isAlive(owner.pid)) return true;
  // another process may have got its number
  return owner.started !== null && readStart(owner.pid) !== owner.started;
}

function parseOwner(content: string): Owner | null {
  try {
    const { pid, host, started } = JSON.parse(content) as Owner;
    return Number.isSafeInteger(pid) && pid > 0 && typeof host === "string" ? { pid, host, started } : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process was started, in the words of Linux. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // the name, in brackets, may hold anything
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function refuse(dir: string, path: string, content: string): CommandError {
  const owner = parseOwner(content);
  const who = owner === null ? "" : ` (process ${owner.pid} on ${owner.host})`;
  return new CommandError(
    `${dir}: another run is writing into it${who}; wait for it, end it, or name another folder by --out. ` +
      `If there is no such run, remove ${path}`,
  );
}
