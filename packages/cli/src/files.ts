/** Files as the command reads and writes them: within limits, whole or not at all, and with errors that say what to do. */
import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { ExitCode } from "./context.js";
import { endTrial, openTrial, type Trial, watchTrial } from "./trial-names.js";
import { CommandError } from "./verbs/verb.js";

/** The largest scene or mesh file that is read, bytes. */
const largestFile = 64 * 1024 * 1024;

/** A whole file. What is larger than the limit, or cannot be read, is an error that names it. */
export function readWholeFile(path: string, limit: number = largestFile): Buffer {
  try {
    requireNoPipe(path);
    const file = openSync(path, "r");
    try {
      // devices and pipes have no known size: at most one byte more than allowed is read
      const parts: Buffer[] = [];
      let size = 0;
      if (fstatSync(file).size > limit) throw tooLarge(path, limit);
      for (;;) {
        const part = Buffer.allocUnsafe(Math.min(1 << 20, limit + 1 - size));
        const count = readSync(file, part, 0, part.length, null);
        if (count === 0) return Buffer.concat(parts);
        parts.push(part.subarray(0, count));
        size += count;
        if (size > limit) throw tooLarge(path, limit);
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw describeReadError(path, error);
  }
}

/** To open a pipe that has a name waits until somebody writes to it, and hears nothing meanwhile. */
function requireNoPipe(path: string): void {
  if (/^\/(dev|proc)\//.test(path) || !statSync(path).isFIFO()) return;
  throw new CommandError(`${path}: is a pipe; give a file, or /dev/stdin`);
}

function tooLarge(path: string, limit: number): CommandError {
  const size = limit >= 1 << 20 ? `${Math.floor(limit / (1 << 20))} MiB` : `${limit} bytes`;
  return new CommandError(`${path}: is larger than ${size}, the most that is read`);
}

/** A text in UTF-8, without its byte order mark. */
export function readTextFile(path: string, limit?: number): string {
  const bytes = readWholeFile(path, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${path}: must be text in UTF-8`);
  }
}

/** The JSON data of a file; an error names the line of a fault. */
export function readJsonFile(path: string, limit?: number): unknown {
  const text = readTextFile(path, limit);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`${path}: is not JSON: ${describeSyntax(text, error)}`);
  }
}

/** The place of a syntax error in JSON, by line and column where the parser gives them. */
function describeSyntax(text: string, error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).split("\n")[0].slice(0, 200);
  const place = /at position (\d+)/.exec(message);
  if (place === null) return text.trim() === "" ? "the file is empty" : message;
  const before = text.slice(0, Number(place[1])).split("\n");
  const where = `line ${before.length}, column ${before[before.length - 1].length + 1}`;
  return `${message.replace(/ (in JSON )?at position \d+.*$/, "")} (${where})`;
}

/** Writes a file under another name first, so that it is there whole or not at all, and stays through a power cut. */
export function writeWholeFile(path: string, content: string | Uint8Array): void {
  const trial = beginTrial(path);
  try {
    try {
      writeAll(trial.file, typeof content === "string" ? Buffer.from(content) : content);
      fsyncSync(trial.file);
    } finally {
      closeSync(trial.file);
    }
    commitTrial(trial, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeQuietly(trial.path);
    throw describeWriteError(path, error);
  }
}

/** Opens the file that is written in the place of another until it is whole; it is removed if the command ends before. */
export function beginTrial(path: string): Trial {
  const trial = startTrial(path);
  watchTrial(trial);
  return trial;
}

function startTrial(path: string): Trial {
  try {
    return openTrial(path);
  } catch (error) {
    throw describeWriteError(path, error);
  }
}

/** Gives a closed trial its name. Where a link has that name, the link is replaced and not what it leads to. */
export function commitTrial(trial: Trial, path: string): void {
  renameSync(trial.path, path);
  endTrial(trial);
}

/** A file under another name, which is flushed to the disk while other things go on. */
export interface TrialFile {
  /** Over when its content would last through a power cut; throws where that cannot be. */
  readonly flushed: Promise<void>;
  /** Gives it its name, at once. */
  commit(): void;
  /** Throws it away, unless it has its name. */
  discard(): void;
}

/** Begins to write a whole file. What is committed by `commitFiles` is there whole or not at all. */
export function writeTrialFile(path: string, content: string | Uint8Array): TrialFile {
  const trial = startTrial(path);
  const { file } = trial;
  try {
    try {
      writeAll(file, typeof content === "string" ? Buffer.from(content) : content);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    const flushed = flushFile(path, file).finally(() => closeSync(file));
    // reported to the caller that waits for it
    flushed.catch(() => undefined);
    return { flushed, commit: () => rename(trial.path, path), discard: () => removeQuietly(trial.path) };
  } catch (error) {
    removeQuietly(trial.path);
    throw describeWriteError(path, error);
  }
}

function rename(trial: string, path: string): void {
  try {
    renameSync(trial, path);
  } catch (error) {
    throw describeWriteError(path, error);
  }
}

/** Makes what was written to an open file last through a power cut, while other things go on. */
export async function flushFile(path: string, file: number): Promise<void> {
  try {
    await promisify(fsync)(file);
  } catch (error) {
    throw describeWriteError(path, error);
  }
}

/** Gives files of a folder their names, one after the other, when all of them are flushed. */
export async function commitFiles(dir: string, files: readonly TrialFile[]): Promise<void> {
  await Promise.all(files.map(({ flushed }) => flushed));
  for (const file of files) file.commit();
  syncFolder(dir);
}

/** All of the bytes, from a place in the file on: a write may take fewer than it was given. */
export function writeAll(file: number, bytes: Uint8Array, start = 0): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, start + done);
  }
}

/** Throws if there is a link in the place of a folder that is to be written into. */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new CommandError(`${path}: is a symbolic link, which is not written through; name another folder by --out`);
}

/** Makes the names in a folder last. Not every system can. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // what was written is there all the same
  }
}

export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // it may stay
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission is denied",
  EPERM: "this is not permitted",
  EISDIR: "is a folder, not a file",
  ERR_FS_EISDIR: "is a folder, not a file",
  ENOTDIR: "it, or a part of its path, is a file and not a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "the file has reached the largest size that is allowed",
  EROFS: "the disk is read-only",
  EEXIST: "it exists already",
  ELOOP: "it is a symbolic link, which is not written through, or leads through too many of them",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  EIO: "the disk does not answer",
};

function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  return reasons[code] ?? `${error.message} (${code})`;
}

function describeReadError(path: string, error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === null || error instanceof CommandError
    ? error
    : new CommandError(`${path}: cannot be read: ${reason}`);
}

/** An error of the system as one for the user. `code` is how the command ends by it. */
export function describeWriteError(path: string, error: unknown, code: number = ExitCode.failed): unknown {
  const reason = reasonOf(error);
  if (reason === null || error instanceof CommandError) return error;
  return new CommandError(`${path}: cannot be written: ${reason}`, code);
}
