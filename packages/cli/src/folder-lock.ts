/**
 * A folder that a run writes into is its own: `run.lock` says whose, by the number of the process, the name of the machine and,
 * where the system gives it, when the process was started. What a kill or a power cut has left is found out and taken over.
 *
 * A lock is taken by making its file, which one of many does. It is taken over by whoever holds the lock on that very lock, a
 * file beside it named after its content, and only after a second look: nobody else can then have removed it, nor put another
 * in its place. That lock may have been left behind too, and is taken over likewise.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { ExitCode } from "./context.js";
import { describeWriteError, removeQuietly } from "./files.js";
import { isRunning, readStart } from "./processes.js";
import { showName } from "./show-text.js";
import { createFile } from "./trial-names.js";
import { CommandError } from "./verbs/verb.js";

const lockName = "run.lock";
/** Milliseconds after which a lock that says nothing was left by a power cut. */
const patience = 10_000;
/** Bytes that are read of a lock; and locks on locks that are left behind. */
const longest = 4096;
const deepest = 8;

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** As the system counts; null where it is unknown. */
  readonly started: string | null;
}

/** A lock as it was found. */
interface Found {
  readonly content: string;
  /** Another lock has another one. */
  readonly identity: string;
  /** Milliseconds since it was written. */
  readonly age: number;
}

/** The locks of this thread. */
const taken = new Set<string>();

/** Takes a folder, or throws if another run has it. */
export function lockFolder(dir: string): void {
  const path = join(dir, lockName);
  try {
    const holder = takeLock(path, deepest);
    if (holder !== null) throw refuse(dir, path, holder.content);
  } catch (error) {
    throw describeWriteError(path, error, ExitCode.misused);
  }
  taken.add(dir);
}

/** Makes a lock, or returns the one that is in its place. */
function takeLock(path: string, depth: number): Found | null {
  if (makeLock(path)) return null;
  const found = readLock(path);
  // given back meanwhile
  if (found === null) return makeLock(path) ? null : (readLock(path) ?? nobody);
  if (!isLeft(found) || depth === 0) return found;
  const claim = `${path}.${found.identity}`;
  if (takeLock(claim, depth - 1) !== null) return found;
  try {
    const now = readLock(path);
    if (now !== null && now.identity !== found.identity) return now;
    if (now !== null) removeQuietly(path);
    return makeLock(path) ? null : (readLock(path) ?? nobody);
  } finally {
    removeQuietly(claim);
  }
}

/** In the place of one that was gone when it was to be read. */
const nobody: Found = { content: "", identity: "", age: 0 };

/** Gives back what this thread has taken. */
export function unlockFolders(): void {
  for (const dir of taken) unlockFolder(dir);
  taken.clear();
}

/** Gives back what a thread of this process has taken; what another process has is left alone. */
export function unlockFolder(dir: string): void {
  const path = join(dir, lockName);
  try {
    const owner = parseOwner(readLock(path)?.content ?? "");
    if (owner?.pid === process.pid && owner.host === hostname()) removeQuietly(path);
  } catch {
    // no lock of ours
  }
}

/** Whether it was not there. */
function makeLock(path: string): boolean {
  let file: number;
  try {
    file = createFile(path);
  } catch (error) {
    if (["EEXIST", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
  try {
    const own: Owner = { pid: process.pid, host: hostname(), started: readStart(process.pid) };
    writeSync(file, JSON.stringify(own));
    return true;
  } catch (error) {
    // a full disk leaves an empty one
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The content and the identity of a lock; null if there is none. Links are not followed and pipes not waited for. */
function readLock(path: string): Found | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code !== "ELOOP") throw error;
    throw new CommandError(`${path}: is a symbolic link, and no lock of a run; remove it`);
  }
  try {
    const { ino, mtimeNs } = fstatSync(file, { bigint: true });
    if (!fstatSync(file).isFile()) throw new CommandError(`${path}: is no file, and no lock of a run; remove it`);
    const bytes = Buffer.alloc(longest);
    const content = bytes.toString("utf8", 0, readSync(file, bytes, 0, longest, 0));
    const digest = createHash("sha256").update(`${ino} ${mtimeNs} ${content}`).digest("hex");
    return { content, identity: digest.slice(0, 16), age: Date.now() - Number(mtimeNs / 1_000_000n) };
  } finally {
    closeSync(file);
  }
}

/** Whether the process that made it is no more. */
function isLeft({ content, age }: Found): boolean {
  const owner = parseOwner(content);
  if (owner === null) return age > patience;
  return owner.host === hostname() && !isRunning(owner.pid, owner.started);
}

function parseOwner(content: string): Owner | null {
  try {
    const { pid, host, started } = JSON.parse(content) as Record<string, unknown>;
    const isKnown = Number.isSafeInteger(pid) && (pid as number) > 0 && typeof host === "string";
    if (!isKnown) return null;
    return { pid: pid as number, host, started: typeof started === "string" ? started : null };
  } catch {
    return null;
  }
}

function refuse(dir: string, path: string, content: string): CommandError {
  const owner = parseOwner(content);
  const who = owner === null ? "" : ` (process ${owner.pid} on ${showName(owner.host)})`;
  return new CommandError(
    `${dir}: another run is writing into it${who}; wait for it, end it, or name another folder by --out. ` +
      `If there is no such run, remove ${path}`,
  );
}
