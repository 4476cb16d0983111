/**
 * The states from which a run can be resumed: two files by turns, each written whole, with a checksum of its bytes and the
 * lengths of the recordings at that time. If one is torn, the other is of a moment before.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunState } from "@rigor/engine/scene";
import { removeQuietly, writeWholeFile } from "./files.js";
import { checkCheckpoint } from "./run-schema.js";
import { removeLeftTrials } from "./trial-names.js";
import { CommandError } from "./verbs/verb.js";

export interface Checkpoint {
  /** Counted up: the larger is the later. */
  readonly number: number;
  /** Bytes of trajectory.ndjson and events.ndjson. */
  readonly trajectory: number;
  readonly events: number;
  /** The wall time of the run so far, s. */
  readonly wallSeconds: number;
  readonly state: RunState;
}

const names = ["checkpoint-0.json", "checkpoint-1.json"] as const;
const head = '{"rigor":1,"checksum":"';
const middle = '","data":';

export function writeCheckpoint(dir: string, checkpoint: Checkpoint): void {
  const data = JSON.stringify(checkpoint);
  const path = join(dir, names[checkpoint.number % 2]);
  writeWholeFile(path, `${head}${digest(data)}${middle}${data}}\n`);
}

/** The latest state that is whole, or null if none was written. Throws where there were some, and none can be used. */
export function readCheckpoint(dir: string): Checkpoint | null {
  const found = names.map((name) => join(dir, name)).filter((path) => existsSync(path));
  if (found.length === 0) return null;
  const whole = found.flatMap((path) => parseCheckpoint(path) ?? []).filter((each) => isCovered(dir, each));
  if (whole.length === 0) {
    throw new CommandError(
      `${dir}: cannot be resumed: ${found.length === 1 ? "its checkpoint is" : "both of its checkpoints are"} damaged, ` +
        "or the recordings are shorter than they were; `--force` begins anew",
    );
  }
  return whole.reduce((p, q) => (q.number > p.number ? q : p));
}

/** Also what a kill has left of one. */
export function removeCheckpoints(dir: string): void {
  for (const name of names) removeQuietly(join(dir, name));
  removeLeftTrials(dir, names);
}

function parseCheckpoint(path: string): Checkpoint | null {
  try {
    if (!statSync(path).isFile()) return null;
    const text = readFileSync(path, "utf8");
    const start = head.length + 64 + middle.length;
    const data = text.slice(start, -2);
    const isWhole = text === `${head}${digest(data)}${middle}${data}}\n`;
    const checkpoint: unknown = isWhole ? JSON.parse(data) : null;
    return checkCheckpoint(checkpoint) === null ? (checkpoint as Checkpoint) : null;
  } catch {
    return null;
  }
}

/** Whether the recordings have all that they had then. */
function isCovered(dir: string, { trajectory, events }: Checkpoint): boolean {
  return measure(join(dir, "trajectory.ndjson")) >= trajectory && measure(join(dir, "events.ndjson")) >= events;
}

function measure(path: string): number {
  return existsSync(path) ? statSync(path).size : -1;
}

function digest(data: string): string {
  return createHash("sha256").update(data).digest("hex");
}
