/** The things that can be opened: files by their addresses, or the user's own files. */
import type { Source } from "./messages.js";

/** The thing to open: a recorded run, or a scene to simulate. */
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

/** The run or scene that some files make up; null if they are neither. */
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
