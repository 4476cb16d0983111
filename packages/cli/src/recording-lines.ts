/** The lines of a recording, one by one, so that one larger than memory can be read. A torn or faulty line is reported by its number. */
import { constants, createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Sample, SceneEvent, SceneFile } from "@rigor/engine/scene";
import { type Check, describeFlaw, reviveFigures } from "./data-check.js";
import { checkEvent, createSampleCheck } from "./run-schema.js";
import { CommandError } from "./verbs/verb.js";

/** Bytes of a line beyond which a file is taken for something else than a recording. */
const longestLine = 2 ** 29;
/** Levels at which there are figures: contacts, one of them, its normal, a component. */
const figureDepth = 4;

/** `isWhole`: whether the run has ended; of one that has not a last line without its end is left out. */
export function readSampleLines(dir: string, scene: SceneFile, isWhole: boolean): AsyncGenerator<Sample> {
  return readLines<Sample>(dir, "trajectory.ndjson", isWhole, createSampleCheck(scene));
}

export function readEventLines(dir: string, isWhole: boolean): AsyncGenerator<SceneEvent> {
  return readLines<SceneEvent>(dir, "events.ndjson", isWhole, checkEvent);
}

/** The lines of a file, as JSON that has been checked. A last line without its end is torn: an error of a file that is whole. */
async function* readLines<T>(dir: string, name: string, isWhole: boolean, check: Check): AsyncGenerator<T> {
  const path = join(dir, name);
  let rest = "";
  let line = 0;
  try {
    const handle = await openFile(path);
    // closed at the end, and when nobody reads on
    const stream = createReadStream("", { fd: handle, encoding: "utf8", highWaterMark: 2 ** 20 });
    for await (const chunk of stream) {
      const lines = (chunk as string).split("\n");
      lines[0] = rest + lines[0];
      rest = lines.pop() as string;
      if (rest.length > longestLine) throw new CommandError(`${path}:${line + 1}: has a line of more than 512 MB`);
      for (const text of lines) yield parseLine<T>(path, ++line, text, check);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw explainMissing(dir, name, error as NodeJS.ErrnoException);
  }
  if (rest !== "" && isWhole) throw new CommandError(`${path}:${line + 1}: the last line is torn; run the scene again`);
}

/** Without waiting for a pipe that somebody has put in its place. */
async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const isFile = await handle.stat().then((stats) => stats.isFile());
  if (isFile) return handle;
  await handle.close();
  throw new CommandError(`${path}: must be a file`);
}

function parseLine<T>(path: string, line: number, text: string, check: Check): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // said below
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CommandError(`${path}:${line}: must be a JSON object; the file is damaged, so run the scene again`);
  const flaw = check(value);
  if (flaw !== null)
    throw new CommandError(`${path}:${line}: ${describeFlaw(flaw)}; the file is damaged, or of another program`);
  if (text.includes("null")) reviveFigures(value, figureDepth);
  return value as T;
}

/** The error of a file of a run that cannot be read. */
export function explainMissing(dir: string, name: string, error: NodeJS.ErrnoException): CommandError {
  const path = join(dir, name);
  if (error.code !== "ENOENT") return new CommandError(`${path}: cannot be read: ${error.message}`);
  if (name !== "summary.json") return new CommandError(`${path}: is missing; the folder is not that of a whole run`);
  const cure = "the run has not ended, or this is no run; `rigor run --resume` goes on with one that was interrupted";
  return new CommandError(`${path}: is missing; ${cure}`);
}
