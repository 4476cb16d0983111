/**
 * A file of lines that grows while a run goes on. Lines are gathered and written in large pieces, at once: the run waits for
 * the disk, so that memory does not grow with it.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync } from "node:fs";
import { describeWriteError, flushFile, writeAll } from "./files.js";

/** Characters that are gathered before they are written. */
const batch = 1 << 18;

export class LineFile {
  readonly path: string;
  private readonly file: number;
  private text = "";
  /** Bytes in the file, and with what is gathered. */
  private written: number;
  length: number;

  /** Opens a file and cuts it to `length` bytes, the end of what is kept of it. */
  constructor(path: string, length = 0) {
    this.path = path;
    this.written = length;
    this.length = length;
    try {
      this.file = openSync(path, length === 0 ? "w" : "r+");
      if (length > 0) ftruncateSync(this.file, length);
    } catch (error) {
      throw describeWriteError(path, error);
    }
  }

  add(line: string): void {
    this.text += `${line}\n`;
    this.length += Buffer.byteLength(line) + 1;
    if (this.text.length >= batch) this.flush();
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.text === "") return;
    const bytes = Buffer.from(this.text);
    this.text = "";
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
    try {
      fsyncSync(this.file);
    } catch (error) {
      throw describeWriteError(this.path, error);
    }
  }

  /** The same, while other things go on. */
  syncBeside(): Promise<void> {
    this.flush();
    const synced = flushFile(this.path, this.file);
    // told to whoever waits for it
    synced.catch(() => undefined);
    return synced;
  }

  close(): void {
    closeSync(this.file);
  }
}
