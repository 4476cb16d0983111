/**
 * Files that are being written under another name: what is not whole when the command ends goes with it. The name cannot be
 * foreseen, and the file is made anew: what somebody has put there before, a link to elsewhere above all, is not written to.
 */
import { randomBytes } from "node:crypto";
import { constants, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const names = new Set<string>();

/** A file on its way. */
export interface Trial {
  readonly path: string;
  /** Open for writing. */
  readonly file: number;
}

/** Characters of a name that its trials begin with. */
const longestHead = 60;

/** Makes the file that is written until it is whole. */
export function openTrial(path: string): Trial {
  const head = basename(path).slice(0, longestHead);
  const trial = join(dirname(path), `${head}.${randomBytes(8).toString("hex")}.part`);
  return { path: trial, file: createFile(trial) };
}

/** Opens a file that was not there. Never one that is, and never through a link. */
export function createFile(path: string): number {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
}

/** Has it removed if the command ends before it is whole. */
export function watchTrial({ path }: Trial): void {
  names.add(path);
}

/** It has its own name, or is gone. */
export function endTrial({ path }: Trial): void {
  names.delete(path);
}

export function removeTrials(): void {
  for (const path of names) removeEntry(path);
}

/** Removes what a kill has left in a folder of trials of these files. */
export function removeLeftTrials(dir: string, files: readonly string[]): void {
  const isLeft = (name: string) => {
    const trial = /^(.*?)(?:\.[0-9a-f]{16})?\.part$/s.exec(name);
    return trial !== null && files.includes(trial[1]);
  };
  for (const name of listFolder(dir).filter(isLeft)) removeEntry(join(dir, name));
}

function listFolder(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function removeEntry(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // nothing more can be done
  }
}
