/**
 * A run, read back from its folder: scene, summary, and samples and events line by line, so that a recording larger than
 * memory can be read. What is missing or torn is told by file and line.
 *
 *   DIR/scene.json  trajectory.ndjson  events.ndjson  summary.json
 */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sample, SceneEvent, SceneEventType, SceneFile } from "@rigor/engine/scene";
import { CommandError } from "./verbs/verb.js";

/** What summary.json says. */
export interface RunSummary {
  readonly status: "complete" | "interrupted" | "failed";
  readonly error?: string;
  readonly scene: string;
  readonly sceneHash: string;
  readonly version: string;
  readonly stateHash: string;
  readonly duration: number;
  /** How far it came, s: of a run that is not complete. */
  readonly time?: number;
  readonly wallSeconds: number;
  readonly steps: number;
  readonly evaluations: number;
  readonly events: Readonly<Record<SceneEventType, number>>;
  readonly maxContacts: number;
  readonly worstPenetration: number;
  readonly worstConstraintError: number;
  readonly worstEnergyError: number;
  readonly warnings: readonly string[];
}

/** What a run has recorded, whether it has ended or not. */
export interface Recording {
  readonly dir: string;
  readonly scene: SceneFile;
  /** From the first to the last; every call reads the file anew. */
  readSamples(): AsyncGenerator<Sample>;
  readEvents(): AsyncGenerator<SceneEvent>;
}

export interface Run extends Recording {
  readonly summary: RunSummary;
}

/** Opens the folder of a run that has ended; one that was interrupted or failed has fewer samples. */
export async function readRun(dir: string): Promise<Run> {
  await requireFolder(dir);
  const summary = (await readJson(dir, "summary.json")) as RunSummary;
  return { ...(await openRecording(dir)), summary };
}

/** Opens the folder of a run that may still lack its summary: then the last line may be under way, and is left out. */
export async function openRecording(dir: string): Promise<Recording> {
  await requireFolder(dir);
  const scene = (await readJson(dir, "scene.json")) as SceneFile;
  const isOver = (await stat(join(dir, "summary.json")).catch(() => null)) !== null;
  return {
    dir,
    scene,
    readSamples: () => readLines<Sample>(dir, "trajectory.ndjson", isOver),
    readEvents: () => readLines<SceneEvent>(dir, "events.ndjson", isOver),
  };
}

async function requireFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (found === null)
    throw new CommandError(`${dir}: there is no such folder; \`rigor run SCENE --out ${dir}\` makes one`);
  if (!found.isDirectory()) throw new CommandError(`${dir}: must be the folder of a run, got a file`);
}

async function readJson(dir: string, name: string): Promise<unknown> {
  const path = join(dir, name);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw explainMissing(dir, name, error);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw new CommandError(`${path}: must be a JSON object; the file is damaged, so run the scene again`);
}

function explainMissing(dir: string, name: string, error: NodeJS.ErrnoException): CommandError {
  const path = join(dir, name);
  if (error.code !== "ENOENT") return new CommandError(`${path}: cannot be read: ${error.message}`);
  if (name !== "summary.json") return new CommandError(`${path}: is missing; the folder is not that of a whole run`);
  const cure = "the run has not ended, or this is no run; `rigor run --resume` goes on with one that was interrupted";
  return new CommandError(`${path}: is missing; ${cure}`);
}

/** Bytes of a line beyond which a file is taken for something else than a recording. */
const longestLine = 2 ** 29;

/** The lines of a file, as JSON. A last line without its end is torn: an error of a file that is whole. */
async function* readLines<T>(dir: string, name: string, isWhole: boolean): AsyncGenerator<T> {
  const path = join(dir, name);
  const stream = createReadStream(path, { encoding: "utf8", highWaterMark: 2 ** 20 });
  let rest = "";
  let line = 0;
  try {
    for await (const chunk of stream) {
      const lines = (chunk as string).split("\n");
      lines[0] = rest + lines[0];
      rest = lines.pop() as string;
      if (rest.length > longestLine) throw new CommandError(`${path}:${line + 1}: has a line of more than 512 MB`);
      for (const text of lines) yield parseLine<T>(path, ++line, text);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw explainMissing(dir, name, error as NodeJS.ErrnoException);
  }
  if (rest !== "" && isWhole) throw new CommandError(`${path}:${line + 1}: the last line is torn; run the scene again`);
}

function parseLine<T>(path: string, line: number, text: string): T {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as T;
  } catch {
    // said below
  }
  throw new CommandError(`${path}:${line}: must be a JSON object; the file is damaged, so run the scene again`);
}
