/** Files that take rows: CSV and Parquet. Each is written under another name, and has its own once it is whole. */
import { closeSync, openSync, renameSync } from "node:fs";
import { fileWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { describeWriteError, removeQuietly, writeAll } from "../files.js";
import { beginTrial, endTrial } from "../trial-names.js";
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
  const trial = beginTrial(path);
  const file = attempt(path, () => openSync(trial, "w"));
  let block = `${columns.map(({ name }) => name).join()}\n`;
  let written = 0;
  let isOpen = true;
  const flush = () => {
    const bytes = Buffer.from(block);
    attempt(path, () => writeAll(file, bytes, written));
    written += bytes.length;
    block = "";
  };
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    add(row) {
      block += `${row.map(writeCell).join()}\n`;
      if (block.length > csvBlock) flush();
    },
    finish() {
      flush();
      attempt(path, () => {
        close();
        renameSync(trial, path);
        endTrial(trial);
      });
    },
    abandon() {
      close();
      removeQuietly(trial);
      removeQuietly(path);
    },
  };
}

function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Rows to a group. */
const groupRows = 16384;
const types = { number: "DOUBLE", whole: "INT32", text: "STRING" } as const;

/** Apache Parquet: doubles, and text in UTF-8. */
export function openParquet(path: string, columns: readonly Column[]): Sink {
  const trial = beginTrial(path);
  const empty = (): Cell[][] => columns.map(() => []);
  const describe = (data: Cell[][]) =>
    columns.map(({ name, type }, k) => ({ name, data: data[k], type: types[type], nullable: false }));
  const writer = attempt(path, () => {
    return new ParquetWriter({
      writer: fileWriter(trial),
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
        renameSync(trial, path);
        endTrial(trial);
      });
    },
    abandon() {
      removeQuietly(trial);
      removeQuietly(path);
    },
  };
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw describeWriteError(path, error);
  }
}
