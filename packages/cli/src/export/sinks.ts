/** Files that take rows: CSV and Parquet. Each is written under another name, and has its own once it is whole. */
import { closeSync } from "node:fs";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { beginTrial, commitTrial, describeWriteError, removeQuietly, writeAll } from "../files.js";
import type { Trial } from "../trial-names.js";
import type { Cell, Column } from "./tables.js";

export interface Sink {
  add(row: readonly Cell[]): void;
  /** Ends the file and gives it its name. */
  finish(): void;
  /** Leaves nothing behind. */
  abandon(): void;
}

/** Characters gathered before they are written. */
const csvBlock = 1 << 20;

/** Comma-separated values as in RFC 4180, but with plain line ends; numbers have all their digits. */
export function openCsv(path: string, columns: readonly Column[]): Sink {
  const out = new TrialOutput(path);
  let block = `${columns.map(({ name }) => name).join()}\n`;
  const flush = () => {
    attempt(path, () => out.append(Buffer.from(block)));
    block = "";
  };
  return {
    add(row) {
      block += `${row.map(writeCell).join()}\n`;
      if (block.length > csvBlock) flush();
    },
    finish() {
      flush();
      attempt(path, () => out.commit());
    },
    abandon: () => out.abandon(),
  };
}

/** Text that a spreadsheet would take for a formula has an apostrophe before it. */
function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file that grows under another name. */
class TrialOutput {
  private readonly path: string;
  private readonly trial: Trial;
  private written = 0;
  private isOpen = true;

  constructor(path: string) {
    this.path = path;
    this.trial = beginTrial(path);
  }

  append(bytes: Uint8Array): void {
    writeAll(this.trial.file, bytes, this.written);
    this.written += bytes.length;
  }

  commit(): void {
    this.close();
    commitTrial(this.trial, this.path);
  }

  abandon(): void {
    this.close();
    removeQuietly(this.trial.path);
    removeQuietly(this.path);
  }

  private close(): void {
    if (this.isOpen) closeSync(this.trial.file);
    this.isOpen = false;
  }
}

/** Rows to a group. */
const groupRows = 16384;
const types = { number: "DOUBLE", whole: "INT32", text: "STRING" } as const;

/** Apache Parquet: doubles, and text in UTF-8. */
export function openParquet(path: string, columns: readonly Column[]): Sink {
  const out = new TrialOutput(path);
  const empty = (): Cell[][] => columns.map(() => []);
  const describe = (data: Cell[][]) =>
    columns.map(({ name, type }, k) => ({ name, data: data[k], type: types[type], nullable: false }));
  const writer = attempt(path, () => {
    return new ParquetWriter({
      writer: writeInto(out),
      schema: schemaFromColumnData({ columnData: describe(empty()) }),
    });
  });
  let data = empty();
  const flush = () => {
    if (data[0].length === 0) return;
    attempt(path, () => void writer.write({ columnData: describe(data), rowGroupSize: groupRows }));
    data = empty();
  };
  return {
    add(row) {
      for (const [k, cell] of row.entries()) data[k].push(cell);
      if (data[0].length >= groupRows) flush();
    },
    finish() {
      flush();
      attempt(path, () => {
        writer.finish();
        out.commit();
      });
    },
    abandon: () => out.abandon(),
  };
}

/** Bytes gathered before they are written. */
const parquetBlock = 1 << 20;

/** The writer of the library, on a file that is open. (Its own opens a file by name, whatever has that name.) */
function writeInto(out: TrialOutput): ByteWriter {
  const writer = new ByteWriter();
  const flush = () => {
    out.append(new Uint8Array(writer.buffer, 0, writer.index));
    writer.index = 0;
  };
  const grow = writer.ensure.bind(writer);
  writer.ensure = (size) => {
    if (writer.index > parquetBlock) flush();
    grow(size);
  };
  writer.finish = flush;
  return writer;
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw describeWriteError(path, error);
  }
}
