/**
 * A run, read back from its folder: scene, summary, and samples and events line by line, so that a recording larger than
 * memory can be read. A folder may come from anybody: all of it is checked before anything is made of it. What is missing,
 * torn or not of its form is reported by file and line.
 *
 *   DIR/scene.json  trajectory.ndjson  events.ndjson  summary.json
 */
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sample, SceneEvent, SceneEventType, SceneFile } from "@rigor/engine/scene";
import { describeFlaw, isData, reviveFigures } from "./data-check.js";
import { readTextFile } from "./files.js";
import { explainMissing, readEventLines, readSampleLines } from "./recording-lines.js";
import { checkSummary, type RunStatus } from "./run-schema.js";
import { CommandError } from "./verbs/verb.js";

/** The content of summary.json. */
export interface RunSummary {
  readonly status: RunStatus;
  readonly error?: string;
  readonly scene: string;
  readonly sceneHash: string;
  readonly version: string;
  readonly stateHash: string;
  readonly duration: number;
  /** The time that an incomplete run reached, s. */
  readonly time?: number;
  readonly wallSeconds: number;
  readonly steps: number;
  readonly evaluations: number;
  readonly events: Readonly<Record<SceneEventType, number>>;
  readonly maxContacts: number;
  readonly worstPenetration: number;
  readonly worstConstraintError: number;
  readonly worstEnergyError: number;
  /** Runs of versions before these figures lack them. */
  readonly worstForceBalance?: number;
  readonly worstKinematicError?: number;
  readonly worstDissipationDrop?: number;
  readonly warnings: readonly string[];
  /** Absent in folders of older versions. */
  readonly notes?: readonly string[];
}

/** The recording of a run, whether it has ended or not. */
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

/** Bytes of scene.json, which has the meshes of its files in it, and of summary.json. */
const largestScene = 2 ** 29 - 2 ** 20;
const largestSummary = 2 ** 26;

/** Opens the folder of a run that has ended; one that was interrupted or failed has fewer samples. */
export async function readRun(dir: string): Promise<Run> {
  await requireFolder(dir);
  const summary = readSummary(dir);
  return { ...(await openRecording(dir)), summary };
}

/** summary.json, checked. */
export function readSummary(dir: string): RunSummary {
  const data = readRecord(dir, "summary.json", largestSummary);
  const flaw = checkSummary(data);
  if (flaw !== null) {
    const path = join(dir, "summary.json");
    throw new CommandError(`${path}: ${describeFlaw(flaw)}; the file is damaged, or of another program`);
  }
  reviveFigures(data, 1);
  return data as unknown as RunSummary;
}

/** Opens the folder of a run that may still lack its summary: then the last line may be under way, and is left out. */
export async function openRecording(dir: string): Promise<Recording> {
  await requireFolder(dir);
  const scene = await readScene(dir);
  const isOver = (await stat(join(dir, "summary.json")).catch(() => null)) !== null;
  return {
    dir,
    scene,
    readSamples: () => readSampleLines(dir, scene, isOver),
    readEvents: () => readEventLines(dir, isOver),
  };
}

/** scene.json, checked against the format. */
async function readScene(dir: string): Promise<SceneFile> {
  const data = readRecord(dir, "scene.json", largestScene);
  const { checkScene } = await import("@rigor/engine/scene");
  const problems = checkScene(data);
  if (problems.length === 0) return data as unknown as SceneFile;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more problems` : "";
  throw new CommandError(`${join(dir, "scene.json")}: is no scene: ${problems[0].message}${more}`);
}

async function requireFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (found === null)
    throw new CommandError(`${dir}: there is no such folder; \`rigor run SCENE --out ${dir}\` makes one`);
  if (!found.isDirectory()) throw new CommandError(`${dir}: must be the folder of a run, got a file`);
}

function readRecord(dir: string, name: string, limit: number): Record<string, unknown> {
  const path = join(dir, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw explainMissing(dir, name, Object.assign(new Error(), { code: "ENOENT" }));
  // neither a pipe, which would be waited for, nor a device without end
  if (!found.isFile()) throw new CommandError(`${path}: must be a file`);
  const text = readTextFile(path, limit);
  try {
    const data: unknown = JSON.parse(text);
    if (isData(data)) return data;
  } catch {
    // said below
  }
  throw new CommandError(`${path}: must be a JSON object; the file is damaged, so run the scene again`);
}
