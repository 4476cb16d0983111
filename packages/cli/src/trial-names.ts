/** Files that are being written under another name: what is not whole when the command ends goes with it. */
import { rmSync } from "node:fs";

const names = new Set<string>();

/** The name under which a file is written until it is whole. */
export function beginTrial(path: string): string {
  const trial = `${path}.part`;
  names.add(trial);
  return trial;
}

/** It has its own name, or is gone. */
export function endTrial(trial: string): void {
  names.delete(trial);
}

export function removeTrials(): void {
  for (const trial of names) {
    try {
      rmSync(trial, { force: true });
    } catch {
      // nothing more can be done
    }
  }
}
