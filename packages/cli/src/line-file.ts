/**
 * A file of lines that grows while a run goes on. Lines are gathered and written in large pieces, at once: the run waits for
 * the disk, so that memory does not grow with it.
 */
import { closeSync, constants, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, rmSync } from "node:fs";
import { describeWriteError, flushFile, writeAll } from "./files.js";
import { createFile } from "./trial-names.js";
import { CommandError } from "./verbs/verb.js";

/** Bytes that are gathered before they are written. */
const batch = 1 << 18;

export class LineFile {
  readonly path: string;
  private readonly file: number;
  /** The lines that are gathered, and their number of bytes. */
  private bytes = Buffer.allocUnsafeSlow(1 << 12);
  private gathered = 0;
  /** Bytes in the file, and those of them that last through a power cut. */
  private written: number;
  private synced: number;

  /** Opens a file and cuts it to `length` bytes, the end of what is kept of it. */
  constructor(path: string, length = 0) {
    this.path = path;
    this.written = length;
    // what is cut off must stay so, too
    this.synced = existsSync(path) ? -1 : 0;
    try {
      this.file = length === 0 ? replaceFile(path) : openToGoOn(path, length);
    } catch (error) {
      throw describeWriteError(path, error);
    }
  }

  /** Bytes of all lines. */
  get length(): number {
    return this.written + this.gathered;
  }

  add(line: string): void {
    // a character of UTF-16 has three bytes at most
    this.makeRoom(3 * line.length + 1);
    this.gathered += this.bytes.write(line, this.gathered);
    this.bytes[this.gathered++] = 10;
    if (this.gathered >= batch) this.flush();
  }

  private makeRoom(count: number): void {
    const needed = this.gathered + count;
    if (needed <= this.bytes.length) return;
    const more = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(more, 0, 0, this.gathered);
    this.bytes = more;
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.gathered === 0) return;
    const bytes = this.bytes.subarray(0, this.gathered);
    this.gathered = 0;
    try {
      writeAll(this.file, bytes, this.written);
    } catch (error) {
      throw describeWriteError(this.path, error);
    }
    this.written += bytes.length;
  }

  /** Makes what was written last through a power cut. */
  sync(): void {
    this.flush();
    if (this.synced === this.written) return;
    try {
      fsyncSync(this.file);
    } catch (error) {
      throw describeWriteError(this.path, error);
    }
    this.synced = this.written;
  }

  /** Writes the gathered lines asynchronously. */
  syncBeside(): Promise<void> {
    this.flush();
    if (this.synced === this.written) return Promise.resolve();
    this.synced = this.written;
    const synced = flushFile(this.path, this.file);
    // reported to the caller that waits for it
    synced.catch(() => undefined);
    return synced;
  }

  close(): void {
    closeSync(this.file);
  }
}

/** A file that is new, in the place of what is there. */
function replaceFile(path: string): number {
  rmSync(path, { force: true });
  return createFile(path);
}

/** A file that is there, cut to a length. A link to elsewhere is refused, and so is a file that has another name somewhere. */
function openToGoOn(path: string, length: number): number {
  const file = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new CommandError(`${path}: must be a file`);
    if (found.nlink > 1)
      throw new CommandError(`${path}: has other names (hard links), whose content would change with it`);
    ftruncateSync(file, length);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
