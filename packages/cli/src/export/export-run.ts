/** The tables of a run as files in a folder, in one pass over its samples and one over its events. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describeWriteError } from "../files.js";
import type { Run } from "../run-folder.js";
import { openCsv, openParquet, type Sink } from "./sinks.js";
import { chooseTables, eventTable, type Table } from "./tables.js";

export type TableFormat = "csv" | "parquet";

/** Returns the paths of the files. What fails leaves no file of this export behind. */
export async function exportTables(run: Run, folder: string, format: TableFormat): Promise<string[]> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw describeWriteError(folder, error);
  }
  const open = format === "csv" ? openCsv : openParquet;
  const paths: string[] = [];
  const sinks: Sink[] = [];
  const start = <T>(table: Table<T>) => {
    const path = join(folder, `${table.name}.${format}`);
    const sink = open(path, table.columns);
    sinks.push(sink);
    paths.push(path);
    return (source: T) => {
      for (const row of table.rows(source)) sink.add(row);
    };
  };
  try {
    const writers = chooseTables(run.scene).map(start);
    for await (const sample of run.readSamples()) for (const write of writers) write(sample);
    const writeEvent = start(eventTable);
    for await (const event of run.readEvents()) writeEvent(event);
    for (const sink of sinks) sink.finish();
  } catch (error) {
    for (const sink of sinks) sink.abandon();
    throw error;
  }
  return paths;
}
