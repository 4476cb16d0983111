/** What can be opened: files by their addresses, or files of the user's own. */
import type { Source } from "./messages.js";

/** What to open: a run that was recorded, or a scene to be simulated. */
export type Opening =
  | {
      readonly kind: "run";
      readonly scene: Source;
      readonly trajectory: Source;
      readonly events: Source | null;
      readonly summary: Source | null;
    }
  | { readonly kind: "scene"; readonly scene: Source };

type NamedFile = Blob & { readonly name: string };

/** What a handful of files is; null if it is nothing to be shown. */
export function chooseOpening(files: readonly NamedFile[]): Opening | null {
  const named = (name: string) => files.find((file) => file.name === name) ?? null;
  const trajectory = named("trajectory.ndjson");
  const scene = named("scene.json");
  if (trajectory !== null && scene !== null) {
    return { kind: "run", scene, trajectory, events: named("events.ndjson"), summary: named("summary.json") };
  }
  const single = scene ?? files.find(({ name }) => name.endsWith(".json") && name !== "summary.json");
  return single === undefined || trajectory !== null ? null : { kind: "scene", scene: single };
}
